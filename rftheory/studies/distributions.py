"""How far approximate softmax distributions are from the true ones (Figures 3 and 8), and errors on clusters (Figure 6)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.cluster.vq import kmeans2

from rftheory.measured.inputs import Floats, generator, integer, points
from rftheory.studies.contestants import Contestant
from rftheory.studies.data import Clusters


@dataclass(frozen=True)
class Distances:
    """Means over queries and repetitions, and their standard errors over repetitions."""

    name: str
    wasserstein: float
    wasserstein_error: float
    kolmogorov: float
    kolmogorov_error: float
    negative: float


def softmax_distances(true: Floats, approximate: Floats) -> tuple[Floats, Floats]:
    """1-Wasserstein distance and Kolmogorov-Smirnov statistic between rows of weights (p, k) on the classes 0 .. k-1.

    Both are made probabilities; negative weights count as 0, and a row without a positive weight as uniform.
    """
    sides = []
    for weights in (true, approximate):
        kept = np.maximum(points(weights), 0.0)
        total = kept.sum(axis=1, keepdims=True)
        sides.append(np.where(total > 0.0, kept / np.where(total > 0.0, total, 1.0), 1.0 / kept.shape[1]))
    gaps = np.abs(np.cumsum(sides[0] - sides[1], axis=1))
    return np.sum(gaps[:, :-1], axis=1), np.max(gaps, axis=1)


def distribution_study(
    contestants: Sequence[Contestant],
    queries: Floats,
    keys: Floats,
    *,
    rng: np.random.Generator,
    repeats: int = 10,
) -> list[Distances]:
    """Distances between the softmax distribution of every query over all keys and its estimates."""
    x, y, rng = points(queries), points(keys), generator(rng)
    true, found = np.exp(x @ y.T), []
    for contestant in contestants:
        seen = np.empty((integer("repeats", repeats, 2), 3))
        for repeat in range(repeats):
            estimates = contestant.kernel(x, y, rng=rng)
            wasserstein, kolmogorov = softmax_distances(true, estimates)
            seen[repeat] = np.mean(wasserstein), np.mean(kolmogorov), np.mean(estimates < 0.0)
        mean, error = seen.mean(axis=0), seen.std(axis=0, ddof=1) / math.sqrt(repeats)
        entries = [float(v) for v in (mean[0], error[0], mean[1], error[1], mean[2])]
        found.append(Distances(contestant.name, *entries))
    return found


@dataclass(frozen=True)
class ClusterErrors:
    """The MSE of every repetition, at one number of projections."""

    name: str
    m: int
    errors: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Over repetitions."""
        return math.fsum(self.errors) / len(self.errors)

    @property
    def least(self) -> float:
        """Over repetitions."""
        return min(self.errors)

    @property
    def largest(self) -> float:
        """Over repetitions."""
        return max(self.errors)


def cluster_study(
    data: Clusters,
    make: Callable[[Floats, Floats, int], Sequence[Contestant]],
    counts: Sequence[int],
    *,
    rng: np.random.Generator,
    repeats: int = 20,
) -> list[ClusterErrors]:
    """MSE over all pairs of queries and keys; `make(query centres, key centres, m)` gives the contestants.

    Centres are those of k-means with k = 2 for the queries and for the keys.
    """
    rng, found = generator(rng), []
    centres = [kmeans2(side, 2, minit="++", seed=rng)[0] for side in (data.queries, data.keys)]
    true = np.exp(data.queries @ data.keys.T)
    for m in counts:
        for contestant in make(centres[0], centres[1], m):
            errors = [
                float(np.mean((contestant.kernel(data.queries, data.keys, rng=rng) - true) ** 2))
                for _ in range(integer("repeats", repeats, 1))
            ]
            found.append(ClusterErrors(contestant.name, m, tuple(errors)))
    return found
