"""Coupled rows for trigonometric features: pair means, simplex blocks, opposite pairs, and orthogonal rows to second order."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Agreement,
    Below,
    Derivation,
    Domain,
    Equal,
    Order,
    OrderCheck,
    Representations,
    Restated,
    Rule,
    Simulation,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import COUNT, WITHIN_BLOCK, d, fit, m
from rftheory.papers.beyond._lemmas.blocks import (
    ANY_DIMENSION,
    COSINE,
    DIMENSION,
    c,
    coefficient,
    p,
    phi,
    rho,
    z,
)
from rftheory.papers.beyond._lemmas.trigonometric_steps import (
    SIMPLEX_COSINE,
    TWO_TERMS,
    U,
    block_steps,
    opposite_steps,
    pair_steps,
    second_order_steps,
    second_steps,
)

_DISTANCE = real("z", 0, reach=("1e-6", 20), meaning="|x-y|")
_APART = real("z", above=0, reach=("1e-4", 12), meaning="|x-y|, positive")


def _even(cosine: sp.Expr) -> sp.Expr:
    """The printed series, over p = 2q."""
    term = cosine ** (2 * p) * coefficient(-U, 2 * p)
    return sp.exp(-U / 2) / sp.gamma(d / 2) * sp.Sum(term, (p, 0, sp.oo))


_EVEN_BOUND = {p: U ** (2 * p) / sp.factorial(2 * p) * sp.gamma(d / 2) * sp.exp(U / 2)}
_T = (rho(SIMPLEX_COSINE, -U) + rho(-SIMPLEX_COSINE, -U)) / 2
_SQUARE = (1 - sp.exp(-U)) ** 2
_BLOCK = Domain(
    (DIMENSION, integer("m", 2, meaning="rows of one block"), _APART),
    (WITHIN_BLOCK,),
    fit,
    tuple(
        {"d": dd, "m": mm, "z": zz}
        for dd, mm, zz in (
            (2, 2, 1),
            (3, 2, 2),
            (3, 3, "1e-3"),
            (64, 64, 1),
            (64, 2, 8),
            (10**6, 10**6, "1/10"),
        )
    ),
)
_BLOCK_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "m": 2, "z": 1}, {"d": 3, "m": 3, "z": 2}, {"d": 64, "m": 64, "z": 3}, {"d": 5, "m": 2, "z": "1/10"},
    {"d": 1000, "m": 7, "z": 1},
)  # fmt: skip
_VARIANCE = (1 + sp.exp(-2 * U)) / 2 - sp.exp(-U)
_PRINTED_T = _even(SIMPLEX_COSINE)
_RAW = _VARIANCE / m + (1 - 1 / m) * (_PRINTED_T - sp.exp(-U))
_OPEN = Domain(
    (DIMENSION, _APART),
    extra=tuple(
        {"d": dd, "z": zz} for dd, zz in ((2, 1), (3, 2), (2, "1e-3"), (64, 3), (5, 8), (10**6, 1), (2, 12))
    ),
)
_OPEN_POINTS: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "z": zz} for dd, zz in ((2, 1), (3, 2), (64, 3), (5, "1/10"), (2, 4), (1000, 1))
)
_ORT = sp.hyper((d,), (d / 2,), -U / 2)

_PAIR = Domain(
    (DIMENSION, COSINE, _DISTANCE),
    extra=tuple(
        {"d": dd, "c": cc, "z": zz}
        for dd, cc, zz in ((2, -1, 1), (3, "-1/2", 2), (64, "-1/63", 8), (2, "1/2", 0), (5, 1, 3), (8, 0, 2))
    ),
)

_PAIR_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "c": -1, "z": 1}, {"d": 3, "c": "-1/2", "z": 2}, {"d": 64, "c": "1/3", "z": 3}, {"d": 5, "c": 1, "z": 0},
    {"d": 8, "c": "1/7", "z": "1/100"}, {"d": 2, "c": 0, "z": 2},
)  # fmt: skip

_PAIR_MEAN = (rho(c, -U) + rho(-c, -U)) / 2


def _cosines(cosine: sp.Expr) -> sp.Expr:
    """The mean product by the split of the norms and the half angle: the cosine of the sum and of the difference."""
    weight = sp.gamma(d) / (2 ** (d - 1) * sp.gamma(d / 2) ** 2)
    parts = (sp.hyper((d,), (d / 2,), -U / 2 * (1 + s * cosine * sp.sin(phi))) / 2 for s in (1, -1))
    return weight * sp.Integral(sp.sin(phi) ** (d - 1) * sp.Add(*parts), (phi, 0, sp.pi))


RFF_PAIR = Statement(
    id="beyond/rff-pair",
    kind="identity",
    where="complement to Section 4.1 of simrf",
    title="Mean product of two cosines at any angle",
    text="The mean product of the trigonometric terms of a pair of cosine c is an even series in c.",
    latex=(
        r"\mathbb E\cos(w_1^\top z)\cos(w_2^\top z)=\frac{e^{-z^2/2}}{\Gamma(\frac d2)}\sum_{p\ \rm even}\frac{(cz^2)^p}{p!}"
        r"\frac{\Gamma(\frac{d+p}2)^2}{\Gamma(\frac d2+p)}\,{}_1F_1\left(-\tfrac d2;\tfrac d2+p;\tfrac{z^2}2\right)"
    ),
    domain_text="d >= 2, -1 <= c <= 1, z >= 0",
    domain=_PAIR,
    sides={"": formula(_even(c), _PAIR, "d c z", closed=_PAIR_MEAN, majorants=_EVEN_BOUND)},
    checks=(
        Derivation(pair_steps),
        Representations("", points=_PAIR_POINTS),
        Restated(
            "by quadrature over the split of the norms",
            {
                "closed": formula(_PAIR_MEAN, _PAIR, "d c z"),
                "quadrature": formula(_cosines(c), _PAIR, "d c z"),
            },
            _PAIR,
            Equal("closed", "quadrature"),
            Agreement("closed", "quadrature", tuple(_PAIR_POINTS[i] for i in (0, 1, 4, 5))),
        ),
    ),
    uses=("beyond/rho-single-series",),
)

_MSE = (_SQUARE / 2 + (m - 1) * (_T - sp.exp(-U))) / m

_CHOSEN = sp.Symbol("length", nonnegative=True)

_DRAWN = Domain((ANY_DIMENSION, COUNT, real("length", 0)))

_MEAN_SQUARE = ((1 + sp.exp(-2 * U)) / 2 + (m - 1) * _T) / m

RFF_SIMPLEX_MSE = Statement(
    id="beyond/rff-simplex/mse",
    kind="identity",
    where="complement to Section 4.1 of simrf",
    title="MSE of trigonometric features with simplex rows",
    text="With T the pair mean at the simplex cosine, m rows of one d x d block have this error.",
    latex=r"\mathrm{MSE}=\frac1m\left(\frac{(1-e^{-z^2})^2}2+(m-1)(T-e^{-z^2})\right)",
    domain_text="2 <= m <= d, z > 0",
    domain=_BLOCK,
    sides={"": formula(_MSE, _BLOCK, "d m z")},
    checks=(
        Derivation(block_steps),
        Representations("", formula(_RAW, _BLOCK, "d m z", majorants=_EVEN_BOUND), _BLOCK_POINTS),
        Simulation(
            "simplex",
            "trigonometric",
            "square",
            formula(_MEAN_SQUARE.subs(z, _CHOSEN), _DRAWN, "d m length"),
            ({"d": 4, "m": 4, "length": 1}, {"d": 3, "m": 2, "length": 2}),
            mean=formula(sp.exp(-(_CHOSEN**2) / 2), _DRAWN, "length"),
        ),
    ),
    uses=("beyond/rff-pair",),
    mechanism=("simplex", "trigonometric"),
)

_RATIO = 1 + 2 * (m - 1) * (_T - sp.exp(-U)) / _SQUARE

RFF_SIMPLEX_RATIO = Statement(
    id="beyond/rff-simplex/ratio",
    kind="identity",
    where="complement to Section 4.1 of simrf",
    title="Error ratio of trigonometric features with simplex rows",
    text="The error with simplex rows over that of as many independent rows.",
    latex=r"1+\frac{2(m-1)(T-e^{-z^2})}{(1-e^{-z^2})^2}",
    domain_text="2 <= m <= d, z > 0",
    domain=_BLOCK,
    sides={"": formula(_RATIO, _BLOCK, "d m z")},
    checks=(
        Derivation(block_steps),
        Representations(
            "", formula(_RAW / (_VARIANCE / m), _BLOCK, "d m z", majorants=_EVEN_BOUND), _BLOCK_POINTS
        ),
    ),
    uses=("beyond/rff-simplex/mse",),
    mechanism=("simplex", "iid", "trigonometric"),
)

_SECOND = d * z**4 / (2 * (d + 2)) * sp.hyper((d + 2,), (d / 2 + 2,), -U / 2)

_SECOND_TERM = sp.exp(-U / 2) / sp.gamma(d / 2) * coefficient(-U, sp.Integer(2))

_NEGATIVE = (
    (2, "13/5"),
    (3, "5/2"),
    (4, "5/2"),
    (5, "5/2"),
    (6, "5/2"),
    (8, "5/2"),
    (10, "13/5"),
    (64, "41/10"),
)

_BEYOND = Domain(
    (DIMENSION, _APART),
    (
        Rule(
            ("d", "z"),
            "one of the listed pairs",
            lambda dd, zz: (int(dd), zz) in {(a, _APART.parse(b)) for a, b in _NEGATIVE},
        ),
    ),
    extra=tuple({"d": dd, "z": zz} for dd, zz in _NEGATIVE),
)

_NEAR = Domain(
    (integer("d", 3, meaning="input dimension"), _APART),
    (Rule(("d", "z"), "z <= 1/2", lambda _, zz: 2 * zz <= 1),),
    lambda point: {**point, "z": point["z"] if 2 * point["z"] <= 1 else 1 / (2 * point["z"])},  # type: ignore[operator, dict-item]
    ({"d": 3, "z": "1/2"}, {"d": 64, "z": "1/2"}, {"d": 3, "z": "1e-3"}),
)

RFF_SIMPLEX_C2_COEFFICIENT = Statement(
    id="beyond/rff-simplex/c2-coefficient",
    kind="identity",
    where="complement to Section 4.1 of simrf",
    title="The first effect of the angle on trigonometric features",
    text=(
        "The coefficient of c^2 in the pair mean in closed form: positive for small z, where orthogonal rows therefore "
        "beat simplex rows, and of changing sign as z grows."
    ),
    latex=r"[c^2]\ \mathbb Ea_1a_2=\frac{d\,z^4}{2(d+2)}\,{}_1F_1\left(d+2;\tfrac d2+2;-\tfrac{z^2}2\right)",
    domain_text="d >= 2",
    domain=_OPEN,
    sides={"": formally(formula(_SECOND, _OPEN, "d z"), _DISTANCE)},
    checks=(
        Derivation(second_steps),
        Representations("", formula(_SECOND_TERM, _OPEN, "d z"), _OPEN_POINTS),
        Restated(
            "negative somewhere, for single d",
            {"": formula(_SECOND, _BEYOND, "d z")},
            _BEYOND,
            Below("", sp.S.Zero),
        ),
        Restated(
            "orthogonal rows beat simplex rows for z <= 1/2, d >= 3",
            {"orthogonal": formula(_ORT, _NEAR, "d z"), "simplex": formula(_T, _NEAR, "d z")},
            _NEAR,
            Below("orthogonal", "simplex"),
        ),
    ),
    uses=("beyond/rff-pair",),
)

_ANTITHETIC = (rho(-1, -U) + rho(1, -U)) / 2

_ONE = sp.hyper((d / 2,), (sp.Rational(1, 2),), -U * sp.cos(phi) ** 2 / 2)

_SQUARED_MEAN = (
    sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2))
    * sp.Integral(sp.sin(phi) ** (d - 2) * _ONE**2, (phi, 0, sp.pi))
)  # fmt: skip

RFF_ANTITHETIC = Statement(
    id="beyond/rff-antithetic",
    kind="inequality",
    where="complement to Section 4.1 of simrf",
    title="Opposite rows harm trigonometric features",
    text="An opposite pair with independent norms has a larger mean product than an independent pair, at every z > 0.",
    latex=r"\mathbb E_u\left[C(zu_1)^2\right]>\left(\mathbb E_uC(zu_1)\right)^2=e^{-z^2}",
    domain_text="d >= 2, z > 0",
    domain=_OPEN,
    sides={"": formally(formula(_ANTITHETIC, _OPEN, "d z"), _DISTANCE)},
    checks=(
        Derivation(opposite_steps),
        Representations(
            "", formula(_SQUARED_MEAN, _OPEN, "d z"), tuple(_OPEN_POINTS[i] for i in (0, 1, 3, 4))
        ),
        Restated(
            "the opposite pair against the independent one",
            {
                "independent": formula(sp.exp(-U), _OPEN, "d z"),
                "opposite": formula(_ANTITHETIC, _OPEN, "d z"),
            },
            _OPEN,
            Below("independent", "opposite"),
        ),
    ),
    uses=("beyond/rff-pair",),
)

# by the coordinates of the pair: Dirichlet moments of two coordinates of a direction
_COORDINATES = sp.Sum(
    (-U / 2) ** p / sp.factorial(p) * sp.hyper((d / 2,), (d / 2 + p,), -U / 2), (p, 0, sp.oo)
)

_FIXED = Domain(
    (ANY_DIMENSION, _DISTANCE), extra=({"d": 10, "z": 1}, {"d": 64, "z": 2}, {"d": 1000, "z": "1/10"})
)

ORF_SECOND_ORDER = Statement(
    id="beyond/orf-second-order",
    kind="asymptotic",
    where="complement to Corollary 4.6 of simrf",
    title="Orthogonal trigonometric features to second order in 1/d",
    text="The covariance of two orthogonal terms at fixed z, with its 1/d^2 term and an error of order 1/d^3.",
    latex=(
        r"\mathbb E_{\rm ort}(a_1a_2)-e^{-z^2}=-\frac{z^4e^{-z^2}}{2d}+\frac{e^{-z^2}(z^8-8z^6+8z^4)}{8d^2}"
        r"+\mathcal O(d^{-3})"
    ),
    domain_text="fixed z, d -> infinity",
    domain=_FIXED,
    sides={
        "lhs": formula(
            _COORDINATES - sp.exp(-U),
            _FIXED,
            "d z",
            closed=_ORT - sp.exp(-U),
            majorants={p: (U / 2) ** p / sp.factorial(p)},
        ),
        "rhs": formula(TWO_TERMS, _FIXED, "d z"),
    },
    claim=Order(d**3),
    checks=(
        OrderCheck(({"z": 1}, {"z": "1/100"}, {"z": 2}, {"z": 3})),
        Representations(
            "lhs",
            points=tuple({"d": dd, "z": zz} for dd, zz in ((2, 1), (3, 2), (64, 3), (1000, "1/10"))),
        ),
        Derivation(second_order_steps),
    ),
    uses=("simrf/cor4.6",),
    mechanism=("orthogonal", "trigonometric"),
)

STATEMENTS = (
    RFF_PAIR,
    RFF_SIMPLEX_MSE,
    RFF_SIMPLEX_RATIO,
    RFF_SIMPLEX_C2_COEFFICIENT,
    RFF_ANTITHETIC,
    ORF_SECOND_ORDER,
)
