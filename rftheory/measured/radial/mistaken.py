"""Mixing variables as mistaken code draws them: each a law of its own, whose kernel beyond, spectral/mistake, gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, final

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.radial.law import AbstractLengthLaw, AbstractRadialLaw, Shape, checked_lengthscale
from rftheory.measured.radial.laws import TINY
from rftheory.measured.radial.lengthscales import Lengthscale, positive
from rftheory.measured.radial.stable import bounded_exp, log_stable

Mistake = Literal["chi2-nu", "multiplied", "factor-lost", "factor-lost-inverse", "stable-scale"]
MISTAKES: tuple[Mistake, ...] = (
    "chi2-nu",
    "multiplied",
    "factor-lost",
    "factor-lost-inverse",
    "stable-scale",
)


@final
@dataclass(frozen=True)
class Mistaken(AbstractRadialLaw):
    """tau of a mistaken draw at a shape s, which is nu, alpha or the power.

    chi2-nu: s/chi^2_s for a Matern kernel; multiplied: chi^2_{2s}/(2s) for one; factor-lost: G for G/s of a rational
    quadratic kernel; factor-lost-inverse: 1/G for s/G of a Matern kernel; stable-scale: 2 S with
    E e^{-t S} = exp(-t^b / cos(pi b / 2)), b = s/2, for an exponential-power kernel. Source: beyond, known mistakes.
    """

    mistake: Mistake
    shape: float
    lengthscale: Lengthscale = 1.0
    name: str = field(default="mistaken", init=False, repr=False)
    title: str = field(default="Frequencies of mistaken code", init=False, repr=False)
    reference: str = field(default="beyond, spectral/mistake", init=False, repr=False)

    def __post_init__(self) -> None:
        if self.mistake not in MISTAKES:
            raise DomainError("mistake", self.mistake, f"one of {', '.join(MISTAKES)}")
        self._keep(shape=positive("shape", self.shape), lengthscale=checked_lengthscale(self))
        if self.mistake == "stable-scale" and self.shape >= 2.0:
            raise DomainError("shape", self.shape, "a power below 2")

    def scales(self, rng: np.random.Generator, shape: Shape) -> Floats:
        s = self.shape
        if self.mistake == "chi2-nu":
            return np.asarray(s / np.maximum(rng.chisquare(s, shape), TINY))
        if self.mistake == "multiplied":
            return np.asarray(rng.chisquare(2.0 * s, shape) / (2.0 * s))
        if self.mistake == "stable-scale":
            index = s / 2.0
            scale = np.cos(np.pi * index / 2.0) ** (-1.0 / index)
            return np.asarray(2.0 * scale * bounded_exp(log_stable(index, rng=rng, shape=shape)))
        gamma = np.maximum(rng.standard_gamma(s, shape), TINY)
        return np.asarray(gamma if self.mistake == "factor-lost" else 1.0 / gamma)

    def quantiles(self, shares: Floats) -> Floats:
        del shares
        raise InputError("mistaken mixing variables have no strata here; allowed: sharing = row")


@final
@dataclass(frozen=True)
class FixedNorm(AbstractLengthLaw):
    """Rows of length sqrt(d tau), tau of another law: sqrt(d) in the place of chi_d. No scale mixture.

    Source: beyond, spectral/mistake/fixed-norm-rq.
    """

    meant: AbstractRadialLaw
    name: str = field(default="fixed-norm", init=False, repr=False)
    title: str = field(default="Frequencies of mistaken norms", init=False, repr=False)
    reference: str = field(default="beyond, spectral/mistake/fixed-norm-rq", init=False, repr=False)
    mixture: bool = field(default=False, init=False, repr=False)

    @property
    def lengthscale(self) -> Lengthscale:  # type: ignore[override]
        """That of the law that was meant."""
        return self.meant.lengthscale

    def radii(self, d: int, rng: np.random.Generator, shape: Shape) -> Floats:
        self.check(d)
        return np.sqrt(d * self.meant.scales(rng, shape))
