"""Appendix D.1 of hrf, (42)-(44): Lemma 3.2 by products of signs.

Main results
* (42), (43): lam = (1 - sum_i X_i)/2, X_i = sgn(tau_i.x) sgn(tau_i.y)/n, and E sum_i X_i = 1 - 2 theta/pi.
* (44): E lam^2 expanded over single products and pairs of them; it is the left side of Lemma 3.2.

Proofs. P(signs differ) = theta/pi, X_i^2 = 1/n^2, independent signs. The last line of (44) is not legible.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import Dot, Sign, Size
from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Expectation,
    Height,
    On,
    Proof,
    Representations,
    Rule,
    Statement,
    Width,
    formula,
    integer,
    some,
    vectors,
)
from rftheory.papers._shared.angular_hybrid import SHARE, SIGNS, TURN, UP_TO_PI, n, second_moment, theta
from rftheory.papers._shared.complex_pairs import INPUTS, SAME_LENGTH, T, x, y
from rftheory.papers.hrf._lemmas.base_terms import ANGULAR_LAMBDA, SIGN_PRODUCTS

_ANGLES = Domain(
    (SIGNS, TURN),
    (UP_TO_PI,),
    extra=tuple(
        {"n": count, "theta": angle}
        for count, angle in (
            (1, 0),
            (1, 1),
            (2, 3),
            (10**6, "1e-6"),
            (5, "1/3"),
            (10**6, 2),
            (3, "3.1415926535"),
        )
    ),
)

_SAMPLES = Domain(
    (vectors("T", "projections tau_i, one a row"), *INPUTS),
    (
        SAME_LENGTH,
        Rule(sp.Eq(Width(T), Height(x)), "the projections T have the length of x"),
        Rule(some(x, lambda entry: sp.Ne(entry, 0)), "x is nonzero"),
        Rule(some(y, lambda entry: sp.Ne(entry, 0)), "y is nonzero"),
    ),
    extra=(
        {"T": "1,2;-1,1/2;3,-1/3", "x": "1,-1", "y": "1/2,1"},
        {"T": "2;-1", "x": "1", "y": "-3"},
        {"T": "1,0,1;0,1,2;1/7,-2,1;1,1,1", "x": "1,1,1", "y": "-1,2,1/2"},
    ),
)

_i, _k = sp.symbols("i k", integer=True, nonnegative=True)
_ROWS = (_i, 0, Size(T) - 1)
_X, _Y = Sign(Dot(T[_i], x)), Sign(Dot(T[_i], y))
_LAMBDA = formula(  # (19)
    sp.Rational(1, 2) + sp.Sum(sp.I * _X / sp.sqrt(2 * Size(T)) * sp.I * _Y / sp.sqrt(2 * Size(T)), _ROWS),
    _SAMPLES,
    "T x y",
)
_HALF = formula((1 - sp.Sum(_X * _Y / Size(T), _ROWS)) / 2, _SAMPLES, "T x y")


def _by_sign_products(proof: Proof) -> None:
    total = sp.Symbol("S", real=True)  # sum over i of sgn(tau_i.x) sgn(tau_i.y)
    proof.equal(
        (sp.I / sp.sqrt(2 * n)) ** 2 * total,
        -total / (2 * n),
        "rho_n(x).rho_n(y) with the prefactor i/sqrt(2n)",
    )
    proof.equal(sp.Rational(1, 2) - total / (2 * n), (1 - total / n) / 2, "X_i = sgn sgn/n sum up to S/n")


EQ42 = Statement(
    id="hrf/eq42",
    kind="identity",
    where="eqs. (42), (43)",
    title="The lambda-estimator by sign products",
    text="The angular estimate of lambda is half of one minus the sum of n sign products, each scaled by 1/n.",
    latex=r"\hat\lambda(\theta)=\tfrac12\Big(1-\sum_{i=1}^nX_i\Big)",
    domain_text="x, y nonzero",
    domain=_SAMPLES,
    claim=Equal(_LAMBDA, _HALF),
    checks=(Derivation(_by_sign_products, WHOLE),),
    uses=("hrf/eq19/estimator",),
    mechanism=("sgn",),
)


def _mean_of_signs(proof: Proof) -> None:
    _by_sign_products(proof)
    proof.cite(
        "the direction of tau in the plane of x and y is uniform; its signs differ on two arcs of length theta"
    )
    differ = 2 * theta / (2 * sp.pi)
    proof.equal((1 - differ) - differ, 1 - 2 * theta / sp.pi, "E sgn sgn = P(equal) - P(different)")
    proof.equal(2 * (1 - theta / sp.pi) - 1, 1 - 2 * theta / sp.pi, "which is 2 k_0 - 1, k_0 = 1 - theta/pi")
    proof.equal((1 - (1 - 2 * theta / sp.pi)) / 2, SHARE, "and E lam = (1 - E sum X_i)/2 = theta/pi")


APPD_MEAN = Statement(
    id="hrf/appD/mean",
    kind="identity",
    where="Appendix D.1",
    title="Mean of the sign product",
    text="The n scaled sign products have the mean 1 - 2 theta/pi in total, so the estimate of lambda the mean theta/pi.",
    latex=r"\mathbb E\Big[\sum_{i=1}^nX_i\Big]=1-\tfrac{2\theta}\pi",
    domain_text="x, y nonzero",
    domain=_ANGLES,
    sides={"": formula(1 - 2 * theta / sp.pi, _ANGLES, "theta")},
    claim=All(
        (
            Equal(Expectation(SIGN_PRODUCTS), ""),
            Equal("", formula(2 / sp.pi * sp.asin(sp.cos(theta)), _ANGLES, "theta")),
            Equal(Expectation(ANGULAR_LAMBDA), theta / sp.pi),
        )
    ),
    checks=(Derivation(_mean_of_signs, WHOLE),),
    uses=("hrf/eq42",),
    mechanism=("sgn",),
)

_EXPANDED = (
    1 - 2 * (1 - 2 * theta / sp.pi) + n * (1 / n**2) + n * (n - 1) * (1 / n**2) * (1 - 2 * theta / sp.pi) ** 2
) / 4

_FEW = Domain((integer("n", 1, reach=30), TURN), (UP_TO_PI,))
_BY_LAW = formula(
    sp.Sum((_k / n) ** 2 * sp.binomial(n, _k) * SHARE**_k * (1 - SHARE) ** (n - _k), (_k, 1, n)),
    _FEW,
    "n theta",
)


def _square(proof: Proof) -> None:
    _mean_of_signs(proof)
    one, pair = sp.symbols("E_1 E_2", real=True)
    squared = (1 - 2 * one + n * (1 / n**2) + n * (n - 1) * pair) / 4
    mean = 1 - 2 * theta / sp.pi
    proof.equal(
        squared.subs({one: mean, pair: (mean / n) ** 2}),
        _EXPANDED,
        "E(1-S)^2/4, S = sum X_i, X_i^2 = 1/n^2, independent signs",
    )
    proof.equal(_EXPANDED, second_moment(SHARE), "the left side of Lemma 3.2")


EQ44 = Statement(
    id="hrf/eq44",
    kind="identity",
    where="eq. (44)",
    title="Second moment of lambda by sign products",
    text="The second moment of the estimate of lambda, expanded over single products and pairs of them.",
    latex=r"c=\tfrac14\left(1-2(1-\tfrac{2\theta}\pi)+n\tfrac1{n^2}+n(n-1)\tfrac1{n^2}(1-\tfrac{2\theta}\pi)^2\right)",
    domain_text="theta in [0,pi], n >= 1",
    domain=_ANGLES,
    sides={"": formula(_EXPANDED, _ANGLES, "n theta", closed=second_moment(SHARE))},
    claim=All(
        (
            Equal(Expectation(ANGULAR_LAMBDA**2), ""),
            Equal("", formula(second_moment(SHARE), _ANGLES, "n theta")),
            On(_FEW, Equal("", _BY_LAW), "by the binomial law, searched at n <= 30"),
        )
    ),
    checks=(
        Representations("", points=tuple(dict(p) for p in _ANGLES.extra if p["theta"] != 0)),
        Derivation(_square, WHOLE),
    ),
    uses=("hrf/appD/mean",),
    mechanism=("sgn",),
    note="The last line of (44), a regrouping, is not legible in the source and is not judged.",
)


STATEMENTS = (
    EQ42,
    APPD_MEAN,
    EQ44,
)
