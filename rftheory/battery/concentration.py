"""Tests with both error rates bounded at a fixed number of draws: DKW, Hoeffding, rounding. Nothing is drawn here.

Proofs. Massart (1990): sup |F_n - F| > e with probability at most 2 exp(-2 n e^2), for every law F. Hoeffding
(1963): the mean of n values in [-1, 1] leaves its expectation by more than e with probability at most
2 exp(-n e^2 / 2). With the limit e at which this is RATE, a true law fails with probability at most RATE;
and a law at a distance of 2 e or more passes only if its own deviation is at least e: at most RATE again.
Two samples: RATE / 2 for each, so the limit is e_1 + e_2 and the effect twice that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.verdict import Evidence, EvidenceKind, Outcome

RATE = 1e-10
DIGITS = 9


@dataclass(frozen=True)
class Finding:
    """One test: the distance found, the limit it must not exceed, and the true distance that would be seen."""

    what: str
    distance: float
    limit: float
    effect: float

    @property
    def holds(self) -> bool:
        """Within the limit; a distance that is no number is not."""
        return self.distance <= self.limit

    @property
    def share(self) -> float:
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


def exact(what: str, found: Floats, expected: Floats | float, tolerance: float) -> Finding:
    """Every entry of `found` is `expected` up to rounding; another shape, or no entry, never is."""
    fits = np.size(found) > 0 and np.shape(expected) in ((), np.shape(found))
    gap = float(np.max(np.abs(found - expected))) if fits else math.inf
    return Finding(what, gap, tolerance, tolerance)


def law(what: str, values: Floats, cdf: Callable[[Floats], Floats]) -> Finding:
    """Independent values have the continuous law `cdf`."""
    n = len(values)
    uniform, steps = cdf(np.sort(values)), np.arange(n + 1) / n
    distance = max(float(np.max(steps[1:] - uniform)), float(np.max(uniform - steps[:-1])))
    return Finding(what, distance, reach(n), 2.0 * reach(n))


def discrete_law(what: str, values: Floats, atoms: Floats, weights: Floats) -> Finding:
    """Independent values have the law of `atoms`; compared halfway between atoms, out of rounding's reach."""
    order = np.argsort(atoms)
    places, mass = atoms[order], np.cumsum(weights[order])
    apart = np.flatnonzero(np.diff(places) > 10.0**-DIGITS)
    between = (places[apart] + places[apart + 1]) / 2.0
    found = np.searchsorted(np.sort(values), between) / len(values)
    distance = float(np.max(np.abs(found - mass[apart]), initial=0.0))
    return Finding(what, distance, reach(len(values)), 2.0 * reach(len(values)))


def same_law(what: str, a: Floats, b: Floats) -> Finding:
    """Two independent samples of independent values have one law; equal up to rounding counts as equal."""
    a, b = np.sort(np.round(a, DIGITS)), np.sort(np.round(b, DIGITS))
    both = np.concatenate([a, b])
    gaps = np.searchsorted(a, both, "right") / len(a) - np.searchsorted(b, both, "right") / len(b)
    limit = reach(len(a), RATE / 2.0) + reach(len(b), RATE / 2.0)
    return Finding(what, float(np.max(np.abs(gaps))), limit, 2.0 * limit)


def mean(what: str, values: Floats, expected: float = 0.0) -> Finding:
    """Independent values in [-1, 1] have this expectation."""
    limit = 2.0 * reach(len(values))
    inside = float(np.max(np.abs(values))) <= 1.0 + 10.0**-DIGITS
    distance = abs(float(np.mean(values)) - expected) if inside else math.nan
    return Finding(what, distance, limit, 2.0 * limit)


def summarise(check: str, findings: Sequence[Finding]) -> Evidence:
    """One evidence of several tests: it fails where any of them does, and shows the worst."""
    failed = [f for f in findings if not f.holds]
    data = {"check": check, "tests": len(findings), "rate": RATE, "effect": max(f.effect for f in findings)}
    if failed:
        worst = max(failed, key=lambda f: f.share)
        text = f"{check}: {worst.what}: distance {worst.distance:.3g} exceeds {worst.limit:.3g}"
        return Evidence(EvidenceKind.STRUCTURE, Outcome.FAILS, text, data={**data, "failed": len(failed)})
    text = f"{check}: {len(findings)} tests, the worst at {max(f.share for f in findings):.2f} of its limit"
    return Evidence(EvidenceKind.STRUCTURE, Outcome.HOLDS, text, data=data)
