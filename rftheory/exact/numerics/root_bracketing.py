"""The one sign change of a function between two rational points, enclosed to any precision by certified signs."""

from __future__ import annotations

from collections.abc import Callable

from rftheory.exact import balls
from rftheory.exact.scalars import Ball, Rational


def crossing(excess: Callable[[Rational], Ball], low: Rational, high: Rational, wanted: int) -> Ball:
    """A ball of radius 2^-(wanted + 5) around a zero: secants, each kept only with a certified sign on its side.

    `excess` takes a rational and is negative at `low`, positive at `high`; nan where that is not certain. Signs are asked
    for no nearer to the zero than 2^-(wanted + 6), so some bits more than `wanted` are precision enough where values are
    good to all of it.
    """
    below, above = excess(low), excess(high)
    tolerance = balls.fmpq(1, 1 << (wanted + 4))
    for _ in range(4 * wanted):
        if high - low <= tolerance:
            return balls.ball((low + high) / 2) + balls.arb(0, balls.ball((high - low) / 2).upper())
        if not (below < 0 and above > 0):
            break
        width = high - low
        guess = _short(low - below * width / (above - below), 2 * wanted + 20)
        slack = max(_short(balls.ball(width) ** 2 / 16, 2 * wanted + 20), tolerance / 4)
        for point in (guess - slack, guess + slack, (low + high) / 2):
            if not low < point < high or high - low <= width / 4:
                continue
            value = excess(point)
            if value < 0:
                low, below = point, value
            elif value > 0:
                high, above = point, value
        if high - low == width:
            break
    return balls.arb("nan")


def _short(x: Ball, bits: int) -> Rational:
    """A dyadic rational near the middle of a ball."""
    scaled = (x.mid() * balls.arb(2) ** bits).floor().unique_fmpz()
    assert scaled is not None  # the middle is exact
    return balls.fmpq(int(scaled), 1 << bits)
