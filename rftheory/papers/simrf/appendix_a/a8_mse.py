"""Appendix A.8 of simrf, (72) to (74): trigonometric features, mean and MSE.

* (72), (73): phi(x).phi(y) = (1/m) sum_i a_i with a_i = cos(w_i.(x-y)).
* After (73): E a_i = e^{-z^2/2}, z = |x-y|.
* (74): MSE = ((1-e^{-z^2})^2/2 + (m-1)(mean E a_i a_j - e^{-z^2}))/m; evaluated for orthogonal rows, with E
  a_i a_j by the coordinates of a direction on one side and by the law of w_i +- w_j on the other.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Expectation,
    Given,
    Height,
    Length,
    Proof,
    Representations,
    Restated,
    Rule,
    Search,
    Simulation,
    Statement,
    Width,
    formally,
    formula,
    same_length,
    vector,
    vectors,
)
from rftheory.papers.simrf._lemmas import trigonometric as rff
from rftheory.papers.simrf._lemmas.random_terms import ANY, X_MINUS_Y, cosine, error, over_distinct_rows
from rftheory.papers.simrf._lemmas.trigonometric import BLOCK, GENTLY, ORT, ORT_COORDINATES, ORT_PRINTED, U
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    COUNT,
    DISTANCE,
    EXPERIMENT,
    chosen,
    d,
    i,
    j,
    k,
    m,
    z,
)

W, X, Y = sp.IndexedBase("W"), sp.IndexedBase("x"), sp.IndexedBase("y")

row, axis = sp.symbols("i q", nonnegative=True, integer=True)

_LISTS = Domain(
    (vectors("W", meaning="the projections w_i"), vector("x"), vector("y")),
    (
        Rule(sp.Eq(Width(W), Height(X)), "x has the length of the rows of W"),
        Rule(same_length(X, Y), "x and y have the same length"),
    ),
    extra=(
        {"W": "1,0;0,1", "x": "0.3,-1/2", "y": "1,2"},
        {"W": "1,2,3;-4,0.5,6;0,0,0", "x": "0.1,0.2,0.3", "y": "-7,8,1/9"},
        {"W": "2/7", "x": "5", "y": "-3"},
        {"W": "1,1;1,1", "x": "0,0", "y": "0,0"},
        {"W": "100,-30,2,7;11,12,-13,1e-6", "x": "9,8,7,6", "y": "-1,3,0.25,40"},
    ),
)

_ANGLE = sp.Sum(W[row, axis] * (X[axis] - Y[axis]), (axis, 0, d - 1))

_AT_X, _AT_Y = (sp.Sum(W[row, axis] * base[axis], (axis, 0, d - 1)) for base in (X, Y))

_PRODUCT = sp.sin(_AT_X) * sp.sin(_AT_Y) + sp.cos(_AT_X) * sp.cos(_AT_Y)


def _algebra(proof: Proof) -> None:
    a, b = sp.symbols("a b", real=True)
    proof.equal(
        sp.sin(a) * sp.sin(b) + sp.cos(a) * sp.cos(b), sp.cos(a - b), "each projection gives cos(a - b)"
    )
    proof.equal(sp.sqrt(1 / m) ** 2, 1 / m, "the two prefactors multiply to 1/m")


EQ72 = Statement(
    id="simrf/eq72",
    kind="identity",
    where="eq. (72), (73)",
    title="The trigonometric estimator as a mean of cosines",
    text="The product of two trigonometric feature vectors is the mean of cos(w_i.(x-y)).",
    latex=r"\widehat K=\frac1m\sum_{i=1}^m\cos w_i^\top(x-y)=\frac1m\sum_{i=1}^ma_i",
    domain_text="x, y in R^d",
    domain=_LISTS,
    sides={
        "lhs": formula(sp.sqrt(1 / m) ** 2 * sp.Sum(_PRODUCT, (row, 0, m - 1)), _LISTS, "W x y"),
        "rhs": formula(sp.Sum(sp.cos(_ANGLE), (row, 0, m - 1)) / m, _LISTS, "W x y"),
    },
    claim=Equal(),
    checks=(Derivation(_algebra, WHOLE),),
    uses=("simrf/eq3",),
    mechanism=("trigonometric",),
    setting="any coupling x trigonometric",
)

_LINE = Domain((DISTANCE,), extra=({"z": 1}, {"z": 0}, {"z": 100}, {"z": "1/3"}))


def _mean(proof: Proof) -> None:
    rff.gaussian_cosine(proof)
    proof.cite(
        "w_i.(x-y) is normal with mean 0 and variance z^2; the mean of m such terms is their common mean"
    )


SECA_8_MEAN = Statement(
    id="simrf/seca.8/mean",
    kind="identity",
    where="A.8, after (73)",
    title="Mean of the trigonometric estimator",
    text="Each cosine has mean e^{-z^2/2}: with Gaussian marginals the estimator is unbiased.",
    latex=r"\mathbb E[a_i]=e^{-z^2/2}",
    domain_text="marginals N(0, I_d)",
    domain=_LINE,
    sides={"": formula(sp.exp(-U / 2), _LINE, "z")},
    claim=All(
        (
            Equal(Expectation(cosine(ANY, i)), ""),
            Equal(Expectation(Estimate(ANY, "trigonometric", m)), sp.exp(-(Length(X_MINUS_Y) ** 2) / 2)),
        )
    ),
    checks=(
        Representations(
            "",
            formula(sp.Sum((-1) ** k * z ** (2 * k) / (2**k * sp.factorial(k)), (k, 0, sp.oo)), _LINE, "z"),
            ({"z": 1}, {"z": 0}, {"z": 5}, {"z": "1/3"}),
        ),
        Derivation(_mean, WHOLE),
        Simulation(
            "orthogonal",
            "trigonometric",
            "mean",
            formula(sp.exp(-(chosen**2) / 2), EXPERIMENT, "d m length"),
            ({"d": 8, "m": 8, "length": 1},),
        ),
    ),
    uses=("simrf/eq72",),
    mechanism=("trigonometric",),
    setting="any coupling x trigonometric",
)

_CLUSTER = Domain((COUNT, DISTANCE), extra=({"m": 1, "z": 1}, {"m": 64, "z": 0}, {"m": 2, "z": 100}))


def _mse(proof: Proof) -> None:
    rff.mean_of_cosines(proof)
    proof.equal(rff.mse(sp.exp(-U)), rff.IID_MSE, "independent rows have E a_i a_j = (e^{-z^2/2})^2")


_MEAN_PRODUCT = over_distinct_rows(Expectation(cosine(ANY, i) * cosine(ANY, j)))


_ORTHOGONAL_ROWS = {
    "lhs": formally(rff.exact(rff.literal_mse(ORT_COORDINATES), rff.mse(ORT)), ANY_DIMENSION),
    "rhs": formally(formula(rff.mse(ORT_PRINTED), BLOCK, "d m z", closed=rff.mse(ORT)), ANY_DIMENSION),
}

_OF_INDEPENDENT_COSINES = formula(((1 + sp.exp(-2 * z**2)) / 2 - sp.exp(-(z**2))) / m, _CLUSTER, "m z")

EQ74 = Statement(
    id="simrf/eq74",
    kind="identity",
    where="eq. (74)",
    title="MSE of the trigonometric estimator",
    text="The MSE is the variance of one cosine over m plus the mean covariance of two.",
    latex=r"\mathrm{MSE}(\widehat K)=\frac1m\left(\frac{(1-e^{-z^2})^2}2+(m-1)\Big(\tfrac1{m(m-1)}\sum_i\sum_{i\ne j}\mathbb E[a_ia_j]-e^{-z^2}\Big)\right)",
    domain_text="marginally Gaussian w_i",
    domain=BLOCK,
    sides=_ORTHOGONAL_ROWS,
    companions={"simrf/eq74/iid": {"": formula(rff.mse(sp.exp(-U)), _CLUSTER, "m z", closed=rff.IID_MSE)}},
    claim=Given(m >= 2, Equal(error(ANY, "trigonometric"), rff.mse(_MEAN_PRODUCT))),
    checks=(
        *(
            Restated("orthogonal rows", _ORTHOGONAL_ROWS, BLOCK, Equal(), check)
            if isinstance(check, (Agreement, Search))
            else check
            for check in GENTLY
        ),
        Representations("simrf/eq74/iid"),
        Representations("simrf/eq74/iid", _OF_INDEPENDENT_COSINES),
        Derivation(_mse, WHOLE),
        rff.second_moment("orthogonal", ORT, (4, 4, 1), (16, 16, 2)),
        rff.second_moment("iid", sp.exp(-U), (4, 4, 1)),
    ),
    uses=("simrf/seca.8/mean",),
    mechanism=("trigonometric",),
    setting="any coupling x trigonometric",
)


STATEMENTS = (
    EQ72,
    SECA_8_MEAN,
    EQ74,
)
