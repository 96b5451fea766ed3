"""The variance of SORF at large d: for D = d it has the limit of ORF, in every direction."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers.orf._lemmas.limit_curve import eq3_limit
from rftheory.papers.orf._lemmas.signs import fourth_moment, hadamard_orthogonal, pair_sum_variance
from rftheory.papers.orf._notation import KERNEL, U, d, orf_variance, rff_variance


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
        pair,
        sp.exp(-U) * (1 - U**2 * e),
        "mean over pairs of rows: exp(-u) E[cosh(2 delta)] less (4/3) sum_A y^4",
    )
    proof.cite("Cauchy-Schwarz: E |delta| sum y^4 = O(d^(-3/2)), and |delta| <= u/2 bounds exp(2 |delta|)")
    square = (1 + sp.exp(-2 * U)) / 2
    variance = square * e + (1 - e) * pair - single.subs(d, 1 / e) ** 2
    leading = sp.series(sp.expand(variance), e, 0, 2).removeO()
    limit = (rff_variance(1) - sp.exp(-U) * U**2 / 2) * e
    proof.equal(leading, limit, "d Var K_SORF tends to ((1-exp(-u))^2 - exp(-u) u^2)/2")
    orf = orf_variance(sp.exp(-U) - sp.exp(-U) * U**2 * e / 2, 1 / e)
    proof.equal(
        sp.series(sp.expand(orf), e, 0, 2).removeO(), limit, "and so does d Var K_ORF at D = d (Lemma 2)"
    )
    eq3_limit(proof)
    proof.cite(
        "the limit is positive for z > 0 (t < sinh t), so the quotient tends to 1; z = 0 has no variance"
    )
