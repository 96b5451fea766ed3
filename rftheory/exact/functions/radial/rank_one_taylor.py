"""The pair moment of rows through a map of one eigenvalue by Taylor's polynomial of the row function about 1/2; h = d/2, c = s v^2/2.

H(q) = kappa^(-h) 1F1(h; 1/2; c q/kappa), kappa = 1 + e q, e = s - 1, solves, by Kummer's equation (DLMF 13.2.1),
q kappa^2 H'' + ((2h + 2) e q kappa + kappa/2 - c q) H' + (h (h+1) e^2 q + h e/2 - h c) H = 0, and its only singularity is
-1/e: about 1/2 the series converges on [0, 1] like ((s+1)/|s-1|)^(-n), by Cauchy's bounds. The recurrence loses a number of bits
a term, because the equation has other solutions that are singular at 0; they are counted by the recurrence of absolute values.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import flint

from rftheory.exact import balls
from rftheory.exact.functions.radial.turned_line import ceiling
from rftheory.exact.numerics.enclosing import enclose, short
from rftheory.exact.scalars import Ball, Rational, Real

_MOST_BITS, _FEW_BITS = 1e9, 5e6  # of all coefficients: half a minute, a fraction of one
_MOST = 20_000  # coefficients
_SIGNS = (
    0.25  # of the bits of the sum of |coefficients| that the product loses besides, as seen at s = 3 to 11.5
)
_ROUGH = 96  # bits of bounds
_HALF = balls.fmpq(1, 2)
_SHARES = (*(0.5**k for k in range(3, 12)), *(1 - 0.85**k for k in range(1, 30)))
_GREATEST = 63.0  # radius of a circle, for a singularity that is far


def by_few_taylor(half: Rational, width: Callable[[], Real], v2: Rational) -> Ball | None:
    """P by `by_taylor` where that takes a fraction of a second."""
    return by_taylor(half, width, v2, _FEW_BITS)


def by_taylor(
    half: Rational, width: Callable[[], Real], v2: Rational, size: float = _MOST_BITS
) -> Ball | None:
    """P, s = width() at any precision; None where it takes too many terms, of more bits than `size`."""
    bits = balls.precision()
    with balls.working_precision(_ROUGH):
        s = balls.ball(width())
        found = _length(half, s, v2, bits)
        if found is None or found[0] * bits > size:
            return None
        count, error = found
        lost = _lost(half, s, v2, count)
    if count * (bits + lost) > size:
        return None
    with balls.working_precision(bits + lost + 2 * count.bit_length() + 40):
        s = balls.ball(width())
        return s * balls.ball(-v2).exp() * _mean(half, _coefficients(half, s, v2, count), error)


def _mean(half: Rational, taylor: list[Ball], error: Ball) -> Ball:
    """E H H of the polynomial in q - 1/2, off by `error` from H >= 0 on [0, 1]."""
    polynomial = flint.arb_poly(taylor)(flint.arb_poly([-_HALF, 1]))
    weighted, mean, weight, share = [], balls.arb(0), balls.arb(1), balls.arb(1)
    for i in range(len(taylor)):
        weighted.append(polynomial[i] * weight)
        mean = mean + polynomial[i] * share
        weight, share = weight * (_HALF + i), share * ((_HALF + i) / (half + i))
    total, factor = balls.arb(0), balls.arb(1)
    for m, value in enumerate(balls.multiplied(weighted, weighted, 2 * len(taylor) - 1)):
        total = total + value * factor
        factor = factor / (half + m)
    return enclose(total, error * (2 * abs(mean) + 3 * error))  # |p| <= H + error


def _length(half: Rational, s: Ball, v2: Rational, bits: int) -> tuple[int, Ball] | None:
    """How many coefficients, and what all others add up to on [0, 1] at most."""
    e = abs(s - 1)
    widest = ((s + 1) / (2 * e)).min(balls.arb(_GREATEST)) if e > 0 else balls.arb(_GREATEST)
    room = balls.to_float(widest) - 0.5
    best: tuple[int, Ball] | None = None
    for share in _SHARES:
        radius = balls.fmpq(1, 2) + short(share * room)
        kappa = (s + 1) / 2 - e * radius
        if not kappa > 0:
            continue
        reach = (_HALF + radius) / kappa  # of |q/kappa|, which is |1 - 1/kappa|/e too
        if e > 0:
            reach = reach.min((1 + 1 / kappa) / e)
        argument = (s * v2 / 2 * reach).upper()
        largest = balls.power(kappa, -half) * balls.hypergeometric([half], [_HALF], argument)
        if not (balls.is_finite(largest) and largest > 0):
            continue
        most, rate = largest / (1 - _HALF / radius), balls.ball(2 * radius)
        nats = bits * math.log(2) + 8 + balls.to_float(most.log())
        count = max(8, ceiling(nats / balls.to_float(rate.log())))
        if count <= _MOST and (best is None or count < best[0]):
            best = count, (most / rate**count).upper()
    return best


def _recurrence(
    half: Rational, s: Ball, v2: Rational, sign: Callable[[Ball], Ball], start: list[Ball], count: int
) -> list[Ball]:
    """The coefficients from the first two on, of the equation about 1/2; `sign` turns its constants."""
    e, c = s - 1, s * v2 / 2
    k = 1 + e / 2
    second = [k * k / 2, k * k + e * k, 2 * e * k + e * e / 2]  # q kappa^2, but for e^2 x^3
    wide = (2 * half + 2) * e
    first = [wide * k / 2 + k / 2 - c / 2, wide * (k + e / 2) + e / 2 - c]
    plain = half * (half + 1) * e * e / 2 + half * e / 2 - half * c
    _, a1, a2 = (sign(each / second[0]) for each in second)
    b0, b1 = (sign(each / second[0]) for each in first)
    d0, last = sign(plain / second[0]), sign(e * e / second[0])
    found = [balls.arb(0), *start]  # one before the first
    for i in range(count - 2):
        balls.spend()
        older, old, new = found[-3:]
        value = (a1 * i + b0) * (i + 1) * new + (a2 * (i * (i - 1)) + b1 * i + d0) * old
        value = value + last * ((half + i - 1) * (half + i)) * older
        found.append(value / ((i + 2) * (i + 1)))
    return found[1:]


def _coefficients(half: Rational, s: Ball, v2: Rational, count: int) -> list[Ball]:
    """Those of H in powers of q - 1/2."""
    e, c = s - 1, s * v2 / 2
    k = 1 + e / 2
    z, power = c / (2 * k), balls.power(k, -half)
    value = power * balls.hypergeometric([half], [_HALF], z)
    slope = power * c / (k * k) * 2 * half * balls.hypergeometric([half + 1], [balls.fmpq(3, 2)], z)
    start = [value, slope - half * e / k * value]
    return _recurrence(half, s, v2, lambda x: -x, start, count)


def _lost(half: Rational, s: Ball, v2: Rational, count: int) -> int:
    """Bits that the recurrence of absolute values, and powers of q for those of q - 1/2, cost."""
    start = _coefficients(half, s, v2, 2)
    grown = _recurrence(half, s, v2, lambda x: abs(x).upper(), [abs(each) for each in start], count)
    log = math.log2(1.5)
    ends = [
        balls.to_float(each.upper().log()) / math.log(2) + i * log for i, each in enumerate(grown) if each > 0
    ]
    narrow = max(0.0, log - math.log2(balls.to_float((s + 1) / abs(s - 1))) + 1) if abs(s - 1) > 0 else 0.0
    return int(max(0.0, *ends) + _SIGNS * narrow * count)
