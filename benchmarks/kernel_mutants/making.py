"""Wrong variants of one part of a proved claim: formulas, both representations, claims, wider domains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rftheory import registry
from rftheory.claims import Claim, Conjunct, Given, On, conjuncts
from rftheory.claims.mutation import wrong_claims
from rftheory.domain import Domain
from rftheory.evidence.mutants.trial import Place
from rftheory.evidence.mutants.widening import Widening, widenings
from rftheory.evidence.substitution import substitute, with_formula
from rftheory.evidence.theorems.asked import Goal, asked
from rftheory.evidence.theorems.store import Object, stored
from rftheory.exact.formula import Formula
from rftheory.exact.mutation import mutants, mutants_of_both
from rftheory.statements import Statement
from rftheory.verdict import Verdict


@dataclass(frozen=True)
class Unit:
    """One part of a claim as a statement of its own, what it asks of a proof, and the object that is kept for it."""

    statement: Statement
    part: int
    goal: Goal
    object: Object

    @property
    def conjunct(self) -> Conjunct:
        """The part itself, over the domain of the statement or one of its own."""
        assert self.statement.claim is not None
        return next(iter(conjuncts(self.statement.claim, self.statement.domain)))


@dataclass(frozen=True)
class Mutant:
    """A unit's statement made wrong; of a wider domain also what it adds."""

    place: Place
    wrong: str
    statement: Statement
    widening: Widening | None = None


def proved() -> list[str]:
    """The statements and corrections that are recorded as proved."""
    every = (*registry.recorded(), *registry.ledger()["corrections"])
    return [name for name in every if registry.recorded_verdict(name) is Verdict.PROVED]


def units(identifier: str) -> Iterator[Unit]:
    """The parts of the claim of a statement or correction."""
    statement = registry.find(identifier).statement
    assert statement.claim is not None
    wanted, kept = asked(statement), stored(identifier)
    for part, each in enumerate(conjuncts(statement.claim, statement.domain)):
        alone = replace(statement, claim=_alone(each, statement.domain), checks=(), correction=None)
        yield Unit(alone, part, wanted[part], kept[part])


def _alone(part: Conjunct, domain: Domain) -> Claim:
    claim = part.claim
    for condition in reversed(part.conditions):
        claim = Given(condition, claim)
    return claim if part.domain is domain else On(part.domain, claim)


def wrong(unit: Unit, most: int) -> Iterator[Mutant]:
    """The mutants of a unit; of each of its formulas at most so many, every second of those that come first."""
    statement = unit.statement
    assert statement.claim is not None
    for name, original in _formulas(unit):
        slips: list[tuple[Place, str, Formula]] = [
            ("formula", *each) for each in mutants(original, 2 * most)[::2]
        ]
        slips += [("both representations", *each) for each in mutants_of_both(original)]
        for place, what, formula in slips:
            yield Mutant(place, f"{name or 'the formula'}: {what}", _with(statement, name, original, formula))
    for what, claim in wrong_claims(statement.claim, statement.sides):
        yield Mutant("claim", what, replace(statement, claim=claim))
    if unit.conjunct.domain is statement.domain:
        for each in widenings(statement.domain):
            yield Mutant("domain", each.wrong, replace(statement, domain=each.wide), each)


def _formulas(unit: Unit) -> Iterator[tuple[str, Formula]]:
    """The sides that the claim names, and the formulas that stand in it."""
    for term in unit.conjunct.claim.terms:
        if isinstance(term, str):
            yield term, unit.statement.sides[term]
        elif isinstance(term, Formula):
            yield _NO_SIDE, term


def _with(statement: Statement, name: str, original: Formula, formula: Formula) -> Statement:
    if name != _NO_SIDE:
        return with_formula(statement, name, original, formula)
    return replace(statement, claim=substitute(statement.claim, original, formula))


_NO_SIDE = "a formula of the claim"
