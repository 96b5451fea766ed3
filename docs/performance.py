"""Writes the table of docs/performance.md: `python docs/performance.py [--check]`. Measures nothing.

Its rows are those of docs/performance.json, one run; beside them the figures of another run, on a quieter machine.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rftheory.report.pages import main

PAGE = Path(__file__).parent / "performance.md"
RUN = PAGE.with_suffix(".json")
QUIET = PAGE.with_name("performance_quiet.json")
Row = dict[str, Any]


def _document(file: Path = RUN) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def _goals(document: dict[str, Any]) -> str:
    met, missed = (sum(row["met"] is state for row in document["rows"]) for state in (True, False))
    return f"{met} goals met, {missed} missed"


def how() -> str:
    """What was run, and how many goals it met."""
    d, quiet = _document(), _document(QUIET)
    command = "python -m benchmarks" + (" --quick" if d["quick"] else "")
    return (
        f"`{command} --json docs/performance.json` on {d['machine']}, Python {d['python']}, NumPy {d['numpy']}, PyTorch "
        f"{d['torch'] or 'not installed'}; {d['seconds']:,.0f} seconds of processor. {_goals(d)}. In brackets: quartiles over "
        f"rounds. The column `quieter` has another run, {quiet['seconds']:.0f} seconds: {_goals(quiet)}."
    )


def _shown(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000.0 else f"{value:.3g}"


def _figure(row: Row) -> str:
    unit = f" {row['unit']}" if row["unit"] else ""
    spread = "" if row["low"] is None else f" [{_shown(row['low'])}, {_shown(row['high'])}]"
    return f"{_shown(row['figure'])}{unit}{spread}"


def _judged(row: Row, quiet: Row | None) -> list[str]:
    if row["goal"] is None:
        return ["", ""]
    goal = f"{'at least' if row['at_least'] else 'at most'} {row['goal']:g}"
    if row["met"]:
        return [goal, "met"]
    if quiet is not None and quiet["met"]:
        return [goal, "missed here, met on the quieter machine"]
    return [goal, f"missed: {row['bound']}" if row["bound"] else "missed"]


def table() -> str:
    """A table a section of the run, in its order."""
    document, lines = _document(), []
    quieter = {(row["what"], row["unit"]): row for row in _document(QUIET)["rows"]}
    for section, title in document["sections"].items():
        rows = [row for row in document["rows"] if row["section"] == section]
        lines += [
            f"\n**{title}**\n",
            "| what | figure | quieter | goal | | compared before |",
            "|---|---:|---:|---:|---|---|",
        ]
        for row in rows:
            quiet = quieter.get((row["what"], row["unit"]))
            also = "" if quiet is None else _shown(quiet["figure"])
            cells = [row["what"], _figure(row), also, *_judged(row, quiet), row["check"]]
            lines.append(f"| {' | '.join(cell.replace('|', ', ') for cell in cells)} |")
    return "\n".join(lines)


PARTS = {"how": how, "table": table}

if __name__ == "__main__":
    raise SystemExit(main(PAGE, PARTS, "performance.py"))
