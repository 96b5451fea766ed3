"""The table of performance: `python -m benchmarks [SECTION ...] [--quick] [--json FILE]`; `python docs/performance.py` prints its file.

Every figure is a ratio or a size measured in this run on one thread, contestants interleaved, with quartiles over
rounds; an oracle is asked before anything is timed. Exit status 0 whether goals are met or not: machines differ.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from benchmarks.speed.timing import ONE_THREAD, Row

SECTIONS = {
    "doors": "Commands that compute nothing",
    "evaluating": "Certified values",
    "maps": "Feature maps",
    "sampling": "Couplings",
    "attending": "Attention",
    "conforming": "conform",
    "verifying": "verify and mutants",
    "accelerator": "Tensors on a GPU",
    "mutating": "mutants of all papers",
}
LONG = ("mutating",)
"""Sections that take longer than all others together, and run where they are named."""


def measured(
    sections: Iterable[str], quick: bool, say: Callable[[str, Row], None]
) -> Iterator[tuple[str, Row]]:
    """The rows of the sections, said as they come."""
    for section in sections:
        for row in import_module(f"benchmarks.speed.{section}").rows(quick):
            say(section, row)
            yield section, row


def line(row: Row) -> str:
    """One row as text."""
    spread = "" if row.low is None or row.high is None else f" [{row.low:.3g}, {row.high:.3g}]"
    goal = "" if row.goal is None else f"  goal {'>=' if row.at_least else '<='} {row.goal:g}"
    state = {True: "  met", False: "  MISSED", None: ""}[row.met]
    return f"{row.what}: {row.figure:.3g}{f' {row.unit}' if row.unit else ''}{spread}{goal}{state}"


def document(rows: list[tuple[str, Row]], quick: bool) -> dict[str, Any]:
    """Every row with its quartiles, goal and bound, and what they were measured with; seconds of processor of it all."""
    installed = {found.name for found in metadata.distributions()}
    return {
        "quick": quick,
        "python": platform.python_version(),
        "machine": f"{os.cpu_count()} cores of {platform.machine()}",
        "numpy": metadata.version("numpy"),
        "torch": metadata.version("torch") if "torch" in installed else "",
        "seconds": sum(os.times()[:4]),
        "sections": {section: title for section, title in SECTIONS.items() if section in dict(rows)},
        "rows": [{"section": section} | row.document() for section, row in rows],
    }


def main(arguments: list[str]) -> int:
    """Measure and print; the JSON has every row with its quartiles, goal and bound."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--quick", action="store_true", help="fewer rounds and smaller sizes")
    parser.add_argument("--json", type=Path, metavar="FILE")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.sections if name not in SECTIONS]
    if unknown:
        parser.error(f"unknown section {unknown[0]!r}; allowed: {', '.join(SECTIONS)}")
    if any(os.environ.get(name) != value for name, value in ONE_THREAD.items()):
        os.execve(sys.executable, [sys.executable, "-m", "benchmarks", *arguments], os.environ | ONE_THREAD)
    usual = [section for section in SECTIONS if section not in LONG]
    rows = list(measured(given.sections or usual, given.quick, lambda _, row: print(line(row), flush=True)))
    if given.json is not None:
        given.json.write_text(json.dumps(document(rows, given.quick), indent=1) + "\n")
    missed = sum(row.met is False for _, row in rows)
    print(f"{sum(row.met is True for _, row in rows)} goals met, {missed} missed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
