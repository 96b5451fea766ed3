"""Coefficients that are indicators of clusters: the hybrid is one of its base estimators."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof


def one_cell(proof: Proof) -> None:
    """Indicators of disjoint clusters that cover the inputs: one lambda is 1, all others 0."""
    row, column, i, j = sp.symbols("i0 j0 i j", positive=True, integer=True)
    more, others = sp.symbols("u w", nonnegative=True, integer=True)
    table = sp.IndexedBase("S")
    limits = (i, 1, row + more), (j, 1, column + others)
    first, second = sp.KroneckerDelta(i, row), sp.KroneckerDelta(j, column)
    proof.cite(
        "x lies in exactly one of its clusters, X_i0, and y in Y_j0: the indicators are Kronecker deltas"
    )
    proof.equal(
        sp.Sum(first, limits[0]).doit() * sp.Sum(second, limits[1]).doit(),
        sp.S.One,
        "the products of indicators add up to (sum_i)(sum_j) = 1",
    )
    proof.equal(
        sp.Sum(second * sp.Sum(first * table[i, j], limits[0]).doit(), limits[1]).doit(),
        table[row, column],
        "the hybrid is the base estimate of that pair of clusters, sample by sample",
    )
