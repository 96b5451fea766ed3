"""Regimes: mean log-variances of random features over synthetic sets of points, by exact formulas in floating point.

The sets, statistics and parameters are those of crt 9.10.1: L points each, parameters from the averages over a pair of
sets, real features counted with two projections. Points are drawn, no feature is. The optimisers are those that crt
states (from A = 0, by Brent's method), which `moments.tuning` improves on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy

from rftheory.context import Context
from rftheory.evidence.declared import TESTS
from rftheory.evidence.statistical.sign_tests import SignTests
from rftheory.evidence.statistical.test_design import OUTCOMES
from rftheory.measured.engine.streams import stream
from rftheory.measured.inference.sign_test import SignTest
from rftheory.moments import second_moments
from rftheory.moments.second_moments import log_variance, trigonometric_log_variance
from rftheory.moments.tuning import best_rho, parameter_of
from rftheory.statements import Check, Statement
from rftheory.studies.regimes import sets_of
from rftheory.verdict import Evidence, EvidenceKind, Outcome

Floats = npt.NDArray[np.float64]
_ITERATIONS = 50
_GRID = 1.0 / (1.0 + np.exp(-np.linspace(-8.0, 4.0, 241)))


@dataclass(frozen=True)
class Sets:
    """A pair of sets of points, row by row."""

    x: Floats
    y: Floats

    @property
    def norms(self) -> Floats:
        """|x_i|^2 + |y_i|^2."""
        return np.asarray((self.x**2).sum(axis=1) + (self.y**2).sum(axis=1))

    def squared(self, sign: int) -> Floats:
        """|x_i + s y_i|^2."""
        return np.asarray(((self.x + sign * self.y) ** 2).sum(axis=1))

    def average(self, sign: int) -> float:
        """The average of |x_i + s y_j|^2 over all pairs, by (8)."""
        cross = float(self.x.mean(axis=0) @ self.y.mean(axis=0))
        return float(self.norms.mean()) + 2.0 * sign * cross

    def positive(self, least: float = 1e-8) -> Sets:
        """Shifted so that every coordinate is at least `least`: the kernel stays."""
        lowest = np.minimum(self.x.min(axis=0), self.y.min(axis=0)) - least
        return Sets(self.x - lowest, self.y - lowest)


def draw(regime: str, d: int, count: int, sigma: float, rng: np.random.Generator) -> Sets:
    """A pair of sets: normal, sphere (of radius sigma) or heterogen (y around sigma in every coordinate)."""
    return Sets(*sets_of(regime, sigma, count, rng=rng, d=d))


def numerical(d: int, sign: int, sets: Sets) -> tuple[complex, float]:
    """A by one run of L-BFGS-B from A = 0 over log(1-8 Re A) and Im A, with the least value at the averages."""
    squared, norms = sets.average(sign), float(sets.norms.mean())

    def value(point: Floats) -> complex:
        return complex((1.0 - math.exp(float(point[0]))) / 8.0, float(point[1]))

    def objective(point: Floats) -> float:
        return float(second_moments.exponential(value(point), sign, d, squared, norms))

    start = np.array([0.0, 0.0])
    bounds = [(-6.0, 8.0), (-20.0, 20.0)]
    found = scipy.optimize.minimize(
        objective, start, method="L-BFGS-B", bounds=bounds, options={"maxiter": _ITERATIONS}
    )
    return value(found.x), float(found.fun)


def _trigonometric(sets: Sets) -> Floats:
    return trigonometric_log_variance(sets.squared(-1))


def _less_mean(second: Floats, sets: Sets, projections: int) -> Floats:
    return log_variance(second, sets.squared(-1), projections)


def _positive(sets: Sets) -> Floats:
    return _less_mean(second_moments.positive(sets.squared(1), sets.norms), sets, 2)


def _optimal(sets: Sets) -> Floats:
    d = sets.x.shape[1]
    value = parameter_of(best_rho(sets.average(1), d))
    return _less_mean(second_moments.exponential(complex(value), 1, d, sets.squared(1), sets.norms), sets, 2)


def _general(sets: Sets) -> Floats:
    """The better of the two runs, counted as complex: one projection."""
    d = sets.x.shape[1]
    runs = {sign: numerical(d, sign, sets) for sign in (1, -1)}
    sign = min(runs, key=lambda key: runs[key][1])
    second = second_moments.exponential(runs[sign][0], sign, d, sets.squared(sign), sets.norms)
    return _less_mean(second, sets, 1)


def _geometric_second(share: float, sets: Sets) -> Floats:
    """log E Z^2 of crt (13)."""
    return second_moments.geometric(share, np.abs(sets.x * sets.y), sets.norms)


def share_of(sets: Sets) -> float:
    """The geometric parameter with the least (13) at the averages (14), by Brent's method."""
    mean = np.abs(sets.x).mean(axis=0) * np.abs(sets.y).mean(axis=0)

    def objective(logit: float) -> float:
        return float(second_moments.geometric(1.0 / (1.0 + math.exp(-logit)), mean, 0.0))

    found = scipy.optimize.minimize_scalar(
        objective, bracket=(-3.0, 0.0), method="brent", options={"maxiter": 100}
    )
    return 1.0 / (1.0 + math.exp(-float(found.x)))


def _geometric_positive(sets: Sets) -> Floats:
    shifted = sets.positive()
    return _less_mean(_geometric_second(share_of(shifted), shifted), sets, 2)


def _geometric_ideal(sets: Sets) -> Floats:
    """With the best parameter for every pair of its own, from a grid: the minimum is flat."""
    shifted = sets.positive()
    best = np.min([_geometric_second(float(share), shifted) for share in _GRID[::6]], axis=0)
    return _less_mean(best, sets, 2)


MECHANISMS: Mapping[str, Callable[[Sets], Floats]] = {
    "TrigRF": _trigonometric,
    "PosRF": _positive,
    "GERF": _general,
    "OPRF": _optimal,
    "GeomRF+": _geometric_positive,
    "GeomRF+ with its best p for every pair": _geometric_ideal,
}


@dataclass(frozen=True)
class Gain:
    """`better` has, by the means of log-variances, more than e^exponent times less variance than `baseline`."""

    regime: str
    better: str
    baseline: str
    exponent: float

    @property
    def words(self) -> str:
        """Mechanisms and regime."""
        return f"{self.better} against {self.baseline}, {self.regime}"

    def found(self, sets: Sets) -> float:
        """The mean difference of the logarithms over the pairs (i, i)."""
        return float(np.mean(MECHANISMS[self.baseline](sets) - MECHANISMS[self.better](sets)))


@dataclass(frozen=True)
class RegimeGains(SignTests):
    """The mean gain over the pairs (i, i) of a drawn pair of sets exceeds e^exponent in most draws, by a sign test.

    d = 64, L = 1024, sigma = 1. What is claimed is the median of the mean gain over independent pairs of sets; a gain
    is sized to hold where every draw is above its exponent, and fails where none is. No variance is estimated and no
    normal law assumed. Anything between stays undecided.
    """

    gains: tuple[Gain, ...]
    d: int = 64
    count: int = 1024
    sigma: float = 1.0
    costly: bool = False

    kind = EvidenceKind.REGIMES
    odds = 1.0

    @property
    def events(self) -> tuple[str, ...]:
        """Every gain above its exponent."""
        return tuple(f"{gain.words}, above e^{gain.exponent:g}" for gain in self.gains)

    def rehearse(self, statement: Statement, rng: np.random.Generator) -> object:  # noqa: ARG002
        """One pair of sets for every gain."""
        return [gain.found(draw(gain.regime, self.d, self.count, self.sigma, rng)) for gain in self.gains]

    def examine(self, statement: Statement, context: Context, test: SignTest) -> Evidence:
        """Draw the sets, then compare the mean difference of the logarithms of each with the exponent."""
        sets = {
            regime: [
                draw(
                    regime,
                    self.d,
                    self.count,
                    self.sigma,
                    stream(context.seed, f"{statement.id}|regime|{regime}", i, 0),
                )
                for i in range(test.n)
            ]
            for regime in dict.fromkeys(gain.regime for gain in self.gains)
        }
        shown, outcome = [], Outcome.HOLDS
        data: dict[str, object] = {}
        for gain in self.gains:
            means = [gain.found(pair) for pair in sets[gain.regime]]
            above = sum(mean > gain.exponent for mean in means)
            spread = f"e^{min(means):.2f} to e^{max(means):.2f}"
            words = f"{gain.words}: {spread}, above e^{gain.exponent:g} in {above} of {test.n} draws"
            data[gain.words] = means
            decided = OUTCOMES[test.decide(above)]
            if decided is Outcome.FAILS:
                example = {
                    "regime": gain.regime,
                    "mechanism": gain.better,
                    "left": f"{min(means):.2f} to {max(means):.2f}",
                    "right": f"{gain.exponent:g}",
                }
                facts = data | {TESTS: len(data)}
                return Evidence(self.kind, decided, words, counterexample=example, data=facts)
            if decided is Outcome.UNDECIDED:
                outcome = decided
            shown.append(words)
        detail = (
            f"{'; '.join(shown)}; d = {self.d}, L = {self.count}, sign tests at alpha {test.alpha:.1e}, "
            f"beta {test.beta:.1e}"
        )
        return Evidence(self.kind, outcome, detail, data=data)


@dataclass(frozen=True)
class TunedParameters(Check):
    """The stated optimisers, on drawn sets, reach what is known exactly.

    L-BFGS-B for s = 1 ends within `tolerance` of the least value over real A in the log second moment (and not below
    it: the real optimum is no worse than what a complex A gives there); Brent's p is no worse than a fine grid.
    This is said of the drawn sets alone.
    """

    regimes: tuple[str, ...] = ("normal", "sphere", "heterogen")
    sigmas: tuple[float, ...] = (0.1, 0.3, 1.0)
    tolerance: float = 1e-4

    kind = EvidenceKind.REGIMES
    random = "points"
    rejects = False

    def run(self, statement: Statement, context: Context) -> Evidence:  # noqa: ARG002
        """Draw one pair of sets for every regime and sigma and compare."""
        worst, settings = 0.0, 0
        for index, (regime, sigma) in enumerate((r, s) for r in self.regimes for s in self.sigmas):
            sets = draw(regime, 64, 1024, sigma, stream(context.seed, "regime|tuned", index, 0))
            squared, norms = sets.average(1), float(sets.norms.mean())
            exact = float(
                second_moments.exponential(
                    complex(parameter_of(best_rho(squared, 64))), 1, 64, squared, norms
                )
            )
            shifted = sets.positive()
            mean = Sets(*(np.abs(p).mean(axis=0)[None, :] for p in (shifted.x, shifted.y)))
            grid = min(float(_geometric_second(float(p), mean)[0]) for p in _GRID)
            found = float(_geometric_second(share_of(shifted), mean)[0])
            worst = max(worst, abs(numerical(64, 1, sets)[1] - exact), found - grid)
            settings += 1
        outcome = Outcome.HOLDS if worst <= self.tolerance else Outcome.UNDECIDED
        detail = f"parameters of {settings} pairs of sets reach the exact optimum to {worst:.1e} in log E Z^2"
        return Evidence(self.kind, outcome, detail, data={"settings": settings, "worst": worst})
