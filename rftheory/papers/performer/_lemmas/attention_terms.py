"""Uniform errors of attention in terms: the largest errors of the kernel matrix and of A, and what keeps them small."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Below, Claim, Domain, Exists, Given, On, Parameter, Probability, Quantity, real
from rftheory.papers._shared.invariants import COUNT, d, m
from rftheory.papers.performer._lemmas.uniform import R, delta, p

FAILURE = real("p", above=0, below=1, meaning="probability of failure")
CONSTANT = real("C", above=0, meaning="constant of the rate")
ERROR_OF_A = Quantity("largest error of an entry of A", d, m)
ERROR_OF_B = Quantity("largest error of an entry of B", d, m)
LARGEST_G, LARGEST_H = (
    Quantity(f"largest |{name}| over the ball of the scaled inputs", R, d) for name in ("g", "h")
)
EPS = delta * LARGEST_G * LARGEST_H
C = sp.Symbol("C", positive=True)


def kept(error: sp.Expr, size: sp.Expr) -> Below:
    """The error is at most `size` with probability at least 1 - p."""
    return Below(1 - p, Probability(sp.Le(error, size)), strict=False)


def enough(
    rate: sp.Expr, parameters: tuple[Parameter, ...], error: sp.Expr, size: sp.Expr, where: sp.Basic = sp.true
) -> Claim:
    """m = Omega(rate): for every p some multiple of the rate is enough projections, whatever the other parameters."""
    within = On(Domain((*parameters, COUNT)), Given(sp.And(where, m >= C * rate), kept(error, size)))
    return On(Domain((FAILURE,)), Exists((CONSTANT,), within))
