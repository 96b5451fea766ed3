"""Moments of the length of a frequency, and what a heavy tail of it does to the kernel near 0.

E r^p = l^(-p) E tau^(p/2) E chi_d^p; a tail C R^(-a) with a < 2 makes 1 - k(z) of the order z^a.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.gamma_integral import GammaIntegral
from rftheory.kit import All, Domain, Equal, Limit, On, Rule, Statement, formula, integer, real
from rftheory.papers.beyond._lemmas.drawn.kernels import length_moments
from rftheory.papers.beyond._lemmas.radial_kernels import (
    APART,
    DIMENSION,
    EXPOWER,
    MATERN,
    RQ,
    SCALE,
    a,
    alpha,
    d,
    l,
    nu,
    p,
    z,
)

_POWER = real("p", reach=("1e-2", 20), meaning="order of the moment")
_CHI = 2 ** (p / 2) * sp.gamma((d + p) / 2) / sp.gamma(d / 2)
_CHI_BY_QUADRATURE = 2 ** (p / 2) * GammaIntegral((d + p) / 2, 0, 0) / sp.gamma(d / 2)


def _domain(shape: sp.Symbol, parameter: object, upper: sp.Basic, shapes: tuple[object, ...]) -> Domain:
    """(d, shape, l, p) with -d < p and a rule of the shape."""
    chosen = (
        (1, shapes[0], 1, "1/3"),
        (3, shapes[1], 2, -2),
        (64, shapes[2], "1/2", -50),
        (10**6, shapes[0], 1, -1),
    )
    return Domain(
        (DIMENSION, parameter, SCALE, _POWER),  # type: ignore[arg-type]
        (Rule(p > -d, "p > -d"), Rule(upper)),
        extra=tuple(dict(zip(("d", str(shape), "l", "p"), point, strict=True)) for point in chosen),
    )


_MATERN = _domain(nu, MATERN.parameter, p < 2 * nu, ("1/2", 3, 10**4))
_RQ = _domain(alpha, RQ.parameter, p > -2 * alpha, ("1/2", 3, 100))
_EXPOWER = _domain(a, EXPOWER.parameter, p < a, ("1/2", "3/2", "1/10"))

_MATERN_MOMENT = l ** (-p) * nu ** (p / 2) * sp.gamma(nu - p / 2) / sp.gamma(nu) * _CHI
_RQ_MOMENT = l ** (-p) * sp.gamma(alpha + p / 2) / (sp.gamma(alpha) * alpha ** (p / 2)) * _CHI
_EXPOWER_MOMENT = l ** (-p) * 2 ** (p / 2) * sp.gamma(1 - p / a) / sp.gamma(1 - p / 2) * _CHI
_MATERN_MEAN = l ** (-p) * nu ** (p / 2) * GammaIntegral(nu - p / 2, 0, 0) / sp.gamma(nu) * _CHI_BY_QUADRATURE
_RQ_MEAN = (
    l ** (-p) * alpha ** (-p / 2) * GammaIntegral(alpha + p / 2, 0, 0) / sp.gamma(alpha) * _CHI_BY_QUADRATURE
)
_EXPOWER_MEAN = (
    l ** (-p) * 2 ** (p / 2) * GammaIntegral(1 - p / a, 0, 0) / sp.gamma(1 - p / 2) * _CHI_BY_QUADRATURE
)


def _other(name: str, domain: Domain, left: sp.Expr, right: sp.Expr, words: str) -> On:
    """The moment of another kernel, by quadrature."""
    names = f"d {name} l p"
    return On(domain, Equal(formula(left, domain, names), formula(right, domain, names)), words)


MOMENT = Statement(
    id="beyond/spectral/radius-moment/matern",
    kind="identity",
    where="kernels and their frequency laws",
    title="Moments of the length of a frequency",
    text=(
        "E r^p is l^(-p) E tau^(p/2) times the moment of chi_d: finite iff -d < p < 2 nu (Matern), p > -min(d, 2 alpha) "
        "(rational quadratic), -d < p < a (exponential power, a < 2)."
    ),
    latex=(r"\mathbb E r^p=l^{-p}\,\mathbb E\tau^{p/2}\,2^{p/2}\frac{\Gamma(\frac{d+p}2)}{\Gamma(\frac d2)}"),
    domain_text="as stated, p real",
    domain=_MATERN,
    sides={"": formula(_MATERN_MOMENT, _MATERN, "d nu l p")},
    companions={
        "beyond/spectral/radius-moment/rq": {"": formula(_RQ_MOMENT, _RQ, "d alpha l p")},
        "beyond/spectral/radius-moment/expower": {"": formula(_EXPOWER_MOMENT, _EXPOWER, "d a l p")},
    },
    claim=All(
        (
            Equal("", formula(_MATERN_MEAN, _MATERN, "d nu l p")),
            _other("alpha", _RQ, _RQ_MOMENT, _RQ_MEAN, "rational quadratic"),
            _other("a", _EXPOWER, _EXPOWER_MOMENT, _EXPOWER_MEAN, "exponential power"),
        )
    ),
    checks=(
        *length_moments(
            formula(_MATERN_MOMENT, _MATERN, "d nu l p"),
            formula(_RQ_MOMENT, _RQ, "d alpha l p"),
            formula(_EXPOWER_MOMENT, _EXPOWER, "d a l p"),
        ),
    ),
    uses=("beyond/spectral/matern/density", "beyond/spectral/rq/kernel", "beyond/spectral/expower/kernel"),
)

_SMALL = Domain((real("nu", above=0, below=1, meaning="smoothness"), SCALE))
_TAILS = Domain((integer("d", 1, reach=10**4), *_SMALL.parameters))
_NEAR = Domain(
    (real("nu", "1/4", "3/4", meaning="smoothness"), SCALE, APART), extra=({"nu": "1/2", "l": 1, "z": 1},)
)
_A = sp.gamma(1 - nu) / sp.gamma(1 + nu) * (nu / 2) ** nu * l ** (-2 * nu)
_TAIL = (2 * nu) ** nu * l ** (-2 * nu) * sp.gamma(nu + d / 2) / (sp.gamma(nu + 1) * sp.gamma(d / 2))
_KAPPA = sp.pi / (2 * sp.gamma(2 * nu) * sp.sin(sp.pi * nu))
_ONE_COORDINATE = sp.gamma(nu + sp.S.Half) * sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma(d / 2 + nu))

TAIL = Statement(
    id="beyond/spectral/tail/coefficient-matern",
    kind="asymptotic",
    where="kernels and their frequency laws",
    title="A heavy tail of the length, and the kernel near 0",
    text=(
        "For 0 < nu < 1 the Matern kernel has 1 - k(z) ~ A z^(2 nu). A tail P(r > R) ~ C R^(-a), 0 < a < 2, of any radial "
        "law gives 1 - k(z) ~ C kap_a E|u_1|^a z^a with kap_a = Gamma(1-a) cos(pi a/2), the same number in every dimension."
    ),
    latex=r"A=\frac{\Gamma(1-\nu)}{\Gamma(1+\nu)}\left(\tfrac\nu2\right)^\nu l^{-2\nu}",
    domain_text="0 < nu < 1, l > 0",
    domain=_SMALL,
    sides={"": formula(_A, _SMALL, "nu l")},
    claim=All(
        (
            On(
                _NEAR,
                Limit((1 - MATERN.at(z)) / z ** (2 * nu), "z", sp.S.Zero, formula(_A, _NEAR, "nu l")),
                "1/4 <= nu <= 3/4",
            ),
            On(
                _TAILS,
                Equal(
                    formula(_TAIL * _KAPPA * _ONE_COORDINATE, _TAILS, "d nu l"), formula(_A, _TAILS, "nu l")
                ),
                "from the tail of the length in every dimension",
            ),
        )
    ),
    uses=("beyond/spectral/matern/kernel", "beyond/spectral/matern/radius-cdf"),
)

STATEMENTS = (MOMENT, TAIL)
