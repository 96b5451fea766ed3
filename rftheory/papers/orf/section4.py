"""Section 4 of orf, second half: structured rotations (SORF), their cost and their limit."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.kit import Approach, Derivation, Proof, Statement, formula
from rftheory.papers.orf._lemmas.signs import fourth_moment, hadamard_orthogonal, pair_sum_variance
from rftheory.papers.orf._notation import (
    KERNEL,
    SORF_BIAS,
    STRUCTURED,
    U,
    d,
    orf_variance,
    rff_variance,
    unit,
)  # fmt: skip
from rftheory.papers.orf.section3_ratio import eq3_limit
from rftheory.papers.orf.table1 import HADAMARD, SORF, sorf_cost

EQ5 = Statement(
    id="orf/eq5",
    kind="definition",
    where="eq. (5)",
    title="Structured orthogonal projections",
    text="SORF projects with sqrt(d)/sigma times three Hadamard-diagonal products with random signs.",
    latex=r"W_{\rm SORF}=\tfrac{\sqrt d}\sigma HD_1HD_2HD_3",
    domain_text="d a power of two (pad or subsample otherwise)",
    checks=(Derivation(hadamard_orthogonal, "orthogonality of the product"),),
    mechanism=("hd3",),
)

SEC4_COST = Statement(
    id="orf/sec4/cost",
    kind="scaling",
    where="Section 4, after (5)",
    title="Cost of the structured product",
    text="The structured product takes O(d log d) time, O(d) of it for the diagonals, and works in place.",
    latex=r"O(d\log d)",
    domain_text="d a power of two",
    checks=(HADAMARD, SORF, Derivation(sorf_cost)),
    uses=("orf/eq5",),
    mechanism=("hd3",),
)

_AXIS = tuple(Fraction(i, 2) for i in range(1, 9))

NEAR_KERNEL = Approach(
    "exact bias of SORF at x = z e_1, z in (0, 4]",
    formula(SORF_BIAS, STRUCTURED, "x"),
    tuple((f"d={size}", tuple({"x": unit(size, length)} for length in _AXIS)) for size in (2, 4, 8, 16)),
    Fraction(1, 20),
)


def variance_limit(proof: Proof) -> None:
    """d Var K_SORF and d Var K_ORF at D = d have one limit, for every direction."""
    hadamard_orthogonal(proof)
    fourth_moment(proof)
    pair_sum_variance(proof)
    y = sp.Symbol("y", real=True)
    log_cosine = sp.series(sp.cos(y) * sp.exp(y**2 / 2 + y**4 / 12), y, 0, 6).removeO()
    proof.equal(
        log_cosine, sp.S.One, "cos y = exp(-y^2/2 - y^4/12) + O(y^6), with a bound C y^6 for all real y"
    )
    proof.cite(
        "products of numbers in [-1, 1] differ by at most the sum of the differences; E sum y_j^6 <= 15 z^6/d^2"
    )
    single = KERNEL * (1 - U**2 / (4 * d))
    proof.equal(
        single,
        KERNEL * (1 - (3 * U**2 / d) / 12),
        "E cos = exp(-u/2)(1 - E sum y^4/12), E sum y^4 = 3 u^2/d + O(1/d^2)",
    )
    e = sp.Symbol("e", positive=True)  # 1/d
    spread = U**2 * e / 2  # mean square of sum_A y^2 - u/2
    pair = sp.exp(-U) * (1 + 2 * spread - sp.Rational(4, 3) * (3 * U**2 * e) / 2)
    proof.equal(
        sp.expand(pair - sp.exp(-U) * (1 - U**2 * e)),
        sp.S.Zero,
        "mean over pairs of rows: exp(-u) E[cosh(2 delta)] less (4/3) sum_A y^4",
    )
    proof.cite("Cauchy-Schwarz: E |delta| sum y^4 = O(d^(-3/2)), and |delta| <= u/2 bounds exp(2 |delta|)")
    square = (1 + sp.exp(-2 * U)) / 2
    variance = square * e + (1 - e) * pair - single.subs(d, 1 / e) ** 2
    leading = sp.series(sp.expand(variance), e, 0, 2).removeO()
    limit = (rff_variance(1) - sp.exp(-U) * U**2 / 2) * e
    proof.equal(
        sp.expand(leading - limit), sp.S.Zero, "d Var K_SORF tends to ((1-exp(-u))^2 - exp(-u) u^2)/2"
    )
    orf = orf_variance(sp.exp(-U) - sp.exp(-U) * U**2 * e / 2, 1 / e)
    proof.equal(
        sp.expand(sp.series(sp.expand(orf), e, 0, 2).removeO() - limit),
        sp.S.Zero,
        "and so does d Var K_ORF at D = d (Lemma 2)",
    )
    eq3_limit(proof)
    proof.cite(
        "the limit is positive for z > 0 (t < sinh t), so the quotient tends to 1; z = 0 has no variance"
    )


SEC4_SORF_LIKE_ORF = Statement(
    id="orf/sec4/sorf-like-orf",
    kind="limit",
    where="Section 4, on Figures 3(b), 3(d)",
    title="SORF behaves like ORF for large d",
    text="For large d SORF is nearly unbiased and its variance over that of ORF tends to 1.",
    latex=r"\mathbb E K_{\rm SORF}\to e^{-z^2/2},\quad\mathrm{Var}(K_{\rm SORF})/\mathrm{Var}(K_{\rm ORF})\to1",
    domain_text="d > 32",
    checks=(
        Derivation(variance_limit, "the limit d to infinity at fixed z > 0, D = d, every direction of z"),
        NEAR_KERNEL,
    ),
    uses=("orf/thm3",),
    mechanism=("hd3", "orthogonal"),
    note="For d <= 16 the exact variance at x = z e_1 is still up to several times its limit at z near 3.",
)

STATEMENTS = (
    EQ5,
    SEC4_COST,
    SEC4_SORF_LIKE_ORF,
)
