"""Coupled rows for trigonometric features, beyond simrf: the first effect of the angle, opposite rows, second order in 1/d.

z = |x-y|. Main results:
* The coefficient of c^2 in the pair mean is d z^4/(2(d+2)) 1F1(d+2; d/2+2; -z^2/2): positive for small z, where orthogonal
  rows beat simplex rows, and of changing sign as z grows.
* An opposite pair with independent lengths has a larger mean product than an independent one for every z > 0.
* Orthogonal pairs: E a_1 a_2 - e^(-z^2) = -z^4 e^(-z^2)/(2d) + e^(-z^2)(z^8 - 8z^6 + 8z^4)/(8d^2) + O(d^-3).

Proved by the single series, by Jensen, and by bounds of prod (1 - j/(d+2j)) in elementary symmetric sums.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Exists,
    On,
    Order,
    OrderCheck,
    Representations,
    Restated,
    Rule,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import d
from rftheory.papers.beyond._lemmas.blocks import ANY_DIMENSION, DIMENSION, coefficient, p, phi, rho, z
from rftheory.papers.beyond._lemmas.random_terms import waves
from rftheory.papers.beyond._lemmas.trigonometric_pairs import (
    APART,
    DISTANCE,
    OPEN,
    OPEN_POINTS,
    ORTHOGONAL_PAIR,
    SIMPLEX_PAIR,
    even_series,
)
from rftheory.papers.beyond._lemmas.trigonometric_steps import (
    TWO_TERMS,
    U,
    opposite_steps,
    second_order_steps,
    second_steps,
)

_c, _z0 = sp.symbols("c z0", real=True)
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
    (DIMENSION, APART),
    (
        Rule(
            sp.Contains(sp.Tuple(d, z), sp.FiniteSet(*(sp.Tuple(a, sp.Rational(b)) for a, b in _NEGATIVE))),
            "one of the listed pairs",
        ),
    ),
    extra=tuple({"d": dd, "z": zz} for dd, zz in _NEGATIVE),
)

_NEAR = Domain(
    (DIMENSION, APART),
    (Rule(2 * z <= 1, "z <= 1/2"),),
    lambda point: {**point, "z": point["z"] if 2 * point["z"] <= 1 else 1 / (2 * point["z"])},  # type: ignore[operator, dict-item]
    ({"d": 3, "z": "1/2"}, {"d": 64, "z": "1/2"}, {"d": 3, "z": "1e-3"}, {"d": 2, "z": "1/2"}),
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
    domain=OPEN,
    sides={"": formally(formula(_SECOND, OPEN, "d z"), DISTANCE)},
    claim=All(
        (
            Equal(waves(z), even_series(_c)),
            Equal("", formula(_SECOND_TERM, OPEN, "d z")),
            On(
                _NEAR,
                All(
                    (
                        Below(sp.S.Zero, ""),
                        Below(formula(ORTHOGONAL_PAIR, _NEAR, "d z"), formula(SIMPLEX_PAIR, _NEAR, "d z")),
                    )
                ),
                "small z: here z <= 1/2",
            ),
            Exists((real("z0", above=0),), Below(_SECOND.subs(z, _z0), sp.S.Zero)),
        )
    ),
    checks=(
        Derivation(second_steps, WHOLE),
        Representations("", formula(_SECOND_TERM, OPEN, "d z"), OPEN_POINTS),
        Restated(
            "negative somewhere, for single d",
            {"": formula(_SECOND, _BEYOND, "d z")},
            _BEYOND,
            Below("", sp.S.Zero),
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

_MODERATE = Domain(
    (integer("d", 2, 9), real("z", above=0, upper=3, meaning="|x-y|")),
    extra=({"d": 2, "z": 1}, {"d": 3, "z": 2}, {"d": 5, "z": "1/10"}),
)

RFF_ANTITHETIC = Statement(
    id="beyond/rff-antithetic",
    kind="inequality",
    where="complement to Section 4.1 of simrf",
    title="Opposite rows harm trigonometric features",
    text="An opposite pair with independent norms has a larger mean product than an independent pair, at every z > 0.",
    latex=r"\mathbb E_u\left[C(zu_1)^2\right]>\left(\mathbb E_uC(zu_1)\right)^2=e^{-z^2}",
    domain_text="d >= 2, z > 0",
    domain=OPEN,
    sides={"": formally(formula(_ANTITHETIC, OPEN, "d z"), DISTANCE)},
    claim=All(
        (
            Equal(waves(z, "opposite pair"), ""),
            Below(sp.exp(-U), ""),
            On(_MODERATE, Equal("", _SQUARED_MEAN), "d <= 9, z <= 3"),
        )
    ),
    checks=(
        Derivation(opposite_steps, WHOLE),
        Representations("", formula(_SQUARED_MEAN, OPEN, "d z"), tuple(OPEN_POINTS[i] for i in (0, 1, 3, 4))),
    ),
    uses=("beyond/rff-pair",),
)

# by the coordinates of the pair: Dirichlet moments of two coordinates of a direction
_COORDINATES = sp.Sum(
    (-U / 2) ** p / sp.factorial(p) * sp.hyper((d / 2,), (d / 2 + p,), -U / 2), (p, 0, sp.oo)
)

_FIXED = Domain(
    (ANY_DIMENSION, DISTANCE), extra=({"d": 10, "z": 1}, {"d": 64, "z": 2}, {"d": 1000, "z": "1/10"})
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
            closed=ORTHOGONAL_PAIR - sp.exp(-U),
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
        Derivation(second_order_steps, WHOLE),
    ),
    uses=("simrf/cor4.6",),
    mechanism=("orthogonal", "trigonometric"),
)

STATEMENTS = (
    RFF_SIMPLEX_C2_COEFFICIENT,
    RFF_ANTITHETIC,
    ORF_SECOND_ORDER,
)
