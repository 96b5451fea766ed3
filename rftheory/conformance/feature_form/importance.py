"""Rows from another density q than N(0, I), with features that carry the root of p/q: q is read off where it is Gaussian.

Features of importance-sampled rows are sqrt(p/q) times the plain ones, so what both sides have at 0, log phi_q(0)
phi_k(0) m, is log p/q at the row. If that is a quadratic form c + b.w + w.A w, to rounding, then q is N(mu, S) with
S^{-1} = I + 2A and mu = -S b, and rows are held against that law.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import lstsq

from rftheory.measured.inputs import Floats

POWERS, NEAR = (0.5, -1.0, 2.0), 1e-3
"""Other powers of weights, and how near their constant is."""
NOTHING = 1e-6
"""Below this, relative, weights do not vary."""


@dataclass(frozen=True)
class Weighting:
    """The weights of rows: whether they are a quadratic form, then the mean and the root of the precision of q.

    level: by how much the logarithm of their constant is off; None where q is not known. other: whether another power
    of the weights has the right constant.
    """

    mean: Floats | None = None
    root: Floats | None = None
    level: float | None = None
    other: bool = False

    @property
    def known(self) -> bool:
        """Whether q is."""
        return self.mean is not None

    @property
    def off(self) -> bool:
        """Whether weights do not have the mean one that those of q have."""
        return self.level is not None and abs(self.level) > NEAR

    def standardised(self, w: Floats) -> Floats:
        """Rows (.., d) of q as rows of N(0, I)."""
        assert self.mean is not None
        assert self.root is not None
        found: Floats = (w - self.mean) @ self.root
        return found


@dataclass(frozen=True, eq=False)
class ReadWeights:
    """Rows (n, m, d) of a few draws, and the coefficients of the quadratic form that the logarithm of their weights is.

    whole: whether the weights of one side, which the other has not, would do on both.
    """

    rows: Floats
    coefficients: Floats | None
    whole: bool = False


def varies(heights: Floats, rounding: float) -> bool:
    """Whether log(phi_q(0) phi_k(0)) differs from feature to feature."""
    return float(np.ptp(heights)) > NOTHING + 1e3 * rounding


def fitted(rows: Floats, heights: Floats, rounding: float) -> Floats | None:
    """The coefficients 1, w, w_i w_j of the quadratic form that heights (k,) are of rows (k, d), to rounding; else None."""
    k, d = rows.shape
    upper = np.triu_indices(d)
    design = np.concatenate([np.ones((k, 1)), rows, rows[:, upper[0]] * rows[:, upper[1]]], axis=1)
    if k < design.shape[1] + 2:
        return None
    found, *_ = lstsq(design, heights, lapack_driver="gelsy", check_finite=False)
    rest = float(np.max(np.abs(design @ found - heights)))
    return None if rest > 1e-3 * float(np.std(heights)) + 1e4 * rounding else np.asarray(found)


def one_sided(rows: Floats, sides: Sequence[Floats], rounding: float) -> bool:
    """Whether the weights of rows (k, d) that one side of the two (k,) has would be right on both, and the other has none."""
    d = rows.shape[1]
    bare = [float(np.ptp(side)) <= NOTHING + 1e3 * rounding for side in sides]
    if bare[0] == bare[1]:
        return False
    seen = weighting(fitted(rows, 2.0 * sides[bare.index(False)], rounding), d)
    return seen.known and not seen.off


def form(found: Floats, d: int) -> tuple[float, Floats, Floats]:
    """The constant, linear part (d,) and symmetric matrix (d, d) of such coefficients."""
    square = np.zeros((d, d))
    square[np.triu_indices(d)] = found[1 + d :]
    return float(found[0]), found[1 : d + 1], (square + square.T) / 2.0


def weighting(found: Floats | None, d: int) -> Weighting:
    """From the coefficients of log(m phi_q(0) phi_k(0))."""
    if found is None:
        return Weighting()
    first = _of(found, d, 1.0)
    others = (_of(found, d, power) for power in POWERS)
    other = any(w is not None and w.level is not None and abs(w.level) < NEAR for w in others)
    if first is None or first.level is None:
        return Weighting()
    return replace(first, other=other and abs(first.level) > NEAR)


def _of(found: Floats, d: int, power: float) -> Weighting | None:
    """The density whose quotient to this power has the coefficients of the quadratic form."""
    whole = form(found, d)
    constant, linear, square = power * whole[0], power * whole[1], power * whole[2]
    precision = np.eye(d) + 2.0 * square
    values, vectors = np.linalg.eigh(precision)
    if float(np.min(values)) <= 0.0:
        return None
    mean: Floats = -np.asarray(np.linalg.solve(precision, linear), dtype=np.float64)
    level = constant - float(mean @ precision @ mean - np.sum(np.log(values))) / 2.0
    return Weighting(mean, vectors * np.sqrt(values) @ vectors.T, level)
