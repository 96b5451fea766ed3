"""The experiments of hrf: errors over the angle, on pairs of a table, on clusters, and of softmax distributions."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rftheory.measured.hybrids.bases import PositivePart, TrigonometricPart
from rftheory.measured.hybrids.costs import authors_settings, equal_cost
from rftheory.measured.hybrids.hybrid import Hybrid
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.inputs import Floats
from rftheory.mechanisms._shelf import couplings
from rftheory.mechanisms.angular_hybrid import angular_hybrid
from rftheory.mechanisms.clustered_hybrid import clustered_hybrid
from rftheory.mechanisms.gaussian_hybrid import gaussian_hybrid
from rftheory.mechanisms.linear_hybrid import linear_hybrid
from rftheory.mechanisms.optimal_hybrid import optimal_hybrid
from rftheory.studies.contestants import Contestant, HaltonRows
from rftheory.studies.data import Table, public_table, queries_and_keys, standardised, two_by_two_clusters
from rftheory.studies.distributions import cluster_study, distribution_study
from rftheory.studies.experiments.measurements import (
    MEANS,
    MEDIANS,
    ExperimentResult,
    mean,
    median,
    summarised,
)
from rftheory.studies.pointwise import pair_study

TRIG = Hybrid("trig", "trigonometric", (TrigonometricPart(),))
PLUS = Hybrid("favor", "FAVOR+", (PositivePart(),))
SEED = 20220425


def angles(
    *, r: float = 1.0, steps: int = 8, d: int = 64, features: int = 128, size: int = 500, repeats: int = 8
) -> ExperimentResult:
    """sqrt(MSE)/SM at norm r over the angle, hybrids at the operations of `features` plain projections and at the authors' settings.

    Each error is the root of a mean of `size` squared errors under a change of measure; intervals over `repeats` such.
    Source: hrf, Figures 2 and 5, which take 10000 estimates and do not state m and n.
    """
    found, rng = [], np.random.default_rng(SEED)
    for one in _at_equal_cost(r, d, features):
        for step in range(steps + 1):
            theta = math.pi * step / steps
            x, y = np.zeros((2, d))
            x[0], y[0], y[1] = r, r * math.cos(theta), r * math.sin(theta)
            true = math.exp(float(x @ y))
            values = [math.sqrt(one.error(x, y, rng=rng, size=size)) / true for _ in range(repeats)]
            found.append(mean(one.name, round(theta, 4), values))
    note = f"operations of {features} projections, (m, n) beside the name; {MEANS}"
    title = f"Errors over the angle: r = {r:g}, d = {d}"
    return ExperimentResult(title, "angle", "root of MSE / SM^2", note, tuple(found))


def _at_equal_cost(r: float, d: int, features: int) -> list[Contestant]:
    def equal(name: str, hybrid: AbstractHybrid, signs: bool = True) -> Contestant:
        m, n = equal_cost(hybrid, d, features)
        return Contestant(f"{name} ({m}, {n})" if signs else f"{name} ({m})", hybrid, m, n)

    authors, best = authors_settings(features), equal_cost(angular_hybrid(), d, features)[0]
    return [
        Contestant(f"trigonometric ({features})", TRIG, features),
        Contestant(f"FAVOR+ ({features})", PLUS, features),
        Contestant(f"angular, authors' {tuple(authors)}", angular_hybrid(), *authors),
        equal("angular", angular_hybrid()),
        equal("angular, shared", angular_hybrid(shared=True)),
        equal("Gaussian", gaussian_hybrid(1.0, radius=r)),
        equal("linear lambda", linear_hybrid(), signs=False),
        Contestant(f"best fixed lambda ({best})", optimal_hybrid(), best),
    ]


def pairs(
    *, data: Table = "wine", radii: Sequence[float] = (0.5, 0.75), repeats: int = 20
) -> ExperimentResult:
    """MSE of SM over 100 pairs of rows of a table, standardised and scaled to these mean norms, 512 features' operations.

    Source: hrf, Table 1, which states neither the scaling nor which features its baselines use.
    """
    shelf, found = couplings(), []
    for radius in radii:
        points = standardised(public_table(data), radius)
        counted = equal_cost(angular_hybrid(), points.shape[1], 512)
        sources = {
            "iid": None,
            "ORF-reg": shelf["orthogonal"],
            "ORF-Had": shelf["hd3"],
            "Halton-R": HaltonRows(),
        }
        contestants = [
            Contestant("HRF-ort", angular_hybrid(), *counted, shelf["orthogonal"]),
            Contestant("HRF-iid", angular_hybrid(), *counted),
            *(Contestant(f"trig {name}", TRIG, 512, source=source) for name, source in sources.items()),
            *(Contestant(f"FAVOR+ {name}", PLUS, 512, source=source) for name, source in sources.items()),
        ]
        drawn = pair_study(contestants, points, rng=np.random.default_rng(SEED), repeats=repeats)
        found += [summarised(one.name, radius, (one.mse, one.standard_error, repeats)) for one in drawn]
    note = f"{repeats} draws of all projections; {MEANS}"
    return ExperimentResult(
        f"Pairs of a table: {data}", "mean norm", "MSE over 100 pairs", note, tuple(found)
    )


def clusters(
    *,
    sigma: float = 0.2,
    norms: tuple[float, float] = (2.0, 0.5),
    loss: float = 0.05,
    counts: Sequence[int] = (20, 80, 200),
    size: int = 100,
    repeats: int = 7,
) -> ExperimentResult:
    """MSE over all pairs of two by two Gaussian clusters in 50 dimensions, zero-one hybrids against plain maps.

    Source: hrf, Figure 6 and Appendix H.3, with 1000 points a cluster, 20 repetitions and a rescaling that is not stated.
    """

    def make(x: Floats, y: Floats, m: int) -> list[Contestant]:
        return [
            Contestant("clustered, real A", clustered_hybrid(x, y), m),
            Contestant("clustered, complex A", clustered_hybrid(x, y, matrices="complex", real=True), m),
            Contestant("FAVOR+", PLUS, m),
            Contestant("trigonometric", TRIG, m),
        ]

    data = two_by_two_clusters(loss, sigma, rng=np.random.default_rng(SEED), size=size, norms=norms)
    drawn = cluster_study(data, make, counts, rng=np.random.default_rng(SEED + 1), repeats=repeats)
    found = [median(one.name, float(one.m), one.errors) for one in drawn]
    note = f"{size} points a cluster, {repeats} draws; {MEDIANS}"
    title = f"Clusters: norms {norms[0]:g} and {norms[1]:g}, sigma = {sigma:.3g}, mean loss {loss:g}"
    return ExperimentResult(title, "m", "MSE", note, tuple(found))


def softmax(
    *,
    norm: float = 1.5,
    statistic: str = "wasserstein",
    features: Sequence[int] = (64, 128, 256, 512),
    d: int = 64,
    queries: int = 50,
    keys: int = 1000,
    repeats: int = 6,
) -> ExperimentResult:
    """Distance of approximate softmax distributions from the true ones, for random queries and keys of one norm.

    `statistic`: "wasserstein" (over the numbers of the keys) or "kolmogorov". Hybrids have the authors' settings.
    Source: hrf, Figures 3 and 8, on embeddings of language models.
    """
    rng = np.random.default_rng(SEED)
    x, y = queries_and_keys(queries, keys, d, (norm, norm), rng=rng)
    found = []
    for count in features:
        m, n = authors_settings(count)
        contestants = [
            Contestant("FAVOR+", PLUS, count),
            Contestant("trigonometric", TRIG, count),
            Contestant("Gaussian hybrid", gaussian_hybrid(1.0, radius=norm), m, n),
            Contestant("angular hybrid", angular_hybrid(), m, n),
        ]
        for one in distribution_study(contestants, x, y, rng=rng, repeats=repeats):
            values = {
                "wasserstein": (one.wasserstein, one.wasserstein_error),
                "kolmogorov": (one.kolmogorov, one.kolmogorov_error),
            }[statistic]
            found.append(summarised(one.name, float(count), (*values, repeats)))
    note = f"{repeats} draws; {MEANS}"
    title = f"Softmax distributions: norms {norm:g}, d = {d}, {keys} keys"
    return ExperimentResult(title, "features", f"{statistic} distance", note, tuple(found))
