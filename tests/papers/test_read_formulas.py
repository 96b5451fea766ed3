"""No formula of a paper stands unread: a wrong one, wrong in every form of it at once, changes what some check says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy as sp

from rftheory import registry
from rftheory.claims import Conjunct, conjuncts
from rftheory.domain import Domain, real
from rftheory.evidence.deterministic.agreement import Representations
from rftheory.evidence.deterministic.conjunction import Conjunction, evaluable_parts
from rftheory.evidence.mutants.nodes import has_moments
from rftheory.evidence.plan import applicable
from rftheory.evidence.substitution import Substituted, substitute, substituted, with_formula
from rftheory.exact.formula import Formula
from rftheory.kit import Below, Equal, On, formula
from rftheory.statements import Check, Statement

UNREAD = {
    "crt/eq35:rhs": "the printed bound in the norms; the claim, which fails, says it of vectors",
    "simrf/eq56/line2:lhs": "the first line as printed, whose misprint simrf/eq56/line1 tells; the claim is of the second",
}
"""Formulas that nothing reads, with the reason."""

_COMPANION = "(companion)"


def test_every_formula_is_read_by_a_check_that_it_can_fail() -> None:
    assert {label for each in registry.statements() for label in unread(each)} == set(UNREAD)


def unread(statement: Statement) -> Iterator[str]:
    """The names of a statement's formulas that no check reads, in it or, if it has them too, in its correction."""
    fixed = statement.correction
    subjects = [statement] if fixed is None else [statement, fixed]
    for subject in subjects:
        for name, side in subject.formulas.items():
            of_side = name in subject.sides
            among = (
                [(each, each.sides.get(name)) for each in subjects]
                if of_side
                else [(each, side) for each in subjects]
            )
            same = ((each, own) for each, own in among if own is not None and _forms(own) == _forms(side))
            if not any(_reads(each, name if of_side else _COMPANION, own) for each, own in same):
                yield name if not of_side else f"{subject.id}:{name}" if name else subject.id


def _forms(side: Formula) -> tuple[sp.Expr, sp.Expr | None]:
    return side.expression, side.closed


def _reads(statement: Statement, name: str, right: Formula) -> bool:
    """Whether a check reads the formula, draws included; its own two forms tell of a definition alone."""
    closed = None if right.closed is None else right.closed + 1
    wrong = replace(right, expression=right.expression + 1, closed=closed)
    if any(_changed(entry, statement) for entry in substituted(statement, name, right, wrong)):
        return True
    if any(_draws(check, statement, name, right, wrong) for check in applicable(statement)):
        return True
    return statement.claim is not None and any(
        has_moments(own.claim) and (name in own.claim.terms or own.claim is not other.claim)
        for own, other in _parts(statement, with_formula(statement, name, right, wrong))
    )


def _changed(entry: Substituted, statement: Statement) -> bool:
    check = entry.true_check
    if isinstance(check, Representations):
        return check.other is not None or statement.claim is None
    if not isinstance(check, Conjunction):
        return True
    pairs = zip(evaluable_parts(entry.true_statement), evaluable_parts(entry.statement), strict=False)
    return any(own.kind is check.by and own.sides != other.sides for own, other in pairs)


def _draws(check: Check, statement: Statement, name: str, right: Formula, wrong: Formula) -> bool:
    """Whether it reads the formula and is left out of trials, since it costs draws or never refutes."""
    read = name in check.reads(statement) or substitute(check, right, wrong) is not check
    return read and (check.costly or not check.rejects)


def _parts(statement: Statement, changed: Statement) -> Iterator[tuple[Conjunct, Conjunct]]:
    own, other = statement.claim, changed.claim
    assert own is not None
    assert other is not None
    yield from zip(conjuncts(own, statement.domain), conjuncts(other, statement.domain), strict=True)


_z = sp.Symbol("z", nonnegative=True)
_LINE = Domain((real("z", 0, reach=("1e-2", 9)),))
_SQUARE = formula((1 + _z) ** 2, _LINE, "z")


def _toy(claim: Below | Equal | On, **more: object) -> Statement:
    return Statement("x/1", "identity", "-", "-", "-", "-", "-", _LINE, {"": _SQUARE}, claim=claim, **more)  # type: ignore[arg-type]


def test_a_side_that_the_claim_writes_out_once_more_is_seen() -> None:
    again = _toy(Equal(formula(_z**2 + 2 * _z, _LINE, "z"), formula((_z + 2) * _z, _LINE, "z")))
    assert list(unread(again)) == ["x/1"]
    assert list(unread(_toy(Equal("", formula(1 + 2 * _z + _z**2, _LINE, "z"))))) == []
    assert list(unread(_toy(Below(sp.S.Zero, "")))) == []


def test_two_forms_with_one_slip_read_nothing() -> None:
    both = replace(_SQUARE, closed=1 + 2 * _z + _z**2)
    claimed = replace(_toy(Below(sp.S.Zero, _z + 1)), sides={"": both})
    assert list(unread(claimed)) == ["x/1"]
    assert list(unread(replace(claimed, claim=None))) == []


def test_a_companion_that_nothing_mentions_is_seen() -> None:
    said = _toy(Below(sp.S.Zero, ""), companions={"x/side": {"rhs": formula(_z + 3, _LINE, "z")}})
    assert list(unread(said)) == ["x/side:rhs"]
