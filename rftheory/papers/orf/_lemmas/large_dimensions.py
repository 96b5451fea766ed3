"""ORF against RFF at D = d as d grows: the variance ratio tends to a curve below 1."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Below, Limit, On, Proof
from rftheory.papers.orf._lemmas.limit_curve import eq3_limit
from rftheory.papers.orf._lemmas.remainders import pair_law, pair_remainder
from rftheory.papers.orf._notation import (
    EQ3,
    LIMIT_SINH,
    OPEN_LINE,
    OPEN_PLANE,
    PAIR_MAIN,
    RATIO,
    D,
    U,
    d,
    orf_variance,
    rff_variance,
    t,
)

IMPROVES_FAR = (
    On(OPEN_PLANE, Limit(RATIO.subs(D, d), "d", sp.oo, LIMIT_SINH), "D = d, every z > 0"),
    On(OPEN_LINE, Below(LIMIT_SINH, sp.S.One), "every z > 0"),
)
"""What Section 3 says of the errors: for large D = d the ratio is that of its limit, which is below 1."""


def eq3_remainder(proof: Proof) -> None:
    """The exact ratio less (3) vanishes for D <= d as d grows."""
    pair_law(proof)
    f = pair_remainder(proof)
    pair = sp.Symbol("E", real=True)
    gap = orf_variance(pair) / rff_variance() - EQ3
    slope = 2 * (D - 1) / (1 - sp.exp(-U)) ** 2
    proof.equal(gap, slope * (pair - PAIR_MAIN), "exact ratio less (3): a multiple of Lemma 2's remainder")
    bound = 2 * d / (1 - sp.exp(-U)) ** 2 * f / d**2
    proof.limit(
        bound, d, sp.oo, sp.S.Zero, "at most 2 f(z)/(d (1-exp(-z^2))^2), which vanishes for D <= d as d grows"
    )


def limit_below_one(proof: Proof) -> None:
    """The limit of the ratio is below 1."""
    eq3_limit(proof)
    proof.positive((t / sp.sinh(t)) ** 2, "1 less the limit is a positive square")


def improves_far(proof: Proof) -> None:
    """For every z the ratio is below 1 from some d on."""
    eq3_remainder(proof)
    limit_below_one(proof)
