"""Products of random Givens rotations: orthogonal rows in O(d log d) plane rotations. The law is close to Haar only."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil, log, pi
from typing import Any, Literal, final

import numpy as np

from rftheory.errors import InputError
from rftheory.measured.couplings.frames import AbstractNorms, ChiNorms, FixedNorms
from rftheory.measured.inputs import Floats, generator, integer, points
from rftheory.measured.mutants.couplings import Scaled, mutant
from rftheory.measured.protocol import AbstractCoupling, Law

Planes = Literal["uniform", "star", "one", "shared"]


@final
@dataclass(frozen=True)
class Givens(AbstractCoupling):
    """W = sqrt(d) G_k .. G_1, k = ceil(`length` d log d); each G turns a uniform pair of axes i < j by a uniform angle.

    Rows of a block are orthogonal and of length sqrt(d), exactly; the directions are Haar only as k grows
    (Kac's walk), so the law of W x depends on the direction of x. d >= 2. Sources: performer, section B.2;
    Choromanski, Rowland, Chen, Weller (2019).
    """

    name: str = "givens"
    title: str = "Products of random Givens rotations"
    reference: str = "performer, section B.2"
    law: Law = field(default=Law("sqrt(d)", "orthogonal"))
    isotropic: bool = False
    length: float = 1.0
    angles: tuple[float, float] = (0.0, 2.0 * pi)
    planes: Planes = "uniform"
    norms: AbstractNorms = field(default_factory=FixedNorms)

    def check(self, d: int, m: int) -> None:
        super().check(integer("d", d, 2), m)

    def rotations(self, d: int) -> int:
        """How many plane rotations a block has."""
        return max(1, ceil(self.length * d * log(d)))

    def sample(self, d: int, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        self.check(d, m)
        size = (integer("n", n, 1), self.blocks(d, m))
        product = np.broadcast_to(np.eye(d), (*size, d, d))
        first, second, angles = self._draw(d, size, generator(rng))
        for axis, other, angle in zip(first, second, angles, strict=True):
            i, j = np.eye(d)[axis][..., None], np.eye(d)[other][..., None]
            turn = np.cos(angle)[..., None, None] - 1.0
            across = np.sin(angle)[..., None, None]
            it, jt = np.swapaxes(i, -1, -2), np.swapaxes(j, -1, -2)
            product = (np.eye(d) + turn * (i * it + j * jt) + across * (j * it - i * jt)) @ product
        rows = self.norms.draw(d, (*size, d), rng=rng)[..., None] * product
        return rows.reshape(n, -1, d)[:, :m]

    def frame(self, d: int, m: int, r: int, *, rng: np.random.Generator, n: int) -> Floats:
        del d, m, r, rng, n
        raise InputError(
            f"{self.name} is not isotropic: its law depends on the vectors, a frame has none; "
            "use project(points, m, rng=rng, n=n)"
        )

    def project(self, vectors: Any, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        x = points(vectors)
        d = x.shape[1]
        self.check(d, m)
        size = (integer("n", n, 1), self.blocks(d, m))
        turned = np.ascontiguousarray(np.broadcast_to(x.T, (*size, d, len(x))))
        where = np.arange(size[0])[:, None], np.arange(size[1])[None, :]
        first, second, angles = self._draw(d, size, generator(rng))
        cosines, sines = np.cos(angles)[..., None], np.sin(angles)[..., None]
        for axis, other, c, s in zip(first, second, cosines, sines, strict=True):
            one, two = (*where, axis), (*where, other)
            low, high = turned[one], turned[two]
            turned[one], turned[two] = c * low - s * high, s * low + c * high
        turned *= self.norms.draw(d, (*size, d), rng=rng)[..., None]
        return turned.reshape(n, -1, len(x))[:, :m]

    def _draw(self, d: int, size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, Any, Floats]:
        """Axes i, j and angles of the k rotations of every block, each (k, *size)."""
        shape = (self.rotations(d), *size)
        angles = rng.uniform(*self.angles, shape)
        if self.planes == "one":
            return np.zeros(shape, dtype=np.int64), np.ones(shape, dtype=np.int64), angles
        first = np.zeros(shape, dtype=np.int64) if self.planes == "star" else rng.integers(d, size=shape)
        second = (first + rng.integers(1, d, size=shape)) % d
        if self.planes == "shared":
            first, second = (np.repeat(a[..., :1], size[1], axis=-1) for a in (first, second))
            angles = np.repeat(angles[..., :1], size[1], axis=-1)
        return first, second, angles

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        acute = replace(self, angles=(0.0, pi / 2.0))
        return (
            mutant(self, "no-scale", "the factor sqrt(d) is missing", replace(self, norms=FixedNorms(0.0))),
            mutant(self, "chi-norms", "the norms are chi_d", replace(self, norms=ChiNorms())),
            mutant(self, "short", "d log(d) / 3 rotations", replace(self, length=self.length / 3.0)),
            mutant(self, "long", "3 d log d rotations", replace(self, length=3.0 * self.length)),
            mutant(self, "acute", "the angles are uniform in [0, pi/2]", acute),
            mutant(self, "one-plane", "all rotations turn the first two axes", replace(self, planes="one")),
            mutant(self, "star", "every rotation turns the first axis", replace(self, planes="star")),
            mutant(self, "one-block", "all blocks share their rotations", replace(self, planes="shared")),
            mutant(self, "variance-2", "every row is longer by sqrt(2)", change=Scaled(2.0**0.5)),
        )


MECHANISMS = (Givens(),)
