"""Pairs with a complex matrix: the log weight of the features (16), and where the variance vanishes."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import Dot
from rftheory.kit import Proof
from rftheory.papers._shared.complex_pairs import AX, AY, complex_error, matrix_pairs, symbolic

PAIRS = matrix_pairs()
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
