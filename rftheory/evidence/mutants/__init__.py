"""Mutants of whole statements: formulas in one or all representations, claims, domains, steps; and of mechanisms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rftheory.context import Context
from rftheory.evidence.mutants.claims import claim_trials
from rftheory.evidence.mutants.domains import domain_trials
from rftheory.evidence.mutants.formulas import formula_trials
from rftheory.evidence.mutants.mechanisms import mechanism_trials
from rftheory.evidence.mutants.steps import step_trials
from rftheory.evidence.mutants.trial import Fate, Trial, cleared, kill_rate
from rftheory.statements import Statement

__all__ = ["Fate", "Trial", "cleared", "kill_rate", "mechanism_trials", "trials"]

_POINTS, _SEARCHED = 6, 24  # a mistake shows at ordinary points


def trials(statement: Statement, context: Context, *, refuted: bool = False) -> Iterator[Trial]:
    """Every mutant of a statement and of its correction; a claim that is `refuted` as printed is mutated no further."""
    yield from formula_trials(statement, context)
    profile = context.profile
    few = replace(
        profile,
        agreement_points=min(_POINTS, profile.agreement_points),
        search_points=min(_SEARCHED, profile.search_points),
    )
    light = replace(context, profile=few, hasty=True)
    for each in (statement, *([statement.correction] if statement.correction is not None else [])):
        if not (refuted and each is statement):
            yield from claim_trials(each, light)
            yield from domain_trials(each, light)
        yield from step_trials(each)
