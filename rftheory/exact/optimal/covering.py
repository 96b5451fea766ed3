"""Branch and bound over the half plane of `landscape`: every minimum of the log second moment is shown to be real.

The plane is cut at |sigma| and theta beyond which inequalities keep f above a level that f takes. With K = e^P:
f >= P + log((1 - e^Q)/2), e^P >= cosh(sigma/2)^d e^(u h), e^P >= (2 cos theta)^(-d/2) e^(u h), and

* s = -1: h >= 1 and Q <= -u, so f >= d log cosh(sigma/2) + u + log((1 - e^-u)/2), likewise with -(d/2) log(2 cos theta);
* s = +1: h >= e^-sigma, Q <= (d/2) log cos theta. Where |phi| <= theta (d/2 + u e^-sigma) <= pi/2, 1 + e^Q cos phi >= 1;
  at the other angles e^Q <= exp(-d b^2/4), b = (pi/2)/(d/2 + u e^-sigma), as cos b <= e^(-b^2/2). For sigma > 0 the
  bound d log cosh(sigma/2) + log((1 - exp(-d b^2/4))/2) rises with sigma. For sigma = -t it is that plus v = u e^t, whose
  slope in t is at least v - 2v/(d/2 + v), since x e^-x/(1 - e^-x) <= 1: it rises where d/2 + v >= 2.

Inside, a global minimum is a critical point. Boxes are dropped where f is above the level or a derivative has one
sign; boxes on the real line with a positive second derivative in theta have their minima on the line, f being even.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable
from dataclasses import dataclass

from rftheory.errors import BudgetError
from rftheory.exact import balls
from rftheory.exact.optimal.landscape import Surface
from rftheory.exact.scalars import Ball

BITS = 64  # a box that this does not decide is cut: its width, not rounding, makes its ball wide
MOST = 400_000  # boxes: some minutes, beyond which it is said that the question is open
_FINEST = 2.0**-50  # of the largest edge: every box then has exact ends
_LEAST = 2.0**-36  # the closest to pi/2 that the upper edge may come
_SLENDER = 64  # no box grows longer than so many times its width: Taylor bounds need both sides small
_QUARTER = 1.5707963267948966  # pi/2, to choose edges; they are checked in balls


@dataclass(frozen=True)
class Covering:
    """How the half plane was covered: its edges in sigma and theta, the boxes seen, and the boxes kept on the line.

    `edges` is None where the inequalities alone keep f above the level everywhere. `low`, `high`: the hull in
    sigma of the boxes on the real line that may hold a minimum; None where none is left.
    """

    edges: tuple[float, float, float] | None
    boxes: int
    kept: int
    low: float | None
    high: float | None


def cover(surface: Surface, level: Ball) -> Covering:
    """Where f may fall to the level; BudgetError where some box off the real line cannot be decided."""
    with balls.working_precision(BITS):
        left, right = (_left, _right) if surface.s > 0 else (_sides, _sides)
        if surface.s < 0 and _sides(surface, balls.arb(0)) > level:
            return Covering(None, 0, 0, None, None)
        edges = (
            _first(lambda t: left(surface, t) > level),
            _first(lambda t: right(surface, t) > level),
            _widest(surface, level),
        )
        return _searched(surface, level, edges)


def _first(clear: Callable[[Ball], bool]) -> float:
    edge = 2.0**-6
    while not clear(balls.arb(edge)):
        edge *= 2
        if edge > 2.0**20:
            raise BudgetError("the half plane could not be cut to a bounded part")
    return edge


def _widest(surface: Surface, level: Ball) -> float:
    """An angle below pi/2, of few bits, beyond which the inequality for theta holds."""
    step = 2.0**-6
    while not _top(surface, balls.arb(_QUARTER // step * step)) > level:
        step /= 2
        if step < _LEAST:
            raise BudgetError("the half plane could not be cut away from its edge")
    return _QUARTER // step * step


def _sides(surface: Surface, t: Ball) -> Ball:
    """s = -1: the bound of f at |sigma| >= t."""
    return surface.d * (t / 2).cosh().log() + _floor(surface)


def _right(surface: Surface, t: Ball) -> Ball:
    """s = 1: the bound of f at sigma >= t > 0."""
    return surface.d * (t / 2).cosh().log() + _turned(surface, surface.u * (-t).exp())


def _left(surface: Surface, t: Ball) -> Ball:
    """s = 1: the bound of f at sigma <= -t < 0; -infinity where it is not known to rise with t."""
    push = surface.u * t.exp()
    if not surface.d / 2 + push >= 2:
        return balls.arb("-inf")
    return surface.d * (t / 2).cosh().log() + push + _turned(surface, push)


def _turned(surface: Surface, push: Ball) -> Ball:
    angle = balls.arb.pi() / (surface.d + 2 * push)
    return (-(-surface.d * angle * angle / 4).expm1() / 2).log()


def _top(surface: Surface, theta: Ball) -> Ball:
    """The bound of f at angles of at least theta, |theta| < pi/2."""
    half = balls.ball(surface.d) / 2
    steep = -half * (2 * theta.cos()).log()
    if surface.s < 0:
        return steep + _floor(surface)
    return steep + ((1 - (half * theta.cos().log()).exp()) / 2).log()


def _floor(surface: Surface) -> Ball:
    """u + log((1 - e^-u)/2)."""
    return surface.u + (-(-balls.ball(surface.u)).expm1() / 2).log()


def _searched(surface: Surface, level: Ball, edges: tuple[float, float, float]) -> Covering:
    boxes, seen, kept, finest = [(-edges[0], edges[1], 0.0, edges[2])], 0, [], _FINEST * max(edges)
    while boxes:
        seen += 1
        box = boxes.pop()
        if seen > MOST or min(box[1] - box[0], box[3] - box[2]) < finest:
            raise BudgetError(
                f"after {seen} boxes it is open whether a complex A near {_a_near(box)} is better"
            )
        parts = _visited(surface, level, box)
        if parts is None:
            kept.append(box)
        else:
            boxes += parts
    low, high = min((box[0] for box in kept), default=None), max((box[1] for box in kept), default=None)
    return Covering(edges, seen, len(kept), low, high)


Box = tuple[float, float, float, float]


def _visited(surface: Surface, level: Ball, box: Box) -> list[Box] | None:
    """The parts where a global minimum off the real line may be (none, or both halves); None: any is on the line."""
    left, right, low, high = box
    middle = balls.arb((left + right) / 2), balls.arb((low + high) / 2)
    wide, tall = balls.arb(0, (right - left) / 2), balls.arb(0, (high - low) / 2)
    over = middle[0] + wide, middle[1] + tall
    least = surface.lower(*over)
    if least is not None and least > level:
        return []
    found = surface.curves(*over)
    if found is None:
        return _halves(box, right - left > high - low)
    slopes, (a, b, c) = found
    value, centre = surface.slopes(*middle)
    across = centre[0] + a * wide + b * tall
    along = centre[1] + b * wide + c * tall
    if any(_signed(slope) for slope in (slopes[0], across)):
        return []
    if low > 0 and any(_signed(slope) for slope in (slopes[1], along)):
        return []
    if low == 0 and c > 0:
        return None
    first = value + slopes[0] * wide + slopes[1] * tall
    second = (
        value
        + centre[0] * wide
        + centre[1] * tall
        + (a * wide * wide + 2 * b * wide * tall + c * tall * tall) / 2
    )
    if first > level or second > level:
        return []
    spread = (centre[0] * wide + a * wide * wide).rad(), (centre[1] * tall + c * tall * tall).rad()
    return _halves(box, bool(spread[0] > spread[1]))


def _signed(slope: Ball) -> bool:
    return bool(slope > 0 or slope < 0)


def _halves(box: Box, across: bool) -> list[Box]:
    """The two halves, cut so that no box grows slender."""
    left, right, low, high = box
    wide, tall = right - left, high - low
    if (across or wide > _SLENDER * tall) and not tall > _SLENDER * wide:
        middle = (left + right) / 2
        return [(left, middle, low, high), (middle, right, low, high)]
    middle = (low + high) / 2
    return [(left, right, low, middle), (left, right, middle, high)]


def _a_near(box: Box) -> str:
    w = cmath.exp(complex((box[0] + box[1]) / 2, (box[2] + box[3]) / 2))
    return f"{(1 - w) / 8:.4g}"
