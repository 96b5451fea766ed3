"""Logarithm and tail of one product of dense features.

Main results:
* E log(Z/K) = -KL(N(0, Sigma) || N(v, I)); Var log Z = 8 tr A^2 + v.Sigma v.
* a positive eigenvalue a* gives a polynomial tail of index 1/(4a*).
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.largest_entry import LargestEntry
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    On,
    Proof,
    Rule,
    Statement,
    every,
    formula,
    real,
    some,
)
from rftheory.papers.beyond._lemmas.dense.lists import (
    FAMILY,
    MEAN,
    S,
    V,
    a,
    i,
    lists,
    times,
    total,
)
from rftheory.papers.beyond._lemmas.drawn.dense import logarithms

_WHERE = "dense features, logarithm and tail"
_NAMES = "a x y"
_LOG_MEAN = total(sp.log(S) - S + 1 - V**2) / 2
_KL = -(total(S + V**2 - 1) - sp.log(times(S))) / 2


def _log_steps(proof: Proof) -> None:
    g, v = sp.symbols("g v", real=True)
    s = sp.Symbol("s", positive=True)
    log_ratio = sp.log(s) / 2 + (1 - s) / 2 * g**2 + sp.sqrt(s) * v * g - v**2 / 2
    law = sp.exp(-(g**2) / 2) / sp.sqrt(2 * sp.pi)

    def mean(term: sp.Expr) -> sp.Expr:
        return sp.integrate(sp.expand(term) * law, (g, -sp.oo, sp.oo))

    first = mean(log_ratio)
    proof.equal(first, (sp.log(s) - s + 1 - v**2) / 2, "the mean of log(Z/K) in one coordinate")
    proof.equal(
        mean(sp.expand((log_ratio - first) ** 2)),
        8 * ((1 - s) / 4) ** 2 + s * v**2,
        "its variance: 8 a^2 + s v^2, a = (1-s)/4",
    )
    proof.equal(
        sp.expand(-((sp.sqrt(s) * g - v) ** 2) / 2 + g**2 / 2 + sp.log(s) / 2 - sp.expand(log_ratio)),
        0,
        "log(Z/K) is the log ratio of the densities of N(v, I) and N(0, Sigma) at the row s^(1/2) g",
    )


LOG_MEAN = Statement(
    id="beyond/dense/log-mean",
    kind="identity",
    where=_WHERE,
    title="Mean and variance of the logarithm",
    text="E log(Z/K) is minus a Kullback-Leibler divergence: by this exponent the typical row underestimates.",
    latex=(
        r"\mathbb E\log\frac ZK=\tfrac12\sum_i\left(\log s_i-s_i+1-v_i^2\right);\quad "
        r"\mathrm{Var}\log Z=8\,\mathrm{tr}A^2+v^\top\Sigma v"
    ),
    domain_text="4 A < I",
    domain=FAMILY,
    sides={"": formula(_LOG_MEAN, FAMILY, _NAMES)},
    companions={"beyond/dense/log-variance": {"": formula(total(8 * a[i] ** 2 + S * V**2), FAMILY, _NAMES)}},
    claim=All(
        (
            Equal("", formula(_KL, FAMILY, _NAMES)),
            Equal(
                formula(total(8 * a[i] ** 2 + S * V**2), FAMILY, _NAMES),
                formula(total((1 - S) ** 2) / 2 + total(V**2) - 4 * total(a[i] * V**2), FAMILY, _NAMES),
            ),
        )
    ),
    checks=(
        Derivation(_log_steps, WHOLE),
        *logarithms(
            formula(_LOG_MEAN, FAMILY, _NAMES), formula(total(8 * a[i] ** 2 + S * V**2), FAMILY, _NAMES)
        ),
    ),
    uses=("beyond/dense/weight",),
)

_k = sp.Symbol("k", positive=True)
_HEAVY = Rule(some(a, lambda entry: entry > 0), "some entry of a > 0")
_POSITIVE = lists(
    "a", MEAN, _HEAVY, extra=({"a": "1/10"}, {"a": "-3,1/9,1/16"}, {"a": "1/5,1/5"}, {"a": "1/1000,0,-1/7"})
)
_ORDER = (real("k", above=0, reach=("1e-2", 1000), meaning="order of the moment"),)
_FINITE = lists(
    "a",
    MEAN,
    _HEAVY,
    Rule(every(a, lambda entry: 4 * _k * entry < 1), "4 k a < 1 for every entry of a", "k a"),
    others=_ORDER,
    extra=(
        {"a": "1/10", "k": "249/100"},
        {"a": "-3,1/9,1/16", "k": "224/100"},
        {"a": "1/5,1/5", "k": "124/100"},
        {"a": "1/1000,0,-1/7", "k": 249},
    ),
)
_INFINITE = lists(
    "a",
    MEAN,
    _HEAVY,
    Rule(some(a, lambda entry: 4 * _k * entry >= 1), "4 k a >= 1 for some entry of a", "k a"),
    others=_ORDER,
    extra=(
        {"a": "1/10", "k": "5/2"},
        {"a": "-3,1/9,1/16", "k": "9/4"},
        {"a": "1/5,1/5", "k": "5/4"},
        {"a": "1/1000,0,-1/7", "k": 250},
    ),
)


def _tail_steps(proof: Proof) -> None:
    order, largest = sp.symbols("k A", positive=True)
    g, v = sp.symbols("g v", real=True)
    proof.equal(
        order * (2 * largest * g**2) - g**2 / 2,
        -(1 - 4 * order * largest) * g**2 / 2,
        "the exponent of the k-th moment in one coordinate: integrable iff 4 k a < 1",
    )
    proof.equal((1 - 4 * order * largest).subs(order, 1 / (4 * largest)), 0, "which ends at k = 1/(4a)")
    proof.equal(
        sp.exp(order * v * g - order * v**2 / 2),
        sp.exp(v * g - v**2 / 2) ** order,
        "where a = 0 the factor is log-normal: all moments are finite",
    )
    proof.cite("a log-normal variable has no moment generating function at any positive argument")


TAIL_INDEX = Statement(
    id="beyond/dense/tail-index",
    kind="limit",
    where=_WHERE,
    title="Index of the tail",
    text=(
        "With a* = max a_i > 0, E Z^k is finite iff k < 1/(4a*): the mean is lost at a* = 1/4, the variance at 1/8, the "
        "fourth moment, and with it the error bar of a variance, at 1/16."
    ),
    latex=r"\sup\{k:\mathbb EZ^k<\infty\}=\frac1{4a^*}",
    domain_text="0 < a* < 1/4",
    domain=_POSITIVE,
    sides={"": formula(1 / (4 * LargestEntry(a)), _POSITIVE, "a")},
    claim=All(
        (
            On(_FINITE, Below(_k, ""), "4 k a_i < 1 for all i: the k-th moment is finite"),
            On(_INFINITE, Below("", _k, strict=False), "4 k a_i >= 1 for some i: it is infinite"),
        )
    ),
    checks=(Derivation(_tail_steps, WHOLE),),
    uses=("beyond/dense/moment",),
    note=(
        "For a* = 0 all moments are finite, and the moment generating function is infinite iff v has a component in the "
        "null space of A; for a* < 0 the product is bounded."
    ),
)

STATEMENTS = (
    LOG_MEAN,
    TAIL_INDEX,
)
