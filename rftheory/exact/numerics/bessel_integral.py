"""The integral of the modified Bessel function K in the exact parameter y = (x/2)^2, at every order."""

from __future__ import annotations

from rftheory.exact import balls
from rftheory.exact.numerics.log_concave import GammaCurve
from rftheory.exact.scalars import Ball, Real

_FLINT = 2000  # bits up to which FLINT's function is fast
_LARGEST = 2**50  # orders up to which it is: beyond 10^15 it takes half a minute, and may give no digit


def bessel_integral(a: Real, y: Real) -> Ball:
    """int_0^oo t^(a-1) exp(-t - y/t) dt = 2 y^(a/2) K_a(2 sqrt y) for y > 0; nan at a large order that is not rational."""
    large = not -_LARGEST < a < _LARGEST
    if balls.all_rational([a, y]) and (large or balls.precision() > _FLINT):
        return GammaCurve(a, y, balls.fmpq(1)).integral()
    if large:
        return balls.arb("nan")
    root, order = balls.ball(y).sqrt(), balls.ball(a)
    value: Ball = 2 * root**order * (2 * root).bessel_k(order)
    return value
