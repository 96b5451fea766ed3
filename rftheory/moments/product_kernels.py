"""Product kernels: that of one dimension in every coordinate, so that coordinates of a row are independent."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.moments.mixing_laws import Mixing
from rftheory.moments.radial_kernels import (
    ExponentialPowerCovariance,
    Lengths,
    MaternCovariance,
    RationalQuadraticCovariance,
    StationaryKernel,
)


@dataclass(frozen=True)
class ProductCovariance(StationaryKernel):
    """prod_i k(z_i) of a radial kernel k in one dimension: independent coordinates, each of its law."""

    base: StationaryKernel = field(default_factory=lambda: MaternCovariance(nu=0.5))
    title: str = "product kernel"
    radial: ClassVar[bool] = False

    def profile(self, z: Floats) -> Floats:
        """Along an axis it is that of one dimension."""
        return self.base.profile(np.asarray(z, dtype=np.float64) / self._inner)

    def mixing(self) -> Mixing:
        """That of each coordinate."""
        tau, weights = self.base.mixing()
        return tau / self._inner**2, weights

    def radius_cdf(self, r: Floats, d: int) -> Floats:
        """NotImplementedError: rows of independent coordinates are told by these."""
        raise NotImplementedError("norms of rows of a product kernel")

    @property
    def _inner(self) -> float:
        found = self.base.lengthscale
        assert not isinstance(found, tuple)
        return found

    def _value(self, z: Floats) -> Floats:
        found: Floats = np.prod(self.profile(np.abs(z)), axis=-1)
        return found

    def _density(self, w: Floats) -> Floats:
        found: Floats = np.prod(self.base.density(w[..., None]), axis=-1)
        return found


@dataclass(frozen=True)
class AdditiveCovariance(StationaryKernel):
    """sum_i exp(-z_i^2/2): each feature sees one coordinate, and k(0) is the dimension."""

    title = "additive Gaussian kernel"
    radial: ClassVar[bool] = False
    additive: ClassVar[bool] = True

    def profile(self, z: Floats) -> Floats:
        """That of one coordinate."""
        found: Floats = np.exp(-(np.asarray(z, dtype=np.float64) ** 2) / 2.0)
        return found

    def mixing(self) -> Mixing:
        """tau = 1."""
        return np.ones(1), np.ones(1)

    def density(self, w: Floats) -> Floats:
        """NotImplementedError: all its mass lies on the axes."""
        raise NotImplementedError("spectral density of an additive kernel")

    def radius_cdf(self, r: Floats, d: int) -> Floats:
        """NotImplementedError: each row has one coordinate."""
        raise NotImplementedError("norms of rows of an additive kernel")

    def _value(self, z: Floats) -> Floats:
        found: Floats = np.sum(self.profile(z), axis=-1)
        return found


def laplace(lengthscale: Lengths = 1.0) -> ProductCovariance:
    """exp(-|x - y|_1/l): independent Cauchy coordinates."""
    return ProductCovariance(lengthscale, MaternCovariance(nu=0.5), "Laplace kernel (L1)")


def cauchy(lengthscale: Lengths = 1.0) -> ProductCovariance:
    """prod 1/(1 + z_i^2): independent double-exponential coordinates."""
    return ProductCovariance(
        lengthscale, RationalQuadraticCovariance(math.sqrt(0.5), 1.0), "Cauchy product kernel"
    )


def student_product(nu: float, lengthscale: Lengths = 1.0) -> ProductCovariance:
    """prod_i of the Matern kernel of one dimension: independent coordinates of Student's law with 2 nu degrees."""
    return ProductCovariance(
        lengthscale, MaternCovariance(nu=nu), f"product of Matern {Fraction(nu)} kernels of one dimension"
    )


def stable_product(power: float, lengthscale: Lengths = 1.0) -> ProductCovariance:
    """exp(-sum |z_i|^power): independent symmetric stable coordinates."""
    return ProductCovariance(
        lengthscale, ExponentialPowerCovariance(power=power), f"product of exponentials of power {power:.5g}"
    )
