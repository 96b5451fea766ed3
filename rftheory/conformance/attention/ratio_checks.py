"""Whether estimates are right up to a factor of each query and one of all keys, to rounding."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from rftheory.conformance.attention.ratios import Pattern, Ratios
from rftheory.conformance.bands import identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.references import ATTENTION


@dataclass(frozen=True)
class RatioPattern(Measurements):
    """What the departures of ratios look like; sure: of softmax features with one thing changed, and of no other map.

    tilted: whether queries and keys are scaled differently.
    """

    pattern: Pattern
    sure: bool = False
    tilted: bool = False


def ratios(subject: Ratios) -> Finding:
    """Estimates are right up to such factors: then attention by them is unbiased."""
    text = "largest relative departure once one factor of each query and one of all keys are taken out"
    pattern = subject.pattern
    if pattern.startswith("weight"):
        weight = subject.weight + subject.reading.quadratic
        text = (
            f"keys weigh e^(c |y|^2) with c = {weight:.5g}, {subject.weight:g} of the {subject.kernel} kernel"
        )
        if pattern == "weight" and weight * subject.weight > 1e-6:
            scale = math.sqrt(weight / subject.weight)
            text = f"{text}: as of a scale of {scale:.5g}, where one is right"
            if abs(scale - subject.d**-0.25) <= 0.01 * scale:
                text += " (--scale d^-1/4)"
    elif pattern == "company":
        text = "the weight of a key against another one depends on the other keys: a statistic of the keys enters"
    elif pattern == "sums of keys":
        text = "features of a key are divided by their sum: keys have factors of their own, by which attention is biased"
    elif pattern == "factors of keys":
        text = "keys have factors of their own: attention is biased; one factor for all keys would cancel"
    elif subject.flat:
        text = f"{text}; far out all keys look alike"
    draws = len(subject.seeds)
    seen = RatioPattern(pattern, subject.sure, subject.tilted)
    return identity("ratios", ATTENTION, subject.effect, subject.tolerance, draws, text, seen)


def kept(subject: Ratios) -> Finding:
    """Whether ratios survive what was subtracted."""
    found = ratios(subject)
    if found.fails:
        return found
    text = "one factor of each query and one of all keys: attention by these features keeps its ratios"
    return replace(found, detail=f"{text}; claim only those with ratios")


CHECKS = (
    ClientCheck("ratios", "stabilisers", Ratios, (ATTENTION,), kept, frozenset({"beside"})),
    ClientCheck("ratios", "ratios", Ratios, (ATTENTION,), ratios, frozenset({"claimed"})),
)
