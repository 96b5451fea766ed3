"""Curves, simulated points and phases as documents and as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rftheory.curves.phases import OUTSIDE, UNDECIDED, Phase
from rftheory.curves.series import Plot
from rftheory.domain.grids import exact_text
from rftheory.report.grids import escape, grid
from rftheory.report.schema import SCHEMA, Document

if TYPE_CHECKING:
    from rftheory.recommendation.simulation import Simulated


def simulated_document(found: Simulated) -> Document:
    """A simulated error; an infinite upper end is null."""
    return {
        "mechanism": found.mechanism,
        "value": found.value,
        "low": found.low,
        "high": None if found.high == float("inf") else found.high,
        "draws": found.draws,
        "confidence": found.confidence,
        "how": found.how,
    }


def simulation_document(found: Simulated) -> Document:
    """What `simulate --json` prints."""
    return {"schema": SCHEMA, "simulated": simulated_document(found)}


def plot_document(found: Plot) -> Document:
    """The curves of a plot: doubles of certified values, simulated points with their intervals."""
    return {
        "schema": SCHEMA,
        "across": found.across,
        "up": found.up,
        "fixed": dict(found.fixed),
        "curves": [
            {
                "label": curve.label,
                "id": curve.id,
                "at": list(curve.at),
                "height": list(curve.height),
                "simulated": [{"at": at, **simulated_document(each)} for at, each in curve.simulated],
            }
            for curve in found.curves
        ],
    }


def phase_document(found: Phase) -> Document:
    """The winner at every point by name, null where none is decided or a contestant is outside its domain."""
    words: dict[int, str | None] = dict(enumerate(found.names))
    words |= {UNDECIDED: None, OUTSIDE: None}
    return {
        "schema": SCHEMA,
        "names": list(found.names),
        "axes": list(found.axes),
        "first": [exact_text(number) for number in found.first],
        "second": [exact_text(number) for number in found.second],
        "fixed": dict(found.fixed),
        "winners": [[words[index] for index in row] for row in found.winners.tolist()],
        "counts": found.counts,
        "crossings": [
            {
                "across": each.across,
                "at": exact_text(each.at),
                "low": exact_text(each.low),
                "high": exact_text(each.high),
                "before": each.before,
                "after": each.after,
            }
            for each in found.crossings
        ],
    }


def phase_lines(found: Phase) -> Iterator[Any]:
    """How often each wins, and where the winner changes."""
    yield f"{len(found.first)} x {len(found.second)} points over {escape(', '.join(found.axes))}"
    table = grid("winner", "points")
    for name, count in found.counts.items():
        table.add_row(escape(name), str(count))
    yield table
    if found.crossings:
        table = grid("along", "at", "between", "and", "before", "after")
        for each in found.crossings:
            numbers = [exact_text(n) for n in (each.at, each.low, each.high)]
            table.add_row(each.across, *map(escape, (*numbers, each.before, each.after)))
        yield table
