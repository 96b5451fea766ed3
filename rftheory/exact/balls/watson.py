"""Gauss's function where one upper parameter is huge: Euler's integral by Watson's lemma, with proved remainders.

2F1(a, b; c; z) = (1-z)^(-a) Gamma(c)/(Gamma(b) Gamma(s)) J, s = c - b, J = int_0^1 t^(s-1) (1-t)^(b-1) (1 + r t)^(-a) dt with
r = z/(1-z). For 0 < b <= 1 the coefficients p_k = (1-b)_k/k! of (1-t)^(b-1) fall, so what follows the first K of them is at
most t^K (1-t)^(b-1). Each of those is taken to infinity, int_0^oo t^(e-1) (1 + r t)^(-a) dt = r^(-e) B(e, a-e), where
int_1^oo is at most (1+r)^(-a/2) r^(-e) B(e, a/2-e).
"""

from __future__ import annotations

from rftheory.exact.balls.numbers import Scalar, arb, ball, fmpq, power
from rftheory.exact.balls.precision import precision
from rftheory.exact.scalars import Ball, Rational

_MOST = 4000  # terms


def watson(one: Scalar, two: Scalar, c: Scalar, z: Ball) -> Ball:
    """2F1(one, two; c; z), 0 < z < 1, 0 < b <= 1, b < c; nan where the terms do not fall far enough."""
    if not (isinstance(one, fmpq) and isinstance(two, fmpq) and isinstance(c, fmpq)):
        return arb("nan")
    a, b = max(one, two), min(one, two)
    s = c - b
    if not (0 < z < 1 and 0 < b <= 1 and s > 0 and a > 4 * (s + _MOST)):
        return arb("nan")
    r = z / (1 - z)
    total, coefficient = arb(0), ball(1)
    size = _whole(s, a, r)
    small, beyond, largest = arb(2) ** (-precision() - 4), arb(0), size
    far = power(1 + r, -a / 2)
    for k in range(_MOST):
        exponent = s + k
        whole = coefficient * size
        total = total + whole
        beyond = beyond + coefficient * far * _whole(exponent, a / 2, r)
        size = size * exponent / (r * (a - exponent - 1))
        coefficient = coefficient * (1 - b + k) / (k + 1)
        rest = 2 * size + power(1 + r / 2, -a) / b  # up to t = 1/2, where (1-t)^(b-1) <= 2, and beyond
        if (rest + beyond) < small * largest:
            front = power(1 - z, -a) * (ball(c).lgamma() - ball(b).lgamma() - ball(s).lgamma()).exp()
            return front * (total + arb(0, (rest + beyond).upper()))
        if exponent > r * (a - exponent):
            break
    return arb("nan")


def _whole(e: Rational, a: Rational, r: Ball) -> Ball:
    """r^(-e) B(e, a-e)."""
    logarithm = ball(e).lgamma() + ball(a - e).lgamma() - ball(a).lgamma()
    return logarithm.exp() * power(r, -e)
