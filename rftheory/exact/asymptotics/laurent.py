"""Laurent polynomials in 1/V with enclosed coefficients, valid for every V of a frame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rftheory.exact import balls
from rftheory.exact.asymptotics.frame import Frame, is_zero
from rftheory.exact.scalars import Ball, Real

_ZERO = balls.fmpq(0)


@dataclass(frozen=True)
class Laurent:
    """V^top (a_0 + a_1/V + .. + a_n/V^n): at every V of the frame with some a_i in the i-th coefficient.

    Coefficients below the last place are folded into it, multiplied by [0, V^-j]; so sums and products enclose.
    """

    top: int
    coefficients: tuple[Real, ...]

    def plus(self, other: Laurent, frame: Frame) -> Laurent:
        """The sum."""
        top = max(self.top, other.top)
        places = ((top - part.top + i, a) for part in (self, other) for i, a in enumerate(part.coefficients))
        return Laurent(top, _folded(places, frame))

    def times(self, other: Laurent, frame: Frame) -> Laurent:
        """The product."""
        seconds = [(j, b) for j, b in enumerate(other.coefficients) if not is_zero(b)]
        places = (
            (i + j, a * b) for i, a in enumerate(self.coefficients) if not is_zero(a) for j, b in seconds
        )
        return Laurent(self.top + other.top, _folded(places, frame))

    def scaled(self, factor: Real, shift: int = 0) -> Laurent:
        """The product with factor V^shift."""
        return Laurent(
            self.top + shift,
            tuple(a if is_zero(a) else a * factor for a in self.coefficients),
        )

    def stripped(self) -> Laurent | None:
        """Without leading coefficients that are exactly 0; None for 0 itself."""
        first = next((i for i, a in enumerate(self.coefficients) if not is_zero(a)), None)
        if first is None:
            return None
        rest = self.coefficients[first:]
        return Laurent(self.top - first, rest + (_ZERO,) * first)

    def range(self, frame: Frame) -> Ball:
        """A ball of V^(-top) times the value over all V of the frame."""
        total = balls.arb(0)
        for a in reversed(self.coefficients):
            total = total * frame.small(1) + a
        return total


def constant(value: Real, frame: Frame) -> Laurent:
    """The polynomial with this one coefficient."""
    return Laurent(0, (value,) + (_ZERO,) * frame.order)


def _folded(places: Iterable[tuple[int, Real]], frame: Frame) -> tuple[Real, ...]:
    found: list[Real] = [_ZERO] * (frame.order + 1)
    for place, value in places:
        if is_zero(value):
            continue
        if place <= frame.order:
            found[place] = found[place] + value
        else:
            found[-1] = found[-1] + balls.ball(value) * frame.small(place - frame.order)
    return tuple(found)
