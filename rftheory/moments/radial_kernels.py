"""Stationary kernels as data: their values, the laws of their frequencies, and spectral densities in both conventions.

A radial kernel k(|x - y|/l) is E exp(-tau z^2/2), z = |x - y|/l, with rows w = sqrt(tau) g/l, g ~ N(0, I_d) and one tau
a row; a product kernel is that of one dimension in every coordinate, so that coordinates of a row are independent.
Lengthscales are one number, or one for each coordinate (ARD): then z = |(x - y)/l| and w_i is divided by l_i. Laws of
radii and coordinates are those of l w. The certified statements are `beyond/spectral/...`; tests hold these to them.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

import numpy as np
from scipy import special

from rftheory.errors import DomainError
from rftheory.measured.inputs import Floats
from rftheory.moments import mixing_laws
from rftheory.moments.mixing_laws import Mixing

Lengths = float | tuple[float, ...]
FARTHEST = 1e150
"""Radii whose squares are numbers."""


def _positive(name: str, value: float) -> None:
    if not 0.0 < value < math.inf:
        raise DomainError(name, value, "finite and > 0")


@dataclass(frozen=True)
class StationaryKernel(ABC):
    """A kernel k(x - y) with k(0) = 1, or, where it is additive, a sum of such ones over coordinates."""

    lengthscale: Lengths = 1.0
    radial: ClassVar[bool] = True
    additive: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """DomainError for a lengthscale that is not finite and positive."""
        given = self.lengthscale
        for one in given if isinstance(given, tuple) else (given,):
            _positive("lengthscale", one)

    @property
    @abstractmethod
    def title(self) -> str:
        """The kernel in words, without its lengthscale."""

    @abstractmethod
    def profile(self, z: Floats) -> Floats:
        """The kernel at distance z >= 0 along an axis, with lengthscale one."""

    @abstractmethod
    def mixing(self) -> Mixing:
        """Nodes and weights of tau; of a product kernel those of each coordinate."""

    @property
    def name(self) -> str:
        """The kernel in words."""
        length = self.lengthscale
        if isinstance(length, tuple):
            return f"{self.title} of lengthscales {', '.join(f'{one:.5g}' for one in length)}"
        return f"{self.title} of lengthscale {length:.5g}"

    def stretched(self, factor: float) -> StationaryKernel:
        """The same with all lengthscales times a factor."""
        length = self.lengthscale
        return replace(
            self,
            lengthscale=tuple(factor * one for one in length)
            if isinstance(length, tuple)
            else factor * length,
        )

    def value(self, difference: Floats) -> Floats:
        """The kernel at x - y, (.., d)."""
        return self._value(np.asarray(difference, dtype=np.float64) / np.asarray(self.lengthscale))

    def _value(self, z: Floats) -> Floats:
        return self.profile(np.sqrt(np.sum(z * z, axis=-1)))

    def radius_cdf(self, r: Floats, d: int) -> Floats:
        """P(|l w| <= r) of a row in d dimensions, of radial kernels."""
        tau, weights = self.mixing()
        at = np.asarray(r, dtype=np.float64)
        found: Floats = special.gammainc(d / 2.0, at[..., None] ** 2 / (2.0 * tau)) @ weights
        return found

    def coordinate_cdf(self, t: Floats) -> Floats:
        """P(l w_1 <= t) of a coordinate."""
        tau, weights = self.mixing()
        at = np.asarray(t, dtype=np.float64)
        found: Floats = special.ndtr(at[..., None] / np.sqrt(tau)) @ weights
        return found

    def density(self, w: Floats) -> Floats:
        """The spectral density S at angular frequencies w, (.., d): its integral over w is one."""
        at = np.asarray(w, dtype=np.float64)
        lengths = np.broadcast_to(np.asarray(self.lengthscale, dtype=np.float64), (at.shape[-1],))
        found: Floats = self._density(at * lengths) * np.prod(lengths)
        return found

    def gp_density(self, w: Floats) -> Floats:
        """(2 pi)^d S(w): the density over ordinary frequencies w/(2 pi), as Gaussian process texts have it."""
        found: Floats = (2.0 * np.pi) ** np.shape(w)[-1] * self.density(w)
        return found

    def _density(self, w: Floats) -> Floats:
        return self._radial_density(np.sqrt(np.sum(w * w, axis=-1)), w.shape[-1])

    def _radial_density(self, w: Floats, d: int) -> Floats:
        """E (2 pi tau)^{-d/2} exp(-w^2/(2 tau))."""
        tau, weights = self.mixing()
        with np.errstate(under="ignore"):
            logs = -0.5 * d * np.log(2.0 * np.pi * tau) - w[..., None] ** 2 / (2.0 * tau)
            found: Floats = np.exp(logs) @ weights
        return found


@dataclass(frozen=True)
class GaussianCovariance(StationaryKernel):
    """exp(-z^2/2)."""

    title = "Gaussian kernel"

    def profile(self, z: Floats) -> Floats:
        """exp(-z^2/2)."""
        found: Floats = np.exp(-(np.asarray(z) ** 2) / 2.0)
        return found

    def mixing(self) -> Mixing:
        """tau = 1."""
        return np.ones(1), np.ones(1)


@dataclass(frozen=True)
class MaternCovariance(StationaryKernel):
    """2^{1-nu}/Gamma(nu) s^nu K_nu(s), s = sqrt(2 nu) z: rows of Student's law with 2 nu degrees of freedom."""

    nu: float = 1.5

    def __post_init__(self) -> None:
        """DomainError for nu <= 0."""
        super().__post_init__()
        _positive("nu", self.nu)

    @property
    def title(self) -> str:
        """Half-integers as fractions."""
        half = Fraction(self.nu)
        return f"Matern {half if half.denominator <= 2 else format(self.nu, '.5g')} kernel"

    def profile(self, z: Floats) -> Floats:
        """By half-integer polynomials where nu is 1/2, 3/2 or 5/2."""
        s = math.sqrt(2.0 * self.nu) * np.asarray(z, dtype=np.float64)
        known = {0.5: np.ones_like(s), 1.5: 1.0 + s, 2.5: 1.0 + s + s * s / 3.0}.get(self.nu)
        if known is not None:
            return np.asarray(known * np.exp(-s), dtype=np.float64)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            scaled = special.kve(self.nu, s)
            logs = (
                (1.0 - self.nu) * math.log(2.0)
                - math.lgamma(self.nu)
                + self.nu * np.log(s)
                + np.log(scaled)
                - s
            )
        tiny = (s == 0.0) | ~np.isfinite(scaled)
        return np.where(tiny, 1.0, np.exp(np.where(tiny, 0.0, logs)))

    def mixing(self) -> Mixing:
        """tau = nu/G."""
        g, weights = mixing_laws.gamma(self.nu)
        return self.nu / g, weights

    def radius_cdf(self, r: Floats, d: int) -> Floats:
        """A Beta law."""
        q = np.minimum(np.asarray(r, dtype=np.float64), FARTHEST) ** 2 / (2.0 * self.nu)
        found: Floats = special.betainc(d / 2.0, self.nu, q / (1.0 + q))
        return found

    def coordinate_cdf(self, t: Floats) -> Floats:
        """Student's."""
        return np.asarray(special.stdtr(2.0 * self.nu, np.asarray(t)), dtype=np.float64)

    def _radial_density(self, w: Floats, d: int) -> Floats:
        nu = self.nu
        level = math.lgamma(nu + d / 2.0) - math.lgamma(nu) - 0.5 * d * math.log(2.0 * nu * math.pi)
        found: Floats = np.exp(level - (nu + d / 2.0) * np.log1p(w * w / (2.0 * nu)))
        return found


@dataclass(frozen=True)
class RationalQuadraticCovariance(StationaryKernel):
    """(1 + z^2/(2 alpha))^{-alpha}: tau = G/alpha."""

    alpha: float = 1.0

    def __post_init__(self) -> None:
        """DomainError for alpha <= 0."""
        super().__post_init__()
        _positive("alpha", self.alpha)

    @property
    def title(self) -> str:
        """With its alpha."""
        return f"rational quadratic kernel of alpha {self.alpha:.5g}"

    def profile(self, z: Floats) -> Floats:
        """(1 + z^2/(2 alpha))^{-alpha}."""
        found: Floats = np.exp(-self.alpha * np.log1p(np.asarray(z) ** 2 / (2.0 * self.alpha)))
        return found

    def mixing(self) -> Mixing:
        """tau = G/alpha."""
        g, weights = mixing_laws.gamma(self.alpha)
        return g / self.alpha, weights

    def _radial_density(self, w: Floats, d: int) -> Floats:
        """By the Bessel function K; infinite at 0 where alpha <= d/2."""
        a, order = self.alpha, self.alpha - d / 2.0
        s = math.sqrt(2.0 * a) * w
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            logs = order * (np.log(s) - math.log(2.0 * a)) + np.log(special.kve(abs(order), s)) - s
            found = np.exp(
                math.log(2.0) - 0.5 * d * math.log(2.0 * math.pi) + a * math.log(a) - math.lgamma(a) + logs
            )
        centre = (
            (a / (2.0 * math.pi)) ** (d / 2.0) * math.exp(math.lgamma(order) - math.lgamma(a))
            if order > 0.0
            else math.inf
        )
        return np.where(np.isfinite(found), found, centre)


@dataclass(frozen=True)
class ExponentialPowerCovariance(StationaryKernel):
    """exp(-z^power), 0 < power <= 2: tau = 2 S_{power/2}, positive stable."""

    power: float = 1.0

    def __post_init__(self) -> None:
        """DomainError for a power outside (0, 2]."""
        super().__post_init__()
        if not 0.0 < self.power <= 2.0:
            raise DomainError("power", self.power, "0 < power <= 2")

    @property
    def title(self) -> str:
        """With its power."""
        return f"exponential kernel of power {self.power:.5g}"

    def profile(self, z: Floats) -> Floats:
        """exp(-z^power)."""
        found: Floats = np.exp(-(np.asarray(z, dtype=np.float64) ** self.power))
        return found

    def mixing(self) -> Mixing:
        """tau = 2 S."""
        s, weights = mixing_laws.stable(self.power / 2.0)
        return 2.0 * s, weights


@dataclass(frozen=True)
class GeneralisedCauchyCovariance(StationaryKernel):
    """(1 + z^power)^{-beta}: tau = 2 S_{power/2} G^{2/power}; power 2 is the inverse multiquadric."""

    power: float = 2.0
    beta: float = 1.0

    def __post_init__(self) -> None:
        """DomainError for a power outside (0, 2], or beta <= 0."""
        super().__post_init__()
        if not 0.0 < self.power <= 2.0:
            raise DomainError("power", self.power, "0 < power <= 2")
        _positive("beta", self.beta)

    @property
    def title(self) -> str:
        """With its parameters."""
        return f"generalised Cauchy kernel of power {self.power:.5g} and beta {self.beta:.5g}"

    def profile(self, z: Floats) -> Floats:
        """(1 + z^power)^{-beta}."""
        found: Floats = np.exp(-self.beta * np.log1p(np.asarray(z, dtype=np.float64) ** self.power))
        return found

    def mixing(self) -> Mixing:
        """tau = 2 S G^{2/power}."""
        tau, weights = mixing_laws.stable_by_gamma(self.power / 2.0, self.beta)
        return 2.0 * tau, weights
