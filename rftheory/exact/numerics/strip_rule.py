"""The trapezoidal rule for a function F that is analytic in a strip: step, tails and error.

Where the integrals of |F| along the lines |Im y| = b < a are at most N, the rule of step h errs by at most
2N/(exp(2 pi a/h) - 1) (Trefethen and Weideman, SIAM Review 56, 2014, Theorem 5.1).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from rftheory.exact import balls
from rftheory.exact.numerics.enclosing import short
from rftheory.exact.scalars import Ball, Rational, Real

Term = tuple[Ball, Ball | None]
"""A term, and a bound of all that follow it where that is proved."""


def choose(loss: Callable[[float], float], widest: float) -> tuple[Rational, Rational]:
    """Strip and step, exact and short, of the fewest points: 2 pi a/h pays for the precision and for log N."""
    bits = balls.precision() * math.log(2) + 8
    a = max((widest * 2.0 ** (-j / 3) for j in range(60)), key=lambda a: a / (bits + max(loss(a), 0.0)))
    h = 2 * math.pi * a / (bits + max(loss(a), 0.0))
    return short(a), short(h)


def geometric(value: Ball, decay: Real) -> Ball | None:
    """Bound of value (r + r^2 + ...), r = exp(-decay); None where the decay is not yet proved positive."""
    if not decay > 0:
        return None
    ratio = (-balls.ball(decay)).exp()
    return value * ratio / (1 - ratio)


def gather(term: Callable[[int], Term], start: int, step: int, stop: int | None = None) -> tuple[Ball, Ball]:
    """Sum of terms from `start` on, and the bound of what follows once that is below the working precision."""
    total, small, k = balls.arb(0), balls.arb(2) ** (-balls.precision()), start
    while stop is None or k >= stop:
        value, rest = term(k)
        total = total + value
        if rest is not None and rest < total * small:
            return total, rest
        k += step
    return total, balls.arb(0)


def rule_error(bound: Ball, a: Rational, h: Rational) -> Ball:
    """How far the rule is off at most, where N is at most `bound`."""
    return 2 * bound / ((2 * balls.arb.pi() * a / h).exp() - 1)
