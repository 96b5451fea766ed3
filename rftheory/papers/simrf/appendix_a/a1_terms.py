"""Appendix A.1 of simrf, (28) to (30): the estimator of positive features and its MSE through pair products.

* (28), (29): phi(x).phi(y) = e^{-|x|^2-|y|^2}/m sum_i b_i with b_i = e^{w_i.(x+y)}.
* After (29): E b_i = e^{v^2/2}.
* (30): the MSE is the variance of one term and the mean excess of the pair products E b_i b_j over e^{v^2}.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Expectation,
    Height,
    Length,
    Proof,
    Representations,
    Rule,
    Simulation,
    Statement,
    Width,
    formula,
    vector,
)
from rftheory.papers.simrf._lemmas.arrangements import LIST, W, axis, row
from rftheory.papers.simrf._lemmas.positive_mse import mean_of_terms
from rftheory.papers.simrf._lemmas.random_terms import (
    ANY,
    X_MINUS_Y,
    error,
    exponential,
    over_distinct_rows,
)
from rftheory.papers.simrf._notation import (
    CAUCHY_SCHWARZ,
    EXPERIMENT,
    LENGTH,
    MANY,
    PAIRS,
    SCALE,
    SQUARES,
    V2,
    chosen,
    conformity,
    d,
    drawn_square,
    fit,
    i,
    j,
    k,
    m,
    v,
)

_X, _Y = sp.IndexedBase("x"), sp.IndexedBase("y")

_FEATURES = Domain(
    (LIST, vector("x"), vector("y")),
    tuple(
        Rule(sp.Eq(Width(W), Height(sp.IndexedBase(name))), f"{name} as long as the vectors of W")
        for name in ("x", "y")
    ),
    extra=(
        {"W": "1,0;0,1", "x": "1/2,-1/3", "y": "1/4,2"},
        {"W": "0.3,-1.2,0.5", "x": "0,0,0", "y": "1,1,1"},
        {"W": "1,2,3,4;-1,0,2,1;0.5,0.5,0.5,0.5", "x": "0.1,0.2,0.3,0.4", "y": "-0.1,-0.2,-0.3,-0.4"},
        {"W": "30,0;0,-30;-21,21", "x": "5,5", "y": "4,-5"},
        {"W": "2;-3;0", "x": "1", "y": "1/7"},
    ),
)


def _dot(one: sp.Expr, two: sp.Expr) -> sp.Expr:
    return sp.Sum(one * two, (axis, 0, d - 1))


def _feature(entries: sp.IndexedBase) -> sp.Expr:
    """The component of phi_PRF for the row `row` of W."""
    norm = _dot(entries[axis], entries[axis])
    return sp.sqrt(1 / m) * sp.exp(-norm) * sp.exp(_dot(W[row, axis], entries[axis]))


_PRODUCT = sp.Sum(_feature(_X) * _feature(_Y), (row, 0, m - 1))

_MERGED = (
    sp.exp(-_dot(_X[axis], _X[axis]) - _dot(_Y[axis], _Y[axis]))
    / m
    * sp.Sum(sp.exp(_dot(W[row, axis], _X[axis] + _Y[axis])), (row, 0, m - 1))
)


def _merge_exponents(proof: Proof) -> None:
    s, t, a, b = sp.symbols("s t a b", real=True)
    one = sp.sqrt(1 / m) * sp.exp(-a) * sp.exp(s) * (sp.sqrt(1 / m) * sp.exp(-b) * sp.exp(t))
    proof.equal(
        one, sp.exp(-a - b) / m * sp.exp(s + t), "one term: w.x + w.y = w.(x+y), prefactors multiplied"
    )


EQ28 = Statement(
    id="simrf/eq28",
    kind="identity",
    where="eq. (28), (29)",
    title="The estimator as a mean of exponentials",
    text="The inner product of two positive feature vectors is a damped mean of exp(w_i.(x+y)).",
    latex=r"\widehat K=\frac{e^{-x^2-y^2}}m\sum_{i=1}^me^{w_i^\top(x+y)}=\frac{e^{-x^2-y^2}}m\sum_{i=1}^mb_i",
    domain_text="x, y in R^d",
    domain=_FEATURES,
    sides={"lhs": formula(_PRODUCT, _FEATURES, "W x y"), "rhs": formula(_MERGED, _FEATURES, "W x y")},
    claim=Equal(),
    checks=(Derivation(_merge_exponents, WHOLE),),
    uses=("simrf/eq7",),
    mechanism=("positive",),
)

_V = Domain((LENGTH,), extra=({"v": 0}, {"v": 1}, {"v": 10}, {"v": 100}))

SECA_1_MEAN = Statement(
    id="simrf/seca.1/mean",
    kind="identity",
    where="A.1, after (29)",
    title="Mean of a term",
    text="Each b_i has the mean exp(v^2/2), so the estimator is unbiased for the Gaussian kernel.",
    latex=r"\mathbb E(b_i)=e^{v^2/2}",
    domain_text="marginals N(0, I_d)",
    domain=_V,
    sides={"": formula(sp.exp(v**2 / 2), _V, "v")},
    claim=All(
        (
            Equal(Expectation(exponential(ANY, i)), ""),
            Equal(Expectation(Estimate(ANY, "positive", m)), sp.exp(-(Length(X_MINUS_Y) ** 2) / 2)),
        )
    ),
    checks=(
        Representations(
            "",
            formula(sp.Sum((v**2 / 2) ** k / sp.factorial(k), (k, 0, sp.oo)), _V, "v"),
            ({"v": 0}, {"v": "1/3"}, {"v": 1}, {"v": 4}),
        ),
        Derivation(mean_of_terms, WHOLE),
        Simulation(
            "orthogonal",
            "positive",
            "mean",
            formula(sp.exp(chosen**2 / 2), EXPERIMENT, "d m length"),
            ({"d": 8, "m": 8, "length": 1},),
            second=formula(
                drawn_square(conformity(sp.S.Zero, chosen**2)),
                EXPERIMENT,
                "d m length",
            ),
        ),
    ),
    uses=("simrf/eq28",),
    mechanism=("positive",),
)

_ROWS = Domain((MANY, *SQUARES), (CAUCHY_SCHWARZ,), fit, tuple({"m": 2, **pair} for pair in PAIRS))

_MEAN_PRODUCT = over_distinct_rows(Expectation(exponential(ANY, i) * exponential(ANY, j)))

EQ30 = Statement(
    id="simrf/eq30",
    kind="identity",
    where="eq. (30)",
    title="The MSE through pair products",
    text="The MSE splits into the variance of one term and the mean excess of the pair products.",
    latex=(
        r"\mathrm{MSE}(\widehat K)=\frac{e^{-2x^2-2y^2}}m\left((e^{2v^2}-e^{v^2})+(m-1)\Big(\tfrac1{m(m-1)}"
        r"\sum_i\sum_{i\ne j}\mathbb E[b_ib_j]-e^{v^2}\Big)\right)"
    ),
    domain_text="marginally Gaussian w_i",
    domain=_ROWS,
    claim=Equal(
        error(ANY, "positive"),
        SCALE / m * (sp.exp(2 * V2) - sp.exp(V2) + (m - 1) * (_MEAN_PRODUCT - sp.exp(V2))),
    ),
    checks=(Derivation(mean_of_terms, WHOLE),),
    uses=("simrf/seca.1/mean",),
    mechanism=("positive",),
    setting="any coupling x positive",
)


STATEMENTS = (
    EQ28,
    SECA_1_MEAN,
    EQ30,
)
