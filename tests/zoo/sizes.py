"""How far estimates are off, in plain NumPy and without the package: `python -m tests.zoo.sizes [NAME...] [--record]`.

Means over independent draws at pairs of norm 1 and 1/2 against the kernel that the code documents. The error of a mean is its
standard error over draws; five of them serve all ten pairs.
"""

from __future__ import annotations

import argparse
import json
import math
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import numpy as np

from tests.zoo.index import specimens
from tests.zoo.specimen import Specimen

RECORD = Path(__file__).with_name("sizes.json")
ERRORS = 5.0
PRECISION = 1e-6


def pairs(d: int) -> dict[str, tuple[Any, Any]]:
    """Along all ones, axes and without a pattern; equal, opposite and apart."""
    ones, axis, last = np.full(d, d**-0.5), np.eye(d)[0], np.eye(d)[-1]
    free = np.sin(1.0 + 2.0 * np.arange(d))
    free = free / np.linalg.norm(free)
    return {
        "ones, ones": (ones, ones),
        "ones, -ones": (ones, -ones),
        "axis, axis": (axis, axis),
        "axis, -axis": (axis, -axis),
        "axis, last axis": (axis, last),
        "ones, axis": (ones, axis),
        "generic, ones": (free, ones),
        "generic, -generic": (free, -free),
        "half ones, axis": (0.5 * ones, axis),
        "half axis, half axis": (0.5 * axis, 0.5 * axis),
    }


def kernel(specimen: Specimen, x: Any, y: Any) -> Any:
    """What the code documents."""
    if specimen.kernel == "gaussian":
        return np.exp(-np.sum((x - y) ** 2, axis=-1) / 2)
    if specimen.kernel == "softmax":
        return np.exp(np.sum(x * y, axis=-1))
    if not callable(specimen.kernel):
        raise TypeError(f"{specimen.name} documents no kernel")
    return specimen.kernel(x, y)


def estimates(specimen: Specimen, x: Any, y: Any, draws: int, seed: int) -> Any:
    """(draws, pairs)."""
    call = specimen.plain or specimen.code
    made = np.empty((draws, len(x)))
    for k in range(draws):
        if specimen.pairwise:
            made[k] = call(x, y, seed + k)
            continue
        phi = call(np.concatenate([x, y]), seed + k)
        queries, keys = phi if isinstance(phi, tuple) else (phi, phi)
        made[k] = np.sum(np.asarray(queries)[: len(x)] * np.asarray(keys)[len(x) :], axis=1)
    return made


def measured(specimen: Specimen, draws: int = 20000, seed: int = 1) -> dict[str, Any]:
    """The largest bias that is certain, or the largest at all, relative to the kernel (absolute where it is small)."""
    named = pairs(specimen.common.get("d", 8))
    x, y = (np.stack([pair[side] for pair in named.values()]) for side in (0, 1))
    claimed = kernel(specimen, x, y)
    unit = np.maximum(np.abs(claimed), 0.02)
    with np.errstate(all="ignore"):
        made = estimates(specimen, x, y, draws, seed)
        gaps = (made - claimed) / unit
        bias, error = gaps.mean(axis=0), gaps.std(axis=0, ddof=1) / math.sqrt(draws)
    if not np.all(np.isfinite(gaps)):
        worst = int(np.argmin(np.isfinite(gaps).all(axis=0)))
        return {"pair": list(named)[worst], "bias": None, "error": None, "draws": draws, "certain": True}
    sure = np.abs(bias) - ERRORS * error
    certain = bool(np.max(sure) > PRECISION)
    worst = int(np.argmax(sure if certain else np.abs(bias) + ERRORS * error))
    return {
        "pair": list(named)[worst],
        "bias": round(float(bias[worst]), 5),
        "error": round(float(error[worst]), 5),
        "draws": draws,
        "certain": certain,
    }


def recorded() -> dict[str, Any]:
    """What `--record` kept, by name."""
    return json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}


def main() -> None:
    """A line each; with --record kept in sizes.json."""
    parser = argparse.ArgumentParser(prog="python -m tests.zoo.sizes", description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--draws", type=int, default=20000)
    parser.add_argument("--record", action="store_true")
    asked = parser.parse_args()
    kept = recorded()
    for _, specimen in specimens()[0].values():
        if specimen.kernel is None or (
            asked.names and not any(fnmatch(specimen.name, n) for n in asked.names)
        ):
            continue
        found = kept[specimen.name] = measured(specimen, asked.draws)
        sign = "biased" if found["certain"] else "unbiased"
        print(f"{specimen.name:34} {'right' if specimen.right else 'wrong'} {sign:8} {found}", flush=True)
        if asked.record:
            RECORD.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
