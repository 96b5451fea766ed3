"""Sign tests: is an event more likely than not? Their size follows from the error rates, not the other way round.

Proof. Of n independent draws the event happens in W, and W has the law Bin(n, p). P(W >= w) increases in p, so where
p <= 1/2 it is at most T(w) = sum_{k >= w} C(n, k) / 2^n; where p >= 1/2, P(W <= w) is at most T(n - w) by symmetry.
Tails are compared with the rates as exact rationals. No law of the values behind the event is assumed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
import scipy

from rftheory.errors import BudgetError, DomainError
from rftheory.measured.inference.mean import DecisionOutcome
from rftheory.measured.inputs import integer

MOST = 2**14


@dataclass(frozen=True, slots=True)
class SignTest:
    """n draws: `pass` rejects p <= 1/2 at error rate beta, `refuted` rejects p >= 1/2 at alpha."""

    n: int
    alpha: float
    beta: float

    def chance(self, wins: int) -> Fraction:
        """P(W >= wins) at p = 1/2."""
        return Fraction(sum(math.comb(self.n, k) for k in range(max(wins, 0), self.n + 1)), 2**self.n)

    def decide(self, wins: int) -> DecisionOutcome:
        """What so many wins say."""
        if not 0 <= integer("wins", wins, 0) <= self.n:
            raise DomainError("wins", wins, f"at most the {self.n} draws")
        if self.chance(wins) <= Fraction(self.beta):
            return DecisionOutcome.PASS
        if self.chance(self.n - wins) <= Fraction(self.alpha):
            return DecisionOutcome.REFUTED
        return DecisionOutcome.UNDECIDED


@lru_cache(maxsize=64)
def sized(alpha: float, beta: float, odds: float = 1.0, miss: float = 1e-3) -> SignTest:
    """The fewest draws at which an event of probability `odds` passes with probability at least 1 - miss.

    At odds 1 that is the least n with 2^-n at most both rates. An event of probability 1 - odds is refuted as surely.
    """
    for name, value, low in (("alpha", alpha, 0.0), ("beta", beta, 0.0), ("odds", odds, 0.5)):
        if not low < value <= 1.0:
            raise DomainError(name, value, f"{low:g} < {name} <= 1")
    sizes = np.arange(1, MOST + 1)
    beyond = scipy.stats.binom.isf(min(alpha, beta), sizes, 0.5)  # P(W > beyond) is at most the rate
    enough = np.flatnonzero(scipy.stats.binom.sf(beyond, sizes, odds) >= 1.0 - miss)
    if not len(enough):
        raise BudgetError(
            f"an event of probability {odds:g} takes more than {MOST} draws to be told from a coin"
        )
    return SignTest(int(sizes[enough[0]]), alpha, beta)
