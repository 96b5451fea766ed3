"""1F1(a; b; -s) for large parameters where it oscillates: Euler's loop integral through both of its saddles.

1F1(a; b; -s) = Gamma(b) Gamma(1+a-b)/(2 pi i Gamma(a)) int e^(-st) t^p (t-1)^(-q) dt, p = a-1, q = 1+a-b, from 0 around 1
and back (DLMF 13.4.9). For p > q and (s+p-q)^2 < 4sp the saddles are conjugate, on the circle |t-1| = rho |t| with some
rho < 1. There t = 1/(1 - rho e^(if)), dt = i t (t-1) df, and with w = 1/|t|^2 the modulus is that of
exp(-s (1-rho^2)/(2w)) w^((q-p)/2), which has one maximum: at the saddles. Between 0 and the circle, along the cut, the
integrand rises, since p/t + q/(1-t) >= (sqrt p + sqrt q)^2 > s.
"""

from __future__ import annotations

import math

from rftheory.exact.balls.integration import integrate
from rftheory.exact.balls.numbers import acb, arb, ball, fmpq, power
from rftheory.exact.balls.precision import precision, working_precision
from rftheory.exact.balls.reading import is_finite, to_float
from rftheory.exact.balls.steep import steep
from rftheory.exact.scalars import Ball, ComplexBall, Rational


def oscillates(a: Rational, b: Rational, s: Rational) -> bool:
    """Whether the loop applies: conjugate saddles on a circle around 1 that does not hold 0."""
    p, q = a - 1, 1 + a - b
    return bool(0 < q < p and s > 0 and (s + p - q) ** 2 < 4 * s * p)


def loop(a: Rational, b: Rational, s: Rational) -> Ball:
    """1F1(a; b; -s) where it `oscillates`, to the working precision beside its amplitude."""
    bits = precision()
    with working_precision(bits + 2 * int(math.log2(to_float(a) + to_float(s) + 2)) + 40):
        found = _Loop(a, b, s).value()
    return +found


class _Loop:
    def __init__(self, a: Rational, b: Rational, s: Rational) -> None:
        self.a, self.b, self.s = a, b, s
        self.p, self.q = a - 1, 1 + a - b
        self.k = ball(self.p - self.q + 2)
        # of the saddles t: |t|^2 = p/s and |t-1|^2 = |t|^2 - 2 Re t + 1; near them is enough
        square = to_float(self.p) / to_float(s)
        real = (to_float(s) + to_float(self.p - self.q)) / to_float(s)
        self.rho = ball(fmpq(round(2**30 * math.sqrt((square - real + 1) / square)), 2**30))

    def value(self) -> Ball:
        """The integral over the upper half of the circle, and a bound of what is left of it."""
        if not self.rho < 1:
            return arb("nan")
        upper = acb(integrate(self._along, arb(0), arb.pi(), False)).imag
        near = 1 / (1 + self.rho)
        rest = (self.p * near.log() - self.q * (1 - near).log() - near * self.s).exp() * near
        logarithm = ball(self.b).lgamma() + ball(self.q).lgamma() - ball(self.a).lgamma()
        left = arb(0, rest.upper()) if self.q.q > 1 else arb(0)
        value = logarithm.exp() / arb.pi() * (power(self.rho, 1 - self.q) * upper + left)
        return value if is_finite(value) else arb("nan")

    def _point(self, f: ComplexBall) -> ComplexBall:
        return 1 / (1 - self.rho * (acb(0, 1) * f).exp())

    def _along(self, f: ComplexBall, _: bool) -> ComplexBall:
        return steep(f, self._integrand, self._slope, self._curve)

    def _integrand(self, f: ComplexBall) -> ComplexBall:
        """rho^(q-1) e^(-st) t^p (t-1)^(-q) dt/df, where t - 1 = rho e^(if) t."""
        t = self._point(f)
        return acb(0, 1) * (t.log() * self.k - t * self.s + acb(0, 1 - self.q) * f).exp()

    def _slope(self, f: ComplexBall) -> ComplexBall:
        t = self._point(f)
        return acb(0, 1) * ((t - 1) * (self.k - t * self.s) + 1 - self.q)

    def _curve(self, f: ComplexBall) -> ComplexBall:
        t = self._point(f)
        return t * (1 - t) * (self.k - (2 * t - 1) * self.s)
