"""The matrix with the least mean squared error for the softmax kernel, against the log optimum.

Main results, x and y iid N(0, L):
* Sigma = (I + 2L)(I - 2L)^(-1), least mean second moment det(I - 2L)^(-1), over proposals of any law.
* the log optimum has an infinite mean second moment from the eigenvalue (sqrt 17 - 3)/4 on.
* all optima agree to first order, Sigma = I + 2T + O(T^2).
"""

from __future__ import annotations

import sympy as sp

from rftheory.domain.conditions import PLACE, Every, entries
from rftheory.exact.functions.tilts import PositiveTilt
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Given,
    On,
    Order,
    Proof,
    Rule,
    Statement,
    formula,
    real,
)
from rftheory.papers.beyond._lemmas.dense.best import T, best_r, ell, gain, least, root_steps
from rftheory.papers.beyond._lemmas.dense.lists import (
    SECOND,
    R,
    a,
    above,
    below,
    c_of_r,
    i,
    lam,
    lists,
    normal,
    times,
    total,
)
from rftheory.papers.beyond._lemmas.drawn.dense_data import log_optimum_square, mean_squares

_WHERE = "dense features, mean squared error"
_HALF = ("1/5", "1/10,2/5", "1/3,1/3,1/3", "0,1/100,1/7", "49/100", "1/1000,1/4")
_HALVES = lists("lam", above("lam"), below("lam", "1/2"), extra=tuple({"lam": each} for each in _HALF))
_SIXTHS = lists(
    "lam",
    above("lam"),
    below("lam", "1/6"),
    extra=({"lam": "1/7"}, {"lam": "1/10,0"}, {"lam": "1/8,1/8,1/8"}),
)
_JOINT = Rule(
    Every(2 * lam[PLACE] * (1 + 2 / (1 - 8 * a[PLACE])) < 1, entries(a)),
    "2 lam (1 + 2/(1 - 8a)) < 1, entry by entry",
)
_PAIRS = lists(
    "a lam",
    SECOND,
    above("lam"),
    _JOINT,
    extra=(
        {"a": "-1/4", "lam": "1/5"},
        {"a": "1/20,-3", "lam": "1/20,2/5"},
        {"a": "0,0,0", "lam": "1/7,0,1/8"},
        {"a": "-1/3", "lam": "1/5"},
        {"a": "-24,-1/100", "lam": "12/25,1/10"},
    ),
)
_L = lam[i]


def _objective(r: sp.Expr) -> sp.Expr:
    """One eigenvalue of the mean second moment."""
    return sp.sqrt((1 + r) ** 2 / (4 * r) / ((1 - 2 * _L - 4 * _L * r) * (1 + 2 * _L)))


_BEST_R = (1 - 2 * _L) / (1 + 6 * _L)
_LEAST = 1 / times(1 - 2 * _L)
_VARIANCE = _LEAST - 1 / sp.sqrt(times(1 - 4 * _L**2))
_OBJECTIVE = c_of_r() / sp.sqrt(times((1 - 2 * _L - 4 * _L * R) * (1 + 2 * _L)))
_PLAIN = 1 / sp.sqrt(times((1 - 6 * _L) * (1 + 2 * _L)))
_BY_MEANS = c_of_r() * times(normal((1 + 2 * R) * _L, sp.S.Zero) * normal(-_L, sp.S.Zero))
_FLOOR = times(normal(2 * _L / (1 + 2 * _L), sp.S.Zero) ** 2 / (1 + 2 * _L))


def _square_steps(proof: Proof) -> None:
    r, size = sp.symbols("r lam", positive=True)
    w, x = sp.symbols("w x", real=True)
    log_objective = sp.log((1 + r) / (2 * sp.sqrt(r))) - sp.log(1 - 2 * size - 4 * size * r) / 2
    proof.equal(
        sp.diff(log_objective, r) * 2 * r * (1 + r) * (1 - 2 * size - 4 * size * r),
        (1 + 6 * size) * r - (1 - 2 * size),
        "the slope in r, up to a positive factor: one sign change, at r = (1-2lam)/(1+6lam)",
    )
    best = (1 - 2 * size) / (1 + 6 * size)
    proof.equal((1 + 1 / best) / 2, (1 + 2 * size) / (1 - 2 * size), "there Sigma = (1 + 1/r)/2")
    proof.equal(
        (1 + best) ** 2 / (4 * best) / ((1 - 2 * size - 4 * size * best) * (1 + 2 * size)),
        1 / (1 - 2 * size) ** 2,
        "and the squared objective is (1-2lam)^(-2)",
    )
    one, two = sp.symbols("x y", real=True)
    proof.equal(
        2 * one * two + r * (one + two) ** 2,
        (1 + 2 * r) * ((one + two) / sp.sqrt(2)) ** 2 - ((one - two) / sp.sqrt(2)) ** 2,
        "log(Z^2) in two independent normal variables of variance lam",
    )
    law = sp.exp(-(x**2) / (2 * size)) / sp.sqrt(2 * sp.pi * size)
    proof.equal(
        sp.integrate(sp.exp(2 * w * x - x**2) * law, (x, -sp.oo, sp.oo)),
        sp.exp(2 * size * w**2 / (1 + 2 * size)) / sp.sqrt(1 + 2 * size),
        "H(w) = E exp(2wx - x^2)",
    )
    proof.cite("Cauchy-Schwarz: the integral of p^2 H^2/q is at least (E H)^2 over every proposal q")
    proof.cite("E K^2 is infinite where some lam_i >= 1/2, and E Z^2 >= E K^2")


MEAN_SQUARE_OPTIMUM = Statement(
    id="beyond/dense/mean-square-optimum",
    kind="optimality",
    where=_WHERE,
    title="The least mean second moment",
    text=(
        "For x, y iid N(0, L), L < I/2, the minimiser is Sigma = (I+2L)(I-2L)^(-1), best among proposals of any law, with "
        "the least mean second moment det(I-2L)^(-1). If some lam_i >= 1/2 every proposal has an infinite one."
    ),
    latex=(
        r"\Sigma=(I+2L)(I-2L)^{-1},\quad\min\mathbb EZ^2=\det(I-2L)^{-1};\quad \prod_i\frac{1+r_i}{2\sqrt{r_i}}"
        r"\left((1-2\lambda_i-4\lambda_ir_i)(1+2\lambda_i)\right)^{-1/2}"
    ),
    domain_text="0 <= lam_i < 1/2; for the objective 8 a_i < 1, 2 lam_i (1 + 2/(1-8a_i)) < 1; plain: lam_i < 1/6",
    domain=_HALVES,
    sides={"": formula(_LEAST, _HALVES, "lam"), "variance": formula(_VARIANCE, _HALVES, "lam")},
    companions={
        "beyond/dense/mean-square-objective": {"": formula(_OBJECTIVE, _PAIRS, "a lam")},
        "beyond/dense/mean-square/plain": {"": formula(_PLAIN, _SIXTHS, "lam")},
    },
    claim=All(
        (
            Equal("", formula(times(_objective(_BEST_R)), _HALVES, "lam")),
            Equal("", formula(_FLOOR, _HALVES, "lam")),
            Equal(
                "variance",
                formula(_LEAST - times(normal(_L, sp.S.Zero) * normal(-_L, sp.S.Zero)), _HALVES, "lam"),
            ),
            On(_PAIRS, Equal(formula(_OBJECTIVE, _PAIRS, "a lam"), formula(_BY_MEANS, _PAIRS, "a lam"))),
            On(
                _PAIRS,
                Below("", formula(_OBJECTIVE, _PAIRS, "a lam"), strict=False),
                "any A with a finite mean",
            ),
            On(
                _SIXTHS,
                Equal(formula(_PLAIN, _SIXTHS, "lam"), formula(times(_objective(sp.S.One)), _SIXTHS, "lam")),
                "plain features",
            ),
        )
    ),
    checks=(
        Derivation(_square_steps, WHOLE, covered="at lam = 0 all inputs are 0"),
        *mean_squares(
            formula(_OBJECTIVE, _PAIRS, "a lam"),
            formula(_LEAST, _HALVES, "lam"),
            formula(_PLAIN, _SIXTHS, "lam"),
        ),
    ),
    uses=("beyond/dense/relative",),
)

_l = sp.Symbol("lam", positive=True)
_STAR = (sp.sqrt(17) - 3) / 4
_SMALL = Rule(2 * _l**2 + 3 * _l < 1, "lam < (sqrt(17) - 3)/4")
_POINTS = tuple({"lam": each} for each in ("1/5", "1/100", "28/100", "1e-9", "7/25"))
_UNDER = Domain((real("lam", above=0, below="1/2", meaning="eigenvalue of L"),), (_SMALL,), extra=_POINTS)
_OVER = Domain(
    (real("lam", above=0, below="1/2", meaning="eigenvalue of L"),),
    (Rule(2 * _l**2 + 3 * _l > 1, "lam > (sqrt(17) - 3)/4"),),
    extra=tuple({"lam": each} for each in ("2809/10000", "2/5", "499/1000")),
)
_ALL = Domain(
    (real("lam", above=0, below="1/2", meaning="eigenvalue of L"),), extra=(*_POINTS, {"lam": "49/100"})
)
_INNER = lists("lam", above("lam", strict=True), below("lam", "1/2"), extra=tuple({"lam": e} for e in ("1/5", "1/10,2/5", "1/3,1/3,1/3", "49/100", "1/1000,1/4")))  # fmt: skip
_RATE = best_r(2 * _l)
_RATIO = (1 - 2 * _l) * sp.sqrt(
    (1 + _RATE) ** 2 / (4 * _RATE) / ((1 - 2 * _l - 4 * _l * _RATE) * (1 + 2 * _l))
)
_MS_RATE = (1 - 2 * _l) / (1 + 6 * _l)
_CONVERSE = total(gain(_BEST_R) + 2 * _L * _BEST_R - ell(2 * _L))
_TILTED = sp.exp(-PositiveTilt(sp.S.One, 2 * _l))
_TUNED = (
    (1 - 2 * _l)
    * (1 + _TILTED)
    / (2 * sp.sqrt(_TILTED))
    / sp.sqrt((1 - 2 * _l * (1 + 2 * _TILTED)) * (1 + 2 * _l))
)
_BUDGET = 2 * _l * (1 + 2 * _RATE)
_SIZES = Domain(
    (real("t", above=0, below=1, meaning="eigenvalue of T = 2L"),), extra=({"t": "1/10"}, {"t": "1e-6"})
)


def _versus_steps(proof: Proof) -> None:
    root_steps(proof)
    size = sp.Symbol("t", positive=True)
    rate = (1 - size) / (2 * size)
    proof.equal(
        (2 * size * rate**2 + (1 + 2 * size) * rate - 1) * 2 * size,
        2 - 3 * size - size**2,
        "t (1 + 2r) = 1 at r = r(t), t = 2 lam: t^2 + 3t - 2 = 0",
    )
    proof.equal((size**2 + 3 * size - 2).subs(size, (sp.sqrt(17) - 3) / 2), 0, "at t = (sqrt 17 - 3)/2")
    root = sp.sqrt(4 * size**2 + 12 * size + 1)
    proof.equal(
        sp.series((3 + 2 * size + root) / 4, size, 0, 3).removeO(),
        1 + 2 * size - 4 * size**2,
        "Sigma of the log optimum",
    )
    proof.equal(
        sp.series((1 + size) / (1 - size), size, 0, 3).removeO(),
        1 + 2 * size + 2 * size**2,
        "Sigma of the mean square optimum; that of the mean relative error is 1 + 2T",
    )


LOG_VS_MEAN_SQUARE = Statement(
    id="beyond/dense/log-vs-mean-square",
    kind="existence",
    where=_WHERE,
    title="The log optimum can have an infinite mean square",
    text=(
        "It has as soon as the largest lam_i >= (sqrt 17 - 3)/4, although lam < 1/2 admits a finite one; below, the value "
        "is its mean second moment over the least. Conversely the log excess of the mean square optimum tends to infinity "
        "as some lam_i -> 1/2."
    ),
    latex=(
        r"\lambda^\star=\tfrac{\sqrt{17}-3}4;\quad \sum_ig\left(\tfrac{1-2\lambda_i}{1+6\lambda_i}\right)"
        r"+2\lambda_i\tfrac{1-2\lambda_i}{1+6\lambda_i}-\ell(2\lambda_i)"
    ),
    domain_text="0 < lam < (sqrt 17 - 3)/4, one dimension; for the converse 0 < lam_i < 1/2",
    domain=_UNDER,
    sides={"": formula(_RATIO, _UNDER, "lam")},
    companions={
        "beyond/dense/log-vs-mean-square/threshold": {"": formula(_STAR, Domain())},
        "beyond/dense/mean-square-vs-log": {"": formula(_CONVERSE, _INNER, "lam")},
    },
    claim=All(
        (
            Below(sp.S.One, ""),
            Equal("", formula(_TUNED, _UNDER, "lam")),
            Equal(formula(_STAR, Domain()), formula(2 / (3 + sp.sqrt(17)), Domain())),
            On(_ALL, Given(_l < _STAR, Below(formula(_BUDGET, _ALL, "lam"), sp.S.One)), "a finite mean"),
            On(_OVER, Below(sp.S.One, formula(_BUDGET, _OVER, "lam")), "an infinite mean"),
            On(_ALL, Given(_l > _STAR, Below(sp.S.One, formula(_BUDGET, _ALL, "lam")))),
            On(
                _ALL,
                Below(
                    formula(sp.log((1 + 6 * _l) / (4 * (1 - 2 * _l))) / 2 - ell(sp.S.One), _ALL, "lam"),
                    formula(gain(_MS_RATE) + 2 * _l * _MS_RATE - ell(2 * _l), _ALL, "lam"),
                ),
                "one dimension: the converse excess is unbounded",
            ),
            On(
                _INNER,
                Equal(
                    formula(_CONVERSE, _INNER, "lam"),
                    formula(total(gain(_BEST_R) + 2 * _L * _BEST_R - least(2 * _L)), _INNER, "lam"),
                ),
            ),
            On(
                _SIZES,
                Order(
                    T**-3,
                    "t",
                    formula((1 + 1 / best_r(T)) / 2, _SIZES, "t"),
                    1 + 2 * T - 4 * T**2,
                    toward=sp.S.Zero,
                ),
            ),
            On(
                _SIZES,
                Order(
                    T**-3,
                    "t",
                    formula((1 + T) / (1 - T), _SIZES, "t"),
                    1 + 2 * T + 2 * T**2,
                    toward=sp.S.Zero,
                ),
            ),
        )
    ),
    checks=(
        Derivation(_versus_steps, WHOLE),
        log_optimum_square(formula(_RATIO, _UNDER, "lam")),
    ),
    uses=("beyond/dense/mean-square-optimum", "beyond/dense/log-optimum/r"),
)

STATEMENTS = (
    MEAN_SQUARE_OPTIMUM,
    LOG_VS_MEAN_SQUARE,
)
