"""Prints Figure 4 of simrf: conformities of five arrangements of drawn norms, and the same over many draws.

python benchmarks/experiments_simplex.py [--draws 20] [--d 6] [--v 1]
"""

from __future__ import annotations

import argparse
import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np
from scipy.special import hyp0f1

import rftheory
from rftheory.measured.inputs import Floats

SEED = 20230131
COUPLINGS = 100
NAMES = ("orthogonal", "simplex", "SimRFs+", "optimum")


def conformity(vectors: Floats, v: float) -> Floats:
    """(12) for arrangements (n, m, d)."""
    m, d = vectors.shape[-2:]
    squares = np.sum((vectors[:, :, None] + vectors[:, None]) ** 2, axis=-1)
    values = hyp0f1(d / 2.0, v * v * squares / 4.0)
    own = np.trace(values, axis1=1, axis2=2)
    found: Floats = (values.sum(axis=(1, 2)) - own) / (m * (m - 1))
    return found


def independent(norms: Floats, v: float, rng: np.random.Generator) -> tuple[float, float]:
    """Mean and standard deviation over random directions of these norms."""
    directions = rng.standard_normal((COUPLINGS, len(norms), len(norms)))
    directions /= np.linalg.norm(directions, axis=-1, keepdims=True)
    found = conformity(directions * norms[:, None], v)
    return float(found.mean()), float(found.std(ddof=1))


def certified(norms: Floats, v: float) -> list[float]:
    """ORF, SimRF, SimRFs+ and the best directions."""
    found = rftheory.optimize("simplex-plus", norms=norms.tolist(), v=v, digits=20)
    values = found.others | {"SimRFs+": found.objective, "optimum": found.others["numerically_optimised"]}
    return [float(values[name]) for name in NAMES]


def main() -> None:
    """The figure for the first draw, then means over all draws."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--d", type=int, default=6)
    parser.add_argument("--v", type=float, default=1.0)
    given = parser.parse_args()
    rng = np.random.default_rng(SEED)
    rows = []
    for draw in range(given.draws):
        norms = np.linalg.norm(rng.standard_normal((given.d, given.d)), axis=1)
        mean, deviation = independent(norms, given.v, rng)
        rows.append([mean, *certified(norms, given.v)])
        if draw == 0:
            print(f"one draw, d = {given.d}, v = {given.v:g}")
            print(f"  iid        {mean:.5f} +- {deviation:.5f} over {COUPLINGS} couplings")
            for name, value in zip(NAMES, rows[0][1:], strict=True):
                print(f"  {name:<10} {value:.5f}")
    table = np.array(rows)
    print(f"mean over {given.draws} draws, and the largest of the draws' quotients to the optimum")
    for name, column in zip(("iid", *NAMES), table.T, strict=True):
        print(f"  {name:<10} {column.mean():.5f}   {np.max(column / table[:, -1]):.5f}")
    print(f"draws where SimRFs+ is worse than the simplex: {int(np.sum(table[:, 3] > table[:, 2]))}")


if __name__ == "__main__":
    main()
