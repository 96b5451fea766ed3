"""What public code makes of weighted rows: each mistake by the logarithm of its weights, and the rows that it draws.

Features of rows w have log m phi_q(0) phi_k(0) = c + b.w + w.H w. Right ones of N(0, Sigma) have H = -(I - 1/Sigma)/2 and
c = log det(Sigma)/2; every mistake has another H, another c, or other rows. Source: beyond/dense, known mistakes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory.measured.inputs import Floats

NEAR = 1e-3
APART = 12.0
"""By how many nats another covariance must fit all rows better than that of their weights to be named."""


@dataclass(frozen=True, eq=False)
class QuadraticWeights:
    """c, b and H of the weights of rows (k, d) of a few draws, in blocks of so many rows."""

    constant: float
    linear: Floats
    square: Floats
    rows: Floats
    orthogonal: bool

    @property
    def spectrum(self) -> Floats:
        """The eigenvalues of H."""
        return np.asarray(np.linalg.eigvalsh(self.square), dtype=np.float64)

    @property
    def sigma(self) -> Floats | None:
        """Sigma = 1/(I + 2H); None where that is no covariance."""
        values, vectors = np.linalg.eigh(np.eye(len(self.square)) + 2.0 * self.square)
        if float(np.min(values)) <= 0.0:
            return None
        return np.asarray((vectors / values) @ vectors.T, dtype=np.float64)


def by_weights(seen: QuadraticWeights) -> tuple[str, ...]:
    """The mistake that the constant of the weights tells, to rounding."""
    h, d = seen.spectrum, len(seen.square)
    found = []

    def level(precisions: Floats) -> float | None:
        """log det Sigma."""
        return None if np.min(precisions) <= 0.0 else -float(np.sum(np.log(precisions)))

    powers = ((1.0, 1.0), (4.0, 0.25), (-2.0, -0.5))
    candidates = [("weights-doubled", level(1.0 + a * h), power) for a, power in powers]
    right = level(1.0 + 2.0 * h)
    candidates += [
        ("dense-constant", right, power) for power in (1.0, 0.0, -0.5, 0.25, 0.5 / d, 0.5 / d**0.5)
    ]
    for cause, size, power in candidates:
        if size is not None and abs(seen.constant - power * size) < NEAR:
            found.append(cause)
    return tuple(dict.fromkeys(found)) or (("dense-root",) if _squared(seen) else ())


def _squared(seen: QuadraticWeights) -> bool:
    """Whether rows are of N(0, Sigma^2) with H = (s^-2 - s^-1)/2 and c = log det(Sigma)/2, as where B is Sigma.

    Of the two s of an eigenvalue of H the rows tell which; where they do not, c may be that of either.
    """
    values, vectors = np.linalg.eigh(seen.square)
    if np.min(values) < -0.125 + 1e-12:
        return False
    root = np.sqrt(1.0 + 8.0 * values)
    both: Floats = np.stack([1.0 + root, np.maximum(1.0 - root, 1e-12)]) / 2.0
    drawn = 1.0 / np.sqrt(np.mean((seen.rows @ vectors) ** 2, axis=0))
    gaps = np.abs(np.log(both / drawn))
    near: Floats = np.where(gaps[0] <= gaps[1], both[0], both[1])
    open_ = np.max(gaps, axis=0) < 5.0 / np.sqrt(2.0 * len(seen.rows))
    room = 0.5 * float(np.sum(np.abs(np.log(both[0] / both[1]))[open_]))
    level, sigma = -0.5 * float(np.sum(np.log(near))), seen.sigma
    if abs(seen.constant - level) > NEAR + room or sigma is None:
        return False
    second = seen.rows.T @ seen.rows / len(seen.rows)
    squares = np.asarray((vectors / near**2) @ vectors.T, dtype=np.float64)
    return _fit(squares, second) > _fit(sigma, second) + APART / len(seen.rows)


def by_rows(seen: QuadraticWeights) -> str | None:
    """The mistake that the rows tell, whose second moments another covariance fits clearly better than that of the weights."""
    sigma = seen.sigma
    if sigma is None:
        return None
    second = seen.rows.T @ seen.rows / len(seen.rows)
    level = float(np.trace(second)) / len(second)
    inverse: Floats = np.asarray(np.linalg.inv(sigma), dtype=np.float64)
    others: dict[str, tuple[Floats, ...]] = {
        "dense-rows": (sigma @ sigma, inverse, inverse @ inverse),
        "rows-turned": (level * np.eye(len(sigma)),),
    }
    right = _fit(sigma, second)
    best = max((_fit(one, second), name) for name, several in others.items() for one in several)
    scalar = float(np.ptp(np.linalg.eigvalsh(sigma))) < NEAR
    if seen.orthogonal and not scalar:
        return "rows-turned"
    return best[1] if best[0] > right + APART / len(seen.rows) else None


def _fit(covariance: Floats, second: Floats) -> float:
    """The mean Gaussian log-likelihood of rows of these second moments, up to a constant."""
    values, vectors = np.linalg.eigh(covariance)
    along = np.einsum("ij,ik,kj->j", vectors, second, vectors)
    return -0.5 * float(np.sum(np.log(values) + along / values))
