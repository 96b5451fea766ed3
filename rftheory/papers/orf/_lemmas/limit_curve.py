"""The variance ratio (3) at D = d as d grows: its limit curve, and how near ORF and ORF' are to it at d = 32."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.evidence.deterministic.shrinking_gap import grid
from rftheory.kit import Proof, ShrinkingGap, formula
from rftheory.papers.orf._notation import (
    EQ3,
    FIXED_BIAS,
    FIXED_RATIO,
    LIMIT_RATIO,
    LIMIT_SINH,
    OPEN_PLANE,
    PLANE,
    RATIO,
    D,
    d,
    z,
)


def eq3_limit(proof: Proof) -> None:
    """(3) at D = d tends to 1 - (t/sinh t)^2, t = z^2/2."""
    positive = sp.Symbol("z", positive=True)
    limit = sp.limit(EQ3.subs(D, d), d, sp.oo)
    proof.equal(limit, LIMIT_RATIO, "(3) at D = d as d grows")
    as_sinh = (LIMIT_SINH - LIMIT_RATIO).subs(z, positive).rewrite(sp.exp)
    proof.equal(as_sinh, sp.S.Zero, "the limit is 1 - (t/sinh t)^2 with t = z^2/2")


_CURVES = formula(RATIO.subs(D, d) - LIMIT_SINH, OPEN_PLANE, "z d")

NEAR_D32 = ShrinkingGap(
    "ratio at D = d against the limit curve, z in (0, 4]",
    _CURVES,
    tuple((f"d={size}", grid(OPEN_PLANE, "z", "0", "4", 40, d=size)) for size in (2, 4, 8, 16, 32)),
    Fraction(1, 10),
)

_SIZES = (2, 4, 8, 16, 32)

BIAS_NEAR_D32 = ShrinkingGap(
    "bias of ORF', z in (0, 10]",
    formula(FIXED_BIAS, PLANE, "z d"),
    tuple((f"d={size}", grid(PLANE, "z", "0", "10", 40, d=size)) for size in _SIZES),
    Fraction(1, 20),
)

RATIO_NEAR_D32 = ShrinkingGap(
    "ratio of ORF' at D = d against the limit curve, z in (0, 4]",
    formula(FIXED_RATIO - LIMIT_SINH, OPEN_PLANE, "z d"),
    tuple((f"d={size}", grid(OPEN_PLANE, "z", "0", "4", 40, d=size)) for size in _SIZES),
    Fraction(1, 20),
)
