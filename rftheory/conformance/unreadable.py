"""Code whose answers cannot be read: the one check that says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rftheory.conformance.checks import CATALOGUE, ClientCheck
from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.references import FEATURE_VECTOR
from rftheory.verdict import Outcome

Reason = Literal["shape", "not finite", "one value", "even", "nothing at 0", "vanishing", "negative"]


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


def unreadable(subject: Unreadable) -> Finding:
    """A failure without an effect."""
    seen = Unread(subject.reason)
    return Finding(
        "shape and finiteness", subject.statement, Outcome.FAILS, subject.detail, measurements=seen
    )


CHECKS = (
    ClientCheck(
        "shape and finiteness",
        "unreadable",
        Unreadable,
        CATALOGUE,
        unreadable,
    ),
)
