"""Hybrids and their moments, number by number from what hrf prints."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence

import numpy as np

from rftheory.measured.hybrids import bases, lambdas
from rftheory.measured.hybrids.parts import AbstractPart
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.inputs import Floats

Vector = Sequence[complex]
Rows = Sequence[Sequence[float]]


def dot(x: Vector, y: Vector) -> complex:
    """sum_j x_j y_j, never conjugated."""
    return sum((a * b for a, b in zip(x, y, strict=True)), 0j)


def images(matrix: Sequence[Sequence[complex]], x: Vector, y: Vector) -> tuple[list[complex], list[complex]]:
    """A x and A^{-T} y, the latter as the solution v of A^T v = y by Gauss-Jordan elimination."""
    d = len(matrix)
    rows = [[complex(matrix[j][i]) for j in range(d)] + [complex(y[i])] for i in range(d)]
    for k in range(d):
        top = max(range(k, d), key=lambda r: abs(rows[r][k]))
        rows[k], rows[top] = rows[top], rows[k]
        rows[k] = [entry / rows[k][k] for entry in rows[k]]
        for r in range(d):
            if r != k:
                rows[r] = [a - rows[r][k] * b for a, b in zip(rows[r], rows[k], strict=True)]
    return [dot(row, x) for row in matrix], [row[d] for row in rows]


def _mean(values: Sequence[complex]) -> complex:
    return sum(values, 0j) / len(values)


def trigonometric(part: AbstractPart, x: Vector, y: Vector, w: Rows) -> complex:
    """(2): the inner product of the sines and cosines."""
    del part
    waves = [
        cmath.sin(dot(r, x)) * cmath.sin(dot(r, y)) + cmath.cos(dot(r, x)) * cmath.cos(dot(r, y)) for r in w
    ]
    return cmath.exp((dot(x, x) + dot(y, y)) / 2) * _mean(waves)


def positive(part: AbstractPart, x: Vector, y: Vector, w: Rows) -> complex:
    """(3): the inner product of the exponentials of both signs."""
    del part
    both = [cmath.exp(s * dot(r, x)) * cmath.exp(s * dot(r, y)) / 2 for r in w for s in (1, -1)]
    return cmath.exp(-(dot(x, x) + dot(y, y)) / 2) * 2 * _mean(both)


def complex_exponential(part: AbstractPart, x: Vector, y: Vector, w: Rows) -> complex:
    """(14)-(16)."""
    assert isinstance(part, bases.ComplexExponentialPart)
    u, v = images(part.matrix, x, y)
    signs = (1, -1) if part.antithetic else (1,)
    terms = [
        cmath.exp(s * dot(r, u) - dot(u, u) / 2) * cmath.exp(s * dot(r, v) - dot(v, v) / 2)
        for r in w
        for s in signs
    ]
    return _mean(terms)


def signs(part: AbstractPart, x: Vector, y: Vector, w: Rows) -> complex:
    """(42): half of one less the mean product of signs."""
    del part
    products = [math.copysign(1, dot(r, x).real) * math.copysign(1, dot(r, y).real) for r in w]
    return (1 - _mean(products)) / 2


def gaussian(part: AbstractPart, x: Vector, y: Vector, w: Rows) -> complex:
    """(69), or the same with positive features."""
    assert isinstance(part, lambdas.GaussianLambda)
    s, scaled = part.sigma, [[part.sigma * a for a in u] for u in (x, y)]
    if part.features == "trigonometric":
        gap = [a - b for a, b in zip(*scaled, strict=True)]
        near = _mean([cmath.cos(dot(r, gap)) for r in w])
    else:
        near = positive(part, scaled[0], scaled[1], w) * cmath.exp(-s * s * (dot(x, x) + dot(y, y)) / 2)
    return 1 / part.rho - near / part.rho


def linear(part: AbstractPart, x: Vector, y: Vector, w: Rows) -> complex:
    """sin^2(theta/2)."""
    del part, w
    return math.sin(_angle(x, y) / 2) ** 2


def angle(part: AbstractPart, x: Vector, y: Vector, w: Rows) -> complex:
    """theta/pi."""
    del part, w
    return _angle(x, y) / math.pi


def optimal(part: AbstractPart, x: Vector, y: Vector, w: Rows) -> complex:
    """The root of the derivative of lam^2 P + (1 - lam)^2 T + 2 lam (1 - lam) C, one projection each."""
    assert isinstance(part, lambdas.OptimalLambda)
    del w
    p, t, c = base_moments(x, y)
    c = c if part.shared else 0.0
    return (t - c) / (p + t - 2 * c)


def clusters(part: AbstractPart, x: Vector, y: Vector, w: Rows) -> complex:
    """(103), (104)."""
    assert isinstance(part, lambdas.ClusterLambda)
    del w
    found = []
    for centres, u in ((part.queries, x), (part.keys, y)):
        gaps = [sum(abs(a - b) ** 2 for a, b in zip(centre, u, strict=True)) for centre in centres]
        found.append(gaps.index(min(gaps)))
    return 1.0 if found == [part.i, part.j] else 0.0


def mixture(part: AbstractPart, x: Vector, y: Vector, w: Rows) -> complex:
    """(94)-(96) with squares that do not conjugate, or the cosines of the same argument."""
    assert isinstance(part, lambdas.MixtureLambda)
    u, v = images(part.matrix, [a / part.tau for a in x], [a / part.tau for a in y])
    if part.trigonometric:
        return _mean([cmath.cos(dot(r, u) + dot(r, v)) for r in w])
    return _mean([cmath.exp(dot(r, u) - dot(u, u)) * cmath.exp(-dot(r, v) - dot(v, v)) for r in w])


DEFINITIONS: dict[type[AbstractPart], Callable[[AbstractPart, Vector, Vector, Rows], complex]] = {
    bases.TrigonometricPart: trigonometric,
    bases.PositivePart: positive,
    bases.ComplexExponentialPart: complex_exponential,
    lambdas.SignLambda: signs,
    lambdas.GaussianLambda: gaussian,
    lambdas.LinearLambda: linear,
    lambdas.AngleLambda: angle,
    lambdas.OptimalLambda: optimal,
    lambdas.ClusterLambda: clusters,
    lambdas.MixtureLambda: mixture,
}


def known(hybrid: AbstractHybrid) -> bool:
    """Whether every part has a definition here."""
    return all(type(part) in DEFINITIONS for part in (*hybrid.bases, *hybrid.lambdas))


def estimate(hybrid: AbstractHybrid, x: Vector, y: Vector, families: Sequence[Rows]) -> complex:
    """(8) for one draw of every independent set of projections, bases first."""
    count = 1 if hybrid.shared else len(hybrid.bases)
    base = [
        DEFINITIONS[type(p)](p, x, y, families[0 if hybrid.shared else k]) for k, p in enumerate(hybrid.bases)
    ]
    lam = [DEFINITIONS[type(p)](p, x, y, families[count + k]) for k, p in enumerate(hybrid.lambdas)]
    found = sum((a * b for a, b in zip(lam, base[:-1], strict=True)), 0j) + (1 - sum(lam)) * base[-1]
    return found.real + 0j if hybrid.real else found


def base_moments(x: Vector, y: Vector) -> tuple[float, float, float]:
    """MSE of SM++, MSE of SMtrig and their covariance on shared projections, one projection: (7), (38)."""
    x2, y2, xy = (dot(a, b).real for a, b in ((x, x), (y, y), (x, y)))
    far, near, sm2 = x2 + y2 + 2 * xy, x2 + y2 - 2 * xy, math.exp(2 * xy)
    p, t = (sm2 * math.exp(v) * (1 - math.exp(-v)) ** 2 / 2 for v in (far, near))
    return p, t, -sm2 * (1 - math.cos(x2 - y2))


def lambda_moments(part: AbstractPart, x: Vector, y: Vector) -> tuple[float, float] | None:
    """E lam and E lam^2 for one projection: (24), (72), fixed values; None for other lambdas."""
    if isinstance(part, lambdas.SignLambda):
        return _angle(x, y) / math.pi, _angle(x, y) / math.pi
    if isinstance(part, lambdas.GaussianLambda):
        s2 = part.sigma**2
        near, far = (
            math.exp(-s2 * sum(abs(a + sign * b) ** 2 for a, b in zip(x, y, strict=True)) / 2)
            for sign in (-1, 1)
        )
        spread = (1 - near**2) ** 2 / 2
        if part.features == "positive":
            spread = near**2 * (1 - far**2) ** 2 / (2 * far**2)
        mean = (1 - near) / part.rho
        return mean, mean**2 + spread / part.rho**2
    if part.deterministic and len(x):
        value = DEFINITIONS[type(part)](part, x, y, ()).real
        return value, value**2
    return None


def second_moment(hybrid: AbstractHybrid, x: Vector, y: Vector) -> float | None:
    """E |estimate|^2 for one projection each, where hrf gives it: (22), (23), or SM^2 e^{|z|^2} of one CE estimator."""
    sm2 = math.exp(2 * dot(x, y).real)
    kinds = [type(part) for part in hybrid.bases]
    if kinds == [bases.PositivePart, bases.TrigonometricPart]:
        moments = lambda_moments(hybrid.lambdas[0], x, y)
        if moments is None:
            return None
        mean, square = moments
        p, t, c = base_moments(x, y)
        cross = 2 * (mean - square) * c if hybrid.shared else 0.0
        return sm2 + square * p + (1 - 2 * mean + square) * t + cross
    part = hybrid.bases[0]
    if len(kinds) == 1 and isinstance(part, bases.ComplexExponentialPart) and not part.antithetic:
        z = [a + b for a, b in zip(*images(part.matrix, x, y), strict=True)]
        whole = sm2 * math.exp(sum(abs(entry) ** 2 for entry in z))
        return (whole + (sm2 * cmath.exp(dot(z, z))).real) / 2 if hybrid.real else whole
    return None


def _angle(x: Vector, y: Vector) -> float:
    lengths = math.sqrt(dot(x, x).real * dot(y, y).real)
    return math.acos(min(1.0, max(-1.0, dot(x, y).real / lengths)))


def scalars(rows: Floats) -> list[list[float]]:
    """An array (q, d) as lists."""
    return [[float(entry) for entry in row] for row in np.asarray(rows)]
