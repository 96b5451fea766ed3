"""The best number of projections for lambda by trying them all, and against any other, for each kind of budget."""

from __future__ import annotations

from collections.abc import Iterable

import sympy as sp

from rftheory.kit import Domain, Parameter, Representations, Rule, formula, integer
from rftheory.papers._shared.hybrids import g_by_h

K, k = (sp.Symbol(name, positive=True, integer=True) for name in ("K", "k"))
OTHER = integer("k", 1, reach=100, meaning="another number of projections for lambda")


def domain_of(
    *parameters: Parameter, rules: tuple[Rule, ...] = (), values: tuple[tuple[object, ...], ...]
) -> Domain:
    """A domain with its chosen points as rows of values."""
    extra = tuple(dict(zip([p.name for p in parameters], row, strict=True)) for row in values)
    return Domain(parameters, rules, extra=extra)


def by_trial(
    side: str, domain: Domain, weights: dict[int, sp.Expr], given: dict[str, object], names: str
) -> Representations:
    """The n of the smallest G weight, or sqrt(K G weight) there, by trying them all, at r = 1, 2 and 5."""
    tried = {count: g_by_h(sp.Integer(count)) * weight for count, weight in weights.items()}

    def least(values: Iterable[sp.Expr]) -> sp.Expr:
        return sp.Min(*values, evaluate=False)  # SymPy would compare them pair by pair, for seconds

    if side == "ratio":
        found = sp.sqrt(K * least(tried.values()))
    else:
        found = sp.Piecewise(
            *(
                (count, value < least(v for j, v in tried.items() if j != count))
                for count, value in tried.items()
            )
        )
    points = tuple({**given, "r": radius} for radius in (1, 2, 5))
    return Representations(side, formula(found, domain, names), points)
