"""Variances of generalised exponential features with orthogonal, simplex and block couplings.

V_1 is the variance of one projection, P_c the mean product of two of cosine c, free of A. Main results, m <= d:
* Orthogonal: Var = (V_1 + (m-1)(P_0 - K^2))/m, P_0 = e^(-2 n2) 1F1(d; d/2; v2/2) for s = 1, 1F1(d; d/2; -z2/2) for
  s = -1.
* Simplex: the same with c = -1/(d-1).
* Independent blocks of sizes b_k, any m: (m-1)/m becomes sum b_k (b_k-1)/m^2, (d-1)/m for full blocks.

Proved by counting squares and pairs; pair means agree with quadrature. The order of the three is in `ordering`.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.exact.functions.block_pairs import BlockPairs
from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    On,
    Proof,
    Representations,
    Rule,
    Statement,
    complex_number,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.generalised_exponential import (
    BOTH_SIGNS,
    COMPLEX_A,
    N2,
    SECOND_MOMENTS,
    SIGN,
    coupled_variance,
    pair_steps,
    projection_variance,
    s,
)
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    COUNT,
    DELTA2,
    DIMENSION,
    ON_A_LINE,
    SQUARES,
    V2,
    WITHIN_BLOCK,
    d,
    fit,
    m,
)
from rftheory.papers.beyond._lemmas.pair_means import A_VALUES, BY_SPLIT, PAIRS, A, c, complex_steps, listed
from rftheory.papers.beyond._lemmas.random_terms import variance

_VARIANCE_PAIRS = tuple({k: v for k, v in pair.items() if k != "c"} for pair in PAIRS.extra)
_COUNTS = (2, 3, 64, 4, 1)

_BLOCK = Domain(
    (DIMENSION, COUNT, COMPLEX_A, SIGN, *SQUARES),
    (CAUCHY_SCHWARZ, ON_A_LINE, WITHIN_BLOCK, SECOND_MOMENTS, BOTH_SIGNS),
    fit,
    tuple(
        {**pair, "A": value, "s": sign, "m": count}
        for sign in (1, -1)
        for pair, value, count in zip(_VARIANCE_PAIRS, A_VALUES[:5], _COUNTS, strict=True)
    ),
)

_VARIANCE_NAMES = "d m A s x2 y2 xy"


def _variance(proof: Proof) -> None:
    complex_steps(proof)
    pair_steps(proof)
    rho = sp.Symbol("rho", positive=True)
    at = (1 - 1 / rho) / 8
    proof.equal(
        1 + 16 * at**2 / (1 - 8 * at),
        ((1 + rho) / (2 * sp.sqrt(rho))) ** 2,
        "with rho = 1/(1-8A): (1-4A)^2/(1-8A)",
    )
    proof.equal(2 * (1 - 4 * at) / (1 - 8 * at), 1 + rho, "and the exponent")
    first, pair, mean = sp.symbols("V P K", real=True)
    proof.equal(
        (m * (first + mean**2) + m * (m - 1) * pair) / m**2 - mean**2,
        (first + (m - 1) * (pair - mean**2)) / m,
        "m squares and m(m-1) pairs",
    )


_ORTHOGONAL_PAIR = sp.Piecewise(
    (sp.exp(-2 * N2) * sp.hyper((d,), (d / 2,), V2 / 2), sp.Eq(s, 1)),
    (sp.hyper((d,), (d / 2,), -DELTA2 / 2), True),
)

_ORTHOGONAL = (projection_variance() + (m - 1) * (_ORTHOGONAL_PAIR - sp.exp(-DELTA2))) / m

_REAL = Domain(
    (DIMENSION, COUNT, real("A", below="1/8", reach=("1e-3", 1000)), *SQUARES),
    (CAUCHY_SCHWARZ, ON_A_LINE, WITHIN_BLOCK),
    fit,
    tuple(
        {**pair, "A": value, "m": count}
        for pair, value, count in zip(
            _VARIANCE_PAIRS, ("-1", "1/10", "-1/8", "1/20", "-9/4"), _COUNTS, strict=True
        )
    ),
)

_DISPLAYED = (
    sp.exp(-2 * N2)
    / m
    * (
        ((1 + 1 / (1 - 8 * A)) / (2 * sp.sqrt(1 / (1 - 8 * A)))) ** d * sp.exp((1 + 1 / (1 - 8 * A)) * V2)
        - sp.exp(V2)
        - (m - 1) * (sp.exp(V2) - sp.hyper((d,), (d / 2,), V2 / 2))
    )
)

GERF_ORT_VARIANCE = Statement(
    id="beyond/gerf/ort-variance",
    kind="identity",
    where="GERF, couplings",
    title="Variance of orthogonal GERF",
    text="Var of m <= d orthogonal projections: (V_1 + (m-1)(P_0 - K^2))/m, P_0 free of A.",
    latex=(
        r"\mathrm{Var}=\tfrac1m\left(V_1+(m-1)(P_0-K^2)\right),\ P_0=e^{-2n_2}{}_1F_1(d;\tfrac d2;\tfrac{v_2}2)\ (s=1),\ "
        r"{}_1F_1(d;\tfrac d2;-\tfrac{z_2}2)\ (s=-1)"
    ),
    domain_text="Re(1-8A) > 0, 1 <= m <= d",
    domain=_BLOCK,
    sides={"": formula(_ORTHOGONAL, _BLOCK, _VARIANCE_NAMES)},
    claim=All(
        (
            Equal(variance("orthogonal", m, "gerf-complex"), ""),
            Equal("", formula(coupled_variance(sp.S.Zero), _BLOCK, _VARIANCE_NAMES)),
            On(
                _REAL,
                Equal(_ORTHOGONAL.subs(s, 1), _DISPLAYED),
                "s = 1, real A < 1/8",
            ),
        )
    ),
    checks=(
        Representations("", formula(coupled_variance(sp.S.Zero), _BLOCK, _VARIANCE_NAMES), listed(_BLOCK)),
        Derivation(_variance, WHOLE),
    ),
    uses=("beyond/decoupling/complex",),
    mechanism=("orthogonal", "gerf"),
)

_SIMPLEX = replace(
    _BLOCK,
    parameters=(integer("d", 2, meaning="input dimension"), *_BLOCK.parameters[1:]),
    extra=tuple(extra for extra in _BLOCK.extra if extra["d"] != 1),
)

_COS = -1 / (d - 1)

_BY_PAIRS = projection_variance() / m + (m - 1) / m * (BY_SPLIT.subs(c, _COS) - sp.exp(-DELTA2))
_LOW = replace(
    _SIMPLEX,
    parameters=(
        integer("d", 2, 5, meaning="input dimension"),
        COUNT,
        complex_number("A", reach=("1e-3", "1/2")),
        SIGN,
        real("x2", 0, 1),
        real("y2", 0, 1),
        _BLOCK["xy"],
    ),
    extra=tuple(
        {"d": size, "m": 2, "A": value, "s": sign, "x2": 1, "y2": "1/2", "xy": "1/3"}
        for size, value, sign in ((2, "-0.3+0.4j", 1), (3, "-1/10", 1), (2, "0.05+0.1j", -1))
    ),
)

GERF_SIMPLEX_VARIANCE = Statement(
    id="beyond/gerf/simplex-variance",
    kind="identity",
    where="GERF, couplings",
    title="Variance of simplex GERF",
    text="The same with the pair moment at cosine -1/(d-1).",
    latex=r"\mathrm{Var}=\tfrac1m\left(V_1+(m-1)(P_c-K^2)\right),\quad c=-\tfrac1{d-1}",
    domain_text="Re(1-8A) > 0, d >= 2, 1 <= m <= d",
    domain=_SIMPLEX,
    sides={"": formula(coupled_variance(_COS), _SIMPLEX, _VARIANCE_NAMES)},
    claim=All(
        (
            Equal(variance("simplex", m, "gerf-complex"), ""),
            On(_LOW, Equal("", formula(_BY_PAIRS, _LOW, _VARIANCE_NAMES)), "d <= 5, |x|, |y| <= 1"),
        )
    ),
    checks=(
        Representations(
            "",
            formula(_BY_PAIRS, _SIMPLEX, _VARIANCE_NAMES),
            (*listed(_SIMPLEX)[:2], *listed(_SIMPLEX)[4:6]),
        ),
        Derivation(_variance, WHOLE),
    ),
    uses=("beyond/decoupling/complex",),
    mechanism=("simplex", "gerf"),
)

_ANY_COUNT = replace(
    _BLOCK,
    rules=tuple(rule for rule in _BLOCK.rules if rule is not WITHIN_BLOCK),
    repair=None,
    extra=tuple(
        {**extra, "m": count} for extra, count in zip(_BLOCK.extra, (5, 3, 200, 4, 7) * 2, strict=True)
    ),
)


def _in_blocks(proof: Proof) -> None:
    complex_steps(proof)
    first, pair, mean = sp.symbols("V P K", real=True)
    together = sp.Symbol("S", nonnegative=True)
    squares = m * (first + mean**2)
    proof.cite("pairs in different blocks are independent: their mean product is K^2")
    proof.equal(
        (squares + together * pair + (m * (m - 1) - together) * mean**2) / m**2 - mean**2,
        first / m + together / m**2 * (pair - mean**2),
        "S = sum b_k (b_k - 1) ordered pairs share a block",
    )
    count = sp.Symbol("n", positive=True, integer=True)
    proof.equal(
        (count * d * (d - 1) / m**2).subs(m, count * d),
        ((d - 1) / m).subs(m, count * d),
        "m = nd: the factor is (d-1)/m",
    )


_b, _k, _B = sp.IndexedBase("b"), sp.Symbol("k", integer=True), sp.Symbol("B", integer=True)
_FULL_BLOCKS = replace(
    _ANY_COUNT,
    rules=(*_ANY_COUNT.rules, Rule(sp.Eq(sp.Mod(m, d), 0), "d divides m")),
    extra=tuple({**extra, "m": 3 * int(str(extra["d"]))} for extra in _BLOCK.extra),
)

GERF_BLOCKS = Statement(
    id="beyond/gerf/blocks",
    kind="identity",
    where="GERF, couplings",
    title="Variance of GERF in independent blocks",
    text="For blocks of sizes b_k the factor (m-1)/m of the pair term becomes sum b_k (b_k-1)/m^2, (d-1)/m for full blocks.",
    latex=r"\mathrm{Var}=\tfrac1mV_1+\tfrac1{m^2}\sum_kb_k(b_k-1)\,(P_0-K^2)",
    domain_text="any m",
    domain=_ANY_COUNT,
    sides={
        "": formula(coupled_variance(sp.S.Zero, BlockPairs(d, m) / m**2), _ANY_COUNT, _VARIANCE_NAMES),
    },
    claim=All(
        (
            Equal(
                variance("orthogonal, blocks of b_k rows", m, "gerf-complex"),
                projection_variance() / m
                + sp.Sum(_b[_k] * (_b[_k] - 1), (_k, 1, _B)) / m**2 * (_ORTHOGONAL_PAIR - sp.exp(-DELTA2)),
            ),
            Equal(variance("orthogonal", m, "gerf-complex"), ""),
            On(_BLOCK, Equal("", formula(_ORTHOGONAL, _BLOCK, _VARIANCE_NAMES)), "one block, m <= d"),
            On(
                _FULL_BLOCKS,
                Equal("", formula(coupled_variance(sp.S.Zero, (d - 1) / m), _FULL_BLOCKS, _VARIANCE_NAMES)),
                "full blocks, d divides m",
            ),
        )
    ),
    checks=(Derivation(_in_blocks, WHOLE),),
    uses=("beyond/gerf/ort-variance",),
    mechanism=("orthogonal", "gerf"),
)

STATEMENTS = (
    GERF_ORT_VARIANCE,
    GERF_SIMPLEX_VARIANCE,
    GERF_BLOCKS,
)
