"""FAVOR++: random feature attention by positive features of the least variance for the queries and keys."""

from __future__ import annotations

from typing import Any

import numpy as np

from rftheory.errors import InputError
from rftheory.measured.attention.redrawn import RandomFeatureAttention
from rftheory.measured.attention.tokens import number
from rftheory.measured.inputs import reals
from rftheory.measured.protocol import AbstractCoupling
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.moments.tuning import optimal_for


def optimal_map(q: Any, k: Any, *, scale: float | None = None) -> GeneralisedExponential:
    """OPRF of the average |x_i + y_j|^2 of queries q (..., L, d) and keys k (..., S, d) times `scale` (d^{-1/4})."""
    q, k = (
        np.asarray(reals(name, array, ndims=tuple(range(2, 9)), shape="(..., L, d)"), dtype=np.float64)
        for name, array in (("q", q), ("k", k))
    )
    if q.shape[-1] != k.shape[-1]:
        raise InputError(f"q has d = {q.shape[-1]} and k has d = {k.shape[-1]}; allowed: the same d")
    d = q.shape[-1]
    factor = float(d) ** -0.25 if scale is None else number("scale", scale)
    return optimal_for(factor * q.reshape(-1, d), factor * k.reshape(-1, d))


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
