"""What public code makes of the law of a kernel's rows: each mistake as the law that it gives."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rftheory.moments import product_kernels
from rftheory.moments.product_kernels import ProductCovariance
from rftheory.moments.radial_kernels import (
    ExponentialPowerCovariance,
    GaussianCovariance,
    MaternCovariance,
    RationalQuadraticCovariance,
    StationaryKernel,
)


def mistakes(kernel: StationaryKernel, lengthscale: float) -> Iterator[tuple[str, StationaryKernel]]:
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
