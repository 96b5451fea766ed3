"""Attention in linear time against exact attention, in one run on one thread. Exit status 1 if a target is missed.

`--figure4 [LENGTH]` prints the error study instead: 15 draws, orthogonal and iid, positive and trigonometric.
"""

from __future__ import annotations

import os
import resource
import sys
import tracemalloc
from collections.abc import Callable
from math import log
from time import perf_counter

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np

from rftheory import RandomFeatureAttention, attention_error, couplings, feature_maps, softmax_attention

D, M, LONGEST = 64, 256, 65536
ATTENTION = RandomFeatureAttention(couplings()["orthogonal"], feature_maps()["positive"], D, M)
SIZES = (0.25, 0.5, 1.0)


def inputs(length: int, dtype: type = np.float64) -> list[np.ndarray]:
    """Standard normal queries, keys and values, of one head."""
    rng = np.random.default_rng(20200930)
    return [array.astype(dtype) for array in rng.standard_normal((3, length, D))]


def seconds(work: Callable[[], object], repeats: int = 3) -> float:
    """The best time of several runs, after one that warms the caches."""
    times = []
    for _ in range(repeats + 1):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times[1:])


def speed_lines() -> list[tuple[str, float, float, bool]]:
    """Exact over linear time at growing length; at the last it must be ahead."""
    lines = []
    for causal in (False, True):
        for length in (4096, 16384):
            q, k, v = inputs(length)
            exact = seconds(lambda a=(q, k, v), c=causal: softmax_attention(*a, causal=c), 1)
            linear = seconds(lambda a=(q, k, v), c=causal: ATTENTION(*a, causal=c))
            name = f"{'causal' if causal else 'bidirectional'}, L = {length}: exact / linear time"
            lines.append((name, exact / linear, 4.0 if length == 16384 else 1.0, True))
    return lines


def chunk_lines() -> list[tuple[str, float, float, bool]]:
    """Times with other chunks over the time with the default one."""
    lines = []
    for causal in (False, True):
        arrays = inputs(8192)
        default = seconds(lambda a=arrays, c=causal: ATTENTION(*a, causal=c))
        for chunk in (16, 64, 256, 1024):
            other = seconds(lambda a=arrays, c=causal, s=chunk: ATTENTION(*a, causal=c, chunk=s))
            name = f"{'causal' if causal else 'bidirectional'}, chunk {chunk} / default time"
            lines.append((name, other / default, 0.75, True))
    return lines


def slope_lines() -> list[tuple[str, float, float, bool]]:
    """The exponent of time in L between 4096 and 65536, and the peak memory of the longest run in GiB."""
    lines = []
    for dtype in (np.float64, np.float32):
        for causal in (False, True):
            times = {}
            for length in (4096, LONGEST):
                arrays = inputs(length, dtype)
                times[length] = seconds(lambda a=arrays, c=causal: ATTENTION(*a, causal=c))
            slope = log(times[LONGEST] / times[4096]) / log(LONGEST / 4096)
            name = f"{'causal' if causal else 'bidirectional'} {dtype.__name__}, L = {LONGEST}"
            print(f"{name}: {times[LONGEST]:.2f} s")
            lines.append((f"{name}: exponent of time in L", slope, 1.25, False))
    return lines


def memory_lines() -> list[tuple[str, float, float, bool]]:
    """GiB allocated at once by the longest run beyond its inputs, and the largest size of this process."""
    lines = []
    for causal in (False, True):
        arrays = inputs(LONGEST)
        tracemalloc.start()
        ATTENTION(*arrays, causal=causal)
        peak = tracemalloc.get_traced_memory()[1] / 2**30
        tracemalloc.stop()
        name = f"{'causal' if causal else 'bidirectional'}, L = {LONGEST}: GiB beyond inputs"
        lines.append((name, peak, 0.5, False))
    unit = 1 if sys.platform == "darwin" else 1024
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**30
    return [*lines, ("largest size of this process in GiB", size, 4.0, False)]


def figure4(length: int) -> None:
    """The error study of performer, Figure 4, for inputs of several sizes; mean, deviation, undefined rows."""
    print(
        f"L = {length}, d = 16, 15 draws; squared error of outputs: mean ± deviation (median) [undefined rows]"
    )
    for size in SIZES:
        for name in ("positive", "trigonometric"):
            for coupling in ("iid", "orthogonal"):
                found = attention_error(couplings()[coupling], feature_maps()[name], length=length, size=size)
                cells = [
                    f"m={m}: {mean:.2e} ± {deviation:.1e} ({median:.2e}) [{undefined:.0f}]"
                    for m, mean, deviation, median, undefined in zip(
                        found.ms,
                        found.mean,
                        found.deviation,
                        found.median,
                        found.undefined.sum(1),
                        strict=True,
                    )
                ]
                print(f"size {size} {name} {coupling}\n    " + "\n    ".join(cells), flush=True)


def main(arguments: list[str]) -> int:
    """Print one line a ratio; 1 if any target is missed."""
    if arguments[:1] == ["--figure4"]:
        figure4(int(arguments[1]) if len(arguments) > 1 else 512)
        return 0
    missed = 0
    for label, ratio, target, at_least in [*slope_lines(), *memory_lines(), *chunk_lines(), *speed_lines()]:
        ok = ratio >= target if at_least else ratio <= target
        missed += not ok
        bound = f"{'>=' if at_least else '<='} {target:g}"
        print(f"{label:<60} {ratio:9.2f}  target {bound:<7} {'ok' if ok else 'missed'}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
