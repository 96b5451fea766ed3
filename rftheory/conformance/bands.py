"""What the battery measures as findings: tests in the bands of Dvoretzky-Kiefer-Wolfowitz and Hoeffding, exact facts."""

from __future__ import annotations

import math

from rftheory.battery.concentration import Deviation
from rftheory.conformance.findings import Finding, Measurements
from rftheory.verdict import Outcome


def finding(
    check: str, statement: str, found: Deviation, measurements: Measurements | None = None
) -> Finding:
    """A deviation with the name of its check: it fails beyond the limit, and its effect would have been seen."""
    if found.share is None:
        return identity(check, statement, found.distance, found.limit, found.draws, found.what, measurements)
    if not math.isfinite(found.distance):
        text = f"{found.what}: no number"
        return Finding(check, statement, Outcome.FAILS, text, draws=found.draws, measurements=measurements)
    interval = (max(0.0, found.distance - found.limit), found.distance + found.limit)
    return Finding(
        check,
        statement,
        Outcome.HOLDS if found.holds else Outcome.FAILS,
        found.what,
        found.distance,
        interval,
        "distance",
        found.effect,
        found.share.alpha,
        found.share.beta,
        found.draws,
        measurements=measurements,
    )


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
    shown = effect if math.isfinite(effect) else None
    interval, delta = None if shown is None else (shown, shown), limit or None
    return Finding(
        check,
        statement,
        outcome,
        detail,
        shown,
        interval,
        "absolute",
        delta,
        draws=draws,
        measurements=measurements,
    )
