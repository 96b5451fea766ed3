"""Section 4 of simrf, from Corollary 4.4 on: the orthogonality gap of positive features and its origin.

* Corollary 4.4, (25): MSE_IIDRF - MSE_ORF = e^{-2|x|^2-2|y|^2} (m-1)/m (e^{v^2} - rho_ORF). Misprinted: the
  series lacks the 1/2^k of (23) and (69).
* Corollary 4.4, last sentence: the gap is positive. False at v = 0 and at m = 1, where it is 0; true for v >
  0 and m >= 2, since e^t - 1F1(d; d/2; t/2) = sum_k t^k/k! (1 - prod_{j<k} (d+j)/(d+2j)).
* After it: the averaged function rises with w_ij, and P(w_ij < w) is larger for simplex than for orthogonal
  pairs.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.pair_norm import PairCdf
from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Monotone,
    On,
    Proof,
    Representations,
    Statement,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers.simrf._lemmas.orf_conformity import hyper11, orf_series
from rftheory.papers.simrf._lemmas.orthogonality_gap import (
    GAP,
    GAP_DOMAIN,
    GAP_POINTS,
    product_below_one,
    series_gap_steps,
)
from rftheory.papers.simrf._lemmas.pairs import RESULTANT
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    LENGTH,
    MSE_NAMES,
    SCALE,
    SIMPLEX,
    STRICT_DOMAIN,
    V2,
    d,
    k,
    m,
    summand,
    w,
)

_TRUE_SERIES = SCALE * (m - 1) / m * (sp.exp(V2) - orf_series(V2 / 2))

_PRINTED_GAP = SCALE * (m - 1) / m * (sp.exp(V2) - hyper11(V2))

COR4_4 = Statement(
    id="simrf/cor4.4",
    kind="identity",
    where="Corollary 4.4, eq. (25)",
    title="Orthogonality gap",
    text="The MSE of IIDRFs exceeds that of ORFs by an explicit series, the orthogonality gap.",
    latex=(
        r"\Delta\mathrm{MSE}(\widehat K(x,y))=e^{-2x^2-2y^2}\frac{m-1}m\left(e^{v^2}-\frac{\Gamma(d/2)}{\Gamma(d)}"
        r"\sum_{k=0}^\infty\frac{v^{2k}}{k!}\frac{\Gamma(k+d)}{\Gamma(k+d/2)}\right)"
    ),
    domain_text="x, y in R^d, m <= d",
    domain=GAP_DOMAIN,
    sides={
        "lhs": formula(GAP, GAP_DOMAIN, MSE_NAMES),
        "rhs": formula(
            SCALE * (m - 1) / m * (sp.exp(V2) - orf_series(V2)),
            GAP_DOMAIN,
            MSE_NAMES,
            closed=_PRINTED_GAP,
        ),
    },
    claim=Equal(),
    checks=(Representations("rhs", points=GAP_POINTS),),
    uses=("simrf/thm3.2/corrected", "simrf/lemma4.1/conformity", "simrf/thm4.3/orf"),
    mechanism=("iid", "orthogonal", "positive"),
    erratum=Erratum(
        "misprint",
        "eq. (25)",
        "The series lacks the factor 1/2^k of Theorem 4.3: as printed it is rho_ORF at the double of v^2.",
        2,
        formula=r"\sum_{k=0}^\infty\frac{v^{2k}}{k!}\frac{\Gamma(k+d)}{\Gamma(k+d/2)}",
        points=(
            {"d": "2", "m": "2", "x2": "1", "y2": "1", "xy": "0"},
            {"d": "3", "m": "2", "x2": "1", "y2": "1", "xy": "1/2"},
        ),
        objection="Equation (69) of the appendix has the factor.",
    ),
).corrected(
    where="Corollary 4.4, eq. (25), as (69)",
    text="The gap with the factor 1/2^k of Theorem 4.3 and of (69) restored in the series.",
    latex=(
        r"\Delta\mathrm{MSE}=e^{-2x^2-2y^2}\frac{m-1}m\left(e^{v^2}-\frac{\Gamma(d/2)}{\Gamma(d)}\sum_{k=0}^\infty"
        r"\frac{v^{2k}}{2^kk!}\frac{\Gamma(k+d)}{\Gamma(k+d/2)}\right)"
    ),
    sides={
        "lhs": formula(GAP, GAP_DOMAIN, MSE_NAMES),
        "rhs": formula(_TRUE_SERIES, GAP_DOMAIN, MSE_NAMES, closed=GAP),
    },
    checks=(
        Derivation(series_gap_steps, WHOLE),
        Agreement(points=GAP_POINTS),
        Representations("rhs", points=GAP_POINTS),
    ),
    uses=("simrf/thm3.2/corrected", "simrf/lemma4.1/conformity", "simrf/thm4.3/orf"),
)


def _gap_is_positive(proof: Proof) -> None:
    """e^t - 1F1(d; d/2; t/2) = sum_k t^k/k! (1 - prod_{j<k} (d+j)/(d+2j)): nonnegative terms, positive at k = 2."""
    t, q = sp.symbols("t q", positive=True)
    n = sp.Symbol("n", positive=True, integer=True)
    bracket = sp.gamma(d + k) * sp.gamma(d / 2) / (2**k * sp.gamma(d) * sp.gamma(d / 2 + k))
    proof.equal(bracket.subs(k, 0), 1, "the coefficient of t^k/k! in 1F1(d; d/2; t/2) is 1 at k = 0")
    proof.equal(
        bracket.subs(k, k + 1) / bracket,
        (d + k) / (d + 2 * k),
        "and gains the factor (d+k)/(d+2k) from k to k + 1",
    )
    product_below_one(proof)
    proof.positive(
        t**2 / 2 * (1 - d * (d + 1) / (d * (d + 2))), "so the term k = 2 is positive for t = v^2 > 0"
    )
    proof.positive(q * n / (n + 1), "and so is the prefactor for m = n + 1 >= 2")


COR4_4_POSITIVE = Statement(
    id="simrf/cor4.4/positive",
    kind="inequality",
    where="Corollary 4.4, last sentence",
    title="The orthogonality gap is positive",
    text="ORFs have a smaller MSE than IIDRFs at every pair of points.",
    latex=r"\Delta\mathrm{MSE}>0",
    domain_text="x, y in R^d, m <= d",
    domain=GAP_DOMAIN,
    claim=Below(sp.S.Zero, formula(GAP, GAP_DOMAIN, MSE_NAMES)),
    uses=("simrf/cor4.4/corrected", "simrf/eq70/corrected"),
    mechanism=("iid", "orthogonal", "positive"),
    note="Read of the exact gap; the one that is printed in (25) is negative at most points.",
    erratum=Erratum(
        "edge case",
        "Corollary 4.4, last sentence",
        "At x = -y and for one row both errors are the same: the gap is 0 there.",
        1,
        quote="This is positive everywhere",
        points=(
            {"d": "3", "m": "2", "x2": "1", "y2": "1", "xy": "-1"},
            {"d": "3", "m": "1", "x2": "1", "y2": "1", "xy": "0"},
        ),
        objection="No other pair of points and no other number of rows is concerned.",
    ),
).corrected(
    title="The orthogonality gap is positive away from x = -y",
    text="The gap is positive for v > 0 and at least two projections; at v = 0 or m = 1 it is 0.",
    latex=r"\Delta\mathrm{MSE}>0\quad(v>0,\ m\ge2)",
    domain_text="v > 0, 2 <= m <= d",
    domain=STRICT_DOMAIN,
    sides={"gap": formula(GAP, STRICT_DOMAIN, MSE_NAMES)},
    claim=Below(sp.S.Zero, "gap"),
    checks=(Derivation(_gap_is_positive, WHOLE),),
    uses=("simrf/cor4.4/corrected", "simrf/eq70/corrected"),
)

_RISE = Domain(
    (ANY_DIMENSION, RESULTANT, LENGTH),
    extra=({"d": 2, "w": 0, "v": 1}, {"d": 64, "w": 10, "v": 2}, {"d": 3, "w": 1, "v": 0}),
)

_TAIL = Domain(
    (integer("d", 2, reach=1000), real("w", above=0, reach=("1/2", 20))),
    extra=tuple({"d": dd, "w": ww} for dd in (2, 3, 8, 64) for ww in (1, 5, 14)),
)


def _rises(proof: Proof) -> None:
    r, length = sp.symbols("w v", nonnegative=True)
    coefficient = sp.gamma(d / 2) / (4 ** (k + 1) * sp.factorial(k + 1) * sp.gamma(k + 1 + d / 2))
    slope = sp.diff(coefficient * length ** (2 * k + 2) * r ** (2 * k + 2), r)
    proof.nonnegative(sp.simplify(slope), "every term after the constant one has a derivative >= 0 in w")
    proof.cite("termwise differentiation of a power series of infinite radius")


SEC4_F_INCREASING = Statement(
    id="simrf/sec4/f-increasing",
    kind="inequality",
    where="Section 4, after Corollary 4.4; Figure 5",
    title="Conformity penalises long resultants",
    text="The function averaged by the conformity rises with w_ij, so what shortens the tail of w_ij lowers it.",
    latex=r"f(w_{ij},v)=\Gamma(\tfrac d2)\sum_k\frac{v^{2k}w_{ij}^{2k}}{2^{2k}k!\,\Gamma(k+\frac d2)}",
    domain_text="PRFs",
    domain=_RISE,
    claim=All(
        (
            Monotone(formula(summand(w), _RISE, "d w v"), "w", strict=False),
            On(
                _TAIL,
                Below(
                    formula(PairCdf(d, sp.S.Zero, w), _TAIL, "d w"),
                    formula(PairCdf(d, SIMPLEX, w), _TAIL, "d w"),
                ),
                "P(w_ij < w) of ORF and SimRF, d >= 2 and w > 0",
            ),
        )
    ),
    checks=(Derivation(_rises, part("f rises with w_ij")),),
    uses=("simrf/lemma4.1/pdf", "simrf/lemma4.2/pdf"),
    mechanism=("iid", "orthogonal", "simplex"),
)


STATEMENTS = (
    COR4_4,
    COR4_4_POSITIVE,
    SEC4_F_INCREASING,
)
