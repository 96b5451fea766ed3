"""Counts in claims, held against the orders that the statement's own operation counts have."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from rftheory.claims import Claim, Count, conjuncts
from rftheory.evidence.deterministic.counting import OperationCount
from rftheory.evidence.deterministic.in_part import InPart
from rftheory.evidence.deterministic.sizes import SizeCount, within
from rftheory.statements import Check, Statement

_KINDS = {
    "operations": ("additions", "multiplications", "roots"),
    "steps": ("additions",),
    "parallel rounds": ("rounds",),
    "stored numbers": ("numbers",),
    "numbers stored beside x": ("numbers",),
}
"""What a claim counts, and the kinds of a tally that it is made of; any other is a kind of its own."""


def outgrown(statement: Statement, claim: Claim) -> bool:
    """Whether a count in `claim`, changed from the statement's own, is not what the statement's checks count: another
    number where it is exact and a check counts what it names, else one that they outgrow.
    """
    if statement.claim is None:
        return False
    checks = [c for c in map(_inner, statement.checks) if isinstance(c, (OperationCount, SizeCount))]
    before = [part.claim for part in conjuncts(statement.claim, statement.domain)]
    after = [part.claim for part in conjuncts(claim, statement.domain)]
    for one, other in zip(before, after, strict=True):
        if isinstance(one, Count) and isinstance(other, Count) and one != other:
            if one.relation == "exactly":
                return _is_another(one, other, checks)
            grown = [order for check in checks for order in (check.growth, _counted(check, one.what))]
            matching = [g for g in grown if g is not None and _same(g, one.total)]
            return bool(matching) and not any(_below(g, other.total) for g in matching)
    return False


def _is_another(one: Count, other: Count, checks: Sequence[OperationCount | SizeCount]) -> bool:
    found = [check.counts[one.what] for check in checks if check.name == one.of and one.what in check.counts]
    equal = [sp.expand(form - sp.sympify(one.total)) == 0 for form in found]
    return (
        bool(found) and all(equal) and any(sp.expand(form - sp.sympify(other.total)) != 0 for form in found)
    )


def _counted(check: OperationCount | SizeCount, what: str) -> sp.Expr | None:
    """How many of these a check counts, in the letters of the claim."""
    forms = [check.counts[kind] for kind in _KINDS.get(what, (what,)) if kind in check.counts]
    letters = check.letters if isinstance(check, SizeCount) else {}
    total = sp.expand(sp.Add(*forms))
    return (
        total.subs({s: letters[str(s)] for s in total.free_symbols if str(s) in letters}) if forms else None
    )


def _inner(check: Check) -> Check:
    return check.check if isinstance(check, InPart) else check


def _same(growth: sp.Expr, total: object) -> bool:
    return _below(growth, total) and isinstance(total, sp.Expr) and _below(total, growth)


def _below(growth: sp.Expr, total: object) -> bool:
    """growth = O(total) with all sizes apart, or with all of them equal."""
    if not isinstance(total, sp.Expr):
        return False
    one_size = sp.Symbol("n", positive=True, integer=True)
    pairs = [(growth, total), tuple(e.subs(dict.fromkeys(e.free_symbols, one_size)) for e in (growth, total))]
    return any(within(sp.expand(a), sp.expand(b)) for a, b in pairs)
