"""Intervals for the mean and the quantiles of errors over pairs, valid for every distribution. Works on logarithms."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rftheory.measured.inputs import Floats


class Interval(NamedTuple):
    """Natural logarithms: an estimate and the ends that hold the truth with the stated confidence."""

    low: float
    value: float
    high: float


def shown(log: float) -> str:
    """The number of this natural logarithm in three digits, as a power of ten where it is far from one."""
    power = log / math.log(10.0)
    if not math.isfinite(power):
        return "0" if power < 0.0 else "inf"
    if -4.0 <= power < 5.0:
        return f"{math.exp(log):.3g}"
    return f"10^{power:.1f}" if abs(power) < 1e5 else f"10^({power:.2e})"


def log_mean(logs: Floats) -> float:
    """log of the mean of e^logs; -inf where all are."""
    top = float(np.max(logs))
    if not math.isfinite(top):
        return top
    return top + math.log(float(np.mean(np.exp(logs - top))))


def band(n: int, level: float) -> float:
    """How far an empirical distribution function of n values is off at most, but for probability `level` (Massart)."""
    return math.sqrt(math.log(2.0 / level) / (2.0 * n))


def quantile_interval(logs: Floats, share: float, level: float) -> Interval:
    """The quantile between order statistics, by the band: -inf or the greatest value where the band ends."""
    ordered, n = np.sort(logs), len(logs)
    width = band(n, level)
    low, high = math.floor(n * (share - width)), math.ceil(n * (share + width))
    ends = [float(ordered[k - 1]) if 1 <= k <= n else math.copysign(math.inf, k - 1) for k in (low, high + 1)]
    return Interval(ends[0], float(ordered[min(n - 1, int(n * share))]), ends[1])


def mean_interval(logs: Floats, log_bound: float, level: float) -> Interval:
    """The mean of values in [0, e^log_bound].

    Half of `level` goes to the empirical Bernstein bound of Maurer and Pontil (both ends), half to the band: a mean is
    at least what is left without the largest share `band` of the sample (Anderson). The better ends are taken.
    """
    n, estimate = len(logs), log_mean(logs)
    if estimate == -math.inf:
        spread = log_bound + math.log(7.0 * math.log(8.0 / level) / (3.0 * (n - 1)))
        return Interval(-math.inf, -math.inf, min(spread, log_bound))
    top = float(np.max(logs))
    values = np.exp(logs - top)
    term = math.log(8.0 / level)
    deviation = float(np.std(values, ddof=1)) * math.sqrt(2.0 * term / n)
    rare = log_bound - top + math.log(7.0 * term / (3.0 * (n - 1)))
    mean = math.exp(estimate - top)
    high = top + float(np.logaddexp(math.log(mean + deviation), rare))
    left = mean - deviation - (math.exp(rare) if rare < 700.0 else math.inf)
    low = max(top + math.log(left) if left > 0.0 else -math.inf, _trimmed(logs, band(n, level / 2.0)))
    return Interval(low, estimate, min(high, log_bound))


def _trimmed(logs: Floats, share: float) -> float:
    """log of what is left of the mean of e^logs without its largest share; in logarithms, since the rest may be far below."""
    n = len(logs)
    kept = n * (1.0 - share)
    if kept <= 0.0:
        return -math.inf
    ordered, whole = np.sort(logs), int(kept)
    weights = np.concatenate([np.ones(whole), [kept - whole]]) / kept
    rest = ordered[np.minimum(np.arange(whole + 1), n - 1)]
    top = float(np.max(rest[weights > 0.0]))
    if not math.isfinite(top):
        return top
    return top + math.log(float(weights @ np.exp(np.minimum(rest - top, 0.0)))) + math.log(kept / n)
