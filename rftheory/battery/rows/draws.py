"""Draws of projections as checks see them: a few numbers of every draw, all entries of the first ones."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rftheory.battery.check import chosen
from rftheory.battery.rows.digest import FEW, Digest, Numbers
from rftheory.battery.rows.functionals import directions, gram
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling


@dataclass(frozen=True)
class DrawnRows:
    """n independent draws of W (m, d), the coupling whose law they claim, and how far entries are off by rounding.

    w: the first draws (k, m, d), k < n where all of them would take too much; numbers: what was made of all.
    signed: whether the sign of a row is known; an even feature map does not show it.
    """

    w: Floats
    claim: AbstractCoupling
    error: float
    numbers: Numbers
    signed: bool = True

    @classmethod
    def of(cls, w: Floats, claim: AbstractCoupling, error: float, signed: bool = True) -> DrawnRows:
        """All draws (n, m, d) at once."""
        digest = Digest(len(w), w.shape[1], w.shape[2], claim, error, signed)
        digest.take(w)
        return cls(digest.first, claim, error, digest.numbers, signed)

    @property
    def whole(self) -> DrawnRows:
        """The first draws, of which all entries are kept, by themselves."""
        return self if self.n == len(self.w) else self._first

    @cached_property
    def _first(self) -> DrawnRows:
        return DrawnRows.of(self.w, self.claim, self.error, self.signed)

    @cached_property
    def variants(self) -> dict[tuple[str, ...], DrawnRows]:
        """What was made of them, by what was changed: for those who ask again."""
        return {}

    @cached_property
    def tags(self) -> frozenset[str]:
        """What the claimed coupling lets be checked of its rows."""
        law = self.claim.law
        return chosen(
            {
                "unpadded": self.claim.padded(self.d) == self.d,
                "isotropic": self.claim.isotropic,
                "independent": law.directions == "independent",
                "chi_d": law.norm == "chi_d",
            }
        )

    @property
    def n(self) -> int:
        """The number of draws."""
        return len(self.norms)

    @property
    def m(self) -> int:
        """The number of rows of a draw."""
        return int(self.w.shape[1])

    @property
    def d(self) -> int:
        """The dimension."""
        return int(self.w.shape[2])

    @property
    def block(self) -> int:
        """The number of rows of the first block."""
        return min(self.claim.height(self.d), self.m)

    @property
    def norms(self) -> Floats:
        """Norms of all rows, (n, m)."""
        return self.numbers.norms

    @property
    def square(self) -> float:
        """The mean square of all entries."""
        return float(np.vdot(self.norms, self.norms)) / (self.norms.size * self.d)

    @cached_property
    def units(self) -> Floats:
        """Directions of the rows of the first draws, (k, m, d)."""
        with np.errstate(invalid="ignore"):
            return directions(self.w)

    @property
    def tolerance(self) -> float:
        """For cosines, to rounding; rows are often drawn in single precision and used in double."""
        return self.numbers.tolerance

    @property
    def same(self) -> float:
        """Below this two numbers that vary by about one count as the same."""
        return self.numbers.same

    @cached_property
    def gram(self) -> Floats:
        """Cosines of the rows of the first block in the first draws, (k, block, block)."""
        with np.errstate(invalid="ignore"):
            return gram(directions(self.w[:FEW, : self.block]))

    @cached_property
    def shared_norms(self) -> bool:
        """Whether the norms of the first block are all one number, which changes from draw to draw."""
        norms = self.norms[:, : self.block]
        return (
            self.block > 1
            and bool(np.all(np.ptp(norms, axis=1) <= self.same * norms[:, 0]))
            and not self.constant
        )

    @cached_property
    def constant(self) -> bool:
        """Whether all norms of all draws are one number."""
        return bool(np.ptp(self.norms) <= self.same * float(np.max(self.norms)))

    @cached_property
    def frozen_norms(self) -> bool:
        """Whether the norms do not change between draws, and are no constant."""
        return (
            self.n > 1
            and not self.constant
            and bool(np.max(np.ptp(self.norms, axis=0)) <= self.same * math.sqrt(self.d))
        )

    @property
    def frozen_directions(self) -> bool:
        """Whether the directions do not change between draws."""
        return self.n > 1 and self.numbers.frozen_directions

    @property
    def still(self) -> NDArray[np.bool_]:
        """Which rows (m,) have one direction in all draws."""
        return self.numbers.still & (self.n > 1)

    @cached_property
    def repeated_blocks(self) -> bool:
        """Whether the first rows of two blocks have one direction in every draw, and so have all of them in a few."""
        if self.m <= self.block:
            return False
        if not np.all(np.abs(np.abs(self.numbers.between) - 1.0) <= self.same):
            return False
        both = self.units[:FEW, self.block : 2 * self.block]
        cosines = np.sum(self.units[:FEW, : both.shape[1]] * both, axis=-1)
        return bool(np.all(np.abs(np.abs(cosines) - 1.0) <= self.same))
