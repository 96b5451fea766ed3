"""The modified Bessel function K at every order, and its integral in the exact parameter y = (x/2)^2."""

from __future__ import annotations

from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.numerics.log_concave import GammaCurve
from rftheory.exact.scalars import Ball, Real

_FLINT = 2000  # bits up to which FLINT's function is fast
_LARGEST = 2**50  # orders up to which it is: beyond 10^15 it takes half a minute, and may give no digit


def bessel_integral(a: Real, y: Real) -> Ball:
    """int_0^oo t^(a-1) exp(-t - y/t) dt = 2 y^(a/2) K_a(2 sqrt y); nan where y > 0 is not known to half of the precision."""
    large = not -_LARGEST < a < _LARGEST
    if large or (balls.precision() > _FLINT and balls.all_rational([a, y])):
        known = y > 0 and balls.accuracy_bits(balls.ball(y)) > balls.precision() // 2
        return GammaCurve(a, y, balls.fmpq(1)).integral() if known else balls.arb("nan")
    root = balls.ball(y).sqrt()
    value: Ball = 2 * root ** balls.ball(a) * (2 * root).bessel_k(balls.ball(a))
    return value


def bessel_k(order: Scalar, x: Scalar) -> Scalar:
    """K_order(x); beyond the orders of FLINT from its integral, for real x."""
    a, half = balls.ball(order), balls.ball(x) / 2
    if isinstance(a, balls.acb) or isinstance(half, balls.acb) or -_LARGEST < a < _LARGEST:
        return balls.bessel("k", order, x)
    return bessel_integral(a, half * half) / (2 * half**a) if half > 0 else balls.arb("nan")
