"""Operation counts in several sizes at once: an algorithm runs on counting numbers at a grid of sizes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import sympy as sp

from rftheory.context import Context
from rftheory.exact.operation_counts import OperationTally
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome

Sizes = Mapping[str, int]


@dataclass(frozen=True)
class SizeCount(Check):
    """`algorithm(sizes, tally)` does exactly `counts` (by kind) at every combination of `grid`, of order `growth`.

    Kinds not named must not occur unless `partly`. Success proves the counts at the sizes run, and that the
    closed forms are at most a constant times `growth` for all sizes (d at least 2 where it has a logarithm).
    `letters` are sizes in a claim's letters where it has others: B = m/d for blocks of d rows.
    """

    name: str
    algorithm: Callable[[Sizes, OperationTally], object]
    counts: Mapping[str, sp.Expr]
    growth: sp.Expr
    grid: Mapping[str, tuple[int, ...]]
    partly: bool = False
    letters: Mapping[str, sp.Expr] = field(default_factory=dict)

    kind = EvidenceKind.COUNT

    def run(self, statement: Statement, context: Context) -> Evidence:  # noqa: ARG002
        """Run the algorithm over the grid, compare every count, then the orders."""
        ran = 0
        for values in itertools.product(*self.grid.values()):
            sizes, tally = dict(zip(self.grid, values, strict=True)), OperationTally()
            self.algorithm(sizes, tally)
            ran += 1
            kinds = self.counts if self.partly else {**dict.fromkeys(tally, sp.S.Zero), **self.counts}
            for kind, form in kinds.items():
                expected = at_sizes(form, sizes)
                if tally[kind] != expected:
                    example = {
                        **{n: str(s) for n, s in sizes.items()},
                        "left": str(tally[kind]),
                        "right": str(expected),
                    }
                    detail = f"{self.name}: {tally[kind]} {kind}, not {expected}"
                    return Evidence(self.kind, Outcome.FAILS, detail, example)
        beyond = [kind for kind, form in self.counts.items() if not within(form, self.growth)]
        if beyond:
            outgrown = f"{self.name}: {', '.join(beyond)} not shown to be O({sp.sstr(self.growth)})"
            return Evidence(self.kind, Outcome.UNDECIDED, outgrown)
        shown = ", ".join(f"{kind} {sp.sstr(sp.expand(form))}" for kind, form in self.counts.items())
        detail = f"{self.name}: {shown}: exact at {ran} combinations of sizes; O({sp.sstr(self.growth)})"
        return Evidence(self.kind, Outcome.HOLDS, detail, data={"sizes": ran})


def at_sizes(form: sp.Expr, sizes: Sizes) -> sp.Expr:
    """A closed form at these sizes, by the names of its symbols."""
    expression = sp.sympify(form)
    values = {symbol: sp.Integer(sizes[str(symbol)]) for symbol in expression.free_symbols}
    return sp.simplify(expression.subs(values))


def within(form: sp.Expr, growth: sp.Expr) -> bool:
    """form <= c growth for all sizes >= 1 (>= 2 inside logarithms): every positive monomial is below one of `growth`.

    Logarithms to base 2 count as sizes of their own, which are at least 1.
    """
    logarithms = {
        node: sp.Dummy(positive=True) for node in (form + growth).atoms(sp.log) if node.free_symbols
    }
    terms = _monomials(form, logarithms)
    bounds = [powers for powers, factor in _monomials(growth, logarithms) if factor > 0]
    return all(factor < 0 or any(_divides(powers, bound) for bound in bounds) for powers, factor in terms)


def _monomials(
    form: sp.Expr, logarithms: Mapping[sp.Expr, sp.Symbol]
) -> list[tuple[dict[sp.Expr, sp.Expr], sp.Expr]]:
    found = []
    for term in sp.Add.make_args(sp.expand(sp.sympify(form).xreplace(dict(logarithms)))):
        factor, rest = term.as_independent(*term.free_symbols)
        found.append((rest.as_powers_dict() if rest != 1 else {}, factor))
    return found


def _divides(low: Mapping[sp.Expr, sp.Expr], high: Mapping[sp.Expr, sp.Expr]) -> bool:
    return all(low.get(base, 0) <= high.get(base, 0) for base in {*low, *high})
