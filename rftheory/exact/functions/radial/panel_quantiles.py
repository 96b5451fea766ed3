"""Quantiles of Gamma laws on panels of log G: many of one law, and of shapes of any size.

The distribution function at the edges of the panels is a sum of their masses, from a point on that is found by a series or
where nothing is left. In a panel P is a polynomial; Newton's method ends in an interval step: where X holds m - (P(m) - p)/P'(X),
the one zero of P - p in X is there.
"""

from __future__ import annotations

import bisect
import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

from rftheory.exact import balls
from rftheory.exact.numerics.enclosing import enclose
from rftheory.exact.numerics.gamma_panels import GammaPanels, gamma_panels, panel
from rftheory.exact.scalars import Ball, Rational

_MANY = 32  # quantiles of one law
_LARGE = 1000  # shapes of which the series is long
_HUGE, _BITS = 10**6, 800  # so too at more bits
_SMALL = 64  # shapes of which it is short, and the left tail is long
_MOST = 600  # panels on a side
_STEPS = 40
LogMass = Callable[[Rational, Ball], tuple[Ball, Ball]]


def suits(nu: Rational, p: Rational, bits: int) -> bool:
    """Whether panels are the fastest way."""
    return bool(nu >= _HUGE or (bits < _BITS and (nu >= _LARGE or p.q >= _MANY)))


def log_quantile(nu: Rational, p: Rational, bits: int, log_mass: LogMass) -> Ball | None:
    """log q with P(nu, q) = p, to about 2^-bits; None outside the panels. log_mass(nu, u) is log P(nu, e^u) and its slope."""
    far = 32 * (int(p.q).bit_length() // 32 + 1)
    law = _law(nu, bits + far + int(math.log2(balls.to_float(nu) + 2)), log_mass)
    balls.spend(8)
    place = bisect.bisect(law.middles, balls.to_float(p)) - 1
    for k in (place, place - 1, place + 1):
        if 0 <= k < len(law.masses) - 1 and law.masses[k] < p < law.masses[k + 1]:
            return law.within(k, p, bits)
    return None


@dataclass(frozen=True)
class PanelLaw:
    """P at the left edges of the panels first, first + 1, .."""

    grid: GammaPanels
    first: int
    masses: list[Ball]
    middles: list[float]

    def within(self, k: int, p: Rational, bits: int) -> Ball | None:
        """log q in the k-th of them: Newton's method, then an interval step."""
        found, half = panel(self.grid, self.first + k), self.grid.half
        if found is None:
            return None
        full, work = self.grid.bits + 40, 64
        with balls.working_precision(full):
            goal = (p - self.masses[k]) / found.height + found.area(balls.ball(-half))
            share = (p - self.masses[k]) / (self.masses[k + 1] - self.masses[k])
            s, near = (half * (2 * share - 1)).mid(), half * balls.arb(2) ** (-bits // 2 - 8)
            for _ in range(_STEPS):
                with balls.working_precision(min(work, full)):
                    step = (goal - found.area(s)) / found.curve(s)
                s = (s + step).mid()
                if abs(step) < near:
                    break
                work = 2 * work if abs(step) < half * balls.arb(2) ** (-work // 5) else work
            around = s + balls.arb(0, half * balls.arb(2) ** (-bits))
            missed = enclose(goal - found.area(s), 2 * found.rest)
            s = s + missed / enclose(found.curve(around), found.rest / half)
            if not (around.contains(s) and abs(around) < half * balls.fmpq(17, 16)):
                return None
            return found.centre + s


@functools.lru_cache(maxsize=8)
def _law(nu: Rational, bits: int, log_mass: LogMass) -> PanelLaw:
    """From its left end, or for small shapes from the middle in both directions, as far as 2^-bits or panels go."""
    grid = gamma_panels(nu, balls.fmpq(0), bits)
    with balls.working_precision(grid.precision):
        small, first = balls.arb(2) ** -bits, 0
        if nu < _SMALL:
            mass = log_mass(nu, balls.ball(grid.centre(0) - grid.half))[0].exp()
        else:
            rest = None
            while rest is None or not rest < small:
                first -= 4
                rest = grid.beyond(balls.ball(grid.centre(first) - grid.half), -1)
            mass = balls.arb(0).union(rest)
        masses = _onward(grid, first, mass, small, 1)
        before = _onward(grid, first - 1, mass, small, -1)[1:] if nu < _SMALL else []
    masses = before[::-1] + masses
    return PanelLaw(grid, first - len(before), masses, [balls.to_float(value) for value in masses])


def _onward(grid: GammaPanels, k: int, mass: Ball, small: Ball, side: int) -> list[Ball]:
    """P at one edge after the other on a side, until next to nothing is left there."""
    masses = [mass]
    for _ in range(_MOST):
        found = panel(grid, k)
        if found is None:
            break
        edge = balls.ball(grid.half)
        mass = mass + side * found.between(-edge, edge)
        masses.append(mass)
        rest = grid.beyond(balls.ball(found.centre + side * grid.half), side)
        if (rest is not None and rest < small) or (side < 0 and mass < small):
            break
        k = k + side
    return masses
