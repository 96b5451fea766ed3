"""Failures that are expected, with their causes: one that is gone is a failure too, and so is any other."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rftheory.conformance.findings import EXITS, Report
from rftheory.conformance.own_causes import texts
from rftheory.errors import InputError, shorten


def known(causes: Iterable[str]) -> tuple[str, ...]:
    """The causes, each once; InputError for a name that no check gives."""
    found = tuple(dict.fromkeys(causes))
    for cause in found:
        if cause not in texts():
            near = difflib.get_close_matches(cause, texts(), 3)
            hint = f"; nearest: {', '.join(near)}" if near else "; see docs/conformance.md"
            raise InputError(f"unknown cause {shorten(cause)}{hint}")
    return found


@dataclass(frozen=True)
class Surprise:
    """What is not as expected, in one line (nothing where all is), and the exit code that this gives."""

    text: str
    exit_code: int


def surprise(report: Report, expected: Sequence[str]) -> Surprise:
    """All of `expected` is found and nothing else fails: exit code 0, or 3 where something else stays undecided.

    Nothing that is expected excuses what is not settled. With nothing expected, whatever does not conform surprises.
    """
    if expected and (wrong := _otherwise(report, expected)):
        return Surprise(wrong, EXITS["fails"])
    if expected:
        left = [found.check for found in report.undecided]
        text = f"beside what is expected, undecided: {', '.join(left)}" if left else ""
        return Surprise(text, EXITS["undecided" if left else "conforms"])
    said = f"{report.conclusion}: {', '.join(report.causes) or 'see the findings'}"
    return Surprise("" if report.conforms else said, report.exit_code)


def _otherwise(report: Report, expected: Sequence[str]) -> str:
    """Which failures are gone, or there besides."""
    gone = [cause for cause in expected if cause not in report.causes]
    more = [cause for cause in report.causes if cause not in expected]
    nameless = [found.check for found in report.failures if found.cause is None]
    parts = []
    if gone:
        parts.append(f"expected and not found any more: {', '.join(gone)}")
    if more:
        parts.append(f"found and not expected: {', '.join(more)}")
    if nameless:
        parts.append(f"fails without a cause: {', '.join(nameless)}")
    return "; ".join(parts)
