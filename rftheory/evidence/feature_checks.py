"""What a feature map owes to its definition, number by number with math.exp, cos and sin. Nothing random is drawn."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rftheory.evidence.dkw import Finding, exact
from rftheory.evidence.row_functionals import coefficients
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractFeatureMap, Kernel

ROUNDING = 1e-11
KERNELS: tuple[Kernel, ...] = ("gaussian", "softmax")
D, M, N = 3, 5, 2
W = 1.7 * coefficients(N * M * D).reshape(N, M, D)
POINTS = 0.9 * coefficients(3 * D, 7).reshape(3, D)
NODES = 48
Vector = Sequence[float] | Floats


@dataclass(frozen=True)
class Subject:
    """A feature map and the one whose definition it claims."""

    map: AbstractFeatureMap
    claim: AbstractFeatureMap


Check = Callable[[Subject], Iterator[Finding]]


def dot(x: Vector, y: Vector) -> float:
    """x.y, exactly summed."""
    return math.fsum(float(a) * float(b) for a, b in zip(x, y, strict=True))


def kernel_value(kernel: Kernel, x: Vector, y: Vector) -> float:
    """exp(-|x - y|^2 / 2), or exp(x.y)."""
    difference = [float(a) - float(b) for a, b in zip(x, y, strict=True)]
    return math.exp(-dot(difference, difference) / 2.0 if kernel == "gaussian" else dot(x, y))


def positive(w: Sequence[Vector], x: Vector, kernel: Kernel) -> list[float]:
    """m^{-1/2} e^{-|x|^2} (e^{w_i.x}) (Gaussian) or m^{-1/2} e^{-|x|^2/2} (e^{w_i.x}): simrf, (7)."""
    weight = dot(x, x) if kernel == "gaussian" else dot(x, x) / 2.0
    return [math.exp(dot(row, x) - weight) / math.sqrt(len(w)) for row in w]


def trigonometric(w: Sequence[Vector], x: Vector, kernel: Kernel) -> list[float]:
    """m^{-1/2} (sin w_i.x, then cos w_i.x), times e^{|x|^2/2} for softmax: simrf, (3)."""
    factor = (1.0 if kernel == "gaussian" else math.exp(dot(x, x) / 2.0)) / math.sqrt(len(w))
    return [factor * wave(dot(row, x)) for wave in (math.sin, math.cos) for row in w]


DEFINITIONS: dict[str, Callable[[Sequence[Vector], Vector, Kernel], list[float]]] = {
    "positive": positive,
    "trigonometric": trigonometric,
}


def definition(subject: Subject) -> Iterator[Finding]:
    """Features in every shape are those of the definition, and so are estimates."""
    define = DEFINITIONS[subject.claim.name]
    for kernel in KERNELS:
        phi = np.array([[define(w, x, kernel) for x in POINTS] for w in W])
        for what, found, expected in (
            ("(n, p, m)", subject.map.features(W, POINTS, kernel=kernel), phi),
            ("(n, m)", subject.map.features(W, POINTS[1], kernel=kernel), phi[:, 1]),
            ("(p, m)", subject.map.features(W[1], POINTS, kernel=kernel), phi[1]),
            ("(m,)", subject.map.features(W[1], POINTS[1], kernel=kernel), phi[1, 1]),
        ):
            yield _same(f"{kernel} features {what}", np.asarray(found), expected)
        for i, j in itertools.product(range(len(POINTS)), repeat=2):
            expected = np.array([dot(block[i], block[j]) for block in phi])
            yield _same(f"{kernel} estimate at points {i}, {j}", _estimates(subject, i, j, kernel), expected)


def product(subject: Subject) -> Iterator[Finding]:
    """An estimate is the inner product of the features, and its logarithm is log_estimate."""
    for kernel, (i, j) in itertools.product(KERNELS, ((0, 1), (1, 2), (2, 2))):
        phi = np.asarray(subject.map.features(W, POINTS, kernel=kernel))
        expected = np.array([dot(block[i], block[j]) for block in phi])
        yield _same(f"{kernel} estimate at points {i}, {j}", _estimates(subject, i, j, kernel), expected)
        x, y = POINTS[i], POINTS[j]
        signed = subject.map.log_estimate(W @ x, W @ y, dot(x, x), dot(y, y), kernel=kernel)
        found = np.asarray(signed.sign) * np.exp(np.asarray(signed.logabs))
        yield _same(f"{kernel} exp of log_estimate at points {i}, {j}", found, expected)


def terms(subject: Subject) -> Iterator[Finding]:
    """Where the map is pairwise: an estimate is g(x) g(y) mean term(t), and logarithms do not overflow."""
    x, y = POINTS[0], POINTS[1]
    t = W @ x + subject.claim.sign * (W @ y)
    for kernel in KERNELS:
        logs = [float(subject.map.log_weight(dot(p, p), kernel)) for p in (x, y)]
        means = [math.fsum(float(v) for v in row) / M for row in np.asarray(subject.map.term(t))]
        expected = math.exp(logs[0] + logs[1]) * np.array(means)
        found = np.asarray(subject.map.estimate_terms(t, dot(x, x), dot(y, y), kernel=kernel))
        yield _same(f"{kernel} mean of terms", found, expected)
        yield _same(f"{kernel} estimate from t", _estimates(subject, 0, 1, kernel), expected)
    yield _same("log of a term", np.exp(np.asarray(subject.map.log_term(t))), np.abs(subject.map.term(t)))
    far = np.full((N, M), 1000.25)
    huge = subject.map.log_estimate(far, far - 1.0, 0.0, 0.0)
    each = np.asarray(subject.map.log_term(far + subject.claim.sign * (far - 1.0)))
    yield _same("logarithm of a huge estimate", np.asarray(huge.logabs), each[:, 0])


def scale(subject: Subject) -> Iterator[Finding]:
    """Rows given twice change no estimate: the sum is divided by m, the features by its root."""
    twice = np.concatenate([W, W], axis=1)
    for kernel in KERNELS:
        x, y = POINTS[0], POINTS[2]
        squares = (dot(x, x), dot(y, y))
        once = np.asarray(subject.map.estimate(W @ x, W @ y, *squares, kernel=kernel))
        again = np.asarray(subject.map.estimate(twice @ x, twice @ y, *squares, kernel=kernel))
        yield _same(f"{kernel} estimate", again, once)
        phi = np.asarray(subject.map.features(twice, POINTS, kernel=kernel))
        yield _same(f"{kernel} features", np.vecdot(phi[:, 0], phi[:, 2]), once)


def no_variance(subject: Subject) -> Iterator[Finding]:
    """At y = -x (positive) or y = x (trigonometric) the estimate is the kernel itself, whatever W."""
    for kernel in KERNELS:
        for number, x in enumerate(POINTS):
            y, square = -subject.claim.sign * x, dot(x, x)
            found = np.asarray(subject.map.estimate(W @ x, W @ y, square, square, kernel=kernel))
            yield _same(f"{kernel} kernel at point {number}", found, np.full(N, kernel_value(kernel, x, y)))


def identities(subject: Subject) -> Iterator[Finding]:
    """Positive features are positive; sine and cosine of one row have squares that sum to 1/m."""
    phi = np.asarray(subject.map.features(W, POINTS))
    if subject.claim.name == "positive":
        yield exact("least feature above zero", np.maximum(-phi, 0.0) + (phi == 0.0), 0.0, 0.0)
    if subject.claim.name == "trigonometric":
        middle = phi.shape[-1] // 2
        yield _same("sin^2 + cos^2", phi[..., :middle] ** 2 + phi[..., middle:] ** 2, 1.0 / M)


def unbiased(subject: Subject) -> Iterator[Finding]:
    """Under a Gaussian row in the plane the features' mean product is the kernel, by Gauss-Hermite quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    rows = np.array(list(itertools.product(nodes, repeat=2)))[:, None, :]
    mass = np.array([a * b for a, b in itertools.product(weights, repeat=2)]) / (2.0 * math.pi)
    x, y = POINTS[0, :2], POINTS[1, :2]
    for kernel in KERNELS:
        phi = np.asarray(subject.map.features(rows, np.stack([x, y]), kernel=kernel))
        found = np.array([math.fsum(mass * np.vecdot(phi[:, 0], phi[:, 1]))])
        yield _same(f"{kernel} mean", found, kernel_value(kernel, x, y))


def checks_of(claim: AbstractFeatureMap) -> Iterator[tuple[str, Check]]:
    """The checks that the claimed map calls for."""
    if claim.name in DEFINITIONS:
        yield "definition", definition
        yield "identities", identities
    yield "inner product", product
    if claim.pairwise:
        yield "terms", terms
    yield "scale", scale
    yield "zero variance", no_variance
    yield "unbiased", unbiased


def _estimates(subject: Subject, i: int, j: int, kernel: Kernel) -> Floats:
    x, y = POINTS[i], POINTS[j]
    found = subject.map.estimate(W @ x, W @ y, dot(x, x), dot(y, y), kernel=kernel)
    return np.asarray(found, dtype=np.float64)


def _same(what: str, found: Floats, expected: Floats | float) -> Finding:
    """Equal to rounding, relative to the largest expected entry."""
    size = max(1e-300, float(np.max(np.abs(expected))))
    return exact(what, found / size, np.asarray(expected) / size, ROUNDING)
