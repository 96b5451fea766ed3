"""Pairs with a complex matrix: the log weight of the features (16), and where the variance vanishes."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import Dot
from rftheory.kit import Equal, Estimate, Proof, Variance, formula
from rftheory.papers._shared.complex_pairs import (
    AX,
    AY,
    LOSS,
    PAIR,
    POINTS,
    SM,
    complex_error,
    matrix_pairs,
    symbolic,
    with_values,
)
from rftheory.papers._shared.invariants import COUNT, m

PAIRS = matrix_pairs()
COUNTED_PAIRS = matrix_pairs(COUNT, extra=with_values(POINTS, m=(1, 7)))
COMPLEX_EXPONENTIAL = Estimate("iid", "complex-exponential", m)
VARIANCE = Equal(  # the square of its distance to SM in the complex plane
    Variance(COMPLEX_EXPONENTIAL), formula(SM**2 * (sp.exp(LOSS) - 1) / m, COUNTED_PAIRS, f"m {PAIR}")
)
WEIGHT = -(Dot(AX, AX) + Dot(AY, AY)) / 2


def vanishing(proof: Proof) -> None:
    """(17) makes z = 0, and then the estimator is the constant SM."""
    matrix, _, v = symbolic()
    at = -(matrix.I * (matrix.T).I * v)
    proof.equal(
        (matrix * at + (matrix.T).I * v).doit(),
        sp.ZeroMatrix(matrix.shape[0], 1),
        "x = -A^(-1) A^(-T) y gives z = Ax + A^(-T)y = 0",
    )
    complex_error(proof)
    w = sp.Symbol("w", real=True)
    proof.equal(sp.exp(w * 0), sp.S.One, "T = SM exp(-z.z/2) exp(w.z) = SM for every w")
