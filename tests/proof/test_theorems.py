"""Theorems that ship: the checker accepts them, they say what the statements claim, and nothing else passes for them."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from rftheory import registry
from rftheory.claims import Below, Equal
from rftheory.context import Context
from rftheory.domain import Domain, Rule, real
from rftheory.evidence.theorems.asked import asked
from rftheory.evidence.theorems.store import lines, stored
from rftheory.evidence.theorems.theorem import ProofObject, flaw
from rftheory.kit import Statement
from rftheory.proof.checker import Refused, check
from rftheory.proof.terms import ProofError
from rftheory.verdict import Outcome, Verdict

PAPERS = sorted(registry.modules_by_key())
PROVED = [
    name
    for name in (*registry.recorded(), *registry.ledger()["corrections"])
    if registry.recorded_verdict(name) is Verdict.PROVED
]
x, y = sp.symbols("x y", real=True)


def kept() -> list[str]:
    """Every id with an object."""
    return [name for paper in PAPERS for name in lines(paper)]


def test_what_is_proved_has_an_object_for_every_part_of_its_claim() -> None:
    assert len(PROVED) >= 270
    for name in PROVED:
        wanted = asked(registry.find(name).statement)
        assert set(stored(name)) == set(range(len(wanted))), name
        assert not any(each.narrower for each in wanted), name


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("paper", PAPERS)  # a minute together, so not one test
def test_every_object_that_ships_is_about_a_statement_and_accepted(paper: str, share: int) -> None:
    """One in `share`; `rftheory verify` checks every one."""
    for name in list(lines(paper))[::share]:
        found = ProofObject().run(registry.find(name).statement, Context())
        assert found.outcome is Outcome.HOLDS, f"{name}: {found.detail}"


def test_nothing_refuted_has_a_whole_proof() -> None:
    for name in kept():
        if registry.recorded_verdict(name) is Verdict.REFUTED:
            assert set(stored(name)) < set(range(len(asked(registry.find(name).statement)))), name


def flipped(value: Any) -> Iterator[Any]:
    """The value with one number in it changed by 1, or one entry of a list dropped."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield value + 1
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            for other in flipped(inner):
                yield [*value[:place], other, *value[place + 1 :]]
    elif isinstance(value, dict):
        for key, inner in value.items():
            for other in flipped(inner):
                yield {**value, key: other}


def variants(found: dict[str, Any]) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Objects with one number, premise or constraint other than in this one: what, in which step, the object."""
    for place in range(len(found["context"]["constraints"])):
        changed = copy.deepcopy(found)
        del changed["context"]["constraints"][place]
        yield "constraint", -1, changed
    for place, step in enumerate(found["steps"]):
        for index in range(len(step.get("from", ()))):
            changed = copy.deepcopy(found)
            del changed["steps"][place]["from"][index]
            yield "from", place, changed
        for key, value in step.items():
            sort = "bits" if step["rule"] == "number" and key == "by" else key
            for other in flipped(value):
                yield sort, place, with_step(found, place, {**step, key: other})


def with_step(found: dict[str, Any], place: int, step: dict[str, Any]) -> dict[str, Any]:
    return {**found, "steps": [*found["steps"][:place], step, *found["steps"][place + 1 :]]}


def accepted(found: dict[str, Any]) -> bool:
    try:
        check(json.dumps(found))
    except Refused:
        return False
    return True


NOTHING = {"rule": "replace", "then": ["=", 1, 1], "by": {}}


def without_term(found: dict[str, Any], changed: dict[str, Any], place: int) -> dict[str, Any]:
    """A combination without the premise whose multiplier was changed: it may say no more than 0 = 0."""
    step, other = found["steps"][place], changed["steps"][place]
    if step["rule"] != "combine" or len(step["by"]["terms"]) != len(other["by"]["terms"]):
        return changed | {"steps": []}
    kept = [a for a, b in zip(step["by"]["terms"], other["by"]["terms"], strict=True) if a == b]
    short = step | {"by": {"terms": kept}, "from": [each["premise"] for each in kept]}
    return with_step(found, place, short)


@pytest.mark.parametrize(
    "name",
    ["hrf/eq57", "performer/eq14", "performer/eq16", "performer/eq35/w/corrected", "simrf/eq46/corrected"],
)
def test_no_flip_that_the_theorem_needs_survives(name: str) -> None:
    """What is accepted all the same has another precision, a premise too many, or another step that says nothing to it."""
    wanted = asked(registry.find(name).statement)
    tried = 0
    for part, kept_object in stored(name).items():
        found = {key: value for key, value in kept_object.items() if key != "part"}
        for sort, place, changed in variants(found):
            tried += 1
            if flaw(changed, wanted[part]) is None and accepted(changed) and sort not in ("bits", "from"):
                assert accepted(with_step(found, place, NOTHING)) or accepted(
                    without_term(found, changed, place)
                ), (sort, place)
    assert tried > 0


def said(claim: Any, domain: Domain | None = None) -> Statement:
    plane = Domain((real("x"), real("y"))) if domain is None else domain
    return replace(
        registry.statement("simrf/eq5"), id="simrf/eq5", claim=claim, domain=plane, sides={}, checks=()
    )


def test_a_proof_of_another_claim_or_domain_says_nothing() -> None:
    true = registry.statement("simrf/eq5")
    assert ProofObject().run(true, Context()).outcome is Outcome.HOLDS
    for changed in (
        said(Equal(x, y)),
        replace(true, claim=Below("lhs", "rhs")),
        replace(true, domain=replace(true.domain, parameters=(*true.domain.parameters, real("more")))),
        replace(true, domain=replace(true.domain, rules=(*true.domain.rules, Rule(sp.Symbol("x2") < 5)))),
    ):
        assert ProofObject().run(changed, Context()).outcome is Outcome.UNDECIDED


def test_a_tautology_and_words_ask_for_no_proof() -> None:
    with pytest.raises(ProofError, match="one expression"):
        asked(said(Equal(x + y, y + x)))
    with pytest.raises(ProofError, match="no claim"):
        asked(said(None))
