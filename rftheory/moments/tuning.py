"""Parameters of least variance: for one pair in closed form, for data by putting averages over all pairs in its place.

A mechanism of the shelf is a map at given parameters; which ones suit a pair is theory, and stands here alone.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import scipy

from rftheory.errors import DomainError
from rftheory.measured.inputs import Array, Floats
from rftheory.measured.rowmaps.discrete import Discrete
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.laws import GeometricLaw, PoissonLaw
from rftheory.moments import second_moments

LEAST_RATE = 1e-8
STEPS = 50


def best_rho(square: float, d: int) -> float:
    """rho* of crt, (7), at |x+y|^2 = square, without cancellation; the optimal real A is `parameter_of` it."""
    return 2.0 * d / (_root(square, d) + 2.0 * square + d)


def parameter_of(rho: float) -> float:
    """A = (1 - 1/rho)/8."""
    return (1.0 - 1.0 / rho) / 8.0


def best_parameter(square: float, d: int) -> float:
    """The real A of the least variance for s = 1 at |x+y|^2 = square, Theorem 3.3 of crt; 0 at 0.

    `parameter_of` rho*, free of cancellation where A is small: 1/rho* - 1 = 2 square/d + (root - d)/(2 d).
    """
    if not (math.isfinite(square) and square >= 0.0):
        raise DomainError("square", square, "a finite squared norm, at least 0")
    # root - d = (4 square^2 + 12 d square)/(root + d)
    beyond = (4.0 * square**2 + 12.0 * d * square) / (2.0 * d * (_root(square, d) + d))
    return -(square / d + beyond) / 8.0


def _root(square: float, d: int) -> float:
    """sqrt((2 square + d)^2 + 8 d square)."""
    return math.sqrt((2.0 * square + d) ** 2 + 8.0 * d * square)


def best_rate(overlap: float, d: int) -> float:
    """lambda* of crt, Section 3.2.1, at sum x_l^2 y_l^2 = overlap."""
    return math.sqrt(overlap / d)


def average_square(x: Array, y: Array, s: int = 1) -> float:
    """The mean of |x_i + s y_j|^2 over all pairs, in time L d. Source: crt, (8)."""
    cross = float(np.mean(x, axis=0) @ np.mean(y, axis=0))
    return float(np.mean(np.sum(x * x, axis=1)) + 2 * s * cross + np.mean(np.sum(y * y, axis=1)))


def rate_for(x: Array, y: Array) -> float:
    """lambda* for two sets of points (L, d), by the averages (12) of crt; at least 1e-8, where nothing overlaps."""
    overlap = float(np.sum(np.mean(x**2, axis=0) * np.mean(y**2, axis=0)))
    return max(LEAST_RATE, best_rate(overlap, x.shape[1]))


def share_for(x: Array, y: Array) -> float:
    """The geometric p that minimises (13) of crt at the averages (14), by Brent's method in at most 100 iterations."""
    products = np.mean(np.abs(x), axis=0) * np.mean(np.abs(y), axis=0)
    found = scipy.optimize.minimize_scalar(
        lambda p: float(second_moments.geometric(p, products, 0.0)),
        bounds=(1e-9, 1.0 - 1e-9),
        method="bounded",
        options={"maxiter": 100, "xatol": 1e-10},
    )
    return float(found.x)


def exponential_for(x: Array, y: Array) -> GeneralisedExponential:
    """GERF of the least variance at the averages: two L-BFGS-B runs of 50 steps over complex A, for s = -1 and +1."""
    d = x.shape[1]
    norms = float(np.mean(np.sum(x * x, axis=1)) + np.mean(np.sum(y * y, axis=1)))
    found = []
    for s in (-1, 1):
        square = average_square(x, y, s)
        # A = (1 - e^u)/8 + i v keeps Re A < 1/8; from the real optimum for s = 1 and from A = 0
        start = math.log1p(-8.0 * best_parameter(square, d)) if s == 1 else 0.0

        def objective(z: Floats, s: int = s, square: float = square) -> float:
            a = complex(-math.expm1(z[0]) / 8.0, z[1])
            return float(second_moments.exponential(a, s, d, square, norms))

        best = scipy.optimize.minimize(
            objective,
            np.array([start, 0.0]),
            method="L-BFGS-B",
            bounds=[(-20.0, 20.0), (-1e6, 1e6)],
            options={"maxiter": STEPS},
        )
        found.append((float(best.fun), s, best.x))
    _, s, z = min(found, key=lambda item: item[0])
    sign: Literal[1, -1] = 1 if s == 1 else -1
    a = complex(-math.expm1(z[0]) / 8.0, float(z[1]))
    return GeneralisedExponential(a.real if a.imag == 0.0 else a, sign)


def optimal_positive(square: float, d: int, *, name: str = "oprf") -> GeneralisedExponential:
    """OPRF: the positive map with the optimal A for a given |x+y|^2, or an average of it. Theorem 3.3 of crt."""
    return GeneralisedExponential(
        best_parameter(square, d),
        name=name,
        title="Optimal positive random features (OPRF)",
        reference="crt, Theorem 3.3",
    )


def optimal_for(x: Array, y: Array, *, name: str = "oprf") -> GeneralisedExponential:
    """OPRF for two sets of points (L, d), by the average (8) of |x_i + y_j|^2."""
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    return optimal_positive(average_square(x, y), x.shape[1], name=name)


def poisson_for(x: Array, y: Array) -> Discrete:
    """PoisRF with lambda* of the data."""
    return Discrete(
        PoissonLaw((rate_for(x, y),)), "poisson", "Poisson random features (PoisRF)", "crt, Section 3.2.1"
    )


def geometric_for(x: Array, y: Array) -> Discrete:
    """GeomRF with the best p of the data."""
    law = GeometricLaw((share_for(x, y),))
    return Discrete(law, "geometric", "Geometric random features (GeomRF)", "crt, Section 3.2.2")
