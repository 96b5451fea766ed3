"""Gauss's function where the lower parameter is huge: Pfaff's transformation, and terms that fall before they grow.

2F1(a, b; c; z) = (1-z)^(-b) 2F1(c-a, b; c; -x), x = z/(1-z) (DLMF 15.8.1), for 0 < b < c a mean of (1 + x t)^(a-c) over a Beta
variable t. The derivatives of order n >= a-c of that power are largest at t = 0; so Taylor's remainder after the first n terms
is at most the next one, wherever the series is cut, also where it diverges.
"""

from __future__ import annotations

from rftheory.exact.balls.numbers import Scalar, arb, fmpq, power
from rftheory.exact.balls.precision import precision
from rftheory.exact.scalars import Ball

_MOST = 4000  # terms
_SMALL = 64  # parameters that are small beside c


def pfaff(one: Scalar, two: Scalar, c: Scalar, z: Ball) -> Ball:
    """2F1(one, two; c; z), 0 < z < 1, the smaller parameter positive; nan where the terms do not fall far enough."""
    if not (isinstance(one, fmpq) and isinstance(two, fmpq) and isinstance(c, fmpq) and 0 < z < 1):
        return arb("nan")
    a, b = max(one, two), min(one, two)
    x, above = z / (1 - z), c - a
    if not (b > 0 and _SMALL * (1 + b) < c and _SMALL * (1 + b) * (1 + abs(above)) * x < c):
        return arb("nan")
    total = term = arb(1)
    small = arb(2) ** (-precision() - 4)
    for n in range(_MOST):
        following = -term * x * ((above + n) * (b + n) / ((c + n) * (n + 1)))
        if n + 1 >= -above and abs(following) < small:
            return power(1 - z, -b) * (total + arb(0, abs(following).upper()))
        term = following
        total = total + term
    return arb("nan")
