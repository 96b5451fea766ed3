"""Figure 2 and Table 1 of crt on data at hand: mean log-variances in four regimes, and kernel regression.

The digits and the tables come with scikit-learn (`pip install "rftheory[data]"`); digits stand in for mnist.
"""

from __future__ import annotations

import argparse
import os
import sys
from time import perf_counter

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ[variable] = "1"

from rftheory import couplings
from rftheory.studies.data import TABLES, labelled_table
from rftheory.studies.regimes import METHODS, REGIMES, regime_study
from rftheory.studies.regression import MAKERS, accuracy_of, exact_accuracy, split


def figure2(sigmas: list[float], length: int, most: int, sets: int) -> None:
    """One table a regime: the mean of the log-variance of every method, by sigma."""
    images = labelled_table("digits")[0] / 16.0
    print(f"d = 64, L = {length}, {sets} pairs of sets, {most}^2 pairs of points each; mean log-variance")
    for regime in REGIMES:
        print(f"\n| {regime}, sigma | {' | '.join(METHODS)} | GERF's A, s |")
        print(f"|---:|{'---:|' * (len(METHODS) + 1)}")
        for sigma in sigmas:
            own = min(length, len(images) // 2) if regime == "images" else length
            found = regime_study(regime, sigma, length=own, sets=sets, most=most, images=images)
            cells = " | ".join(f"{found.means[name]:.1f}" for name in METHODS)
            a, s = found.chosen["GERF"], found.chosen["GERF, s"].real
            value = f"{a.real:.3f}" if abs(a.imag) < 5e-4 else f"{a:.3f}"
            print(f"| {sigma:g} | {cells} | {value}, {s:+.0f} |", flush=True)


def table1(seeds: int, splits: int, raw: bool) -> None:
    """Accuracies in percent: mean over splits, and in brackets the mean deviation over seeds."""
    print(f"\n| accuracy, {seeds} seeds, {splits} splits | exact | {' | '.join(MAKERS)} |")
    print(f"|---|{'---:|' * (len(MAKERS) + 1)}")
    averages = dict.fromkeys(("exact", *MAKERS), 0.0)
    for name in TABLES:
        parts = [split(*labelled_table(name), seed=seed, standardise=not raw) for seed in range(splits)]
        rows = [[exact_accuracy(part) for part in parts]]
        rows.extend(
            [accuracy_of(method, part, couplings()["orthogonal"], seeds=seeds) for part in parts]
            for method in MAKERS
        )
        cells = []
        for method, found in zip(averages, rows, strict=True):
            mean = 100.0 * sum(one.mean for one in found) / splits
            averages[method] += mean / len(TABLES)
            spread = 100.0 * sum(one.deviation for one in found) / splits
            cells.append(f"{mean:.1f} ({spread:.1f})" if spread else f"{mean:.1f}")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    print(f"| average | {' | '.join(f'{value:.1f}' for value in averages.values())} |")


def main(arguments: list[str]) -> int:
    """Print both, or the one asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("figure2", "table1"))
    parser.add_argument("--sigmas", type=float, nargs="+", default=[0.1, 0.25, 0.5, 0.75, 1.0])
    parser.add_argument("--length", type=int, default=1024)
    parser.add_argument("--pairs", type=int, default=64, help="points of each set that make pairs")
    parser.add_argument("--sets", type=int, default=5)
    parser.add_argument("--raw", action="store_true", help="do not standardise the columns")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--splits", type=int, default=4)
    given = parser.parse_args(arguments)
    start = perf_counter()
    if given.only != "table1":
        figure2(given.sigmas, given.length, given.pairs, given.sets)
    if given.only != "figure2":
        table1(given.seeds, given.splits, given.raw)
    print(f"\n{perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
