"""Counts in claims, held against the orders that the statement's own operation counts have."""

from __future__ import annotations

import sympy as sp

from rftheory.claims import Claim, Count, conjuncts
from rftheory.evidence.deterministic.counting import OperationCount
from rftheory.evidence.deterministic.in_part import InPart
from rftheory.evidence.deterministic.sizes import SizeCount, within
from rftheory.statements import Check, Statement


def outgrown(statement: Statement, claim: Claim) -> bool:
    """Whether a count in `claim`, changed from the statement's own, is below what the statement's checks count."""
    if statement.claim is None:
        return False
    grown = [
        check.growth
        for check in map(_inner, statement.checks)
        if isinstance(check, (OperationCount, SizeCount))
    ]
    before = [part.claim for part in conjuncts(statement.claim, statement.domain)]
    after = [part.claim for part in conjuncts(claim, statement.domain)]
    for one, other in zip(before, after, strict=True):
        if isinstance(one, Count) and isinstance(other, Count) and one != other:
            matching = [g for g in grown if _same(g, one.total)]
            return bool(matching) and not any(_below(g, other.total) for g in matching)
    return False


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
