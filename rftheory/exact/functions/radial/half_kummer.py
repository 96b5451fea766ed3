"""1F1(h; 1/2; z) at many z >= 0 of one h: where 2h is a number of moderate size, sums of positive terms.

h = n + 1/2: e^z sum_k C(n, k) z^k/(1/2)_k by Kummer's transformation (DLMF 13.2.39). A whole h: A(z) + B(z) W, A and B polynomials,
W = (pi z)^(1/2) e^z erf(z^(1/2)), from 1F1(1; 1/2; z) = 1 + W by h 1F1(h+1; 1/2; z) = (z d/dz + h) 1F1(h; 1/2; z) and
z W' = (z + 1/2) W + z.
"""

from __future__ import annotations

import flint

from rftheory.exact import balls
from rftheory.exact.scalars import Ball, Rational

_LARGEST = 128  # of h, beyond which polynomials are no cheaper than series
_HALF = balls.fmpq(1, 2)


class HalfKummer:
    """1F1(h; 1/2; z) for z >= 0, at the precision at which it is made."""

    def __init__(self, h: Rational) -> None:
        self.h = h
        self.plain, self.times = flint.arb_poly([]), flint.arb_poly([])
        if h > _LARGEST:
            return
        if h.q == 2:
            n, term, found = int((h - _HALF).p), balls.fmpq(1), []
            for k in range(n + 1):
                found.append(term)
                term = term * (n - k) / ((k + 1) * (_HALF + k))
            self.times = flint.arb_poly(found)
        elif h.q == 1:
            plain = times = flint.fmpq_poly([1])
            z = flint.fmpq_poly([0, 1])
            for a in range(1, int(h.p)):
                plain, times = (
                    (z * plain.derivative() + a * plain + z * times) / a,
                    (z * times.derivative() + (z + _HALF + a) * times) / a,
                )
            self.plain, self.times = flint.arb_poly(plain), flint.arb_poly(times)

    def at(self, z: Ball) -> Ball:
        """The value at a ball of numbers that are not negative."""
        balls.spend()
        if not self.times:
            return balls.hypergeometric([self.h], [_HALF], z)
        rising = z.exp()
        if self.h.q == 1:
            root = z.sqrt()
            rising = rising * root * balls.arb.pi().sqrt() * (1 - root.erfc())
        value: Ball = self.plain(z) + self.times(z) * rising
        return value
