"""Orthogonal rows with independent radii: Matern kernels far apart, and the most the exponential kernel can gain."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.gamma_integral import GammaIntegral
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Limit,
    On,
    Proof,
    Rule,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers.beyond._lemmas.orthogonal_radii import LENGTH, MATERN_PAIR, NEAR
from rftheory.papers.beyond._lemmas.radial_kernels import (
    APART,
    MATERN,
    MATERN_DENSITY,
    PLANE,
    SCALE,
    d,
    l,
    nu,
    w,
    z,
)

_WHERE = "orthogonal directions, independent radii"
_NONE = Domain(())
_x0 = 2 + sp.LambertW(sp.Mul(-2, sp.exp(-2)))
_CAP, _CAP_Z = _x0 * (2 - _x0) / 4, _x0 / 2
_LINE = Domain((real("z", above=0, reach=("1e-3", 20)),), extra=({"z": 1}, {"z": "4/5"}))


def _stationary(proof: Proof) -> None:
    x = sp.Symbol("x", positive=True)
    g = x**2 / 4 / (sp.exp(x) - 1)
    proof.equal(
        sp.diff(g, x),
        x * (2 * (sp.exp(x) - 1) - x * sp.exp(x)) / (4 * (sp.exp(x) - 1) ** 2),
        "the slope of the gain in x = 2z/l",
    )
    proof.equal(
        sp.diff(2 * (sp.exp(x) - 1) - x * sp.exp(x), x, 2),
        -x * sp.exp(x),
        "its numerator is concave, 0 at 0 with slope 1: one sign change, a maximum",
    )
    proof.equal(
        (x**2 / 4 / (sp.exp(x) - 1)).subs(sp.exp(x), 2 / (2 - x)),
        x * (2 - x) / 4,
        "at the root e^x = 2/(2-x), that is (x-2) e^(x-2) = -2 e^(-2)",
    )


CAP = Statement(
    id="beyond/spectral/orf/exponential-cap",
    kind="optimality",
    where=_WHERE,
    title="The most that orthogonality gains for the exponential kernel",
    text=(
        "For e^(-z/l) the limit ratio is 1 - (z/l)^2/(e^(2z/l) - 1); the largest gain in high dimension is x0(2-x0)/4 = "
        "0.1619..., x0 = 2 + W_0(-2 e^-2), at z = l x0/2."
    ),
    latex=r"\max_z\frac{z^2}{e^{2z}-1}=\frac{x_0(2-x_0)}4,\quad x_0=2+W_0(-2e^{-2})",
    domain_text="-",
    domain=_NONE,
    sides={"": formula(_CAP, _NONE, "")},
    companions={"beyond/spectral/orf/exponential-cap-z": {"": formula(_CAP_Z, _NONE, "")}},
    claim=All(
        (
            Equal("", formula(_CAP_Z**2 / (sp.exp(2 * _CAP_Z) - 1), _NONE, "")),
            Equal(formula(_CAP_Z, _NONE, ""), formula(1 - sp.exp(-_x0), _NONE, "")),
            On(
                _LINE,
                Below(formula(z**2 / (sp.exp(2 * z) - 1), _LINE, "z"), _CAP, strict=False),
                "every z, l = 1",
            ),
        )
    ),
    checks=(Derivation(_stationary, WHOLE),),
    uses=("beyond/spectral/orf/limit-ratio-matern",),
)

_POINTS = tuple(
    {"d": dd, "nu": nn, "l": ll, "z": zz}
    for dd, nn, ll, zz in (
        (2, "1/2", 1, 50),
        (3, "1/2", 1, 60),
        (4, "3/2", 2, 100),
        (7, 5, 1, 1000),
        (64, "5/2", 1, 90),
    )
)
_FAR = Domain((PLANE, MATERN.parameter, SCALE, APART), extra=_POINTS)
_x = sp.sqrt(2 * nu) * z / l
_MASS = (2 * sp.pi) ** d * MATERN_DENSITY.subs(w, 0)
_ODD = _MASS**2 * sp.pi ** (-d) * sp.gamma(d / 2) * (1 / sp.gamma(-d / 2)) * z ** (-2 * d)
_EVEN = (
    (1 + (-1) ** d)
    / 2
    * sp.cos(sp.pi * d / 2)
    * (4 * sp.gamma(nu + d / 2) / sp.gamma(nu) ** 2)
    * (_x / 2) ** (nu - d / 2)
    * sp.besselk(nu - d / 2, _x)
)
_EVEN_BY_MEANS = (  # (x/2)^mu K_mu(x) as an integral, for orders of any size
    (1 + (-1) ** d)
    / 2
    * sp.cos(sp.pi * d / 2)
    * (2 * sp.gamma(nu + d / 2) / sp.gamma(nu) ** 2)
    * GammaIntegral(nu - d / 2, nu * z**2 / (2 * l**2), sp.S.Zero)
)
_ROUGH = Domain(
    (integer("d", 3, 3), real("nu", "1/2", "3/2", meaning="smoothness"), LENGTH, NEAR),
    extra=({"d": 3, "nu": "1/2", "l": 1, "z": 1}, {"d": 3, "nu": "3/2", "l": 1, "z": 1}),
)
_PAIRED = Domain(
    (integer("d", 2, 4), real("nu", "1/2", "1/2"), real("l", 1, 1), integer("z", 20, 30)),
    (Rule(sp.Eq(sp.Mod(d, 2), 0), "d even"),),
)
_FIRST = MATERN_PAIR / (_ODD + _EVEN)

LARGE_Z = Statement(
    id="beyond/spectral/orf/large-z-matern",
    kind="asymptotic",
    where=_WHERE,
    title="Matern kernels far apart: where orthogonality hurts",
    text=(
        "As z grows T_d is of order z^(-2d) for odd d, and (-1)^(d/2) times a Bessel function for even d; both dominate k^2. "
        "Orthogonal rows eventually hurt exactly when d mod 4 is 0 or 3, for every nu."
    ),
    latex=(
        r"T_d\sim\frac{(\int k)^2\,\Gamma(\frac d2)}{\pi^d\,\Gamma(-\frac d2)}z^{-2d}\ (d\text{ odd}),\quad "
        r"(-1)^{d/2}\frac{4\Gamma(\nu+\frac d2)}{\Gamma(\nu)^2}\left(\tfrac x2\right)^{\nu-\frac d2}"
        r"K_{\nu-\frac d2}(x)\ (d\text{ even})"
    ),
    domain_text="d >= 2, nu > 0, l > 0, z large",
    domain=_FAR,
    sides={"rhs": formula(_ODD + _EVEN, _FAR, "d nu l z", closed=_ODD + _EVEN_BY_MEANS)},
    claim=All(
        (
            On(_ROUGH, Limit(_FIRST, "z", sp.oo, sp.S.One), "d = 3, 1/2 <= nu <= 3/2"),
            On(
                _PAIRED,
                Below(formula(_FIRST - sp.Rational(3, 2), _PAIRED, "d nu l z"), sp.S.Half, absolute=True),
                "d = 2 and 4, nu = 1/2, z = 20 .. 30: the sign, and the size up to a factor 2",
            ),
        )
    ),
    uses=("beyond/spectral/orf/matern-cov",),
)

STATEMENTS = (CAP, LARGE_Z)
