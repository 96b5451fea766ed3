"""Integrals over the real line of functions that are log-concave on every horizontal line of a strip, by the trapezoidal rule.

For f(u) = exp(a u - q e^u - p e^(-u)), |f(u + iv)| = exp(a u - cos v (q e^u + p e^(-u))) is log-concave in u. A unimodal
function has an integral of at most h times the sum of its values plus h times its maximum, and a log-concave one tails
below geometric series; so the step h errs by at most 2N/(exp(2 pi v/h) - 1), N a bound of int |f(u + iv)| du
(Trefethen and Weideman, SIAM Review 56, 2014, Theorem 5.1), and what is cut off is bounded too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rftheory.exact import balls
from rftheory.exact.numerics.enclosing import short
from rftheory.exact.scalars import Ball, Real

_ROUGH = 64  # bits of bounds, which need to be right, not sharp
_MOST = 400_000  # nodes: some seconds
_WIDEST = 1.45  # of strips, below pi/2
_WIDTHS = tuple(0.75**k for k in range(60))
_SHARP = 1e6  # curvatures at which floats do not tell heights apart


@dataclass(frozen=True)
class GammaCurve:
    """t^a exp(-q t - p/t) along t = e^u, q > 0, p >= 0, with a > 0 or p > 0."""

    a: Real
    p: Real
    q: Real

    def integral(self) -> Ball:
        """The integral over u, that is int_0^oo t^(a-1) exp(-q t - p/t) dt; nan where floats cannot place its peak."""
        bits = balls.precision()
        a, p, q = (balls.to_float(value) for value in (self.a, self.p, self.q))
        place = _peak(a, p, q, 1.0)
        if not (0 < place < math.inf and p < 1e300 and abs(a) < 1e300):
            return balls.arb("nan")
        largest = abs(a * math.log(place)) + q * place + p / place
        guard = 30 + int(math.log2(largest + 2))
        with balls.working_precision(bits + guard):
            value = self._rule(place, bits, _ROUGH + guard)
        return +value

    def at(self, u: Ball, cosine: Real) -> Ball:
        """|f(u + iv)| with cosine = cos v."""
        t = u.exp()
        return (self.a * u - cosine * (self.q * t + self.p / t)).exp()

    def _rule(self, place: float, bits: int, rough: int) -> Ball:
        a, p, q = (balls.to_float(value) for value in (self.a, self.p, self.q))
        curvature = q * place + p / place

        def lost(v: float) -> float:
            """Nats by which the peak on the line at height v exceeds the peak on the real line."""
            there, c = _peak(a, p, q, math.cos(v)), math.cos(v)
            if curvature > _SHARP:
                return math.sin(v / 2) ** 2 * (curvature + q * there + p / there) + 2
            return max(0.0, a * math.log(there / place) - c * (q * there + p / there) + curvature) + 2

        nats = bits * math.log(2) + 12
        widest = min(_WIDEST, 64 * math.sqrt(nats / (curvature + 1)))  # nats and lost(v) meet far below it
        v = min((widest * share for share in _WIDTHS), key=lambda width: (nats + lost(width)) / width)
        height, centre = short(v), self._centre()
        h = short(2 * math.pi * v / (nats + lost(v)))
        with balls.working_precision(rough):
            cosine = balls.ball(height).cos()
            top = self._largest(cosine)
            step = short(min(1.0, 1 / math.sqrt(curvature + 1)))
            there = self._sum(centre, step, cosine, balls.arb(2) ** -8)
            bound = (there + step * top).upper()
        total = self._sum(centre, h, balls.fmpq(1), balls.arb(2) ** (-bits - 8))
        error = 2 * bound / ((2 * balls.arb.pi() * height / h).exp() - 1)
        return total + balls.arb(0, error.upper())

    def _centre(self) -> Ball:
        """A short number near the peak."""
        size = max(abs(balls.to_float(self.a)), balls.to_float(self.q), balls.to_float(self.p))
        with balls.working_precision(32 + 2 * max(0, math.frexp(size)[1])):
            root = (balls.ball(self.a) ** 2 + 4 * balls.ball(self.p) * self.q).sqrt()
            larger = (abs(balls.ball(self.a)) + root) / 2
            return (larger / self.q if not self.a < 0 else self.p / larger).log().mid()

    def _largest(self, cosine: Ball) -> Ball:
        """The maximum over u of |f(u + iv)|, where a = cos v (q t - p/t)."""
        root = (self.a * self.a + 4 * cosine * cosine * (self.p * self.q)).sqrt()
        larger = (abs(balls.ball(self.a)) + root) / (2 * cosine)
        t = larger / self.q if not self.a < 0 else self.p / larger
        return (self.a * t.log() - cosine * (self.q * t + self.p / t)).exp().upper()

    def _sum(self, centre: Ball, h: Real, cosine: Real, small: Ball) -> Ball:
        """h times the sum of |f| at centre + k h over all k, with both tails."""
        total = self.at(centre, cosine)
        for direction in (1, -1):
            last = self.at(centre, cosine)
            for k in range(1, _MOST):
                balls.spend()
                value = self.at(centre + direction * k * h, cosine)
                if not value.is_finite():
                    return balls.arb("nan")
                total = total + value
                ratio, last = value / last, value
                if ratio < 1 and value * ratio < total * small * (1 - ratio):
                    total = total + balls.arb(0, (value * ratio / (1 - ratio)).upper())
                    break
            else:
                return balls.arb("nan")
        return h * total


def _peak(a: float, p: float, q: float, cosine: float) -> float:
    """Where the curve is largest on the line of that cosine, in floats."""
    root = math.hypot(a, 2 * cosine * math.sqrt(p) * math.sqrt(q))
    larger = (abs(a) + root) / (2 * cosine)
    return larger / q if a >= 0 else p / larger
