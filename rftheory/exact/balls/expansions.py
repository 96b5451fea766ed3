"""Power series: Taylor coefficients of FLINT's functions over a ball, and Bernoulli numbers."""

from __future__ import annotations

import flint

from rftheory.exact.balls.numbers import fmpq
from rftheory.exact.balls.precision import precision, working_precision
from rftheory.exact.scalars import Ball, Rational


def taylor(name: str, centre: Ball, order: int) -> list[Ball]:
    """Enclosures of the Taylor coefficients 0 .. order of that function at every point of the ball."""
    with working_precision(precision()):
        before = flint.ctx.cap
        flint.ctx.cap = order + 1
        try:
            found = getattr(flint.arb_series([centre, 1]), name)()
            return [found[k] for k in range(order + 1)]
        finally:
            flint.ctx.cap = before


def bernoulli(n: int) -> Rational:
    """The Bernoulli number B_n."""
    return fmpq(flint.fmpq.bernoulli(n))
