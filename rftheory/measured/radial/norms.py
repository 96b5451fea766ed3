"""Norms of the rows of a block under a radial law: one tau a row, one a block, or one a block in strata."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, final

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.couplings.frames import AbstractNorms, Size, chi
from rftheory.measured.inputs import Floats
from rftheory.measured.radial.law import AbstractRadialLaw

Sharing = Literal["row", "block", "stratified"]
SHARINGS: tuple[Sharing, ...] = ("row", "block", "stratified")


@final
@dataclass(frozen=True)
class RadialNorms(AbstractNorms):
    """sqrt(tau) chi_d at lengthscale 1, chi_d independent; a law without tau gives its radii.

    row: a fresh tau a row; block: one for all rows of a block; stratified: one a block, the b-th of B blocks from
    the b-th of B strata of equal probability, by the inverse cdf. Source: beyond, spectral/shared and
    spectral/stratified. DomainError for another sharing, or one that a law without tau has not.
    """

    radial: AbstractRadialLaw
    sharing: Sharing = "row"

    def __post_init__(self) -> None:
        if self.sharing not in SHARINGS:
            raise DomainError("sharing", self.sharing, f"one of {', '.join(SHARINGS)}")
        if self.sharing != "row" and not self.radial.mixture:
            raise DomainError("sharing", self.sharing, f"row: {self.radial} has no tau to share")
        if self.sharing == "stratified":
            self.radial.quantiles(np.array([0.5]))

    def draw(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        if not self.radial.mixture:
            return self.radial.radii(d, rng, size)
        squares = rng.standard_gamma(0.5 * d, size)
        squares *= 2.0
        squares *= self.scales(size, rng)
        return np.sqrt(squares, out=squares)

    def scales(self, size: Size, rng: np.random.Generator) -> Floats:
        """tau, broadcast against (.., blocks, rows)."""
        if self.sharing == "row":
            return self.radial.scales(rng, size)
        if self.sharing == "block":
            return self.radial.scales(rng, (*size[:-1], 1))
        blocks = size[-2]
        shares = (np.arange(blocks) + 1.0 - rng.random(size[:-1])) / blocks
        return self.radial.quantiles(np.clip(shares, 1e-300, 1.0 - 2.0**-53))[..., None]


@final
@dataclass(frozen=True)
class ScaledChiNorms(AbstractNorms):
    """sqrt(tau_i) chi_d with fixed scales tau_1, tau_2, .., repeated along a block: the conditional statements.

    Source: beyond, spectral/orf/two-scale-cov.
    """

    scales: tuple[float, ...]

    def draw(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        roots = np.sqrt(np.resize(self.scales, size[-1]))
        norms: Floats = chi(d, size, rng=rng) * roots
        return norms


@final
@dataclass(frozen=True)
class GivenNorms(AbstractNorms):
    """Fixed norms r_1, r_2, .., repeated along a block: the statements given the radii.

    Source: beyond, spectral/orf/pair-radii and spectral/simplex/pair-radii.
    """

    radii: tuple[float, ...]

    def draw(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        del d, rng
        norms: Floats = np.broadcast_to(np.resize(self.radii, size[-1]), size).copy()
        return norms
