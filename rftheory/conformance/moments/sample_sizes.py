"""Sizes of a run that are derived: the scale of a kernel, rounding budgets, how many features would be needed."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.conformance.claim.declaration import number
from rftheory.conformance.findings import Finding
from rftheory.conformance.induced_kernel.measurements import InducedVariance
from rftheory.conformance.moments.catoni import HOPELESS
from rftheory.conformance.moments.measurements import FamiliarVariances
from rftheory.errors import InputError, shorten
from rftheory.verdict import Outcome

ATTENTION = "d^-1/4"
HALF = 2.0**-12


BETWEEN = 4.0
"""Times the draws that halve a margin."""


def scale(given: float | str, d: int) -> float:
    """A number > 0, or "d^-1/4": the kernel is that of d^{-1/4} x, as where logits are q.k/sqrt(d)."""
    if isinstance(given, str):
        if given == ATTENTION:
            return float(d**-0.25)
        try:
            given = float(given)
        except ValueError as error:
            raise InputError(f"scale {shorten(given)}; allowed: a number > 0, or {ATTENTION}") from error
    return number("scale", given)


def budget(rounding: float, norm: float) -> float:
    """The relative error that rounding can give to the mean of an estimate at points of this norm.

    A feature e^{w.x} is off by the unit times its exponent and a few operations. Where a unit is far below every
    statistical margin 64 of them are granted; of float16 and bfloat16 as many as a bound by hand needs: 4 for the
    operations of both features, 6 for exponents |w.x| of a few norms.
    """
    return 64.0 * rounding if rounding < HALF else (4.0 + 6.0 * norm) * rounding


def enough(findings: Sequence[Finding], m: int | None, draws: int) -> str:
    """How many features or draws the undecided means would need, empty where none is: a margin falls with the root of both.

    Of features only where their number is known, and no variance is larger than that of so many of them, which may then
    fall with none. Where margins are small enough, and a mean lies between, half the margin tells on which side.
    """
    lost = [f for f in findings if f.check.startswith("mean") and f.outcome is Outcome.UNDECIDED]
    margins = [f.delta for f in lost if f.delta is not None]
    if not lost:
        return ""
    if len(margins) < len(lost):
        return f"; of the means {len(lost)} stay undecided, some with any number of features: take a smaller norm"
    factor = (max(margins) / HOPELESS) ** 2
    factor = factor if factor > 1.0 else BETWEEN
    seen = (f.measurements for f in findings if f.fails)
    larger = any(isinstance(one, (FamiliarVariances, InducedVariance)) and one.larger for one in seen)
    features = "" if larger or m is None else f"{factor * m:.2g} features, "
    return f"; the {len(lost)} undecided means need about {features}{factor * draws:.2g} draws, or a smaller norm"
