"""Normalisations of induced kernels that are in the field beside E f(w.x) f(w.y)."""

from __future__ import annotations

import math

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.moments.induced_kernels import kernel
from rftheory.moments.pairs import Pair

DOUBLED = {"relu": "Cho and Saul's first arc-cosine kernel, 2 E relu(w.x) relu(w.y)"}
"""Kernels that papers define with a factor 2."""
LEAST, MOST = 2.0 * math.log(2.0), 4.0 * math.log(2.0)
"""Where chi^2 laws of size 2 are likelier than those of size 1 and of size 4: with a thousand entries no law of size 1 or 2
lies on the other side but with probability 1e-12."""


def factor(name: str, ratio: float) -> float:
    """2 where the ratio of estimates to E f(w.x) f(w.y), or the mean square of entries of rows, is that of such a kernel."""
    return 2.0 if name in DOUBLED and LEAST < ratio <= MOST else 1.0


def of_rows(name: str, w: Floats, free: bool = False) -> float:
    """The factor of the kernel by rows (.., d) that were read off f(w.x)/sqrt(m); free: whatever it is."""
    size = float(np.mean(np.square(w)))
    return size if free and size > 0.0 else factor(name, size)


def of_estimates(name: str, values: Floats, pairs: tuple[Pair, ...], free: bool = False) -> float:
    """The factor of the kernel by estimates (n, pairs and others); free: whatever it is."""
    if name not in DOUBLED and not free:
        return 1.0
    claimed = sum(kernel(name, pair.x, pair.y) for pair in pairs)
    ratio = float(np.sum(np.mean(values[:, : len(pairs)], axis=0))) / claimed
    return ratio if free and ratio > 0.0 else factor(name, ratio)


def note(name: str, found: float, free: bool = False) -> str:
    """What was allowed for."""
    if free:
        return f"; only ratios are claimed: the factor {found:.4g} of all estimates is taken out"
    return "" if found == 1.0 else f"; estimates are those of {DOUBLED[name]}, and halved here"
