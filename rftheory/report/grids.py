"""Lines and tables in the markup of Rich: drawn by Rich on terminals, laid out here, alike, everywhere else.

Most output goes to pipes, files and notebooks, where Rich would take longer than what it shows; and a light
installation has none.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from typing import Any

from rftheory.compatibility import installed

_TAG = re.compile(r"(\\*)\[([a-z#/@][^[]*?)]")
_ASKING = ("FORCE_COLOR", "TTY_COMPATIBLE")
_APART = "   "


def on_a_terminal() -> bool:
    """Whether Rich draws what is printed: it is there, and output goes to a terminal or is asked to look so."""
    asked = any(os.environ.get(name) not in (None, "", "0") for name in _ASKING)
    return (sys.stdout.isatty() or asked) and installed("rich") and installed("rftheory.report.text")


def escape(text: str) -> str:
    """Text in which nothing is markup."""
    safe = _TAG.sub(lambda tag: f"{tag[1]}{tag[1]}\\[{tag[2]}]", text)
    return f"{safe}\\" if safe.endswith("\\") and not safe.endswith("\\\\") else safe


def plain(text: str) -> str:
    """Text with its markup taken away; as in Rich, a slash before a bracket that begins no tag goes, too."""
    parts, place = [], 0
    for tag in _TAG.finditer(text):
        slashes, escaped = divmod(len(tag[1]), 2)
        parts += [
            text[place : tag.start()].replace("\\[", "["),
            "\\" * slashes,
            f"[{tag[2]}]" if escaped else "",
        ]
        place = tag.end()
    return "".join((*parts, text[place:].replace("\\[", "[")))


class Grid:
    """Rows of cells with markup, under a head; the column `seconds` is set to the right."""

    def __init__(self, *columns: str) -> None:
        self.columns = columns
        self.rows: list[tuple[str, ...]] = []

    def add_row(self, *cells: str) -> None:
        """One more row."""
        self.rows.append(cells)

    @property
    def row_count(self) -> int:
        """How many rows there are below the head."""
        return len(self.rows)

    def __rich__(self) -> Any:
        from rich import box

        from rftheory.report.narrow import ScreenTable

        table = ScreenTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for column in self.columns:
            table.add_column(column, overflow="fold", justify="right" if column == "seconds" else "left")
        for row in self.rows:
            table.add_row(*row)
        return table

    def __str__(self) -> str:
        shown = [self.columns, *(tuple(map(plain, row)) for row in self.rows)]
        widths = [max(map(_width, column)) for column in zip(*shown, strict=True)]
        lines = [_APART.join(map(_set, self.columns, row, widths)) for row in shown]
        rule = "─" if (getattr(sys.stdout, "encoding", "") or "").lower().startswith("utf") else "-"
        lines.insert(1, rule * (sum(widths) + len(_APART) * (len(widths) - 1)))
        return "\n".join(lines)


def grid(*columns: str) -> Grid:
    """A plain table whose rows are lines (one row a line where output is piped)."""
    return Grid(*columns)


def _set(column: str, cell: str, width: int) -> str:
    space = " " * (width - _width(cell))
    return space + cell if column == "seconds" else cell + space


def _width(text: str) -> int:
    """Columns of a terminal that a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )
