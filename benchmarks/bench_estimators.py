"""Ratios of the fast sampling paths to plain ones, in one run on one thread. Exit status 1 if one is missed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from time import perf_counter

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np

from rftheory.measured.couplings.frames import chi
from rftheory.measured.couplings.simplex_plus import MAX_SWEEPS, TOLERANCE, relax
from rftheory.measured.couplings.transforms import hadamard_matrix, simplex_matrix
from rftheory.measured.inputs import CHUNK, Floats
from rftheory.measured.protocol import AbstractCoupling
from rftheory.measured.radial.coupled import RadialCoupling
from rftheory.measured.radial.laws import Matern
from rftheory.mechanisms._shelf import couplings, feature_maps

D = 64
RNG = np.random.default_rng(20230131)


def seconds(work: Callable[[], object], repeats: int = 7) -> float:
    """The best time of several runs, after one that warms the caches."""
    times = []
    for _ in range(repeats + 1):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times[1:])


def drawing(n: int) -> None:
    """The random numbers of n pair estimates and nothing else: D normals and D chi norms each."""
    step = CHUNK // D
    for _ in range(0, n, step):
        RNG.standard_normal((step, D))
        chi(D, (step, D), rng=RNG)


def by_qr(simplex: bool, x: Floats, y: Floats, n: int) -> Floats:
    """The same estimates with whole rotations: batched NumPy QR of Gaussian matrices."""
    q, r = np.linalg.qr(RNG.standard_normal((n, D, D)))
    q *= np.sign(np.diagonal(r, axis1=1, axis2=2))[:, None, :]
    directions = simplex_matrix(D) @ q if simplex else q
    w = np.sqrt(RNG.chisquare(D, (n, D)))[:, :, None] * directions
    estimates: Floats = np.exp(w @ (x + y) - x @ x - y @ y).mean(axis=1)
    return estimates


def plain_simplex_plus(norms: Floats) -> Floats:
    """(17) as a plain loop over draws, sweeps and vectors, stopping when the vectors close as `relax` does."""
    found = []
    for lengths in norms:
        w = lengths[:, None] * simplex_matrix(len(lengths))
        for _ in range(MAX_SWEEPS):
            for i, length in enumerate(lengths):
                others = w.sum(axis=0) - w[i]
                w[i] = -others / np.linalg.norm(others) * length
            if 2.0 * np.linalg.norm(w.sum(axis=0)) <= TOLERANCE * lengths.min():
                break
        found.append(w)
    return np.stack(found)


def pair_lines() -> list[tuple[str, float, float, bool]]:
    """(a): pair estimates against batched QR (at least) and against drawing alone (at most)."""
    positive, x, y = feature_maps()["positive"], np.full(D, 0.05), np.linspace(-0.1, 0.1, D)
    many, few, lines = 1 << 15, 1 << 7, []
    floor = seconds(lambda: drawing(many)) / many
    for name in ("orthogonal", "simplex"):
        coupling = couplings()[name]
        fast = seconds(lambda c=coupling: positive.pair_estimates(c, x, y, D, rng=RNG, n=many)) / many
        slow = seconds(lambda s=name == "simplex": by_qr(s, x, y, few), 3) / few
        lines.append((f"(a) {name}: batched QR / frame", slow / fast, 50.0, True))
        lines.append((f"(a) {name}: frame / drawing alone", fast / floor, 2.0, False))
    return lines


def radial_line() -> tuple[str, float, float, bool]:
    """(a): pair estimates with Matern radii against the same with Gaussian norms, in turns."""
    trigonometric, x, y, n = (
        feature_maps()["trigonometric"],
        np.full(D, 0.05),
        np.linspace(-0.1, 0.1, D),
        1 << 14,
    )
    gaussian = couplings()["orthogonal"]
    matern = RadialCoupling(gaussian, Matern(1.5))
    times: dict[str, list[float]] = {gaussian.name: [], matern.name: []}

    def estimates(coupling: AbstractCoupling) -> Callable[[], object]:
        return lambda: trigonometric.pair_estimates(coupling, x, y, D, rng=RNG, n=n)

    for _ in range(20):
        for coupling in (gaussian, matern):
            times[coupling.name].append(seconds(estimates(coupling), 2))
    ratio = min(times[matern.name]) / min(times[gaussian.name])
    return "(a) orthogonal: Matern 3/2 / Gaussian pair estimates", ratio, 1.5, False


def simplex_plus_line() -> tuple[str, float, float, bool]:
    """(b): the relaxation of (17) against the plain loop."""
    norms = chi(D, (512, D), rng=RNG)
    fast = seconds(lambda: relax(norms), 3) / len(norms)
    slow = seconds(lambda: plain_simplex_plus(norms[:8]), 3) / 8
    return "(b) simplex-plus: plain loop / relax", slow / fast, 50.0, True


def hadamard_line() -> tuple[str, float, float, bool]:
    """(c): (HD)^3 of 256 points in 4096 dimensions against one dense product with a ready matrix."""
    d, x = 4096, RNG.standard_normal((256, 4096))
    hd3, dense = couplings()["hd3"], hadamard_matrix(4096)
    fast = seconds(lambda: hd3.project(x, d, rng=RNG, n=1), 3)
    slow = seconds(lambda: dense @ x.T, 2)
    return "(c) (HD)^3 in 4096 dimensions: dense BLAS / project", slow / fast, 5.0, True


def main() -> int:
    """Print one line a ratio; 1 if any target is missed."""
    missed = 0
    lines = [*pair_lines(), radial_line(), simplex_plus_line(), hadamard_line()]
    for label, ratio, target, at_least in lines:
        ok = ratio >= target if at_least else ratio <= target
        missed += not ok
        bound = f"{'>=' if at_least else '<='} {target:g}"
        print(f"{label:<52} {ratio:9.2f}  target {bound:<7} {'ok' if ok else 'missed'}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
