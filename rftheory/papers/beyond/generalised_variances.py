"""Variances of generalised exponential features with orthogonal, simplex and block couplings, and their order."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.exact.functions.block_pairs import BlockPairs
from rftheory.exact.functions.conformity import Conformity
from rftheory.kit import (
    Agreement,
    Below,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Restated,
    Statement,
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
    gap_steps,
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
from rftheory.papers.beyond._lemmas.pair_means import (
    A_VALUES,
    BY_SPLIT,
    PAIRS,
    A,
    c,
    complex_steps,
    listed,
    number,
)

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
_COS = -1 / (d - 1)
_ORTHOGONAL_PAIR = sp.Piecewise(
    (sp.exp(-2 * N2) * sp.hyper((d,), (d / 2,), V2 / 2), sp.Eq(s, 1)),
    (sp.hyper((d,), (d / 2,), -DELTA2 / 2), True),
)
_ORTHOGONAL = (projection_variance() + (m - 1) * (_ORTHOGONAL_PAIR - sp.exp(-DELTA2))) / m


def _variance(proof: Proof) -> None:
    complex_steps(proof)
    pair_steps(proof)
    rho = sp.Symbol("rho", positive=True)
    at = (1 - 1 / rho) / 8
    proof.equal(
        ((1 + 16 * at**2 / (1 - 8 * at)) - ((1 + rho) / (2 * sp.sqrt(rho))) ** 2),
        0,
        "with rho = 1/(1-8A): (1-4A)^2/(1-8A)",
    )
    proof.equal(2 * (1 - 4 * at) / (1 - 8 * at), 1 + rho, "and the exponent")
    first, pair, mean = sp.symbols("V P K", real=True)
    proof.equal(
        (m * (first + mean**2) + m * (m - 1) * pair) / m**2 - mean**2,
        (first + (m - 1) * (pair - mean**2)) / m,
        "m squares and m(m-1) pairs",
    )


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
    checks=(
        Representations("", formula(coupled_variance(sp.S.Zero), _BLOCK, _VARIANCE_NAMES), listed(_BLOCK)),
        Restated(
            "real A, s = 1, in rho = 1/(1-8A)",
            {
                "general": formula(_ORTHOGONAL.subs(s, 1), _REAL, "d m A x2 y2 xy"),
                "displayed": formula(_DISPLAYED, _REAL, "d m A x2 y2 xy"),
            },
            _REAL,
            Equal("general", "displayed"),
            Agreement("general", "displayed", listed(_REAL)),
        ),
        Derivation(_variance),
    ),
    uses=("beyond/decoupling/complex",),
    mechanism=("orthogonal", "gerf"),
)

_SIMPLEX = replace(
    _BLOCK,
    parameters=(integer("d", 2, meaning="input dimension"), *_BLOCK.parameters[1:]),
    extra=tuple(extra for extra in _BLOCK.extra if extra["d"] != 1),
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
    checks=(
        Representations(
            "",
            formula(
                projection_variance() / m + (m - 1) / m * (BY_SPLIT.subs(c, _COS) - sp.exp(-DELTA2)),
                _SIMPLEX,
                _VARIANCE_NAMES,
            ),
            (*listed(_SIMPLEX)[:2], *listed(_SIMPLEX)[4:6]),
        ),
        Derivation(_variance),
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
    checks=(
        Restated(
            "one block is the orthogonal variance",
            {
                "blocks": formula(
                    coupled_variance(sp.S.Zero, BlockPairs(d, m) / m**2), _BLOCK, _VARIANCE_NAMES
                ),
                "orthogonal": formula(_ORTHOGONAL, _BLOCK, _VARIANCE_NAMES),
            },
            _BLOCK,
            Equal("blocks", "orthogonal"),
            Agreement("blocks", "orthogonal", listed(_BLOCK)[:6]),
        ),
        Derivation(_in_blocks),
    ),
    uses=("beyond/gerf/ort-variance",),
    mechanism=("orthogonal", "gerf"),
)


def _ordered(proof: Proof) -> None:
    one, two = sp.symbols("r1 r2", positive=True)
    c = sp.Symbol("c", real=True)
    sine = sp.Symbol("sigma", real=True)
    squared = one**2 + two**2 + 2 * c * one * two
    proof.equal(
        sp.expand(squared.subs(one, one)),
        sp.expand((one + c * two) ** 2 + (1 - c**2) * two**2),
        "|w_1+w_2|^2 >= 0 for |c| <= 1",
    )
    proof.nonnegative(
        (one + sp.cos(sine) * two) ** 2 + sp.sin(sine) ** 2 * two**2, "a sum of squares at c = cos"
    )
    proof.positive(
        sp.diff(squared, c),
        "it rises with c, and 0F1(; d/2; .) has positive coefficients: rho rises strictly for v > 0",
    )
    gap_steps(proof)
    number = sp.Symbol("n", positive=True, integer=True)
    proof.positive(1 / number, "the cosine -1/(d-1), d = n + 1, is below 0: rho at it < rho at 0 < e^(v2)")
    complex_steps(proof)
    rate = _LOG_GAIN.subs({d: 64, _t: 16})
    proof.true(
        rate - 16 > sp.Rational(111, 10), "d = 64, v2 = 16: log(e^(2 n2) E Z^2) - v2 > 11.1 at the best rho"
    )
    proof.true(
        63 / (sp.exp(sp.Rational(111, 10)) - 1) < sp.Rational(1, 1000), "so 63 e^(v2)/(E - e^(v2)) < .001"
    )
    free = sp.Symbol("rho", positive=True)
    proof.positive(
        sp.diff(d * sp.log((1 + free) / (2 * sp.sqrt(free))) + free * _t, _t),
        "and its least value over rho rises with v2",
    )


_t = sp.Symbol("v2", positive=True)

_BEST = 2 * d / (sp.sqrt((2 * _t + d) ** 2 + 8 * d * _t) + 2 * _t + d)

_LOG_GAIN = d * sp.log((1 + _BEST) / (2 * sp.sqrt(_BEST))) + (1 + _BEST) * _t

_SQUARED = real("v2", above=0, reach=("1e-3", 1000), meaning="|x+y|^2")

_FAR = Domain((real("v2", 16, reach=(16, 1000)),), extra=({"v2": 16},))

_STRICT = Domain(
    (integer("d", 2, reach=300), _SQUARED),
    extra=({"d": 2, "v2": 1}, {"d": 64, "v2": 16}, {"d": 3, "v2": 100}),
)


def _relative(rho: sp.Expr) -> sp.Expr:
    """The variance of m = d rows over that of independent ones, OPRF at its minimiser."""
    return 1 - (d - 1) * (sp.exp(_t) - rho) / (sp.exp(_LOG_GAIN) - sp.exp(_t))


_AT_64 = tuple(
    number(f"v2 = {size}, {name}", _relative(Conformity(d, cosine, _t)).subs({d: 64, _t: size}), printed)
    for size, name, cosine, printed in (
        (1, "orthogonal", sp.S.Zero, "0.7182"),
        (1, "simplex", _COS, "0.1306"),
        (4, "orthogonal", sp.S.Zero, "0.8164"),
        (4, "simplex", _COS, "0.7237"),
    )
)

_FAR_OUT = tuple(
    Restated(
        f"{name} rows at d = m = 64, v2 >= 16: above .999",
        {"ratio": formula(_relative(Conformity(d, cosine, _t)).subs(d, 64), _FAR, "v2")},
        _FAR,
        Below(sp.Rational(999, 1000), "ratio"),
    )
    for name, cosine in (("orthogonal", sp.S.Zero), ("simplex", _COS))
)

GERF_ORDERING = Statement(
    id="beyond/gerf/ordering",
    kind="inequality",
    where="GERF, couplings",
    title="Simplex below orthogonal below independent",
    text="For s = 1 and every A the variances are strictly ordered, with differences free of A; numbers for OPRF at d = m = 64.",
    latex=r"\mathrm{Var}_{\rm simplex}<\mathrm{Var}_{\rm ort}<\mathrm{Var}_{\rm iid}",
    domain_text="s = 1, Re(1-8A) > 0, d >= 2, 2 <= m <= d, v > 0",
    domain=_STRICT,
    checks=(
        Restated(
            "rho at the simplex cosine is below rho at 0",
            {
                "simplex": formula(Conformity(d, _COS, _t), _STRICT, "d v2"),
                "orthogonal": formula(sp.hyper((d,), (d / 2,), _t / 2), _STRICT, "d v2"),
            },
            _STRICT,
            Below("simplex", "orthogonal"),
        ),
        Restated(
            "rho at 0 is below e^(v2)",
            {
                "orthogonal": formula(sp.hyper((d,), (d / 2,), _t / 2), _STRICT, "d v2"),
                "independent": formula(sp.exp(_t), _STRICT, "d v2"),
            },
            _STRICT,
            Below("orthogonal", "independent"),
        ),
        *_AT_64,
        *_FAR_OUT,
        Derivation(_ordered),
    ),
    uses=("beyond/gerf/ort-variance", "beyond/gerf/simplex-variance"),
    mechanism=("simplex", "orthogonal", "iid", "gerf"),
)

STATEMENTS = (
    GERF_ORT_VARIANCE,
    GERF_SIMPLEX_VARIANCE,
    GERF_BLOCKS,
    GERF_ORDERING,
)
