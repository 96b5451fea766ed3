"""Two families of couplings: isotropic blocks N S R and Hadamard blocks."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.couplings.frames import AbstractNorms, AbstractRotation, AbstractSigns
from rftheory.measured.couplings.transforms import hadamard_matrix, hd_product, next_power_of_two, pad
from rftheory.measured.inputs import Floats, chunks, generator, integer, points
from rftheory.measured.protocol import AbstractCoupling


class AbstractBlockCoupling(AbstractCoupling):
    """Blocks that a Haar rotation turns, so that a frame of r vectors stands for the whole matrix."""

    norms: AbstractNorms
    rotation: AbstractRotation

    @abstractmethod
    def arrange(self, frames: Floats, norms: Floats) -> Floats:
        """Rows of W on the frames' vectors: frames (..., rows, r), norms (..., rows) to (..., rows', r)."""

    @abstractmethod
    def arrange_literally(self, rotations: Floats, norms: Floats) -> Floats:
        """Whole blocks (..., height, d) as dense matrix products, from (..., d, d) and (..., height)."""

    def rows(self, d: int, m: int) -> tuple[int, int]:
        """How many rows of the frame and how many norms m rows of one block depend on, m <= height(d)."""
        del d
        return m, m

    def sample(self, d: int, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        self.check(d, m)
        size = (integer("n", n, 1), self.blocks(d, m))
        rotations = self.rotation.dense(d, size, rng=generator(rng))
        blocks = self.arrange_literally(rotations, self.norms.draw(d, (*size, self.height(d)), rng=rng))
        return blocks.reshape(n, -1, d)[:, :m]

    def frame(self, d: int, m: int, r: int, *, rng: np.random.Generator, n: int) -> Floats:
        self.check(d, m)
        if integer("r", r, 1) > d:
            raise DomainError("r", r, f"at most d = {d} orthonormal vectors")
        n, rng, blocks = integer("n", n, 1), generator(rng), self.blocks(d, m)
        parts = list(chunks(n, blocks * self.height(d) * r))
        if len(parts) == 1:
            return self._frame(d, m, r, (n, blocks), rng=rng)
        out = np.swapaxes(np.empty((n, r, m)), -1, -2)
        for part in parts:
            out[part] = self._frame(d, m, r, (part.stop - part.start, blocks), rng=rng)
        return out

    def _frame(self, d: int, m: int, r: int, size: tuple[int, int], *, rng: np.random.Generator) -> Floats:
        rows, norms = self.rows(d, min(self.height(d), m))
        frames = self.rotation.frame(d, rows, r, size, rng=rng)
        arranged = self.arrange(frames, self.norms.draw(d, (*size, norms), rng=rng))
        return arranged.reshape(size[0], -1, r)[:, :m]


class AbstractScaledFrame(AbstractBlockCoupling):
    """Blocks N R: the rows of the frame as they are, times their norms."""

    def arrange(self, frames: Floats, norms: Floats) -> Floats:
        frames *= norms[..., None]
        return frames

    def arrange_literally(self, rotations: Floats, norms: Floats) -> Floats:
        return (norms[..., None] * np.eye(norms.shape[-1])) @ rotations


class AbstractHadamardCoupling(AbstractCoupling):
    """Blocks built on R~ = H D_1 H D_2 .. H D_k in the padded dimension D; the signs are the only R.

    Vectors of R^d are padded with zeros to D, the least power of two; W has D rows a block and the first
    d of its D columns. Not isotropic: the law of W x depends on the direction of x.
    """

    factors: int
    signs: AbstractSigns
    isotropic = False

    @abstractmethod
    def finish(self, rotated: Floats, *, rng: np.random.Generator) -> Floats:
        """W x from R~ x, along the last axis: (n, p, b, D) to the same shape; one law for all p vectors."""

    @abstractmethod
    def finish_literally(self, rotations: Floats, *, rng: np.random.Generator) -> Floats:
        """Dense blocks W from dense R~, (n, b, D, D) to the same shape, as matrix products."""

    def padded(self, d: int) -> int:
        return next_power_of_two(d)

    def sample(self, d: int, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        self.check(d, m)
        n, size = integer("n", n, 1), self.padded(d)
        signs = self.signs.draw(n, self.factors, self.blocks(d, m), size, rng=generator(rng))
        rotations = np.broadcast_to(np.eye(size), (*signs[:, 0].shape, size))
        for factor in range(signs.shape[1]):
            rotations = rotations @ (hadamard_matrix(size) * signs[:, factor, :, None, :])
        return self.finish_literally(rotations, rng=rng).reshape(n, -1, size)[:, :m, :d]

    def frame(self, d: int, m: int, r: int, *, rng: np.random.Generator, n: int) -> Floats:
        del d, m, r, rng, n
        raise InputError(
            f"{self.name} is not isotropic: its law depends on the vectors, a frame has none; "
            "use project(points, m, rng=rng, n=n)"
        )

    def project(self, vectors: Any, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        x = points(vectors)
        self.check(x.shape[1], m)
        n, blocks, size = integer("n", n, 1), self.blocks(x.shape[1], m), self.padded(x.shape[1])
        signs = self.signs.draw(n, self.factors, blocks, size, rng=generator(rng))
        padded = x if x.shape[1] == size else pad(x, size)
        rotated = hd_product(padded, signs, np.empty((n, len(x), blocks, size)))
        rows = self.finish(rotated, rng=rng).reshape(n, len(x), -1)[..., :m]
        return np.swapaxes(rows, -1, -2)
