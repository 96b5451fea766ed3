"""Prints the experiments of hrf: Figures 1, 2, 5 and 6, Table 1 and the statistics of Figure 3, on data named here.

python benchmarks/experiments_hybrid.py [--full] [--only figures|table1|clusters|softmax]
Table 1 needs scikit-learn: pip install "rftheory[data]".
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Sequence

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np

from rftheory.errors import InputError
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
from rftheory.studies.data import public_table, queries_and_keys, standardised, two_by_two_clusters
from rftheory.studies.distributions import cluster_study, distribution_study
from rftheory.studies.pointwise import angle_study, largest_errors, pair_study

TRIG = Hybrid("trig", "trigonometric", (TrigonometricPart(),))
PLUS = Hybrid("favor", "FAVOR+", (PositivePart(),))
SEED = 20220425


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A Markdown table."""
    for row in (head, ["---"] * len(head), *rows):
        print("| " + " | ".join(f"{v:.3g}" if isinstance(v, float) else str(v) for v in row) + " |")
    print()


def figures(full: bool) -> None:
    """Largest relative error over the angles, and the errors at some of them."""
    authors = authors_settings(128)
    angles = np.linspace(0.0, math.pi, 33 if full else 9)

    def equal(name: str, hybrid: AbstractHybrid) -> Contestant:
        m, n = equal_cost(hybrid, 64, 128)
        return Contestant(f"{name} ({m}, {n})", hybrid, m, n)

    for r in (1.0, 1.25, 1.5):
        contestants = [
            Contestant("trig", TRIG, 128),
            Contestant("FAVOR+", PLUS, 128),
            Contestant(f"angular {tuple(authors)}", angular_hybrid(), *authors),
            equal("angular", angular_hybrid()),
            equal("angular, shared", angular_hybrid(shared=True)),
            equal("Gaussian", gaussian_hybrid(1.0, radius=r)),
            equal("linear lambda", linear_hybrid()),
            equal("linear lambda, shared", linear_hybrid(shared=True)),
            Contestant("optimal lambda (52)", optimal_hybrid(), 52),
        ]
        found = angle_study(
            contestants,
            [r],
            [float(a) for a in angles],
            rng=np.random.default_rng(SEED),
            size=10000 if full else 2000,
        )
        largest = largest_errors(found)
        step = (len(angles) - 1) // 8
        by_name = {c.name: [p for p in found if p.name == c.name][::step] for c in contestants}
        print(f"Relative errors, d = 64, r = {r}\n")
        head = ["estimator", "largest", *(f"{k}/8 pi" for k in range(9))]
        table(
            head, [[name, largest[name, r], *(p.relative_error for p in by_name[name])] for name in by_name]
        )


def table1(full: bool) -> None:
    """Mean squared errors over pairs of rows of the wine data."""
    shelf = couplings()
    for radius in (0.5, 0.75):
        data = standardised(public_table("wine"), radius)
        d = data.shape[1]
        counted, authors = equal_cost(angular_hybrid(), d, 512), authors_settings(512)
        contestants = [
            Contestant(f"HRF-ort {tuple(counted)}", angular_hybrid(), *counted, shelf["orthogonal"]),
            Contestant(f"HRF-iid {tuple(counted)}", angular_hybrid(), *counted),
            Contestant(f"HRF-ort {tuple(authors)}", angular_hybrid(), *authors, shelf["orthogonal"]),
            Contestant(f"HRF-iid {tuple(authors)}", angular_hybrid(), *authors),
            Contestant("trig iid", TRIG, 512),
            Contestant("trig ORF-reg", TRIG, 512, source=shelf["orthogonal"]),
            Contestant("trig ORF-Had", TRIG, 512, source=shelf["hd3"]),
            Contestant("trig Halton-R", TRIG, 512, source=HaltonRows()),
            Contestant("FAVOR+ iid", PLUS, 512),
            Contestant("FAVOR+ ORF-reg", PLUS, 512, source=shelf["orthogonal"]),
            Contestant("FAVOR+ ORF-Had", PLUS, 512, source=shelf["hd3"]),
            Contestant("FAVOR+ Halton-R", PLUS, 512, source=HaltonRows()),
        ]
        found = pair_study(contestants, data, rng=np.random.default_rng(SEED), repeats=400 if full else 50)
        print(f"wine, d = {d}, standardised, mean norm {radius}: MSE in 1e-3\n")
        table(["estimator", "MSE", "+-"], [[f.name, 1e3 * f.mse, 1e3 * f.standard_error] for f in found])


def clusters(full: bool) -> None:
    """Zero-one hybrids against regular estimators on two by two clusters."""

    def make(x: Floats, y: Floats, m: int) -> list[Contestant]:
        return [
            Contestant("clustered, real A", clustered_hybrid(x, y), m),
            Contestant("clustered, complex A", clustered_hybrid(x, y, matrices="complex", real=True), m),
            Contestant("FAVOR+", PLUS, m),
            Contestant("trig", TRIG, m),
        ]

    counts = (20, 50, 80, 100, 120, 150, 200) if full else (20, 80, 200)
    settings = [
        (0.05, 0.2, (1.0, 1.0)),
        *((0.05, sigma, (2.0, 0.5)) for sigma in (0.2, 1.0, math.sqrt(10.0))),
    ]
    for loss, sigma, norms in settings:
        rng, size = np.random.default_rng(SEED), 1000 if full else 100
        data = two_by_two_clusters(loss, sigma, rng=rng, size=size, norms=norms)
        found = cluster_study(
            data, make, counts, rng=np.random.default_rng(SEED + 1), repeats=20 if full else 5
        )
        print(
            f"Clusters, d = 50, norms {norms}, mean loss {loss}, sigma {sigma:.3g}: MSE, mean [least, largest]\n"
        )
        names = list(dict.fromkeys(f.name for f in found))
        rows = [
            [m, *(f"{f.mean:.2g} [{f.least:.2g}, {f.largest:.2g}]" for f in found if f.m == m)]
            for m in counts
        ]
        table(["m", *names], rows)


def softmax(full: bool) -> None:
    """Distances between softmax distributions and the share of negative estimates."""
    d, keys = 64, 10000 if full else 1000
    for norm in (1.0, 1.5, 2.0):
        rng = np.random.default_rng(SEED)
        x, y = queries_and_keys(50, keys, d, (norm, norm), rng=rng)
        rows = []
        for features in (64, 128, 256, 512):
            m, n = authors_settings(features)
            contestants = [
                Contestant("FAVOR+", PLUS, features),
                Contestant("trig", TRIG, features),
                Contestant("Gaussian", gaussian_hybrid(1.0, radius=norm), m, n),
                Contestant("angular", angular_hybrid(), m, n),
            ]
            for f in distribution_study(contestants, x, y, rng=rng, repeats=10 if full else 4):
                shown = f"{f.wasserstein:.3g} +- {f.wasserstein_error:.1g}"
                rows.append(
                    [features, f.name, shown, f"{f.kolmogorov:.3g} +- {f.kolmogorov_error:.1g}", f.negative]
                )
        print(f"Softmax distributions, d = {d}, {keys} keys, norms {norm}\n")
        table(["features", "estimator", "Wasserstein", "KS", "negative"], rows)


def main() -> int:
    """Runs what was asked for; 1 where the data of Table 1 is missing."""
    studies = {"figures": figures, "table1": table1, "clusters": clusters, "softmax": softmax}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="the sizes of the paper (minutes)")
    parser.add_argument("--only", choices=sorted(studies))
    chosen = parser.parse_args()
    status = 0
    for name, study in studies.items():
        if chosen.only in (None, name):
            try:
                study(chosen.full)
            except InputError as error:
                print(f"{name}: {error}\n")
                status = 1
    return status


if __name__ == "__main__":
    raise SystemExit(main())
