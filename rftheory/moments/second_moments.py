"""Second moments of one row's estimate of the Gaussian kernel in logarithms, and log-variances, as crt plots them.

Elementwise in |x+sy|^2, in |x|^2 + |y|^2 (`norms`), or in what counts depend on.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy

from rftheory.measured.inputs import Floats


def log_variance(second: Floats, apart: Floats, rows: int) -> Floats:
    """log of (E Z^2 - K^2)/rows from log E Z^2 at |x-y|^2 = apart; -inf where that is not positive."""
    return log_difference(second, -apart) - math.log(rows)


def log_difference(first: Floats, second: Floats) -> Floats:
    """log(e^first - e^second), -inf where that is not positive."""
    with np.errstate(divide="ignore", invalid="ignore"):
        gap = np.where(second < first, second - first, 0.0)
        return np.asarray(first + np.log(-np.expm1(gap)))


def trigonometric_log_variance(apart: Floats) -> Floats:
    """log of (1 - K^2)^2/2 at |x-y|^2 = apart, without cancellation."""
    with np.errstate(divide="ignore"):
        return np.asarray(2.0 * np.log(-np.expm1(-apart)) - math.log(2.0))


def positive(square: Floats, norms: Floats) -> Floats:
    """At |x+y|^2 = square."""
    return np.asarray(2.0 * square - 2.0 * norms)


def exponential(a: complex, s: int, d: int, square: Any, norms: Any) -> Floats:
    """crt, (6): log E (Re Z)^2 of a generalised exponential map; infinite unless Re(1-8A) > 0."""
    width, real = 1.0 - 8.0 * a, 1.0 - 8.0 * a.real
    if real <= 0.0:
        return np.full(np.shape(square), math.inf)
    gap = 1.0 - 4.0 * a
    first = d * (np.log(gap) - np.log(width) / 2.0) + (s + s / width) * square
    curve = s / 2.0 + (s + 2.0 * abs(gap)) / (2.0 * real)
    second = d * (math.log(abs(gap)) - math.log(real) / 2.0) + curve * square
    quotient = np.maximum(np.exp(first.real - second) * np.cos(first.imag), -1.0)
    with np.errstate(divide="ignore"):
        return np.asarray(second + np.log1p(quotient) - math.log(2.0) - (s + 1) * norms)


def poisson(rate: float, overlap: Floats, norms: Floats, d: int) -> Floats:
    """crt, (11), at sum x_l^2 y_l^2 = overlap."""
    return np.asarray(rate * d + overlap / rate - norms)


def geometric(p: float, products: Floats, norms: Any) -> Floats:
    """crt, (13), at |x_l y_l| = products (..., d)."""
    z = 2.0 * products / math.sqrt(1.0 - p)
    logs = np.log(scipy.special.ive(0, z)) + z
    return np.asarray(np.sum(logs, axis=-1) - products.shape[-1] * math.log(p) - norms)
