"""Parameters of row maps from data: averages (8), (12), (14) of crt put into log-variances of one row.

The log-variances are the objectives of the choice, in NumPy logarithms; the checked formulas live in the exact wing.
"""

from __future__ import annotations

import cmath
import math
from typing import Literal

import numpy as np
import scipy

from rftheory.measured.inputs import Array, Floats
from rftheory.measured.rowmaps.discrete import Discrete
from rftheory.measured.rowmaps.exponential import GeneralisedExponential, average_square, optimal_parameter
from rftheory.measured.rowmaps.laws import GeometricLaw, PoissonLaw

LEAST_RATE = 1e-8  # a Poisson law needs a rate; other counts than 0 are then hardly ever drawn
STEPS = 50  # of L-BFGS-B at most, in two variables from a near start


def log_difference(first: Floats, second: Floats) -> Floats:
    """log(e^first - e^second), -inf where that is not positive."""
    with np.errstate(divide="ignore", invalid="ignore"):
        gap = np.where(second < first, second - first, 0.0)
        return np.asarray(first + np.log(-np.expm1(gap)))


def log_exponential_moment(a: complex, s: int, square: Floats, n2: Floats, d: int) -> Floats:
    """log E (Re f1 f2)^2 of a generalised exponential map at |x+sy|^2 = square; Re A < 1/8, else infinite."""
    real, wide = a.real, 1.0 - 8.0 * a
    width = 1.0 - 8.0 * real
    if width <= 0.0:
        return np.full(np.shape(square), math.inf)
    slope = cmath.sqrt(s * (1.0 - 4.0 * a))
    bilinear = d * (cmath.log(1.0 - 4.0 * a) - cmath.log(wide) / 2.0) + 2.0 * slope * slope / wide * square
    modulus = (
        d * (math.log(abs(1.0 - 4.0 * a)) - math.log(width) / 2.0) + 2.0 * slope.real**2 / width * square
    )
    ratio = np.exp(np.minimum(bilinear.real - modulus, 0.0)) * np.cos(bilinear.imag)
    with np.errstate(divide="ignore"):
        return np.asarray(modulus + np.log1p(np.maximum(ratio, -1.0)) - math.log(2.0) - (s + 1) * n2)


def log_poisson_moment(rate: float, overlap: Floats, n2: Floats, d: int) -> Floats:
    """log E (f f)^2 of Poisson features at sum x_l^2 y_l^2 = overlap."""
    return np.asarray(rate * d + overlap / rate - n2)


def log_geometric_moment(p: float, products: Floats, n2: Floats) -> Floats:
    """log E (f f)^2 of geometric features at |x_l y_l| = products (..., d)."""
    z = 2.0 * products / math.sqrt(1.0 - p)
    logs = np.log(scipy.special.ive(0, z)) + z
    return np.asarray(np.sum(logs, axis=-1) - products.shape[-1] * math.log(p) - n2)


def log_kernel_square(square: Floats) -> Floats:
    """log K^2 at |x-y|^2 = square."""
    return -square


def best_rate(x: Array, y: Array) -> float:
    """lambda* for two sets of points (L, d), by the averages (12); at least 1e-8, a rate where nothing overlaps."""
    overlap = float(np.sum(np.mean(x**2, axis=0) * np.mean(y**2, axis=0)))
    return max(LEAST_RATE, math.sqrt(overlap / x.shape[1]))


def best_share(x: Array, y: Array) -> float:
    """The geometric p that minimises (13) at the averages (14), by Brent's method in at most 100 iterations."""
    products = np.mean(np.abs(x), axis=0) * np.mean(np.abs(y), axis=0)
    found = scipy.optimize.minimize_scalar(
        lambda p: float(log_geometric_moment(p, products, np.zeros(()))),
        bounds=(1e-9, 1.0 - 1e-9),
        method="bounded",
        options={"maxiter": 100, "xatol": 1e-10},
    )
    return float(found.x)


def best_exponential(x: Array, y: Array) -> GeneralisedExponential:
    """GERF of the least variance at the averages: two L-BFGS-B runs of 50 steps over complex A, for s = -1 and +1."""
    d = x.shape[1]
    n2 = np.asarray(np.mean(np.sum(x * x, axis=1)) + np.mean(np.sum(y * y, axis=1)))
    found = []
    for s in (-1, 1):
        square = np.asarray(average_square(x, y, s))
        # A = (1 - e^u)/8 + i v keeps Re A < 1/8; from the real optimum for s = 1 and from A = 0
        start = math.log1p(-8.0 * optimal_parameter(float(square), d)) if s == 1 else 0.0

        def objective(z: Floats, s: int = s, square: Floats = square) -> float:
            a = complex(-math.expm1(z[0]) / 8.0, z[1])
            return float(log_exponential_moment(a, s, square, n2, d))

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


def poisson_for(x: Array, y: Array) -> Discrete:
    """PoisRF with lambda* of the data."""
    return Discrete(
        PoissonLaw((best_rate(x, y),)), "poisson", "Poisson random features (PoisRF)", "crt, Section 3.2.1"
    )


def geometric_for(x: Array, y: Array) -> Discrete:
    """GeomRF with the best p of the data."""
    law = GeometricLaw((best_share(x, y),))
    return Discrete(law, "geometric", "Geometric random features (GeomRF)", "crt, Section 3.2.2")
