"""Objects that are wrong as texts: what JSON, an index, a scope or a size could smuggle past a checker; none gets through."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from rftheory.proof.checker import Malformed, Refused, check
from rftheory.proof.checker import quotients as effort
from rftheory.proof.checker.points.refutation import check as check_refutation
from rftheory.proof.checker.program import main
from tests.proof.test_refutations import refuting
from tests.proof.two_programs import a_step, an_object

Json = Any
TRUE = an_object([["x", "real"]], [["<", 0, "x"]], a_step("given", ["<", 0, "x"]))
TEXT = json.dumps(TRUE)
RING = an_object([["x", "real"]], [], a_step("ring", ["=", ["*", 2, "x"], ["+", "x", "x"]]))


def test_what_is_changed_below_is_accepted() -> None:
    assert check(TEXT).about == "test"
    assert check(json.dumps(RING)).conclusion[0] == "="


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace('"format": 1', '"format": 1, "format": 1'),
        TEXT.replace('"conclusion"', '"conclusion": ["<", "x", 0], "conclusion"'),
        TEXT.replace('"rule": "given"', '"rule": "given", "rule": "ring"'),
        TEXT.replace('["<", 0, "x"]', '["<", 0.0, "x"]'),
        TEXT.replace('["<", 0, "x"]', '["<", -0.0, "x"]'),
        TEXT.replace('["<", 0, "x"]', '["<", NaN, "x"]'),
        TEXT.replace('["<", 0, "x"]', '["<", Infinity, "x"]'),
        TEXT.replace('["<", 0, "x"]', '["<", 1e400, "x"]'),
        TEXT.replace('["<", 0, "x"]', f'["<", {"9" * 1001}, "x"]'),
        TEXT.replace('["<", 0, "x"]', f'["<", {"[" * 5000}{"]" * 5000}, "x"]'),
        "[" * 100_000,
        TEXT + TEXT,
        TEXT[:-1],
        "\ufeff" + TEXT,
        TEXT.replace('"format": 1', '"format": true'),
        TEXT.replace('"format": 1', '"format": 1.0'),
        TEXT.replace('"format": 1', '"format": "1"'),
        TEXT.replace('"format": 1', '"format": 1, "hash": "0"'),
        TEXT.replace('"about": "test"', '"about": "test\\nhrf/eq32: accepted"'),
        TEXT.replace('"about": "test"', '"about": "\\ud800"'),
        TEXT.replace('"about": "test"', '"about": ""'),
        TEXT.replace('"about": "test"', '"part": "0", "about": "test"'),
        TEXT.replace('"x", "real"', '"x", "vectors of reals"'),
        TEXT.replace('["x", "real"]', '["x", "real"], ["x", "integer"]'),
        TEXT.replace('["x", "real"]', '["x y", "real"], ["x", "real"]'),
        TEXT.replace('["x", "real"]', '["x", "real", "real"]'),
        TEXT.replace('["<", 0, "x"]', '["<", 0, "y"]'),
        "null",
        '"given"',
        "",
    ],
    ids=range(30),
)
def test_a_text_that_is_no_object(text: str) -> None:
    with pytest.raises(Malformed):
        check(text)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"from": [0]}, "earlier"),
        ({"from": [1]}, "earlier"),
        ({"from": [-1]}, "earlier"),
        ({"from": [False]}, "earlier"),
        ({"from": ["0"]}, "earlier"),
        ({"from": {}}, "list"),
        ({"rule": ["given"]}, "text"),
        ({"rule": "Given"}, "no rule"),
        ({"rule": "__class__"}, "no rule"),
        ({"by": {"of": 0}}, "unknown keys"),
        ({"by": []}, "JSON object"),
        ({"note": "true"}, "unknown keys"),
        ({"for": [["x", "real"]]}, "twice"),
        ({"for": [["y", "vector"]]}, "pairs"),
        ({"for": [["y", "real"]]}, "local variables"),
        ({"if": [["<", 0, "x"]]}, "local variables or hypotheses"),
        ({"if": [["<", "z", "x"]]}, "no variable"),
        ({"then": ["<", 0, ["q", 2, 4]]}, "lowest terms"),
        ({"then": ["<", 0, ["q", 1, -2]]}, "lowest terms"),
        ({"then": ["<", 0, ["q", 1, 0]]}, "lowest terms"),
        ({"then": ["<", 0, ["q", True, 2]]}, "integers"),
        ({"then": ["<", 0, True]}, "a term must be"),
        ({"then": ["<", 0, None]}, "a term must be"),
        ({"then": ["<", 0, ["oo"]]}, "no term"),
        ({"then": ["<", 0, ["list", "x"]]}, "no term"),
        ({"then": ["<", 0, ["[]", "x"]]}, "no term"),
        ({"then": ["<", 0, ["vec", "x"]]}, "no term"),
        ({"then": ["<", 0, ["dot", "x", "x"]]}, "vector"),
        ({"then": ["<", 0, ["+", "x"]]}, "two or more"),
        ({"then": ["<", 0, ["exp", "x", "x"]]}, "1 parts"),
        ({"then": ["<", 0, ["entry", "x", 0]]}, "no vector"),
        ({"then": ["<", 0, ["sum", "k", ["oo"], 3, "k"]]}, "no term"),
        ({"then": [">", "x", 0]}, "no proposition"),
        ({"then": ["<", 0, "x", "x"]}, "2 parts"),
        ({"then": ["and"]}, "one proposition"),
        ({"then": ["where", [], ["<", 0, "x"]]}, "one condition"),
        ({"then": ["all", "y", "vector", ["<", 0, "x"]]}, "kind"),
        ({"then": "x"}, "proposition"),
    ],
)
def test_a_step_that_is_none(changes: Json, reason: str) -> None:
    step = TRUE["steps"][0] | changes
    with pytest.raises(Refused, match=reason):
        check(json.dumps(TRUE | {"steps": [step], "conclusion": step["then"]}))


def test_no_steps_and_other_conclusions() -> None:
    for changes, reason in (
        ({"steps": []}, "a step at least"),
        ({"conclusion": ["<", "x", 0]}, "not what the last step proves"),
        ({"conclusion": ["and", ["<", 0, "x"]]}, "not what the last step proves"),
        ({"steps": [*TRUE["steps"], *RING["steps"]]}, "not what the last step proves"),
    ):
        with pytest.raises(Refused, match=reason):
            check(json.dumps(TRUE | changes))


def test_names_that_only_look_alike_are_others() -> None:
    """A Latin and a Cyrillic letter, and a letter that a reader of Unicode would fold."""
    for other in ("\u0445", "\uff58"):
        written = an_object(
            [["x", "real"], [other, "real"]], [["<", 0, "x"]], a_step("given", ["<", 0, other])
        )
        with pytest.raises(Refused, match="neither"):
            check(json.dumps(written))


def _nested(depth: int, head: str = "exp") -> Json:
    term: Json = "x"
    for _ in range(depth):
        term = [head, term]
    return term


def test_depth_and_size_have_limits() -> None:
    for term in (_nested(101), _nested(900), _nested(99, "f")):
        with pytest.raises(Refused):
            check(json.dumps(an_object([["x", "real"]], [], a_step("replace", ["=", term, term], by={}))))
    many = [[f"v{i}", "real"] for i in range(1001)]
    with pytest.raises(Malformed, match="more than 1000"):
        check(json.dumps(TRUE | {"context": {"variables": many, "constraints": []}}))


POWER = ["^", ["+", "x", 1], 3000]
TOWER = ["^", ["^", ["^", 2, 10**900], 10**900], 10**900]


@pytest.mark.parametrize(
    "term", [POWER, TOWER, ["^", ["^", 2, ["q", 1, 3]], 10**900], ["exp", ["*", 10**900, ["log", 3]]]]
)
def test_a_small_object_cannot_ask_for_hours(term: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "MAX_STEP", effort.MAX_STEP // 20)
    start = time.process_time()
    with pytest.raises(Refused):
        check(json.dumps(an_object([["x", "real"]], [], a_step("ring", ["=", term, 0]))))
    assert time.process_time() - start < 3


def test_steps_times_binders_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last word looks at every step for every binder of the conclusion; constraints are looked at once."""
    steps = [a_step("ring", ["=", 1, 1]) for _ in range(500)]
    body = ["+", *(["sum", f"k{i}", 0, i, ["^", f"k{i}", 2]] for i in range(100))]
    written = an_object([], [], *steps, a_step("replace", ["=", body, body], by={}))
    check(json.dumps(written))
    monkeypatch.setattr(effort, "MAX_LOOKS", 20_000)
    with pytest.raises(Refused, match="look through"):
        check(json.dumps(written))


def test_many_constraints_and_many_means_are_no_square() -> None:
    constraints = [["<", i, "x"] for i in range(2000)]
    steps = [a_step("integrable", ["integrable", 1]) for _ in range(2000)]
    written = an_object([["x", "real"]], constraints, *steps)
    start = time.process_time()
    check(json.dumps(written))
    assert time.process_time() - start < 3


def test_a_refutation_prints_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its name cannot write a second one, as if another object had been accepted."""
    made = refuting("=", "x", 1, [[0, 0], [1, 1]], x=0)
    assert check_refutation(made) == "nobody/claims: left = right fails"
    for key in ("about", "words"):
        file = tmp_path / f"{key}.json"
        file.write_text(json.dumps(made | {key: "x\nhrf/eq32: accepted"}), "utf-8")
        assert main([str(file)]) == 1
        shown = capsys.readouterr()
        assert shown.out == ""
        assert "printable" in shown.err


def test_what_stands_behind_a_long_line_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rftheory.proof.checker import program, reading

    for module in (program, reading):
        monkeypatch.setattr(module, "MAX_TEXT", 1000)
    file = tmp_path / "objects.jsonl"
    file.write_text(" " * 1001 + TEXT + "\n", "utf-8")
    assert main([str(file)]) == 2
    file.write_text(TEXT + "\n", "utf-8")
    assert main([str(file)]) == 0
