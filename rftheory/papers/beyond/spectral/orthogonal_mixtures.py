"""Orthogonal directions with independent radii: rational quadratic and Cauchy kernels, and where the covariance is negative.

Mixtures of Gaussian kernels by laws that are mixtures themselves; far apart the ratio tends to a limit.
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
from rftheory.papers.beyond._lemmas.drawn.frequencies import (
    CAUCHY_ROWS,
    HEAVY_ROWS,
    RQ_ROWS,
    block_gains,
    covariance,
)
from rftheory.papers.beyond._lemmas.orthogonal_radii import (
    LENGTH,
    NEAR,
    ORDINARY,
    RQ_COV,
    RQ_DOMAIN,
    RQ_INTEGRAL,
    RQ_LESS,
    RQ_POWERS,
    from_half_powers,
)
from rftheory.papers.beyond._lemmas.radial_kernels import PLANE, RQ, SCALE, alpha, d, l, z

_t = sp.Symbol("t", nonnegative=True)

RQ_COVARIANCE = Statement(
    id="beyond/spectral/orf/rq-cov",
    kind="identity",
    where="orthogonal directions, independent radii",
    title="Covariance of orthogonal rows for the rational quadratic kernel",
    text="With c = z^2/(2 alpha l^2) the covariance of two orthogonal rows with independent radii is one finite integral.",
    latex=(
        r"\mathrm{Cov}_d=-\alpha^2c^2\int_0^1\frac{t^{d/2}}{(1+ct)^{2\alpha+2}}\,{}_2F_1\left(\alpha+1,\alpha+1;2;"
        r"-\tfrac{c^2t(1-t)}{(1+ct)^2}\right)dt"
    ),
    domain_text="d >= 2, alpha > 0, l > 0, z > 0",
    domain=RQ_LESS,
    sides={"": formula(RQ_INTEGRAL, RQ_DOMAIN, "d alpha l z", closed=RQ_POWERS)},
    claim=Equal("", formula(RQ_COV, RQ_LESS, "d alpha l z")),
    checks=(
        covariance(
            "orthogonal rows",
            RQ_ROWS,
            formula(RQ_INTEGRAL, RQ_DOMAIN, "d alpha l z"),
            {"d": 3, "alpha": "3/2", "l": 1, "z": "3/2", "m": 3},
        ),
    ),
    uses=("beyond/spectral/orf/two-scale-cov", "beyond/spectral/orf/contour"),
)

_CAUCHY = Domain(
    (PLANE, SCALE, real("z", 0, reach=("1e-3", 30))),
    extra=(
        {"d": 2, "l": 1, "z": 1},
        {"d": 3, "l": 1, "z": 0},
        {"d": 10**6, "l": 1, "z": 1},
        {"d": 5, "l": "1/10", "z": 9},
    ),
)
_AWAY = Domain(
    (integer("d", 2, reach=100, meaning="dimension"), SCALE, real("z", above=0, reach=("1e-3", 30)))
)
_e = z**2 / (2 * l**2)
_CAUCHY_COV = -(_e**2) / (d / 2 + 1) * sp.hyper((2, d / 2 + 1), (d / 2 + 2,), -_e * (_e + 2))
_CAUCHY_INTEGRAL = -(_e**2) * from_half_powers(1 / (1 + _e * (_e + 2) * _t) ** 2)

CAUCHY_COVARIANCE = Statement(
    id="beyond/spectral/orf/cauchy-cov",
    kind="identity",
    where="orthogonal directions, independent radii",
    title="Covariance of orthogonal rows for the radial Cauchy kernel",
    text="For k = 1/(1 + c), c = z^2/(2 l^2), the covariance is elementary for integer d/2.",
    latex=r"\mathrm{Cov}_d=-\frac{c^2}{\frac d2+1}\,{}_2F_1\left(2,\tfrac d2+1;\tfrac d2+2;-c(c+2)\right)",
    domain_text="d >= 2, l > 0, z >= 0",
    domain=_CAUCHY,
    sides={"": formula(_CAUCHY_COV, _CAUCHY, "d l z", closed=RQ_POWERS.subs(alpha, 1))},
    claim=All(
        (
            On(_AWAY, Equal("", formula(_CAUCHY_INTEGRAL, _AWAY, "d l z")), "z > 0"),
            On(
                Domain((ORDINARY, LENGTH, real("z", "1/10", reach=("1/10", 6)))),
                Equal("", formula(RQ_COV.subs(alpha, 1), RQ_DOMAIN, "d l z")),
                "as the rational quadratic kernel of shape 1",
            ),
        )
    ),
    checks=(
        covariance(
            "orthogonal rows",
            CAUCHY_ROWS,
            formula(_CAUCHY_COV, _CAUCHY, "d l z"),
            {"d": 4, "l": 2, "z": 3, "m": 4},
        ),
    ),
    uses=("beyond/spectral/orf/rq-cov",),
)

_AT_MOST_ONE = Domain(
    (ORDINARY, real("alpha", "1/8", 1, meaning="shape of the mixture"), LENGTH, NEAR),
    extra=({"d": 3, "alpha": 1, "l": 1, "z": 20}, {"d": 8, "alpha": "1/2", "l": 1, "z": 1}),
)
_m1, _m2 = sp.symbols("m1 m2", positive=True)

STIELTJES = Statement(
    id="beyond/spectral/orf/stieltjes-always",
    kind="inequality",
    where="orthogonal directions, independent radii",
    title="Kernels of Stieltjes functions always gain from orthogonality",
    text=(
        "Where k(sqrt s) is a Stieltjes function, such as for rational quadratic kernels of exponent at most 1 and "
        "generalised Cauchy kernels with a beta <= 2, orthogonal rows strictly reduce the variance at every z > 0 in every "
        "d >= 2."
    ),
    latex=(
        r"\mathrm{Cov}_d=-\mathbb E\int_0^1\frac{t^{d/2}c_1c_2}{(1+(c_1+c_2+c_1c_2)t)^2}\,dt<0,\quad c_i=m_iz^2"
    ),
    domain_text="d >= 2, z > 0, m1, m2 iid",
    domain=_AT_MOST_ONE,
    claim=Below(formula(RQ_POWERS, _AT_MOST_ONE, "d alpha l z"), sp.S.Zero),
    checks=(
        block_gains(
            "generalised Cauchy", HEAVY_ROWS, {"d": 3, "a": "3/2", "beta": 1, "l": 1, "z": 1, "m": 3}
        ),
    ),
    uses=("beyond/spectral/orf/rq-cov", "beyond/spectral/orf/cauchy-cov"),
)

_LARGE = Domain(
    (PLANE, real("alpha", above=0, reach=("1/8", 20), meaning="shape of the mixture")),
    (Rule(alpha < d / 2, "alpha < d/2"),),
    extra=(
        {"d": 3, "alpha": "7/5"},
        {"d": 4, "alpha": 1},
        {"d": 10**4, "alpha": 1},
        {"d": 8, "alpha": "1/2"},
    ),
)
_FOLLOWED = Domain(
    (integer("d", 4, 12), real("alpha", "1/2", "3/2", meaning="shape of the mixture"), SCALE, NEAR),
    extra=({"d": 8, "alpha": "1/2", "l": 1, "z": 1}, {"d": 5, "alpha": "3/2", "l": 1, "z": 1}),
)
_LIMIT = sp.gamma(d / 2 - alpha) ** 2 / sp.gamma(d / 2) * (1 / sp.gamma(d / 2 - 2 * alpha))

RQ_LARGE = Statement(
    id="beyond/spectral/orf/rq-large-z",
    kind="asymptotic",
    where="orthogonal directions, independent radii",
    title="Far apart: where orthogonality hurts rational quadratic kernels",
    text=(
        "For alpha < d/2, T_d/k^2 tends to this limit as z grows; orthogonality helps at large z for alpha <= d/4 and hurts "
        "where it exceeds 1, such as at d = 3, alpha = 1.4, where it is about 30.7."
    ),
    latex=r"\frac{T_d}{k^2}\to\frac{\Gamma(\frac d2-\alpha)^2}{\Gamma(\frac d2)\Gamma(\frac d2-2\alpha)}",
    domain_text="d >= 2, 0 < alpha < d/2",
    domain=_LARGE,
    sides={"": formula(_LIMIT, _LARGE, "d alpha")},
    claim=On(
        _FOLLOWED,
        Limit(RQ_COV / RQ.at(z) ** 2 + 1, "z", sp.oo, formula(_LIMIT, _FOLLOWED, "d alpha")),
        "4 <= d <= 12, 1/2 <= alpha <= 3/2",
    ),
    uses=("beyond/spectral/orf/rq-cov",),
)

STATEMENTS = (
    RQ_COVARIANCE,
    CAUCHY_COVARIANCE,
    STIELTJES,
    RQ_LARGE,
)
