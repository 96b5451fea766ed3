"""Draws of projections, and what is plain to see of them: norms, directions, cosines, repetitions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.battery.check import chosen
from rftheory.battery.rows.functionals import directions, gram, lengths
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling

SINGLE = 2.0**-18
"""32 units of single precision: no mistake of the theory is as small."""
FEW = 64
"""How many draws a structure that holds in every draw is looked for in."""


@dataclass(frozen=True)
class DrawnRows:
    """n independent draws of W (n, m, d), the coupling whose law they claim, and how far entries are off by rounding.

    signed: whether the sign of a row is known; an even feature map does not show it.
    """

    w: Floats
    claim: AbstractCoupling
    error: float
    signed: bool = True

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
        return len(self.w)

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

    @cached_property
    def norms(self) -> Floats:
        """Norms of all rows, (n, m)."""
        return lengths(self.w)

    @cached_property
    def units(self) -> Floats:
        """Directions of all rows, (n, m, d)."""
        with np.errstate(invalid="ignore"):
            return directions(self.w)

    @property
    def tolerance(self) -> float:
        """For cosines, to rounding; rows are often drawn in single precision and used in double."""
        return max(SINGLE, 4.0 * self.error)

    @property
    def same(self) -> float:
        """Below this two numbers that vary by about one count as the same."""
        return min(self.tolerance, 0.05)

    @cached_property
    def gram(self) -> Floats:
        """Cosines of the rows of the first block in the first draws, (k, block, block)."""
        return gram(self.units[:FEW, : self.block])

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

    @cached_property
    def frozen_directions(self) -> bool:
        """Whether the directions do not change between draws."""
        units = self.units
        if not self.signed:
            units = units * np.where(np.vecdot(units, units[:1]) < 0.0, -1.0, 1.0)[..., None]
        return self.n > 1 and bool(np.max(np.ptp(units, axis=0)) <= self.same)

    @cached_property
    def repeated_blocks(self) -> bool:
        """Whether the first rows of two blocks have one direction in every draw."""
        if self.m <= self.block:
            return False
        cosines = np.vecdot(self.units[:, 0], self.units[:, self.block])
        return bool(np.all(np.abs(np.abs(cosines) - 1.0) <= self.same))
