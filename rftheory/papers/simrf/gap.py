"""The orthogonality gap of positive features, its domain and the proof of its sign, for Corollary 4.4 and A.7. States nothing."""

from __future__ import annotations

import sympy as sp

from rftheory.domain import Domain
from rftheory.evidence.derivation import Proof
from rftheory.papers.simrf.common import (
    ANY_DIMENSION, CAUCHY_SCHWARZ, COUNT, MSE_DOMAIN, PAIRS, SCALE, SQUARES, V2, WITHIN_BLOCK, d, fit, hyper11, m,
)  # fmt: skip

GAP_DOMAIN = Domain(
    (ANY_DIMENSION, COUNT, *SQUARES),
    (CAUCHY_SCHWARZ, WITHIN_BLOCK),
    fit,
    (*({"d": 3, "m": 2, **pair} for pair in PAIRS[2:]), *MSE_DOMAIN.extra),
)
GAP_POINTS = tuple({"d": dd, "m": mm, **pair} for (dd, mm), pair in zip(((2, 2), (3, 2), (64, 64)), PAIRS[2:], strict=True))
GAP = SCALE * (m - 1) / m * (sp.exp(V2) - hyper11(V2 / 2))
PRINTED_GAP = SCALE * (m - 1) / m * (sp.exp(V2) - hyper11(V2))
BELOW_ONE = "simrf/eq70"


def product_below_one(proof: Proof) -> None:
    """prod_{j<k} (d+j)/(d+2j) is 1 at k = 0, 1 and below 1 from k = 2 on."""
    j = sp.Symbol("j", nonnegative=True, integer=True)
    factor = (d + j) / (d + 2 * j)
    proof.equal(factor.subs(j, 0), 1, "the first factor of the product is 1")
    proof.nonnegative(sp.factor(1 - factor), "no factor exceeds 1")
    proof.positive(sp.factor(1 - factor.subs(j, 1)), "the second factor, present from k = 2 on, is below 1")
    proof.positive(factor, "all factors are positive")


def gap_is_positive(proof: Proof) -> None:
    """e^t - 1F1(d; d/2; t/2) = sum_k t^k/k! (1 - prod_{j<k} (d+j)/(d+2j)): nonnegative terms, positive at k = 2."""
    k = sp.Symbol("k", nonnegative=True, integer=True)
    t, q = sp.symbols("t q", positive=True)
    n = sp.Symbol("n", positive=True, integer=True)
    bracket = sp.gamma(d + k) * sp.gamma(d / 2) / (2**k * sp.gamma(d) * sp.gamma(d / 2 + k))
    proof.equal(bracket.subs(k, 0), 1, "the coefficient of t^k/k! in 1F1(d; d/2; t/2) is 1 at k = 0")
    proof.equal(
        bracket.subs(k, k + 1) / bracket, (d + k) / (d + 2 * k), "and gains the factor (d+k)/(d+2k) from k to k + 1"
    )
    product_below_one(proof)
    proof.positive(t**2 / 2 * (1 - d * (d + 1) / (d * (d + 2))), "so the term k = 2 is positive for t = v^2 > 0")
    proof.positive(q * n / (n + 1), "and so is the prefactor for m = n + 1 >= 2")
