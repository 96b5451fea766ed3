"""The tail bound of Theorem 4 of orf with c = 23/100, derived step by step. States nothing itself."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers.orf._lemmas.signs import hadamard_orthogonal, patterns, walsh
from rftheory.papers.orf._notation import d, t

CONSTANT = sp.Rational(23, 100)
_V = sp.symbols("v_0:4", real=True)


def inner_products(proof: Proof) -> None:
    """P[some inner product of two rows > t |z|^2] <= d exp(-c (t sqrt d)^(2/3))."""
    hadamard_orthogonal(proof)
    _as_pairs(proof)
    _conditional(proof)
    _exponents(proof)


def _as_pairs(proof: Proof) -> None:
    """Given v = H D3 z the inner product of rows i, k is 2 sum over pairs {a, a xor q} of v_a v_(a xor q) s, s fair."""
    lines = walsh(4)
    exact = True
    for q in range(1, 4):
        for sign in patterns(4)[:8]:
            image = lines * sign * sp.Matrix(_V) / 2
            flips = [sign[a, a] * _V[a] for a in range(4)]
            left = sum(lines[q, i] * image[i] ** 2 for i in range(4))
            right = sum(flips[a] * flips[a ^ q] for a in range(4))
            exact = exact and sp.expand(left - right) == 0
    proof.true(
        exact,
        "sum_j d H_ij H_kj y_j^2 = sum_a (e_a v_a)(e_b v_b), b = a xor q, q = i xor k: written out at d = 4",
    )
    proof.cite(
        "H_ij H_kj = H_qj/sqrt(d) and H_ja H_jb = H_(a xor b) j/sqrt(d): the same for every power of two"
    )
    proof.cite("the products e_a e_b of the d/2 disjoint pairs are independent fair signs")


def _conditional(proof: Proof) -> None:
    """Hoeffding given v, and a union bound on M = max |v_a|."""
    square, peak = sp.symbols("u M2", positive=True)
    proof.cite(
        "Hoeffding: P[sum c_p s_p > L] <= exp(-L^2/(2 sum c_p^2)); sum c_p^2 = 2 sum_a v_a^2 v_b^2 <= 2 M^2 u, u = |z|^2"
    )
    given = (t * square) ** 2 / (2 * 2 * peak * square)
    largest = peak * d / (2 * square)
    proof.cite("v_a = sum +-z_k/sqrt(d): P[M^2 > r] <= 2 d exp(-r d/(2u))")
    chosen = t * square / sp.sqrt(2 * d)
    common = t * sp.sqrt(d) / (2 * sp.sqrt(2))
    proof.equal(given.subs(peak, chosen), common, "exponent of the first bound at M^2 = r = t u/sqrt(2d)")
    proof.equal(largest.subs(peak, chosen), common, "exponent of the second: the same")
    proof.nonnegative(
        3 * d - ((d - 1) + 2 * d),
        "d - 1 values of q and 2d: failure at most 3 d exp(-s/(2 sqrt 2)), s = t sqrt(d)",
    )


def _exponents(proof: Proof) -> None:
    """3 d exp(-s/(2 sqrt 2)) <= d exp(-c s^(2/3)) wherever the right side is below 1 and d >= 2."""
    w = sp.Symbol("w", positive=True)  # s^(1/3)
    proof.cite(
        "for d = 1 there is no pair of rows; where d exp(-c s^(2/3)) >= 1 the printed bound is at most 0"
    )
    gap = w**3 / (2 * sp.sqrt(2)) - CONSTANT * w**2 - sp.log(3)
    start = sp.sqrt(sp.log(2) / CONSTANT)
    proof.positive(gap.subs(w, start), "at c w^2 = log 2, the least w with d exp(-c w^2) < 1 for d >= 2")
    rising = sp.diff(gap, w) / w
    proof.positive(sp.diff(rising, w), "the slope over w grows")
    proof.positive(rising.subs(w, start), "and is positive there, so the gap stays positive beyond")
