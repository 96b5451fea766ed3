"""Radial kernels as data: symbols, parameters, values at a distance, and their frequency laws as Gaussian mixtures.

A kernel is k(z) = E exp(-tau z^2/(2 l^2)); frequencies are sqrt(tau) g/l with g standard normal in R^d.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from rftheory.exact.functions.radial.gamma_integral import GammaIntegral
from rftheory.exact.functions.radial.matern import MaternKernel
from rftheory.exact.functions.radial.stable import StableLaplace
from rftheory.kit import Domain, Parameter, Rule, integer, real

d, m = sp.symbols("d m", positive=True, integer=True)
nu, alpha, a, beta, l = sp.symbols("nu alpha a beta l", positive=True)
z, w, r = sp.symbols("z w r", nonnegative=True)
p = sp.Symbol("p", real=True)

DIMENSION = integer("d", 1, meaning="dimension")
PLANE = integer("d", 2, meaning="dimension")
SCALE = real("l", above=0, reach=("1e-2", 50), meaning="lengthscale")
DISTANCE = real("z", 0, reach=("1e-4", 50), meaning="|x-y|")
APART = real("z", above=0, reach=("1e-4", 50), meaning="|x-y|, positive")
FREQUENCY = real("w", 0, reach=("1e-4", 50), meaning="length of a frequency")
MOVING = real("w", above=0, reach=("1e-4", 50), meaning="length of a frequency, positive")
EXPONENT = real("beta", above=0, reach=("1e-1", 20), meaning="exponent")


@dataclass(frozen=True)
class RadialKernel:
    """A kernel of one shape parameter: its value at a distance, and k as a mean over the mixing variable."""

    key: str
    shape: sp.Symbol
    parameter: Parameter
    at: Callable[[sp.Expr], sp.Expr]
    mixture: Callable[[sp.Expr], sp.Expr]

    @property
    def names(self) -> str:
        """The parameters of its value, in order."""
        return f"{self.shape} l z"

    def domain(
        self, *others: Parameter, distance: Parameter = DISTANCE, rules: tuple[Rule, ...] = ()
    ) -> Domain:
        """(others.., shape, l, z) with ordinary and extreme shapes and distances."""
        chosen = tuple(
            {str(self.shape): shape, "l": scale, "z": far}
            for shape, scale, far in (
                ("1/2", 1, 1), ("3/2", 2, "1/1000"), (1, "1/3", 5), ("1/100", 1, 40), ("19/10", 50, "1/10"),
            )
        )  # fmt: skip
        return Domain((*others, self.parameter, SCALE, distance), rules, extra=() if others else chosen)


def _squared(t: sp.Expr) -> sp.Expr:
    """nu t^2/(2 l^2), the exact parameter of the Matern kernel."""
    return nu * sp.expand(t**2) / (2 * l**2)


MATERN = RadialKernel(
    "matern",
    nu,
    real("nu", above=0, reach=("1e-2", 50), meaning="smoothness"),
    lambda t: MaternKernel(nu, _squared(t)),
    lambda t: GammaIntegral(nu, _squared(t), sp.S.Zero) / sp.gamma(nu),
)
RQ = RadialKernel(
    "rq",
    alpha,
    real("alpha", above=0, reach=("1e-2", 50), meaning="shape of the mixture"),
    lambda t: (1 + sp.expand(t**2) / (2 * alpha * l**2)) ** (-alpha),
    lambda t: GammaIntegral(alpha, sp.S.Zero, sp.expand(t**2) / (2 * alpha * l**2)) / sp.gamma(alpha),
)
EXPOWER = RadialKernel(
    "expower",
    a,
    real("a", above=0, upper=2, reach=("1e-1", 2), meaning="power"),
    lambda t: sp.exp(-((t / l) ** a)),
    lambda t: StableLaplace(a / 2, sp.expand(t**2) / l**2),
)


def variance(kernel: RadialKernel, at: sp.Expr = z) -> sp.Expr:
    """V at a distance."""
    return (1 + kernel.at(2 * at) - 2 * kernel.at(at) ** 2) / 2


def offset_variance(kernel: RadialKernel) -> sp.Expr:
    """The variance of 2 cos(w.x + b) cos(w.y + b)."""
    return 1 + kernel.at(2 * z) / 2 - kernel.at(z) ** 2


def half_integer(order: int, x: sp.Expr) -> sp.Expr:
    """The Matern kernel of smoothness order + 1/2 at x = sqrt(2 nu) z/l, for the orders 0, 1, 2."""
    return ((1, 1 + x, 1 + x + x**2 / 3)[order]) * sp.exp(-x)


MATERN_DENSITY = (
    sp.gamma(nu + d / 2)
    * l**d
    / (sp.gamma(nu) * (2 * nu * sp.pi) ** (d / 2))
    * (1 + l**2 * w**2 / (2 * nu)) ** (-(nu + d / 2))
)
