"""Orthogonal rows with independent radii: many dimensions, large distances, and one fixed radius at small distances.

With a = tau z^2/(2 l^2) and M_j = E a^j e^(-a) the covariance in many dimensions is -2 M_1^2/d + O(1/d^2), M_1 = -z k'/2:
orthogonality helps at every fixed z, at most by the share (z k')^2/(2V) of the variance.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.gamma_integral import GammaIntegral
from rftheory.kit import (
    All,
    Derivation,
    Domain,
    Equal,
    Limit,
    On,
    Order,
    Proof,
    Statement,
    formula,
    part,
    real,
)
from rftheory.papers.beyond._lemmas.orthogonal_radii import LENGTH, NEAR
from rftheory.papers.beyond._lemmas.radial_kernels import (
    APART,
    MATERN,
    PLANE,
    RQ,
    SCALE,
    alpha,
    d,
    l,
    nu,
    r,
    z,
)

_WHERE = "orthogonal directions, independent radii"
_y = nu * z**2 / (2 * l**2)
_x = sp.sqrt(2 * nu) * z / l


def _mean(j: int) -> sp.Expr:
    """M_j of the Matern kernel, E a^j e^(-a) with a = y/G, by the Bessel function."""
    return 2 * (_x / 2) ** (nu + j) * sp.besselk(nu - j, _x) / sp.gamma(nu)


def _mixture(j: int) -> sp.Expr:
    """M_j as a mean over the Gamma variable, by quadrature."""
    return _y**j * GammaIntegral(nu - j, _y, sp.S.Zero) / sp.gamma(nu)


def _two_terms(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    return -2 * first**2 / d + (4 * first**2 - 8 * first * second + 2 * second**2) / d**2


_POINTS = tuple(
    {"d": dd, "nu": nn, "l": ll, "z": zz}
    for dd, nn, ll, zz in (
        (2, "1/2", 1, 1), (3, "3/2", 1, "1/10"), (10**6, "7/4", 2, 9), (64, 20, 1, 1), (3, "1/100", 1, "1/1000"),
    )
)  # fmt: skip
_MATERN = Domain((PLANE, MATERN.parameter, SCALE, APART), extra=_POINTS)
_GAUSSIAN_DOMAIN = Domain((PLANE, LENGTH, NEAR), extra=({"d": 3, "l": 1, "z": 1}, {"d": 2, "l": 2, "z": 1}))
_c = z**2 / (2 * l**2)
_GAUSSIAN_COV = sp.hyper((d,), (d / 2,), -_c) - sp.exp(-2 * _c)
_GAUSSIAN_TERMS = _two_terms(_c * sp.exp(-_c), _c**2 * sp.exp(-_c))
_CAUCHY_COV = -(_c**2) / (d / 2 + 1) * sp.hyper((2, d / 2 + 1), (d / 2 + 2,), -_c * (_c + 2))
_CAUCHY_TERMS = _two_terms(_c / (1 + _c) ** 2, 2 * _c**2 / (1 + _c) ** 3)


LARGE_D = Statement(
    id="beyond/spectral/orf/large-d-matern",
    kind="asymptotic",
    where=_WHERE,
    title="The covariance in many dimensions",
    text=(
        "For any scale mixture at fixed z, Cov_d = -2 M_1^2/d + (4 M_1^2 - 8 M_1 M_2 + 2 M_2^2)/d^2 + O(d^-3) with "
        "M_j = E a^j e^(-a), a = tau z^2/(2 l^2), and 2 M_1^2 = (z k'(z))^2/2."
    ),
    latex=(r"\mathrm{Cov}_d=-\frac{(zk')^2}{2d}+\frac{4M_1^2-8M_1M_2+2M_2^2}{d^2}+\mathcal O(d^{-3})"),
    domain_text="scale mixtures, z > 0",
    domain=_MATERN,
    sides={"rhs": formula(_two_terms(_mean(1), _mean(2)), _MATERN, "d nu l z")},
    claim=All(
        (
            Equal("rhs", formula(_two_terms(_mixture(1), _mixture(2)), _MATERN, "d nu l z")),
            On(
                _GAUSSIAN_DOMAIN,
                Order(
                    d**3,
                    "d",
                    formula(_GAUSSIAN_COV, _GAUSSIAN_DOMAIN, "d l z"),
                    formula(_GAUSSIAN_TERMS, _GAUSSIAN_DOMAIN, "d l z"),
                ),
                "Gaussian kernel",
            ),
            On(
                _GAUSSIAN_DOMAIN,
                Order(
                    d**3,
                    "d",
                    formula(_CAUCHY_COV, _GAUSSIAN_DOMAIN, "d l z"),
                    formula(_CAUCHY_TERMS, _GAUSSIAN_DOMAIN, "d l z"),
                ),
                "radial Cauchy kernel",
            ),
        )
    ),
    uses=("beyond/spectral/orf/two-scale-cov",),
)

_MATERN_AT = Domain(
    (MATERN.parameter, SCALE, APART), extra=tuple({k: v for k, v in p.items() if k != "d"} for p in _POINTS)
)
_RQ_AT = Domain(
    (RQ.parameter, SCALE, APART),
    extra=(
        {"alpha": 1, "l": 1, "z": 1},
        {"alpha": "1/100", "l": 1, "z": "1/1000"},
        {"alpha": 50, "l": 2, "z": 9},
    ),
)
_HALF = Domain(
    (real("nu", "1/2", "1/2", meaning="smoothness"), SCALE, APART),
    extra=({"nu": "1/2", "l": 1, "z": 1}, {"nu": "1/2", "l": 2, "z": "1/1000"}),
)
_CAUCHY = Domain(
    (PLANE, real("alpha", 1, 1, meaning="shape of the mixture"), LENGTH, NEAR),
    extra=({"d": 3, "alpha": 1, "l": 1, "z": 1}, {"d": 2, "alpha": 1, "l": 2, "z": 1}),
)
_MATERN_TWICE = 1 + MATERN.at(2 * z) - 2 * MATERN.at(z) ** 2
_RQ_TWICE = 1 + RQ.at(2 * z) - 2 * RQ.at(z) ** 2
_s = z**2 / (2 * alpha * l**2)
_MATERN_LIMIT = 1 - (2 * _mean(1)) ** 2 / _MATERN_TWICE
_RQ_LIMIT = 1 - (2 * alpha * _s * (1 + _s) ** (-alpha - 1)) ** 2 / _RQ_TWICE
_CAUCHY_VARIANCE = (1 + 1 / (1 + 4 * _c) - 2 / (1 + _c) ** 2) / 2

LIMIT_RATIO = Statement(
    id="beyond/spectral/orf/limit-ratio-matern",
    kind="asymptotic",
    where=_WHERE,
    title="The gain of full blocks in many dimensions",
    text="For full blocks at fixed z the ratio of errors tends to 1 - (z k'(z))^2/(1 + k(2z) - 2k(z)^2) as d grows.",
    latex=r"1-\frac{(zk'(z))^2}{1+k(2z)-2k(z)^2}",
    domain_text="scale mixtures; nu > 0, alpha > 0, l > 0, z > 0",
    domain=_MATERN_AT,
    sides={
        "": formula(_MATERN_LIMIT, _MATERN_AT, "nu l z", closed=1 - (2 * _mixture(1)) ** 2 / _MATERN_TWICE)
    },
    companions={"beyond/spectral/orf/limit-ratio-rq": {"": formula(_RQ_LIMIT, _RQ_AT, "alpha l z")}},
    claim=All(
        (
            On(
                _HALF,
                Equal("", formula(1 - (z / l) ** 2 / (sp.exp(2 * z / l) - 1), _HALF, "l z")),
                "nu = 1/2",
            ),
            On(
                _CAUCHY,
                Limit(
                    1 + (d - 1) * _CAUCHY_COV / _CAUCHY_VARIANCE,
                    "d",
                    sp.oo,
                    formula(_RQ_LIMIT, _CAUCHY, "alpha l z"),
                ),
                "radial Cauchy kernel",
            ),
        )
    ),
    uses=("beyond/spectral/orf/large-d-matern", "beyond/spectral/variance/matern"),
)

_FIXED = Domain(
    (PLANE, real("r", above=0, reach=("1e-2", 20), meaning="common radius"), APART),
    extra=({"d": 2, "r": 1, "z": 1}, {"d": 3, "r": 5, "z": "1/100"}, {"d": 10**6, "r": 1000, "z": "1/1000"}),
)


def _omega(squared: sp.Expr) -> sp.Expr:
    return sp.hyper((), (d / 2,), -squared / 4)


_t2 = (r * z) ** 2
_FIXED_MSE = (
    (1 + _omega(4 * _t2) - 2 * _omega(_t2) ** 2) / 2 + (d - 1) * (_omega(2 * _t2) - _omega(_t2) ** 2)
) / d
_FIXED_RHS = (r * z) ** 8 * (d - 1) / (24 * d**2 * (d + 2) ** 2 * (d + 4) * (d + 6))


def _fourth_steps(proof: Proof) -> None:
    n = sp.Symbol("d", positive=True)
    fourth = 3 / (n * (n + 2))
    eighth = 105 / (n * (n + 2) * (n + 4) * (n + 6))
    mixed = 9 / (n * (n + 2) * (n + 4) * (n + 6))
    proof.equal(
        sp.factor(n * eighth + n * (n - 1) * mixed - (n * fourth) ** 2),
        24 * (n - 1) / ((n + 2) ** 2 * (n + 4) * (n + 6)),
        "the variance of sum u_i^4 over a unit vector of uniform direction",
    )
    t = sp.Symbol("t", positive=True)
    proof.equal(
        (t**4 / (24 * n)) ** 2 * 24 * (n - 1) / ((n + 2) ** 2 * (n + 4) * (n + 6)),
        t**8 * (n - 1) / (24 * n**2 * (n + 2) ** 2 * (n + 4) * (n + 6)),
        "sum u_i^2 = 1 is no random number: the mean of d cosines first varies with t^4/(24 d) sum u_i^4",
    )


FIXED_RADIUS = Statement(
    id="beyond/spectral/orf/fixed-radius-small-z",
    kind="asymptotic",
    where=_WHERE,
    title="A full block of one common radius at small distances",
    text=(
        "Rows of one common fixed radius r (kernel Om_d(r z)), full block m = d: the error is of order z^8 as z -> 0, where "
        "that of independent rows is of order z^4."
    ),
    latex=r"\mathrm{MSE}\sim\frac{(rz)^8(d-1)}{24d^2(d+2)^2(d+4)(d+6)}",
    domain_text="d >= 2, r > 0, z -> 0",
    domain=_FIXED,
    sides={"rhs": formula(_FIXED_RHS, _FIXED, "d r z")},
    claim=Order(z**-10, "z", formula(_FIXED_MSE, _FIXED, "d r z"), "rhs", toward=sp.S.Zero),
    checks=(Derivation(_fourth_steps, part("the leading coefficient")),),
    uses=("beyond/spectral/orf/pair-radii",),
)

STATEMENTS = (LARGE_D, LIMIT_RATIO, FIXED_RADIUS)
