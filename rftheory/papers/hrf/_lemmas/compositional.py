"""The algebra of (8) and (30): means of hybrids, inner products of concatenations and tensors, by induction."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Height, Proof, Rule, every, vector

_t, _l = sp.IndexedBase("t"), sp.IndexedBase("l")

MAPS = (
    vector("t", "t_1, .., t_{p+1}: numbers of random maps of the base estimators"),
    vector("l", "l_1, .., l_p: numbers of random maps of the lambda-estimators"),
)

MAP_RULES = (
    Rule(every(_t, lambda entry: sp.Contains(entry, sp.S.Naturals)), "t holds integers >= 1"),
    Rule(every(_l, lambda entry: sp.Contains(entry, sp.S.Naturals)), "l holds integers >= 1"),
    Rule(sp.Eq(Height(_t), Height(_l) + 1), "t is one longer than l"),
)


def unbiased_steps(proof: Proof) -> None:
    """(8) keeps the mean of unbiased base estimators, for every p and all real or complex lambda."""
    s = sp.Symbol("s", real=True)
    weight, before = sp.symbols("lam Lam")
    base, last, new = sp.symbols("S L N")
    proof.equal(
        (before * base + weight * new + (1 - before - weight) * last) - (before * base + (1 - before) * last),
        weight * (new - last),
        "one more base estimator N with its lambda adds lam (N - L), L the last one",
    )
    proof.cite("independence of Lambda and the base estimators: E lam (N - L) = E lam (E N - E L)")
    proof.equal((weight * (new - last)).subs({new: s, last: s}), sp.S.Zero, "which is 0 for unbiased N and L")
    alone = (before * base + (1 - before) * last).subs(before, 0)
    proof.equal(
        alone.subs(last, s), s, "p = 0 leaves L alone, so by induction every p has the mean s = SM(x,y)"
    )


def inner_products(proof: Proof) -> None:
    """(u * v).(u' * v') = u.u' + v.v' and (u x v).(u' x v') = (u.u')(v.v'), bilinear, in any length."""
    total, left, right, a, b, c, d = sp.symbols("T U V a b c d")
    proof.equal(
        (total + a * b) - total,
        a * b,
        "an entry appended to two vectors adds the product of the entries: concatenation adds",
    )
    proof.equal(
        left * right + a * c * right,
        (left + a * c) * right,
        "an entry (a, c) appended to u, u' adds the block (a v).(c v') = a c (v.v') to the tensors, as to (u.u')(v.v')",
    )
    proof.equal((a * b) * (c * d), (a * c) * (b * d), "within the block: (a b)(c d) = (a c)(b d)")


def expansion_steps(proof: Proof) -> None:
    """(30) is (8)-(10), for every p, t_k, l_k and all complex a_k and feature values."""
    m, n = sp.symbols("m n", positive=True)
    shift, weights, own, last, before = sp.symbols("a R F G B")
    inner_products(proof)
    proof.cite(
        "write F_k, G for the sums over the maps of the inner products of base k and of base p+1, R_k for those of lambda^k"
    )
    coefficient = shift + weights / n
    proof.equal(
        coefficient * own / m - coefficient * last / m,
        shift / m * own + weights * own / (m * n) - shift / m * last - weights * last / (m * n),
        "raising p by one adds lam^k (SM^k - SM^(p+1)) to (8) and these four terms to (30), with lam^k by (10)",
    )
    proof.equal(
        (1 - before) * last / m - shift * last / m,
        (1 - before - shift) / m * last,
        "of which the third joins (1 - sum a_k)/m G",
    )
    one, two = sp.symbols("r f")
    proof.equal(
        (weights + one) * own - weights * own,
        one * own,
        "R_k F_k is the sum over pairs (i, j): one more map adds r F_k = sum_j r f_j",
    )
    proof.equal(
        (own + two) * one - own * one, one * two, "and likewise in j; r f is the inner product of the tensors"
    )
    proof.equal(last / m, (1 - sp.S.Zero) / m * last, "p = 0: both are G/m")


def map_steps(proof: Proof) -> None:
    """Lemma 2.3: the weights of the four parts multiply to those of (30), for every branch of the roots."""
    expansion_steps(proof)
    m, n = sp.symbols("m n", positive=True)
    shift, own, last = sp.symbols("a F G")
    for weight, wanted, part in (
        (sp.sqrt(shift / m), shift / m, "Psi^1: a_k/m, also where a_k is negative or complex"),
        (1 / sp.sqrt(m * n), 1 / (m * n), "Psi^2: 1/(mn)"),
        (sp.sqrt((1 - shift) / m), (1 - shift) / m, "Psi^3: (1 - sum a_k)/m"),
        (
            sp.I / sp.sqrt(m * n),
            -1 / (m * n),
            "Psi^4: i^2/(mn) = -1/(mn), the sign of the fourth line of (30)",
        ),
    ):
        proof.equal(
            weight * own * weight * last, wanted * own * last, f"bilinear product of equal weights, {part}"
        )
