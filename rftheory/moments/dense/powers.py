"""Moments of one row of dense features over powers of the kernel, in logarithms, from the eigenvalues of A.

The product Z = f(w, x) f(w, y) depends on the pair through v = M x + M^{-T} y - mu alone: E (Z/K)^k = det(I-4A)^{k/2}
det(I-4kA)^{-1/2} exp(k(k-1) v.(I-4kA)^{-1} v/2), infinite unless 4kA < I. Sources: beyond, dense/moment, dense/gauge,
dense/shift.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.mapped_rows import symmetric
from rftheory.moments.log_fourths import central
from rftheory.moments.log_variances import log_cosh, log_expm1


class Spectrum(NamedTuple):
    """Eigenvalues of A (d,) and v in its eigenvectors (n, d)."""

    a: Floats
    v: Floats


def spectrum(a: Any, v: Floats) -> Spectrum:
    """Of A as a number, eigenvalues in the basis of v, or a symmetric matrix."""
    array = np.asarray(a, dtype=np.float64)
    if array.ndim < 2:
        return Spectrum(np.broadcast_to(array, v.shape[1:]), v)
    values, vectors = np.linalg.eigh(symmetric("A", array))  # type: ignore[arg-type]
    return Spectrum(values, v @ vectors)


def log_power(one: Spectrum, k: float) -> Floats:
    """log E (Z/K)^k for every v (n,)."""
    widths = 1.0 - 4.0 * k * one.a
    if np.min(widths) <= 0.0:
        return np.full(len(one.v), math.inf)
    start = 0.5 * float(np.sum(k * np.log1p(-4.0 * one.a) - np.log(widths)))
    return np.asarray(start + 0.5 * k * (k - 1.0) * (one.v**2 @ (1.0 / widths)))


def log_relative(one: Spectrum) -> Floats:
    """log E Z^2/K^2, without cancellation where it is small. Source: beyond, dense/relative."""
    if np.max(one.a) >= 0.125:
        return np.full(len(one.v), math.inf)
    logs = -np.log1p(-8.0 * one.a)
    return np.asarray(float(np.sum(log_cosh(logs / 2.0))) + one.v**2 @ np.exp(logs))


def log_variance(one: Spectrum) -> Floats:
    """log of Var Z/K^2."""
    return log_expm1(log_relative(one))


def log_fourth(one: Spectrum) -> Floats:
    """log E (Z/K - 1)^4; infinite unless 16A < I."""
    if np.max(one.a) >= 1.0 / 16.0:
        return np.full(len(one.v), math.inf)
    return central({k: [(1.0, log_power(one, k) + 0j)] for k in (2, 3, 4)})


def matrix_of(parameters: Mapping[str, Any]) -> Any:
    """A of parameters that hold A or Sigma = I - 4A."""
    if "A" in parameters:
        return parameters["A"]
    sigma = np.asarray(parameters["Sigma"], dtype=np.float64)
    return ((np.eye(len(sigma)) if sigma.ndim == 2 else 1.0) - sigma) / 4.0
