"""Operation counts: an algorithm runs on counting numbers, and its counts are held against closed forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import sympy as sp

from rftheory.context import Context
from rftheory.exact.asymptotics import Magnitude, Unclear, Unsupported, growth
from rftheory.exact.operation_counts import OperationTally
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome

_CEILING = 2e6


@dataclass(frozen=True)
class OperationCount(Check):
    """`algorithm(size, tally)` does exactly `counts` (by kind, in one symbol: the size) of order `growth`.

    Kinds are those of OperationTally: additions, multiplications, roots, signs, numbers (held); kinds not named in
    `counts` must not occur unless `partly`. Success proves the counts at the sizes run, and that the closed
    forms are O(growth) (the quotient enclosed from a cutoff on); with `tight` also that one of them is no smaller.
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
        orders = {kind: _order(form, self.growth) for kind, form in self.counts.items()}
        for kind, found in orders.items():
            if found is None:
                detail = f"{self.name}: {kind} not shown to be O({self.growth})"
                return Evidence(self.kind, Outcome.UNDECIDED, detail)
            if found.tendency > 0:
                example = {"kind": kind, "count": str(self.counts[kind]), "order claimed": str(self.growth)}
                detail = f"{self.name}: {kind} outgrow O({self.growth}) like {found.words}"
                return Evidence(self.kind, Outcome.FAILS, detail, example)
        if self.tight and all(found is not None and found.tendency < 0 for found in orders.values()):
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


def _order(form: sp.Expr, claimed: sp.Expr) -> Magnitude | None:
    """The certified order of form/claimed as their symbol grows, None where it is not found."""
    quotient = sp.sympify(form) / claimed
    symbols = sorted(str(symbol) for symbol in quotient.free_symbols)
    try:
        return growth(quotient, symbols[0] if symbols else "d", {})
    except (Unclear, Unsupported):
        return None
