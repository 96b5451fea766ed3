"""Dense features and the laws of their rows, from matrices and densities as beyond prints them, by SciPy's own routines."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import linalg, stats

from rftheory.battery.features.definitions import dot
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.dense import DenseExponential, ImportanceSampled
from rftheory.measured.rowmaps.laws import AbstractFrequencyLaw
from rftheory.measured.rowmaps.mapped_rows import MappedLaw

Dense = DenseExponential | ImportanceSampled


def printed_dense(claim: Dense, w: Floats, x: Floats, side: int, kernel: Kernel) -> float:
    """dense/feature with dense/unbiased for M, or dense/weight: sqrt(p/q)(w) exp(w.x - |x|^2/2)."""
    extra = dot(x, x) / 2.0 if kernel == "gaussian" else 0.0
    d = len(w)
    if isinstance(claim, DenseExponential):
        a = _matrix(claim.a, d)
        m = np.eye(d) if claim.matrix is None else np.asarray(claim.matrix)
        u = m @ x if side == 0 else linalg.inv(m).T @ x
        factor = math.sqrt(math.sqrt(linalg.det(np.eye(d) - 4.0 * a)))
        slope = np.real(linalg.sqrtm(np.eye(d) - 4.0 * a))
        return factor * math.exp(float(w @ a @ w) + float(w @ slope @ u) - dot(u, u) / 2.0 - extra)
    p, q = (law.pdf(w) for law in (stats.multivariate_normal(np.zeros(d), np.eye(d)), normal(claim.law, d)))
    return float((p / q) ** 0.5) * math.exp(dot(w, x) - dot(x, x) / 2.0 - extra)


def normal(law: AbstractFrequencyLaw, d: int) -> Any:
    """SciPy's law N(mu, Sigma) of rows in R^d; N(0, I) where it is the Gaussian one. InputError for a law of no density."""
    if not isinstance(law, MappedLaw):
        return stats.multivariate_normal(np.zeros(d), np.eye(d))
    if law.turned != "no":
        raise InputError("rows turned after the map have no normal density")
    mean = np.asarray(law.mean) if law.mean else np.zeros(d)
    return stats.multivariate_normal(mean, _matrix(law.covariance, d))


def _matrix(given: object, d: int) -> Floats:
    array = np.asarray(given, dtype=np.float64)
    return array if array.ndim == 2 else np.diag(np.broadcast_to(array, (d,)))
