"""The matrix A that suits points: in closed form for the mean log second moment, by descent for the mean relative error."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import scipy

from rftheory.measured.inputs import Floats
from rftheory.moments.log_variances import log_cosh, log_expm1

SMALLEST = 1e-12
STEPS = 60


def second_moment(x: Floats, y: Floats) -> Floats:
    """The mean of (x_i + y_j)(x_i + y_j)^T over all pairs of rows of x (n, d) and y (m, d): (d, d), in time (n + m) d^2."""
    cross = np.outer(np.mean(x, axis=0), np.mean(y, axis=0))
    return np.asarray(x.T @ x / len(x) + y.T @ y / len(y) + cross + cross.T)


def best_eigenvalues(t: Floats) -> Floats:
    """A(t) = (1 - 2t - sqrt((1+2t)^2 + 8t))/16, without cancellation. Source: beyond, dense/log-optimum/r."""
    t = np.maximum(t, 0.0)
    root = np.sqrt((1.0 + 2.0 * t) ** 2 + 8.0 * t)
    # root - 1 = (4t^2 + 12t)/(root + 1)
    return np.asarray(-(2.0 * t + (4.0 * t * t + 12.0 * t) / (root + 1.0)) / 16.0)


def best_matrix(t: Floats) -> Floats:
    """The A of the least mean log relative second moment, for T = E (x+y)(x+y)^T: the eigenvectors of T, A(t) each."""
    values, vectors = np.linalg.eigh(t)
    return _made(best_eigenvalues(values), vectors)


class Descent(NamedTuple):
    """log of the mean of sqrt(Var)/K over pairs, and its gradient in u = log(1 - 8a)."""

    value: float
    gradient: Floats


def descended(sums: Floats) -> Floats:
    """The A of a small mean relative error over pairs of sums v = x + y (n, d).

    Eigenvectors of the mean of v v^T; eigenvalues by L-BFGS from `best_eigenvalues`, never worse than these on the pairs.
    """
    values, vectors = np.linalg.eigh(sums.T @ sums / len(sums))
    squares = (sums @ vectors) ** 2
    start = np.log1p(-8.0 * best_eigenvalues(values))
    if not np.any(squares > SMALLEST):
        return np.zeros((len(start), len(start)))

    def mean_error(u: Floats) -> tuple[float, Floats]:
        return error_at(u, squares)

    bounds = [(0.0, max(float(each) + 3.0, 3.0)) for each in start]
    found = scipy.optimize.minimize(
        mean_error, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": STEPS}
    )
    u = found.x if found.fun <= mean_error(start)[0] else start
    return _made(-np.expm1(u) / 8.0, vectors)


def error_at(u: Floats, squares: Floats) -> Descent:
    """At eigenvalues a = (1 - e^u)/8 <= 0 and squares (n, d) of v in the eigenvectors.

    log E Z^2/K^2 is S = sum log cosh(u/2) + v^2 e^{-u}, the relative error sqrt(e^S - 1).
    """
    weights = np.exp(-u)
    s = float(np.sum(log_cosh(u / 2.0))) + squares @ weights
    logs = log_expm1(np.maximum(s, SMALLEST)) / 2.0
    top = float(np.max(logs))
    shares = np.exp(logs - top)
    total = float(np.sum(shares))
    slopes = shares / total * 0.5 / -np.expm1(-np.maximum(s, SMALLEST))
    gradient = np.sum(slopes) * np.tanh(u / 2.0) / 2.0 - (slopes @ squares) * weights
    return Descent(top + math.log(total / len(s)), gradient)


def _made(eigenvalues: Floats, vectors: Floats) -> Floats:
    found = (vectors * eigenvalues) @ vectors.T
    return np.asarray((found + found.T) / 2.0)
