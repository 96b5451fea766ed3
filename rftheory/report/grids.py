"""Tables and escapes of Rich where it is installed; the same as plain text where it is not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rftheory.compatibility import installed

if TYPE_CHECKING:
    from rich.table import Table

RICH = installed("rich") and installed("rftheory.report.text")
TAGS = re.compile(r"(?<!\\)\[/?[a-z ]*\]")


def grid(*columns: str) -> Table:
    """A plain table whose rows are lines (one row a line where output is piped)."""
    if not RICH:
        return PlainTable(*columns)  # type: ignore[return-value]
    from rich import box

    from rftheory.report.narrow import Grid

    table = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold", justify="right" if column == "seconds" else "left")
    return table


def escape(text: str) -> str:
    """Text in which nothing is markup."""
    if not RICH:
        return text.replace("[", "\\[")
    from rich.markup import escape as escaped

    return escaped(text)


def plain(text: str) -> str:
    """Text with its markup taken away."""
    return TAGS.sub("", text).replace("\\[", "[")


class PlainTable:
    """Rows of cells as aligned text."""

    def __init__(self, *columns: str) -> None:
        self.rows: list[tuple[str, ...]] = [columns]

    def add_row(self, *cells: str) -> None:
        """One more row."""
        self.rows.append(tuple(plain(cell) for cell in cells))

    def __str__(self) -> str:
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in self.rows
        ]
        lines.insert(1, "  ".join("-" * width for width in widths))
        return "\n".join(line.rstrip() for line in lines)
