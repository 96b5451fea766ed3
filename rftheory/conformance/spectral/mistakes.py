"""What public code makes of the law of a kernel's rows: each mistake as the law that it gives."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rftheory.moments import radial_kernels as kernels
from rftheory.moments.radial_kernels import (
    ExponentialPowerKernel,
    GaussianKernel,
    MaternKernel,
    Product,
    RationalQuadraticKernel,
    StationaryKernel,
)


def mistakes(kernel: StationaryKernel, lengthscale: float) -> Iterator[tuple[str, StationaryKernel]]:
    """Causes and the laws of rows that they give, in units in which the kernel has lengthscale one."""
    if isinstance(kernel, MaternKernel):
        yield from _matern(kernel)
    if isinstance(kernel, RationalQuadraticKernel):
        yield "gamma-inverted", MaternKernel(nu=kernel.alpha)
        yield "gamma-factor", RationalQuadraticKernel(1.0 / math.sqrt(kernel.alpha), kernel.alpha)
    if isinstance(kernel, ExponentialPowerKernel) and kernel.power < 2.0:
        turned = math.cos(math.pi * kernel.power / 4.0) ** (1.0 / kernel.power)
        yield "stable-scale", ExponentialPowerKernel(turned, kernel.power)
        yield "univariate-stable", kernels.stable_product(kernel.power)
    if isinstance(kernel, Product) and isinstance(kernel.base, MaternKernel):
        yield "radial-for-product", MaternKernel(nu=kernel.base.nu)
    yield "gaussian-rows", GaussianKernel()
    for factor, cause in _lengths(lengthscale):
        yield cause, kernel.stretched(factor)


def _matern(kernel: MaternKernel) -> Iterator[tuple[str, StationaryKernel]]:
    nu = kernel.nu
    yield "matern-degrees", MaternKernel(nu=nu / 2.0)
    yield "gamma-inverted", RationalQuadraticKernel(alpha=nu)
    yield "gamma-factor", MaternKernel(math.sqrt(nu), nu)
    yield "univariate-t", kernels.student_product(nu)


def _lengths(lengthscale: float) -> Iterator[tuple[float, str]]:
    yield 2.0 * math.pi, "lengthscale-2pi"
    yield 0.5 / math.pi, "lengthscale-2pi"
    if abs(math.log(lengthscale)) > 0.05:
        yield lengthscale**-2, "lengthscale-inverted"
        yield 1.0 / lengthscale, "lengthscale-lost"
