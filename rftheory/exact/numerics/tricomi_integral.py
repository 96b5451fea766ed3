"""Tricomi's function U(d, d+1/2, z) of a huge d, where FLINT takes half a minute and may give no digit."""

from __future__ import annotations

import math

from rftheory.exact import balls
from rftheory.exact.numerics.enclosing import enclose
from rftheory.exact.numerics.strip_rule import Term, choose, gather, geometric, rule_error
from rftheory.exact.scalars import Ball, Rational, Real

_BEYOND_FLOATS = 1e300


def tricomi_integral(d: Rational, z: Real) -> Ball:
    """int_R e^(-z s^2) (1+s^2)^(-d) ds = sqrt(pi) z^(d-1/2) U(d, d+1/2, z) for a large d and z >= 0; nan beyond floats.

    On Im s = a < 1, |1+s^2| >= (1-a^2)(1 + (Re s)^2), so N is e^(z a^2) (1-a^2)^(-d) of the integral itself, which is at
    most the rule and one step. Up to s = 1 the integrand is log-concave; beyond, where it is below (2s)^(-d), nothing is left.
    """
    n, m = balls.to_float(d), balls.to_float(z)
    if n + m > _BEYOND_FLOATS:
        return balls.arb("nan")
    widest = min(0.9, 8 * math.sqrt(balls.precision() / (n + m)))  # about where the loss is the precision
    a, h = choose(lambda a: m * a * a - n * math.log1p(-a * a), widest)
    beyond = 2 * balls.power(balls.ball(2), -d) / h

    def after(k: int) -> Term:
        square = (h * k) ** 2
        value = (-z * square - d * balls.ball(square).log1p()).exp()
        rest = geometric(value, 2 * h * h * k * (z + d / (1 + square))) if square < 1 else None
        return value, None if rest is None else rest + beyond

    right, remainder = gather(after, 1, 1)
    whole = h * (1 + 2 * right)
    bound = (whole + h) * (z * a * a - d * balls.ball(-a * a).log1p()).exp()
    return enclose(whole, 2 * h * remainder + rule_error(bound, a, h))
