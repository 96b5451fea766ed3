"""Tails of the noncentral chi-square law at a large noncentrality, by quadrature with proved rests.

The length S = sqrt R of N(0, I_d) + delta e has the density f(s) = s (s/delta)^(d/2-1) e^(-(s-delta)^2/2) J(s delta), J(z) =
e^-z I_(d/2-1)(z), analytic off the negative half-line and of width 1. As S is at least the component along e, P[S < s] <=
P[N < s - delta]; as it is at most delta + |N(0, I_d)|, P[S > s] <= P[chi_d > s - delta].
"""

from __future__ import annotations

import math

from rftheory.exact import balls
from rftheory.exact.scalars import Ball, ComplexBall, Rational, Real


def lower_by_rule(d: Rational, half: Real, y: Ball) -> Ball:
    """P[R <= 2y] for noncentrality 2 `half`; nan where y is so small that the rest below does not vanish."""
    delta, root = (2 * balls.ball(half)).sqrt(), (2 * balls.ball(y)).sqrt()
    return _part(d, delta, root, -1) if root < delta else 1 - _part(d, delta, root, 1)


def upper_by_rule(d: Rational, half: Real, y: Ball) -> Ball:
    """P[R > 2y] for noncentrality 2 `half`."""
    delta, root = (2 * balls.ball(half)).sqrt(), (2 * balls.ball(y)).sqrt()
    return _part(d, delta, root, 1) if root > delta else 1 - _part(d, delta, root, -1)


def _part(d: Rational, delta: Ball, root: Ball, side: int) -> Ball:
    """P[S > root] (side 1, root >= delta) or P[S < root] (side -1), over as much of the line as counts."""
    order = d / 2 - 1
    bits = balls.precision() + max(0, int(2 * balls.to_float((delta + root).log() * 1.45).__ceil__()))

    def density(s: ComplexBall, analytic: bool) -> ComplexBall:
        z = s * delta
        scaled = balls.acb(z).bessel_i(balls.acb(order), scaled=True)
        power = balls.power(balls.acb(s / delta), order, analytic)
        return s * power * (-((s - delta) ** 2) / 2).exp() * scaled

    with balls.working_precision(bits + 40):
        gap = max(0.0, side * balls.to_float(root - delta))
        shape = balls.to_float(d) * (2 + abs(math.log(balls.to_float(root) / balls.to_float(delta))))
        cost = 2 * (0.7 * bits + shape)
        reach = cost / (gap + math.sqrt(gap * gap + cost)) + 1
        end = (root + side * balls.arb(reach)).mid()
        if not end > 0:
            return balls.arb("nan")
        away = side * (end - delta)
        if side > 0:
            rest = (away * away / 2).gamma_upper(balls.ball(d / 2), regularized=1)
        else:
            rest = (away / balls.arb(2).sqrt()).erfc() / 2
        low, high = (root, end) if side > 0 else (end, root)
        value = balls.integrate(density, low, high) + balls.arb(0, rest.upper())
    return +value
