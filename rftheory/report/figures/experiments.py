"""Experiments as documents and as text."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from rftheory.report.grids import escape, grid
from rftheory.report.schema import SCHEMA, Document
from rftheory.studies.experiments.measurements import ExperimentResult
from rftheory.studies.experiments.named import EXPERIMENTS
from rftheory.studies.experiments.options import defaults_of


def experiment_document(found: ExperimentResult) -> Document:
    """What `experiment --json` prints; infinite ends and unknown expectations are null."""
    return {
        "schema": SCHEMA,
        "title": found.title,
        "across": found.across,
        "up": found.up,
        "note": found.note,
        "measurements": [
            {
                "name": one.name,
                "at": one.at,
                "value": one.value,
                "low": one.low if math.isfinite(one.low) else None,
                "high": one.high if math.isfinite(one.high) else None,
                "exact": one.exact,
            }
            for one in found.measurements
        ],
    }


def names_document() -> Document:
    """The experiments that there are, with their options and defaults as text."""
    return {
        "schema": SCHEMA,
        "experiments": [
            {"name": name, "options": {key: _text(value) for key, value in defaults_of(name).items()}}
            for name in EXPERIMENTS
        ],
    }


def experiment_lines(found: ExperimentResult) -> Iterator[Any]:
    """The title, a row a contestant and place, and what the intervals mean."""
    yield escape(found.title)
    table = grid("contestant", found.across, escape(found.up))
    for one in found.measurements:
        at = f"{one.at:.4g}" if isinstance(one.at, float) else str(one.at)
        table.add_row(escape(one.name), escape(at), escape(str(one)))
    yield table
    yield escape(found.note)


def names_lines() -> Iterator[Any]:
    """A row an experiment: its first line and its options."""
    table = grid("experiment", "options")
    for name in EXPERIMENTS:
        options = ", ".join(f"{key}={_text(value)}" for key, value in defaults_of(name).items())
        table.add_row(name, escape(options))
    yield table


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
