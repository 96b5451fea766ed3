"""A table of certified values as CSV, LaTeX, JSON documents and text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from rftheory.curves.tables import TableRow
from rftheory.report.grids import escape, grid
from rftheory.report.schema import Document, value_document


def documents(name: str, rows: Iterable[TableRow]) -> list[Document]:
    """One document of a value for every side of every row."""
    return [
        value_document(name, side, row.parameters, value)
        for row in rows
        for side, value in row.values.items()
    ]


def csv_lines(name: str, rows: Iterable[TableRow]) -> Iterator[str]:
    """Parameters, then each side with its radius; `compare` reads it back where there is one side."""
    for index, row in enumerate(rows):
        if index == 0:
            yield _line(
                [*row.parameters, *(h for s in row.values for h in (_label(name, s, row), _radius(s)))]
            )
        yield _line(
            [
                *row.parameters.values(),
                *(cell for v in row.values.values() for cell in (str(v), v.largest_radius)),
            ]
        )


def latex_lines(name: str, rows: Iterable[TableRow], axes: Iterable[str]) -> Iterator[str]:
    """A tabular of the grids' parameters and the values."""
    shown = list(axes)
    for index, row in enumerate(rows):
        if index == 0:
            fixed = ", ".join(f"{n} = {v}" for n, v in row.parameters.items() if n not in shown)
            yield f"% {name}{': ' if fixed else ''}{fixed}"
            yield rf"\begin{{tabular}}{{{'r' * len(shown)}{'l' * len(row.values)}}}"
            heads = [f"${n}$" for n in shown] + [_text(_label(name, side, row)) for side in row.values]
            yield rf"\hline {' & '.join(heads)} \\ \hline"
        cells = [f"${row.parameters[n]}$" for n in shown] + [
            f"${_power(str(v))}$" for v in row.values.values()
        ]
        yield rf"{' & '.join(cells)} \\"
    yield r"\hline \end{tabular}"


def text_table(name: str, rows: Iterable[TableRow], axes: Iterable[str]) -> Any:
    """A table for people: the grids' parameters and the values, whose digits are all certified."""
    shown, table = list(axes), None
    for row in rows:
        if table is None:
            table = grid(*shown, *(_label(name, side, row) for side in row.values))
        table.add_row(
            *(escape(row.parameters[n]) for n in shown),
            *(escape(str(value)) for value in row.values.values()),
        )
    return table


def _label(name: str, side: str, row: TableRow) -> str:
    return side or ("value" if len(row.values) == 1 else name)


def _radius(side: str) -> str:
    return f"{side} radius".strip()


def _line(cells: Iterable[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def _text(label: str) -> str:
    return rf"\texttt{{{label.replace('_', chr(92) + '_')}}}"


def _power(value: str) -> str:
    mantissa, e, power = value.partition("e")
    return rf"{mantissa} \cdot 10^{{{power}}}" if e else value
