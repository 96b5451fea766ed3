"""FAVOR++ against FAVOR+, simplex and antithetic blocks: errors of the attention matrix at d = 64, in one run on one thread.

Queries and keys are standard normal numbers times a size, so |q_i| is about 8 size. Two errors are printed, each
relative to the exact matrix in the Frobenius norm and as mean ± standard error over draws: of the matrix
exp(q k^T / sqrt(d)) itself, with its exact root mean square on the same inputs by the closed forms, and of its rows
divided by their sums (the attention matrix).
"""

from __future__ import annotations

import argparse
import os
import sys
from time import perf_counter

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np

from rftheory import couplings, feature_maps
from rftheory.measured.attention.features import random_feature_attention
from rftheory.measured.attention.redrawn import drawn
from rftheory.measured.attention.softmax import softmax_attention
from rftheory.measured.engine.streams import stream
from rftheory.moments.block_covariance import positive_gap
from rftheory.moments.log_variances import optimal_positive, positive
from rftheory.moments.tuning import best_rho
from rftheory.recommendation.favor import optimal_map

D = 64
PAIRS = (
    ("positive", "iid"),
    ("positive", "orthogonal"),
    ("positive", "simplex"),
    ("positive", "simplex-full"),
    ("positive", "cross-polytope"),
    ("oprf", "iid"),
    ("oprf", "orthogonal"),
    ("oprf", "simplex"),
    ("oprf", "simplex-full"),
    ("oprf", "cross-polytope"),
)


def exact_error(q: np.ndarray, k: np.ndarray, name: str, coupling: str, m: int) -> float:
    """sqrt(E |estimate - K|_F^2 / |K|_F^2) for K = exp(q k^T / sqrt(d)), from the variances of single entries."""
    x, y = q / D**0.25, k / D**0.25
    plus = ((x[:, None, :] + y[None, :, :]) ** 2).sum(axis=-1).ravel()
    logs = (
        positive(plus) if name == "positive" else optimal_positive(plus, D, best_rho(float(plus.mean()), D))
    )
    rows = {"iid": 1, "orthogonal": D, "simplex": D, "simplex-full": D + 1, "cross-polytope": 2 * D}[coupling]
    if coupling == "cross-polytope":
        gap = positive_gap(plus, D, (-1.0,)) + 2 * (D - 1) * positive_gap(plus, D, (0.0,))
        gap /= rows - 1
    else:
        cosine = {"simplex": -1 / (D - 1), "simplex-full": -1 / D}.get(coupling, 0.0)
        gap = positive_gap(plus, D, (cosine,))
    full, rest = divmod(m, rows)
    pairs = (full * rows * (rows - 1) + rest * (rest - 1)) / m
    relative = (np.exp(logs) + pairs * gap) / m
    weights = np.exp(2.0 * (x @ y.T)).ravel()
    return float(np.sqrt((weights * relative).sum() / weights.sum()))


def errors(size: float, length: int, m: int, draws: int, seed: int) -> dict[tuple[str, str], np.ndarray]:
    """(draws, 3) relative errors of every mechanism on the same inputs: matrix, attention, exact of the matrix."""
    shelf = couplings()
    pairs = [pair for pair in PAIRS if pair[1] in shelf]
    found = {pair: np.empty((draws, 3)) for pair in pairs}
    unit = np.eye(length)
    for draw in range(draws):
        q, k = size * stream(seed, "bench-favor/inputs", 0, draw).standard_normal((2, length, D))
        weights = np.exp(q @ k.T / D**0.5)
        attention = softmax_attention(q, k, unit)
        maps = {"positive": feature_maps()["positive"], "oprf": optimal_map(q, k)}
        for name, coupling in pairs:
            rng = stream(seed, f"bench-favor/{coupling}", m, draw)
            rows = drawn(shelf[coupling], D, m, rng=rng, n=1)[0]
            for column, (exact, renormalise) in enumerate(((weights, False), (attention, True))):
                near = random_feature_attention(q, k, unit, rows, maps[name], renormalise=renormalise)
                found[name, coupling][draw, column] = np.linalg.norm(near - exact) / np.linalg.norm(exact)
            found[name, coupling][draw, 2] = exact_error(q, k, name, coupling, m)
    return found


def main(arguments: list[str]) -> int:
    """Print one table a size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=float, nargs="+", default=[0.25, 0.5, 0.75, 1.0, 1.25])
    parser.add_argument("--length", type=int, default=128)
    parser.add_argument("--m", type=int, default=256)
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    start = perf_counter()
    print(
        f"d = {D}, L = {given.length}, m = {given.m}, {given.draws} draws; relative Frobenius errors, mean ± s.e. (median)"
    )
    for size in given.sizes:
        print(f"size {size:g}")
        for (name, coupling), values in errors(size, given.length, given.m, given.draws, given.seed).items():
            mean, spread = values.mean(0), values.std(0, ddof=1) / given.draws**0.5
            median = np.median(values, axis=0)
            cells = [f"{a:.4f} ± {b:.4f} ({c:.4f})" for a, b, c in zip(mean, spread, median, strict=True)]
            root = np.sqrt(np.mean(values[:, 2] ** 2))
            print(
                f"  {name:9}{coupling:15} matrix {cells[0]:28} exact {root:<9.4f} attention {cells[1]}",
                flush=True,
            )
    print(f"{perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
