"""Sections 2.2 and 2.3 of crt: trigonometric and positive features, and attention by random features.

Main results:
* Trigonometric features exp(i w.x), exp(-i w.y): Var = (1 - K^2)^2/2 for one projection.
* Positive features exp(w.x - |x|^2): Var = exp(4 x.y) - K^2.
* (3): softmax attention is K_sfm V with rows divided by K_sfm 1_L, that is K_sfm applied to d+1 vectors; random
  features reduce O(d L^2) to O(d M L).

Both variances follow from E exp(w.z) = e^(|z|^2/2) and E cos(w.z) = e^(-|z|^2/2), proved term by term from the
Gaussian moments, and agree with draws.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Count,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Height,
    Proof,
    Representations,
    Rule,
    Simulation,
    Statement,
    Variance,
    Width,
    formula,
    integer,
    real,
    same_length,
    same_size,
    vector,
    vectors,
)
from rftheory.papers._shared.invariants import DELTA2, DIMENSION, V2, d, pairs, xy
from rftheory.papers.crt._lemmas.costs import L, M, product_counts
from rftheory.papers.crt._lemmas.gaussian_moments import MODEST, moment_series, moment_steps
from rftheory.papers.crt._notation import KERNEL, N2

_PAIRS = pairs()
_NAMES = "x2 y2 xy"
_length = sp.Symbol("length", nonnegative=True)
_EXPERIMENT = Domain((DIMENSION, integer("m", 1), real("length", 0)))

SEC2_2_TRIG = Statement(
    id="crt/sec2.2/trig",
    kind="definition",
    where="Section 2.2, TrigRFs",
    title="Trigonometric features",
    text="f1 = exp(i w.x), f2 = exp(-i w.y), w Gaussian.",
    latex=(
        r"f^{(1)}_{\rm trig}(\omega,\mathbf x)=e^{i\omega^\top\mathbf x},\quad "
        r"f^{(2)}_{\rm trig}(\omega,\mathbf y)=e^{-i\omega^\top\mathbf y}"
    ),
    domain_text="x, y in R^d",
    checks=(Derivation(moment_steps, WHOLE),),
    uses=("crt/eq1",),
    mechanism=("iid", "trigonometric"),
    setting="iid x trigonometric x Gaussian; one complex number per projection",
)


def _cosine_variance() -> sp.Expr:
    """Var cos(w.(x-y)) by moments."""
    return (1 + moment_series(-4 * DELTA2)) / 2 - moment_series(-DELTA2) ** 2


def _trigonometric(proof: Proof) -> None:
    """Var cos(w.(x-y)) = (1-K^2)^2/2."""
    moment_steps(proof)
    angle = sp.Symbol("a", real=True)
    proof.equal(sp.cos(angle) ** 2, (1 + sp.cos(2 * angle)) / 2, "squared cosine by the double angle")
    proof.equal(
        sp.re(sp.exp(sp.I * angle)), sp.cos(angle), "the real part of f1 f2 = exp(i w.(x-y)) is the cosine"
    )
    single = (1 + sp.exp(-2 * DELTA2)) / 2 - sp.exp(-DELTA2)
    proof.equal(single, (1 - KERNEL**2) ** 2 / 2, "E cos^2 - (E cos)^2")


SEC2_2_TRIG_VARIANCE = Statement(
    id="crt/sec2.2/trig-variance",
    kind="identity",
    where="Section 2.2, TrigRFs",
    title="Variance of trigonometric features",
    text="One projection has the variance (1 - K^2)^2/2.",
    latex=r"\tfrac12\left(1-K(\mathbf x,\mathbf y)^2\right)^2",
    domain_text="x, y in R^d, one projection",
    domain=_PAIRS,
    sides={"": formula((1 - KERNEL**2) ** 2 / 2, _PAIRS, _NAMES)},
    claim=All(
        (
            Equal(Variance(Estimate("iid", "trigonometric")), ""),
            Equal("", (1 + sp.exp(-2 * DELTA2)) / 2 - sp.exp(-DELTA2)),
        )
    ),
    checks=(
        Representations("", formula(_cosine_variance(), _PAIRS, _NAMES), MODEST),
        Derivation(_trigonometric, WHOLE),
        Simulation(
            "iid",
            "trigonometric",
            "square",
            formula((1 + sp.exp(-2 * _length**2)) / 2, _EXPERIMENT, "d m length"),
            ({"d": 4, "m": 1, "length": 1}, {"d": 8, "m": 1, "length": 2}),
            mean=formula(sp.exp(-(_length**2) / 2), _EXPERIMENT, "d m length"),
        ),
    ),
    uses=("crt/sec2.2/trig",),
    mechanism=("iid", "trigonometric"),
)

SEC2_2_POS = Statement(
    id="crt/sec2.2/pos",
    kind="definition",
    where="Section 2.2, PosRFs",
    title="Positive features",
    text="f1 = f2 = exp(w.x - |x|^2), w Gaussian: always positive.",
    latex=r"f^{(1)}_{\rm pos}(\omega,\mathbf x)=f^{(2)}_{\rm pos}(\omega,\mathbf x)=\exp(\omega^\top\mathbf x-\|\mathbf x\|^2)",
    domain_text="x in R^d",
    checks=(Derivation(moment_steps, WHOLE),),
    uses=("crt/eq1",),
    mechanism=("iid", "positive"),
)

_STABLE = sp.exp(-2 * N2) * sp.exp(V2) * 2 * sp.exp(V2 / 2) * sp.sinh(V2 / 2)  # exactly 0 at x = -y


def _positive_second() -> sp.Expr:
    """E Z^2 of one positive projection by moments: e^(-2 n2) E exp(2 w.(x+y))."""
    return sp.exp(-2 * N2) * moment_series(4 * V2)


def _positive(proof: Proof) -> None:
    """Var exp(w.(x+y) - n2) = e^(4 xy) - K^2."""
    moment_steps(proof)
    proof.equal(sp.exp(-N2) * sp.exp(V2 / 2), KERNEL, "the mean e^(-n2) e^(|x+y|^2/2) is K")
    proof.equal(sp.exp(-2 * N2) * sp.exp(2 * V2), sp.exp(4 * xy), "the second moment e^(-2 n2) e^(2|x+y|^2)")
    proof.equal(
        sp.exp(4 * xy) - KERNEL**2,
        sp.exp(-2 * N2) * (sp.exp(2 * V2) - sp.exp(V2)),
        "so the variance, in |x+y|^2",
    )


SEC2_2_POS_VARIANCE = Statement(
    id="crt/sec2.2/pos-variance",
    kind="identity",
    where="Section 2.2, PosRFs",
    title="Variance of positive features",
    text="One projection has the variance exp(4 x.y) - K^2.",
    latex=r"\exp(4\mathbf x^\top\mathbf y)-K(\mathbf x,\mathbf y)^2",
    domain_text="x, y in R^d, one projection",
    domain=_PAIRS,
    sides={"": formula(sp.exp(4 * xy) - KERNEL**2, _PAIRS, _NAMES, closed=_STABLE)},
    claim=All(
        (
            Equal(Variance(Estimate("iid", "positive")), ""),
            Equal("", sp.exp(-2 * N2) * (sp.exp(2 * V2) - sp.exp(V2))),
        )
    ),
    checks=(
        Representations("", formula(_positive_second() - KERNEL**2, _PAIRS, _NAMES), MODEST),
        Derivation(_positive, WHOLE),
        Simulation(
            "iid",
            "positive",
            "square",
            formula(sp.exp(2 * _length**2), _EXPERIMENT, "d m length"),
            ({"d": 4, "m": 1, "length": 1}, {"d": 4, "m": 1, "length": 3}),
        ),
    ),
    uses=("crt/sec2.2/pos",),
    mechanism=("iid", "positive"),
)


def _softmax(proof: Proof) -> None:
    q, k, scale = sp.symbols("q k d", positive=True)
    proof.equal(
        (scale ** sp.Rational(-1, 4) * q) * (scale ** sp.Rational(-1, 4) * k),
        q * k / sp.sqrt(scale),
        "x_i.y_j = Q_i.K_j/sqrt(d), coordinate by coordinate",
    )
    weights = sp.symbols("a1:4", positive=True)
    values = sp.symbols("v1:4", real=True)
    top = sum((a * v for a, v in zip(weights, values, strict=True)), sp.S.Zero)
    proof.equal(
        sum((a / sum(weights) * v for a, v in zip(weights, values, strict=True)), sp.S.Zero),
        top / sum(weights),
        "a softmax row is the row of K_sfm over its sum, the row of K_sfm 1_L",
    )


_Q, _K, _V = sp.IndexedBase("q"), sp.IndexedBase("K"), sp.IndexedBase("V")
_z = sp.IndexedBase("z")
_count = sp.Symbol("m", positive=True, integer=True)  # L
_row, _place = sp.symbols("j l", nonnegative=True, integer=True)

_ATTENTION = Domain(
    (
        vector("q", "a row of Q", reach=("1e-2", 10)),
        vectors("K", "the rows of K"),
        vectors("V", "the rows of V"),
        vector("z", "weights of the columns of V"),
    ),
    (
        Rule(same_size(_K, _V), "as many rows in K as in V, of one length"),
        Rule(sp.And(sp.Eq(Width(_K), Height(_Q)), same_length(_Q, _z)), "q and z of that length"),
    ),
    extra=(
        {
            "q": [1, "1/2"],
            "K": [["1/3", -1], [2, 0], [-1, 1]],
            "V": [[1, 2], [0, -3], [5, "1/7"]],
            "z": [1, 0],
        },
        {"q": ["-3/2"], "K": [[2]], "V": [[4]], "z": [-1]},
        {"q": [0, 3, 1], "K": [[1, 1, 1], [-2, "1/5", 4]], "V": [[0, 0, 1], [-1, 1, 2]], "z": [1, -2, "1/3"]},
    ),
)


def _attended(exponent: sp.Expr) -> sp.Expr:
    """The mean of the rows of V, at a combination of columns, by the weights exp(exponent)."""
    value = sp.Sum(_V[_row, _place] * _z[_place], (_place, 0, d - 1))
    rows = (_row, 0, _count - 1)
    return sp.Sum(sp.exp(exponent) * value, rows) / sp.Sum(sp.exp(exponent), rows)


_KEY = _K[_row, _place]
_BY_SOFTMAX = _attended(sp.Sum(_Q[_place] * _KEY, (_place, 0, d - 1)) / sp.sqrt(d))
_BY_KERNEL = _attended(
    sp.Sum((d ** sp.Rational(-1, 4) * _Q[_place]) * (d ** sp.Rational(-1, 4) * _KEY), (_place, 0, d - 1))
)

EQ3 = Statement(
    id="crt/eq3",
    kind="identity",
    where="eq. (3)",
    title="Softmax attention by the softmax kernel",
    text="Attention is K_sfm V with rows divided by K_sfm 1_L, at inputs scaled by d^(-1/4).",
    latex=(
        r"\mathbf Y=\mathrm{softmax}(d^{-1/2}\mathbf Q\mathbf K^T)\mathbf V"
        r"=\mathrm{diag}(\mathcal K_{\rm sfm}\mathbf 1_L)^{-1}\mathcal K_{\rm sfm}\mathbf V"
    ),
    domain_text="Q, K, V in R^{L x d}",
    domain=_ATTENTION,
    claim=Equal(formula(_BY_SOFTMAX, _ATTENTION, "q K V z"), formula(_BY_KERNEL, _ATTENTION, "q K V z")),
    checks=(Derivation(_softmax, WHOLE),),
    uses=("crt/sec2.1/softmax",),
    setting="softmax attention",
    note="The claim is one row of Y, times any vector z: with unit vectors z, every entry.",
)

SEC2_3_COST = Statement(
    id="crt/sec2.3/cost",
    kind="scaling",
    where="Section 2.3",
    title="Cost of attention by random features",
    text="Attention applies K_sfm to d+1 vectors; random features reduce O(d L^2) to O(d M L).",
    latex=r"O(dL^2)\to O(dML)",
    domain_text="L large",
    claim=All(
        (
            Count("operations", "attention by K_sfm, d + 1 vectors", d * L**2),
            Count("operations", "attention by random features", d * L * M),
        )
    ),
    checks=product_counts(d + 1, lambda sizes: sizes["d"] + 1),
    uses=("crt/eq2/cost", "crt/eq3"),
    setting="any features",
)

STATEMENTS = (
    SEC2_2_TRIG,
    SEC2_2_TRIG_VARIANCE,
    SEC2_2_POS,
    SEC2_2_POS_VARIANCE,
    EQ3,
    SEC2_3_COST,
)
