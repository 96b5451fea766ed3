"""SimRFs+: arrangements of drawn norms, found in floating point and then judged in balls."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from rftheory.context import Context
from rftheory.domain import Point, Vector
from rftheory.evidence.statistical.sign_tests import SignTests
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.measured.couplings.simplex_plus import relax
from rftheory.measured.couplings.transforms import simplex_matrix
from rftheory.measured.engine.streams import stream
from rftheory.measured.inference.mean import DecisionOutcome
from rftheory.measured.inference.sign_test import SignTest
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome

Floats = npt.NDArray[np.float64]
_DRAWS = {"quick": 8, "full": 64, "deep": 400}


@dataclass(frozen=True)
class Sweeps(SignTests):
    """The iteration run from the simplex directions on drawn chi_d norms until its equations hold to `tolerance`.

    Holds when a sign test in every dimension says that more than half of all norms take at most `few` passes, every
    draw converges within `ceiling`, and the objective |sum w|^2 never ends above its start.
    """

    dimensions: tuple[int, ...] = (3, 4, 6, 16, 64)
    tolerance: float = 1e-3
    few: int = 10
    ceiling: int = 1000

    odds = 0.7
    rejects = False

    @property
    def events(self) -> tuple[str, ...]:
        """Few passes, in every dimension."""
        return tuple(f"d={d}: at most {self.few} passes" for d in self.dimensions)

    def rehearse(self, statement: Statement, rng: np.random.Generator) -> object:  # noqa: ARG002
        """One run in every dimension."""
        return [
            relax(_norms(d, 1, rng), tolerance=self.tolerance, max_sweeps=self.ceiling)
            for d in self.dimensions
        ]

    def examine(self, statement: Statement, context: Context, test: SignTest) -> Evidence:
        """Run it and count the passes."""
        shown, good = [], True
        for d in self.dimensions:
            norms = _norms(d, test.n, stream(context.seed, f"{statement.id}|sweeps", d, 0))
            _, report = relax(norms, tolerance=self.tolerance, max_sweeps=self.ceiling)
            wins, most = int(np.count_nonzero(report.sweeps <= self.few)), int(report.sweeps.max())
            good &= bool(report.converged.all()) and test.decide(wins) is DecisionOutcome.PASS
            good &= bool(np.all(report.after <= report.before * (1 + 1e-12)))
            shown.append(f"d={d}: at most {self.few} in {wins} of {test.n} draws, most {most}")
        outcome = Outcome.HOLDS if good else Outcome.UNDECIDED
        detail = (
            f"passes until (16) holds to {self.tolerance:g}: {'; '.join(shown)}; "
            f"sign tests at beta {test.beta:.1e}"
        )
        return Evidence(self.kind, outcome, detail)


@dataclass(frozen=True)
class ConformityDecrease(Check):
    """conformity(SimRF+) < conformity(SimRF), compared in balls at the vectors reached from drawn norms.

    This is said of the drawn norms alone.
    """

    conformity: Formula
    dimensions: tuple[int, ...]
    v: str

    kind = EvidenceKind.SEARCH
    random = "points"
    rejects = False

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Draw norms, relax and compare."""
        won, gains = 0, []
        for d in self.dimensions:
            for pair in _arrangements(d, *_of_profile(d, statement, context)):
                before, after = (_value(self.conformity, rows, self.v) for rows in pair)
                won += after[1] < before[0]
                gains.append(float((before[0] - after[1]) / before[1]))
        detail = (
            f"conformity of SimRF+ below SimRF in balls at {won} of {len(gains)} drawn norms, v = {self.v}, "
            f"d in {self.dimensions}; relative gain {min(gains):.2e} to {max(gains):.2e}"
        )
        return Evidence(self.kind, Outcome.HOLDS if won == len(gains) else Outcome.UNDECIDED, detail)


@dataclass(frozen=True)
class MarginalGain(SignTests):
    """For most norms SimRF+ gains less than `slight` of the conformity, and leaves less than it gains.

    What it leaves is the distance to a numerical minimum over all directions, the lowest that descents from the SimRF+
    arrangement and from two random ones reach; conformities are compared in balls.
    """

    conformity: Formula
    dimension: int
    v: str
    slight: float
    odds: float = 0.9

    rejects = False

    @property
    def events(self) -> tuple[str, ...]:
        """A small gain, and a smaller rest."""
        where = f"at d={self.dimension}, v={self.v}"
        return f"relative gain below {self.slight:g} {where}", f"rest below the gain {where}"

    def rehearse(self, statement: Statement, rng: np.random.Generator) -> object:  # noqa: ARG002
        """One draw of norms."""
        return self._parts(1, rng, rng)

    def examine(self, statement: Statement, context: Context, test: SignTest) -> Evidence:
        """Draw norms, relax, optimise and compare."""
        name = f"{statement.id}|marginal"
        gains, rests = self._parts(test.n, *(stream(context.seed, name, self.dimension, k) for k in (0, 1)))
        wins = int(np.count_nonzero(gains < self.slight)), int(np.count_nonzero(rests < gains))
        good = all(test.decide(count) is DecisionOutcome.PASS for count in wins)
        detail = (
            f"relative gain of SimRF+ over SimRF at d = {self.dimension}, v = {self.v}: median {np.median(gains):.1e}, "
            f"below {self.slight:g} in {wins[0]} of {test.n} draws of norms; a numerical minimum lies lower by median "
            f"{np.median(rests):.1e}, by less than the gain in {wins[1]}; sign tests at beta {test.beta:.1e}"
        )
        return Evidence(self.kind, Outcome.HOLDS if good else Outcome.UNDECIDED, detail)

    def _parts(
        self, count: int, norms: np.random.Generator, starts: np.random.Generator
    ) -> tuple[Floats, Floats]:
        """Gains and rests, over the conformity of SimRF."""
        found = []
        for simplex, plus in _arrangements(self.dimension, count, norms):
            best = _optimised(plus, float(Fraction(self.v)), starts)
            before, after, least = (_value(self.conformity, rows, self.v) for rows in (simplex, plus, best))
            found.append([float(part / before[1]) for part in (before[0] - after[1], after[1] - least[0])])
        gains, rests = np.array(found).T
        return gains, rests


@dataclass(frozen=True)
class ConformityLeadingOrder(Check):
    """conformity(SimRF+) - 1 - v^2 (least coefficient of v^2) falls like v^4 at drawn norms, in balls.

    The least coefficient is ((m-2) sum |w_i|^2 + max(0, 2 max |w_i| - sum |w_i|)^2)/(d m (m-1)), a lower bound
    of every arrangement; all terms are nonnegative, so the difference bounds the distance to the optimum
    at these norms.
    """

    conformity: Formula
    dimensions: tuple[int, ...] = (3, 6, 16)
    steps: tuple[str, ...] = ("1/4", "1/8", "1/16")

    kind = EvidenceKind.SEARCH
    random = "points"
    rejects = False

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Follow the difference divided by v^2 down to small v."""
        shown, good = [], True
        for d in self.dimensions:
            worst = 0.0
            for _, plus in _arrangements(d, *_of_profile(d, statement, context)):
                least = _least_coefficient(plus)
                gaps = [
                    float((_value(self.conformity, plus, v)[1] - 1) / Fraction(v) ** 2) - least
                    for v in self.steps
                ]
                worst = max(worst, *(b / a for a, b in itertools.pairwise(gaps)))
            good &= 0 < worst < 0.5
            shown.append(f"d={d}: {worst:.3f}")
        detail = f"halving v multiplies (conformity - bound)/v^2 by at most {'; '.join(shown)} (v^4: 1/4)"
        return Evidence(self.kind, Outcome.HOLDS if good else Outcome.UNDECIDED, detail)


def _norms(d: int, count: int, rng: np.random.Generator) -> Floats:
    """Norms (count, d) of independent N(0, I_d) vectors."""
    return np.sqrt(rng.chisquare(d, size=(count, d)))


def _of_profile(d: int, statement: Statement, context: Context) -> tuple[int, np.random.Generator]:
    """How many norms a profile draws as points, and their stream."""
    return _DRAWS[context.profile.name], stream(context.seed, f"{statement.id}|norms", d, 0)


def _arrangements(d: int, count: int, rng: np.random.Generator) -> Iterator[tuple[Floats, Floats]]:
    """(SimRF, SimRF+) vectors of drawn norms."""
    norms = _norms(d, count, rng)
    reached, _ = relax(norms, tolerance=1e-9, max_sweeps=20_000)
    for lengths, plus in zip(norms, reached, strict=True):
        yield lengths[:, None] * simplex_matrix(d), plus


def _value(conformity: Formula, rows: Floats, v: str) -> tuple[Fraction, Fraction]:
    vectors: tuple[Vector, ...] = tuple(tuple(Fraction(float(x)) for x in row) for row in rows)
    point: Point = {"W": vectors, "v": Fraction(v)}
    return balls.endpoints(conformity.enclose(point, 20))


def _least_coefficient(rows: Floats) -> float:
    norms = np.linalg.norm(rows, axis=1)
    m, d = rows.shape
    open_ = max(0.0, 2 * norms.max() - norms.sum())
    return float(((m - 2) * np.sum(norms**2) + open_**2) / (d * m * (m - 1)))


def _optimised(start: Floats, v: float, rng: np.random.Generator) -> Floats:
    """A numerical minimum of the conformity over all directions, by descent from `start` and from random ones."""
    from scipy.optimize import minimize
    from scipy.special import hyp0f1

    m, d = start.shape
    norms = np.linalg.norm(start, axis=1, keepdims=True)

    def objective(flat: Floats) -> tuple[float, Floats]:
        raw = flat.reshape(m, d)
        size = np.linalg.norm(raw, axis=1, keepdims=True)
        w = raw / size * norms
        squares = np.sum((w[:, None] + w[None]) ** 2, axis=2)
        slope = 2 * v**2 / d * hyp0f1(d / 2 + 1, v**2 * squares / 4)
        np.fill_diagonal(slope, 0.0)
        gradient = slope.sum(axis=1, keepdims=True) * w + slope @ w
        inner = np.sum(gradient * raw, axis=1, keepdims=True) / size**2
        values = hyp0f1(d / 2, v**2 * squares / 4)
        return float(values.sum() - np.trace(values)), ((gradient - inner * raw) * norms / size).ravel()

    starts = [start, rng.standard_normal((m, d)), rng.standard_normal((m, d))]
    found = [minimize(objective, s.ravel(), jac=True, method="L-BFGS-B") for s in starts]
    best: Floats = min(found, key=lambda r: float(r.fun)).x.reshape(m, d)
    unit: Floats = best / np.linalg.norm(best, axis=1, keepdims=True)
    return np.asarray(unit * norms)
