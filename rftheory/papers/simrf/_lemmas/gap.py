"""The orthogonality gap of positive features, its domain and the proof of its sign, for Corollary 4.4 and A.7. States nothing."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Proof
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    CAUCHY_SCHWARZ,
    COUNT,
    MSE_DOMAIN,
    PAIRS,
    SCALE,
    SQUARES,
    V2,
    WITHIN_BLOCK,
    conformity,
    d,
    fit,
    hyper11,
    k,
    m,
    v,
)  # fmt: skip

GAP_DOMAIN = Domain(
    (ANY_DIMENSION, COUNT, *SQUARES),
    (CAUCHY_SCHWARZ, WITHIN_BLOCK),
    fit,
    (*({**pair, "d": 3, "m": 2} for pair in PAIRS[2:]), *MSE_DOMAIN.extra),
)
GAP_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "m": 2, "x2": 1, "y2": 1, "xy": 1},
    {"d": 3, "m": 2, "x2": "1/4", "y2": 1, "xy": "1/2"},
    {"d": 64, "m": 64, "x2": 1, "y2": 1, "xy": 0},
)
GAP_NAMES = "d m x2 y2 xy"
GAP = SCALE * (m - 1) / m * (sp.exp(V2) - hyper11(V2 / 2))
PRINTED_GAP = SCALE * (m - 1) / m * (sp.exp(V2) - hyper11(V2))


def _error(rho: sp.Expr, first: sp.Expr) -> sp.Expr:
    """(11) with `first` for e^(2v^2) - e^(v^2)."""
    return SCALE / m * (first + (m - 1) * (rho - sp.exp(V2)))


def difference_steps(proof: Proof) -> None:
    """(68): the difference of (11) for two conformities."""
    iid, orf, first = sp.symbols("rho_i rho_o b")
    gap = SCALE * (m - 1) / m * (iid - orf)
    proof.equal(_error(iid, first) - _error(orf, first), gap, "the difference of (11) for two conformities")


def orf_series_steps(proof: Proof) -> None:
    """(23): the chi law with 2d degrees of freedom in Definition 3.1."""
    ratio = (d + k) / (d / 2 + k) / (k + 1) * v**2 / 2
    moment = 2**k * sp.gamma(d + k) / sp.gamma(d)
    term = sp.gamma(d / 2) * v ** (2 * k) / (2 ** (2 * k) * sp.factorial(k) * sp.gamma(k + d / 2)) * moment
    gammas = sp.gamma(k + d) / sp.gamma(k + d / 2) * sp.gamma(d / 2) / sp.gamma(d)
    printed = gammas * v ** (2 * k) / (2**k * sp.factorial(k))
    proof.cite("Tonelli: all terms are nonnegative, so expectation and sum exchange")
    proof.equal(term, printed, "inserting E w^(2k) = 2^k Gamma(d+k)/Gamma(d) of the chi law with 2d degrees")
    proof.equal(printed.subs(k, k + 1) / printed, ratio, "ratio of successive terms")


def series_gap_steps(proof: Proof) -> None:
    """(69), first line: (68) with the conformities of Lemma 4.1 and Theorem 4.3."""
    difference_steps(proof)
    orf_series_steps(proof)
    proof.cite("rho_IIDRF = e^(v^2), Lemma 4.1")


def ratio_steps(proof: Proof) -> None:
    """In a ratio of two MSEs of (11) the prefactor cancels; what is left depends on v alone."""
    one, two, first = sp.symbols("rho_1 rho_2 b", positive=True)
    bare = (first + (m - 1) * (one - sp.exp(V2))) / (first + (m - 1) * (two - sp.exp(V2)))
    proof.equal(_error(one, first) / _error(two, first), bare, "the prefactor of (11) cancels in a ratio")
    proof.equal(conformity(sp.S.Zero, V2).args[2], V2, "and the conformities depend on v^2 = |x+y|^2")


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
