"""The two tails of the noncentral chi-square law by Poisson weights: sums over a window, remainders by ratios."""

from __future__ import annotations

import math
from collections.abc import Callable

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.noncentral.incomplete_gamma import MOST, density, regular_lower, regular_upper
from rftheory.exact.scalars import Ball, Rational, Real


def _end(start: float, direction: int, ratio: Callable[[int], float]) -> int:
    """An index from `start` on past which ratios of terms make the rest small: an effort, not a bound."""
    j, fall = max(0, int(start)), 0.0
    wanted = -0.6932 * (balls.precision() + 20)
    for _ in range(MOST):
        if fall < wanted or (j == 0 and direction < 0):
            return j
        r = ratio(j)
        fall = min(0.0, fall + math.log(r)) if r > 0 else wanted
        j += direction
    raise PrecisionError("the noncentrality is too large for a sum of Poisson weights")


def _peak(a: float, h: float, y: float) -> float:
    """Where the products of both factors of a tail far out are largest: (j+1)(a+j+1) = h y."""
    return (-a + math.sqrt(a * a + 4 * h * y)) / 2 - 1


def noncentral_lower(d: Rational, half: Real, y: Ball) -> Ball:
    """P[R <= 2y] for noncentrality 2 `half`: the mean of P(d/2+j, y) over Poisson j, summed from the top.

    Ratios of terms: at most half/(j+1) min(1, y/(d/2+j+1)) upwards and j/half (1 + (d/2+j)/y) downwards; P <= 1.
    """
    a = d / 2
    if not half > 0:
        return regular_lower(a, y)
    af, h, yf = balls.to_float(a), balls.to_float(half), balls.to_float(y)
    top = _end(
        min(h, _peak(af, h, yf)) if yf < af + h else h,
        1,
        lambda j: h / (j + 1) * min(1.0, yf / (af + j + 1)),
    )
    weight, lower = _poisson(half, top), regular_lower(a + top, y)
    step = density(a + top, y)  # P(a+top-1) - P(a+top)
    ratio = half / (top + 1) * (balls.ball(y) / (a + top + 1)).min(balls.arb(1))
    total = weight * lower + _rest(weight * lower, ratio)
    for count in range(MOST):
        j = top - count
        if j == 0:
            return total
        if count % 32 == 0:
            share = j / half
            rest = _smaller(_rest(weight * lower, share * (1 + (a + j) / y)), _rest(weight, share))
            if _negligible(rest, total):
                return total + rest
        weight = weight * j / half
        lower = lower + step
        step = step * (a + j - 1) / y
        total = total + weight * lower
    raise PrecisionError("the noncentrality is too large for a sum of Poisson weights")


def noncentral_upper(d: Rational, half: Real, y: Ball) -> Ball:
    """P[R > 2y] for noncentrality 2 `half`: the mean of Q(d/2+j, y) over Poisson j, summed from the bottom.

    Ratios of terms: at most half/(j+1) (1 + y/(d/2+j)) upwards where d/2+j >= 1, and j/half downwards; Q <= 1.
    """
    a = d / 2
    if not half > 0:
        return regular_upper(a, y)
    af, h, yf = balls.to_float(a), balls.to_float(half), balls.to_float(y)
    low = _end(max(h, _peak(af, h, yf)) if yf > af + h else h, -1, lambda j: j / h)
    weight, upper = _poisson(half, low), regular_upper(a + low, y)
    step = density(a + low + 1, y)
    total = weight * upper + _rest(weight * upper, balls.ball(low / half))
    for j in range(low + 1, low + MOST):
        weight = weight * half / j
        upper = upper + step
        step = step * y / (a + j)
        total = total + weight * upper
        if j % 32 == 0:
            share = half / (j + 1)
            rest = _smaller(_rest(weight * upper, share * (1 + y / (a + j))), _rest(weight, share))
            if _negligible(rest, total):
                return total + rest
    raise PrecisionError("the noncentrality is too large for a sum of Poisson weights")


def _poisson(half: Real, j: int) -> Ball:
    return (j * balls.ball(half).log() - half - balls.arb(j + 1).lgamma()).exp()


def _rest(last: Ball, ratio: Real) -> Ball:
    """An enclosure of what follows a term when every later ratio is at most this one."""
    q = balls.ball(ratio)
    return balls.arb(0, (last * q / (1 - q)).upper()) if q < 1 else balls.arb(0, float("inf"))


def _smaller(one: Ball, other: Ball) -> Ball:
    return one if one.rad() < other.rad() else other


def _negligible(rest: Ball, total: Ball) -> bool:
    return bool(rest.rad() < total * balls.arb(2) ** (-balls.precision()) or rest.rad() < total.rad() / 8)
