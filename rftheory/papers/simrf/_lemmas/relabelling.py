"""Norms permuted against directions: sums over the permutations of a draw, in general and for triples in R^3."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import sympy as sp

from rftheory.kit import Below, Domain, Height, Proof, Restated, Rule, Width, formula, vector
from rftheory.papers.simrf._lemmas.arrangements import LIST, UNIT, W, axis, bessel_form
from rftheory.papers.simrf._notation import LENGTH, d, v

# Three unit vectors W and three norms r in R^3, for the sums over the six permutations.
_NORMS = sp.IndexedBase("r")
_TRIPLES = Domain(
    (LIST, vector("r", meaning="the norms"), LENGTH),
    (
        Rule(
            sp.And(sp.Eq(Height(W), 3), sp.Eq(Width(W), 3), sp.Eq(Height(_NORMS), 3)),
            "three vectors in R^3 and three norms",
        ),
    ),
    extra=tuple(
        {"W": rows, "r": norms, "v": value}
        for rows in (UNIT[4], UNIT[5], UNIT[6], "1,0,0;1,0,0;1,0,0", "1,0,0;-3/5,4/5,0;-3/5,-4/5,0")
        for norms, value in (("1,2,3", 1), ("1/10,5,5", "1/2"), ("2,2,2", 0))
    ),
)
PERMUTATIONS = tuple(itertools.permutations(range(3)))
PAIRS = tuple(itertools.permutations(range(3), 2))


def cosine(one: int, two: int) -> sp.Expr:
    return sp.Sum(W[one, axis] * W[two, axis], (axis, 0, d - 1))


def squared_sum(one: int, two: int, cosine: sp.Expr) -> sp.Expr:
    """w_i^2 + w_j^2 + 2 w_i w_j cosine for the norms r."""
    return _NORMS[one] ** 2 + _NORMS[two] ** 2 + 2 * _NORMS[one] * _NORMS[two] * cosine


def over_permutations(value: Callable[[int, int, int, int], sp.Expr]) -> sp.Expr:
    """Sum over P and i != j of value(i, j, P_i, P_j)."""
    return sp.Add(*(value(a, b, p[a], p[b]) for p in PERMUTATIONS for a, b in PAIRS))


PERMUTED = over_permutations(lambda a, b, pa, pb: bessel_form(v**2 * squared_sum(pa, pb, cosine(a, b))))
RELABELLED = over_permutations(lambda a, b, pa, pb: bessel_form(v**2 * squared_sum(a, b, cosine(pa, pb))))


def on_triples(left: sp.Expr, right: sp.Expr, words: str) -> Restated:
    """left <= right over three vectors and three norms."""
    sides = {"lhs": formula(left, _TRIPLES, "W r v"), "rhs": formula(right, _TRIPLES, "W r v")}
    return Restated(words, sides, _TRIPLES, Below(strict=False))


def _generic(rows: int) -> tuple[Callable[..., sp.Expr], list[sp.Symbol], dict[tuple[int, int], sp.Symbol]]:
    """A generic symmetric summand g(r_a, r_b, c_ab) of `rows` norms and their cosines."""
    g = sp.Function("g")
    norms = list(sp.symbols(f"r1:{rows + 1}", positive=True))
    cosines = {
        (a, b): sp.Symbol(f"c{min(a, b)}{max(a, b)}", real=True) for a in range(rows) for b in range(rows)
    }

    def symmetric(a: sp.Symbol, b: sp.Symbol, cosine: sp.Expr) -> sp.Expr:
        return g(*sorted((a, b), key=str), cosine)

    return symmetric, norms, cosines


def relabelling(proof: Proof) -> None:
    for rows in (3, 4):
        g, r, c = _generic(rows)
        orders = list(itertools.permutations(range(rows)))
        pairs = list(itertools.permutations(range(rows), 2))
        permuted = sp.Add(*(g(r[p[a]], r[p[b]], c[a, b]) for p in orders for a, b in pairs))
        relabelled = sp.Add(*(g(r[a], r[b], c[p[a], p[b]]) for p in orders for a, b in pairs))
        proof.equal(permuted, relabelled, f"permuting norms or directions gives the same sum, d = {rows}")
    proof.cite("in general: put i = P^-1(a), j = P^-1(b) and sum over the inverse permutations")


def symmetrised(proof: Proof) -> None:
    p, norms = sp.Function("p"), sp.symbols("r1:4", positive=True)
    joint = sp.prod(p(r) for r in norms)
    for order in itertools.permutations(norms):
        proof.equal(sp.prod(p(r) for r in order), joint, "the joint density of iid norms ignores their order")
    a, b, x1, y1, x2, y2 = sp.symbols("a b x1 y1 x2 y2", real=True)
    square = (a * x1 + b * x2) ** 2 + (a * y1 + b * y2) ** 2
    printed = a**2 * (x1**2 + y1**2) + b**2 * (x2**2 + y2**2) + 2 * a * b * (x1 * x2 + y1 * y2)
    proof.equal(square, printed, "|w_i + w_j|^2 by norms and directions")
    proof.cite(
        "permuting the integration variables has Jacobian 1: the mean over the d! permutations is the same integral"
    )
    relabelling(proof)
