"""Attention by positive features tuned to queries and keys: FAVOR++ by a number A, dense features by a matrix and M."""

from __future__ import annotations

from typing import Any

import numpy as np

from rftheory.errors import InputError
from rftheory.measured.attention.redrawn import RandomFeatureAttention
from rftheory.measured.attention.tokens import number
from rftheory.measured.inputs import Floats, reals
from rftheory.measured.protocol import AbstractCoupling
from rftheory.measured.rowmaps.dense import DenseExponential, balanced
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.mapped_rows import Matrix, given
from rftheory.moments.dense.tuning import best_matrix, second_moment
from rftheory.moments.tuning import optimal_for


def optimal_map(q: Any, k: Any, *, scale: float | None = None) -> GeneralisedExponential:
    """OPRF of the average |x_i + y_j|^2 of queries q (..., L, d) and keys k (..., S, d) times `scale` (d^{-1/4})."""
    return optimal_for(*_tokens(q, k, scale))


def dense_map(q: Any, k: Any, *, scale: float | None = None, balance: bool = True) -> DenseExponential:
    """The best matrix A for queries q (..., L, d) and keys k (..., S, d) times `scale` (d^{-1/4}), in time (L + S) d^2.

    With `balance` the map M of queries, M^{-T} of keys, that makes their second moments equal comes first; then A has the
    least mean log relative second moment over all pairs, given M. InputError for fewer than d directions, with `balance`.
    Source: beyond, dense/balanced and dense/log-optimum/r.
    """
    x, y = _tokens(q, k, scale)
    matrix = None
    if balance:
        moments = [points.T @ points / len(points) for points in (x, y)]
        if any(np.linalg.matrix_rank(moment) < x.shape[1] for moment in moments):
            raise InputError("q or k span fewer than d directions; allowed: more tokens, or balance=False")
        matrix = balanced(*moments)
        m = np.asarray(matrix)
        x, y = x @ m.T, np.linalg.solve(m.T, y.T).T
    a: Matrix = given(best_matrix(second_moment(x, y)))  # type: ignore[assignment]
    return DenseExponential(a, matrix)


def _tokens(q: Any, k: Any, scale: float | None) -> tuple[Floats, Floats]:
    """All queries and all keys, (rows, d), scaled as attention does."""
    q, k = (
        np.asarray(reals(name, array, ndims=tuple(range(2, 9)), shape="(..., L, d)"), dtype=np.float64)
        for name, array in (("q", q), ("k", k))
    )
    if q.shape[-1] != k.shape[-1]:
        raise InputError(f"q has d = {q.shape[-1]} and k has d = {k.shape[-1]}; allowed: the same d")
    d = q.shape[-1]
    factor = float(d) ** -0.25 if scale is None else number("scale", scale)
    return factor * q.reshape(-1, d), factor * k.reshape(-1, d)


def favor_plus_plus(
    q: Any,
    k: Any,
    m: int,
    coupling: AbstractCoupling,
    *,
    heads: int | None = None,
    seed: int = 0,
    scale: float | None = None,
) -> RandomFeatureAttention:
    """Attention by OPRF tuned to these queries and keys; FAVOR++ with orthogonal projections.

    A simplex or antithetic coupling makes the variants. The parameter A depends on all tokens given, so in causal
    attention tune on other data. Source: crt, Section 4, 5.3.
    """
    feature_map = optimal_map(q, k, scale=scale)
    d = int(np.shape(q)[-1])
    return RandomFeatureAttention(coupling, feature_map, d, m, heads=heads, seed=seed, scale=scale)


def dense_attention(
    q: Any,
    k: Any,
    m: int,
    coupling: AbstractCoupling,
    *,
    heads: int | None = None,
    seed: int = 0,
    scale: float | None = None,
    balance: bool = True,
) -> RandomFeatureAttention:
    """Attention by dense features whose matrices suit these queries and keys (`dense_map`).

    They depend on all tokens given, so in causal attention tune on other data. Source: beyond, dense/balanced.
    """
    feature_map = dense_map(q, k, scale=scale, balance=balance)
    d = int(np.shape(q)[-1])
    return RandomFeatureAttention(coupling, feature_map, d, m, heads=heads, seed=seed, scale=scale)
