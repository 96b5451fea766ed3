"""Mutants: does the evidence of a statement reject wrong variants of its formulas? What it does not kill is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rftheory.errors import RFTheoryError
from rftheory.evidence.agreement import Representations, agree
from rftheory.evidence.context import Context
from rftheory.evidence.plan import applicable
from rftheory.evidence.simulation import Simulation
from rftheory.evidence.structure import Mechanism, examination
from rftheory.exact.formula import Formula
from rftheory.exact.mutation import mutants
from rftheory.mechanisms._shelf import couplings, feature_maps
from rftheory.statement import Equal, Statement
from rftheory.verdict import Evidence, Outcome


@dataclass(frozen=True)
class Trial:
    """One mutant of one formula: what was wrong, whether it was killed and by which evidence (or why not)."""

    formula: str
    wrong: str
    killed: bool
    by: str


def trials(statement: Statement, context: Context) -> Iterator[Trial]:
    """Every mutant of every side and companion; of a refuted statement its correction is put to the test."""
    subject = statement.correction if statement.correction is not None else statement
    for name, side in subject.sides.items():
        label = f"{statement.id}:{name}" if name else statement.id
        for wrong, mutant in mutants(side):
            yield _try(subject, name, mutant, label, wrong, context)
    for companion, sides in statement.companions.items():
        for name, side in sides.items():
            label = f"{companion}:{name}" if name else companion
            yield from _companion(statement, sides, name, side, label, context)


def mechanism_trials(context: Context) -> Iterator[Trial]:
    """Every mutant of every coupling and feature map, held against what the right one declares.

    Where the right one does not pass everything, a kill would mean nothing, and none is counted.
    """
    shelf: dict[str, Mechanism] = {**couplings(), **feature_maps()}
    for base in shelf.values():
        broken = [e for e in examination(base, context) if e.outcome is not Outcome.HOLDS]
        for mutant in base.mutants():
            wrong = str(getattr(mutant, "wrong", ""))
            if broken:
                reason = f"{base.name} itself does not pass: {broken[0].detail}"
                yield Trial(mutant.name, wrong, False, reason)
            else:
                yield _examine(mutant, base, wrong, context)


def _examine(mutant: Mechanism, base: Mechanism, wrong: str, context: Context) -> Trial:
    for found in examination(mutant, context, claim=base):
        if found.outcome is Outcome.FAILS:
            return Trial(mutant.name, wrong, True, found.detail)
    return Trial(mutant.name, wrong, False, f"no check separates it from {base.name}")


def _try(subject: Statement, name: str, mutant: Formula, label: str, wrong: str, context: Context) -> Trial:
    original = subject.sides[name]
    changed = replace(subject, sides={**subject.sides, name: mutant})
    for check in applicable(subject):
        if isinstance(check, (Representations, Simulation)) or type(check).__name__ == "Derivation":
            continue
        if not _touches(subject, check, name):
            continue
        found = _run(check, changed, context)
        if found is not None and found.outcome is Outcome.FAILS:
            return Trial(label, wrong, True, found.kind)
    return _second_form(subject, original, mutant, label, wrong, context)


def _second_form(
    subject: Statement, original: Formula, mutant: Formula, label: str, wrong: str, context: Context
) -> Trial:
    for other in _others(subject, original):
        found = agree(mutant, other, subject.domain, context, (), label)
        if found.outcome is Outcome.FAILS:
            return Trial(label, wrong, True, "agreement of representations")
        if found.outcome is Outcome.HOLDS:
            return Trial(
                label, wrong, False, "equivalent: equal to the original to 50 digits at every instance"
            )
    relation = "an identity" if isinstance(subject.claim, Equal) else "no identity"
    return Trial(
        label, wrong, False, f"the mutated statement is {relation} that the evidence does not refute"
    )


def _others(subject: Statement, original: Formula) -> list[Formula]:
    found = [] if original.closed is None else [original.with_expression(original.closed)]
    found += [
        check.other
        for check in subject.checks
        if isinstance(check, Representations) and check.other and subject.sides.get(check.side) is original
    ]
    return found


def _companion(
    statement: Statement, sides: Mapping[str, Formula], name: str, side: Formula, label: str, context: Context
) -> Iterator[Trial]:
    twins = [other for key, other in sides.items() if key != name and {key, name} == {"lhs", "rhs"}]
    if side.closed is not None:
        twins.append(side.with_expression(side.closed))
    for wrong, mutant in mutants(side):
        results = [agree(mutant, twin, statement.domain, context, (), label) for twin in twins]
        killed = any(r.outcome is Outcome.FAILS for r in results)
        by = "agreement" if killed else "one representation only" if not twins else "not separated"
        yield Trial(label, wrong, killed, by)


def _touches(subject: Statement, check: object, name: str) -> bool:
    stated = {getattr(subject.claim, "left", None), getattr(subject.claim, "right", None)}
    own = {getattr(check, role, None) for role in ("left", "right", "side")}
    return name in stated | own


def _run(check: object, statement: Statement, context: Context) -> Evidence | None:
    try:
        result: Evidence = check.run(statement, context)  # type: ignore[attr-defined]
    except (RFTheoryError, ArithmeticError, NotImplementedError, ValueError):
        return None
    return result
