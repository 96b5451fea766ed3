"""Diagonal matrices of a pair of cluster centres: entries that solve (83), and the least loss of a real one."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof, Rule, nonzero, real
from rftheory.papers._shared.complex_pairs import SAME_LENGTH, x, y
from rftheory.papers.hrf._lemmas.diagonal import d, k

ri, rj = sp.symbols("ri rj", real=True)
SCALARS = (
    real("ri", reach=("1/1000", 100), meaning="entry of the centre r_i"),
    real("rj", reach=("1/1000", 100), meaning="entry of the centre r_j"),
)

ENTRIES = (
    SAME_LENGTH,
    Rule(nonzero(x), "all entries of x are nonzero"),
    Rule(nonzero(y), "all entries of y are nonzero"),
)
CENTRES: tuple[dict[str, object], ...] = (
    {"x": "1,2", "y": "3,-1/2"},
    {"x": "1", "y": "1"},
    {"x": "1,-1/3,2", "y": "-1,4,-5"},
    {"x": "1/1000,-2", "y": "1/7,1000"},
    {"x": "30,-20", "y": "40,10"},
    {"x": "-1/2,2,3/4", "y": "-1,1/2,1/3"},
)
LOSS_POINTS: tuple[dict[str, object], ...] = (
    *CENTRES[:2],
    {"x": "1,4", "y": "-4,-1"},
    {"x": "1,-1/3,2", "y": "-1,4,5"},
    *CENTRES[3:],
)

_COORDINATE_ROOT = sp.sqrt(sp.Abs(y[k] / x[k]))
REAL_LOSS = sp.Sum((_COORDINATE_ROOT * x[k] + y[k] / _COORDINATE_ROOT) ** 2, (k, 0, d - 1))
LEAST_LOSS = 2 * sp.Sum(sp.Abs(x[k] * y[k]) + x[k] * y[k], (k, 0, d - 1))


def solutions(proof: Proof) -> None:
    """a r_i + r_j/a = 0 at the entries of (86), (87), for every sign."""
    p, q = sp.symbols("p q", positive=True)
    for s in (1, -1):
        u, v = s * p, s * q
        entry = sp.I * sp.sqrt(v / u)
        proof.equal(entry * u + v / entry, sp.S.Zero, f"same signs ({s}): the entry i sqrt(r_j/r_i)")
        u, v = s * p, -s * q
        entry = sp.sqrt(-v / u)
        proof.equal(entry * u + v / entry, sp.S.Zero, f"opposite signs ({s}): the entry sqrt(-r_j/r_i)")
    proof.equal((1 + sp.I) * 0 + 0 / (1 + sp.I), sp.S.Zero, "both 0: any nonzero entry, such as 1 + i")


def least(proof: Proof) -> None:
    """The loss of a real entry is least at sqrt|r_j/r_i|, with the value 2(|r_i r_j| + r_i r_j)."""
    a, p, q = sp.symbols("a p q", positive=True)  # |a|, |r_i|, |r_j|
    for s in (1, -1):
        loss, least = (a * p + s * q / a) ** 2, 2 * (p * q + s * p * q)
        proof.equal(
            loss - least,
            (a * p - q / a) ** 2,
            f"sign of r_i r_j {s}: the loss exceeds 2(|r_i r_j| + r_i r_j) by a square",
        )
    best = sp.sqrt(q / p)
    proof.equal(best * p, q / best, "which is 0 at a = sqrt|r_j/r_i|")
    proof.equal((-a * p - q / a) ** 2, (a * p + q / a) ** 2, "the sign of a does not matter")
    proof.cite("the loss of a diagonal A is a sum over entries, minimised one by one")
