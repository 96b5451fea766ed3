"""Tests with both error rates bounded at a fixed number of draws: DKW, Hoeffding, rounding.

Proofs. Massart (1990): sup |F_n - F| > e with probability at most 2 exp(-2 n e^2), for every law F. Hoeffding
(1963): the mean of n values in [-1, 1] leaves its expectation by more than e with probability at most
2 exp(-n e^2 / 2). With the limit e at which this is alpha, a true law fails with probability at most alpha; and
a law at a distance of e + f or more, f the same at beta, passes only if its own deviation is at least f: at most
beta. Two samples: half the rates for each, so the limit is e_1 + e_2. Rounding (`slack`) widens limit and effect.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inputs import Floats

Numbers = Floats | npt.NDArray[np.complex128]

RATE = 1e-10
STRICT = Share("structure", RATE, RATE)
"""The rates of one test of a mechanism that can be drawn from at will."""
DIGITS = 9
TOGETHER = 2**18
"""How many values a law is taken of at once."""


@dataclass(frozen=True)
class Deviation:
    """One test: the distance found, the limit it must not exceed, and the true distance that would be seen.

    `draws` independent values were looked at, at the rates of `share`; a test to rounding has none.
    """

    what: str
    distance: float
    limit: float
    effect: float
    draws: int = 0
    share: Share | None = None

    @property
    def holds(self) -> bool:
        """Within the limit; a distance that is no number is not."""
        return self.distance <= self.limit

    @property
    def ratio(self) -> float:
        """The distance in units of the limit; infinite where only equality is allowed and not met."""
        if self.limit > 0.0:
            return self.distance / self.limit
        return 0.0 if self.holds else math.inf


def reach(n: int, rate: float = RATE) -> float:
    """The e with 2 exp(-2 n e^2) = rate (Massart's constant)."""
    return math.sqrt(math.log(2.0 / rate) / (2.0 * n))


def draws(effect: float, rate: float = RATE) -> int:
    """The least n whose one-sample test sees a distance `effect` with both error rates at most `rate`."""
    return math.ceil(2.0 * math.log(2.0 / rate) / effect**2)


def to_rounding(what: str, distance: float, limit: float, n: int = 0) -> Deviation:
    """A distance that no law makes: it stays within rounding in each of n draws."""
    return Deviation(what, distance, limit, limit, n)


def exact(what: str, found: Floats, expected: Floats | float, tolerance: float) -> Deviation:
    """Every entry of `found` is `expected` up to rounding; another shape, or no entry, never is."""
    fits = np.size(found) > 0 and np.shape(expected) in ((), np.shape(found))
    gap = float(np.max(np.abs(found - expected))) if fits else math.inf
    return to_rounding(what, gap, tolerance)


def relative(what: str, found: Numbers, expected: Numbers | float, tolerance: float) -> Deviation:
    """Equal up to rounding, relative to the largest expected entry; complex numbers in both parts."""
    size = max(1e-300, float(np.max(np.abs(expected))))
    both = np.asarray(found), np.asarray(expected)
    if any(np.iscomplexobj(a) for a in both):
        both = np.stack([both[0].real, both[0].imag]), np.stack([both[1].real, both[1].imag])
    one, two = (np.asarray(a.real, dtype=np.float64) / size for a in both)
    return exact(what, one, two, tolerance)


def distance(values: Floats, cdf: Callable[[Floats], Floats]) -> float:
    """sup |F_n - F| for the empirical law F_n of the values and a continuous F."""
    n, ordered, worst = len(values), np.sort(values), -math.inf
    for start in range(0, n, TOGETHER):
        uniform = cdf(ordered[start : start + TOGETHER])
        steps = np.arange(start, start + len(uniform) + 1) / n
        gap = np.maximum(np.max(uniform - steps[:-1]), np.max(steps[1:] - uniform))
        worst = float(np.maximum(worst, gap))
    return worst


def law(
    what: str, values: Floats, cdf: Callable[[Floats], Floats], share: Share = STRICT, slack: float = 0.0
) -> Deviation:
    """Independent values have the continuous law `cdf`."""
    n = len(values)
    limit = reach(n, share.alpha) + slack
    return Deviation(what, distance(values, cdf), limit, limit + reach(n, share.beta) + slack, n, share)


def discrete_law(what: str, values: Floats, atoms: Floats, weights: Floats) -> Deviation:
    """Independent values have the law of `atoms`; compared halfway between atoms, out of rounding's reach."""
    order = np.argsort(atoms)
    places, mass = atoms[order], np.cumsum(weights[order])
    apart = np.flatnonzero(np.diff(places) > 10.0**-DIGITS)
    between = (places[apart] + places[apart + 1]) / 2.0
    found = np.searchsorted(np.sort(values), between) / len(values)
    gap, limit = float(np.max(np.abs(found - mass[apart]), initial=0.0)), reach(len(values))
    return Deviation(what, gap, limit, 2.0 * limit, len(values), STRICT)


def same_law(what: str, a: Floats, b: Floats) -> Deviation:
    """Two independent samples of independent values have one law; equal up to rounding counts as equal."""
    a, b = np.sort(np.round(a, DIGITS)), np.sort(np.round(b, DIGITS))
    both = np.concatenate([a, b])
    gaps = np.searchsorted(a, both, "right") / len(a) - np.searchsorted(b, both, "right") / len(b)
    limit = reach(len(a), RATE / 2.0) + reach(len(b), RATE / 2.0)
    return Deviation(what, float(np.max(np.abs(gaps))), limit, 2.0 * limit, len(a) + len(b), STRICT)


def mean(
    what: str, values: Floats, expected: float = 0.0, share: Share = STRICT, slack: float = 0.0
) -> Deviation:
    """Independent values in [-1, 1] have this expectation."""
    n = len(values)
    limit = 2.0 * reach(n, share.alpha) + slack
    inside = float(np.max(np.abs(values))) <= 1.0 + 10.0**-DIGITS
    gap = abs(float(np.mean(values)) - expected) if inside else math.nan
    return Deviation(what, gap, limit, limit + 2.0 * reach(n, share.beta) + slack, n, share)
