"""Lemma 1 of performer: the softmax kernel by positive and by hyperbolic features.

Main results, Lambda = exp(-(|x|^2 + |y|^2)/2), z = x + y
* (7): SM = E e^{omega.x - |x|^2/2} e^{omega.y - |y|^2/2} = Lambda E cosh(omega.z), omega ~ N(0, I_d).
* Both estimators are positive and unbiased; the hyperbolic one has (1 - e^{-|z|^2})/2 of the variance, at equal m.
  (At x = -y neither has any variance to reduce.)

Proofs. E e^{sg} = e^{s^2/2} for either sign of s; E cosh^2 by the doubled argument. Second forms: the even moments
of omega.z, and polar coordinates in a plane that holds z. Drawn: the mean of iid rows.
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
    Estimate,
    Expectation,
    Inner,
    On,
    Proof,
    Representations,
    Row,
    Simulation,
    Statement,
    Variance,
    formula,
    real,
)
from rftheory.papers._shared.invariants import COUNT, V2, m, pairs, x2, y2
from rftheory.papers.performer._lemmas.row_estimates import ROWS, average, projected, projection, square, x, y
from rftheory.papers.performer._notation import DRAWN, LAMBDA, SM, iid_error, length

_k = sp.Symbol("k", nonnegative=True, integer=True)
_phi, _theta, _r, _t = sp.symbols("phi theta r t", real=True)
_PAIRS = pairs()

_GENTLE: tuple[dict[str, object], ...] = (
    {"x2": 0, "y2": 0, "xy": 0},
    {"x2": 1, "y2": 1, "xy": -1},
    {"x2": "1/4", "y2": 1, "xy": "1/2"},
    {"x2": 9, "y2": 5, "xy": -6},
    {"x2": 9, "y2": 5, "xy": 6},
)

_EVEN_MOMENTS = sp.Sum(
    (V2 / 2) ** _k / sp.factorial(_k), (_k, 0, sp.oo)
)  # E (omega.z)^(2k)/(2k)!, |z|^2 = V2

_BY_ANGLE = (
    sp.Integral(  # polar coordinates in a plane that holds z, the radius integrated in closed form
        sp.hyper((1,), (sp.Rational(1, 2),), V2 * sp.cos(_phi) ** 2 / 2), (_phi, 0, sp.pi)
    )
    / sp.pi
)

_ALONG_X, _ALONG_Y, _ALONG_Z = (Inner(Row("iid", 1), sp.Symbol(name)) for name in "xyz")  # z = x + y
_COUNTED = pairs(COUNT, m=(1,))


def _estimate(features: str) -> Estimate:
    return Estimate("iid", features, m)


def _unbiased(features: str) -> Equal:
    return Equal(Expectation(_estimate(features)), SM)


_WEIGHT = sp.exp(-(square(x) + square(y)) / 2)


def _gaussian_growth(proof: Proof) -> None:
    """E exp(s g) = exp(s^2/2) for a standard normal g, also for negative s."""
    s = sp.Symbol("s", real=True)
    normal = sp.exp(-(_t**2) / 2) / sp.sqrt(2 * sp.pi)
    proof.cite("omega.z is N(0, |z|^2)")
    proof.equal(
        sp.integrate(sp.exp(s * _t) * normal, (_t, -sp.oo, sp.oo)), sp.exp(s**2 / 2), "its exponential"
    )


def _positive_mean(proof: Proof) -> None:
    _gaussian_growth(proof)
    proof.equal(LAMBDA * sp.exp(V2 / 2), SM, "Lambda exp(|x+y|^2/2) is the softmax kernel")


LEMMA1_EXP = Statement(
    id="performer/lemma1/exp",
    kind="identity",
    where="Lemma 1, eq. (7), first equality",
    title="The softmax kernel by positive features",
    text="The softmax kernel is the mean product of exp(omega.x - |x|^2/2) and the same of y under Gaussian omega.",
    latex=r"\mathrm{SM}(x,y)=\mathbb E_{\omega\sim N(0,I_d)}\Big[e^{\omega^\top x-\|x\|^2/2}e^{\omega^\top y-\|y\|^2/2}\Big]",
    domain_text="x, y in R^d",
    domain=_PAIRS,
    sides={"": formula(LAMBDA * _EVEN_MOMENTS, _PAIRS, "x2 y2 xy", closed=SM)},
    claim=All(
        (
            Equal(Expectation(sp.exp(_ALONG_X - x2 / 2) * sp.exp(_ALONG_Y - y2 / 2)), ""),
            Equal("", SM),
        )
    ),
    checks=(
        Representations(""),
        Representations("", formula(LAMBDA * _BY_ANGLE, _PAIRS, "x2 y2 xy"), _GENTLE),
        Derivation(_positive_mean, WHOLE),
    ),
    uses=("performer/eq6",),
    mechanism=("positive",),
    setting="positive map, h(x) = exp(-|x|^2/2), f = exp; m features",
)


def _hyperbolic_mean(proof: Proof) -> None:
    _positive_mean(proof)
    growth = sp.exp(_t**2 / 2)
    proof.equal(
        (growth + growth.subs(_t, -_t)) / 2, growth, "cosh is the mean of both signs, whose means are equal"
    )


LEMMA1_COSH = Statement(
    id="performer/lemma1/cosh",
    kind="identity",
    where="Lemma 1, eq. (7), second equality",
    title="The softmax kernel by hyperbolic features",
    text="The softmax kernel is Lambda times the mean of cosh(omega.z), z = x + y.",
    latex=r"\mathrm{SM}(x,y)=\Lambda\,\mathbb E_{\omega\sim N(0,I_d)}\cosh(\omega^\top z)",
    domain_text="x, y in R^d",
    domain=_PAIRS,
    sides={"": formula(LAMBDA * _EVEN_MOMENTS, _PAIRS, "x2 y2 xy", closed=SM)},
    claim=All((Equal(LAMBDA * Expectation(sp.cosh(_ALONG_Z)), ""), Equal("", SM))),
    checks=(
        Representations(""),
        Representations("", formula(LAMBDA * _BY_ANGLE, _PAIRS, "x2 y2 xy"), _GENTLE),
        Derivation(_hyperbolic_mean, WHOLE),
    ),
    uses=("performer/lemma1/exp", "performer/eq12"),
    mechanism=("hyperbolic",),
    setting="hyperbolic map, h(x) = exp(-|x|^2/2)/sqrt 2, f = exp(u), exp(-u); 2m features",
)

_NORMS = Domain(
    (real("x2", 0, meaning="|x|^2"), real("y2", 0, meaning="|y|^2")),
    extra=({"x2": 0, "y2": 0}, {"x2": 1, "y2": 4}, {"x2": 10**6, "y2": 10**6}),
)

LEMMA1_LAMBDA = Statement(
    id="performer/lemma1/lambda",
    kind="definition",
    where="Lemma 1",
    title="The weight Lambda",
    text="Lambda is the product of the two weights of positive features.",
    latex=r"\Lambda=\exp\left(-\tfrac{\|x\|^2+\|y\|^2}2\right)",
    domain_text="all x, y",
    domain=_NORMS,
    sides={"": formula(LAMBDA, _NORMS, "x2 y2")},
    checks=(Representations("", formula(sp.sqrt(sp.exp(-x2)) * sp.sqrt(sp.exp(-y2)), _NORMS, "x2 y2")),),
    mechanism=("positive", "hyperbolic"),
)

_BY_SUMS = _WEIGHT * average(sp.exp(projected(1)))
_POSITIVE = formula(
    average(sp.exp(projection(x) - square(x) / 2) * sp.exp(projection(y) - square(y) / 2)),
    ROWS,
    "W x y",
    closed=_BY_SUMS,
)


def _positive_estimator(proof: Proof) -> None:
    _positive_mean(proof)
    a, b = sp.symbols("a b", real=True)
    proof.equal(
        sp.exp(a - x2 / 2) * sp.exp(b - y2 / 2),
        LAMBDA * sp.exp(a + b),
        "the features of one row, a = omega.x, b = omega.y",
    )
    proof.positive(LAMBDA * sp.exp(a + b), "every term, and each feature, is positive")
    proof.equal(m * sp.sqrt(1 / m) ** 2, sp.S.One, "m equal means with weight 1/m")


SEC2_3_ESTIMATOR_POSITIVE = Statement(
    id="performer/sec2.3/estimator-positive",
    kind="identity",
    where="Lemma 1",
    title="The positive estimator of the softmax kernel",
    text="Exponentials of Gaussian projections with the weight exp(-|x|^2/2) give a positive, unbiased estimator.",
    latex=r"\widehat{\mathrm{SM}}^{+}_m(x,y)=\frac\Lambda m\sum_i e^{\omega_i^\top(x+y)}",
    domain_text="x, y in R^d",
    domain=ROWS,
    sides={"": _POSITIVE},
    claim=All(
        (
            Equal("", formula(_BY_SUMS, ROWS, "W x y")),
            Below(sp.S.Zero, ""),
            On(_COUNTED, _unbiased("positive")),
        )
    ),
    checks=(
        Derivation(_positive_estimator, WHOLE),
        Simulation(
            "iid",
            "positive",
            "mean",
            formula(sp.exp(length**2 / 2), DRAWN, "length"),
            ({"d": 4, "m": 4, "length": 1}, {"d": 16, "m": 16, "length": "3/2"}),
            second=formula((sp.exp(2 * length**2) + (m - 1) * sp.exp(length**2)) / m, DRAWN, "d m length"),
        ),
    ),
    uses=("performer/lemma1/exp",),
    mechanism=("positive",),
    setting="positive; m features",
)

_BY_COSH = _WEIGHT * average(sp.cosh(projected(1)))
_HYPERBOLIC = formula(
    _WEIGHT
    / 2
    * average(
        sp.exp(projection(x)) * sp.exp(projection(y)) + sp.exp(-projection(x)) * sp.exp(-projection(y))
    ),
    ROWS,
    "W x y",
    closed=_BY_COSH,
)


def _hyperbolic_estimator(proof: Proof) -> None:
    _hyperbolic_mean(proof)
    a, p, q = sp.symbols("a p q", positive=True)  # p = exp(omega.x), q = exp(omega.y)
    features = (p * q + 1 / (p * q)) / 2
    proof.equal(
        features, sp.cosh(sp.log(p * q)).rewrite(sp.exp), "the features of one row, with the factors 1/sqrt 2"
    )
    proof.positive(features, "positive")
    u = sp.Symbol("u", nonnegative=True)  # |x+y|^2
    single = sp.exp(2 * u) - sp.exp(u)
    proof.equal(sp.cosh(2 * a), 2 * sp.cosh(a) ** 2 - 1, "so E cosh^2 = (exp(2u) + 1)/2")
    double = (sp.exp(2 * u) + 1) / 2 - sp.exp(u)
    proof.equal(double, (1 - sp.exp(-u)) / 2 * single, "variance of cosh: (1 - exp(-u))/2 times that of exp")
    proof.nonnegative(
        1 - (1 - sp.exp(-u)) / 2 - sp.Rational(1, 2), "less than half of it; both are 0 at x = -y"
    )
    proof.equal(LAMBDA**2 * single.subs(u, V2) / m, iid_error(), "the error of positive features with m rows")


SEC2_3_ESTIMATOR_HYPERBOLIC = Statement(
    id="performer/sec2.3/estimator-hyperbolic",
    kind="identity",
    where="Lemma 1",
    title="The hyperbolic estimator of the softmax kernel",
    text=(
        "With exp(u) and exp(-u) and the weight exp(-|x|^2/2)/sqrt 2 the estimator stays positive and unbiased, and "
        "its variance is reduced further."
    ),
    latex=r"\widehat{\mathrm{SM}}^{\rm hyp+}_m(x,y)=\frac\Lambda m\sum_i\cosh(\omega_i^\top(x+y))",
    domain_text="x, y in R^d",
    domain=ROWS,
    sides={"": _HYPERBOLIC},
    claim=All(
        (
            Equal("", formula(_BY_COSH, ROWS, "W x y")),
            Below(sp.S.Zero, ""),
            On(_COUNTED, _unbiased("hyperbolic")),
            On(
                _COUNTED,
                Below(Variance(_estimate("hyperbolic")), Variance(_estimate("positive")), strict=False),
            ),
        )
    ),
    checks=(Derivation(_hyperbolic_estimator, WHOLE),),
    uses=("performer/lemma1/cosh",),
    mechanism=("hyperbolic",),
    setting="hyperbolic; 2m features",
    note="At x = -y neither estimator has any variance to reduce; elsewhere the reduction is strict, at equal m.",
)


STATEMENTS = (
    LEMMA1_EXP,
    LEMMA1_COSH,
    LEMMA1_LAMBDA,
    SEC2_3_ESTIMATOR_POSITIVE,
    SEC2_3_ESTIMATOR_HYPERBOLIC,
)
