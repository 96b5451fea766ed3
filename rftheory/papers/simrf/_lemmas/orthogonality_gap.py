"""The orthogonality gap of positive features: its domain, its closed form, and the series behind it."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Proof
from rftheory.papers.simrf._lemmas.orf_conformity import hyper11, orf_series_steps
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
    d,
    fit,
    m,
)

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
GAP = SCALE * (m - 1) / m * (sp.exp(V2) - hyper11(V2 / 2))


def mse_of(rho: sp.Expr, first: sp.Expr) -> sp.Expr:
    """(11) with `first` for e^(2v^2) - e^(v^2)."""
    return SCALE / m * (first + (m - 1) * (rho - sp.exp(V2)))


def difference_steps(proof: Proof) -> None:
    """(68): the difference of (11) for two conformities."""
    iid, orf, first = sp.symbols("rho_i rho_o b")
    gap = SCALE * (m - 1) / m * (iid - orf)
    proof.equal(mse_of(iid, first) - mse_of(orf, first), gap, "the difference of (11) for two conformities")


def series_gap_steps(proof: Proof) -> None:
    """(69), first line: (68) with the conformities of Lemma 4.1 and Theorem 4.3."""
    difference_steps(proof)
    orf_series_steps(proof)
    proof.cite("rho_IIDRF = e^(v^2), Lemma 4.1")


def product_below_one(proof: Proof) -> None:
    """prod_{j<k} (d+j)/(d+2j) is 1 at k = 0, 1 and below 1 from k = 2 on."""
    j = sp.Symbol("j", nonnegative=True, integer=True)
    factor = (d + j) / (d + 2 * j)
    proof.equal(factor.subs(j, 0), 1, "the first factor of the product is 1")
    proof.nonnegative(sp.factor(1 - factor), "no factor exceeds 1")
    proof.positive(sp.factor(1 - factor.subs(j, 1)), "the second factor, present from k = 2 on, is below 1")
    proof.positive(factor, "all factors are positive")
