"""Mutants of claims and of domains: another direction, strictness or size; a bound or a rule dropped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rftheory.claims import Claim, Conjunct, Given, On, conjuncts, formal
from rftheory.claims.mutation import wrong_claims
from rftheory.context import Context
from rftheory.domain import Domain, Parameter
from rftheory.evidence.mutants.attack import attacked, of_claim, of_domain
from rftheory.evidence.mutants.counts import outgrown
from rftheory.evidence.mutants.nodes import MOMENTS, has_moments, told_apart
from rftheory.evidence.mutants.trial import Trial
from rftheory.statements import Statement

_WIDENED = 4  # of the bounds and rules of a statement


def claim_trials(statement: Statement, context: Context) -> Iterator[Trial]:
    """Every wrong variant of the claim, against the evidence that a claim calls for by itself."""
    if statement.claim is None or not formal(statement.claim):
        return
    for wrong, claim in wrong_claims(statement.claim, statement.sides):
        if outgrown(statement, claim):
            yield Trial(f"{statement.id} (claim)", wrong, "killed", "count (OperationCount)", "claim")
            continue
        own, other = _changed(statement, claim)
        alone = len(list(conjuncts(claim, statement.domain))) == 1
        outcome, by = attacked(of_claim(statement, claim if alone else _claimed(other)), context)
        if outcome == "survived" and has_moments(other.claim):
            told = told_apart(own, other, statement.sides)
            if told != "unread":
                outcome, by = told, MOMENTS[told]
        yield Trial(f"{statement.id} (claim)", wrong, outcome, by, "claim")


def _changed(statement: Statement, wrong: Claim) -> tuple[Conjunct, Conjunct]:
    """The part of the claim that is wrong, as it was and is: what the rest says is the statement's business."""
    assert statement.claim is not None
    own, other = (list(conjuncts(claim, statement.domain)) for claim in (statement.claim, wrong))
    return next(pair for pair in zip(own, other, strict=True) if pair[0].claim is not pair[1].claim)


def _claimed(part: Conjunct) -> Claim:
    """One part of a claim as a claim of its own."""
    claim = part.claim
    for condition in reversed(part.conditions):
        claim = Given(condition, claim)
    return On(part.domain, claim)


def domain_trials(statement: Statement, context: Context) -> Iterator[Trial]:
    """The claim over domains with one bound or rule less: killed where it fails there, or still true."""
    if statement.claim is None or not formal(statement.claim):
        return
    for wrong, domain in wider(statement.domain):
        outcome, by = attacked(of_domain(statement, domain), context)
        yield Trial(f"{statement.id} (domain)", wrong, outcome, by, "domain")


def wider(domain: Domain) -> Iterator[tuple[str, Domain]]:
    """The domain without one of its rules, or with one bound less: a smaller integer, an open end closed, no upper end.

    A size that may be 0 is left alone: below 0 it is no size.
    """
    found: list[tuple[str, Domain]] = []
    for place, rule in enumerate(domain.rules):
        rules = (*domain.rules[:place], *domain.rules[place + 1 :])
        found.append((f"without the rule {rule.text}", replace(domain, rules=rules, repair=None)))
    for place, axis in enumerate(domain.parameters):
        for other in _wider_axes(axis):
            parameters = (*domain.parameters[:place], other, *domain.parameters[place + 1 :])
            found.append((f"{axis.name} {other.rule}", replace(domain, parameters=parameters)))
    yield from found[:_WIDENED]


def _wider_axes(axis: Parameter) -> Iterator[Parameter]:
    if axis.kind == "integer" and axis.lower is not None and axis.lower > 1:
        yield replace(axis, lower=axis.lower - 1)
    if axis.kind == "real" and axis.lower is not None and axis.open_lower:
        yield replace(axis, open_lower=False)
    if axis.kind == "real" and axis.upper is not None:
        yield replace(axis, upper=None, open_upper=False)
