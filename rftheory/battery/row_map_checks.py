"""What a map of whole rows owes to its declaration: definition, means by sums and quadrature, law of its rows, extremes."""

from __future__ import annotations

import cmath
import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from rftheory.battery.concentration import Finding, discrete_law, draws, exact, law
from rftheory.battery.feature_checks import dot, kernel_value
from rftheory.battery.row_functionals import coefficients
from rftheory.measured.engine.streams import stream
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.discrete import Discrete, Shifted
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.laws import AbstractDiscreteLaw, GeometricLaw, PoissonLaw, TabulatedLaw
from rftheory.measured.rowmaps.protocol import AbstractRowMap

ROUNDING, QUADRATURE = 1e-11, 1e-9
D, M, N, LARGEST = 3, 5, 2, 60
PAIRS = ((0, 1), (1, 2), (2, 2), (0, 3))
EFFECT = 0.04
POINTS = np.concatenate([0.9 * coefficients(3 * D, 7).reshape(3, D), [[0.0, -0.6, 0.8]]])


@dataclass(frozen=True)
class Subject:
    """A row map, the one whose definition it claims, and the seed of the draws of its law."""

    map: AbstractRowMap
    claim: AbstractRowMap
    seed: int = 0

    @property
    def discrete(self) -> AbstractDiscreteLaw | None:
        """The claimed law where it is one of counts."""
        return self.claim.law if isinstance(self.claim.law, AbstractDiscreteLaw) else None

    @property
    def rows(self) -> Floats:
        """Fixed rows (N, M, D): real numbers, or counts."""
        spread = coefficients(N * M * D).reshape(N, M, D)
        return 1.4 * spread if self.discrete is None else np.floor(4.0 * np.abs(spread))


Check = Callable[[Subject], Iterator[Finding]]


def mass(claim: AbstractDiscreteLaw, column: int, k: int) -> float:
    """p_k of a coordinate, number by number."""
    if isinstance(claim, PoissonLaw):
        rate = claim.rates[min(column, len(claim.rates) - 1)]
        return math.exp(-rate) * rate**k / math.factorial(k)
    if isinstance(claim, GeometricLaw):
        share = claim.shares[min(column, len(claim.shares) - 1)]
        return share * (1.0 - share) ** k
    assert isinstance(claim, TabulatedLaw)
    table = claim.masses[min(column, len(claim.masses) - 1)]
    total = math.fsum(table) + table[-1] * claim.tail / (1.0 - claim.tail)
    return (table[k] if k < len(table) else table[-1] * claim.tail ** (k + 1 - len(table))) / total


def printed(claim: AbstractRowMap, w: Floats, x: Floats, side: int, kernel: Kernel) -> complex:
    """f1 or f2 of one row as crt prints it: (4) with (5), or (10), of shifted points by Section 3.2.3."""
    weight = dot(x, x) / 2.0 if kernel == "softmax" else 0.0
    if isinstance(claim, GeneralisedExponential):
        a, s = complex(claim.a), claim.s
        b, c = cmath.sqrt(s * (1.0 - 4.0 * a)), -(s + 1) / 2.0
        factor = ((1.0 - 4.0 * a) ** 0.25) ** len(w)
        slope = b if side == 0 else s * b
        return factor * cmath.exp(a * dot(w, w) + slope * dot(w, x) + c * dot(x, x) + weight)
    if isinstance(claim, Shifted):
        moved = np.array([float(v) - c for v, c in zip(x, claim.shift, strict=True)])
        return printed(claim.base, w, moved, side, "gaussian") * math.exp(weight)
    assert isinstance(claim, Discrete)
    value = math.exp(weight - dot(x, x) / 2.0)
    for column, (k, entry) in enumerate(zip(w, x, strict=True)):
        k = int(k)
        value *= float(entry) ** k / math.sqrt(math.factorial(k) * mass(claim.counts, column, k))
    return complex(value)


def definition(subject: Subject) -> Iterator[Finding]:
    """Real features in every shape are parts of the printed ones, and estimates their product's real part."""
    claim, w = subject.claim, subject.rows
    for kernel in claim.kernels:
        z = np.array(
            [
                [[[printed(claim, r, x, side, kernel) for r in b] for x in POINTS] for b in w]
                for side in (0, 1)
            ]
        )
        for side, features in ((0, subject.map.queries), (1, subject.map.keys)):
            parts = z[side] / math.sqrt(M)
            expected = parts.real
            if claim.complex_valued:
                expected = np.concatenate([parts.real, parts.imag * (1 - 2 * side)], axis=-1)
            for what, found, right in (
                ("(n, p, m)", features(w, POINTS, kernel=kernel), expected),
                ("(m,)", features(w[1], POINTS[1], kernel=kernel), expected[1, 1]),
            ):
                yield _same(f"{kernel} features {side} {what}", np.asarray(found), right)
        for i, j in PAIRS:
            expected = np.mean((z[0, :, i] * z[1, :, j]).real, axis=-1)
            found = np.asarray(subject.map.estimate(w, POINTS[i], POINTS[j], kernel=kernel))
            yield _same(f"{kernel} estimate at points {i}, {j}", found, expected)


def product(subject: Subject) -> Iterator[Finding]:
    """An estimate is the inner product of the features, its logarithm is log_estimate, rows given twice change none."""
    w = subject.rows
    twice = np.concatenate([w, w], axis=1)
    for kernel, (i, j) in itertools.product(subject.claim.kernels, PAIRS):
        x, y = POINTS[i], POINTS[j]
        expected = np.vecdot(subject.map.queries(w, x, kernel=kernel), subject.map.keys(w, y, kernel=kernel))
        for what, rows in (("estimate", w), ("estimate of rows given twice", twice)):
            found = np.asarray(subject.map.estimate(rows, x, y, kernel=kernel))
            yield _same(f"{kernel} {what} at points {i}, {j}", found, expected)
        signed = subject.map.log_estimate(w, x, y, kernel=kernel)
        yield _same(f"{kernel} exp of log_estimate", signed.sign * np.exp(signed.logabs), expected)


def kernels(subject: Subject) -> Iterator[Finding]:
    """The claimed kernels, the first one without a name; the softmax estimate is the Gaussian one re-weighted."""
    same = subject.map.kernels == subject.claim.kernels
    yield exact("another set of kernels", np.array([0.0 if same else 1.0]), 0.0, 0.0)
    w, (x, y) = subject.rows, POINTS[:2]
    gaussian = np.asarray(subject.map.estimate(w, x, y))
    softmax = np.asarray(subject.map.estimate(w, x, y, kernel="softmax"))
    yield _same("softmax estimate", softmax, gaussian * math.exp((dot(x, x) + dot(y, y)) / 2.0))


def unbiased(subject: Subject) -> Iterator[Finding]:
    """The mean under the claimed law is the kernel: by the trapezoidal rule in the plane, or by summing over counts."""
    law_of_counts = subject.discrete
    if law_of_counts is None:
        line = np.linspace(-14.0, 14.0, 225)
        rows = np.array(list(itertools.product(line, repeat=2)))
        weights = (line[1] - line[0]) ** 2 * np.exp(-np.vecdot(rows, rows) / 2.0) / (2.0 * math.pi)
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


def _means(subject: Subject, rows: Floats, weights: Floats, x: Floats, y: Floats) -> Iterator[Finding]:
    for kernel in subject.claim.kernels:
        terms = np.asarray(subject.map.estimate(rows[:, None, :], x, y, kernel=kernel))
        found = np.array([math.fsum(weights * terms)])
        yield _same(f"{kernel} mean", found, kernel_value(kernel, x, y), QUADRATURE)


def rows(subject: Subject) -> Iterator[Finding]:
    """Rows have the claimed law, coordinate by coordinate, and shape; equal generators draw equal rows."""
    n = draws(EFFECT)
    drawn, again = (
        subject.map.sample(D, 2, rng=stream(subject.seed, "row-map-checks/rows", 0, 0), n=n) for _ in range(2)
    )
    yield exact("shape of the rows", np.array(drawn.shape, float), np.array([n, 2, D], float), 0.0)
    yield exact("rows of an equal generator", drawn, again, 0.0)
    counts = subject.discrete
    for row, column in itertools.product(range(2), range(D)):
        values, what = drawn[:, row, column], f"coordinate {column} of row {row}"
        if counts is None:
            yield law(what, values, lambda v: np.array([math.erfc(-u / math.sqrt(2.0)) / 2.0 for u in v]))
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


def extremes(subject: Subject) -> Iterator[Finding]:
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
            logs -= math.lgamma(count + 1.0) + _log_mass(subject.claim.counts, column, count)
        yield exact(f"sign at counts {k}", np.asarray(found.sign, float), sign, 0.0)
        expected = logs if sign else 0.0
        value = np.asarray(found.logabs if sign else np.where(np.isneginf(found.logabs), 0.0, 1.0))
        yield _same(f"logarithm at counts {k}", value, np.full(value.shape, expected))


def _cancelled(subject: Subject, claim: GeneralisedExponential) -> Iterator[Finding]:
    """At y = -s x the linear terms cancel, whatever their size."""
    x, w = np.array([30.0, -40.0, 20.0]), np.array([[3.0, -4.0, 2.0]])
    a, found = complex(claim.a), subject.map.log_estimate(w, x, -claim.s * x)
    log = 2.0 * a * dot(w[0], w[0]) + (D / 2.0) * cmath.log(1.0 - 4.0 * a) - (claim.s + 1) * dot(x, x)
    expected = log.real + math.log(abs(math.cos(log.imag)))
    yield _same("logarithm where linear terms cancel", np.atleast_1d(found.logabs), np.array([expected]))


def _log_mass(counts: AbstractDiscreteLaw, column: int, k: int) -> float:
    """log p_k without underflow."""
    if isinstance(counts, PoissonLaw):
        rate = counts.rates[min(column, len(counts.rates) - 1)]
        return k * math.log(rate) - rate - math.lgamma(k + 1.0)
    if isinstance(counts, GeometricLaw):
        share = counts.shares[min(column, len(counts.shares) - 1)]
        return math.log(share) + k * math.log1p(-share)
    assert isinstance(counts, TabulatedLaw)
    last = len(counts.masses[min(column, len(counts.masses) - 1)]) - 1
    beyond = max(0, k - last)
    return math.log(mass(counts, column, min(k, last))) + (beyond * math.log(counts.tail) if beyond else 0.0)


def terms(subject: Subject) -> Iterator[Finding]:
    """The product of one row as a function of t, |w|^2 and |x|^2 + |y|^2 is that of the features."""
    if not isinstance(subject.map, GeneralisedExponential):
        return
    w, (x, y) = subject.rows, POINTS[:2]
    t = w @ (x + subject.map.s * y)
    for kernel in subject.claim.kernels:
        polar = subject.map.pair_terms(t, np.vecdot(w, w), dot(x, x) + dot(y, y), D, kernel)
        angle = 0.0 if polar.angle is None else polar.angle
        found = np.mean(np.exp(polar.logabs) * np.cos(angle), axis=-1)
        yield _same(
            f"{kernel} mean of terms", found, np.asarray(subject.map.estimate(w, x, y, kernel=kernel))
        )


def checks_of(claim: AbstractRowMap) -> Iterator[tuple[str, Check]]:
    """The checks that the claimed map calls for."""
    if isinstance(claim, (GeneralisedExponential, Discrete, Shifted)):
        yield "definition", definition
    yield "inner product", product
    yield "kernels", kernels
    yield "unbiased", unbiased
    yield "rows", rows
    if isinstance(claim, (GeneralisedExponential, Discrete)):
        yield "extremes", extremes
    if isinstance(claim, GeneralisedExponential):
        yield "terms", terms


def _same(what: str, found: Floats, expected: Floats | float, tolerance: float = ROUNDING) -> Finding:
    """Equal to rounding, relative to the largest expected entry."""
    size = max(1e-300, float(np.max(np.abs(expected))))
    return exact(what, np.asarray(found) / size, np.asarray(expected) / size, tolerance)
