"""What is declared of dense features: Sigma, or A with Sigma = I - 4A, or the second moments that A is best for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rftheory.domain import parse_vector
from rftheory.errors import DomainError, InputError, shorten
from rftheory.measured.inputs import Floats

NAME = "dense"
ALLOWED = ("A", "Sigma", "t")


@dataclass(frozen=True, eq=False)
class DenseClaim:
    """Sigma (d, d), one number or d of them for its diagonal; None: whatever the features show.

    moments: the second moments of x + y that it is the log-optimal one for, where these were given.
    """

    sigma: Floats | None = None
    moments: Floats | None = None

    def matrix(self, d: int) -> Floats | None:
        """Sigma in d dimensions; InputError for numbers of another size."""
        return None if self.sigma is None else squared(self.sigma, d)


def squared(given: Floats, d: int) -> Floats:
    """One number, a diagonal or a matrix as a symmetric (d, d); InputError otherwise."""
    if given.ndim < 2 and given.size in (1, d):
        return np.diag(np.broadcast_to(given.ravel(), (d,)).copy())
    if given.shape == (d, d) and np.allclose(given, given.T):
        return given
    raise InputError(
        f"a matrix of shape {given.shape}; allowed: one number, d = {d} numbers, or a symmetric (d, d)"
    )


def optimal(t: Floats) -> Floats:
    """A(t) = (1 - 2t - sqrt((1 + 2t)^2 + 8t))/16 at each second moment. Source: beyond/dense/log-optimum/a."""
    found: Floats = (1.0 - 2.0 * t - np.sqrt((1.0 + 2.0 * t) ** 2 + 8.0 * t)) / 16.0
    return found


def dense(parameters: Mapping[str, object]) -> DenseClaim:
    """From A, Sigma or t: a number, numbers for a diagonal (text with commas), or rows of a matrix (with semicolons)."""
    for name in parameters:
        if name not in ALLOWED:
            raise InputError(f"dense has no parameter {shorten(name)}; allowed: {', '.join(ALLOWED)}")
    if len(parameters) > 1:
        raise InputError(f"dense takes one of {', '.join(ALLOWED)}; given: {', '.join(parameters)}")
    if not parameters:
        return DenseClaim()
    name, given = next(iter(parameters.items()))
    value = _numbers(name, given)
    if name == "t":
        if value.ndim == 2 or np.any(value < 0.0):
            raise DomainError("t", given, "second moments >= 0 along the coordinates")
        return DenseClaim(1.0 - 4.0 * optimal(value), value)
    if name == "A":
        value = (np.eye(len(value)) if value.ndim == 2 else 1.0) - 4.0 * value
    least = np.min(np.linalg.eigvalsh(value)) if value.ndim == 2 else np.min(value)
    if least <= 0.0:
        raise DomainError(name, given, "4A < I, that is Sigma = I - 4A > 0")
    return DenseClaim(value)


def _numbers(name: str, given: object) -> Floats:
    if isinstance(given, str) and ";" in given:
        given = [[float(v) for v in parse_vector(row, name)] for row in given.split(";")]
    if isinstance(given, np.ndarray) or (isinstance(given, (list, tuple)) and np.ndim(given) == 2):
        return np.asarray(given, dtype=np.float64)
    many = hasattr(given, "__len__")
    values = np.array([float(v) for v in parse_vector(given if many else [given], name)])
    return values[0:1] if len(values) == 1 else values
