"""Power series: Taylor coefficients of FLINT's functions over a ball, and Bernoulli numbers."""

from __future__ import annotations

from collections.abc import Sequence

import flint

from rftheory.exact.balls.numbers import ball, fmpq
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


def multiplied(one: Sequence[Ball], two: Sequence[Ball], count: int) -> list[Ball]:
    """The first `count` coefficients of the product of two power series."""
    with working_precision(precision()):
        found = flint.arb_poly(list(one[:count])) * flint.arb_poly(list(two[:count]))
        return [found[k] for k in range(count)]


def taylor_of_digamma(x: Rational) -> tuple[Ball, Ball]:
    """psi(x) and psi'(x), x > 0."""
    found = taylor("lgamma", ball(x), 2)
    return found[1], 2 * found[2]
