"""The modified Bessel function K at every order, and its integral in the exact parameter y = (x/2)^2."""

from __future__ import annotations

from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.numerics.log_concave import GammaCurve
from rftheory.exact.scalars import Ball, Real

_FLINT = 2000  # bits up to which FLINT's function is fast
_LARGEST = 2**50  # orders up to which it is: beyond 10^15 it takes half a minute, and may give no digit


def bessel_integral(a: Real, y: Real) -> Ball:
    """int_0^oo t^(a-1) exp(-t - y/t) dt = 2 y^(a/2) K_a(2 sqrt y), y > 0.

    nan at an order beyond FLINT's where a or y is not known to half of the precision.
    """
    large, exact = not -_LARGEST < a < _LARGEST, balls.all_rational([a, y])
    if large or (exact and balls.precision() > _FLINT):
        known = exact or all(balls.accuracy_bits(balls.ball(v)) > balls.precision() // 2 for v in (a, y))
        return GammaCurve(a, y, balls.fmpq(1)).integral() if known and y > 0 else balls.arb("nan")
    root = balls.ball(y).sqrt()
    value: Ball = 2 * root ** balls.ball(a) * (2 * root).bessel_k(balls.ball(a))
    return value


def bessel_k(order: Scalar, x: Scalar) -> Scalar:
    """K_order(x); beyond the orders of FLINT from its integral, for real x."""
    a, half = balls.ball(order), balls.ball(x) / 2
    if isinstance(a, balls.acb) or isinstance(half, balls.acb) or -_LARGEST < a < _LARGEST:
        return balls.bessel("k", order, x)
    return bessel_integral(a, half * half) / (2 * half**a) if half > 0 else balls.arb("nan")
