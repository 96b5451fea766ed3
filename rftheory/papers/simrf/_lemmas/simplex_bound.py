"""Why the simplex is best: the conformity of a pair is convex in its cosine, and cosines sum to at least -m."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers.simrf._notation import SUMMAND_TERM, k, m, many, positive_v, v

a, b, e, s, q = sp.symbols("a b e s q", nonnegative=True)


def summand_is_convex(proof: Proof) -> None:
    """t -> sum_k TERM t^k has no negative coefficient: increasing and convex for t >= 0."""
    proof.nonnegative(SUMMAND_TERM, "no coefficient of the summand is negative")
    proof.nonnegative(sp.diff(s ** (k + 1), s), "every power increases in t >= 0")
    proof.nonnegative(sp.diff(s ** (k + 2), s, 2), "every power is convex in t >= 0")


def convex_in_cosine(proof: Proof) -> None:
    """F(c), the mean of the summand at |w_1+w_2|^2 over norms independent of the cosine, increases and is convex."""
    summand_is_convex(proof)
    squared = a**2 + b**2 + 2 * a * b * (e - 1)
    proof.equal(
        squared, (a - b) ** 2 + 2 * a * b * e, "|w_1+w_2|^2 is affine in e = 1 + c with slope 2 w_1 w_2 >= 0"
    )
    power = (s + q * e) ** (k + 2)
    proof.nonnegative(sp.diff(power, e), "hence every power of it increases in c")
    proof.nonnegative(sp.diff(power, e, 2), "and is convex in c")
    proof.positive(
        sp.diff(SUMMAND_TERM.subs({k: 1, v: positive_v}) * sp.Symbol("r", positive=True) * e, e),
        "strictly, by its first power, for v > 0 and positive norms",
    )
    proof.cite("Tonelli: a mean over the norms of such functions is again increasing and convex")


def sum_of_cosines(proof: Proof) -> None:
    """sum_{i != j} c_ij = |sum_i what_i|^2 - m >= -m, so the mean cosine is at least -1/(m-1)."""
    x, y, angle = sp.symbols("x y angle", real=True)
    longer = (x + sp.cos(angle)) ** 2 + (y + sp.sin(angle)) ** 2 - (m + 1)
    step = x**2 + y**2 - m + 2 * (x * sp.cos(angle) + y * sp.sin(angle))
    proof.equal(longer, step, "induction on m: one more unit vector adds 2 what.S to the sum of the cosines")
    proof.nonnegative(x**2 + y**2, "|sum_i what_i|^2 is not negative")
    proof.equal(-many / (many * (many - 1)), -1 / (many - 1), "mean over the m(m-1) ordered pairs")


def simplex_bound(proof: Proof) -> None:
    """sum_{i != j} F(c_ij) >= m(m-1) F(-1/(m-1)), with equality at equal cosines and vanishing sum."""
    convex_in_cosine(proof)
    sum_of_cosines(proof)
    proof.cite("Jensen's inequality for the convex F, then monotonicity of F")
    proof.equal(
        many + many * (many - 1) * (-1 / (many - 1)),
        0,
        "equal cosines -1/(m-1) have |sum_i what_i|^2 = 0: the bound is reached",
    )
    proof.equal(
        1 + 1 / (many - 1),
        many / (many - 1),
        "their Gram matrix has the eigenvalues 0 and m/(m-1), rank m-1 <= d",
    )
