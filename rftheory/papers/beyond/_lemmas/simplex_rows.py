"""Rows along a regular simplex: equal cosines, and the total over their pairs."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers.beyond._lemmas.blocks import block_formula


def vertex_steps(proof: Proof) -> None:
    """m <= d + 1 unit vectors of equal cosines -1/(m-1) exist in R^d: their Gram matrix has the rank m - 1."""
    size = sp.Symbol("n", positive=True) + 1
    cosine = -1 / (size - 1)
    proof.equal(1 + (size - 1) * cosine, 0, "the Gram matrix has the eigenvalue 0 on the constant vector")
    proof.positive(sp.simplify(1 - cosine), "and 1 - c > 0 on the others: rank m - 1 <= d")


def simplex_steps(proof: Proof) -> None:
    """The total over n rows of equal cosines."""
    block_formula(proof)
    vertex_steps(proof)
    n, share = sp.symbols("n F", positive=True)
    proof.equal(
        n * (n - 1) * share / n, (n - 1) * share, "all n(n-1) pairs have the same F: the total over n"
    )
