"""The exact law of (HD)^k and S(HD)^k in dimension four, by all sign patterns, and what couplings owe it.

Independent of the samplers: H is made from the parity of i & j, S from its rows as simrf (9) prints
them. Each factor multiplies every matrix found so far by every pattern; equal products are merged.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from rftheory.battery.concentration import DIGITS, Deviation, discrete_law, exact, mean
from rftheory.measured.inputs import Floats

SIZE = 4
DIRECTIONS = {
    "axis": (1.0, 0.0, 0.0, 0.0),
    "sparse": (0.0, math.sqrt(0.5), math.sqrt(0.5), 0.0),
    "dense": (0.5, 0.5, 0.5, 0.5),
    "generic": (0.31, -0.72, 0.17, 0.595),
}
SPEED = 1.3
KEY = np.cos(np.arange(1.0, 1.0 + SIZE * SIZE) ** 2)


@cache
def direction_law(factors: int, simplex: bool) -> tuple[Floats, Floats]:
    """All unit-row matrices (a, 4, 4) that a block's directions can be, and their probabilities (a,)."""
    hadamard = np.array(
        [[(-1.0) ** (i & j).bit_count() for j in range(SIZE)] for i in range(SIZE)]
    ) / math.sqrt(SIZE)
    patterns = np.array(list(itertools.product((1.0, -1.0), repeat=SIZE)))
    steps = hadamard[None] * patterns[:, None, :]
    matrices: Floats = np.eye(SIZE)[None]
    weights: Floats = np.ones(1)
    for _ in range(factors):
        products = (steps[:, None] @ matrices[None]).reshape(-1, SIZE * SIZE)
        spread = np.tile(weights, len(steps)) / len(steps)
        kept, where = np.unique(np.round(products, DIGITS) + 0.0, axis=0, return_inverse=True)
        matrices = kept.reshape(-1, SIZE, SIZE)
        weights = np.asarray(np.bincount(where.ravel(), weights=spread), dtype=np.float64)
    return (simplex_rows() @ matrices if simplex else matrices), weights


def simplex_rows() -> Floats:
    """S of simrf (9), row by row."""
    d, rows = SIZE, []
    for i in range(d - 1):
        low = (math.sqrt(d) + 1.0) / (d - 1) ** 1.5
        rows.append([math.sqrt(d / (d - 1)) * (i == j) - low * (j < d - 1) for j in range(d)])
    rows.append([(j < d - 1) / math.sqrt(d - 1) for j in range(d)])
    return np.array(rows)


def support(where: str, directions: Floats, factors: int, simplex: bool) -> Deviation:
    """Every matrix of directions (n, 4, 4) is one of the possible ones."""
    matrices, _ = direction_law(factors, simplex)
    flat = directions.reshape(len(directions), -1)
    codes, found = matrices.reshape(len(matrices), -1) @ KEY, flat @ KEY
    order = np.argsort(codes)
    right = np.clip(np.searchsorted(codes[order], found), 1, len(codes) - 1)
    nearer = np.where(np.abs(codes[order][right] - found) < np.abs(codes[order][right - 1] - found), 0, 1)
    nearest = matrices[order[right - nearer]].reshape(flat.shape)
    return exact(f"{where}, matrices of the enumeration", flat, nearest, 1e-7)


def laws(where: str, directions: Floats, factors: int, simplex: bool) -> Iterator[Deviation]:
    """Laws of rows, of the largest row and of cos at axis, sparse, dense and generic directions."""
    matrices, weights = direction_law(factors, simplex)
    for name, direction in DIRECTIONS.items():
        unit = np.array(direction) / math.hypot(*direction)
        drawn, possible = directions @ unit, matrices @ unit
        for i in range(SIZE):
            yield discrete_law(
                f"{where}, row {i + 1}, {name} direction", drawn[:, i], possible[:, i], weights
            )
        for what, reduce in REDUCTIONS.items():
            yield discrete_law(f"{where}, {what}, {name} direction", reduce(drawn), reduce(possible), weights)
        values, expected = estimate(drawn), float(estimate(possible) @ weights)
        yield mean(f"{where}, mean of cos, {name} direction", values, expected)
    flat, atoms = directions.reshape(len(directions), -1), matrices.reshape(len(matrices), -1)
    yield discrete_law(f"{where}, whole matrix", flat @ KEY, atoms @ KEY, weights)


def estimate(projections: Floats) -> Floats:
    """The trigonometric estimate of rows of length sqrt(4), (n, 4) to (n,)."""
    means: Floats = np.mean(np.cos(SPEED * math.sqrt(SIZE) * projections), axis=1)
    return means


def _largest(projections: Floats) -> Floats:
    sizes: Floats = np.max(np.abs(projections), axis=1)
    return sizes


def _fourth(projections: Floats) -> Floats:
    powers: Floats = np.sum(projections**4, axis=1)
    return powers


REDUCTIONS: dict[str, Callable[[Floats], Floats]] = {"largest row": _largest, "fourth powers": _fourth}
