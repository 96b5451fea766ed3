"""The Matern kernel: value, spectral density in both conventions, law of the length of a frequency.

tau = nu/G with G of the Gamma law of shape nu: rows are multivariate Student-t with 2 nu degrees of freedom, over l.
Compared with certified quadrature over the mixture, and with the elementary forms at half-integers.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.beta_cdf import BetaCdf
from rftheory.exact.functions.radial.gamma_integral import GammaIntegral
from rftheory.kit import All, Domain, Equal, On, Representations, Statement, formula, integer, real
from rftheory.papers.beyond._lemmas.drawn.frequencies import MATERN_ROWS
from rftheory.papers.beyond._lemmas.drawn.kernels import kernel_of, length_below
from rftheory.papers.beyond._lemmas.radial_kernels import (
    DIMENSION,
    FREQUENCY,
    MATERN,
    MATERN_DENSITY,
    SCALE,
    d,
    half_integer,
    l,
    nu,
    r,
    w,
    z,
)

_KERNEL = MATERN.domain()
_x = sp.sqrt(2 * nu) * z / l
_PRINTED = sp.Piecewise((2 ** (1 - nu) / sp.gamma(nu) * _x**nu * sp.besselk(nu, _x), z > 0), (1, True))
_PLAIN = Domain(_KERNEL.parameters[1:])


def _half(order: int) -> On:
    """The kernel at smoothness order + 1/2 in elementary functions."""
    smooth = sp.Rational(2 * order + 1, 2)
    return On(
        _PLAIN,
        Equal(
            formula(MATERN.at(z).subs(nu, smooth), _PLAIN, "l z"),
            formula(half_integer(order, _x.subs(nu, smooth)), _PLAIN, "l z"),
        ),
        f"nu = {smooth}",
    )


KERNEL = Statement(
    id="beyond/spectral/matern/kernel",
    kind="identity",
    where="kernels and their frequency laws",
    title="The Matern kernel as a mixture",
    text=(
        "The Matern kernel is the scale mixture with tau = nu/G, G of the Gamma law of shape nu, that is 2 nu/chi^2_{2 nu}: "
        "multivariate Student-t frequencies of 2 nu degrees of freedom, with one chi^2 for all coordinates of a row. At "
        "nu = 1/2, 3/2, 5/2 it is e^(-x), (1+x)e^(-x), (1+x+x^2/3)e^(-x)."
    ),
    latex=r"k(z)=\frac{2^{1-\nu}}{\Gamma(\nu)}x^\nu K_\nu(x),\quad x=\tfrac{\sqrt{2\nu}z}l",
    domain_text="nu > 0, l > 0, z >= 0, k(0) = 1",
    domain=_KERNEL,
    sides={"": formula(_PRINTED, _KERNEL, "nu l z", closed=MATERN.at(z))},
    claim=All(
        (Equal("", formula(MATERN.mixture(z), _KERNEL, "nu l z")), _half(0), _half(1), _half(2)),
    ),
    checks=(
        Representations(""),
        kernel_of("Matern", MATERN_ROWS, formula(_PRINTED, _KERNEL, "nu l z")),
    ),
    uses=("beyond/spectral/scale-mixture",),
)

_DENSITY_DOMAIN = Domain(
    (DIMENSION, MATERN.parameter, SCALE, FREQUENCY),
    extra=tuple(
        {"d": dd, "nu": nn, "l": ll, "w": ww}
        for dd, nn, ll, ww in (
            (1, "1/2", 1, 0), (3, "3/2", 2, 1), (64, "5/2", "1/2", 20), (10**6, 1, 1, 1000), (2, 10**6, 1, "1/10"),
            (5, "1/100", 50, 50),
        )
    ),
)  # fmt: skip
_GP = (
    2**d
    * sp.pi ** (d / 2)
    * sp.gamma(nu + d / 2)
    * (2 * nu) ** nu
    / (sp.gamma(nu) * l ** (2 * nu))
    * (2 * nu / l**2 + w**2) ** (-(nu + d / 2))
)
_MIXED = (
    (l**2 / (2 * sp.pi * nu)) ** (d / 2)
    * GammaIntegral(nu + d / 2, sp.S.Zero, l**2 * w**2 / (2 * nu))
    / sp.gamma(nu)
)

DENSITY = Statement(
    id="beyond/spectral/matern/density",
    kind="identity",
    where="kernels and their frequency laws",
    title="Spectral density of the Matern kernel, in both conventions",
    text=(
        "The density S of the angular frequency, a probability density, and the spectral density of the convention k(z) = "
        "int S_GP(w) e^(i w.z) dw/(2 pi)^d, which is (2 pi)^d S."
    ),
    latex=(
        r"S(w)=\frac{\Gamma(\nu+\frac d2)\,l^d}{\Gamma(\nu)(2\nu\pi)^{d/2}}\left(1+\tfrac{l^2w^2}{2\nu}\right)^{-(\nu+d/2)},"
        r"\quad S_{GP}(w)=\frac{2^d\pi^{d/2}\Gamma(\nu+\frac d2)(2\nu)^\nu}{\Gamma(\nu)l^{2\nu}}"
        r"\left(\tfrac{2\nu}{l^2}+w^2\right)^{-(\nu+d/2)}"
    ),
    domain_text="d >= 1, nu > 0, l > 0, w >= 0",
    domain=_DENSITY_DOMAIN,
    sides={"": formula(MATERN_DENSITY, _DENSITY_DOMAIN, "d nu l w")},
    companions={"beyond/spectral/matern/gp-density": {"": formula(_GP, _DENSITY_DOMAIN, "d nu l w")}},
    claim=All(
        (
            Equal("", formula(_MIXED, _DENSITY_DOMAIN, "d nu l w")),
            Equal(
                formula(_GP, _DENSITY_DOMAIN, "d nu l w"),
                formula((2 * sp.pi) ** d * _MIXED, _DENSITY_DOMAIN, "d nu l w"),
            ),
        )
    ),
    uses=("beyond/spectral/matern/kernel",),
)

RADIUS = real("r", 0, reach=("1e-3", 50), meaning="length of a frequency")
_LENGTHS = Domain(
    (DIMENSION, MATERN.parameter, SCALE, RADIUS),
    extra=tuple(
        {"d": dd, "nu": nn, "l": ll, "r": rr}
        for dd, nn, ll, rr in (
            (1, "1/2", 1, 0), (3, "3/2", 2, 1), (64, "5/2", "1/2", 20), (10**6, 1, 1, 1000), (2, 10**6, 1, "1/10"),
            (5, "1/100", 50, 50),
        )
    ),
)  # fmt: skip
_SHORTER = Domain(
    (
        integer("d", 1, reach=40),
        real("nu", above=0, reach=("1e-1", 20)),
        SCALE,
        real("r", above=0, reach=("1e-2", 20)),
    )
)
_q = l**2 * r**2 / (2 * nu)
_phi = sp.Symbol("phi", nonnegative=True)
_RADIAL = (
    2
    * sp.gamma(nu + d / 2)
    / (sp.gamma(nu) * sp.gamma(d / 2))
    * sp.Integral(sp.sin(_phi) ** (d - 1) * sp.cos(_phi) ** (2 * nu - 1), (_phi, 0, sp.atan(sp.sqrt(_q))))
)

RADIUS_CDF = Statement(
    id="beyond/spectral/matern/radius-cdf",
    kind="identity",
    where="kernels and their frequency laws",
    title="Law of the length of a Matern frequency",
    text="r^2 l^2 is d times an F variable with d and 2 nu degrees of freedom: r^2 l^2/(2 nu) is BetaPrime(d/2, nu).",
    latex=r"P(r\le R)=I_{q/(1+q)}(\tfrac d2,\nu),\quad q=\tfrac{l^2R^2}{2\nu}",
    domain_text="d >= 1, nu > 0, l > 0, r = R >= 0",
    domain=_LENGTHS,
    sides={"": formula(BetaCdf(d / 2, nu, _q / (1 + _q)), _LENGTHS, "d nu l r")},
    claim=On(
        _SHORTER,
        Equal("", formula(_RADIAL, _SHORTER, "d nu l r")),
        "the integral of the density over a ball, w = sqrt(2 nu) tan(phi)/l",
    ),
    checks=(length_below(formula(BetaCdf(d / 2, nu, _q / (1 + _q)), _LENGTHS, "d nu l r")),),
    uses=("beyond/spectral/matern/density",),
)

STATEMENTS = (KERNEL, DENSITY, RADIUS_CDF)
