"""Pairs of points drawn from the data, how many, and one that stands for its extremes."""

from __future__ import annotations

import math

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.moments.pairs import Invariants, Pairs
from rftheory.recommendation.sources import AbstractSource
from rftheory.recommendation.statistics import Statistics

LEVEL = 0.01
HALF_WIDTH = 0.03
MOST_NUMBERS = 1 << 22


def extremes(statistics: Statistics, shift: Floats) -> Invariants:
    """One row that no pair of the data goes beyond in any of its entries."""
    norms, reaches = [], []
    for one in (statistics.queries, statistics.keys):
        box = np.maximum(np.abs(one.low - shift), np.abs(one.high - shift))
        reaches.append(box)
        norms.append(min(float(np.sqrt(box @ box)), one.largest_norm + float(np.sqrt(shift @ shift))))
    spread = np.maximum(
        np.abs(statistics.queries.high - statistics.keys.low),
        np.abs(statistics.keys.high - statistics.queries.low),
    )
    total, products = norms[0] + norms[1], reaches[0] * reaches[1]
    row = [np.array([value]) for value in (total**2, min(total**2, float(spread @ spread)))]
    inner = -min(norms[0] * norms[1], float(products.sum()))
    return Invariants(
        len(shift),
        row[0],
        row[1],
        np.zeros(1),
        np.array([inner]),
        np.full(1, math.pi),
        products[None, :],
        (reaches[0] + reaches[1])[None, :],
    )


def sample_size(rows: int, d: int) -> int:
    """Pairs for which the band of Dvoretzky, Kiefer, Wolfowitz and Massart is HALF_WIDTH for `rows` mechanisms at once.

    Fewer where n d numbers would not fit; the band is then wider, and reported as it is.
    """
    by_design = math.ceil(math.log(2.0 * 2.0 * rows / LEVEL) / (2.0 * HALF_WIDTH**2))
    return max(64, min(by_design, MOST_NUMBERS // d))


def sampled(
    queries: AbstractSource,
    keys: AbstractSource,
    statistics: Statistics,
    count: int,
    rng: np.random.Generator,
) -> Pairs:
    """`count` independent uniform pairs of one query and one key, with replacement."""
    i = rng.integers(statistics.queries.rows, size=count)
    j = rng.integers(statistics.keys.rows, size=count)
    if keys is queries:
        both = queries.rows(np.concatenate([i, j]))
        return Pairs(both[:count], both[count:])
    return Pairs(queries.rows(i), keys.rows(j))
