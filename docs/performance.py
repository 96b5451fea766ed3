"""Writes the table of docs/performance.md from docs/performance.json: `python docs/performance.py [--check]`. Measures nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rftheory.report.pages import main

PAGE = Path(__file__).parent / "performance.md"
RUN = PAGE.with_suffix(".json")
Row = dict[str, Any]


def _document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RUN.read_text("utf-8"))
    return found


def how() -> str:
    """What was run, and how many goals it met."""
    d = _document()
    rows = d["rows"]
    met, missed = (sum(row["met"] is state for row in rows) for state in (True, False))
    command = "python -m benchmarks" + (" --quick" if d["quick"] else "")
    return (
        f"`{command} --json docs/performance.json` on {d['machine']}, Python {d['python']}, NumPy {d['numpy']}, PyTorch "
        f"{d['torch'] or 'not installed'}; {d['seconds']:.0f} seconds of processor. {met} goals met, {missed} missed. "
        "In brackets: quartiles over rounds."
    )


def _shown(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000.0 else f"{value:.3g}"


def _figure(row: Row) -> str:
    unit = f" {row['unit']}" if row["unit"] else ""
    spread = "" if row["low"] is None else f" [{_shown(row['low'])}, {_shown(row['high'])}]"
    return f"{_shown(row['figure'])}{unit}{spread}"


def _judged(row: Row) -> list[str]:
    if row["goal"] is None:
        return ["", ""]
    goal = f"{'at least' if row['at_least'] else 'at most'} {row['goal']:g}"
    bound = f": {row['bound']}" if row["bound"] and not row["met"] else ""
    return [goal, "met" if row["met"] else f"missed{bound}"]


def table() -> str:
    """A table a section of the run, in its order."""
    document, lines = _document(), []
    for section, title in document["sections"].items():
        rows = [row for row in document["rows"] if row["section"] == section]
        lines += [
            f"\n**{title}**\n",
            "| what | figure | goal | | compared before |",
            "|---|---:|---:|---|---|",
        ]
        for row in rows:
            cells = [row["what"], _figure(row), *_judged(row), row["check"]]
            lines.append(f"| {' | '.join(cell.replace('|', ', ') for cell in cells)} |")
    return "\n".join(lines)


PARTS = {"how": how, "table": table}

if __name__ == "__main__":
    raise SystemExit(main(PAGE, PARTS, "performance.py"))
