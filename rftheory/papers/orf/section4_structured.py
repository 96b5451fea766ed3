"""Section 4 of orf, second half: structured rotations (SORF), their cost and their limit.

* (5): W = sqrt(d)/sigma H D1 H D2 H D3, an orthogonal matrix up to scale.
* After it: O(d log d) time, in place; the transform is run on counting numbers.
* Figures 3(b), (d): as d -> oo the mean tends to the kernel and d Var K_SORF to the limit of d Var K_ORF, in
  every direction, by fourth moments of signed sums; for d <= 16 the bias is enumerated along an axis.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Count,
    Derivation,
    Estimate,
    Expectation,
    Limit,
    ShrinkingGap,
    Statement,
    Variance,
    formula,
    part,
    whole,
)
from rftheory.papers.orf._lemmas.costs import HADAMARD, SORF, sorf_cost
from rftheory.papers.orf._lemmas.signs import hadamard_orthogonal
from rftheory.papers.orf._lemmas.structured_variance import variance_limit
from rftheory.papers.orf._notation import KERNEL, SORF_BIAS, STRUCTURED, d, unit

EQ5 = Statement(
    id="orf/eq5",
    kind="definition",
    where="eq. (5)",
    title="Structured orthogonal projections",
    text="SORF projects with sqrt(d)/sigma times three Hadamard-diagonal products with random signs.",
    latex=r"W_{\rm SORF}=\tfrac{\sqrt d}\sigma HD_1HD_2HD_3",
    domain_text="d a power of two (pad or subsample otherwise)",
    checks=(Derivation(hadamard_orthogonal, part("orthogonality of the product")),),
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
    claim=All(
        (
            Count("operations", "H D1 H D2 H D3 x", d * sp.log(d)),
            Count("multiplications", "the three diagonals", d),
            Count("numbers stored beside x", "H D1 H D2 H D3 x in place", d),
        )
    ),
    checks=(HADAMARD, SORF, Derivation(sorf_cost, WHOLE)),
    uses=("orf/eq5",),
    mechanism=("hd3",),
)

_AXIS = tuple(Fraction(i, 2) for i in range(1, 9))

NEAR_KERNEL = ShrinkingGap(
    "exact bias of SORF at x = z e_1, z in (0, 4]",
    formula(SORF_BIAS, STRUCTURED, "x"),
    tuple((f"d={size}", tuple({"x": unit(size, length)} for length in _AXIS)) for size in (2, 4, 8, 16)),
    Fraction(1, 20),
)

_SORF, _ORF = (Estimate(coupling, "trigonometric", d) for coupling in ("hd3", "orthogonal"))

SEC4_SORF_LIKE_ORF = Statement(
    id="orf/sec4/sorf-like-orf",
    kind="limit",
    where="Section 4, on Figures 3(b), 3(d)",
    title="SORF behaves like ORF for large d",
    text="For large d SORF is nearly unbiased and its variance over that of ORF tends to 1.",
    latex=r"\mathbb E K_{\rm SORF}\to e^{-z^2/2},\quad\mathrm{Var}(K_{\rm SORF})/\mathrm{Var}(K_{\rm ORF})\to1",
    domain_text="d > 32",
    claim=All(
        (
            Limit(Expectation(_SORF), "d", sp.oo, KERNEL),
            Limit(Variance(_SORF) / Variance(_ORF), "d", sp.oo, sp.S.One),
        )
    ),
    checks=(
        Derivation(
            variance_limit, whole("the limit d to infinity at fixed z > 0, D = d, every direction of z")
        ),
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
