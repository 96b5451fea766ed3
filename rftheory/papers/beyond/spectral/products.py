"""Product kernels beside radial ones, and lengthscales of their own for every coordinate.

Independent Cauchy coordinates give exp(-|x-y|_1/l), independent double-exponential ones prod 1/(1 + z_i^2/l^2).
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.exact.functions.radial.gamma_integral import GammaIntegral
from rftheory.kit import (
    All,
    Below,
    Domain,
    Equal,
    On,
    Rule,
    Statement,
    every,
    formula,
    real,
    same_length,
    vector,
)
from rftheory.papers.beyond._lemmas.drawn.kernels import ard_kernel, cauchy_kernel, laplace_kernel
from rftheory.papers.beyond._lemmas.radial_kernels import MATERN, MATERN_DENSITY, SCALE, d, l, nu, w, z

_zvec = sp.IndexedBase("zvec")
_i = sp.Symbol("i", integer=True, nonnegative=True)
_EVERY = (_i, 0, d - 1)
_VECTORS: tuple[str, ...] = ("0", "1", "1,-2", "1/2,0,-3", "1,1,1,1", "1/1000,-1/1000,20")
_DOMAIN = Domain(
    (SCALE, replace(vector("zvec", meaning="x-y"), roams=True)),
    extra=tuple({"l": scale, "zvec": entries} for scale in (1, "5/2") for entries in _VECTORS),
)
_LAPLACE = sp.exp(-sp.Sum(sp.Abs(_zvec[_i]), _EVERY) / l)
_STUDENT = sp.Product(
    GammaIntegral(sp.S.Half, _zvec[_i] ** 2 / (4 * l**2), sp.S.Zero) / sp.sqrt(sp.pi), _EVERY
)
_CAUCHY = sp.Product(1 / (1 + _zvec[_i] ** 2 / l**2), _EVERY)
_EXPONENTIAL = sp.Product(GammaIntegral(sp.S.One, sp.S.Zero, _zvec[_i] ** 2 / l**2), _EVERY)
_s, _t = sp.symbols("s t", positive=True)
_TWO = Domain((SCALE, real("s", above=0, reach=("1e-2", 9)), real("t", above=0, reach=("1e-2", 9))))

PRODUCTS = Statement(
    id="beyond/spectral/laplace-product/kernel",
    kind="identity",
    where="kernels and their frequency laws",
    title="Product kernels of Laplace and Cauchy",
    text=(
        "exp(-|x-y|_1/l) has independent Cauchy coordinates of frequency; it equals exp(-|x-y|_2/l), of the multivariate "
        "Cauchy law, on the axes only. prod 1/(1 + z_i^2/l^2) has independent double-exponential coordinates, with E|w|^2 = "
        "2d/l^2."
    ),
    latex=(r"k(\mathbf z)=e^{-\|\mathbf z\|_1/l},\quad k(\mathbf z)=\prod_i\frac1{1+z_i^2/l^2}"),
    domain_text="d >= 1, l > 0, zvec real",
    domain=_DOMAIN,
    sides={"": formula(_LAPLACE, _DOMAIN, "l zvec")},
    companions={"beyond/spectral/cauchy-product/kernel": {"": formula(_CAUCHY, _DOMAIN, "l zvec")}},
    claim=All(
        (
            Equal("", formula(_STUDENT, _DOMAIN, "l zvec")),
            Equal(formula(_CAUCHY, _DOMAIN, "l zvec"), formula(_EXPONENTIAL, _DOMAIN, "l zvec")),
            On(
                _TWO,
                Below(sp.exp(-(_s + _t) / l), sp.exp(-sp.sqrt(_s**2 + _t**2) / l)),
                "off the axes, at (s, t)",
            ),
            On(
                Domain((SCALE,)),
                Equal(GammaIntegral(3, 0, 0) / l**2, 2 / l**2),
                "E w_i^2 of a double-exponential coordinate",
            ),
        )
    ),
    checks=(
        laplace_kernel(formula(_LAPLACE, _DOMAIN, "l zvec")),
        cauchy_kernel(formula(_CAUCHY, _DOMAIN, "l zvec")),
    ),
    uses=("beyond/spectral/scale-mixture",),
)

_lvec, _wvec = sp.IndexedBase("lvec"), sp.IndexedBase("wvec")
_ARD = Domain(
    (MATERN.parameter, vector("lvec", meaning="lengthscales"), vector("wvec", meaning="a frequency")),
    (
        Rule(same_length(_lvec, _wvec), "as many entries of wvec as lengthscales"),
        Rule(every(_lvec, lambda entry: entry > 0), "lengthscales > 0"),
    ),
    extra=tuple(
        {"nu": smooth, "lvec": scales, "wvec": place}
        for smooth, scales, place in (
            ("1/2", "1,2", "1,1"), ("5/2", "1/2,3,7", "1,-1,1/3"), (3, "2", "0"), (1, "1,1/100,9,5", "2,0,1,1"),
        )
    ),
)  # fmt: skip
_length = sp.sqrt(sp.Sum(_lvec[_i] ** 2 * _wvec[_i] ** 2, _EVERY))
_scaled = sp.Product(_lvec[_i], _EVERY)
_AFTER = _scaled * MATERN_DENSITY.subs({l: 1, w: _length})
_MIXED = (
    _scaled
    / (2 * sp.pi * nu) ** (d / 2)
    * GammaIntegral(nu + d / 2, 0, sp.Sum(_lvec[_i] ** 2 * _wvec[_i] ** 2, _EVERY) / (2 * nu))
    / sp.gamma(nu)
)

ARD = Statement(
    id="beyond/spectral/ard",
    kind="identity",
    where="kernels and their frequency laws",
    title="A lengthscale for every coordinate",
    text=(
        "For k(|diag(l)^(-1)(x-y)|) the coordinates of a draw at l = 1 are divided by l_i, after any coupling; the density "
        "is prod l_i times that at l = 1 of |diag(l) w|, here for the Matern kernel."
    ),
    latex=r"S_{ARD}(\mathbf w)=\prod_il_i\;S_1(\|{\rm diag}(l)\mathbf w\|)",
    domain_text="l_i > 0",
    domain=_ARD,
    claim=Equal(formula(_AFTER, _ARD, "nu lvec wvec"), formula(_MIXED, _ARD, "nu lvec wvec")),
    checks=(ard_kernel(formula(MATERN.at(z), MATERN.domain(), "nu l z")),),
    uses=("beyond/spectral/matern/density",),
)

STATEMENTS = (PRODUCTS, ARD)
