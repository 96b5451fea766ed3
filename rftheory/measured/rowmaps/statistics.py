"""What is drawn of an estimate of a row map, and how its bounded values are made: the rule of both kinds of estimates.

The rule of `proposals`: rows are drawn from L P with L = (1/m) sum_i l(w_i), and F/L <= sup h/l where F <= (1/m)
sum_i h(w_i), h = |f1 f2|^k by convexity. Here l = D + (1-D) h/E h, so F/L <= E h/(1-D).
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import SignedLog
from rftheory.measured.rowmaps.protocol import Polar, real_factor

What = Literal["mean", "square", "error", "tail"]
Point = tuple[float, ...]
PADDING = 1e-9  # far above the rounding of a scaled value, far below any margin that a test resolves
DEFENCE = 0.1  # share of the law itself: bounds are 1/0.9 of the least, and an error's level costs ten times its square


def mean_of(terms: Polar) -> SignedLog:
    """Sign and logarithm of the mean of real parts over the last axis."""
    factor = real_factor(terms)
    top = np.max(terms.logabs, axis=-1, keepdims=True)
    top = np.where(top > -math.inf, top, 0.0)
    size = np.exp(terms.logabs - top)
    total = np.mean(size if factor is None else factor * size, axis=-1)
    with np.errstate(divide="ignore"):
        return SignedLog(np.sign(total), top[..., 0] + np.log(np.abs(total)))


def statistic(what: What, found: SignedLog, level: float, log_weight: Floats, log_scale: float) -> Floats:
    """The weighted statistic of estimates, over exp(log_scale)."""
    shift = log_weight - log_scale
    if what == "tail":
        above = (found.sign > 0) & (found.logabs > math.log(level))
        return np.where(above, np.exp(shift), 0.0)
    if what == "error":
        gap = found.sign * np.exp(found.logabs + shift / 2.0) - level * np.exp(shift / 2.0)
        return np.asarray(gap**2)
    if what == "square":
        return np.asarray(np.exp(2.0 * found.logabs + shift) * np.abs(found.sign))
    return np.asarray(found.sign * np.exp(found.logabs + shift))
