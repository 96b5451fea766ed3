"""The greatest value of a smooth function on a segment, by proof: branch and bound, then Newton in balls.

Boxes are dropped where the function stays below a value that it takes, or is monotone; what remains is narrowed
until the function is concave on each box, whose only critical point a certified change of sign of f' encloses.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.scalars import Ball, Rational, Real

_BITS = 160  # boxes as narrow as 2^-_DEEPEST keep exact ends, and forty bits tell their values apart
_BOXES = 6000  # some seconds; one clear maximum takes far fewer
_DEEPEST = 120  # halvings: maxima that are still together are equal for every purpose


@dataclass(slots=True, eq=False)  # made by the million: a frozen one takes four times as long to make
class Jet:
    """A function's value and first two derivatives at a ball: enclosures over the whole ball."""

    value: Ball
    slope: Ball
    curve: Ball

    def __add__(self, other: Jet | Real | int) -> Jet:
        if not isinstance(other, Jet):
            return Jet(self.value + other, self.slope, self.curve)
        return Jet(self.value + other.value, self.slope + other.slope, self.curve + other.curve)

    def __mul__(self, other: Jet | Real | int) -> Jet:
        if not isinstance(other, Jet):
            return Jet(self.value * other, self.slope * other, self.curve * other)
        return Jet(
            self.value * other.value,
            self.slope * other.value + self.value * other.slope,
            self.curve * other.value + 2 * self.slope * other.slope + self.value * other.curve,
        )

    def __radd__(self, other: Real | int) -> Jet:
        return self.__add__(other)

    def __rmul__(self, other: Real | int) -> Jet:
        return self.__mul__(other)

    def __neg__(self) -> Jet:
        return Jet(-self.value, -self.slope, -self.curve)

    def __rsub__(self, other: Real | int) -> Jet:
        return (-self).__add__(other)

    def _through(self, value: Ball, first: Ball, second: Ball) -> Jet:
        """The composition with an outer function of that value and derivatives."""
        return Jet(value, first * self.slope, second * self.slope * self.slope + first * self.curve)

    def exp(self) -> Jet:
        """e^f."""
        outer = self.value.exp()
        return self._through(outer, outer, outer)

    def expm1(self) -> Jet:
        """e^f - 1, without cancellation."""
        outer = self.value.exp()
        return self._through(self.value.expm1(), outer, outer)

    def sin(self) -> Jet:
        """sin f."""
        sine, cosine = self.value.sin(), self.value.cos()
        return self._through(sine, cosine, -sine)

    def cos(self) -> Jet:
        """cos f."""
        sine, cosine = self.value.sin(), self.value.cos()
        middle = self.value.mid()
        if not self.value.is_exact():  # near its extremes a cosine varies far less than its argument
            cosine = cosine.intersection(middle.cos() - sine * (self.value - middle))
        return self._through(cosine, -sine, -cosine)

    def squared(self) -> Jet:
        """f^2, whose value is never negative."""
        return self._through(self.value**2, 2 * self.value, balls.arb(2))


Smooth = Callable[[Jet], Jet]


@dataclass(frozen=True)
class Peak:
    """A box (exact ends) that holds one candidate of the maximum; an end of the segment where low = high."""

    low: Ball
    high: Ball


def at(function: Smooth, x: Ball) -> Jet:
    """The jet of the function over the ball x."""
    balls.spend()
    return function(Jet(x, balls.arb(1), balls.arb(0)))


def peaks(function: Smooth, low: Rational, high: Rational, *, flat: bool = False) -> tuple[Peak, ...]:
    """Boxes that together hold every maximum on [low, high]; `flat`: by symmetry f'(high) = 0."""
    with balls.working_precision(_BITS):
        return _Hunt(function, balls.arb(low), balls.arb(high), flat).run()


def greatest(function: Smooth, found: tuple[Peak, ...]) -> Ball:
    """The maximum over the boxes, at the working precision."""
    wanted = balls.precision()
    with balls.working_precision(wanted + 40):
        values = [_top(function, peak, wanted) for peak in found]
        return functools.reduce(lambda one, other: one.max(other), values)


class _Hunt:
    def __init__(self, function: Smooth, low: Ball, high: Ball, flat: bool) -> None:
        self.function, self.low, self.high, self.flat = function, low, high, flat
        self.best = max(at(function, end).value.lower() for end in (low, high))
        self.found: list[Peak] = []

    def run(self) -> tuple[Peak, ...]:
        boxes, seen = [(self.low, self.high)], 0
        for _ in range(_DEEPEST):
            seen += len(boxes)
            if seen > _BOXES:
                break
            boxes = [part for box in boxes for part in self.visit(*box)]
            if not boxes:
                return tuple(self.found)
        raise PrecisionError("the maximum is degenerate: no box is found where the function is concave")

    def visit(self, a: Ball, b: Ball) -> list[tuple[Ball, Ball]]:
        """The halves of the box where it may hold a maximum that is not yet isolated."""
        middle, box = _middle(a, b), a.union(b)
        centre, over = at(self.function, middle), at(self.function, box)
        self.best = max(self.best, centre.value.lower())
        step = box - middle
        mean = centre.value + centre.slope * step + over.curve * step**2 / 2
        if min(over.value.upper(), mean.upper()) < self.best:
            return []
        if over.slope > 0 or over.slope < 0:
            return self.monotone(a, b, bool(over.slope > 0))
        margin = (b - a) / 8
        left = self.low if a == self.low else (a - margin).lower()
        right = self.high if b == self.high else (b + margin).upper()
        wide = at(self.function, left.union(right))
        if wide.curve < 0 and self.isolated(left, right):
            return []
        return [(a, middle), (middle, b)]

    def monotone(self, a: Ball, b: Ball, rises: bool) -> list[tuple[Ball, Ball]]:
        end = b if rises else a
        if end == (self.high if rises else self.low):
            self.keep(Peak(end, end))
        return []

    def isolated(self, left: Ball, right: Ball) -> bool:
        """Concave on [left, right]: whether its maximum there is an end of the segment, a sign change, or of no account."""
        if self.flat and right == self.high:
            self.keep(Peak(right, right))
            return True
        falls, rises = at(self.function, right).slope, at(self.function, left).slope
        if rises > 0 and falls < 0:
            self.keep(Peak(left, right))
            return True
        if rises < 0 or falls > 0:
            self.monotone(left, right, bool(falls > 0))
            return True
        return False

    def keep(self, peak: Peak) -> None:
        """Add a box, or narrow the one that holds the same critical point."""
        for index, other in enumerate(self.found):
            if peak.low > other.high or other.low > peak.high:
                continue
            hull = peak.low.min(other.low).union(peak.high.max(other.high))
            if at(self.function, hull).curve < 0 or peak == other:
                self.found[index] = Peak(peak.low.max(other.low), peak.high.min(other.high))
                return
        self.found.append(peak)


def _middle(a: Ball, b: Ball) -> Ball:
    return ((a + b) / 2).mid()


def _top(function: Smooth, peak: Peak, wanted: int) -> Ball:
    """The value at the critical point in the box: f(c) <= f(x*) <= f(c) + f'(c)^2/(2 min |f''|) where f is concave."""
    low, high = peak.low, peak.high
    if low == high:
        return at(function, low).value
    for _ in range(2 * wanted + 200):
        middle = _middle(low, high)
        centre, over = at(function, middle), at(function, low.union(high))
        if over.curve < 0:
            excess = (centre.slope**2 / (-2 * over.curve)).upper()
            if excess <= abs(centre.value) * balls.arb(2) ** (-wanted - 4):
                return centre.value + (excess / 2).union(balls.arb(0)).union(excess)
            newton = middle - centre.slope / over.curve
            left, right = newton.lower().max(low), newton.upper().min(high)
            if 2 * (right - left) <= high - low:
                low, high = left, right
                continue
        if centre.slope > 0:
            low = middle
        elif centre.slope < 0:
            high = middle
        else:
            low, high = _thirds(function, low, high)
    return at(function, low.union(high)).value


def _thirds(function: Smooth, low: Ball, high: Ball) -> tuple[Ball, Ball]:
    """The box without an outer third, for a critical point too close to the middle to say on which side it lies."""
    left, right = ((2 * low + high) / 3).mid(), ((low + 2 * high) / 3).mid()
    if at(function, left).slope > 0:
        low = left
    if at(function, right).slope < 0:
        high = right
    return low, high
