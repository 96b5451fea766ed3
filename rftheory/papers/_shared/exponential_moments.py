"""Exponential moments of beautiful functions (performer, F.4): Markov, the expansion (44)-(50), its terms.

E exp(theta sum X_i) is a power series in the projections with coefficients >= 0; independent less orthogonal
rows leave c L (1 - tau) >= 0 for every term, of which the pairs (2, 2) are kept.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers._shared.beautiful_functions import (
    a0,
    a1,
    a2,
    odd_steps,
    ratio_steps,
    sphere_steps,
    theta,
)
from rftheory.papers._shared.invariants import d, m

s1, s2 = sp.symbols("s1 s2", real=True)
_HIGHER = sp.symbols("a3 a4", nonnegative=True)


def polynomial(s: sp.Expr) -> sp.Expr:
    """g up to the fourth power."""
    return sum((c * s**i for i, c in enumerate((a0, a1, a2, *_HIGHER))), sp.S.Zero)


def markov(proof: Proof) -> None:
    """P[mean of X_i > a] <= exp(-theta m a) E exp(theta sum X_i)."""
    excess = sp.Symbol("h", positive=True)
    level = sp.Symbol("a", real=True)
    at_level = sp.exp(theta * m * (level + excess))
    proof.equal(
        at_level * sp.exp(-theta * m * level), sp.exp(theta * m * excess), "where the mean is a + h, h > 0"
    )
    proof.positive(theta * m * excess, "the exponent is positive, so exp(theta (sum X - m a)) > 1 there")
    proof.cite("Markov's inequality for the nonnegative variable exp(theta (sum X_i - m a))")


def expansion_steps(proof: Proof) -> None:
    """exp(theta sum X_i) as a power series in the projections with coefficients >= 0, and its mean."""
    order = 4
    small = sp.Symbol("q", nonnegative=True)
    series = sum((theta * polynomial(small) - theta * a0) ** j / sp.factorial(j) for j in range(order + 1))
    expanded = sp.Poly(sp.expand(series), small)
    for power in range(order + 1):
        proof.nonnegative(
            expanded.coeff_monomial(small**power), f"coefficient of s^{power} in exp(theta (g - a_0))"
        )
    proof.cite(
        "products and sums of series with coefficients >= 0 have coefficients >= 0, and exp(theta a_0) > 0"
    )
    proof.cite(
        "signs of the projections may be flipped one by one without a change of either law: the mean over the signs "
        "keeps the even powers only, all terms are then >= 0, and Tonelli exchanges sum and mean in [0, oo]"
    )


def multinomial_steps(proof: Proof) -> None:
    """The j-th power of a sum of m terms is the sum over S_j with multinomial weights."""
    for rows, power in ((1, 3), (2, 4), (3, 3), (4, 2)):
        xs = sp.symbols(f"X1:{rows + 1}")
        total = sp.S.Zero
        for exponents in _compositions(power, rows):
            weight = sp.factorial(power) / sp.prod([sp.factorial(e) for e in exponents])
            total += weight * sp.prod([x**e for x, e in zip(xs, exponents, strict=True)])
        proof.equal(sum(xs) ** power, total, f"multinomial theorem, m = {rows}, j = {power}")
    proof.cite("the multinomial theorem for every m and j, and the everywhere convergent series of exp")


def _compositions(total: int, parts: int) -> list[tuple[int, ...]]:
    if parts == 1:
        return [(total,)]
    return [(first, *rest) for first in range(total + 1) for rest in _compositions(total - first, parts - 1)]


def pair_weight() -> sp.Expr:
    """The coefficient of s_1^2 s_2^2 in X_1^2 X_2^2."""
    square = sp.Poly(sp.expand(polynomial(s1) ** 2), s1).coeff_monomial(s1**2)
    return sp.expand(square * square)


def difference_steps(proof: Proof) -> None:
    """Every term of Delta is c L (1 - tau) >= 0, and at least 2/(d+2) c L for even tuples with two positive entries."""
    expansion_steps(proof)
    odd_steps(proof)
    sphere_steps(proof)
    ratio_steps(proof)
    proof.nonnegative(2 / (d + 2), "so no term of Delta is negative")


def weight_steps(proof: Proof) -> None:
    """The terms j = 4, j_k1 = j_k2 = 2, d_k1 = d_k2 = 2 of Delta, all others being dropped."""
    multinomial_steps(proof)
    difference_steps(proof)
    proof.equal(
        pair_weight(), (a1**2 + 2 * a0 * a2) ** 2, "weight of s_1^2 s_2^2 in X_1^2 X_2^2, as X_k^0 = 1"
    )
    n = sp.Symbol("n", positive=True, integer=True)
    pairs = sp.expand_func(sp.binomial(n + 1, 2))
    share = theta**4 / sp.factorial(4) * pairs * 6 * 2 / (d + 2)
    proof.equal(
        share,
        theta**4 * n * (n + 1) / (4 * (d + 2)),
        "theta^4/4! binom(m,2) binom(4;2,2) 2/(d+2) at m = n + 1",
    )
    size, z = sp.symbols("E_2 z", nonnegative=True)
    proof.equal(
        size**2 * z**4 / d**2,
        (size * z**2 / d) ** 2,
        "L(2, 2, 0, ..) = |z|^4 (E|omega|^2)^2/d^2, E g_1^2 = 1, E|g|^2 = d",
    )
