"""Hypergeometric series of positive terms with a far peak, summed around it; both rests are bounded.

Where z > 0 and every upper parameter is positive and at least one lower parameter (or the 1 of the factorial) of its
own, the quotient of terms z prod (a+k)/prod (b+k)/(k+1) falls in k: what follows a term, and what precedes it, is less
than a geometric series. About sqrt(peak * bits) terms do, where a sum from the first term takes more than the peak.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from rftheory.exact.scalars import Ball, Rational


def paired(above: Sequence[Rational], below: Sequence[Rational]) -> bool:
    """Whether these exact parameters make the quotient of terms fall."""
    lows: Sequence[Rational | int] = sorted([*below, 1])
    tops = sorted(above)
    return len(tops) < len(lows) and all(
        top > 0 and top >= low > 0 for top, low in zip(tops, lows, strict=False)
    ) and all(low > 0 for low in lows)  # fmt: skip


def peak_of(above: Sequence[float], below: Sequence[float], z: float) -> int:
    """Near the largest term: an effort, not a bound."""

    def rises(k: float) -> bool:
        quotient = math.log(z) - math.log(k + 1)
        return quotient + sum(math.log(a + k) for a in above) - sum(math.log(b + k) for b in below) > 0

    low, high = 0.0, 1.0
    if not rises(low):
        return 0
    while rises(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) else (low, middle)
    return int(low)


def height(above: Sequence[float], below: Sequence[float], z: float, k: float) -> float:
    """The logarithm of the term of index k, up to what does not depend on k."""
    steps = [math.lgamma(a + k) for a in above] + [-math.lgamma(b + k) for b in (*below, 1.0)]
    return k * math.log(z) + math.fsum(steps)


def window(above: Sequence[float], below: Sequence[float], z: float, peak: int, bits: int) -> tuple[int, int]:
    """Indices between which the terms exceed about 2^-bits of the largest: an effort, not a bound."""
    least = height(above, below, z, peak) - bits * math.log(2)

    def reach(sign: int) -> int:
        step = 16
        while peak + sign * step > 0 and height(above, below, z, peak + sign * step) > least:
            step = 5 * step // 4
        return max(0, peak + sign * step)

    return reach(-1), reach(1)


def around_peak(
    above: Sequence[Rational], below: Sequence[Rational], z: Ball, peak: int, ends: tuple[int, int]
) -> Ball:
    """pFq(above; below; z) for paired exact parameters and a ball z > 0, from the terms between both ends.

    Terms are relative to that of the peak, whose logarithm needs about log2(peak log peak) guard bits.
    """
    ball = type(z)
    unit = math.lcm(1, *(int(v.q) for v in (*above, *below)))
    tops, lows = ([int((v * unit).p) for v in group] for group in (above, below))
    scaled = z * ball(unit) ** (len(lows) - len(tops))

    def quotient(k: int) -> tuple[int, int]:
        """t(k+1)/t(k) over the scaled argument, above and below."""
        top, low = 1, k + 1
        for a in tops:
            top *= a + unit * k
        for b in lows:
            low *= b + unit * k
        return top, low

    total, term = ball(0), ball(1)
    for k in range(peak, ends[1]):
        total = total + term
        top, low = quotient(k)
        term = term * scaled * top / low
    top, low = quotient(ends[1])
    fall = scaled * top / low
    if not fall < 1:
        return ball("nan")
    total = total + ball(0, (term / (1 - fall)).upper())
    term, inverse = ball(1), 1 / scaled
    for k in range(peak - 1, ends[0] - 1, -1):
        top, low = quotient(k)
        term = term * inverse * low / top
        total = total + term
    if ends[0] > 0:
        top, low = quotient(ends[0] - 1)
        fall = inverse * low / top
        if not fall < 1:
            return ball("nan")
        total = total + ball(0, (term * fall / (1 - fall)).upper())
    log = peak * z.log() - ball(peak + 1).lgamma()
    for a in above:
        log = log + ball(a + peak).lgamma() - ball(a).lgamma()
    for b in below:
        log = log - ball(b + peak).lgamma() + ball(b).lgamma()
    return total * log.exp()
