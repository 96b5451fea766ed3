"""The errors of coupled rows relative to independent ones, positive features: value, order, growth in v."""

from __future__ import annotations

import itertools

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers.simrf._lemmas.positive_mse import mean_of_terms
from rftheory.papers.simrf._lemmas.simplex_bound import convex_in_cosine
from rftheory.papers.simrf._notation import SIMPLEX, d, k, m, v

_T = v**2

_VARIANCE = sp.exp(2 * _T) - sp.exp(_T)


def ratio(rho: sp.Expr) -> sp.Expr:
    """MSE/MSE_IIDRF by Theorem 3.2 for a conformity rho."""
    return 1 + (m - 1) * (rho - sp.exp(_T)) / _VARIANCE


def quotient_steps(proof: Proof) -> None:
    mean_of_terms(proof)
    rho = sp.Symbol("rho", real=True)
    mean = _VARIANCE + (m - 1) * (rho - sp.exp(_T))
    proof.equal(
        mean / mean.subs(rho, sp.exp(_T)),
        ratio(rho),
        "the prefactors e^{-2x^2-2y^2}/m cancel: a function of v alone",
    )


def order_steps(proof: Proof) -> None:
    """SimRF < ORF < IIDRF for v > 0 and m >= 2: coefficients of v^(2k)."""
    convex_in_cosine(proof)
    proof.cite(
        "-1/(d-1) < 0: the conformity of simplex pairs is strictly below that of orthogonal pairs for v > 0"
    )
    orthogonal = sp.gamma(d / 2) / sp.gamma(d) * sp.gamma(k + d) / sp.gamma(k + d / 2) / 2**k
    factor = sp.gammasimp(orthogonal.subs(k, k + 1) / orthogonal)
    proof.equal(
        orthogonal.subs(k, 0),
        sp.S.One,
        "k! times the coefficients of rho_ORF start at 1, as those of e^{v^2}",
    )
    proof.equal(
        1 - factor, k / (d + 2 * k), "and each is the one before times 1 - k/(d+2k) < 1 from k = 1 on"
    )
    quotient_steps(proof)


def growth_steps(proof: Proof) -> None:
    """d = m = 64: 1 - MSE_SimRF/MSE_IIDRF falls in v: a quotient of power series in v^2 with falling ratios."""
    order_steps(proof)
    size = sp.Integer(64)

    def sine(power: int) -> sp.Expr:
        top = sp.gamma((size + power) / 2) * sp.gamma((size + 1) / 2)
        return top / (sp.gamma(size / 2) * sp.gamma((size + power + 1) / 2))

    def coefficient(index: int) -> sp.Expr:
        moments = sum(sp.binomial(index, j) * SIMPLEX.subs(d, size) ** j * sine(j) for j in range(index + 1))
        return sp.rf(size, index) / sp.rf(size / 2, index) / 2**index * moments

    values = [coefficient(index) for index in range(1, 14)]
    shares = [(1 - e) / (2**index - 1) for index, e in enumerate(values, 1)]
    for index, (a, b) in enumerate(itertools.pairwise(shares), 1):
        proof.below(b, a, f"(1 - e_k)/(2^k - 1) falls for k <= 13: k = {index}")
    proof.below(values[-1], sp.S.Half, "e_13 < 1/2")
    proof.cite("e_k is a mean of k-th powers of 1 + c sin f in [0, 1] times a falling factor: it falls in k")
    e = sp.Symbol("e", positive=True)
    proof.positive((1 - e / (2 * (1 + e))) * 2 - 1, "and e_k falls further: 1 - e_{k+1} < 1 < 2 (1 - e_k)")
    proof.positive(
        ((2 ** (k + 2) - 1) - 2 * (2 ** (k + 1) - 1)),
        "while 2^{k+1} - 1 > 2 (2^k - 1): the ratio keeps falling",
    )
    proof.cite(
        "Biernacki and Krzyz: a quotient of power series with falling ratios of coefficients falls for v > 0"
    )
