"""Figures and phases: exact curves with simulated points, winners that are certified, one command each."""

import itertools
import json
import math
import os
import re
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import jsonschema
import numpy as np
import pytest

import rftheory
from rftheory.cli import progress, run
from rftheory.curves.phases import OUTSIDE, UNDECIDED, phase
from rftheory.errors import InputError
from rftheory.report.schema import json_schema

POSITIVE = ("iid-positive", "orthogonal-positive", "simplex-positive")


def test_exact_curves_and_simulated_points_in_one_call(tmp_path: Path) -> None:
    """Issue 17, acceptance 4: intervals below 5 % up to v = 6 that hold the curve, for three couplings."""
    figure = rftheory.plot(
        *POSITIVE,
        d=8,
        m=8,
        v="1:6:0.25",
        draws=30_000,
        points=3,
        confidence=0.999,
        file=str(tmp_path / "a.svg"),
    )
    axes = figure.axes[0]
    assert axes.get_yscale() == "log"
    assert (tmp_path / "a.svg").read_text("utf-8").count("<svg") == 1
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels[:3] == list(POSITIVE)
    found = rftheory.curves.series.series(
        POSITIVE, {"d": 8, "m": 8, "v": "1:6:2.5"}, draws=30_000, confidence=0.999
    )
    for curve in found.curves:
        for (at, drawn), place, height in zip(curve.simulated, curve.at, curve.height, strict=True):
            assert at == place
            assert drawn.low <= height <= drawn.high
            assert drawn.width < 0.05


def test_a_figure_is_the_same_twice_and_leaves_matplotlib_alone(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        rftheory.plot("simrf/thm4.3/orf", d=4, v="0:1:0.25", file=str(tmp_path / name))
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    code = "import rftheory, sys; rftheory.plot; sys.exit('matplotlib' in sys.modules or 'pyplot' in str(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False, env=os.environ).returncode == 0


def test_colours_are_told_apart_in_grey() -> None:
    from rftheory.report.figures.house_style import COLOURS

    def lightness(colour: str) -> float:
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    first = [lightness(colour) for colour in COLOURS[:4]]
    assert min(b - a for a, b in itertools.pairwise(first)) > 0.05
    assert first == sorted(first)


@pytest.mark.parametrize(
    "given", [{"file": "a.txt"}, {"log": "z"}, {"draws": 5, "d": 1}, {"points": 0, "draws": 5}, {"v": 1}]
)
def test_wrong_plots_are_refused(given: dict[str, object]) -> None:
    arguments: dict[str, object] = {"d": 4, "m": 4, "v": "1:2:0.5"} | given
    with pytest.raises(InputError):
        rftheory.plot("iid-positive", **arguments)  # type: ignore[arg-type]


def test_the_command_writes_a_figure_and_a_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "f.png"
    words = ["plot", "iid-positive", "orthogonal-positive", "d=4", "m=4", "v=1:2:0.5", "--draws", "500"]
    assert run([*words, "-o", str(file), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    jsonschema.validate(document, json_schema())
    assert file.read_bytes().startswith(b"\x89PNG")
    assert [len(curve["simulated"]) for curve in document["curves"]] == [3, 3]
    for wrong in (
        words,
        [*words, "-o", "f.txt"],
        ["plot", "-o", "f.svg", "v=1:2"],
        [*words, "-o", "a.svg", "--log", "q"],
    ):
        assert run(wrong) == 2
    assert run(["simulate", "iid-positive", "x=1,0", "y=1,0", "m=4", "--draws", "300", "--json"]) == 0
    jsonschema.validate(json.loads(capsys.readouterr().out), json_schema())
    for rest in (
        ["x=1,0"],
        ["x=1,0", "y=1", "m=4"],
        ["x=1", "y=1", "m=1/2"],
        ["x=1", "y=1", "m=2", "--kernel", "q"],
    ):
        assert run(["simulate", "iid-positive", *rest]) == 2


def relative_errors(r: float, c: float, m: int) -> tuple[float, float]:
    """Of the Gaussian kernel: cosines (1 - K²)²/(2m), positive features K² (e^{|x+y|²} - 1)/m, from their laws."""
    k2 = math.exp(-2 * r * r * (1 - c))
    return (1 - k2) ** 2 / (2 * m), k2 * math.expm1(2 * r * r * (1 + c)) / m


def test_winners_are_those_of_the_closed_forms() -> None:
    found = phase("iid-trigonometric", "iid-positive", d=4, m=4, r="0.1:2:0.1", c="-0.9:0.9:0.1")
    for i, r in enumerate(found.first):
        for j, c in enumerate(found.second):
            wave, positive = relative_errors(float(r), float(c), 4)
            assert abs(wave / positive - 1) > 1e-9
            assert found.winners[i, j] == int(positive < wave)
    assert sum(found.counts.values()) == found.winners.size
    assert found.crossings


def test_boundaries_are_bracketed() -> None:
    found = phase("iid-trigonometric", "iid-positive", d=4, m=4, r="0.1:2:0.1", c="-0.9:0.9:0.1")
    for crossing in found.crossings:
        assert 0 < crossing.high - crossing.low <= Fraction(1, 10 * 2**10)
        for end, winner in ((crossing.low, crossing.before), (crossing.high, crossing.after)):
            r, c = (end, crossing.at) if crossing.across == "r" else (crossing.at, end)
            wave, positive = relative_errors(float(r), float(c), 4)
            assert winner == ("iid-positive" if positive < wave else "iid-trigonometric")


def test_ties_and_what_is_outside_have_no_winner() -> None:
    equal = phase("iid-positive", "orthogonal-positive", d=4, m="1:2", v="0:1")
    assert equal.winners[:, 0].tolist() == [UNDECIDED, UNDECIDED], "both errors are 0 at v = 0"
    assert equal.winners[0, 1] == UNDECIDED, "a single row has no coupling"
    assert equal.winners[1, 1] == 1
    outside = phase("iid-positive", "orthogonal-positive", d=4, m="4:6:2", v="1:2")
    assert outside.winners[1].tolist() == [OUTSIDE, OUTSIDE], "one block has at most d rows"
    assert outside.counts == {"orthogonal-positive": 2, "outside": 2}
    greatest = phase("iid-positive", "orthogonal-positive", greatest=True, d=4, m="2:4", v="1:2")
    assert set(np.unique(greatest.winners)) == {0}
    assert "Phase(2x2" in repr(outside)


@pytest.mark.parametrize(
    ("names", "given"),
    [
        (["iid-positive"], {"d": 4, "m": "1:2", "v": "1:2"}),
        (["iid-positive", "orthogonal-positive"], {"d": 4, "m": 2, "v": "1:2"}),
        (["iid-positive", "orthogonal-positive"], {"d": 4, "m": "1:2", "v": "1:2", "q": 1}),
        (["iid-positive", "orthogonal-positive"], {"d": 4, "m": "1:1000", "v": "1:2:0.001"}),
    ],
)
def test_wrong_phases_are_refused(names: list[str], given: dict[str, object]) -> None:
    with pytest.raises(InputError):
        phase(*names, **given)  # type: ignore[arg-type]


def test_the_phase_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["phase", "iid-trigonometric", "iid-positive", "d=4", "m=4", "r=0.2:1:0.2", "c=-0.8:0.8:0.4"]
    assert run([*words, "-o", str(tmp_path / "p.svg"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    jsonschema.validate(document, json_schema())
    assert len(document["winners"]) == 5
    assert "iid-positive" in (tmp_path / "p.svg").read_text("utf-8")
    assert run(words) == 0
    assert "iid-trigonometric" in capsys.readouterr().out


def _once_told(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What is said on stderr until that line is, however long a busy machine takes for it."""
    told, end = "", time.monotonic() + 60
    while not re.search(line, told, re.MULTILINE):
        assert time.monotonic() < end, told
        time.sleep(0.01)
        told += capsys.readouterr().err
    return told


def test_long_work_says_what_it_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "EACH", 0.02)
    with progress.telling("outside"), progress.following(3, "verify") as advance:
        assert advance is not None
        advance(rftheory.statement("simrf/thm4.3/orf"))
        told = _once_told(r"^rftheory: verify, \d+ s: 1 of 3 done, last simrf/thm4.3/orf$", capsys)
    assert "outside" not in told + capsys.readouterr().err, "the innermost work speaks alone"
    with progress.telling("outside"):
        _once_told(r"^rftheory: outside, \d+ s$", capsys)
    monkeypatch.setattr(progress, "EACH", 600.0)
    capsys.readouterr()
    with progress.telling("short"):
        pass
    assert "short" not in capsys.readouterr().err


_ENDED = "rftheory: no answer after 0.2 seconds of computing"


def test_drawing_ends_where_it_is_told_to(command) -> None:
    """Ended in a child; within the limit the numbers are those of a run without one."""
    words = ["simulate", "orthogonal-positive", "x=1e-3,1", "y=1,0", "--draws", "9"]
    answer = command([*words, "m=616000", "--seconds", "0.2"])
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith(_ENDED)
    short = [*words, "m=6", "--json"]
    assert command([*short, "--seconds", "30"]) == command(short)


@pytest.mark.parametrize(
    ("words", "long", "short"),
    [
        (["plot", "orthogonal-positive", "d=4", "m=4", "--json"], "v=0:3:0.0001", "v=0:3:1"),
        (
            ["phase", "iid-positive", "orthogonal-positive", "d=4", "m=4", "--json"],
            "x2=0.1:2:0.01 y2=0.1:2:0.01 xy=0",
            "x2=0.1:2:1 y2=0.1:2:1 xy=0",
        ),
    ],
    ids=["plot", "phase"],
)
def test_curves_and_phases_end_where_they_are_told_to(
    command, words: list[str], long: str, short: str
) -> None:
    answer = command([*words, *long.split(), "--seconds", "0.2"])
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith(_ENDED)
    within = [*words, *short.split()]
    assert command([*within, "--seconds", "30"]) == command(within)
    assert command(within).code == 0
