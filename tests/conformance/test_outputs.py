"""What other programs read of a report: expectations, one line, JUnit, annotations, SARIF, a badge."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from rftheory.cli.conforming.program import _document
from rftheory.conformance.expectation import Surprise, known, surprise
from rftheory.conformance.findings import Finding, Report
from rftheory.errors import InputError
from rftheory.report.conformance import conformance_document
from rftheory.report.conformed.badge import COLOURS, badge
from rftheory.report.conformed.github import commands
from rftheory.report.conformed.junit import junit
from rftheory.report.conformed.sarif import sarif
from rftheory.report.conformed.summary import causes, summary
from rftheory.verdict import Outcome

HELD = Finding("redraws", "simrf/eq1", Outcome.HOLDS, "draws that repeat", draws=64, delta=1.0)
QR = Finding(
    "signs",
    "orf/sec3/footnote1",
    Outcome.FAILS,
    "0.3,\nnot 0",
    cause="unsigned-qr",
    diagnosis="50 % of\nsigns",
)
AGAIN = Finding(
    "mean: a", "orf/thm1/bias", Outcome.FAILS, "low", cause="unsigned-qr", diagnosis="of the above"
)
EPSILON = Finding("scale", "simrf/eq1", Outcome.FAILS, "1e-4 more", cause="epsilon-added", diagnosis="added")
NAMELESS = Finding("mean: b", "orf/thm1/bias", Outcome.FAILS, "high")
OPEN = Finding("mean: c", "orf/thm1/bias", Outcome.UNDECIDED, "too wide")
NOTED = replace(OPEN, note="no coupling was declared")


def _report(*findings: Finding, source: tuple[str, int] | None = ("maps,1.py", 12)) -> Report:
    made = (
        "maps:f",
        "features",
        "orthogonal-positive",
        False,
        "softmax",
        16,
        48,
        "float64",
        "its seed",
        64,
        7,
    )
    return Report(*made, "quick", 1e-6, 1e-6, "", findings, source=source)


@pytest.mark.parametrize(
    ("findings", "expected", "wrong", "code"),
    [
        ((HELD,), (), "", 0),
        ((HELD, QR), (), "fails: unsigned-qr", 1),
        ((HELD, OPEN), (), "undecided: see the findings", 3),
        ((HELD, QR, AGAIN), ("unsigned-qr",), "", 0),
        ((HELD, QR, OPEN), ("unsigned-qr",), "beside what is expected, undecided: mean: c", 3),
        ((HELD, QR, NOTED), ("unsigned-qr",), "", 0),
        ((HELD,), ("unsigned-qr",), "expected and not found any more: unsigned-qr", 1),
        ((HELD, OPEN), ("unsigned-qr",), "expected and not found any more: unsigned-qr", 1),
        ((QR, EPSILON), ("unsigned-qr",), "found and not expected: epsilon-added", 1),
        ((QR, EPSILON), ("unsigned-qr", "epsilon-added"), "", 0),
        ((QR,), ("unsigned-qr", "epsilon-added"), "expected and not found any more: epsilon-added", 1),
        ((QR, NAMELESS), ("unsigned-qr",), "fails without a cause: mean: b", 1),
        ((QR, NAMELESS, OPEN), ("unsigned-qr",), "fails without a cause: mean: b", 1),
    ],
)
def test_what_is_as_expected(
    findings: tuple[Finding, ...], expected: tuple[str, ...], wrong: str, code: int
) -> None:
    assert surprise(_report(*findings), expected) == Surprise(wrong, code)


CASES: tuple[tuple[tuple[Finding, ...], tuple[str, ...]], ...] = (
    ((HELD,), ()),
    ((HELD, QR), ()),
    ((HELD, OPEN), ()),
    ((QR, OPEN), ()),
    ((HELD, QR, AGAIN), ("unsigned-qr",)),
    ((HELD, QR, OPEN), ("unsigned-qr",)),
    ((HELD,), ("unsigned-qr",)),
    ((HELD, OPEN), ("unsigned-qr",)),
    ((QR, EPSILON), ("unsigned-qr",)),
    ((QR, NAMELESS), ("unsigned-qr",)),
)


@pytest.mark.parametrize(("findings", "expected"), CASES)
@pytest.mark.parametrize("identity", ["", "none of the mechanisms known here"])
def test_every_output_says_what_the_exit_code_says(
    findings: tuple[Finding, ...], expected: tuple[str, ...], identity: str
) -> None:
    report = replace(_report(*findings), identity=identity, unbiased=not identity)
    document = _document(report, expected, surprise(report, expected))
    code = document["exit_code"]
    root = ET.fromstring(junit(document))
    failures, errors = int(root.get("failures") or 0), int(root.get("errors") or 0)
    cases = list(root.iter("testcase"))
    assert (len(cases), failures) == (int(root.get("tests") or 0), len(list(root.iter("failure"))))
    assert errors == len(list(root.iter("error")))
    words = [line.split(" ")[0] for line in commands(document)]
    levels = [result["level"] for result in json.loads(sarif(document))["runs"][0]["results"]]
    colour = json.loads(badge(document, as_json=True))["color"]
    for worst, wrong, open_ in (
        ("junit", failures > 0, errors > 0),
        ("github", "::error" in words, "::warning" in words),
        ("sarif", "error" in levels, "warning" in levels),
        ("badge", colour == COLOURS[1], colour == COLOURS[3]),
    ):
        assert (1 if wrong else 3 if open_ else 0) == code, worst


def test_unknown_causes_are_refused() -> None:
    with pytest.raises(InputError, match="unsigned-qr"):
        known(["unsigned-rq"])


def test_one_line_each() -> None:
    document = conformance_document(_report(HELD, QR, AGAIN, NAMELESS, OPEN))
    found = list(causes(document))
    assert [(one.name, one.checks) for one in found] == [
        ("unsigned-qr", ("signs", "mean: a")),
        ("fails", ("mean: b",)),
        ("undecided", ("mean: c",)),
    ]
    assert not any("\n" in one.line for one in found)
    assert summary(document).startswith(
        "maps:f fails as orthogonal-positive (softmax kernel, d = 16, seed 7): unsigned-qr;"
    )
    assert summary(document).endswith("1 of 5 checks hold")


def _of(*findings: Finding, excused: bool = False) -> dict[str, Any]:
    report, expected = _report(*findings), ("unsigned-qr",) if excused else ()
    return _document(report, expected, surprise(report, expected))


def test_junit_fails_what_does_not_hold() -> None:
    root = ET.fromstring(junit(_of(HELD, QR, OPEN)))
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "1", "1")
    assert [found.get("message") for found in root.iter("failure")] == ["unsigned-qr: 50 % of signs"]
    assert [found.get("message") for found in root.iter("error")] == ["undecided: too wide"]
    excused = ET.fromstring(junit(_of(HELD, QR, excused=True)))
    assert (excused.get("failures"), excused.get("skipped")) == ("0", "1")


def test_a_note_is_no_failure() -> None:
    document = _of(HELD, QR)
    document["findings"][1]["note"] = "signs cancel in an even map"
    assert list(causes(document)) == []
    assert ET.fromstring(junit(document)).get("failures") == "0"
    assert json.loads(sarif(document))["runs"][0]["results"] == []


def test_annotations_are_one_escaped_line_each() -> None:
    lines = list(commands(_of(HELD, QR, OPEN)))
    assert lines[0].startswith(
        "::error file=maps%2C1.py,line=12,title=rftheory%3A unsigned-qr::unsigned-qr: 50 %25 of signs"
    )
    assert lines[1].startswith("::warning ")
    assert not any("\n" in line for line in lines)
    assert next(iter(commands(_of(HELD)))).startswith("::notice ")
    assert next(iter(commands(_of(QR, excused=True)))).startswith("::notice ")
    nowhere = conformance_document(_report(QR, source=None))
    assert next(iter(commands(nowhere))).startswith("::error title=")


def test_sarif_has_a_rule_and_a_place_for_every_result() -> None:
    run = json.loads(sarif(_of(HELD, QR, EPSILON, NAMELESS, OPEN)))["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["unsigned-qr", "epsilon-added", "fails", "undecided"]
    assert [result["level"] for result in run["results"]] == ["error", "error", "error", "warning"]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("maps,1.py", 12)
    assert json.loads(sarif(_of(HELD)))["runs"][0]["results"] == []


@pytest.mark.parametrize(
    ("findings", "excused", "word"),
    [
        ((HELD,), False, "conforms"),
        ((QR, EPSILON), False, "unsigned-qr"),
        ((QR,), True, "known: unsigned-qr"),
        ((QR, OPEN), True, "undecided"),
        ((QR, EPSILON), True, "not as expected"),
    ],
)
def test_badges(findings: tuple[Finding, ...], excused: bool, word: str) -> None:
    document = _of(*findings, excused=excused)
    image = ET.fromstring(badge(document, as_json=False))
    assert image.get("aria-label") == f"random features: {word}"
    assert json.loads(badge(document, as_json=True))["message"] == word


MODULE = """
import numpy as np

def wrong(x, seed):
    z = x @ np.random.default_rng(seed).standard_normal((x.shape[1], 32))
    return np.hstack([np.cos(z), np.sin(z)])

def right(x, seed):
    return wrong(x, seed) / 32**0.5
"""
CAUSE = "missing-1/sqrt-m"


@pytest.fixture
def maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The command that holds two maps of a file, and its outputs."""
    (tmp_path / "output_maps.py").write_text(MODULE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "output_maps", raising=False)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    return ["conform", "--in-process", "--mechanism", "rff", "--draws", "256"]


@pytest.mark.parametrize(
    ("name", "expected", "code", "said"),
    [
        ("right", [], 0, ""),
        ("wrong", [], 1, ""),
        ("wrong", [CAUSE], 0, f"as expected: {CAUSE}"),
        ("right", [CAUSE], 1, f"not as expected: expected and not found any more: {CAUSE}"),
        ("wrong", [CAUSE, "unsigned-qr"], 1, "not as expected: expected and not found any more: unsigned-qr"),
    ],
)
def test_the_gate(
    maps: list[str], command: Any, name: str, expected: list[str], code: int, said: str
) -> None:
    options = [option for cause in expected for option in ("--expect", cause)]
    answer = command([*maps, f"output_maps.py:{name}", *options, "--summary"])
    assert answer.code == code, answer.err
    assert answer.out.splitlines()[1:] == ([said] if said else [])


def test_files_are_written_and_annotations_printed(maps: list[str], command: Any, tmp_path: Path) -> None:
    files = {"--junit": "a.xml", "--sarif": "a.sarif", "--badge": "a.svg"}
    options = [part for option in files.items() for part in option]
    answer = command([*maps, "output_maps:wrong", *options, "--github"])
    assert answer.code == 1
    assert answer.out.splitlines()[-1].startswith("::error file=output_maps.py,line=4,title=")
    assert all((tmp_path / name).stat().st_size > 100 for name in files.values())
    run = json.loads((tmp_path / "a.sarif").read_text("utf-8"))["runs"][0]
    assert run["results"][0]["locations"][0]["physicalLocation"]["region"] == {"startLine": 4}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--json", "--summary"], "one document"),
        (["--badge", "a.png"], ".svg"),
        (["--junit", "none/a.xml"], "writable folder"),
        (["--expect", "unsigned"], "nearest: unsigned-qr"),
        (["--draws", "3"], "at least 64"),
        (["--draws", "1000000000"], "at most 16777216"),
        (["--draws", "many"], "invalid int value"),
        (["--seconds", "0"], "finite number > 0"),
        (["--seconds", "1e-6"], "do not fit"),
        (["--timeout", "3"], "child process"),
        (["--saved", "a.npz"], "one of them"),
        (["--mechansim", "rff"], "unrecognized"),
        (["more"], "unrecognized"),
    ],
)
def test_wrong_options_are_one_line(maps: list[str], command: Any, options: list[str], message: str) -> None:
    answer = command([*maps, "output_maps:right", *options])
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert answer.err.count("\n") == 1


def test_seconds_choose_the_draws(maps: list[str], command: Any) -> None:
    answer = command([*maps, "output_maps:right", "--seconds", "5", "--json"])
    draws = json.loads(answer.out)["draws"]
    assert draws == 256 or (draws >= 64 and draws.bit_count() == 1)
    assert command(["conform", "--help"]).code == 0
