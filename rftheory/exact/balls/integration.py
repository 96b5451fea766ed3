"""Rigorous integrals over a segment, within a number of evaluations."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal, overload

from rftheory.exact.balls.effort import spend
from rftheory.exact.balls.numbers import acb, arb, fmpq
from rftheory.exact.balls.precision import precision
from rftheory.exact.balls.seconds import beneath_compiled_code, foresee, seconds_left
from rftheory.exact.scalars import Ball, ComplexBall, Real

Integrand = Callable[[ComplexBall, bool], Real | ComplexBall]

_SAMPLES = 24  # heights that tell how small is negligible: a missed peak costs effort, never correctness
_STEEP = 8.0  # nats between neighbouring samples that let a peak be expected at an end
_NEAREST = 40  # and how near it is looked for, in powers of 1/4
_NOTHING = -700_000.0  # for the logarithm of 0
# seconds for n nodes at p bits, over n^1.5 p: measured for p/16 to p/2 nodes, at 1,000 to 40,000 bits
_NODES = 2e-8
_EVALUATIONS: ContextVar[int] = ContextVar(
    "evaluations", default=200_000
)  # some seconds; evidence asks for less


@contextmanager
def integrals_within(evaluations: int) -> Iterator[None]:
    """Integrals inside take at most so many evaluations of their integrand; past them their balls stay wide."""
    token = _EVALUATIONS.set(evaluations)
    try:
        yield
    finally:
        _EVALUATIONS.reset(token)


@overload
def integrate(
    integrand: Integrand, lower: Real, upper: Real, real: Literal[True] = ..., size: float | None = ...
) -> Ball: ...
@overload
def integrate(
    integrand: Integrand, lower: Real, upper: Real, real: bool, size: float | None = ...
) -> Ball | ComplexBall: ...
def integrate(
    integrand: Integrand, lower: Real, upper: Real, real: bool = True, size: float | None = None
) -> Ball | ComplexBall:
    """Rigorous integral over a finite segment; `integrand(x, analytic)` must turn non-finite where not analytic.

    Samples of the integrand set the effort, never the enclosure: parts far below its size are not refined. Where
    `size`, about the logarithm of the mean height, is known, none are taken.
    """
    tolerance = arb(2) ** (-precision())
    low, span = acb(lower), acb(upper) - acb(lower)
    if size is None:
        size = _size(lambda share: integrand(low + span * share, False))
    stopped: list[Exception] = []

    def counted(x: ComplexBall, analytic: bool) -> ComplexBall:
        # no exception gets through FLINT: the first is kept, and zeros are integrated at once
        if stopped:
            return acb(0)
        try:
            spend()
            return acb(integrand(x, bool(analytic)))
        except Exception as error:  # noqa: BLE001 -- raised below
            stopped.append(error)
            return acb(0)

    degree = _degree()
    with beneath_compiled_code():
        value = acb.integral(
            counted,
            low,
            acb(upper),
            rel_tol=tolerance,
            abs_tol=(arb(size).exp() * abs(span)).mid() * tolerance / 16,
            deg_limit=degree,
            eval_limit=_EVALUATIONS.get(),
            depth_limit=4 * precision(),
        )
    if stopped:
        raise stopped[0]
    return value.real if real else value


def _degree() -> int:
    """The largest number of nodes: FLINT's own where they are found in half of the seconds left, else fewer.

    Nodes are found in one call that nothing breaks off; with fewer of them the segment is split more often.
    """
    bits = precision()
    highest, least = bits // 2 + 60, bits // 16 + 8
    foresee(_NODES * bits * least**1.5)
    affordable = (seconds_left() / (2 * _NODES * bits)) ** (2 / 3)
    return int(min(highest, max(least, affordable)))


def _size(at: Callable[[Real], Real | ComplexBall]) -> float:
    """About the logarithm of the mean height, from samples at shares of the way.

    Where the outermost sample is far above the next one, the mass at that end is looked for ever nearer to it, and
    where the highest is far above one beside it, the peak between its neighbours.
    """

    def height(share: Real) -> float:
        value = abs(acb(at(share)))
        return float(value.log().mid()) if value.is_finite() and value > 0 else _NOTHING

    heights = [height(fmpq(i, _SAMPLES)) for i in range(1, _SAMPLES)]
    size = max(*heights, _peak(height, heights))
    for outermost, next_one, at_end in ((heights[0], heights[1], False), (heights[-1], heights[-2], True)):
        if not outermost > next_one + _STEEP:
            continue
        for k in range(3, _NEAREST):
            off = fmpq(1, 1 << 2 * k)
            mass = height(1 - off if at_end else off) - 2 * k * math.log(2)
            if mass < size - _STEEP:
                break
            size = max(size, mass)
    return size


def _peak(height: Callable[[Real], float], heights: list[float]) -> float:
    """The logarithm of the mass at the peak beside the highest sample, found by halving what is steep."""
    best = max(range(len(heights)), key=heights.__getitem__)
    low, middle, high = (fmpq(best + i, _SAMPLES) for i in range(3))
    top = heights[best]
    if top - min(heights[max(best - 1, 0)], heights[min(best + 1, len(heights) - 1)]) < _STEEP:
        return top
    left, right = height(low), height(high)
    for _ in range(_NEAREST):
        if top - min(left, right) < _STEEP:
            break
        before, after = (low + middle) / 2, (middle + high) / 2
        one, other = height(before), height(after)
        if one > max(top, other):
            high, right, middle, top = middle, top, before, one
        elif other > top:
            low, left, middle, top = middle, top, after, other
        else:
            low, left, high, right = before, one, after, other
    return top + math.log(float(int((high - low).p) / int((high - low).q)))
