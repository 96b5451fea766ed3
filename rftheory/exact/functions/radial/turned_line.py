"""Trapezoidal rules for rational functions of x > 0 whose zeros are negative: log x = center + m(u), m = u + 2 e sinh u.

On the line Im u = g, x is turned by phi = g + 2 e cosh(Re u) sin g. A sum of two positive numbers, one turned by phi, keeps at least
cos(phi/2) of itself, and (1-w)/(1+w) where the smaller is w times the other. Where the sums are equal for
|log x - center| <= l alone, w <= exp(l - |Re m|). As |u| grows phi grows and w falls: so at any place one bound holds within
and the other beyond, and L, the larger reciprocal, bounds all. An integrand that is at most K times itself at |x| then
integrates to at most K/cos g times the integral along every line up to there, since |m'| cos g <= (Re m)'; the rule of step t errs by at most
2K/(cos g (e^(2 pi g/t) - 1)) of the value (Trefethen and Weideman, SIAM Review 56, 2014, Theorem 5.1).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from rftheory.exact import balls
from rftheory.exact.numerics.enclosing import short
from rftheory.exact.scalars import Ball, Rational

_LATER = 1.0  # past the last zero, where the map turns to double exponentials
_LINES = tuple(1.4 * 0.75**k for k in range(60))
_PIECE = balls.fmpq(1, 8)
_ENDLESS = 1 << 40
_NEGLIGIBLE = balls.arb("1e-30")


@dataclass(frozen=True)
class KeptOnLines:
    """L on all lines up to one, and for places along them the largest phi before and the largest w beyond."""

    bound: Ball
    places: list[tuple[Ball, Ball]]


@dataclass(frozen=True)
class TurnedLine:
    """Nodes u = step k, first <= k <= last, around `center`, and what the rule errs by, relatively."""

    center: Callable[[], Ball]
    turn: Rational
    step: Rational
    first: int
    last: int
    error: Ball

    def node(self, k: int) -> tuple[Ball, Ball]:
        """x and its weight, step m'(u), at the working precision."""
        up = balls.ball(self.step * k).exp()
        down = 1 / up
        place = self.center() + self.step * k + (up - down) * self.turn
        return place.exp(), (1 + (up + down) * self.turn) * self.step

    def beyond(self, k: int, rate: Rational) -> Ball:
        """A bound of the sum of weights e^(-rate |m|) over all nodes past k, on that side; rate m' >= 1 there."""
        up = balls.ball(self.step * abs(k)).exp()
        down = 1 / up
        if not rate * (1 + (up + down) * self.turn) >= 1:
            return balls.arb("inf")
        place = self.step * abs(k) + (up - down) * self.turn
        return (-rate * place).exp() / rate


def turned_line(
    center: Callable[[], Ball],
    length: Ball,
    ends: tuple[tuple[float, Rational], tuple[float, Rational]],
    nats: float,
    growth: Callable[[KeptOnLines], Ball],
    later: float = _LATER,
) -> TurnedLine:
    """The rule of a relative error of about e^-nats; all zeros within `length` of the center; `growth` is log K.

    Of more nodes than any rule may have where no line bounds K. The nodes reach to |m| = end on each side, and to where rate m' >= 1; m turns to double exponentials `later` past the last zero.
    """
    size = balls.to_float(length)
    turn = short(math.exp(-size - later))
    slope = balls.to_float(turn)
    choices = []
    for height in _LINES:
        line = short(height)
        lost = growth(kept_on_lines(line, length, turn)) - balls.ball(line).cos().log()
        if balls.is_finite(lost):
            choices.append(((nats + balls.to_float(lost)) / height, line, lost))
    if not choices:
        return TurnedLine(center, turn, balls.fmpq(1), -_ENDLESS, _ENDLESS, balls.arb("inf"))
    cost, line, lost = min(choices, key=lambda each: each[0])
    step = short(2 * math.pi / cost)
    error = 2 * lost.exp() / ((2 * balls.arb.pi() * line / step).exp() - 1)
    first, last = (
        ceiling(
            max(_inverse(end, slope), math.acosh(max(1.0, 0.5 / (balls.to_float(rate) * slope))))
            / balls.to_float(step)
        )
        + 1
        for end, rate in ends
    )
    return TurnedLine(center, turn, step, -first, last, error.upper())


def ceiling(count: float) -> int:
    """The least integer from there on; of what is none in double precision, more than any rule may have."""
    return math.ceil(count) if count < _ENDLESS else _ENDLESS


def kept_on_lines(line: Rational, length: Ball, turn: Rational) -> KeptOnLines:
    """What sums keep on all lines up to this one: over each piece phi is the largest at its end, w at its begin."""
    g, most = balls.ball(line), balls.arb(0)
    sine, cosine, pi = g.sin(), g.cos(), balls.arb.pi()
    u, w, places = balls.fmpq(max(0, int(balls.to_float(length)) - 3)), balls.arb(1), []
    while w > _NEGLIGIBLE:
        u = u + _PIECE
        up = balls.ball(u).exp()
        phi = (g + (up + 1 / up) * turn * sine).min(pi)
        most = most.max(4 * w / (1 + w) ** 2 * (phi / 2).sin() ** 2)
        w = (length - u - (up - 1 / up) * turn * cosine).exp().min(balls.arb(1))
        places.append((phi, w))
    most = most.max(4 * w).upper()
    return KeptOnLines(1 / (1 - most).sqrt() if most < 1 else balls.arb("inf"), places)


def _inverse(m: float, turn: float) -> float:
    """u where m(u) is that."""
    low, high = 0.0, max(m, 1.0)
    for _ in range(60):
        u = (low + high) / 2
        big = math.inf if u > 700 else u + 2 * turn * math.sinh(u)
        low, high = (u, high) if big < m else (low, u)
    return high
