"""Product laws: independent coordinates, whose kernels are products and not radial. Independent rows only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.measured.radial.law import AbstractProductLaw, Shape, checked_lengthscale
from rftheory.measured.radial.lengthscales import Lengthscale, positive

TINY = float(np.finfo(np.float64).tiny)


@final
@dataclass(frozen=True)
class LaplaceProduct(AbstractProductLaw):
    """exp(-|x - y|_1 / l): independent Cauchy coordinates. Source: beyond, spectral/laplace-product/kernel."""

    lengthscale: Lengthscale = 1.0
    name: str = field(default="laplace", init=False, repr=False)
    title: str = field(default="Laplace product kernel", init=False, repr=False)
    reference: str = field(default="beyond, spectral/laplace-product/kernel", init=False, repr=False)

    def __post_init__(self) -> None:
        self._keep(lengthscale=checked_lengthscale(self))

    def coordinates(self, rng: np.random.Generator, shape: Shape) -> Floats:
        return rng.standard_cauchy(shape)


@final
@dataclass(frozen=True)
class CauchyProduct(AbstractProductLaw):
    """prod_i 1/(1 + (x_i - y_i)^2 / l^2): independent double-exponential coordinates.

    Source: beyond, spectral/cauchy-product/kernel.
    """

    lengthscale: Lengthscale = 1.0
    name: str = field(default="cauchy", init=False, repr=False)
    title: str = field(default="Cauchy product kernel", init=False, repr=False)
    reference: str = field(default="beyond, spectral/cauchy-product/kernel", init=False, repr=False)

    def __post_init__(self) -> None:
        self._keep(lengthscale=checked_lengthscale(self))

    def coordinates(self, rng: np.random.Generator, shape: Shape) -> Floats:
        return rng.laplace(size=shape)


@final
@dataclass(frozen=True)
class StudentProduct(AbstractProductLaw):
    """prod_i k(|x_i - y_i|), k the Matern kernel of smoothness nu: independent t_{2 nu} coordinates.

    Not the Matern kernel of |x - y|. Source: beyond, spectral/product/diagonal-matern.
    """

    nu: float
    lengthscale: Lengthscale = 1.0
    name: str = field(default="student", init=False, repr=False)
    title: str = field(default="Product of Matérn kernels", init=False, repr=False)
    reference: str = field(default="beyond, spectral/product/diagonal-matern", init=False, repr=False)

    def __post_init__(self) -> None:
        self._keep(nu=positive("nu", self.nu), lengthscale=checked_lengthscale(self))

    def coordinates(self, rng: np.random.Generator, shape: Shape) -> Floats:
        gammas = np.maximum(rng.standard_gamma(self.nu, shape), TINY)
        return rng.standard_normal(shape) * np.sqrt(self.nu / gammas)
