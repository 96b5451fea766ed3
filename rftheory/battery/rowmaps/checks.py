"""What a map of whole rows owes to its declaration: definition, means by sums and quadrature, law of its rows, extremes."""

from __future__ import annotations

import cmath
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import special

from rftheory.battery.check import StructureCheck, chosen
from rftheory.battery.concentration import Deviation, discrete_law, draws, exact, law, relative
from rftheory.battery.features.definitions import dot, kernel_value
from rftheory.battery.rowmaps.definitions import log_mass, mass, printed
from rftheory.battery.rowmaps.dense import normal
from rftheory.battery.rows.functionals import coefficients
from rftheory.measured.engine.streams import stream
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot
from rftheory.measured.rowmaps.dense import DenseExponential, ImportanceSampled
from rftheory.measured.rowmaps.discrete import Discrete, Shifted
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.laws import AbstractDiscreteLaw
from rftheory.measured.rowmaps.protocol import AbstractRowMap

ROUNDING, QUADRATURE = 1e-11, 1e-9
D, M, N, LARGEST = 3, 5, 2, 60
PAIRS = ((0, 1), (1, 2), (2, 2), (0, 3))
EFFECT = 0.04
POINTS = np.concatenate([0.9 * coefficients(3 * D, 7).reshape(3, D), [[0.0, -0.6, 0.8]]])


@dataclass(frozen=True)
class ExaminedRowMap:
    """A row map, the one whose definition it claims, and the seed of the draws of its law."""

    map: AbstractRowMap
    claim: AbstractRowMap
    seed: int = 0

    @cached_property
    def tags(self) -> frozenset[str]:
        """What kind of map is claimed."""
        exponential = isinstance(self.claim, GeneralisedExponential)
        counts = isinstance(self.claim, Discrete)
        dense = isinstance(self.claim, (DenseExponential, ImportanceSampled))
        return chosen(
            {
                "defined": exponential or counts or dense or isinstance(self.claim, Shifted),
                "logarithms": exponential or counts,
                "exponential": exponential,
            }
        )

    @property
    def discrete(self) -> AbstractDiscreteLaw | None:
        """The claimed law where it is one of counts."""
        return self.claim.law if isinstance(self.claim.law, AbstractDiscreteLaw) else None

    @property
    def d(self) -> int:
        """The dimension of rows and points: D, or the one that the law has, up to D."""
        return self.claim.law.dimension or D

    @property
    def points(self) -> Floats:
        """The points of the checks, (4, d)."""
        return POINTS[:, : self.d]

    @property
    def rows(self) -> Floats:
        """Fixed rows (N, M, d): real numbers, or counts."""
        spread = coefficients(N * M * D).reshape(N, M, D)[..., : self.d]
        return 1.4 * spread if self.discrete is None else np.floor(4.0 * np.abs(spread))


def definition(subject: ExaminedRowMap) -> Iterator[Deviation]:
    """Real features in every shape are parts of the printed ones, and estimates their product's real part."""
    claim, w, points = subject.claim, subject.rows, subject.points
    for kernel in claim.kernels:
        z = np.array(
            [
                [[[printed(claim, r, x, side, kernel) for r in b] for x in points] for b in w]
                for side in (0, 1)
            ]
        )
        for side, features in ((0, subject.map.queries), (1, subject.map.keys)):
            parts = z[side] / math.sqrt(M)
            expected = parts.real
            if claim.complex_valued:
                expected = np.concatenate([parts.real, parts.imag * (1 - 2 * side)], axis=-1)
            for what, found, right in (
                ("(n, p, m)", features(w, points, kernel=kernel), expected),
                ("(m,)", features(w[1], points[1], kernel=kernel), expected[1, 1]),
            ):
                yield _same(f"{kernel} features {side} {what}", np.asarray(found), right)
        for i, j in PAIRS:
            expected = np.mean((z[0, :, i] * z[1, :, j]).real, axis=-1)
            found = np.asarray(subject.map.estimate(w, points[i], points[j], kernel=kernel))
            yield _same(f"{kernel} estimate at points {i}, {j}", found, expected)


def product(subject: ExaminedRowMap) -> Iterator[Deviation]:
    """An estimate is the inner product of the features, its logarithm is log_estimate, rows given twice change none."""
    w = subject.rows
    twice = np.concatenate([w, w], axis=1)
    for kernel, (i, j) in itertools.product(subject.claim.kernels, PAIRS):
        x, y = subject.points[i], subject.points[j]
        expected = vecdot(subject.map.queries(w, x, kernel=kernel), subject.map.keys(w, y, kernel=kernel))
        for what, rows in (("estimate", w), ("estimate of rows given twice", twice)):
            found = np.asarray(subject.map.estimate(rows, x, y, kernel=kernel))
            yield _same(f"{kernel} {what} at points {i}, {j}", found, expected)
        signed = subject.map.log_estimate(w, x, y, kernel=kernel)
        yield _same(f"{kernel} exp of log_estimate", signed.sign * np.exp(signed.logabs), expected)


def kernels(subject: ExaminedRowMap) -> Iterator[Deviation]:
    """The claimed kernels, the first one without a name; the softmax estimate is the Gaussian one re-weighted."""
    same = subject.map.kernels == subject.claim.kernels
    yield exact("another set of kernels", np.array([0.0 if same else 1.0]), 0.0, 0.0)
    w, (x, y) = subject.rows, subject.points[:2]
    gaussian = np.asarray(subject.map.estimate(w, x, y))
    softmax = np.asarray(subject.map.estimate(w, x, y, kernel="softmax"))
    yield _same("softmax estimate", softmax, gaussian * math.exp((dot(x, x) + dot(y, y)) / 2.0))


def unbiased(subject: ExaminedRowMap) -> Iterator[Deviation]:
    """The mean under the claimed law is the kernel: by the trapezoidal rule in the plane, or by summing over counts."""
    law_of_counts = subject.discrete
    if law_of_counts is None:
        line = np.linspace(-14.0, 14.0, 225)
        rows = np.array(list(itertools.product(line, repeat=2)))
        weights = (line[1] - line[0]) ** 2 * normal(subject.claim.law, 2).pdf(rows)
        x, y = POINTS[0, :2], POINTS[1, :2]
        yield from _means(subject, rows, weights, x, y)
        return
    # coordinate by coordinate: all other counts are 0, whose part of the mean is known exactly
    k = np.arange(float(LARGEST))
    for column in range(D):
        rows = np.zeros((LARGEST, D))
        rows[:, column] = k
        masses = np.array([mass(law_of_counts, column, int(count)) for count in k])
        for other in range(D):
            if other != column:
                masses = masses * mass(law_of_counts, other, 0)
        x, y = POINTS[0], POINTS[1]
        if isinstance(subject.claim, Shifted):
            x, y = (p - np.array(subject.claim.shift) for p in (x, y))
        expected = math.exp(float(x[column] * y[column]) - (dot(x, x) + dot(y, y)) / 2.0)
        terms = np.asarray(subject.map.estimate(rows[:, None, :], POINTS[0], POINTS[1]))
        yield _same(
            f"mean over counts of coordinate {column}",
            np.array([math.fsum(masses * terms)]),
            expected,
            QUADRATURE,
        )


def _means(
    subject: ExaminedRowMap, rows: Floats, weights: Floats, x: Floats, y: Floats
) -> Iterator[Deviation]:
    for kernel in subject.claim.kernels:
        terms = np.asarray(subject.map.estimate(rows[:, None, :], x, y, kernel=kernel))
        found = np.array([math.fsum(weights * terms)])
        yield _same(f"{kernel} mean", found, kernel_value(kernel, x, y), QUADRATURE)


def rows(subject: ExaminedRowMap) -> Iterator[Deviation]:
    """Rows have the claimed law, coordinate by coordinate, and shape; equal generators draw equal rows."""
    n = draws(EFFECT)
    drawn, again = (
        subject.map.sample(subject.d, 2, rng=stream(subject.seed, "row-map-checks/rows", 0, 0), n=n)
        for _ in range(2)
    )
    yield exact("shape of the rows", np.array(drawn.shape, float), np.array([n, 2, subject.d], float), 0.0)
    yield exact("rows of an equal generator", drawn, again, 0.0)
    counts = subject.discrete
    for row, column in itertools.product(range(2), range(subject.d)):
        values, what = drawn[:, row, column], f"coordinate {column} of row {row}"
        if counts is None:
            claimed = normal(subject.claim.law, subject.d)
            centre, spread = claimed.mean[column], math.sqrt(claimed.cov[column, column])
            yield law(what, (values - centre) / spread, special.ndtr)
            continue
        atoms = np.arange(float(LARGEST))
        weights = np.array([mass(counts, column, int(k)) for k in atoms])
        yield discrete_law(what, np.minimum(values, LARGEST - 1.0), atoms, weights)
    if counts is None:
        return
    first, second = drawn[:, 0, 0] * 2.0 + drawn[:, 0, 1], drawn[:, 1, 2]
    yield exact("rows that are no counts", np.mod(drawn, 1.0) + (drawn < 0.0), 0.0, 0.0)
    joint = 100.0 * np.minimum(first, 90.0) + np.minimum(second, 40.0)
    ones = np.array([mass(counts, c, 0) for c in (0, 1, 2)])
    both = np.array([np.mean(joint == 0.0)])
    yield exact("zero counts of three coordinates together", both, float(np.prod(ones)), EFFECT / 2.0)


def extremes(subject: ExaminedRowMap) -> Iterator[Deviation]:
    """Zero, tiny and large entries and counts keep exact logarithms and signs, and nothing is NaN."""
    if isinstance(subject.claim, GeneralisedExponential):
        yield from _cancelled(subject, subject.claim)
        return
    assert isinstance(subject.claim, Discrete)
    x = np.array([-1e-150, 0.0, 40.0])
    y = np.array([1e-100, -3.0, -50.0])
    for k in ((0, 0, 0), (1, 0, 3), (2, 0, 250), (3, 0, 1000), (0, 1, 0), (2, 3, 1)):
        found = subject.map.log_estimate(np.array([k], float), x, y)
        logs, sign = -(dot(x, x) + dot(y, y)) / 2.0, 1.0
        for column, count in enumerate(k):
            entry = float(x[column]) * float(y[column]) if column != 0 else -1.0
            if count:
                size = math.log(1e-250) if column == 0 else (math.log(abs(entry)) if entry else -math.inf)
                logs, sign = logs + count * size, sign * math.copysign(1.0, entry) ** count * (entry != 0.0)
            logs -= math.lgamma(count + 1.0) + log_mass(subject.claim.counts, column, count)
        yield exact(f"sign at counts {k}", np.asarray(found.sign, float), sign, 0.0)
        expected = logs if sign else 0.0
        value = np.asarray(found.logabs if sign else np.where(np.isneginf(found.logabs), 0.0, 1.0))
        yield _same(f"logarithm at counts {k}", value, np.full(value.shape, expected))


def _cancelled(subject: ExaminedRowMap, claim: GeneralisedExponential) -> Iterator[Deviation]:
    """At y = -s x the linear terms cancel, whatever their size."""
    x, w = np.array([30.0, -40.0, 20.0]), np.array([[3.0, -4.0, 2.0]])
    a, found = complex(claim.a), subject.map.log_estimate(w, x, -claim.s * x)
    log = 2.0 * a * dot(w[0], w[0]) + (D / 2.0) * cmath.log(1.0 - 4.0 * a) - (claim.s + 1) * dot(x, x)
    expected = log.real + math.log(abs(math.cos(log.imag)))
    yield _same("logarithm where linear terms cancel", np.atleast_1d(found.logabs), np.array([expected]))


def terms(subject: ExaminedRowMap) -> Iterator[Deviation]:
    """The product of one row as a function of t, |w|^2 and |x|^2 + |y|^2 is that of the features."""
    if not isinstance(subject.map, GeneralisedExponential):
        return
    w, (x, y) = subject.rows, subject.points[:2]
    t = w @ (x + subject.map.s * y)
    for kernel in subject.claim.kernels:
        polar = subject.map.pair_terms(t, vecdot(w, w), dot(x, x) + dot(y, y), D, kernel)
        angle = 0.0 if polar.angle is None else polar.angle
        found = np.mean(np.exp(polar.logabs) * np.cos(angle), axis=-1)
        yield _same(
            f"{kernel} mean of terms", found, np.asarray(subject.map.estimate(w, x, y, kernel=kernel))
        )


def _same(what: str, found: Floats, expected: Floats | float, tolerance: float = ROUNDING) -> Deviation:
    return relative(what, found, expected, tolerance)


CHECKS = (
    StructureCheck("definition", ExaminedRowMap, definition, "defined"),
    StructureCheck("inner product", ExaminedRowMap, product),
    StructureCheck("kernels", ExaminedRowMap, kernels),
    StructureCheck("unbiased", ExaminedRowMap, unbiased),
    StructureCheck("rows", ExaminedRowMap, rows),
    StructureCheck("extremes", ExaminedRowMap, extremes, "logarithms"),
    StructureCheck("terms", ExaminedRowMap, terms, "exponential"),
)
