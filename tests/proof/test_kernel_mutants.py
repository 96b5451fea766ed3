"""Mutants of proved statements are refused, and an unsound rule, context or translation would be seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.kernel_mutants import __main__ as program
from benchmarks.kernel_mutants.attacks import SAME, STEPS, differing
from benchmarks.kernel_mutants.judging import judged
from benchmarks.kernel_mutants.making import Unit, proved, units, wrong
from rftheory.proof.checker import rules
from rftheory.statements import Statement

IDENTITY = "simrf/eq5"  # by normal forms alone, at any numbers: its rule is needed nowhere
BOUND = "performer/eq35/w/corrected"  # false without either of its rules


def only(identifier: str) -> Unit:
    (unit,) = units(identifier)
    return unit


@pytest.fixture
def lying(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Rules of the checker that take everything, once they are named."""
    named: set[str] = set()
    for name, rule in list(rules.RULES.items()):
        monkeypatch.setitem(
            rules.RULES,
            name,
            lambda here, name=name, rule=rule: None if name in named else rule(here),
        )
    return named


def test_no_false_mutant_of_a_sample_is_accepted() -> None:
    rows = list(program.run([IDENTITY, BOUND, "performer/eq16"], None, 3, 0.3))
    accepted = program.accepted_rows(rows)
    assert {row["word"] for row in accepted} == {"true"}
    assert (IDENTITY, "domain") in [(row["id"], row["place"]) for row in accepted]
    refused = [row["word"] for row in rows if not row["by"]]
    assert refused.count("false") > 12
    assert {row["place"] for row in rows} == set(program.PLACES)


@pytest.mark.parametrize(
    ("rule", "identifier", "place"), [("ring", IDENTITY, "formula"), ("given", BOUND, "domain")]
)
def test_an_unsound_rule_is_seen(lying: set[str], rule: str, identifier: str, place: str) -> None:
    unit = only(identifier)
    assert not [row for row in program.tried(unit, 3, 0) if row["by"] and row["word"] != "true"]
    lying.add(rule)
    found = [row for row in program.tried(unit, 3, 0) if row["by"] == STEPS and row["word"] == "false"]
    assert place in {row["place"] for row in found}


def test_a_translation_that_forgets_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a wider domain or a wrong formula asks for the same theorem, the kept object passes for it."""
    unit = only(BOUND)

    def forgetful(_: Statement) -> tuple[object, ...]:
        return (unit.goal,)

    monkeypatch.setattr(program, "asked", forgetful)
    rows = list(program.tried(unit, 3, 0))
    assert {row["by"] for row in rows} == {SAME}
    assert {row["place"] for row in rows if row["word"] == "false"} >= {"formula", "claim", "domain"}


def test_the_program_fails_where_a_false_mutant_is_accepted(
    lying: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [IDENTITY, "--most", "2", "--seconds", "0"]
    assert program.main(arguments) == 0
    lying.add("ring")
    assert program.main(arguments) == 1
    assert f"false: {IDENTITY} part 1, formula" in capsys.readouterr().out


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "run.jsonl"
    first = list(program.run([IDENTITY, BOUND], store, 1, 0))
    text = store.read_text("utf-8")
    store.write_text(text[: text.index("\n") + 40], "utf-8")
    tried: list[str] = []
    honest = program.tried

    def watched(unit: Unit, most: int, seconds: float) -> Iterator[program.Row]:
        tried.append(unit.statement.id)
        yield from honest(unit, most, seconds)

    monkeypatch.setattr(program, "tried", watched)
    assert list(program.run([IDENTITY, BOUND], store, 1, 0)) == first
    assert list(program.run([IDENTITY, BOUND], store, 1, 0)) == first
    assert tried == [BOUND]


def test_the_judge_knows_right_from_wrong() -> None:
    """A weaker bound is true, one that points the other way is false; a dropped rule is either."""
    words = {(m.place, m.wrong): judged(only(BOUND), m, patient=True).word for m in wrong(only(BOUND), 6)}
    assert words[("claim", "direction")] == "false"
    assert "true" in words.values()
    (free,) = (m for m in wrong(only(IDENTITY), 1) if m.place == "domain")
    assert judged(only(IDENTITY), free, patient=True).word == "true"


def test_differing_parts_are_the_outermost() -> None:
    one = ["<", ["+", "a", ["exp", 1]], ["*", 2, "b"]]
    assert list(differing(one, ["<", ["+", "a", ["exp", 2]], ["*", 3, "b"]])) == [(1, 2), (2, 3)]
    assert list(differing(one, ["<=", 0, 1])) == [(one, ["<=", 0, 1])]
    assert list(differing(one, one)) == []


def test_every_proved_claim_has_its_units() -> None:
    assert len(proved()) >= 270
    assert all(unit.part == place for place, unit in enumerate(units("performer/eq14")))
