"""Data for the experiments: public tables from scikit-learn, synthetic clusters, queries and keys."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Literal

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats, generator, integer, points

Table = Literal["wine", "iris", "digits", "breast_cancer"]
Target = Literal["diabetes"]
TABLES = ("wine", "iris", "digits", "breast_cancer")
TARGETS = ("diabetes",)


def public_table(name: Table) -> Floats:
    """The features of a table that scikit-learn ships. InputError where scikit-learn is missing."""
    return labelled_table(name)[0]


def labelled_table(name: Table | Target) -> tuple[Floats, Floats]:
    """Features and class labels, or numbers to predict, of a table that scikit-learn ships. InputError where it is missing."""
    if name not in (*TABLES, *TARGETS):
        raise DomainError("name", name, f"one of {', '.join((*TABLES, *TARGETS))}")
    try:
        sets = import_module("sklearn.datasets")
    except ImportError as error:
        raise InputError('scikit-learn is missing; run: pip install "rftheory[data]"') from error
    table = getattr(sets, f"load_{name}")()
    return np.asarray(table.data, dtype=np.float64), np.asarray(table.target, dtype=np.float64)


def standardised(data: Floats, radius: float = 1.0) -> Floats:
    """Columns with mean 0 and variance 1 (constant ones are dropped), then one factor so that the mean norm is radius."""
    x = points(data)
    x = x[:, np.ptp(x, axis=0) > 0.0]
    if x.shape[1] == 0:
        raise InputError("every column is constant; allowed: at least one that varies")
    x = (x - x.mean(axis=0)) / x.std(axis=0)
    if not 0.0 < radius < np.inf:
        raise DomainError("radius", radius, "a finite number > 0")
    return np.asarray(x * (radius / np.mean(np.linalg.norm(x, axis=1))))


@dataclass(frozen=True)
class Clusters:
    """Points of two clusters each."""

    queries: Floats
    keys: Floats


def two_by_two_clusters(
    loss: float,
    sigma: float,
    *,
    rng: np.random.Generator,
    d: int = 50,
    size: int = 1000,
    norms: tuple[float, float] = (1.0, 1.0),
) -> Clusters:
    """Two Gaussian clusters of queries and two of keys, `size` points each: hrf, Appendix H.3.

    Centres are turned copies of a Gaussian vector, the queries' with entries >= 0, the keys' with entries <= 0 but
    for as many flipped ones, the smallest products first, as bring the mean over the four pairs of the least l(A) of
    a real diagonal A to `loss`, for centres scaled to `norms`. Points are N(centre, sigma^2 I), each then scaled to
    its norm. (The paper states neither the norms nor which signs it adjusts.)
    """
    d, size, rng = integer("d", d, 2), integer("size", size, 1), generator(rng)
    for value in norms:
        if not 0.0 < value < np.inf:
            raise DomainError("norms", norms, "two finite numbers > 0")
    centres = np.abs(rng.standard_normal((4, d)))
    lengths = np.repeat(np.linalg.norm(rng.standard_normal((2, d)), axis=1), 2)
    units = centres / np.linalg.norm(centres, axis=1, keepdims=True)
    left, right = lengths[:2, None] * units[:2], -lengths[2:, None] * units[2:]
    products = 4.0 * norms[0] * norms[1] * np.mean(units[:2, None] * units[None, 2:], axis=(0, 1))
    order = np.argsort(products)
    flips = int(np.searchsorted(np.cumsum(products[order]), loss))
    right[:, order[:flips]] *= -1.0
    drawn = [np.repeat(c, size, axis=0) + sigma * rng.standard_normal((2 * size, d)) for c in (left, right)]
    x, y = (
        norm * side / np.linalg.norm(side, axis=1, keepdims=True)
        for norm, side in zip(norms, drawn, strict=True)
    )
    return Clusters(x, y)


def queries_and_keys(
    queries: int, keys: int, d: int, norms: tuple[float, float], *, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Gaussian directions with these two norms."""
    rng = generator(rng)
    drawn = (rng.standard_normal((integer("count", count, 1), d)) for count in (queries, keys))
    x, y = (norm * g / np.linalg.norm(g, axis=1, keepdims=True) for norm, g in zip(norms, drawn, strict=True))
    return x, y
