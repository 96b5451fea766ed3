"""The regularised incomplete Gamma functions at an integer d: a finite sum, or a series where they are tiny."""

from __future__ import annotations

import math
from typing import overload

from rftheory.exact import balls
from rftheory.exact.numerics.enclosing import enclose
from rftheory.exact.scalars import Ball, ComplexBall, Rational


def regular_lower(d: Rational, z: Ball) -> Ball:
    """P(d, z), the regularised lower incomplete Gamma function: 1 - Q(d, z), or its series where P is tiny."""
    size, ratio = balls.to_float(d), balls.to_float(z) / balls.to_float(d)
    lost = size * (ratio - 1 - math.log(ratio)) / math.log(2) if 0 < ratio < 1 else 0.0
    if ratio >= 1 or (lost < 2000 and ratio > 0.5):
        with balls.working_precision(balls.precision() + int(lost) + int(math.log2(size + 1)) + 8):
            return 1 - regular_upper(d, z)
    total, term, small, k = balls.arb(1), balls.arb(1), balls.arb(2) ** (-balls.precision()), 1
    while not term < small:
        term = term * z / (d + k)
        total, k = total + term, k + 1
    rest = term * z / (d + k - z) if z < d + k else balls.arb("inf")
    return enclose(total, rest) * balls.power(z, d) * (-z).exp() / balls.gamma(d + 1)


@overload
def regular_upper(d: Rational, z: Ball) -> Ball: ...
@overload
def regular_upper(d: Rational, z: ComplexBall) -> ComplexBall: ...
def regular_upper(d: Rational, z: Ball | ComplexBall) -> Ball | ComplexBall:
    """Q(d, z), for small d by its finite sum exp(-z) sum_{k < d} z^k/k!."""
    if d > 50:
        return z.gamma_upper(balls.ball(d), 1)
    total: Ball | ComplexBall = balls.arb(1)
    term: Ball | ComplexBall = balls.arb(1)
    for k in range(1, int(d.p)):
        term = term * z / k
        total = total + term
    return total * (-z).exp()
