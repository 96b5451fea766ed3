"""Haar matrices, uniform frames, and the laws of norms, rotations and signs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import final

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot

Size = tuple[int, ...]


def chi(degrees: float, size: Size, *, rng: np.random.Generator) -> Floats:
    """chi_k numbers, sqrt(2 Gamma(k/2)), one random number each; shape `size`. Source: simrf, (8)."""
    numbers = rng.standard_gamma(0.5 * degrees, size)
    numbers *= 2.0
    return np.sqrt(numbers, out=numbers)


def signed_qr(matrices: Floats) -> Floats:
    """Q of the QR factorisation whose R has a positive diagonal; (..., d, d) to (..., d, d).

    With this sign the Q of a Gaussian matrix is Haar on O(d). Source: orf, section 3, footnote 1.
    """
    q, r = np.linalg.qr(matrices)
    haar: Floats = q * np.copysign(1.0, np.diagonal(r, axis1=-2, axis2=-1))[..., None, :]
    return haar


def haar_matrices(d: int, size: Size, *, rng: np.random.Generator) -> Floats:
    """Haar matrices of O(d), shape (*size, d, d), the slow literal way: QR of Gaussian matrices."""
    return signed_qr(rng.standard_normal((*size, d, d)))


def uniform_frames(d: int, rows: int, r: int, size: Size, *, rng: np.random.Generator) -> Floats:
    """The first `rows` rows of a uniform orthonormal r-frame of R^d; shape (*size, rows, r).

    Gram-Schmidt of a Gaussian (d, r) matrix. Its rows beyond `rows` matter only through their triangular
    factor, which is drawn directly (Bartlett: chi numbers and normals), so a draw costs rows*r + O(r^2)
    numbers whatever d is. Source: orf, section 3, footnote 1; `rows` <= d and r <= d.
    """
    kept = rng.standard_normal((*size, r, rows))
    frames = kept if rows == d else np.concatenate([kept, _tail(d - rows, r, size, rng=rng)], axis=-1)
    orthonormalise(frames)
    return np.swapaxes(frames[..., :rows], -1, -2)


def _tail(k: int, r: int, size: Size, *, rng: np.random.Generator) -> Floats:
    """What Gram-Schmidt sees of a Gaussian (k, r) matrix, transposed: (*size, r, min(k, r))."""
    if k < r:
        return rng.standard_normal((*size, r, k))
    tail = np.zeros((*size, r, r))
    for i in range(r):
        tail[..., i, i] = chi(k - i, size, rng=rng)
        tail[..., i + 1 :, i] = rng.standard_normal((*size, r - 1 - i))
    return tail


def orthonormalise(vectors: Floats) -> None:
    """Gram-Schmidt, in place, of the r vectors along axis -2 of a (..., r, d) array with r <= d.

    Each vector is cleared of its predecessors twice, which is enough for orthogonality to rounding.
    """
    for j in range(vectors.shape[-2]):
        vector, before = vectors[..., j, :], vectors[..., :j, :]
        for _ in range(2 if j else 0):
            weights = before @ vector[..., None]
            vector -= (np.swapaxes(before, -1, -2) @ weights)[..., 0]
        vector /= np.sqrt(vecdot(vector, vector))[..., None]


def span(x: Floats) -> Floats:
    """Coordinates (p, r) of the rows of x (p, d) in an orthonormal basis of their span, r its rank.

    Rows are scaled to length one first, so a short vector keeps its digits beside a long one.
    """
    largest = np.max(np.abs(x), axis=1, keepdims=True)
    scaled = x / np.where(largest > 0.0, largest, 1.0)
    norms = np.linalg.norm(scaled, axis=1, keepdims=True)
    u, s, _ = np.linalg.svd(scaled / np.where(norms > 0.0, norms, 1.0), full_matrices=False)
    rank = int(np.sum(s > s[0] * max(x.shape) * np.finfo(np.float64).eps))
    coordinates: Floats = u[:, :rank] * s[:rank] * norms * largest
    return coordinates


class AbstractNorms(ABC):
    """The law of the norms of the rows of one block."""

    @abstractmethod
    def draw(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        """Norms that broadcast to `size`, whose last axis counts the rows of a block."""


@final
@dataclass(frozen=True)
class ChiNorms(AbstractNorms):
    """Independent chi norms with factor*d + offset degrees of freedom; (1, 0) makes Gaussian rows."""

    factor: int = 1
    offset: int = 0

    def draw(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        return chi(self.factor * d + self.offset, size, rng=rng)


@final
@dataclass(frozen=True)
class FixedNorms(AbstractNorms):
    """Every norm equals d**power; the power 1/2 is the root mean square of chi_d. Source: orf, (4)."""

    power: float = 0.5

    def draw(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        del rng
        return np.full(size, float(d) ** self.power)


class AbstractRotation(ABC):
    """The law of the d x d matrix R of unit rows that turns one block."""

    @abstractmethod
    def dense(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        """The matrices themselves, (*size, d, d)."""

    @abstractmethod
    def frame(self, d: int, rows: int, r: int, size: Size, *, rng: np.random.Generator) -> Floats:
        """The law of dense(...)[..., :rows, :r], a fresh writable array (*size, rows, r)."""


@final
@dataclass(frozen=True)
class HaarRotation(AbstractRotation):
    """R uniform on O(d): by QR in the dense oracle, by frames elsewhere."""

    def dense(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        return haar_matrices(d, size, rng=rng)

    def frame(self, d: int, rows: int, r: int, size: Size, *, rng: np.random.Generator) -> Floats:
        return uniform_frames(d, rows, r, size, rng=rng)


@final
@dataclass(frozen=True)
class IndependentRotation(AbstractRotation):
    """Rows that are independent uniform unit vectors, so nothing couples the directions."""

    def dense(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        rows = rng.standard_normal((*size, d, d))
        rows /= np.linalg.norm(rows, axis=-1, keepdims=True)
        return rows

    def frame(self, d: int, rows: int, r: int, size: Size, *, rng: np.random.Generator) -> Floats:
        kept = rng.standard_normal((*size, rows, r))
        rest = chi(d - r, (*size, rows), rng=rng)
        kept /= np.sqrt(vecdot(kept, kept) + rest * rest)[..., None]
        return kept


class AbstractSigns(ABC):
    """The law of the diagonal sign matrices D_1 .. D_k of a Hadamard block."""

    @abstractmethod
    def draw(self, n: int, factors: int, blocks: int, d: int, *, rng: np.random.Generator) -> Floats:
        """Signs as floats, shape (n, factors, blocks, d); the factor 0 is D_1, applied last."""


@final
@dataclass(frozen=True)
class FairSigns(AbstractSigns):
    """All signs independent and fair. Source: orf, (5)."""

    def draw(self, n: int, factors: int, blocks: int, d: int, *, rng: np.random.Generator) -> Floats:
        signs = rng.integers(0, 2, (n, factors, blocks, d)).astype(np.float64)
        signs *= 2.0
        signs -= 1.0
        return signs
