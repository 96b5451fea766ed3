"""Writes the tables of docs/rates.md from docs/rates.json: `python docs/rates.py [--check]`. Measures nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rftheory.report.pages import main

PAGE = Path(__file__).parent / "rates.md"
ROWS = PAGE.with_suffix(".json")
Row = dict[str, Any]


def _document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ROWS.read_text("utf-8"))
    return found


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    cells = ([cell.replace("|", ", ") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def _interval(row: Row) -> str:
    return f"{row['count']} of {row['trials']} ({row['low']:.2g} to {row['high']:.2g})"


def _of(error: str) -> list[Row]:
    return [row for row in _rows("statements") if row["error"] == error]


def _rows(kind: str) -> list[Row]:
    parts: dict[str, list[Row]] = _document()["parts"]
    return [row for name, rows in parts.items() if name.startswith(kind) for row in rows]


def how() -> str:
    """What was run."""
    d = _document()
    return (
        f"`python -m benchmarks.rates --seeds {d['seeds']} --few {d['seeds_of_power']} --repeats {d['repeats']} --seed "
        f"{d['seed']} --out docs/rates.json`, Python {d['python']}, NumPy {d['numpy']}. Intervals are Clopper-Pearson's "
        f"at {d['level']:.1%}, each for itself. Of the parts of the run {len(d['parts'])} are finished: the same command "
        "goes on with the others, which the tables lack."
    )


def alarms() -> str:
    """Refutations of right claims, and what was left undecided, all tests of a rate together and each alone."""
    undecided = {(row["of"], row["where"]): row for row in _of("undecided")}
    rows = [
        [row["of"], f"{row['promise']:.2g}", _interval(row), str(undecided[row["of"], row["where"]]["count"])]
        for row in _of("false alarm")
    ]
    return _table(["test", "promised", "refuted", "undecided"], rows)


def power() -> str:
    """Refutations of wrong claims by how far they are off, and passes where they are off by a margin or more."""
    passed = {(row["of"], row["where"]): row for row in _of("false pass")}
    tests: dict[tuple[str, str], dict[str, str]] = {}
    for row in _of("power"):
        rate, _, off = row["where"].partition(", off by ")
        cell = f"{row['count']} / {row['trials']}"
        wrong = passed.get((row["of"], row["where"]))
        passes = f", {wrong['count']} passed" if wrong is not None and wrong["count"] else ""
        tests.setdefault((row["of"], rate), {})[off] = cell + passes
    heads = list(next(iter(tests.values())))
    rows = [[f"{of}, {rate}", *(found[head] for head in heads)] for (of, rate), found in tests.items()]
    return _table(["test, rate", *heads], rows)


def coverage() -> str:
    """Every rule and error: at how many laws, and the law at which it erred most often."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in _rows("rules"):
        error, _, where = row["error"].partition(", mean ")
        groups.setdefault((row["of"], error), []).append(row | {"side": f", mean {where}" if where else ""})
    rows = []
    for (of, error), found in groups.items():
        worst = max(found, key=lambda row: row["count"])
        law = f"{worst['where']}{worst['side']}"
        rows.append(
            [of, error, f"{worst['promise']:g}", str(len({r["where"] for r in found})), law, _interval(worst)]
        )
    return _table(["rule", "error", "promised", "laws", "worst at", "errors there"], rows)


PARTS = {"how": how, "alarms": alarms, "power": power, "coverage": coverage}

if __name__ == "__main__":
    raise SystemExit(main(PAGE, PARTS, "rates.py"))
