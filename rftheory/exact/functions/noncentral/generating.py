"""E exp(s q) of q = Z/Z_max in (0, 1] by the powers of q, with two derivatives."""

from __future__ import annotations

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.scalars import Ball, Rational

LONGEST = 100_000  # terms of one moment generating function, of which a maximum takes about ten
_TERMS = 8  # of a sum whose powers are known count as one evaluation


class Generating:
    """E exp(s q) of q = Z/Z_max in (0, 1] by the powers of q, with its first two derivatives."""

    def __init__(self, d: Rational, A: Rational, v2: Rational) -> None:
        self.d, self.A, self.v2 = d, A, v2
        self.moments: list[Ball] = []
        self.bits = 0

    def moment(self, k: int) -> Ball:
        """E q^k = (1-4Ak)^(-d/2) exp(k (1-4A) v2/(8A(1-4Ak)))."""
        if balls.precision() > self.bits:
            self.moments, self.bits = [balls.arb(1)], balls.precision()
        while len(self.moments) <= k:
            n = len(self.moments)
            spread = 1 - 4 * self.A * n
            exponent = (
                n * (1 - 4 * self.A) * self.v2 / (8 * self.A * spread) - self.d / 2 * balls.ball(spread).log()
            )
            balls.spend()
            self.moments.append(exponent.exp())
        return self.moments[k]

    def at(self, s: Ball) -> tuple[Ball, Ball, Ball]:
        """E e^(sq) - 1, E q e^(sq), E q^2 e^(sq); E q^k falls in k, so ratios are at most s/(k+1)."""
        size = balls.to_float(s)
        if 2 * size > LONGEST:
            raise PrecisionError("the level is too close to the largest value of Z for a sum over its powers")
        small = balls.arb(2) ** (-balls.precision())
        term, sums = balls.arb(1), [balls.arb(0)] * 3
        sums[1], sums[2] = self.moment(1), self.moment(2)
        for k in range(1, LONGEST):
            if k % _TERMS == 0:
                balls.spend()
            term = term * s / k
            sums = [sums[i] + term * self.moment(k + i) for i in range(3)]
            if k > 2 * size and term * self.moment(k) < small * sums[2]:
                rest = balls.arb(0, (2 * term * self.moment(k)).upper())
                return sums[0] + rest, sums[1] + rest, sums[2] + rest
        raise PrecisionError("the powers of Z decrease too slowly for a sum over them")
