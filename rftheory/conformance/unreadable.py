"""Code whose answers cannot be read: the one check that says so."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rftheory.conformance.checks import CATALOGUE, ClientCheck
from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.references import FEATURE_VECTOR
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.verdict import Outcome

LOG_MAX = math.log(sys.float_info.max)
"""Of the largest number of double precision."""
Reason = Literal[
    "shape",
    "not finite",
    "far",
    "no reference",
    "no norms",
    "undefined",
    "one value",
    "even",
    "nothing at 0",
    "vanishing",
    "constant",
    "negative",
]


UNREAD = ("no reference", "no norms")
"""Reasons for which estimates are not known, whatever they are."""
OPEN = ("far", *UNREAD)
"""Reasons that are held against nobody."""


@dataclass(frozen=True)
class Unreadable:
    """Why nothing more can be said, and against which definition."""

    reason: Reason
    detail: str
    statement: str = FEATURE_VECTOR

    @property
    def tags(self) -> frozenset[str]:
        """None: one check."""
        return frozenset()


@dataclass(frozen=True)
class Unread(Measurements):
    """Why."""

    reason: Reason


SMALLER = 2.0**-10
"""Times points at which numbers are lost: where they are lost there as well, it is not for the size of the points."""


def without_numbers(near: Floats, smaller: Floats, norm: float) -> Unreadable:
    """Why features (p, F) are no numbers at points of norm at most `norm`, the first one 0: `smaller` are those at SMALLER times them."""
    bad, still = (~np.isfinite(part) for part in (near, smaller))
    places = np.any(bad, axis=-1)
    if not np.any(still) or np.any(np.isinf(smaller)):
        return Unreadable("not finite", f"features at norms of at most {norm:g} are not finite")
    if places[0] and np.sum(places) == 1:
        return Unreadable("undefined", "features at x = 0 are NaN")
    text = "features are NaN or infinite"
    return Unreadable(
        "undefined", f"{text} at {int(np.sum(places))} of {len(places)} points, at small ones too"
    )


def lost_at(norm: float, kernel: Kernel, text: str) -> Unreadable:
    """Features or estimates that are no numbers at points of this norm; held against no code where e^{x.y} is none either."""
    reach = math.sqrt(LOG_MAX)
    if kernel != "softmax" or norm <= reach:
        return Unreadable("not finite", text)
    more = f"at norm {norm:g} exp(x.y) is no number of double precision either; an answer needs norms of at most {reach:.3g}"
    return Unreadable("far", f"{text}; {more}")


def unreadable(subject: Unreadable) -> Finding:
    """A failure without an effect; undecided where nothing is held against the code."""
    seen = Unread(subject.reason)
    outcome = Outcome.UNDECIDED if subject.reason in OPEN else Outcome.FAILS
    return Finding("shape and finiteness", subject.statement, outcome, subject.detail, measurements=seen)


CHECKS = (
    ClientCheck(
        "shape and finiteness",
        "unreadable",
        Unreadable,
        CATALOGUE,
        unreadable,
    ),
)
