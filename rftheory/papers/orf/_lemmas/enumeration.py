"""SORF at d = 2 and d = 4 with its sign patterns written out by hand: second forms for Section 6.

Given D_2 and D_3 a row's mean cosine is prod_j cos(y_j), y = H D_2 H D_3 x. Where D_2 is +- a Walsh function, H D_2 H
permutes the entries up to sign. At d = 2 nothing else occurs; at d = 4 the other half of the patterns are Walsh
functions times diag(-1, 1, 1, 1), for which H D_2 H is, up to such a permutation, the reflection I - J/2.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Representations, formula
from rftheory.papers.orf._notation import Points, t, unit, x

_FLIPS = sp.symbols("b_0:4", integer=True, nonnegative=True)


def _kernel(size: int) -> sp.Expr:
    return sp.prod([sp.exp(-(x[i] ** 2) / 2) for i in range(size)])


def _cosines(size: int) -> sp.Expr:
    return sp.prod([sp.cos(x[i]) for i in range(size)])


def _reflected() -> sp.Expr:
    """The average of prod_a cos(e_a x_a - sum_b e_b x_b/2) over the signs e of D_3."""
    flipped = [(-1) ** bit * x[i] for i, bit in enumerate(_FLIPS)]
    product = sp.prod([sp.cos(entry - sum(flipped) / 2) for entry in flipped])
    return sp.Sum(product, *[(bit, 0, 1) for bit in _FLIPS]) / 16


_BIAS_TWO = _cosines(2) - _kernel(2)
_BIAS_FOUR = (_cosines(4) + _reflected()) / 2 - _kernel(4)
_PLANE: Points = ({"x": [0, 0]}, {"x": [1, 0]}, {"x": [3, 4]}, {"x": [4, "1/4"]}, {"x": [100, 0]})
_SPACE: Points = (
    {"x": unit(4, 1)}, {"x": unit(4, 1, 1, 1, 1)}, {"x": unit(4, "1/2", -1, 1, 0)}, {"x": unit(4, 1, 2, 2, 4)},
)  # fmt: skip

# <R_1, R_2> = y_0^2 - y_1^2 is x_0^2 - x_1^2 or its negative, one as likely as the other
_TAIL_TWO = (
    1 + sp.Piecewise((1, sp.Abs(x[0] ** 2 - x[1] ** 2) <= t * (x[0] ** 2 + x[1] ** 2)), (0, True))
) / 2
_LEVELS: Points = tuple(
    {"x": vector, "t": level}
    for vector in ([1, 0], [1, "1/2"], [3, 4], ["0.7", "-0.1"])
    for level in ("1/2", "9/10", 1)
)


def bias_written_out(side: str, domain: Domain) -> tuple[Representations, Representations]:
    """The bias of SORF on that side against the forms for two and for four dimensions."""
    return (
        Representations(side, formula(_BIAS_TWO, domain, "x"), _PLANE),
        Representations(side, formula(_BIAS_FOUR, domain, "x"), _SPACE),
    )


def tail_written_out(side: str, domain: Domain) -> Representations:
    """The probability of small inner products on that side against the form for two dimensions."""
    return Representations(side, formula(_TAIL_TWO, domain, "x t"), _LEVELS)
