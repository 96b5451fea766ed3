"""One positive exponential projection Z of a pair for the Gaussian kernel: its largest value, its mean, its noncentrality.

For real A < 0, Z = f1 f2 of a generalised exponential map with s = 1 is Z_max exp(-2|A| R) with R of the noncentral
chi-square law, d degrees of freedom, noncentrality (1-4A) v2/(16 A^2).
"""

from __future__ import annotations

from rftheory.exact import balls
from rftheory.exact.scalars import MpContext, MpNumber, Rational, Real

GUARD = 80  # bits: sums over a window of 2 * 10^6 terms lose about twenty, a few products some more


def half_noncentrality(A: Rational, v2: Rational) -> Rational:
    return (1 - 4 * A) * v2 / (32 * A * A)


def largest(d: Rational, A: Rational, v2: Rational, n2: Rational) -> Real:
    """Z_max = (1-4A)^(d/2) exp(-(1-4A) v2/(8A) - n2)."""
    exponent = -(1 - 4 * A) * v2 / (8 * A) - n2
    power = balls.power(1 - 4 * A, d / 2)
    return power if exponent == 0 else power * balls.ball(exponent).exp()


def kernel(v2: Rational, n2: Rational) -> Real:
    exponent = v2 / 2 - n2
    return balls.fmpq(1) if exponent == 0 else balls.ball(exponent).exp()


def levels(
    ctx: MpContext, d: MpNumber, A: MpNumber, v2: MpNumber, n2: MpNumber, eps: MpNumber
) -> tuple[MpNumber, MpNumber, MpNumber]:
    """K + eps, K - eps and Z_max."""
    kernel = ctx.exp(v2 / 2 - n2)
    top = (1 - 4 * A) ** (d / ctx.mpf(2)) * ctx.exp(-(1 - 4 * A) * v2 / (8 * A) - n2)
    return kernel + eps, kernel - eps, top
