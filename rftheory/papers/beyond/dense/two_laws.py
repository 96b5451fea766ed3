"""Queries and keys of different laws, and trigonometric features against every positive one.

Main results:
* two laws: the floor is a squared Bhattacharyya coefficient for the Gaussian kernel.
* one law: in mean squared error a trigonometric row, counted as two features, is at least as good as two positive rows.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.domain.conditions import PLACE, Every, entries
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    On,
    Proof,
    Rule,
    Statement,
    formula,
    vectors,
)
from rftheory.papers._shared.invariants import m
from rftheory.papers.beyond._lemmas.dense.lists import above, below, eta, i, lam, lists, normal, times, total
from rftheory.papers.beyond._lemmas.drawn.dense_data import trigonometric, two_laws

_WHERE = "dense features, floors for every proposal"
_L, _H = lam[i], eta[i]
_NAMES = "lam eta"
_POINTS = (
    {"lam": "1/5", "eta": "1/3"},
    {"lam": "1/10,2/5", "eta": "2,0"},
    {"lam": "1/3,1/3,1/3", "eta": "1/3,1/2,2/3"},
    {"lam": "0,1/7", "eta": "5,1"},
    {"lam": "20,1/1000", "eta": "1/100,50"},
)
_TWO = lists(_NAMES, above("lam"), above("eta"), extra=_POINTS)
_FINITE = lists(
    _NAMES,
    above("lam"),
    above("eta"),
    Rule(Every(4 * lam[PLACE] * eta[PLACE] < 1, entries(lam)), "4 lam eta < 1, entry by entry"),
    extra=_POINTS,
)
_GAUSSIAN = times(2 * sp.sqrt((1 + 4 * _L) * (1 + 4 * _H)) / (2 + 4 * _L + 4 * _H))
_SOFTMAX = times(sp.sqrt((1 + 2 * _L) * (1 + 2 * _H)) / (1 - 4 * _L * _H))
_BHATTACHARYYA = times(
    normal(sp.Rational(1, 2) - (1 / (1 + 4 * _L) + 1 / (1 + 4 * _H)) / 4, sp.S.Zero) ** 2
    / sp.sqrt((1 + 4 * _L) * (1 + 4 * _H))
)
_OVERLAP = times(
    normal(_L / (1 + 2 * _L) + _H / (1 + 2 * _H), sp.S.Zero) ** 2 / sp.sqrt((1 + 2 * _L) * (1 + 2 * _H))
)


def _two_laws_steps(proof: Proof) -> None:
    one, two = sp.symbols("lam eta", positive=True)
    w = sp.Symbol("w", real=True)
    first, second = 1 + 4 * one, 1 + 4 * two
    root = sp.exp(-(w**2) / (4 * first) - w**2 / (4 * second)) / sp.sqrt(2 * sp.pi)
    proof.equal(
        sp.integrate(root, (w, -sp.oo, sp.oo)) ** 2,
        2 * first * second / (first + second),
        "the integral of the root of the product of two Gaussian densities, without their constants",
    )
    proof.equal(
        2 * first * second / (first + second) / sp.sqrt(first * second),
        2 * sp.sqrt(first * second) / (2 + 4 * one + 4 * two),
        "with them: the floor for the Gaussian kernel",
    )
    proof.equal(
        1 - 2 * one / (1 + 2 * one) - 2 * two / (1 + 2 * two),
        (1 - 4 * one * two) / ((1 + 2 * one) * (1 + 2 * two)),
        "softmax: p (H_P H_Q)^(1/2) has this precision, positive iff 4 lam eta < 1",
    )
    proof.equal(
        1 / (1 + 2 * one) + 1 / (1 + 2 * two) - 1,
        1 - 2 * one / (1 + 2 * one) - 2 * two / (1 + 2 * two),
        "which is that of Sigma",
    )
    proof.cite("Cauchy-Schwarz with H_P H_Q in the place of H^2")


TWO_LAWS = Statement(
    id="beyond/dense/floor/two-laws",
    kind="identity",
    where=_WHERE,
    title="Floors for two laws",
    text=(
        "x ~ P, y ~ Q independent: for the Gaussian kernel the least mean second moment is the squared Bhattacharyya "
        "coefficient of the laws of 2x+g and 2y+g. For N(0, L) and N(0, H), commuting, closed forms, also for softmax."
    ),
    latex=(r"\left(\int\sqrt{\mathbb E_xN(w;2x,I)\,\mathbb E_yN(w;2y,I)}\,dw\right)^2"),
    domain_text="lam_i, eta_i >= 0; softmax: 4 lam_i eta_i < 1",
    domain=_TWO,
    sides={
        "gaussian": formula(_GAUSSIAN, _TWO, _NAMES),
        "softmax": formula(_SOFTMAX, _FINITE, _NAMES),
    },
    claim=All(
        (
            Equal("gaussian", formula(_BHATTACHARYYA, _TWO, _NAMES)),
            Below("gaussian", sp.S.One, strict=False),
            On(_FINITE, Equal("softmax", formula(_OVERLAP, _FINITE, _NAMES)), "4 lam eta < 1"),
        )
    ),
    checks=(
        Derivation(_two_laws_steps, WHOLE, covered="at lam = 0 or eta = 0 one law is a point"),
        *two_laws(formula(_GAUSSIAN, _TWO, _NAMES), formula(_SOFTMAX, _FINITE, _NAMES)),
    ),
    uses=("beyond/dense/floor/softmax", "beyond/dense/floor/gaussian"),
    note="With lam = eta they are 1 and the product of (1-2 lam)^(-1).",
)

_ONE_LAW = lists(
    "lam", above("lam", strict=True), extra=tuple({"lam": e} for e in ("1/5", "1/10,3", "1/3,1/3,1/3", "10,1/1000"))
)  # fmt: skip
_HALVES = lists(
    "lam",
    above("lam", strict=True),
    below("lam", "1/2"),
    extra=tuple({"lam": e} for e in ("1/5", "1/10,2/5", "1/3,1/3,1/3", "49/100,1/1000")),
)
_FEW = replace(_ONE_LAW, extra=_ONE_LAW.extra[:2])
_FEW_HALVES = replace(_HALVES, extra=_HALVES.extra[:2])


def _root(factor: sp.Expr) -> sp.Expr:
    """The product of (..)^(-1/2)."""
    return 1 / sp.sqrt(times(factor))


_MID, _FAR = _root(1 + 4 * _L), _root(1 + 8 * _L)
_ALL_K0 = 1 / times(1 - 2 * _L)
_K0_ONCE = _root((1 - 2 * _L) * (1 + 2 * _L))
_K0_TWICE = _root((1 - 2 * _L) * (1 + 6 * _L))
_TRIG_GAUSSIAN = (1 + _FAR) / 2
_TRIG_SOFTMAX = (_ALL_K0 + _K0_TWICE) / 2
_RATIO_GAUSSIAN = (1 - 2 * _MID + _FAR) / (1 - _MID)
_RATIO_SOFTMAX = (_ALL_K0 - 2 * _K0_ONCE + _K0_TWICE) / (_ALL_K0 - _K0_ONCE)
_X = sp.IndexedBase("X")
_j, _k = sp.symbols("j k", integer=True, nonnegative=True)
_DATA = Domain(
    (vectors("X", "the data"),),
    extra=({"X": [["1/2"], ["-1"]]}, {"X": [["1", "0"], ["1/2", "-1"], ["0", "3"]]}, {"X": [["0", "1", "2"], ["1", "1", "1"]]}),
)  # fmt: skip
_CLOSE = sp.exp(-total((_X[_j, i] - _X[_k, i]) ** 2))
_K0 = sp.exp(total(_X[_j, i] ** 2 + _X[_k, i] ** 2))


def _pairs(term: sp.Expr) -> sp.Expr:
    """The mean over pairs of data."""
    return sp.Sum(term, (_k, 0, m - 1), (_j, 0, m - 1)) / m**2


def _average(weight: sp.Expr, power: int) -> sp.Expr:
    """E of weight e^(-power |x-y|^2): by Gaussian integrals in (x+y)/sqrt 2 and (x-y)/sqrt 2."""
    return times(normal(weight * _L, sp.S.Zero) * normal((weight - 2 * power) * _L, sp.S.Zero))


def _trig_steps(proof: Proof) -> None:
    u = sp.Symbol("u", positive=True)
    angle = sp.Symbol("alpha", real=True)
    proof.equal(
        sp.cos(angle) ** 2, (1 + sp.cos(2 * angle)) / 2, "a trigonometric row: Z^2 = K_0 cos^2(w.(x-y))"
    )
    proof.equal(
        (1 + u**4) / 2 - u**2,
        (1 - u**2) ** 2 / 2,
        "E cos(2 w.z) = u^4 with u^2 = e^(-z^2): Var = K_0 (1-u^2)^2/2",
    )
    e = sp.Symbol("e", nonnegative=True)
    share = 1 / (1 + e)
    proof.nonnegative(
        sp.factor((1 - share) - (1 - share) ** 2),
        "(1-u)^2 <= 1-u for 0 <= u <= 1: half the floor of the variance",
    )
    one, two = sp.symbols("x y", real=True)
    proof.equal(
        2 * one * two - (one**2 + two**2),
        -((one - two) ** 2),
        "K^2 = K_0 e^(-z^2), and E K_0 = (E e^(|x|^2))^2: the floor of the variance is E K_0 (1 - e^(-z^2))",
    )


TRIG_VS_FLOOR = Statement(
    id="beyond/dense/trig-vs-floor",
    kind="inequality",
    where=_WHERE,
    title="Trigonometric features against every positive proposal",
    text=(
        "x, y iid of any law: E Var of a trigonometric row (two features) is at most half the least E Var of one positive row "
        "with any proposal, strictly unless x is constant, for both kernels. The sides are the mean second moment of one "
        "trigonometric row for x ~ N(0, L), the ratios 2 E Var over the floor of the variance."
    ),
    latex=(
        r"\tfrac12\mathbb E\,e^{|x|^2+|y|^2}(1-e^{-z^2})^2\le\tfrac12\mathbb E\,e^{|x|^2+|y|^2}(1-e^{-z^2})"
        r"\le\tfrac12\,\mathbb E\mathrm{Var}_{\rm pos}"
    ),
    domain_text="x, y iid; Gaussian law: lam_i > 0 (softmax: lam_i < 1/2)",
    domain=_ONE_LAW,
    sides={
        "gaussian": formula(_TRIG_GAUSSIAN, _ONE_LAW, "lam"),
        "softmax": formula(_TRIG_SOFTMAX, _HALVES, "lam"),
    },
    companions={
        "beyond/dense/trig-vs-floor/ratio": {
            "gaussian": formula(_RATIO_GAUSSIAN, _ONE_LAW, "lam"),
            "softmax": formula(_RATIO_SOFTMAX, _HALVES, "lam"),
        }
    },
    claim=All(
        (
            Equal("gaussian", formula((1 + _average(sp.S.Zero, 2)) / 2, _ONE_LAW, "lam")),
            On(
                _HALVES,
                Equal(
                    "softmax", formula((_average(sp.S.One, 0) + _average(sp.S.One, 2)) / 2, _HALVES, "lam")
                ),
            ),
            Below(formula(_RATIO_GAUSSIAN, _ONE_LAW, "lam"), sp.S.One),
            On(_HALVES, Below(formula(_RATIO_SOFTMAX, _HALVES, "lam"), sp.S.One)),
            On(
                _FEW_HALVES,
                Equal(
                    formula(_RATIO_SOFTMAX, _HALVES, "lam"),
                    formula(
                        2 - (_ALL_K0 - _K0_TWICE) / (_ALL_K0 - _average(sp.S.One, 1)), _FEW_HALVES, "lam"
                    ),
                ),
            ),
            On(
                _FEW,
                Equal(
                    formula(_RATIO_GAUSSIAN, _ONE_LAW, "lam"),
                    formula(2 - (1 - _FAR) / (1 - _average(sp.S.Zero, 1)), _FEW, "lam"),
                ),
            ),
            On(
                _DATA,
                Below(
                    formula(_pairs(_K0 * (1 - _CLOSE) ** 2), _DATA, "X"),
                    formula(_pairs(_K0 * (1 - _CLOSE)), _DATA, "X"),
                    strict=False,
                ),
                "any data, softmax kernel",
            ),
            On(
                _DATA,
                Below(
                    formula(_pairs((1 - _CLOSE) ** 2), _DATA, "X"),
                    formula(_pairs(1 - _CLOSE), _DATA, "X"),
                    strict=False,
                ),
                "any data, Gaussian kernel",
            ),
        )
    ),
    checks=(
        Derivation(_trig_steps, WHOLE),
        *trigonometric(formula(_TRIG_GAUSSIAN, _ONE_LAW, "lam"), formula(_TRIG_SOFTMAX, _HALVES, "lam")),
    ),
    uses=("beyond/dense/floor/softmax", "beyond/dense/floor/gaussian"),
    note=(
        "It can fail when queries and keys have different laws: for two different constants a shifted proposal has no "
        "variance. Relative to K^2 trigonometric features are unbounded in |x-y|."
    ),
)

STATEMENTS = (
    TWO_LAWS,
    TRIG_VS_FLOOR,
)
