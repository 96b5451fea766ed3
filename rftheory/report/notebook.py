"""Tables for prompts and notebooks. Imports no notebook package, computes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from rftheory.errors import InputError


@dataclass(frozen=True)
class Table:
    """Rows of text under a head, drawn by notebooks and aligned in a prompt."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""

    def __str__(self) -> str:
        widths = [max(map(len, cells)) for cells in zip(self.columns, *self.rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in (self.columns, *self.rows)
        ]
        return "\n".join([self.title, *lines] if self.title else lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """For notebooks."""
        head = "".join(f"<th>{escape(cell)}</th>" for cell in self.columns)
        rows = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in self.rows]
        body = "".join(f"<tr>{row}</tr>" for row in (head, *rows))
        return f"<div><b>{escape(self.title)}</b><table>{body}</table></div>"


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> Table:
    """A table of anything that has text; doubles to four digits, certified numbers as they print.

    Raises InputError for a row that is not as long as the head.
    """
    found = tuple(tuple(_cell(each) for each in row) for row in rows)
    for row in found:
        if len(row) != len(columns):
            raise InputError(f"a row of {len(row)} cells; allowed: {len(columns)}, one a column")
    return Table(tuple(map(str, columns)), found, title)


def _cell(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
