"""Substitution: the checks of a statement that evaluate a formula, with another formula in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import sympy as sp

from rftheory.domain import Domain
from rftheory.evidence.deterministic.conjunction import Conjunction
from rftheory.evidence.plan import applicable
from rftheory.exact.formula import Formula
from rftheory.statements import Check, Statement
from rftheory.verdict import EvidenceKind

_LONG = 3  # operations, from which on an expression is told from others
_COMPARISONS = (EvidenceKind.AGREEMENT, EvidenceKind.REPRESENTATIONS)


@dataclass(frozen=True)
class Substituted:
    """A check that evaluates the formula and the statement to run it on, with the substitute and without it.

    `place` is the check's position among those of its statement.
    """

    check: Check
    statement: Statement
    true_check: Check
    true_statement: Statement
    place: int

    @property
    def compares(self) -> bool:
        """Whether values of the statement's own sides are compared, whatever is claimed of them."""
        return self.check.kind in _COMPARISONS and bool(self.check.reads(self.statement))

    @property
    def searches(self) -> bool:
        """Whether points are searched for a violation of the statement's own claim."""
        return self.check.kind is EvidenceKind.SEARCH and bool(self.check.reads(self.statement))


def substituted(
    statement: Statement, name: str, original: Formula, replacement: Formula
) -> Iterator[Substituted]:
    """Comparisons of values first, then the claim itself; `name` is a side, or no side for a companion.

    A check that costs draws, or that no formula makes fail, is left out.
    """
    changed = with_formula(statement, name, original, replacement)
    claim = changed.claim
    now = changed.formulas
    read = {key for key, side in statement.formulas.items() if side is not now[key]}
    found = [
        Substituted(other.self_contained(statement), changed, check, statement, place)
        for place, check in enumerate(applicable(statement))
        if check.rejects and not check.costly
        for other in [substitute(check, original, replacement)]
        if other is not check
        or read.intersection(check.reads(statement))
        or (claim is not statement.claim and isinstance(check, Conjunction))
    ]
    yield from sorted(found, key=lambda entry: not entry.compares)


def with_formula(statement: Statement, name: str, original: Formula, replacement: Formula) -> Statement:
    """The statement with a formula replaced: the side of that name, and wherever the same formula stands.

    What the claim does not name, as a companion, is replaced also where its expression is a part of a formula there.
    """
    named = name in statement.sides and _same(statement.sides[name], original)
    read = {key for key, side in statement.sides.items() if side is original or (named and key == name)}
    sides = {key: replacement if key in read else side for key, side in statement.sides.items()}
    claim = substitute(statement.claim, original, replacement)  # formulas stand in claims too
    whole = original.expression
    if claim is not None and name not in claim.terms and (whole.is_Function or whole.count_ops() >= _LONG):
        claim = _inside(claim, original.expression, replacement)
    companions = {
        identifier: {key: replacement if side is original else side for key, side in own.items()}
        for identifier, own in statement.companions.items()
    }
    return replace(statement, sides=sides, companions=companions, claim=claim)


def substitute(check: Any, original: Formula, replacement: Formula) -> Any:
    """The check with every mention of one formula replaced; the check itself where there is none."""
    if not is_dataclass(check) or isinstance(check, type):
        return check
    changes = {}
    for entry in fields(check):
        old = getattr(check, entry.name)
        new = _replaced(old, original, replacement)
        if new is not old:
            changes[entry.name] = new
    return replace(check, **changes) if changes else check


def _replaced(value: Any, original: Formula, replacement: Formula) -> Any:
    if isinstance(value, Formula):
        return replacement if _same(value, original) else value
    if isinstance(value, (Statement, Domain, str)):
        return value
    if isinstance(value, Mapping):
        new = {key: _replaced(entry, original, replacement) for key, entry in value.items()}
        return new if any(new[key] is not value[key] for key in value) else value
    if isinstance(value, tuple):
        items = [_replaced(entry, original, replacement) for entry in value]
        return tuple(items) if any(a is not b for a, b in zip(items, value, strict=True)) else value
    return substitute(value, original, replacement)


def _inside(value: Any, old: sp.Expr, new: Formula) -> Any:
    """A claim with an expression replaced inside its other formulas, which lose their second form."""
    if (
        value is new
    ):  # replaced as a whole: the expression may be a part of the new one, and is not replaced twice
        return value
    if isinstance(value, Formula):
        changed = value.expression.xreplace({old: new.expression})
        return value if changed == value.expression else value.with_expression(changed)
    if isinstance(value, sp.Basic):  # a term, or the condition that a part of a claim is under
        found = value.xreplace({old: new.expression})
        return value if found in (sp.true, sp.false) else found  # no condition is left to be tried
    if isinstance(value, Mapping):
        mapped = {key: _inside(entry, old, new) for key, entry in value.items()}
        return mapped if any(mapped[key] is not value[key] for key in value) else value
    if isinstance(value, tuple):
        items = tuple(_inside(entry, old, new) for entry in value)
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value
    if not is_dataclass(value) or isinstance(value, (type, Statement, Domain)):
        return value
    changes = {entry.name: _inside(getattr(value, entry.name), old, new) for entry in fields(value)}
    changes = {key: entry for key, entry in changes.items() if entry is not getattr(value, key)}
    return replace(value, **changes) if changes else value


def _same(value: Formula, original: Formula) -> bool:
    return value is original or (value.expression == original.expression and value.names == original.names)
