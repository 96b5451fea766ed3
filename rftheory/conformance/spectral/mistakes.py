"""What public code makes of the law of a kernel's rows: each mistake as the law that it gives."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from scipy import special

from rftheory.measured.inputs import Floats
from rftheory.moments import product_kernels
from rftheory.moments.mixing_laws import Mixing
from rftheory.moments.product_kernels import ProductCovariance
from rftheory.moments.radial_kernels import (
    ExponentialPowerCovariance,
    GaussianCovariance,
    MaternCovariance,
    RationalQuadraticCovariance,
    StationaryKernel,
)


def mistakes(kernel: StationaryKernel, lengthscale: float, d: int) -> Iterator[tuple[str, StationaryKernel]]:
    """Causes and the laws of rows that they give, in units in which the kernel has lengthscale one."""
    if isinstance(kernel, MaternCovariance):
        yield from _matern(kernel)
    if isinstance(kernel, RationalQuadraticCovariance):
        yield "gamma-inverted", MaternCovariance(nu=kernel.alpha)
        yield "gamma-factor", RationalQuadraticCovariance(1.0 / math.sqrt(kernel.alpha), kernel.alpha)
    if isinstance(kernel, ExponentialPowerCovariance) and kernel.power < 2.0:
        turned = math.cos(math.pi * kernel.power / 4.0) ** (1.0 / kernel.power)
        yield "stable-scale", ExponentialPowerCovariance(turned, kernel.power)
        yield "univariate-stable", product_kernels.stable_product(kernel.power)
    if isinstance(kernel, ProductCovariance) and isinstance(kernel.base, MaternCovariance):
        yield "radial-for-product", MaternCovariance(nu=kernel.base.nu)
    yield "gaussian-rows", GaussianCovariance()
    if kernel.radial:
        yield "norms-sqrt-d", FixedLength(base=kernel, d=d)
    for factor, cause in _lengths(lengthscale):
        yield cause, kernel.stretched(factor)


def _matern(kernel: MaternCovariance) -> Iterator[tuple[str, StationaryKernel]]:
    nu = kernel.nu
    yield "matern-degrees", MaternCovariance(nu=nu / 2.0)
    yield "gamma-inverted", RationalQuadraticCovariance(alpha=nu)
    yield "gamma-factor", MaternCovariance(math.sqrt(nu), nu)
    yield "univariate-t", product_kernels.student_product(nu)


def _lengths(lengthscale: float) -> Iterator[tuple[float, str]]:
    yield 2.0 * math.pi, "lengthscale-2pi"
    yield 0.5 / math.pi, "lengthscale-2pi"
    if abs(math.log(lengthscale)) > 0.05:
        yield lengthscale**-2, "lengthscale-inverted"
        yield 1.0 / lengthscale, "lengthscale-lost"


@dataclass(frozen=True)
class FixedLength(StationaryKernel):
    """Rows sqrt(d tau) u: lengths sqrt(d) in place of chi_d under the mixing law of `base`. Its law is known in `d` dimensions.

    Source: beyond/spectral/mistake/fixed-norm-rq.
    """

    base: StationaryKernel = field(default_factory=GaussianCovariance)
    d: int = 2

    @property
    def title(self) -> str:
        """In words."""
        return f"{self.base.title} with lengths sqrt(d)"

    def profile(self, z: Floats) -> Floats:
        """NotImplementedError: told by its rows alone."""
        raise NotImplementedError("the kernel of rows of fixed lengths")

    def mixing(self) -> Mixing:
        """That of the base, of which no row is Gaussian."""
        return self.base.mixing()

    def radius_cdf(self, r: Floats, d: int) -> Floats:
        """P(tau <= r^2/d), the steps of the nodes made straight lines over the logarithm."""
        tau, weights = self.base.mixing()
        order = np.argsort(tau)
        shares = np.cumsum(weights[order]) - 0.5 * weights[order]
        with np.errstate(divide="ignore"):
            logs = np.log(np.asarray(r, dtype=np.float64) ** 2 / d)
        return np.interp(logs, np.log(tau[order]), shares, left=0.0, right=1.0)

    def coordinate_cdf(self, t: Floats) -> Floats:
        """That of sqrt(d tau) u_1: (1 + sign B(t^2/(d tau)))/2, B the law of u_1^2."""
        tau, weights = self.base.mixing()
        at = np.asarray(t, dtype=np.float64)[..., None]
        shares = special.betainc(0.5, (self.d - 1) / 2.0, np.minimum(at**2 / (self.d * tau), 1.0))
        found: Floats = (0.5 + 0.5 * np.sign(at) * shares) @ weights
        return found
