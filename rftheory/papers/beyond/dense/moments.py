"""Moments of one product of dense features: all orders, the variance, two pairs on one row.

Main results, v = x + y, R = (I - 8A)^(-1), c(R) = det((I+R)/2) det(R)^(-1/2):
* E (Z/K)^k is a Gaussian integral, finite iff k(Sigma - I) > -I.
* the relative second moment is c(R) exp(v.R v), one random variable for softmax and Gaussian kernel.
* two pairs on one row: c(R) exp((v+v').R(v+v')/4 - |v-v'|^2/4).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    Proof,
    Rule,
    Statement,
    every,
    formula,
    integer,
    real,
)
from rftheory.papers._shared import generalised_exponential as scalar
from rftheory.papers._shared import optimal_positive as best
from rftheory.papers._shared.invariants import DELTA2, V2, d, m, pairs
from rftheory.papers.beyond._lemmas.dense.lists import (
    MEAN,
    MOMENTS,
    SECOND,
    R,
    S,
    V,
    a,
    at_points,
    c_of_r,
    chi,
    i,
    lists,
    normal,
    times,
    total,
    x,
    y,
    z,
)
from rftheory.papers.beyond._lemmas.dense.steps import moment_steps
from rftheory.papers.beyond._lemmas.drawn.dense import errors, moments, scalar_error, second_moments, two_keys

_WHERE = "dense features, moments of one product"
_k = sp.Symbol("k", real=True)
_FINITE = Rule(every(a, lambda entry: 4 * _k * entry < 1), "4 k a < 1 for every entry of a", "k a")
_ORDERS = lists(
    "a x y",
    MEAN,
    _FINITE,
    others=(real("k", reach=("1/10", 8), meaning="order of the moment"),),
    extra=tuple(
        {**point, "k": k}
        for point, k in zip(at_points("a x y"), ("1/2", 2, "-1/13", 3, "1/3", 7), strict=True)
    ),
)
_MOMENT = (
    times(S ** (_k / 2))
    / sp.sqrt(times(1 - 4 * _k * a[i]))
    * sp.exp(_k * (_k - 1) / 2 * total(V**2 / (1 - 4 * _k * a[i])))
)
_MOMENT_BY_INTEGRAL = times(
    S ** (_k / 2) * normal(2 * _k * a[i], _k * sp.sqrt(S) * V) * sp.exp(-_k * V**2 / 2)
)

MOMENT = Statement(
    id="beyond/dense/moment",
    kind="identity",
    where=_WHERE,
    title="All moments of the relative product",
    text=(
        "E (Z/K)^k for real k with I + k(Sigma - I) = I - 4kA > 0; infinite otherwise. For k = 0 and k = 1 it is 1."
    ),
    latex=(
        r"\mathbb E(Z/K)^k=\det(\Sigma)^{k/2}\det(I-4kA)^{-1/2}"
        r"\exp\left(\tfrac{k(k-1)}2v^\top(I-4kA)^{-1}v\right)"
    ),
    domain_text="4 A < I, 4 k A < I, k real",
    domain=_ORDERS,
    sides={"": formula(_MOMENT, _ORDERS, "a k x y")},
    claim=Equal("", formula(_MOMENT_BY_INTEGRAL, _ORDERS, "a k x y")),
    checks=(
        Derivation(moment_steps, WHOLE),
        moments(formula(_MOMENT, _ORDERS, "a k x y")),
    ),
    uses=("beyond/dense/mean",),
)

_K2 = sp.exp(2 * total(x[i] * y[i]))
_NAMES = "a x y"
_SECOND_AS_PRINTED = (
    times(S)
    / sp.sqrt(times(1 - 8 * a[i]))
    * sp.exp(total(2 * V**2 * S / (1 - 8 * a[i]) - x[i] ** 2 - y[i] ** 2))
)
_SQUARE = times(S * normal(4 * a[i], 2 * sp.sqrt(S) * V) * sp.exp(-(x[i] ** 2) - y[i] ** 2))
_GAUSSIAN = sp.exp(-total(x[i] ** 2 + y[i] ** 2))


def _relative_steps(proof: Proof) -> None:
    moment_steps(proof)
    r, v = sp.symbols("r v", positive=True)
    s = (1 + 1 / r) / 2
    proof.equal(2 * s - 1, 1 / r, "2 Sigma - I = R^(-1)")
    proof.equal(s * sp.sqrt(r), (1 + r) / (2 * sp.sqrt(r)), "s (2s-1)^(-1/2) in r = 1/(2s-1)")
    proof.equal(2 * s * r * v**2, (1 + r) * v**2, "2 (I-4A)(I-8A)^(-1) = I + R")
    one, two = sp.symbols("x y", real=True)
    proof.equal((one + two) ** 2 - one**2 - two**2, 2 * one * two, "|v|^2 - |x|^2 - |y|^2 = 2 x.y")
    proof.equal((1 + r) ** 2 - 4 * r, (1 - r) ** 2, "so c(R) >= 1, with equality iff R = I")


RELATIVE = Statement(
    id="beyond/dense/relative",
    kind="identity",
    where=_WHERE,
    title="Relative second moment of one product",
    text=(
        "chi = E Z^2/K^2 = c(R) exp(v.R v) for both kernels, at least 1; m independent rows have the relative variance "
        "(chi - 1)/m. For the softmax kernel the variance of one product is exp(2 x.y)(chi - 1)."
    ),
    latex=(
        r"\chi=\prod_i\frac{1+r_i}{2\sqrt{r_i}}\exp\left(\sum_ir_iv_i^2\right);\quad \mathbb EZ^2="
        r"\det(I-4A)\det(I-8A)^{-1/2}e^{2v^\top(I-4A)(I-8A)^{-1}v-|x|^2-|y|^2};\quad "
        r"\mathrm{Var}Z=e^{2x^\top y}(\chi-1)"
    ),
    domain_text="8 A < I",
    domain=MOMENTS,
    sides={
        "": formula(
            times((1 + R) / (2 * sp.sqrt(R))) * sp.exp(total(R * V**2)), MOMENTS, _NAMES, closed=chi()
        )
    },
    companions={
        "beyond/dense/second-moment": {
            "softmax": formula(_SECOND_AS_PRINTED, MOMENTS, _NAMES),
            "gaussian": formula(_SECOND_AS_PRINTED * _GAUSSIAN, MOMENTS, _NAMES),
        },
        "beyond/dense/variance": {"": formula(_K2 * (chi() - 1), MOMENTS, _NAMES)},
    },
    claim=All(
        (
            Equal("", formula(_SQUARE / _K2, MOMENTS, _NAMES)),
            Equal(formula(_SECOND_AS_PRINTED, MOMENTS, _NAMES), formula(_SQUARE, MOMENTS, _NAMES)),
            Equal(
                formula(_SECOND_AS_PRINTED * _GAUSSIAN, MOMENTS, _NAMES),
                formula(chi() * sp.exp(-total((x[i] - y[i]) ** 2)), MOMENTS, _NAMES),
            ),
            Equal(formula(_K2 * (chi() - 1), MOMENTS, _NAMES), formula(_SQUARE - _K2, MOMENTS, _NAMES)),
            Below(sp.S.One, "", strict=False),
        )
    ),
    checks=(
        Derivation(_relative_steps, WHOLE),
        *errors(formula(_K2 * (chi() - 1), MOMENTS, _NAMES)),
        *second_moments(
            formula(_SECOND_AS_PRINTED, MOMENTS, _NAMES),
            formula(_SECOND_AS_PRINTED * _GAUSSIAN, MOMENTS, _NAMES),
        ),
    ),
    uses=("beyond/dense/moment",),
)

_A = scalar.A
_SCALARS = pairs(
    integer("d", 1, meaning="input dimension"),
    real("A", below="1/8", reach=("1e-3", 100), meaning="the scalar"),
    d=(1, 3),
    A=("-1/2", "1/10"),
)
_SCALAR = sp.exp(-DELTA2) * (((1 - 4 * _A) ** 2 / (1 - 8 * _A)) ** (d / 2) * sp.exp(V2 / (1 - 8 * _A)) - 1)


def _scalar_steps(proof: Proof) -> None:
    r, v, size = sp.symbols("r t d", positive=True)
    log_chi = size * sp.log((1 + r) / (2 * sp.sqrt(r))) + r * v
    proof.equal(
        sp.diff(log_chi, r) * 2 * r * (1 + r),
        2 * v * r**2 + (size + 2 * v) * r - size,
        "the slope of the log second moment in r, up to a positive factor",
    )
    parameter = (1 - 1 / r) / 8
    proof.equal(
        (1 - 4 * parameter) / sp.sqrt(1 - 8 * parameter),
        (1 + r) / (2 * sp.sqrt(r)),
        "(1-4A)(1-8A)^(-1/2) in r = 1/(1-8A)",
    )
    proof.equal(2 * (1 - 4 * parameter) / (1 - 8 * parameter) - 1, r, "2(1-4A)/(1-8A) = 1 + r")


SCALAR = Statement(
    id="beyond/dense/scalar",
    kind="identity",
    where="complement to Theorem 3.2 of crt",
    title="Scalar A is the generalised exponential feature",
    text=(
        "For A = a I the variance for the Gaussian kernel is that of generalised exponential features with s = 1 and "
        "real A; its minimiser over A solves 2 v^2 r^2 + (d + 2 v^2) r - d = 0, the root of OPRF."
    ),
    latex=r"e^{-|x-y|^2}\left(\left(\tfrac{1+r}{2\sqrt r}\right)^de^{r|x+y|^2}-1\right),\quad r=\tfrac1{1-8A}",
    domain_text="d >= 1, A < 1/8, xy^2 <= x2 y2",
    domain=_SCALARS,
    sides={"": formula(_SCALAR, _SCALARS, "d A x2 y2 xy")},
    claim=All(
        (
            Equal("", formula(scalar.iid_variance().subs(m, 1), _SCALARS, "d A x2 y2 xy")),
            Equal(
                formula(
                    2 * V2 * best.best_rho(V2) ** 2 + (d + 2 * V2) * best.best_rho(V2), _SCALARS, "d x2 y2 xy"
                ),
                formula(d, _SCALARS, "d x2 y2 xy"),
            ),
        )
    ),
    checks=(
        Derivation(_scalar_steps, WHOLE),
        scalar_error(
            formula(_SCALAR, _SCALARS, "d A x2 y2 xy"), formula(sp.exp(-DELTA2 / 2), _SCALARS, "x2 y2 xy")
        ),
    ),
    uses=("crt/thm3.2", "crt/thm3.3/A"),
    mechanism=("iid", "oprf"),
)

_TRIPLES = lists("a x y z", SECOND, extra=at_points("a x y z"))
_SUM = 2 * x[i] + y[i] + z[i]
_CROSS = c_of_r() * sp.exp(total(R * _SUM**2 - (y[i] - z[i]) ** 2) / 4)


def _cross_steps(proof: Proof) -> None:
    moment_steps(proof)
    r, v, u = sp.symbols("r v u", positive=True)
    s = (1 + 1 / r) / 2
    proof.equal(
        s * (v + u) ** 2 * r / 2 - (v**2 + u**2) / 2,
        (r * (v + u) ** 2 - (v - u) ** 2) / 4,
        "E exp(4a g^2 + (v+v') s^(1/2) g) exp(-(v^2+v'^2)/2), 1 - 8a = 1/r",
    )


CROSS_MOMENT = Statement(
    id="beyond/dense/cross-moment",
    kind="identity",
    where=_WHERE,
    title="Two keys on one row",
    text="The mean of Z(x,y) Z(x,z) over the product of the kernel values; for two pairs v and v' are their sums.",
    latex=r"C=c(R)\exp\left(\tfrac14(v+v')^\top R(v+v')-\tfrac14|v-v'|^2\right)",
    domain_text="8 A < I",
    domain=_TRIPLES,
    sides={"": formula(_CROSS, _TRIPLES, "a x y z")},
    claim=Equal(
        "",
        formula(
            times(
                S
                * normal(4 * a[i], sp.sqrt(S) * _SUM)
                * sp.exp(-((x[i] + y[i]) ** 2 + (x[i] + z[i]) ** 2) / 2)
            ),
            _TRIPLES,
            "a x y z",
        ),
    ),
    checks=(
        Derivation(_cross_steps, WHOLE),
        two_keys(formula(_CROSS, _TRIPLES, "a x y z")),
    ),
    uses=("beyond/dense/moment",),
)

STATEMENTS = (
    MOMENT,
    RELATIVE,
    SCALAR,
    CROSS_MOMENT,
)
