"""The zoo itself: its records, what its runner says, and a small sample put to `conform`; the rest by `python -m tests.zoo`."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from rftheory.conformance.causes import CAUSES
from tests.zoo import running, sizes
from tests.zoo.__main__ import main
from tests.zoo.index import specimens
from tests.zoo.right.positive_numpy import SPECIMENS as POSITIVE
from tests.zoo.specimen import PROPOSED, STYLES, Expected, Specimen, Style

FOUND, SKIPPED = specimens()
ALL = {name: specimen for name, (_, specimen) in FOUND.items()}
SAMPLE: tuple[tuple[str, Style], ...] = (
    ("rff-cos-sin", "full"),
    ("rff-phases", "undeclared"),
    ("rff-half-circle", "sparse"),
    ("orf-chi", "undeclared"),
    ("orf-scipy", "full"),
    ("prf-gaussian", "undeclared"),
    ("relu", "full"),
    ("unsigned-qr-positive", "full"),
    ("wrong-axis-waves", "sparse"),
    ("blocks-repeated", "full"),
    ("cycles-for-radians", "sparse"),
    ("root-2-lost", "full"),
    ("no-weight", "full"),
    ("seed-constant", "undeclared"),
    ("sine-alone", "sparse"),
    ("below-zero", "sparse"),
    ("givens-sign", "sparse"),
    ("hadamard-positive", "sparse"),
    ("linear-layer", "sparse"),
    ("degrees", "full"),
    ("rff-shuffled", "full"),
    ("orf-sines-reversed", "full"),
    ("sorf-padded", "undeclared"),
    ("sorf-padded-unscaled", "full"),
    ("sigma-unsquared", "sparse"),
    ("huge", "full"),
    ("fastfood-without-gaussian", "undeclared"),
    ("additive", "full"),
    ("importance-one-side", "full"),
    ("rff-amplitude-of-queries", "full"),
    ("prf-queries-scaled", "full"),
    ("keys-longer", "full"),
    ("rows-half-frozen", "full"),
    ("hadamard-one-diagonal", "sparse"),
    ("attention-queries-scaled", "sparse"),
    ("attention-softmax-features", "undeclared"),
    ("attention-features-over-their-sum", "sparse"),
    ("attention-keys-over-the-sequence", "sparse"),
    ("attention-scaled-twice", "sparse"),
    ("sketch-without-signs", "full"),
    ("favor-side-by-default", "sparse"),
    ("products-of-neighbours", "undeclared"),
    ("attention-projected-sequence", "undeclared"),
    ("half-inside", "sparse"),
    ("estimates-apart", "full"),
    ("hadamard-without-last", "full"),
)
"""What holds and takes a second: one of each side from most families."""
FAINT = {"sine-alone", "hadamard-positive", "attention-queries-scaled"}
"""Wrong code of which a quarter of the draws does not decide."""


def test_there_are_enough_of_both_sides() -> None:
    right = sum(specimen.right for specimen in ALL.values())
    assert right >= 60
    assert len(ALL) - right >= 60
    assert set(SKIPPED) <= {
        f"{side}.{library}_maps" for side in ("right", "wrong") for library in ("torch", "jax")
    }


def test_every_record_is_complete() -> None:
    for name, specimen in ALL.items():
        assert specimen.note, name
        named = {*specimen.causes, *specimen.also, *specimen.together}
        assert named <= CAUSES.keys() | PROPOSED.keys(), name
        assert any(specimen.options(style) is not None for style in STYLES), name
        assert FOUND[name][0].startswith("right." if specimen.right else "wrong."), name


def test_expectations_can_be_missed() -> None:
    nothing, named = Expected(frozenset({0})), Expected(frozenset({1}), frozenset({"scale", "weight"}))
    assert not nothing.refutes(0, frozenset())
    assert nothing.refutes(1, frozenset({"scale"})) == "exit 1, expected 0"
    assert nothing.refutes(0, frozenset({"scale"})) == "wrongly named scale"
    assert not named.refutes(1, frozenset({"weight"}))
    assert named.refutes(0, frozenset()) == "exit 0, expected 1"
    assert named.refutes(1, frozenset({"gram"})) == "not named scale or weight"
    assert named.refutes(1, frozenset({"scale", "gram"})) == "wrongly named gram"
    both = replace(named, named=frozenset(), together=frozenset({"scale", "weight"}))
    assert both.refutes(1, frozenset({"scale"})) == "not named weight"


@pytest.mark.parametrize(("name", "style"), SAMPLE)
def test_a_sample(name: str, style: Style, request: pytest.FixtureRequest) -> None:
    """Right code with all draws, so that no false alarm is missed; mistakes that are plain to see with a quarter."""
    if not ALL[name].right and name not in FAINT:
        request.getfixturevalue("fewer_draws")
    found = running.outcome(ALL[name], style)
    assert found is not None
    assert found.as_expected, found


def test_a_mistake_that_is_called_right_is_seen() -> None:
    """The runner fails: code that is wrong, recorded as right."""
    found = running.outcome(replace(ALL["root-2-lost"], causes=()), "full")
    assert found is not None
    assert found.wrong == "exit 1, expected 0"


def test_refusals_and_crashes_are_not_as_expected() -> None:
    refused = running.outcome(replace(ALL["rff-phases"], full={"mechanism": "no-such"}), "full")
    assert refused is not None
    assert (refused.exit, refused.as_expected) == (2, False)


def _size(name: str, x: np.ndarray, y: np.ndarray) -> float:
    """The relative bias of one draw at one pair."""
    specimen: Specimen = ALL[name]
    made = sizes.estimates(specimen, x[None], y[None], 1, 3)[0, 0]
    return float(made / sizes.kernel(specimen, x[None], y[None])[0] - 1.0)


def test_sizes_are_the_exact_ones_where_nothing_is_random() -> None:
    """At y = -x positive features are e^{-|x|^2} whatever was drawn; at y = x cosines and sines are one."""
    x = np.full(8, 8**-0.5)
    assert _size("prf", x, -x) == pytest.approx(0.0, abs=1e-12)
    assert _size("half-square", x, -x) == pytest.approx(math.e - 1.0)
    assert _size("no-root-m-positive", x, -x) == pytest.approx(47.0)
    assert _size("rff-cos-sin", x, x) == pytest.approx(0.0, abs=1e-12)
    assert _size("root-2m", x, x) == pytest.approx(-0.5)


def test_right_code_is_unbiased_and_wrong_code_is_not_in_the_record() -> None:
    kept = sizes.recorded()
    for name, specimen in ALL.items():
        if specimen.kernel is None:
            assert name not in kept
        elif specimen.right:
            assert not kept[name]["certain"], name
    assert kept["unsigned-qr-positive"]["certain"]
    assert {s.name for s in POSITIVE if s.kernel is not None} <= kept.keys()


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-specimen"]) == 2
    assert main(["--list", "orf-*"]) == 0
    assert "orf-chi" in capsys.readouterr().out
    assert main(["rff-cos-sin", "--style", "full", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["exit"] == 0
