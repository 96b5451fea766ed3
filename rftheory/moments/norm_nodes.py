"""Quadrature over independent norms of coupled rows: the law of |sum q_i r_i u_i|^2."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations_with_replacement, groupby

import numpy as np
import scipy

from rftheory.measured.inputs import Floats
from rftheory.moments.legendre import legendre

FINE = 300
NODES = {1: 96, 2: 64, 3: 40, 4: 32}


def squared_lengths(
    rows: tuple[int, ...], d: int, cosine: float, fixed: bool, count: int | None = None
) -> tuple[Floats, Floats]:
    """Nodes and weights of S = (1-c) sum q_i^2 r_i^2 + c (sum q_i r_i)^2 for sorted integers q, one for each row.

    r_i independent chi_d, or all sqrt(d) where `fixed`. Exact for polynomials of degree below 2 `count` in each norm;
    rows of equal q share their nodes.
    """
    if fixed:
        nodes, weights = np.array([math.sqrt(d)]), np.ones(1)
    else:
        nodes, weights = chi_rule(d, NODES[max(len(rows), 1)] if count is None else count)
    squares, sums, total = np.zeros(1), np.zeros(1), np.ones(1)
    for q, members in groupby(rows):
        picked, share = _multisets(nodes, weights, len(list(members)))
        squares = np.add.outer(squares, q * q * np.sum(picked**2, axis=1)).ravel()
        sums = np.add.outer(sums, q * np.sum(picked, axis=1)).ravel()
        total = np.multiply.outer(total, share).ravel()
    return np.maximum((1.0 - cosine) * squares + cosine * sums**2, 0.0), total


@lru_cache(maxsize=32)
def chi_rule(d: int, count: int) -> tuple[Floats, Floats]:
    """Gauss rule of the chi_d law: nodes and weights, exact for polynomials of degree below 2 `count`.

    Recurrence coefficients by Lanczos with reorthogonalisation on a fine rule; weights as Christoffel numbers, which
    keeps the relative accuracy of the smallest.
    """
    low, high = max(0.0, math.sqrt(d) - 12.0), math.sqrt(d) + 18.0
    x, fine = legendre(FINE)
    x = (high + low) / 2.0 + (high - low) / 2.0 * x
    shift = x - math.sqrt(d)
    logs = (d - 1) * np.log1p(shift / math.sqrt(d)) - shift * (math.sqrt(d) + shift / 2.0)
    fine = fine * np.exp(logs - logs.max())
    basis = np.zeros((count + 1, FINE))
    basis[0] = np.sqrt(fine / math.fsum(fine))
    centres, gaps = np.zeros(count), np.zeros(count)
    for k in range(count):
        centres[k] = basis[k] ** 2 @ x
        new = x * basis[k]
        for _ in range(2):
            new -= (basis[: k + 1] @ new) @ basis[: k + 1]
        gaps[k] = np.linalg.norm(new)
        basis[k + 1] = new / gaps[k]
    nodes = np.asarray(scipy.linalg.eigh_tridiagonal(centres, gaps[:-1], eigvals_only=True), dtype=np.float64)
    before, now = np.zeros(count), np.ones(count)
    squares = now.copy()
    for k in range(count - 1):
        step = (nodes - centres[k]) * now - (gaps[k - 1] * before if k else 0.0)
        before, now = now, step / gaps[k]
        squares += now**2
    weights = 1.0 / squares
    return nodes, weights / math.fsum(weights)


def _multisets(nodes: Floats, weights: Floats, size: int) -> tuple[Floats, Floats]:
    """Every multiset of `size` nodes, (p, size), and the weight of all its orders."""
    if size == 1:
        return nodes[:, None], weights
    index = np.array(list(combinations_with_replacement(range(len(nodes)), size)))
    run, repeats = np.ones(len(index)), np.ones(len(index))
    for column in range(1, size):
        run = np.where(index[:, column] == index[:, column - 1], run + 1.0, 1.0)
        repeats *= run
    share: Floats = math.factorial(size) / repeats * np.prod(weights[index], axis=1)
    return nodes[index], share
