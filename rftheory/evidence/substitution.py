"""Bearing: which checks say something about a formula, and the same checks with another formula in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from rftheory.domain import Domain
from rftheory.evidence.deterministic.agreement import Agreement, Representations
from rftheory.evidence.deterministic.certificate import MonotoneCertificate
from rftheory.evidence.deterministic.derivation import Derivation
from rftheory.evidence.deterministic.orders import OrderCheck
from rftheory.evidence.deterministic.search import Search
from rftheory.evidence.deterministic.shrinking_gap import Approach
from rftheory.evidence.plan import STATISTICAL, applicable
from rftheory.exact.formula import Formula
from rftheory.statements import Check, Statement

_UNABLE = (Derivation, *STATISTICAL, Approach)  # read no side, or cost draws, or never fail
_OF_THE_CLAIM = (Search, OrderCheck, MonotoneCertificate)
_ROLES = ("left", "right", "side")


@dataclass(frozen=True)
class Bearing:
    """A check that reads the formula and the statement to run it on, with the substitute and without it.

    `place` is the check's position among those of its statement.
    """

    check: Check
    statement: Statement
    true_check: Check
    true_statement: Statement
    place: int


def bearings(statement: Statement, name: str, original: Formula, substitute: Formula) -> Iterator[Bearing]:
    """Comparisons of values first, then the claim itself; `name` is a side, or no side for a companion."""
    named = name in statement.sides and _same(statement.sides[name], original)
    sides = {
        key: substitute if side is original or (named and key == name) else side
        for key, side in statement.sides.items()
    }
    read = {key for key, side in statement.sides.items() if side is original or (named and key == name)}
    changed = replace(statement, sides=sides)
    found = [
        Bearing(exchanged, changed, check, statement, place)
        for place, check in enumerate(applicable(statement))
        if not isinstance(check, _UNABLE)
        for exchanged in [exchange(check, original, substitute)]
        if exchanged is not check or any(_reads(statement, check, key) for key in read)
    ]
    for bearing in sorted(found, key=lambda b: not isinstance(b.check, (Representations, Agreement))):
        if isinstance(bearing.check, Representations) and bearing.check.other is None:
            # the closed form is the original's, the mutant has none
            form = original.with_expression(_closed(original))
            yield replace(bearing, check=replace(bearing.check, other=form))
        else:
            yield bearing


def exchange(check: Any, original: Formula, substitute: Formula) -> Any:
    """The check with every mention of one formula replaced; the check itself where there is none."""
    if not is_dataclass(check) or isinstance(check, type):
        return check
    changes = {}
    for entry in fields(check):
        old = getattr(check, entry.name)
        new = _exchanged(old, original, substitute)
        if new is not old:
            changes[entry.name] = new
    return replace(check, **changes) if changes else check


def _exchanged(value: Any, original: Formula, substitute: Formula) -> Any:
    if isinstance(value, Formula):
        return substitute if _same(value, original) else value
    if isinstance(value, (Statement, Domain, str)):
        return value
    if isinstance(value, Mapping):
        new = {key: _exchanged(entry, original, substitute) for key, entry in value.items()}
        return new if any(new[key] is not value[key] for key in value) else value
    if isinstance(value, tuple):
        items = [_exchanged(entry, original, substitute) for entry in value]
        return tuple(items) if any(a is not b for a, b in zip(items, value, strict=True)) else value
    return exchange(value, original, substitute)


def _same(value: Formula, original: Formula) -> bool:
    return value is original or (value.expression == original.expression and value.names == original.names)


def _closed(formula: Formula) -> Any:
    return formula.expression if formula.closed is None else formula.closed


def _reads(statement: Statement, check: Check, name: str) -> bool:
    """Whether the check evaluates that side of its statement."""
    reader = statement.claim if isinstance(check, _OF_THE_CLAIM) else check
    return any(getattr(reader, role, None) == name for role in _ROLES)
