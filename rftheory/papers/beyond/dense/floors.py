"""Floors of the mean second moment over proposals of any law, and trigonometric features against them.

Main results, x and y independent:
* softmax kernel: (E exp(|x|^2))^2; Gaussian kernel: exactly 1. Both are reached by a mixture.
* in mean squared error trigonometric features are at least as good as positive ones with any proposal.
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
    Height,
    On,
    Proof,
    Rule,
    Statement,
    Width,
    formula,
    vectors,
)
from rftheory.papers._shared.invariants import m
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
from rftheory.papers.beyond._lemmas.drawn.dense_data import gaussian_floor, softmax_floor, tuned_to_the_law

_WHERE = "dense features, floors for every proposal"
_X = sp.IndexedBase("X")
_j, _k = sp.symbols("j k", integer=True, nonnegative=True)
_DATASETS = (
    [["1/2"], ["-1"], ["1/3"]],
    [["1", "0"], ["1/2", "-1"]],
    [["0", "1/7", "1"]],
    [["1/2", "1/3"], ["1/2", "1/3"], ["-1", "0"], ["0", "1/5"]],
)
_VECTORS = vectors("X", "the data")
_DATA = Domain((_VECTORS,), extra=tuple({"X": each} for each in _DATASETS))
_WITH_A = Domain(
    (*lists("a").parameters, _VECTORS),
    (SECOND, Rule(sp.Eq(Width(_X), Height(a)), "the vectors of X have the length of a")),
    extra=tuple(
        {"a": e, "X": each} for e, each in zip(("-1/4", "1/10,-3", "-1/2,0,1/9", "-1/7,-1/7"), _DATASETS, strict=True)
    ),
)  # fmt: skip
_ONE, _OTHER = _X[_j, i], _X[_k, i]


def _mean(term: sp.Expr) -> sp.Expr:
    """The mean over the data."""
    return sp.Sum(term, (_j, 0, m - 1)) / m


def _over_pairs(term: sp.Expr) -> sp.Expr:
    """The mean over pairs of data, drawn with replacement."""
    return sp.Sum(term, (_k, 0, m - 1), (_j, 0, m - 1)) / m**2


_CHI = c_of_r() * sp.exp(total(R * (_ONE + _OTHER) ** 2))
_SOFTMAX_SECOND = _over_pairs(_CHI * sp.exp(2 * total(_ONE * _OTHER)))
_GAUSSIAN_SECOND = _over_pairs(_CHI * sp.exp(-total((_ONE - _OTHER) ** 2)))
_SOFTMAX = _mean(sp.exp(total(_ONE**2))) ** 2
_HALVES = lists(
    "lam", above("lam"), below("lam", "1/2"), extra=tuple({"lam": e} for e in ("1/5", "1/10,2/5", "1/3,1/3,1/3", "0,1/7"))
)  # fmt: skip


def _softmax_steps(proof: Proof) -> None:
    w, x = sp.symbols("w x", real=True)
    proof.equal(
        -(w**2) / 2 + 2 * w * x - x**2,
        x**2 - (w - 2 * x) ** 2 / 2,
        "p(w) exp(2 w x - x^2) = e^(x^2) N(w; 2x, 1), one coordinate",
    )
    proof.equal(
        sp.integrate(sp.exp(-((w - 2 * x) ** 2) / 2) / sp.sqrt(2 * sp.pi), (w, -sp.oo, sp.oo)),
        1,
        "so p H integrates to E e^(|x|^2), H the mean of exp(2 w.x - |x|^2)",
    )
    first, second = sp.symbols("F q", positive=True)
    proof.equal(
        first**2 / (first / second), first * second, "at q = F/int F the integral of F^2/q is (int F)^2"
    )
    proof.cite(
        "Cauchy-Schwarz: E Z^2 is the integral of p^2 H^2/q, at least (int p H)^2, with equality iff q is proportional to p H"
    )


FLOOR_SOFTMAX = Statement(
    id="beyond/dense/floor/softmax",
    kind="optimality",
    where=_WHERE,
    title="The floor for the softmax kernel",
    text=(
        "x, y iid: over proposals q that know the law but not the pair the mean second moment is at least (E e^(|x|^2))^2, "
        "with equality iff x is drawn with probability proportional to e^(|x|^2) and then w ~ N(2x, I)."
    ),
    latex=(
        r"\min_q\mathbb EZ^2=\left(\mathbb Ee^{|x|^2}\right)^2,\quad "
        r"q^\star\propto\mathbb E_x\left[e^{|x|^2}N(\cdot;2x,I)\right]"
    ),
    domain_text="E e^(|x|^2) finite; X a data set, pairs with replacement",
    domain=_DATA,
    sides={"": formula(_SOFTMAX, _DATA, "X")},
    claim=All(
        (
            Equal(
                "", formula(_mean(times(normal(sp.S.Zero, 2 * _ONE) * sp.exp(-(_ONE**2)))) ** 2, _DATA, "X")
            ),
            On(_WITH_A, Below("", formula(_SOFTMAX_SECOND, _WITH_A, "a X"), strict=False), "q = N(0, I-4A)"),
            On(
                _HALVES,
                Equal(
                    formula(1 / times(1 - 2 * lam[i]), _HALVES, "lam"),
                    formula(times(normal(lam[i], sp.S.Zero)) ** 2, _HALVES, "lam"),
                ),
                "x ~ N(0, L)",
            ),
        )
    ),
    checks=(
        Derivation(_softmax_steps, WHOLE),
        softmax_floor(formula(_SOFTMAX, _DATA, "X")),
    ),
    uses=("beyond/dense/weight",),
)

_APART = sp.exp(-total((_ONE - _OTHER) ** 2))
_VARIANCE = 1 - _over_pairs(_APART)
_TWICE = sp.Sum(_APART, (_k, _j + 1, m - 1), (_j, 0, m - 1))
_LAWS = lists(
    "lam",
    above("lam"),
    extra=tuple({"lam": e} for e in ("1/5", "1/10,3", "1/3,1/3,1/3", "10,1/1000", "0,1/9")),
)
_L = lam[i]
_OF_LAW = 1 - 1 / sp.sqrt(times(1 + 4 * _L))
_TUNED = times(
    (1 + 1 / (1 + 8 * _L))
    / (2 * sp.sqrt(1 / (1 + 8 * _L)))
    * normal(2 * _L / (1 + 8 * _L), sp.S.Zero)
    * normal(-2 * _L, sp.S.Zero)
)


def _gaussian_steps(proof: Proof) -> None:
    w, x = sp.symbols("w x", real=True)
    proof.equal(
        -(w**2) / 2 + 2 * w * x - 2 * x**2,
        -((w - 2 * x) ** 2) / 2,
        "p(w) exp(2 w x - 2 x^2) = N(w; 2x, 1): it integrates to 1 whatever x is",
    )
    proof.cite("Cauchy-Schwarz, with equality iff q is the mean of N(.; 2x, I)")
    size = sp.Symbol("lam", positive=True)
    rate = 1 / (1 + 8 * size)
    proof.equal((1 + 1 / rate) / 2, 1 + 4 * size, "for x ~ N(0, L) the law of 2x + g is N(0, I + 4L)")
    proof.equal(
        (1 + rate) ** 2 / (4 * rate) / ((1 - 4 * rate * size) * (1 + 4 * size)),
        1,
        "where the squared mean second moment is 1",
    )


FLOOR_GAUSSIAN = Statement(
    id="beyond/dense/floor/gaussian",
    kind="optimality",
    where=_WHERE,
    title="The floor for the Gaussian kernel",
    text=(
        "x, y iid from any law: the least mean second moment over all proposals is 1, reached only by the law of 2x + g, "
        "g ~ N(0, I); the least mean variance is 1 - E e^(-|x-y|^2), 1 - det(I+4L)^(-1/2) for x ~ N(0, L)."
    ),
    latex=r"\min_q\mathbb EZ^2=1,\quad q^\star=\mathbb E_xN(\cdot;2x,I)",
    domain_text="any law; X a data set, pairs with replacement; lam_i >= 0",
    domain=_DATA,
    sides={"variance": formula(_VARIANCE, _DATA, "X")},
    companions={"beyond/dense/floor/gaussian-variance": {"": formula(_OF_LAW, _LAWS, "lam")}},
    claim=All(
        (
            Equal("variance", formula(1 - (m + 2 * _TWICE) / m**2, _DATA, "X")),
            Equal(
                formula(_mean(times(normal(sp.S.Zero, 2 * _ONE) * sp.exp(-2 * _ONE**2))), _DATA, "X"),
                formula(sp.S.One, _DATA, ""),
            ),
            On(
                _WITH_A,
                Below(sp.S.One, formula(_GAUSSIAN_SECOND, _WITH_A, "a X"), strict=False),
                "q = N(0, I-4A)",
            ),
            On(
                _LAWS,
                Equal(
                    formula(_OF_LAW, _LAWS, "lam"),
                    formula(1 - times(normal(-2 * _L, sp.S.Zero)), _LAWS, "lam"),
                ),
                "x ~ N(0, L)",
            ),
            On(_LAWS, Equal(formula(_TUNED, _LAWS, "lam"), formula(sp.S.One, _LAWS, "")), "Sigma = I + 4L"),
        )
    ),
    checks=(
        Derivation(_gaussian_steps, WHOLE),
        gaussian_floor(formula(_VARIANCE, _DATA, "X")),
        tuned_to_the_law(formula(_TUNED, _LAWS, "lam")),
    ),
    uses=("beyond/dense/weight",),
)

STATEMENTS = (
    FLOOR_SOFTMAX,
    FLOOR_GAUSSIAN,
)
