"""False alarms of `rftheory conform`: correct code of every mechanism, fresh seeds, how many runs fail. Judges no code.

python benchmarks/false_alarms.py [--runs 500] [--workers 2] [--seed N]
"""

from __future__ import annotations

import argparse
import secrets
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import scipy

from rftheory.conformance.claim.declaration import claimable
from rftheory.conformance.conform import conform
from rftheory.mechanisms._shelf import couplings, feature_maps, hybrids

D, M, N = 8, 24, 16
ALPHA = 1e-6
ROW_MAPS: dict[str, dict[str, object]] = {
    "iid-gerf": {"A": -0.1},
    "orthogonal-gerf": {"A": -0.1},
    "poisson": {"lam": 0.1},
    "geometric": {"p": 0.9},
}


def sampler(name: str) -> Callable[[int, int, int], Any]:
    """The coupling as a user's sampler."""
    return lambda d, m, seed: couplings()[name].sample(d, m, rng=np.random.default_rng(seed), n=1)[0]


def features(coupling: str, name: str) -> Callable[[Any, int], Any]:
    """The coupling and the map as a user's feature map; phases are drawn here, as the shelf has none."""
    law = couplings()[coupling]
    map_ = None if name == "phase" else feature_maps()[name]

    def phi(x: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        w = law.sample(x.shape[1], M, rng=rng, n=1)[0]
        if map_ is None:
            return np.sqrt(2.0 / M) * np.cos(x @ w.T + rng.uniform(0.0, 2.0 * np.pi, M))
        weight = map_.log_weight(np.sum(x * x, axis=1), map_.kernel())[:, None]
        with np.errstate(over="ignore"):
            return map_.basis(x @ w.T, weight) / np.sqrt(M)

    return phi


def hybrid(name: str) -> Callable[[Any, Any, int], Any]:
    """The hybrid as a user's estimator."""
    found = hybrids()[name]

    def draw(x: Any, y: Any, seed: int) -> Any:
        rows = found.sample(x.shape[1], M, N, rng=np.random.default_rng(seed))
        return np.array([float(np.real(found.estimate(a, b, rows))[0]) for a, b in zip(x, y, strict=True)])

    return draw


def rows_of(name: str, parameters: dict[str, object]) -> Callable[[Any, int], Any]:
    """Features of whole rows, written from their definitions."""

    def phi(x: Any, seed: int) -> Any:
        rng, d = np.random.default_rng(seed), x.shape[1]
        squares = np.sum(x * x, axis=1, keepdims=True)
        if name.endswith("gerf"):
            a = float(str(parameters["A"]))
            w = couplings()[name.removesuffix("-gerf")].sample(d, M, rng=rng, n=1)[0]
            size = np.sum(w * w, axis=1)
            exponent = a * size + np.sqrt(1.0 - 4.0 * a) * (x @ w.T) - squares
            return (1.0 - 4.0 * a) ** (d / 4.0) * np.exp(exponent) / np.sqrt(M)
        if name == "poisson":
            lam = float(str(parameters["lam"]))
            counts = rng.poisson(lam, (M, d))
            log_factor = lam * d / 2.0 - np.sum(counts, axis=1) * np.log(lam) / 2.0
        else:
            p = float(str(parameters["p"]))
            counts = rng.geometric(p, (M, d)) - 1
            logs = scipy.special.gammaln(counts + 1.0) + np.log(p) + counts * np.log1p(-p)
            log_factor = -np.sum(logs, axis=1) / 2.0
        powers = np.prod(x[:, None, :] ** counts[None], axis=2)
        # the Gaussian kernel: softmax features carry no weight of the point, these carry e^{-|x|^2/2}
        return np.exp(log_factor - squares / 2.0) * powers / np.sqrt(M)

    return phi


def mechanisms() -> dict[str, tuple[str, ...]]:
    """Every mechanism that is tried: its label, and which of the makers above makes it."""
    shelf = couplings()
    found: dict[str, tuple[str, ...]] = {f"sampler {name}": ("sampler", name) for name in shelf}
    maps = claimable()
    found |= {f"{c}-{name}": ("features", c, name) for c in shelf for name in maps}
    found |= {f"iid-{name}": ("hybrid", name) for name in hybrids()}
    found |= {name: ("rows", name) for name in ROW_MAPS}
    return found


def one(task: tuple[tuple[str, ...], int]) -> tuple[str, str, float]:
    """Conclusion, the checks that failed, and seconds of one run."""
    (kind, *rest), seed = task
    start = time.perf_counter()
    if kind == "sampler":
        report = conform(sampler(rest[0]), mechanism=rest[0], d=D, m=M, seed=seed, alpha=ALPHA)
    elif kind == "features":
        report = conform(features(*rest), mechanism="-".join(rest), d=D, seed=seed, alpha=ALPHA)
    elif kind == "hybrid":
        d = hybrids()[rest[0]].dimension or D
        report = conform(
            hybrid(rest[0]), mechanism=f"iid-{rest[0]}", parameters={"n": N}, d=d, m=M, seed=seed, alpha=ALPHA
        )
    else:
        given = ROW_MAPS[rest[0]]
        report = conform(
            rows_of(rest[0], given),
            mechanism=rest[0],
            parameters=given,
            kernel="gaussian",
            d=D,
            seed=seed,
            alpha=ALPHA,
        )
    failed = ", ".join(f"{found.check} ({found.detail})" for found in report.failures)
    return report.conclusion, failed, time.perf_counter() - start


def main() -> None:
    """Run, and print every false alarm and the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=None)
    given = parser.parse_args()
    root = secrets.randbits(31) if given.seed is None else given.seed
    found = mechanisms()
    # a fixed shuffle, so that few runs too touch every kind
    order = np.random.default_rng(0).permutation(list(found))
    seeds = np.random.SeedSequence(root).generate_state(given.runs)
    labels = [str(order[k % len(order)]) for k in range(given.runs)]
    tasks = [(found[label], int(seed) % 2**31) for label, seed in zip(labels, seeds, strict=True)]
    print(f"root seed {root}; {given.runs} runs over {len(found)} mechanisms, d = {D}, m = {M}", flush=True)
    counts: Counter[str] = Counter()
    seconds = 0.0
    with ProcessPoolExecutor(given.workers) as pool:
        for (_, seed), label, answer in zip(tasks, labels, pool.map(one, tasks), strict=True):
            conclusion, failed, took = answer
            counts[conclusion] += 1
            seconds += took
            if conclusion == "fails":
                print(f"false alarm: {label}, seed {seed}: {failed}", flush=True)
    k, n = counts["fails"], given.runs
    bound = 1.0 if k == n else float(scipy.stats.beta.ppf(0.95, k + 1, n - k))
    print(
        f"runs {n}, false alarms {k}, undecided {counts['undecided']}, conform {counts['conforms']}; "
        f"{seconds / n:.1f} s a run\n"
        f"stated: at most {ALPHA:g} a run; Clopper-Pearson, one-sided 95 %: at most {bound:.4g} a run"
    )


if __name__ == "__main__":
    main()
