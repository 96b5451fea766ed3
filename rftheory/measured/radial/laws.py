"""The radial laws of the usual kernels, one frozen dataclass each: the law of the mixing variable tau, or of the radius."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

import numpy as np
from scipy import special

from rftheory.measured.inputs import Floats
from rftheory.measured.radial.gammas import gammas
from rftheory.measured.radial.law import (
    AbstractLengthLaw,
    AbstractRadialLaw,
    Shape,
    checked_lengthscale,
    unknown_quantiles,
)
from rftheory.measured.radial.lengthscales import Lengthscale, positive
from rftheory.measured.radial.stable import bounded_exp, log_gamma_draws, log_stable

TINY = float(np.finfo(np.float64).tiny)


@final
@dataclass(frozen=True)
class Gaussian(AbstractRadialLaw):
    """exp(-z^2/(2 l^2)): tau = 1. Source: beyond, spectral/scale-mixture."""

    lengthscale: Lengthscale = 1.0
    name: str = field(default="gaussian", init=False, repr=False)
    title: str = field(default="Gaussian kernel", init=False, repr=False)
    reference: str = field(default="beyond, spectral/gaussian/density", init=False, repr=False)

    def __post_init__(self) -> None:
        self._keep(lengthscale=checked_lengthscale(self))

    def scales(self, rng: np.random.Generator, shape: Shape) -> Floats:
        del rng
        return np.ones(shape)

    def quantiles(self, shares: Floats) -> Floats:
        return np.ones_like(shares)


@final
@dataclass(frozen=True)
class Matern(AbstractRadialLaw):
    """The Matern kernel of smoothness nu: tau = 2 nu / chi^2_{2 nu}, one for all coordinates of a row.

    nu = 1/2 is e^{-z/l}. Source: beyond, spectral/matern/kernel.
    """

    nu: float
    lengthscale: Lengthscale = 1.0
    name: str = field(default="matern", init=False, repr=False)
    title: str = field(default="Matérn kernel", init=False, repr=False)
    reference: str = field(default="beyond, spectral/matern/kernel", init=False, repr=False)

    def __post_init__(self) -> None:
        self._keep(nu=positive("nu", self.nu), lengthscale=checked_lengthscale(self))

    def scales(self, rng: np.random.Generator, shape: Shape) -> Floats:
        scales = gammas(self.nu, rng=rng, shape=shape)
        if self.nu <= 1.0:  # beyond, a float is zero with a probability below 2^-100
            np.maximum(scales, TINY, out=scales)
        return np.divide(self.nu, scales, out=scales)

    def quantiles(self, shares: Floats) -> Floats:
        gammas = np.maximum(special.gammainccinv(self.nu, shares), TINY)
        return np.asarray(self.nu / gammas)


@final
@dataclass(frozen=True)
class RationalQuadratic(AbstractRadialLaw):
    """(1 + z^2/(2 alpha l^2))^{-alpha}: tau = chi^2_{2 alpha} / (2 alpha). Source: beyond, spectral/rq/kernel."""

    alpha: float
    lengthscale: Lengthscale = 1.0
    name: str = field(default="rq", init=False, repr=False)
    title: str = field(default="Rational quadratic kernel", init=False, repr=False)
    reference: str = field(default="beyond, spectral/rq/kernel", init=False, repr=False)

    def __post_init__(self) -> None:
        self._keep(alpha=positive("alpha", self.alpha), lengthscale=checked_lengthscale(self))

    def scales(self, rng: np.random.Generator, shape: Shape) -> Floats:
        scales = gammas(self.alpha, rng=rng, shape=shape)
        scales /= self.alpha
        return scales

    def quantiles(self, shares: Floats) -> Floats:
        return np.asarray(special.gammaincinv(self.alpha, shares) / self.alpha)


@final
@dataclass(frozen=True)
class ExponentialPower(AbstractRadialLaw):
    """exp(-(z/l)^a), a = power in (0, 2]: tau = 2 S_{a/2}, S_b positive stable. Source: beyond, spectral/expower/kernel."""

    power: float
    lengthscale: Lengthscale = 1.0
    name: str = field(default="exponential-power", init=False, repr=False)
    title: str = field(default="Exponential power kernel", init=False, repr=False)
    reference: str = field(default="beyond, spectral/expower/kernel", init=False, repr=False)

    def __post_init__(self) -> None:
        self._keep(power=positive("power", self.power, most=2.0), lengthscale=checked_lengthscale(self))

    def scales(self, rng: np.random.Generator, shape: Shape) -> Floats:
        return 2.0 * bounded_exp(log_stable(self.power / 2.0, rng=rng, shape=shape))

    def quantiles(self, shares: Floats) -> Floats:
        del shares
        raise unknown_quantiles(self)


@final
@dataclass(frozen=True)
class GeneralisedCauchy(AbstractRadialLaw):
    """(1 + (z/l)^a)^{-beta}, a = power in (0, 2]: tau = 2 S_{a/2} G^{2/a}, G ~ Gamma(beta, 1) independent of S.

    Source: beyond, spectral/gencauchy/kernel.
    """

    power: float
    beta: float
    lengthscale: Lengthscale = 1.0
    name: str = field(default="generalised-cauchy", init=False, repr=False)
    title: str = field(default="Generalised Cauchy kernel", init=False, repr=False)
    reference: str = field(default="beyond, spectral/gencauchy/kernel", init=False, repr=False)

    def __post_init__(self) -> None:
        self._keep(power=positive("power", self.power, most=2.0), beta=positive("beta", self.beta))
        self._keep(lengthscale=checked_lengthscale(self))

    def scales(self, rng: np.random.Generator, shape: Shape) -> Floats:
        logs = log_stable(self.power / 2.0, rng=rng, shape=shape)
        logs += (2.0 / self.power) * log_gamma_draws(self.beta, rng=rng, shape=shape)
        return 2.0 * bounded_exp(logs)

    def quantiles(self, shares: Floats) -> Floats:
        del shares
        raise unknown_quantiles(self)


@final
@dataclass(frozen=True)
class FixedRadius(AbstractLengthLaw):
    """Every frequency has the length `radius`; the kernel is Omega_d(radius z). No scale mixture.

    Source: beyond, spectral/omega.
    """

    radius: float
    name: str = field(default="fixed-radius", init=False, repr=False)
    title: str = field(default="Frequencies of one length", init=False, repr=False)
    reference: str = field(default="beyond, spectral/omega", init=False, repr=False)
    lengthscale: Lengthscale = field(default=1.0, init=False, repr=False)
    mixture: bool = field(default=False, init=False, repr=False)

    def __post_init__(self) -> None:
        self._keep(radius=positive("radius", self.radius))

    def radii(self, d: int, rng: np.random.Generator, shape: Shape) -> Floats:
        del rng
        self.check(d)
        return np.full(shape, self.radius)


@final
@dataclass(frozen=True)
class TwoRadii(AbstractLengthLaw):
    """Length `first` with probability `chance`, else `second`: the laws over which an inequality is searched.

    Source: beyond, spectral/simplex/antithetic.
    """

    chance: float
    first: float
    second: float
    lengthscale: Lengthscale = field(default=1.0, init=False, repr=False)
    name: str = field(default="two-radii", init=False, repr=False)
    title: str = field(default="Frequencies of two lengths", init=False, repr=False)
    reference: str = field(default="beyond, spectral/simplex/antithetic", init=False, repr=False)
    mixture: bool = field(default=False, init=False, repr=False)

    def radii(self, d: int, rng: np.random.Generator, shape: Shape) -> Floats:
        self.check(d)
        return np.where(rng.random(shape) < self.chance, self.first, self.second)
