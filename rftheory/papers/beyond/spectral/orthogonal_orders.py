"""Orthogonal rows with independent radii: Matern kernels and small distances.

Cov_d = T_d - k^2 tends to a negative multiple of (1-k)^2 as z -> 0; the gain of full blocks vanishes for nu <= 2, where
the fourth moment of a frequency is infinite.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    All,
    Below,
    Domain,
    Equal,
    Limit,
    On,
    Rule,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers.beyond._lemmas.drawn.frequencies import MATERN_ROWS, block_error, covariance
from rftheory.papers.beyond._lemmas.orthogonal_radii import (
    LENGTH,
    MATERN_COV,
    MATERN_DOMAIN,
    NEAR,
    SMOOTH,
)
from rftheory.papers.beyond._lemmas.radial_kernels import (
    DIMENSION,
    MATERN,
    PLANE,
    a,
    d,
    m,
    nu,
    z,
)

_R = sp.Symbol("R", nonnegative=True)
_t = sp.Symbol("t", nonnegative=True)
_phi = sp.Symbol("phi", nonnegative=True)
_DENSITY_DOMAIN = Domain(
    (DIMENSION, MATERN.parameter, real("R", 0, reach=("1e-3", 50), meaning="joint radius")),
    extra=tuple(
        {"d": dd, "nu": nn, "R": rr}
        for dd, nn, rr in ((1, "1/2", 1), (3, "3/2", "1/100"), (64, 5, 3), (2, "1/100", 50), (10**4, 1, 2))
    ),
)
_ORDINARY = Domain(
    (integer("d", 1, reach=40), real("nu", "1/2", reach=("1/2", 8)), real("R", above=0, reach=("1e-2", 9))),
    extra=({"d": 2, "nu": "1/2", "R": 1}, {"d": 3, "nu": "3/2", "R": 2}, {"d": 1, "nu": 2, "R": "1/10"}),
)
_HALF_SMOOTH = Domain((DIMENSION, real("R", 0, reach=("1e-3", 50))))
_rho = _R**2 / 2
_JOINT = (
    2
    * sp.gamma(nu + d / 2) ** 2
    / (sp.gamma(nu) ** 2 * sp.gamma(d))
    * _R ** (2 * d - 1)
    / (1 + _rho) ** (2 * nu + d)
    * sp.hyper((nu + d / 2, sp.S.Half), ((d + 1) / 2,), (_rho / (1 + _rho)) ** 2)
)
_ONE = 2 * sp.gamma(nu + d / 2) / (sp.gamma(nu) * sp.gamma(d / 2))
_CONVOLVED = (
    2
    * _ONE**2
    * _R ** (2 * d - 1)
    * sp.Integral(
        (sp.sin(_phi) * sp.cos(_phi)) ** (d - 1)
        * (1 + _R**2 + _R**4 * sp.sin(2 * _phi) ** 2 / 4) ** (-(nu + d / 2)),
        (_phi, 0, sp.pi / 4),
    )
)
_ELEMENTARY = (
    2
    * sp.gamma((d + 1) / 2) ** 2
    / (sp.pi * sp.gamma(d))
    * _R ** (2 * d - 1)
    / ((1 + _R**2 / 2) ** d * sp.sqrt(1 + _R**2))
)

JOINT_RADIUS = Statement(
    id="beyond/spectral/orf/matern-R-density",
    kind="identity",
    where="orthogonal directions, independent radii",
    title="Law of the joint radius of two Matern frequencies",
    text="The density of R = sqrt(r1^2 + r2^2) of two independent Matern radii in the unit l/sqrt(2 nu); elementary for half-integer nu.",
    latex=(
        r"f_R=C\frac{R^{2d-1}}{(1+\rho)^{2\nu+d}}\,{}_2F_1\left(\nu+\tfrac d2,\tfrac12;\tfrac{d+1}2;"
        r"\left(\tfrac{\rho}{1+\rho}\right)^2\right),\quad\rho=\tfrac{R^2}2"
    ),
    domain_text="d >= 1, nu > 0, R >= 0",
    domain=_DENSITY_DOMAIN,
    sides={"": formula(_JOINT, _DENSITY_DOMAIN, "d nu R")},
    claim=All(
        (
            On(
                _ORDINARY,
                Equal("", formula(_CONVOLVED, _ORDINARY, "d nu R")),
                "by convolution along the angle",
            ),
            On(
                _HALF_SMOOTH,
                Equal(
                    formula(_JOINT.subs(nu, sp.S.Half), _HALF_SMOOTH, "d R"),
                    formula(_ELEMENTARY, _HALF_SMOOTH, "d R"),
                ),
                "nu = 1/2",
            ),
        )
    ),
    uses=("beyond/spectral/matern/radius-cdf",),
)

_VARIANCE = (1 + MATERN.at(2 * z) - 2 * MATERN.at(z) ** 2) / 2
_BLOCK = Domain(
    (MATERN_DOMAIN["d"], integer("m", 1, reach=64, meaning="rows of one block"), SMOOTH, LENGTH, NEAR),
    (Rule(m <= d, "m <= d (rows of one block)"),),
    extra=tuple({**point, "m": 2} for point in MATERN_DOMAIN.extra),
)
_BLOCK_RATIO = 1 + (m - 1) * MATERN_COV / _VARIANCE
_MODEST_BLOCK = Domain(
    (
        integer("d", 2, 9, meaning="dimension"),
        integer("m", 1, 9, meaning="rows of one block"),
        real("nu", "1/4", 3, meaning="smoothness"),
        real("l", "1/2", 2, meaning="lengthscale"),
        real("z", "1/4", 2, meaning="|x-y|"),
    ),
    (Rule(m <= d, "m <= d (rows of one block)"),),
    extra=({"d": 3, "m": 2, "nu": "1/2", "l": 1, "z": 1},),
)
_MIXED_VARIANCE = (1 + MATERN.mixture(2 * z)) / 2 - MATERN.mixture(z) ** 2
_BLOCK_ERRORS = ((m * _MIXED_VARIANCE + m * (m - 1) * MATERN_COV) / m**2) / (_MIXED_VARIANCE / m)
_SMALL = Domain(
    (integer("d", 2, 9, meaning="dimension"), real("nu", "1/4", "3/4", meaning="smoothness"), LENGTH, NEAR),
    extra=({"d": 3, "nu": "1/2", "l": 1, "z": 1}, {"d": 4, "nu": "1/2", "l": 1, "z": 1}),
)
_c = sp.Symbol("c", real=True)


def small_z(order: sp.Expr, cosine: sp.Expr) -> sp.Expr:
    """W(d, a, c)."""
    return (
        sp.gamma((d + order) / 2) ** 2
        / (sp.gamma(d / 2) * sp.gamma(d / 2 + order))
        * sp.hyper((-order / 2, -order / 2), (sp.S.Half,), cosine**2)
        - 1
    )


MATERN_COVARIANCE = Statement(
    id="beyond/spectral/orf/matern-cov",
    kind="identity",
    where="orthogonal directions, independent radii",
    title="Covariance of orthogonal rows for Matern kernels",
    text=(
        "The covariance T_d - k^2 of two orthogonal Matern rows with independent radii, T_d a mean of Om_d over the joint "
        "radius, here by Hankel's contour; m <= d rows have 1 + (m-1) Cov_d/V times the error of independent ones."
    ),
    latex=r"T_d=\int_0^\infty f_R(R)\,\Omega_d(Rx)\,dR,\quad x=\tfrac{\sqrt{2\nu}z}l",
    domain_text="d >= 2, nu > 0, l > 0, z > 0",
    domain=MATERN_DOMAIN,
    sides={"": formula(MATERN_COV, MATERN_DOMAIN, "d nu l z")},
    companions={"beyond/spectral/orf/matern-ratio": {"": formula(_BLOCK_RATIO, _BLOCK, "d m nu l z")}},
    claim=All(
        (
            On(
                _SMALL,
                Limit(MATERN_COV / (1 - MATERN.at(z)) ** 2, "z", sp.S.Zero, small_z(2 * nu, sp.S.Zero)),
                "z -> 0, 1/4 <= nu <= 3/4, 2 <= d <= 9",
            ),
            On(
                _MODEST_BLOCK,
                Equal(
                    formula(_BLOCK_RATIO, _BLOCK, "d m nu l z"),
                    formula(_BLOCK_ERRORS, _MODEST_BLOCK, "d m nu l z"),
                ),
                "errors of m rows, orthogonal over independent, V by quadrature over tau",
            ),
        )
    ),
    checks=(
        covariance(
            "orthogonal rows",
            MATERN_ROWS,
            formula(MATERN_COV, MATERN_DOMAIN, "d nu l z"),
            {"d": 3, "nu": "3/2", "l": 1, "z": 1, "m": 3},
        ),
        block_error(
            "a block",
            MATERN_ROWS,
            formula(_BLOCK_RATIO * _VARIANCE / m, _BLOCK, "d m nu l z"),
            {"d": 4, "m": 4, "nu": "5/2", "l": 1, "z": "3/2"},
        ),
    ),
    uses=("beyond/spectral/orf/contour", "beyond/spectral/orf/matern-R-density"),
)

_COSINES = Domain(
    (PLANE, real("a", above=0, upper=2, meaning="index of the tail, 2 for a finite mean square"), real("c", -1, 1)),
    extra=(
        {"d": 2, "a": 2, "c": 0}, {"d": 3, "a": 1, "c": "1/2"}, {"d": 10**6, "a": "1/2", "c": "1/1000"},
        {"d": 2, "a": "1/100", "c": 1}, {"d": 2, "a": 2, "c": -1},
    ),
)  # fmt: skip
_RIGHT = Domain(_COSINES.parameters[:2])
_TWO = Domain((PLANE, real("c", -1, 1)))
_INSIDE = Domain((*_COSINES.parameters[:2], real("c", "-9/10", "9/10")))
_EULER = (
    sp.gamma((d + a) / 2) ** 2
    / (sp.gamma(d / 2) * sp.gamma(d / 2 + a))
    * (1 - _c**2) ** (a + sp.S.Half)
    * sp.hyper(((1 + a) / 2, (1 + a) / 2), (sp.S.Half,), _c**2)
    - 1
)

_WITH_ZERO = sp.Piecewise(
    (-2 * (1 - d * _c**2) / (d + 2), sp.Eq(a, 2)), (small_z(a, _c), True)
)  # 0 at d c^2 = 1

SMALL_Z = Statement(
    id="beyond/spectral/orf/small-z-constant",
    kind="asymptotic",
    where="orthogonal directions, independent radii",
    title="The covariance at small distances",
    text=(
        "For a pair of cosine c with independent radii Cov/(1-k)^2 tends to W(d, a, c), with a = 2 for a finite E r^2 and the "
        "index of a regularly varying tail below 2 else. At c = 0 it is negative for all d >= 2 and a; at a = 2 it is "
        "-2(1 - d c^2)/(d+2)."
    ),
    latex=(
        r"\frac{\mathrm{Cov}}{(1-k)^2}\to\frac{\Gamma(\frac{d+a}2)^2}{\Gamma(\frac d2)\Gamma(\frac d2+a)}"
        r"\,{}_2F_1\left(-\tfrac a2,-\tfrac a2;\tfrac12;c^2\right)-1"
    ),
    domain_text="d >= 2, 0 < a <= 2, -1 <= c <= 1",
    domain=_COSINES,
    sides={"": formula(small_z(a, _c), _COSINES, "d a c", closed=_WITH_ZERO)},
    claim=All(
        (
            On(
                _SMALL,
                Limit(MATERN_COV / (1 - MATERN.at(z)) ** 2, "z", sp.S.Zero, small_z(2 * nu, sp.S.Zero)),
                "Matern, a = 2 nu, c = 0",
            ),
            On(
                _INSIDE,
                Equal("", formula(_EULER, _INSIDE, "d a c")),
                "|c| <= 9/10, by Euler's transformation",
            ),
            On(_RIGHT, Below(formula(small_z(a, sp.S.Zero), _RIGHT, "d a"), sp.S.Zero), "c = 0"),
            On(
                _TWO,
                Equal(
                    formula(small_z(sp.Integer(2), _c), _TWO, "d c"),
                    formula(-2 * (1 - d * _c**2) / (d + 2), _TWO, "d c"),
                ),
                "a = 2",
            ),
        )
    ),
    uses=("beyond/spectral/orf/matern-cov",),
)

STATEMENTS = (JOINT_RADIUS, MATERN_COVARIANCE, SMALL_Z)
