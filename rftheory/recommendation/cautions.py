"""What a recommendation warns of, in lines."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rftheory.recommendation.ranking import Recommendation


def cautions(result: Recommendation) -> Iterator[str]:
    """Every warning that a ranking calls for, the weightiest first."""
    yield from _of_reach(result)
    best, rare, found = result.best.error, result.rarity, result.statistics
    if best.high - best.value > math.log(10.0) and not result.stopped:
        yield (
            "the mean error of the best mechanism rests on rare pairs: its upper end is more than ten times the "
            "estimate; the median says more"
        )
    if not rare.trusted:
        enough = _power(rare.log_enough) if math.isfinite(rare.log_enough) else "no number of"
        yield (
            f"heavy tails: the exact error of the best mechanism rests on rare draws; {rare.draws} draws need show no "
            f"more than {_power(rare.log_seen)} on average, below its interval, and {enough} draws show what it says"
        )
    if found.constant:
        columns = ", ".join(map(str, found.constant[:8])) + (", ..." if len(found.constant) > 8 else "")
        yield f"{len(found.constant)} of {found.dimension} columns are constant ({columns}): they could be left out"


def _of_reach(result: Recommendation) -> Iterator[str]:
    """Whether the target is within reach, and what would bring it there."""
    found, least = result.statistics, min(choice.log_needed for choice in result.choices)
    goal = f"a mean relative error of {result.target:g}"
    if not result.useful:
        yield (
            f"no mechanism can be useful on this data at scale {result.scale:.4g}: {goal} needs at least "
            f"{_power(least)} features{_way_out(result)}"
        )
    elif least > math.log(max(found.queries.rows, found.keys.rows)):
        yield (
            f"{goal} needs at least {math.exp(least):.0f} features, more than there are points: the exact kernel "
            "matrix costs less"
        )
    elif least > math.log(result.features):
        yield (
            f"no mechanism reaches {goal} with {result.features} features; the fewest that do are {math.exp(least):.0f}"
        )
    if result.stopped:
        yield (
            f"stopped early, after {result.pairs} pairs: they suffice to say, with {1.0 - result.level:.0%} confidence, "
            "that every mechanism needs 10^9 features or more; the numbers below are of these pairs"
        )


def _way_out(result: Recommendation) -> str:
    if result.useful_scale is None:
        return ""
    return (
        f"; at scale {result.useful_scale:.3g} one would be (independent rows with {result.features} features reach it "
        "there): smaller points make the kernel easier, and another one"
    )


def _power(log: float) -> str:
    """A number by its logarithm, in few characters."""
    return f"{float(f'{math.exp(log):.2g}'):g}" if -9.0 < log < 11.0 else f"10^{log / math.log(10.0):.1f}"
