"""Appendix C of hrf, (34)-(38): the base estimates on shared projections and the mean of their product.

Main results
* (34), (35): SM++ and SMtrig are means of cosh(w_i.(x+y)) and cos(w_i.(x-y)) with weights e^{-+(|x|^2+|y|^2)/2}.
* (36): of the m^2 products of terms m(m-1) have independent indices and m the same one.
* (37): E cosh(w.(x+y)) cos(w.(x-y)) = SM^2 cos(|x|^2 - |y|^2).
* (38): E SM++ SMtrig = SM^2 (1 - 1/m + cos(|x|^2 - |y|^2)/m).

Proofs. Lemma 2.4 at z = x+y +- i(x-y). Second forms of (37): the law of w.(x-y) given w.(x+y), and the moments in
every coordinate. The factor of SM^2 in (36), not legible, follows from the line before it.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Expectation,
    Inner,
    On,
    Proof,
    Representations,
    Row,
    Rule,
    Statement,
    formula,
    same_length,
    vector,
)
from rftheory.papers._shared.bipolar_hybrids import CROSS, PHASE, cross_steps
from rftheory.papers._shared.hybrid_errors import SM
from rftheory.papers._shared.invariants import COUNT, DELTA2, V2, fit, m, pairs, x2, y2
from rftheory.papers.hrf._lemmas.base_terms import POSITIVE_ROWS, TRIGONOMETRIC_ROWS, X, Y, cos_of, cosh_of
from rftheory.papers.hrf._lemmas.estimates import (
    BY_EXPONENTIALS,
    BY_SINES_AND_COSINES,
    MINUS,
    NORMS,
    PLUS,
    SAMPLES,
    mean_of,
)


def _cosh_cos() -> sp.Expr:
    """E cosh(p) cos(q) of Gaussian p, q with variances |x+y|^2, |x-y|^2 and covariance |x|^2-|y|^2, p given first."""
    slope = (x2 - y2) / V2
    rest = DELTA2 - (x2 - y2) ** 2 / V2
    return sp.Piecewise(
        (sp.exp(-rest / 2) * sp.exp((V2 - slope**2 * V2) / 2) * sp.cos(slope * V2), V2 > 0),
        (sp.exp(-DELTA2 / 2), True),
    )


_UNEQUAL_PAIRS: tuple[dict[str, object], ...] = tuple(
    {"x2": a, "y2": b, "xy": s} for a, b, s in ((1, "1/4", "1/3"), (2, "1/9", "-1/4"), (1, 1, "1/2"))
)


def _per_sample(proof: Proof) -> None:
    p, q, a, b = sp.symbols("p q a b", real=True)
    proof.equal(
        (sp.exp(p + q) + sp.exp(-p - q)) / 2,
        sp.cosh(p + q).rewrite(sp.exp),
        "the two exponential features of one projection, p = w.x, q = w.y",
    )
    proof.equal(
        sp.sin(p) * sp.sin(q) + sp.cos(p) * sp.cos(q), sp.cos(p - q), "the sine and the cosine feature"
    )
    proof.equal(sp.exp(-a / 2) * sp.exp(-b / 2), sp.exp(-(a + b) / 2), "the weights of positive features")
    proof.equal(sp.exp(a / 2) * sp.exp(b / 2), sp.exp((a + b) / 2), "and of trigonometric ones")


EQ34 = Statement(
    id="hrf/eq34",
    kind="identity",
    where="eqs. (34), (35)",
    title="Base estimates as means of hyperbolic cosines and cosines",
    text="SM++ is a mean of cosh(w_i.(x+y)), SMtrig one of cos(w_i.(x-y)), each times its weight.",
    latex=(
        r"\widehat{\mathrm{SM}}^{++}_m=e^{-(\|x\|^2+\|y\|^2)/2}\tfrac1m\sum_i\cosh(\omega_i^\top(x+y)),\quad"
        r"\widehat{\mathrm{SM}}^{\rm trig}_m=e^{(\|x\|^2+\|y\|^2)/2}\tfrac1m\sum_i\cos(\omega_i^\top(x-y))"
    ),
    domain_text="all",
    domain=SAMPLES,
    sides={
        "positive": formula(mean_of(sp.cosh(PLUS)) * sp.exp(-NORMS / 2), SAMPLES, "W x y"),
        "trig": formula(mean_of(sp.cos(MINUS)) * sp.exp(NORMS / 2), SAMPLES, "W x y"),
    },
    claim=All(
        (
            Equal(formula(BY_EXPONENTIALS, SAMPLES, "W x y"), "positive"),
            Equal(formula(BY_SINES_AND_COSINES, SAMPLES, "W x y"), "trig"),
        )
    ),
    checks=(Derivation(_per_sample, WHOLE),),
    uses=("hrf/eq2", "hrf/eq3"),
    setting="base estimators",
)


def _pair_counts(proof: Proof) -> None:
    count = sp.Symbol("m", positive=True, integer=True)
    proof.equal(count**2 - count, count * (count - 1), "ordered pairs of different indices")
    proof.cite(
        "independence of w_i and w_j for i != j: E Y_i Z_j = E Y_i E Z_j, whose weights cancel to SM^2"
    )
    proof.equal(sp.exp(-x2 / 2) * sp.exp(x2 / 2), 1, "the weights of the two estimates cancel")


def _both_parts(proof: Proof) -> None:
    cross_steps(proof)
    _pair_counts(proof)


_COUNTED = pairs(COUNT, m=(1, 8))
_PRODUCT = Expectation(POSITIVE_ROWS * TRIGONOMETRIC_ROWS)
_ROW = Row("iid", 1)
_ONE_ROW = Expectation(cosh_of(_ROW) * cos_of(_ROW))

EQ36 = Statement(
    id="hrf/eq36",
    kind="identity",
    where="eq. (36)",
    title="Mean of the product of the base estimates",
    text="Of the m^2 products of one term each, m(m-1) have independent indices and m the same one.",
    latex=(
        r"\mathbb E[\widehat{\mathrm{SM}}^{++}_m\widehat{\mathrm{SM}}^{\rm trig}_m]=\tfrac{m(m-1)}{m^2}\mathrm{SM}^2"
        r"+\tfrac1m\mathbb E[\cosh(\omega^\top(x+y))\cos(\omega^\top(x-y))]"
    ),
    domain_text="shared projections",
    domain=_COUNTED,
    claim=Equal(_PRODUCT, m * (m - 1) / m**2 * SM**2 + _ONE_ROW / m),
    checks=(Derivation(_both_parts, WHOLE),),
    uses=("hrf/eq34",),
    setting="base estimators",
    note="The factor of SM^2 is not legible; m(m-1)/m^2 follows from the line before.",
)

# E cosh(w.(x+y)) cos(w.(x-y)) for vectors, and the three routes to it
x, y = sp.IndexedBase("x"), sp.IndexedBase("y")
_d = sp.Symbol("d", positive=True, integer=True)
_j = sp.Symbol("j", nonnegative=True, integer=True)
_k = sp.Symbol("k", nonnegative=True, integer=True)
_SAME_LENGTH = Rule(same_length(x, y), "x and y of one length")

_VECTORS = Domain(
    (vector("x", "first input"), vector("y", "second input")),
    (_SAME_LENGTH,),
    None,
    (
        {"x": (1, "1/2"), "y": ("1/3", -1)},
        {"x": (1,), "y": (2,)},
        {"x": (0, 0), "y": (0, 0)},
        {"x": ("1/2", 1, -1), "y": ("1/2", -1, 1)},
    ),
)

_EITHER = Domain(
    (*_VECTORS.parameters, *pairs().parameters),
    (*_VECTORS.rules, *pairs().rules),
    fit,
    (*_VECTORS.extra, *pairs().extra),
)

_ZZ = sp.Sum(((x[_j] + y[_j]) + sp.I * (x[_j] - y[_j])) ** 2, (_j, 0, _d - 1))
_BY_LEMMA = sp.re(sp.exp(_ZZ / 2))
_GAP2 = sp.Sum((x[_j] - y[_j]) ** 2, (_j, 0, _d - 1))
_SUM2 = sp.Sum((x[_j] + y[_j]) ** 2, (_j, 0, _d - 1))
_INNER = sp.Sum(x[_j] ** 2 - y[_j] ** 2, (_j, 0, _d - 1))
_BY_PRODUCT = sp.exp((_SUM2 - _GAP2) / 2) * sp.cos(_INNER)
_PRINTED_VECTORS = sp.exp(2 * sp.Sum(x[_j] * y[_j], (_j, 0, _d - 1))) * sp.cos(_INNER)
_COORDINATE = (x[_j] + y[_j]) + sp.I * (x[_j] - y[_j])
_BY_MOMENTS = sp.re(  # E w^(2k) = (2k)!/(2^k k!) in every coordinate
    sp.Product(sp.Sum(_COORDINATE ** (2 * _k) / (2**_k * sp.factorial(_k)), (_k, 0, sp.oo)), (_j, 0, _d - 1))
)
_SMALL_VECTORS: tuple[dict[str, object], ...] = (
    {"x": ("1/2", "1/3"), "y": ("1/4", "-1/5")},
    {"x": (1, -1), "y": ("1/2", 2)},
)

EQ37 = Statement(
    id="hrf/eq37",
    kind="identity",
    where="eq. (37)",
    title="Mean of a hyperbolic cosine times a cosine",
    text="E cosh(w.(x+y)) cos(w.(x-y)) is SM^2 cos(|x|^2 - |y|^2).",
    latex=r"\mathbb E[\cosh(\omega^\top(x+y))\cos(\omega^\top(x-y))]=\mathrm{SM}^2\cos(\|x\|^2-\|y\|^2)",
    domain_text="all",
    domain=_EITHER,
    sides={
        "lhs": formula(_BY_LEMMA, _VECTORS, "x y", closed=_BY_PRODUCT),
        "rhs": formula(SM**2 * PHASE, pairs(), "x2 y2 xy"),
    },
    claim=All(
        (
            Equal(_ONE_ROW, "lhs"),
            Equal(_ONE_ROW, "rhs"),
            Equal(Expectation(sp.exp(Inner(_ROW, X + Y)) * cos_of(_ROW)), "rhs"),
            On(
                _VECTORS,
                Equal(formula(_BY_MOMENTS, _VECTORS, "x y"), formula(_PRINTED_VECTORS, _VECTORS, "x y")),
                "vectors x, y",
            ),
        )
    ),
    checks=(
        Representations("lhs"),
        Representations("rhs", formula(_cosh_cos(), pairs(), "x2 y2 xy"), _UNEQUAL_PAIRS),
        Representations("lhs", formula(_BY_MOMENTS, _VECTORS, "x y"), _SMALL_VECTORS),
        Derivation(cross_steps, WHOLE),
    ),
    uses=("hrf/lemma2.4",),
    setting="shared projections",
)

_COUNTED_PAIRS = tuple({"m": mm, **pair} for mm in (2, 5) for pair in _UNEQUAL_PAIRS)
_BY_COUNTS = (m * (m - 1) * SM**2 + m * _cosh_cos()) / m**2

EQ38 = Statement(
    id="hrf/eq38",
    kind="identity",
    where="eq. (38)",
    title="Mean of the product of the base estimates, in closed form",
    text="On shared projections E SM++ SMtrig = SM^2 (1 - 1/m + cos(|x|^2 - |y|^2)/m).",
    latex=(
        r"\mathbb E[\widehat{\mathrm{SM}}^{++}_m\widehat{\mathrm{SM}}^{\rm trig}_m]=(1-\tfrac1m)\mathrm{SM}^2"
        r"+\tfrac1m\mathrm{SM}^2\cos(\|x\|^2-\|y\|^2)"
    ),
    domain_text="shared projections",
    domain=_COUNTED,
    sides={"": formula(CROSS, _COUNTED, "m x2 y2 xy")},
    claim=All((Equal(_PRODUCT, ""), Equal("", formula(_BY_COUNTS, _COUNTED, "m x2 y2 xy")))),
    checks=(
        Representations("", formula(_BY_COUNTS, _COUNTED, "m x2 y2 xy"), _COUNTED_PAIRS),
        Derivation(cross_steps, WHOLE),
    ),
    uses=("hrf/eq36", "hrf/eq37"),
    setting="shared projections",
)


STATEMENTS = (
    EQ34,
    EQ36,
    EQ37,
    EQ38,
)
