"""Gauss's function far on the negative axis where one upper parameter is huge: a binomial series of positive terms.

For 0 < b < c <= a, z < 0, u = 1/(1-z) and g = a - c, Euler's integral after r = (1-z) t/(1-z t) is (1-z)^(-b)/B(b, c-b) times
int_0^1 r^(b-1) (1-r)^(c-b-1) ((1-r) + u r)^g dr. The binomial series of the power has the positive terms
(g choose k) u^k B(b+k, a-b-k), which fall at least like u g/(a-b-1) per step from k = b on. By Taylor's theorem what follows the
first J = floor(g) of them is at most (g choose J) u^J B(b+J, c-b), which is at least their term of J.
"""

from __future__ import annotations

from rftheory.exact.balls.effort import spend
from rftheory.exact.balls.numbers import Scalar, arb, ball, fmpq, power
from rftheory.exact.balls.precision import precision
from rftheory.exact.scalars import Ball, Rational

_MOST = 20_000  # terms
_LARGE = 64  # steps of the series below which FLINT's algorithms are as good


def binomial(one: Scalar, two: Scalar, c: Scalar, z: Ball) -> Ball:
    """2F1(one, two; c; z), z < 0, 0 < b <= c - 1, a >= c; nan where the terms do not fall far enough."""
    if not (isinstance(one, fmpq) and isinstance(two, fmpq) and isinstance(c, fmpq)):
        return arb("nan")
    a, b = max(one, two), min(one, two)
    g, most = a - c, a - b - 1
    if not (z < 0 < b <= c - 1 and g >= _LARGE):
        return arb("nan")
    u, last = 1 / (1 - z), int(g.p // g.q)
    total = term = arb(1)
    small = arb(2) ** (-precision() - 8)
    rest = ball(fmpq(0))
    for k in range(min(last, _MOST)):
        ratio = u * max(fmpq(1), (b + k) / (k + 1)) * ((g - k) / (most - k))  # of this step and all after it
        rest = term * ratio / (1 - ratio)
        if ratio < 1 and rest < small * total:
            break
        term = term * u * ((b + k) * (g - k) / ((k + 1) * (most - k)))
        total = total + term
        spend()
    else:
        if last >= _MOST:
            return arb("nan")
        rest = arb(0)
    front = _ratio_of_gammas(a, b, c)
    error = front * rest + _beyond(a, b, c, u)
    return power(1 - z, -b) * (front * total + arb(0, error.upper()))


def _ratio_of_gammas(a: Rational, b: Rational, c: Rational) -> Ball:
    """B(b, a-b)/B(b, c-b)."""
    return (ball(a - b).lgamma() + ball(c).lgamma() - ball(a).lgamma() - ball(c - b).lgamma()).exp()


def _beyond(a: Rational, b: Rational, c: Rational, u: Ball) -> Ball:
    """(g choose J) u^J B(b+J, c-b)/B(b, c-b), J = floor(g); 0 for a whole g, whose series ends with the term of J."""
    g = a - c
    steps = fmpq(g.p // g.q)
    if steps == g:
        return arb(0)
    choices = ball(g + 1).lgamma() - ball(steps + 1).lgamma() - ball(g - steps + 1).lgamma()
    beta = ball(b + steps).lgamma() + ball(c).lgamma() - ball(c + steps).lgamma() - ball(b).lgamma()
    return (choices + beta).exp() * power(u, steps)
