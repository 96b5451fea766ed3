"""The regularised incomplete Gamma functions at half-integers, by whichever series does not cancel."""

from __future__ import annotations

from rftheory.exact import balls
from rftheory.exact.scalars import Ball, Rational

MOST = 2_000_000  # terms of one sum, some ten seconds: then quadrature takes over, or the caller is told


def regular_lower(a: Rational, x: Ball) -> Ball:
    """P(a, x) for a half-integer a > 0 and x > 0, without cancellation below x = a."""
    if x < balls.ball(a):
        return _lower_series(a, x)
    return 1 - _upper_series(a, x)


def regular_upper(a: Rational, x: Ball) -> Ball:
    """Q(a, x) for a half-integer a > 0 and x > 0, without cancellation above x = a."""
    if x > balls.ball(a):
        return _upper_series(a, x)
    return 1 - _lower_series(a, x)


def _lower_series(a: Rational, x: Ball) -> Ball:
    """x^a e^-x/Gamma(a+1) sum_i x^i/((a+1)..(a+i)); the ratio of terms falls below 1 and decreases."""
    total, term, i = balls.arb(1), balls.arb(1), 0
    small = balls.arb(2) ** (-balls.precision())
    while True:
        i += 1
        term = term * x / (a + i)
        total = total + term
        ratio = x / (a + i + 1)
        if ratio < 1 and term * ratio / (1 - ratio) < total * small:
            rest = term * ratio / (1 - ratio)
            return density(a + 1, x) * (total + balls.arb(0, rest.upper()))
        if i > MOST:
            return balls.arb("nan")


def _upper_series(a: Rational, x: Ball) -> Ball:
    """x^(a-1) e^-x/Gamma(a) (1 + (a-1)/x + (a-1)(a-2)/x^2 + ..) down to Q(1, x) = e^-x or Q(1/2, x) = erfc(sqrt x)."""
    base = (-x).exp() if a.q == 1 else x.sqrt().erfc()
    steps = int((a - balls.fmpq(1, a.q)).p) if a.q == 1 else int((a - balls.fmpq(1, 2)).p)
    if steps == 0:
        return base
    small = balls.arb(2) ** (-balls.precision())
    total = term = balls.arb(1)
    for i in range(1, steps):
        term = term * (a - i) / x
        total = total + term
        ratio = balls.ball(a - i - 1) / x
        if ratio < 1 and term * ratio / (1 - ratio) < total * small:
            rest = term * ratio / (1 - ratio)
            return density(a, x) * (total + balls.arb(0, rest.upper())) + balls.arb(0, base.upper())
    return density(a, x) * total + base


def density(a: Rational, x: Ball) -> Ball:
    """x^(a-1) e^-x/Gamma(a)."""
    return ((a - 1) * x.log() - x - balls.ball(a).lgamma()).exp()
