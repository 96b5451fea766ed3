"""What a feature map owes to its definition: features, estimates, logarithms, means by quadrature."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.battery.check import StructureCheck, chosen
from rftheory.battery.concentration import Deviation, exact, relative
from rftheory.battery.features import induced_kernels
from rftheory.battery.features.definitions import (
    DEFINITIONS,
    MIRRORED,
    POSITIVE,
    SCALARS,
    dot,
    kernel_value,
)
from rftheory.battery.rows.functionals import coefficients
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot
from rftheory.measured.protocol import AbstractFeatureMap, Growth, Kernel

ROUNDING = 1e-11
D, M, N = 3, 5, 2
W = 1.7 * coefficients(N * M * D).reshape(N, M, D)
POINTS = 0.9 * coefficients(3 * D, 7).reshape(3, D)
NODES = 48


@dataclass(frozen=True)
class ExaminedFeatureMap:
    """A feature map and the one whose definition it claims."""

    map: AbstractFeatureMap
    claim: AbstractFeatureMap

    @cached_property
    def tags(self) -> frozenset[str]:
        """What the claimed map declares, and what is known of it here."""
        name = self.claim.name
        return chosen(
            {
                "defined": name in DEFINITIONS,
                "undefined": name not in DEFINITIONS,
                "pairwise": self.claim.pairwise,
                "kernel-known": self.claim.kernels != ("own",) or name in SCALARS,
            }
        )


def definition(subject: ExaminedFeatureMap) -> Iterator[Deviation]:
    """Features in every shape are those of the definition, and so are estimates."""
    define = DEFINITIONS[subject.claim.name]
    for kernel in subject.claim.kernels:
        phi = np.array([[define(w, x, kernel) for x in POINTS] for w in W])
        for what, found, expected in (
            ("(n, p, m)", subject.map.features(W, POINTS, kernel=kernel), phi),
            ("(n, m)", subject.map.features(W, POINTS[1], kernel=kernel), phi[:, 1]),
            ("(p, m)", subject.map.features(W[1], POINTS, kernel=kernel), phi[1]),
            ("(m,)", subject.map.features(W[1], POINTS[1], kernel=kernel), phi[1, 1]),
            ("from projections", subject.map.matrix(*_projected(), kernel=kernel), phi),
        ):
            yield _same(f"{kernel} features {what}", np.asarray(found), expected)
        for i, j in itertools.product(range(len(POINTS)), repeat=2):
            expected = np.array([dot(block[i], block[j]) for block in phi])
            yield _same(f"{kernel} estimate at points {i}, {j}", _estimates(subject, i, j, kernel), expected)


def product(subject: ExaminedFeatureMap) -> Iterator[Deviation]:
    """An estimate is the inner product of the features, and its logarithm is log_estimate."""
    for kernel, (i, j) in itertools.product(subject.claim.kernels, ((0, 1), (1, 2), (2, 2))):
        phi = np.asarray(subject.map.features(W, POINTS, kernel=kernel))
        expected = np.array([dot(block[i], block[j]) for block in phi])
        yield _same(f"{kernel} estimate at points {i}, {j}", _estimates(subject, i, j, kernel), expected)
        x, y = POINTS[i], POINTS[j]
        signed = subject.map.log_estimate(W @ x, W @ y, dot(x, x), dot(y, y), kernel=kernel)
        found = np.asarray(signed.sign) * np.exp(np.asarray(signed.logabs))
        yield _same(f"{kernel} exp of log_estimate at points {i}, {j}", found, expected)


def terms(subject: ExaminedFeatureMap) -> Iterator[Deviation]:
    """Where the map is pairwise: an estimate is g(x) g(y) mean term(t), and logarithms do not overflow."""
    x, y = POINTS[0], POINTS[1]
    t = W @ x + subject.claim.sign * (W @ y)
    for kernel in subject.claim.kernels:
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


def scale(subject: ExaminedFeatureMap) -> Iterator[Deviation]:
    """Rows given twice change no estimate: the sum is divided by m, the features by its root."""
    twice = np.concatenate([W, W], axis=1)
    for kernel in subject.claim.kernels:
        x, y = POINTS[0], POINTS[2]
        squares = (dot(x, x), dot(y, y))
        once = np.asarray(subject.map.estimate(W @ x, W @ y, *squares, kernel=kernel))
        again = np.asarray(subject.map.estimate(twice @ x, twice @ y, *squares, kernel=kernel))
        yield _same(f"{kernel} estimate", again, once)
        phi = np.asarray(subject.map.features(twice, POINTS, kernel=kernel))
        yield _same(f"{kernel} features", vecdot(phi[:, 0], phi[:, 2]), once)


def no_variance(subject: ExaminedFeatureMap) -> Iterator[Deviation]:
    """At y = -x (positive, hyperbolic) or y = x (trigonometric) the estimate is the kernel itself, whatever W."""
    for kernel in subject.claim.kernels:
        for number, x in enumerate(POINTS):
            y, square = -subject.claim.sign * x, dot(x, x)
            found = np.asarray(subject.map.estimate(W @ x, W @ y, square, square, kernel=kernel))
            yield _same(f"{kernel} kernel at point {number}", found, np.full(N, kernel_value(kernel, x, y)))


def identities(subject: ExaminedFeatureMap) -> Iterator[Deviation]:
    """Signs of features; what halves or mirrored points must give, without any value of a function."""
    name = subject.claim.name
    phi, mirrored = (M**0.5 * np.asarray(subject.map.features(W, s * POINTS)) for s in (1.0, -1.0))
    middle = phi.shape[-1] // 2
    one, two = phi[..., :middle], phi[..., middle:]
    if name in POSITIVE:
        yield exact("least feature above zero", np.maximum(-phi, 0.0) + (phi == 0.0), 0.0, 0.0)
    if name in ("trigonometric", "sine-cosine"):
        yield _same("sin^2 + cos^2", one**2 + two**2, 1.0)
    if name == "hyperbolic":
        yield _same("halves at x and at -x", one, mirrored[..., middle:])
    if name in MIRRORED:
        yield _same("features at x and at -x", phi, MIRRORED[name](mirrored, W @ POINTS.T))


def kernels(subject: ExaminedFeatureMap) -> Iterator[Deviation]:
    """The map has the claimed kernels, the first one where none is named, and no row outgrows its bound."""
    same = subject.map.kernels == subject.claim.kernels
    yield exact("another set of kernels", np.array([0.0 if same else 1.0]), 0.0, 0.0)
    first = np.asarray(subject.map.features(W, POINTS, kernel=subject.claim.kernels[0]))
    yield _same("features without a kernel's name", np.asarray(subject.map.features(W, POINTS)), first)
    growth = subject.claim.growth
    if growth is None:
        return
    for i, j in ((0, 1), (1, 2), (2, 2)):
        p, q = (8.0 * (W.reshape(-1, D) @ POINTS[k])[:, None] for k in (i, j))
        sides = [np.asarray(subject.map.basis(side, np.zeros(1))) for side in (p, q)]
        size = np.abs(np.sum(sides[0] * sides[1], axis=-1)) / _bound(growth, p[:, 0], q[:, 0])
        yield exact(f"rows beyond their bound at points {i}, {j}", np.maximum(size - 1.0, 0.0), 0.0, ROUNDING)


def _bound(growth: Growth, p: Floats, q: Floats) -> Floats:
    """The declared bound of one row's contribution."""
    if growth.kind == "exponential":
        parts = [factor * np.exp(rate * (p + q)) for factor, rate in growth.terms]
        return np.asarray(sum(parts), dtype=np.float64)
    linear: Floats = (growth.offset + np.abs(p)) * (growth.offset + np.abs(q))
    return growth.count * (linear if growth.kind == "linear" else np.ones_like(p))


def _projected() -> tuple[Floats, Floats]:
    """Projections (n, p, m) of POINTS and their squared norms."""
    return np.swapaxes(W @ POINTS.T, 1, 2), vecdot(POINTS, POINTS)


def unbiased(subject: ExaminedFeatureMap) -> Iterator[Deviation]:
    """Under a Gaussian row in the plane the features' mean product is the kernel, by Gauss-Hermite quadrature.

    The map's own kernel is held against `kernel_laws`, by a rule that knows the kinks of its functions.
    """
    if subject.claim.kernels == ("own",):
        x, y = POINTS[0, :2], POINTS[1, :2]
        plane, mass = induced_kernels.plane_rule(x, y)
        phi = np.asarray(subject.map.features(plane[:, None, :], np.stack([x, y])))
        found = np.array([math.fsum(mass * vecdot(phi[:, 0], phi[:, 1]))])
        yield _same("own mean", found, induced_kernels.induced(SCALARS, subject.claim.name, x, y))
        return
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    rows = np.array(list(itertools.product(nodes, repeat=2)))[:, None, :]
    mass = np.array([a * b for a, b in itertools.product(weights, repeat=2)]) / (2.0 * math.pi)
    x, y = POINTS[0, :2], POINTS[1, :2]
    for kernel in subject.claim.kernels:
        phi = np.asarray(subject.map.features(rows, np.stack([x, y]), kernel=kernel))
        found = np.array([math.fsum(mass * vecdot(phi[:, 0], phi[:, 1]))])
        yield _same(f"{kernel} mean", found, kernel_value(kernel, x, y))


def undefined(subject: ExaminedFeatureMap) -> str:
    """A map of another name than those defined here."""
    return f"no definition of {subject.claim.name} is known here"


def _same(what: str, found: Floats, expected: Floats | float) -> Deviation:
    return relative(what, found, expected, ROUNDING)


def _estimates(subject: ExaminedFeatureMap, i: int, j: int, kernel: Kernel) -> Floats:
    x, y = POINTS[i], POINTS[j]
    found = subject.map.estimate(W @ x, W @ y, dot(x, x), dot(y, y), kernel=kernel)
    return np.asarray(found, dtype=np.float64)


CHECKS = (
    StructureCheck("definition", ExaminedFeatureMap, definition, "defined"),
    StructureCheck("identities", ExaminedFeatureMap, identities, "defined"),
    StructureCheck("inner product", ExaminedFeatureMap, product),
    StructureCheck("scale", ExaminedFeatureMap, scale),
    StructureCheck("kernels", ExaminedFeatureMap, kernels),
    StructureCheck("terms", ExaminedFeatureMap, terms, "pairwise"),
    StructureCheck("zero variance", ExaminedFeatureMap, no_variance, "pairwise"),
    StructureCheck("unbiased", ExaminedFeatureMap, unbiased, "kernel-known"),
    StructureCheck("definition", ExaminedFeatureMap, undefined, "undefined"),
)
