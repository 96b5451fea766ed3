"""What full orthogonal blocks gain at small distances, for Matern and rational quadratic kernels."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import All, Domain, Equal, Limit, On, Statement, formula, integer, real
from rftheory.papers.beyond._lemmas.orthogonal_radii import LENGTH, MATERN_COV, NEAR, SHAPE
from rftheory.papers.beyond._lemmas.radial_kernels import MATERN, PLANE, alpha, d, nu, z

_VARIANCE = (1 + MATERN.at(2 * z) - 2 * MATERN.at(z) ** 2) / 2
_FOUR = Domain(
    (PLANE, real("nu", above=0, reach=("1/10", 50), meaning="smoothness")),
    extra=({"d": 3, "nu": "3/2"}, {"d": 3, "nu": "5/2"}, {"d": 10**6, "nu": 4}, {"d": 2, "nu": 2}),
)
_ABOVE = Domain(
    (integer("d", 2, 9), real("nu", 4, 6, meaning="smoothness"), LENGTH, NEAR),
    extra=({"d": 3, "nu": "9/2", "l": 1, "z": 1},),
)
_BELOW = Domain(
    (integer("d", 2, 9), real("nu", "1/4", "3/4", meaning="smoothness"), LENGTH, NEAR),
    extra=({"d": 3, "nu": "1/2", "l": 1, "z": 1},),
)
_SHAPES = Domain((PLANE, SHAPE), extra=({"d": 3, "alpha": 1}, {"d": 64, "alpha": "1/2"}))
_MATERN_LIMIT = sp.Piecewise((1 - 2 * (d - 1) * (nu - 2) / ((d + 2) * (2 * nu - 1)), nu > 2), (1, True))
_RQ_LIMIT = 1 - 2 * (d - 1) * alpha / ((d + 2) * (2 * alpha + 3))
_RATIO = 1 + (d - 1) * MATERN_COV / _VARIANCE


def _by_moments(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """1 - 2(d-1)/(3 d kap - (d+2)), kap = E r^4/(E r^2)^2, from two moments of the mixing variable."""
    return 1 - 2 * (d - 1) / (3 * (d + 2) * second / first**2 - (d + 2))


_SMOOTH_SIDE = Domain((PLANE, real("nu", above=2, reach=("1/10", 50), meaning="smoothness")))
_ROUGH_SIDE = Domain((PLANE, real("nu", above=0, upper=2, meaning="smoothness")))
_BY_MATERN = _by_moments(nu * sp.gamma(nu - 1) / sp.gamma(nu), nu**2 * sp.gamma(nu - 2) / sp.gamma(nu))
_BY_RQ = _by_moments(
    sp.gamma(alpha + 1) / (alpha * sp.gamma(alpha)), sp.gamma(alpha + 2) / (alpha**2 * sp.gamma(alpha))
)

SMALL_Z_RATIO = Statement(
    id="beyond/spectral/orf/small-z-ratio-matern",
    kind="asymptotic",
    where="orthogonal directions, independent radii",
    title="The gain of full blocks at small distances",
    text=(
        "For full blocks the ratio of errors tends to 1 - 2(d-1)/(3 d kap - (d+2)), kap = E r^4/(E r^2)^2, as z -> 0: for "
        "Matern this for nu > 2 and 1 for nu <= 2, where E r^4 is infinite and the gain vanishes."
    ),
    latex=r"1-\frac{2(d-1)(\nu-2)}{(d+2)(2\nu-1)}",
    domain_text="d >= 2, nu > 2 (value 1 for nu <= 2)",
    domain=_FOUR,
    sides={"": formula(_MATERN_LIMIT, _FOUR, "d nu")},
    companions={"beyond/spectral/orf/small-z-ratio-rq": {"": formula(_RQ_LIMIT, _SHAPES, "d alpha")}},
    claim=All(
        (
            On(_ABOVE, Limit(_RATIO, "z", sp.S.Zero, _MATERN_LIMIT.args[0][0]), "4 <= nu <= 6"),
            On(_BELOW, Limit(_RATIO, "z", sp.S.Zero, sp.S.One), "1/4 <= nu <= 3/4"),
            On(
                _SMOOTH_SIDE,
                Equal("", formula(_BY_MATERN, _SMOOTH_SIDE, "d nu")),
                "nu > 2, by the moments of tau",
            ),
            On(_ROUGH_SIDE, Equal("", formula(sp.S.One, _ROUGH_SIDE, "d nu")), "nu <= 2"),
            On(
                _SHAPES,
                Equal(formula(_RQ_LIMIT, _SHAPES, "d alpha"), formula(_BY_RQ, _SHAPES, "d alpha")),
                "rational quadratic, by the moments of tau",
            ),
        )
    ),
    uses=("beyond/spectral/orf/matern-cov",),
)

STATEMENTS = (SMALL_Z_RATIO,)
