"""Masses of exp(a u - e^u - p e^(-u))/Gamma(a) between many points of u: its antiderivative, a polynomial on each of many panels.

With h(u) the exponent, exp(h(c+s) - h(c)) is the exponential of a power series in s; on |s| <= R it is at most
M = exp(|h'(c)| R + V R^2 e^R/2), V = e^c + p e^(-c), so its n-th coefficient is at most M/R^n (Cauchy). Beyond a point u with
h'(u) > 0 (on the left, or < 0 on the right) the mass is at most e^(h(u))/|h'(u)|, h being concave.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

from rftheory.exact import balls
from rftheory.exact.numerics.enclosing import enclose
from rftheory.exact.scalars import Ball, Rational

_RATIOS = range(1, 7)  # log2 of R over half a panel
_TERMS, _PANELS = 1500, 600  # of a polynomial, and in a row: more of either are slower than quadrature
_ROUGH = 96  # bits of bounds


@dataclass(frozen=True)
class Panel:
    """On |u - centre| <= 17/16 half: the mass from the centre to centre + s is height (area(s) +- rest)."""

    centre: Rational
    height: Ball
    area: Callable[[Ball], Ball]
    curve: Callable[[Ball], Ball]  # its slope
    rest: Ball

    def between(self, low: Ball, high: Ball) -> Ball:
        """The mass between two points of the panel."""
        return self.height * enclose(self.area(high) - self.area(low), 2 * self.rest)


@dataclass(frozen=True, eq=False)
class GammaPanels:
    """Panels side by side, numbered from one near the peak, to `bits`; made by `gamma_panels`, one for its arguments."""

    a: Rational
    p: Rational
    bits: int
    origin: Rational
    half: Rational

    @property
    def precision(self) -> int:
        """At which differences of the exponent are known to `bits`."""
        return self.bits + 2 * _size(self.a, self.p) + 40

    def centre(self, k: int) -> Rational:
        """Of panel k."""
        return self.origin + 2 * k * self.half

    def index(self, u: Ball) -> int:
        """Of the panel that holds the middle of u."""
        found = ((u.mid() - self.origin) / (2 * self.half) + balls.fmpq(1, 2)).mid().floor().unique_fmpz()
        assert found is not None
        return int(found)

    def exponent(self, u: Ball) -> Ball:
        """h(u) - log Gamma(a)."""
        return self.a * u - u.exp() - self.p * (-u).exp() - balls.ball(self.a).lgamma()

    def beyond(self, u: Ball, side: int) -> Ball | None:
        """What lies beyond u on a side, at most; None where the exponent does not fall there."""
        slope = -side * (self.a - u.exp() + self.p * (-u).exp())
        return (self.exponent(u).exp() / slope).upper() if slope > 0 else None

    def between(self, low: Ball | None, high: Ball | None) -> Ball | None:
        """The mass between two points, None for infinity; None where it takes too many panels, or too long polynomials."""
        if low is None and high is None:
            return None
        start, stop = (None if u is None else self.index(u) for u in (low, high))
        side, total = (1 if high is None or low is not None else -1), balls.arb(0)
        k, last = (start, stop) if side > 0 else (stop, None)
        for _ in range(_PANELS):
            assert k is not None
            balls.spend()
            found = panel(self, k)
            if found is None:
                return None
            left = low - found.centre if low is not None and k == start else balls.ball(-self.half)
            right = high - found.centre if high is not None and k == stop else balls.ball(self.half)
            total = total + found.between(left, right)
            if k == last:
                return total
            if last is None:
                rest = self.beyond(balls.ball(found.centre + side * self.half), side)
                if rest is not None and rest < abs(total) * balls.arb(2) ** -self.bits:
                    return enclose(total, rest)
            k = k + side
        return None


@functools.lru_cache(maxsize=64)
def gamma_panels(a: Rational, p: Rational, bits: int) -> GammaPanels:
    """Of widths that suit the peak; a > 0, p >= 0."""
    with balls.working_precision(2 * _size(a, p) + 60):
        place = (a + (balls.ball(a * a + 4 * p)).sqrt()) / 2
        width = balls.to_float(1 / (place + p / place).sqrt())
        half = balls.fmpq(1, 1 << max(3, 1 - math.floor(math.log2(width))))
        origin = (place.log() / half).mid().floor().unique_fmpz()
        assert origin is not None
        return GammaPanels(a, p, bits, half * int(origin), half)


def _size(a: Rational, p: Rational) -> int:
    """Bits of the terms of the exponent, at least."""
    return (int((a + p).p) // int((a + p).q) + 2).bit_length()


@functools.lru_cache(maxsize=4096)
def panel(grid: GammaPanels, k: int) -> Panel | None:
    """Panel k; None where its polynomial would be too long; its users count it."""
    balls.spend(0)  # the clock alone
    with balls.working_precision(grid.precision):
        centre = grid.centre(k)
        there = balls.ball(centre).exp()
        inverse = grid.p / there
        slope, curvature, half = grid.a - there + inverse, there + inverse, grid.half * balls.fmpq(17, 16)
        with balls.working_precision(_ROUGH):
            count, rest = min(_terms(abs(+slope), +curvature, half, j, grid.bits) for j in _RATIOS)
        if count > _TERMS + 2 * grid.bits:
            return None
        exponents, falling = [balls.arb(0), slope], balls.fmpq(1)
        for n in range(2, count):
            falling = falling / n
            exponents.append(((inverse if n % 2 else -inverse) - there) * falling)
        height = grid.exponent(balls.ball(centre)).exp()
    with balls.working_precision(grid.bits + 40):
        curve = balls.exponential(exponents, count)
        area = [balls.arb(0), *(value / (n + 1) for n, value in enumerate(curve))]
        return Panel(centre, +height, balls.polynomial(area), balls.polynomial(curve), rest)


def _terms(slope: Ball, curvature: Ball, half: Rational, j: int, bits: int) -> tuple[int, Ball]:
    """How many coefficients suffice for discs of the radius R = 2^j half, and what is left of the area."""
    radius = half * (1 << j)
    largest = slope * radius + curvature * balls.ball(radius).exp() * radius**2 / 2
    if not largest < 10**9:
        return 10**9, balls.arb("inf")
    count = int((bits * math.log(2) + balls.to_float(largest)) / (j * math.log(2))) + 2
    return count, ((largest - balls.ball(2).log() * (j * count)).exp() * half * 2).upper()
