"""Biased variants of dense features: self-normalised weights, clipping, a stabiliser.

Main results, q = v.(I-R)v/4:
* self-normalised: m bias -> c(R)(1 - e^(-q)), m Var -> c(R)(exp(v.R v) - 2 e^(-q) + 1).
* plain features clipped at tau: E min(Z/K, tau) by two normal probabilities.
* a stabiliser eps in both features: the bias is eps (E f(x) + E f(y)) + eps^2.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    PLACE,
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Given,
    On,
    Proof,
    Statement,
    formula,
    real,
    some,
)
from rftheory.papers.beyond._lemmas.dense.lists import (
    MEAN,
    MOMENTS,
    R,
    S,
    V,
    a,
    at_points,
    c_of_r,
    i,
    lists,
    normal,
    times,
    total,
    x,
    y,
)
from rftheory.papers.beyond._lemmas.drawn.dense_rows import clipped

_WHERE = "dense features, biased variants"
_NAMES = "a x y"
_Q = total((1 - R) * V**2) / 4
_BIAS = c_of_r() * (1 - sp.exp(-_Q))
_VARIANCE = c_of_r() * (sp.exp(total(R * V**2)) - 2 * sp.exp(-_Q) + 1)

_BIASED = some(x, lambda entry: sp.Ne(a[PLACE] * (entry + y[PLACE]), 0))


def _pair(one: sp.Expr, two: sp.Expr) -> sp.Expr:
    """E of the product of Z/K at two sums, on one row."""
    return times(S * normal(4 * a[i], sp.sqrt(S) * (one + two)) * sp.exp(-(one**2 + two**2) / 2))


_WITH, _MIXED, _WEIGHTS = _pair(V, V), _pair(V, sp.S.Zero), _pair(sp.S.Zero, sp.S.Zero)


def _ratio_steps(proof: Proof) -> None:
    n, w, e = sp.symbols("N W e", real=True)
    proof.equal(
        sp.series((1 + e * n) / (1 + e * w), e, 0, 3).removeO(),
        1 + e * (n - w) + e**2 * (w**2 - n * w),
        "the ratio to second order: N - W, then W^2 - N W",
    )
    r, v = sp.symbols("r v", positive=True)
    proof.equal(
        r * v**2 / 4 - v**2 / 4,
        -(1 - r) * v**2 / 4,
        "the cross moment at v' = 0, the weight itself: c(R) e^(-q)",
    )
    proof.cite("the delta method for means of m iid rows")
    c, q = sp.symbols("c q", positive=True)
    square = sp.Symbol("z", positive=True)
    proof.equal(
        c * square - 1 - c * (square - 2 * sp.exp(-q) + 1),
        c * (2 * sp.exp(-q) - 1 - 1 / c),
        "the variance falls iff 2 e^(-q) > 1 + 1/c; never if q >= log 2",
    )


_GAIN = 2 * sp.exp(-_Q) - 1 - 1 / c_of_r()

SELF_NORMALISED = Statement(
    id="beyond/dense/self-normalised/bias",
    kind="asymptotic",
    where=_WHERE,
    title="Self-normalised weights",
    text=(
        "Divided by the mean weight, m iid rows N(0, Sigma): m (E Ktilde/K - 1) -> c(R)(1 - e^(-q)), positive where R < I; "
        "m Var Ktilde/K^2 -> c(R)(exp(v.R v) - 2 e^(-q) + 1), below that of the unnormalised estimate iff "
        "2 e^(-q) > 1 + 1/c(R), never if q >= log 2."
    ),
    latex=(
        r"m\left(\mathbb E\tilde K/K-1\right)\to c(R)\left(1-e^{-\frac14v^\top(I-R)v}\right);\quad "
        r"c(R)\left(e^{v^\top Rv}-2e^{-q}+1\right)"
    ),
    domain_text="8 A < I; limits of the delta method",
    domain=MOMENTS,
    sides={"": formula(_BIAS, MOMENTS, _NAMES)},
    companions={"beyond/dense/self-normalised/variance": {"": formula(_VARIANCE, MOMENTS, _NAMES)}},
    claim=All(
        (
            Given(_BIASED, Equal("", formula(_WEIGHTS - _MIXED, MOMENTS, _NAMES))),
            Given(
                _BIASED,
                Equal(
                    formula(_VARIANCE, MOMENTS, _NAMES),
                    formula(_WITH - 2 * _MIXED + _WEIGHTS, MOMENTS, _NAMES),
                ),
            ),
            Equal(
                formula(1 + _WITH - _VARIANCE, MOMENTS, _NAMES),
                formula(2 + c_of_r() * _GAIN, MOMENTS, _NAMES),
            ),
        )
    ),
    checks=(Derivation(_ratio_steps, WHOLE),),
    uses=("beyond/dense/cross-moment",),
)

_v2, _tau = sp.Symbol("v2", positive=True), sp.Symbol("tau", positive=True)
_CLIPS = Domain(
    (
        real("v2", above=0, reach=("1e-3", 30), meaning="|x+y|^2"),
        real("tau", above=0, reach=("1e-2", 100), meaning="the clip"),
    ),
    extra=({"v2": 1, "tau": 1}, {"v2": "1/4", "tau": 3}, {"v2": 9, "tau": "1/2"}, {"v2": 2, "tau": 100}),
)


def _phi(at: sp.Expr) -> sp.Expr:
    """The normal distribution function."""
    return sp.erfc(-at / sp.sqrt(2)) / 2


def _clipped(tau: sp.Expr) -> sp.Expr:
    """E min(Z/K, tau)."""
    at = sp.log(tau) / sp.sqrt(_v2) + sp.sqrt(_v2) / 2
    return _phi(at - sp.sqrt(_v2)) + tau * _phi(-at)


_CLIP = _clipped(_tau)
_u = sp.Symbol("u", positive=True)
_LESS = _tau / 100
_BY_TAILS = _clipped(_LESS) + sp.Integral(
    _phi(-sp.log(_u) / sp.sqrt(_v2) - sp.sqrt(_v2) / 2), (_u, _LESS, _tau)
)
_STABILISED = lists(
    "a x y",
    MEAN,
    others=(real("eps", 0, reach=("1e-6", 10), meaning="the stabiliser"),),
    extra=tuple(
        {**p, "eps": e} for p, e in zip(at_points("a x y"), ("1e-6", 1, 0, "1/10", "1e-3", 2), strict=True)
    ),
)
_eps = sp.Symbol("eps", nonnegative=True)


def _feature_mean(at: sp.Expr) -> sp.Expr:
    """E f in closed form."""
    return (
        times(S) ** sp.Rational(1, 4)
        / sp.sqrt(times((1 + S) / 2))
        * sp.exp(total(at**2 * (S - 1) / (S + 1)) / 2)
    )


def _mean_by_rows(at: sp.Expr) -> sp.Expr:
    """E f by an integral over each coordinate of the row."""
    return times(S ** sp.Rational(1, 4) * normal(a[i], sp.sqrt(S) * at) * sp.exp(-(at**2) / 2))


_EPS = _eps * (_feature_mean(x[i]) + _feature_mean(y[i])) + _eps**2


def _clip_steps(proof: Proof) -> None:
    v, g, e, f, k = sp.symbols("v g e f k", positive=True)
    proof.equal(
        v * g - v**2 / 2 - g**2 / 2, -((g - v) ** 2) / 2, "Z/K = exp(v g - v^2/2) tilts N(0, 1) to N(v, 1)"
    )
    tau = sp.Symbol("tau", positive=True)
    proof.equal(
        (v * (sp.log(tau) / v + v / 2) - v**2 / 2), sp.log(tau), "Z/K <= tau iff g <= (log tau)/v + v/2"
    )
    proof.equal((f + e) * (k + e) - f * k, e * (f + k) + e**2, "with a stabiliser in both features")


CLIP = Statement(
    id="beyond/dense/clip",
    kind="identity",
    where=_WHERE,
    title="Clipping and a stabiliser",
    text=(
        "Plain features with the product clipped at tau K: E min(Z/K, tau) = Phi(g-v) + tau Phi(-g), below 1. A stabiliser "
        "eps added to both features: the exact bias eps (E f(x) + E f(y)) + eps^2, relative to K growing like e^(-x.y)."
    ),
    latex=(
        r"\Phi(g-v)+\tau\,\Phi(-g),\quad g=\frac{\log\tau}v+\frac v2;\quad "
        r"\varepsilon\left(\mathbb Ef(x)+\mathbb Ef(y)\right)+\varepsilon^2"
    ),
    domain_text="v2 > 0, tau > 0; stabiliser: 4 A < I, eps >= 0",
    domain=_CLIPS,
    sides={"": formula(_CLIP, _CLIPS, "v2 tau")},
    companions={"beyond/dense/eps": {"": formula(_EPS, _STABILISED, "a x y eps")}},
    claim=All(
        (
            Equal("", formula(_BY_TAILS, _CLIPS, "v2 tau")),
            Below("", sp.Min(1, _tau)),
            On(
                _STABILISED,
                Given(
                    _eps > 0,
                    Equal(
                        formula(_EPS, _STABILISED, "a x y eps"),
                        formula(
                            _eps * (_mean_by_rows(x[i]) + _mean_by_rows(y[i])) + _eps**2,
                            _STABILISED,
                            "a x y eps",
                        ),
                    ),
                ),
                "the stabiliser, softmax kernel",
            ),
        )
    ),
    checks=(
        Derivation(_clip_steps, WHOLE),
        clipped(formula(_CLIP, _CLIPS, "v2 tau")),
    ),
    uses=("beyond/dense/feature-mean",),
    note="For A < 0 clipping at tau >= sup Z/K changes nothing.",
)

STATEMENTS = (
    SELF_NORMALISED,
    CLIP,
)
