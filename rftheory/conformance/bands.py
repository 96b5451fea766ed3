"""Bands of one test: Dvoretzky-Kiefer-Wolfowitz-Massart, Hoeffding, exact facts; and the laws they compare with."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import scipy

from rftheory.battery.concentration import reach
from rftheory.battery.rows.functionals import successive
from rftheory.conformance.findings import Finding, Measurements
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inputs import Floats
from rftheory.verdict import Outcome


def ks(values: Floats, cdf: Callable[[Floats], Floats], share: Share, slack: float) -> Finding:
    """The distance of the empirical law from `cdf`, in the band of DKW; `slack` is the rounding budget."""
    n = len(values)
    limit = reach(n, share.alpha) + slack
    return banded(distance(values, cdf), limit, limit + reach(n, share.beta) + slack, share, n)


def mean(values: Floats, share: Share, slack: float) -> Finding:
    """|mean| of independent values in [-1, 1] that have mean 0, in the band of Hoeffding."""
    n = len(values)
    limit = 2.0 * reach(n, share.alpha) + slack
    return banded(abs(float(np.mean(values))), limit, limit + 2.0 * reach(n, share.beta) + slack, share, n)


def uncorrelated(f: Floats, g: Floats, share: Share, slack: float) -> Finding:
    """Half the covariance of functions in [-1, 1], whatever their means."""
    (f1, f2), (g1, g2) = successive(f), successive(g)
    return mean((f1 - f2) * (g1 - g2) / 4.0, share, slack)


def banded(effect: float, limit: float, delta: float, share: Share, n: int) -> Finding:
    """Fails beyond the limit, holds within it: an effect of `delta` would have been seen."""
    outcome = Outcome.HOLDS if effect <= limit else Outcome.FAILS
    interval = (max(0.0, effect - limit), effect + limit)
    return Finding("", "", outcome, "", effect, interval, "distance", delta, share.alpha, share.beta, n)


def identity(
    check: str,
    statement: str,
    effect: float,
    limit: float,
    draws: int,
    detail: str,
    measurements: Measurements | None = None,
) -> Finding:
    """A check to rounding: fails beyond the limit (and where the effect is no number)."""
    outcome = Outcome.HOLDS if effect <= limit else Outcome.FAILS
    interval, delta = (effect, effect), limit or None
    return Finding(
        check,
        statement,
        outcome,
        detail,
        effect,
        interval,
        "absolute",
        delta,
        draws=draws,
        measurements=measurements,
    )


def reported(
    check: str, statement: str, found: Finding, detail: str, measurements: Measurements | None = None
) -> Finding:
    """The finding of a band with its name and what was measured."""
    return replace(found, check=check, statement=statement, detail=detail, measurements=measurements)


def distance(values: Floats, cdf: Callable[[Floats], Floats]) -> float:
    n = len(values)
    uniform, steps = cdf(np.sort(values)), np.arange(n + 1) / n
    return max(float(np.max(steps[1:] - uniform)), float(np.max(uniform - steps[:-1])))


def chi(k: int) -> Callable[[Floats], Floats]:
    return lambda r: np.asarray(scipy.special.gammainc(k / 2.0, r * r / 2.0))


def normal(z: Floats) -> Floats:
    found: Floats = scipy.special.ndtr(z)
    return found


def cosine(d: int) -> Callable[[Floats], Floats]:
    shape = (d - 1) / 2.0
    return lambda c: np.asarray(scipy.special.betainc(shape, shape, np.clip((1.0 + c) / 2.0, 0.0, 1.0)))


def coordinate(d: int) -> Callable[[Floats], Floats]:
    law = cosine(d)
    return lambda z: law(z / math.sqrt(d))
