"""A terminal of 80 columns: no id is broken, no cell is lost; wide enough, the table is the table."""

from __future__ import annotations

import io
import sys
import time

import pytest
from rich.console import Console

from rftheory.cli import progress
from rftheory.report.grids import grid

ROWS = (
    ("simrf/abstract/optimal", "optimality", "Abstract; Section 1, contribution 1; Section 6"),
    ("beyond/a-long-name-of-a-statement/of-two-parts", "identity", "-"),
)


def _drawn(width: int) -> str:
    table = grid("id", "kind", "locator")
    for row in ROWS:
        table.add_row(*row)
    stream = io.StringIO()
    Console(file=stream, width=width, soft_wrap=True, force_terminal=True, color_system=None).print(table)
    return stream.getvalue()


def test_rows_are_written_one_by_one_where_words_do_not_fit() -> None:
    lines = _drawn(60).splitlines()
    assert [line for line in lines if line and not line.startswith(" ")] == [row[0] for row in ROWS]
    assert all(len(line) <= 60 for line in lines)
    assert " ".join(" ".join(lines).split()).count(ROWS[0][2]) == 1
    assert "locator" not in lines[-1], "an empty cell is left out"


def test_a_table_that_fits_stays_one() -> None:
    first, rule, *rows = _drawn(140).splitlines()
    assert first.split() == ["id", "kind", "locator"]
    assert set(rule) <= {"─", " "}
    assert len(rows) == len(ROWS)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_somebody_who_waits_at_a_terminal_is_told_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SOON", 0.01)
    said = {}
    for stream in (_Terminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", stream)
        with progress.telling("report"):
            deadline = time.monotonic() + (5.0 if stream.isatty() else 0.1)
            while not stream.getvalue() and time.monotonic() < deadline:
                time.sleep(0.01)
        said[stream.isatty()] = stream.getvalue()
    assert said[True].startswith("rftheory: report, 0 s")
    assert said[True].count("\n") == 1
    assert said[False] == ""
