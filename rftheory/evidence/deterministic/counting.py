"""Operation counts: an algorithm runs on counting numbers, and its counts are held against closed forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import sympy as sp

from rftheory.context import Context
from rftheory.exact.operation_counts import OperationTally
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome

_CEILING = 2e6


@dataclass(frozen=True)
class OperationCount(Check):
    """`algorithm(size, tally)` does exactly `counts` (by kind, in one symbol: the size) of order `growth`.

    Kinds are those of OperationTally: additions, multiplications, roots, signs, numbers (held); kinds not named in
    `counts` must not occur unless `partly`. Success proves the counts at the sizes run, and that the closed
    forms are O(growth) (a finite limit of the quotient); with `tight` also that one of them is no smaller.
    The largest sizes are left to profiles with the budget for them.
    """

    name: str
    algorithm: Callable[[int, OperationTally], object]
    counts: Mapping[str, sp.Expr]
    growth: sp.Expr
    sizes: tuple[int, ...] = (4, 8, 16, 32, 64, 128)
    partly: bool = False
    tight: bool = False

    kind = EvidenceKind.COUNT

    def run(self, statement: Statement, context: Context) -> Evidence:  # noqa: ARG002
        """Run the algorithm at growing sizes and compare."""
        budget = min(context.profile.draws_budget, _CEILING)
        sizes = [s for s in self.sizes if sum(float(at_size(f, s)) for f in self.counts.values()) <= budget]
        if not sizes:
            return Evidence(self.kind, Outcome.UNDECIDED, f"{self.name}: no size within the budget")
        for size in sizes:
            failure = self._compare(size)
            if failure is not None:
                return failure
        limits = {kind: _limit(form, self.growth) for kind, form in self.counts.items()}
        for kind, limit in limits.items():
            if not limit.is_finite:
                example = {"kind": kind, "count": str(self.counts[kind]), "order claimed": str(self.growth)}
                detail = f"{self.name}: {kind} outgrow O({self.growth})"
                return Evidence(self.kind, Outcome.FAILS, detail, example)
        if self.tight and not any(limit.is_positive for limit in limits.values()):
            detail = f"{self.name}: the order {self.growth} is not reached"
            return Evidence(self.kind, Outcome.FAILS, detail)
        shown = ", ".join(f"{kind} {sp.sstr(form)}" for kind, form in self.counts.items())
        detail = f"{self.name}: {shown}: exact at d = {', '.join(map(str, sizes))}; O({sp.sstr(self.growth)})"
        return Evidence(self.kind, Outcome.HOLDS, detail, data={"sizes": sizes})

    def _compare(self, size: int) -> Evidence | None:
        tally = OperationTally()
        self.algorithm(size, tally)
        kinds = self.counts if self.partly else {**dict.fromkeys(tally, sp.S.Zero), **self.counts}
        for kind, form in kinds.items():
            expected = at_size(form, size)
            if tally[kind] != expected:
                example = {"size": str(size), "kind": kind, "left": str(tally[kind]), "right": str(expected)}
                detail = f"{self.name}: {tally[kind]} {kind} at size {size}, not {expected}"
                return Evidence(self.kind, Outcome.FAILS, detail, example)
        return None


def at_size(form: sp.Expr, size: int) -> sp.Expr:
    """A closed form in one symbol at that size, simplified to an exact number."""
    expression = sp.sympify(form)
    value = expression.subs(dict.fromkeys(expression.free_symbols, sp.Integer(size)))
    return value if value.is_Integer else sp.simplify(value)


def _limit(form: sp.Expr, growth: sp.Expr) -> sp.Expr:
    """The limit of form/growth as their symbol grows."""
    quotient = sp.simplify(sp.sympify(form) / growth)
    if not quotient.free_symbols:
        return quotient
    (symbol,) = quotient.free_symbols
    return sp.limit(quotient, symbol, sp.oo)
