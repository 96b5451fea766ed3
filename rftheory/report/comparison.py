"""A comparison of tables as a document and as text, row by row as they come."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice

from rftheory.comparison.rows import ComparedRow, Part, RowCounts
from rftheory.errors import shorten
from rftheory.report.grids import Grid, escape, grid
from rftheory.report.schema import SCHEMA, Document

ROWS_A_TABLE = 500
_MARKS = {
    "rounded": "[green]rounded[/]",
    "truncated": "[green]truncated[/]",
    "within": "[green]within[/]",
    "differs": "[red]DIFFERS[/]",
    "undecided": "[yellow]undecided[/]",
    "error": "[red]ERROR[/]",
}


def pieces(
    rows: Iterable[ComparedRow], tally: RowCounts, identifier: str | None, tolerance: str | None
) -> Iterator[str]:
    """The document of a comparison as JSON text, a line a row, so that a table of any length passes through."""
    head = {"schema": SCHEMA, "id": identifier, "tolerance": tolerance}
    joint = f'{json.dumps(head)[:-1]}, "rows": ['
    for row in rows:
        yield f"{joint}\n {json.dumps(row_document(tally.add(row)))}"
        joint = ","
    yield f'\n], "summary": {json.dumps(summary(tally))}}}\n'


def row_document(row: ComparedRow) -> Document:
    """One row; the errors are upper bounds as decimal strings, null where there are none."""
    document: Document = {
        "row": row.number,
        "line": row.line,
        "id": row.id,
        "side": row.side,
        "parameters": row.parameters,
        "given": row.given,
        "certified": None,
        "correct_digits": None,
        "printed_digits": None,
        "absolute_error": row.absolute_error,
        "relative_error": row.relative_error,
        "outcome": row.outcome,
        "agrees": row.agrees,
    }
    if row.given_im is not None:
        document["given_im"] = row.given_im
    for part, ending in zip(row.parts, ("", "_im"), strict=False):
        document |= {
            f"given{ending}": part.given,
            f"certified{ending}": part.certified,
            f"correct_digits{ending}": part.correct_digits,
            f"printed_digits{ending}": part.printed_digits,
        }
    return document | ({"error": row.error} if row.error else {})


def summary(tally: RowCounts) -> Document:
    """The counts, and the row with the largest relative error (null: its certified value is 0)."""
    worst = tally.worst
    return {
        "rows": tally.rows,
        "agreeing": tally.agreeing,
        "differing": tally.differing,
        "undecided": tally.undecided,
        "errors": tally.errors,
        "worst_row": None if worst is None else worst.number,
        "worst_relative_error": None if worst is None else worst.relative_error,
        "agrees": tally.agrees,
    }


def comparison_lines(rows: Iterable[ComparedRow], tally: RowCounts) -> Iterator[Grid | str]:
    """Tables of some hundred rows each, the first wrong digit in brackets, then one line of summary."""
    left = iter(rows)
    while chunk := list(islice(left, ROWS_A_TABLE)):
        table = grid("row", "statement", "at", "given", "certified", "correct", "relative error", "outcome")
        for row in chunk:
            table.add_row(*_cells(tally.add(row)))
        yield table
    yield f"[bold]{escape(_ending(tally))}[/bold]"


def _cells(row: ComparedRow) -> tuple[str, ...]:
    side = f":{row.side}" if row.side else ""
    at = " ".join(f"{name}={shorten(text)}" for name, text in row.parameters.items())
    given = "  ".join(map(_marked, row.parts))
    return (
        str(row.number),
        escape(shorten(f"{row.id or '-'}{side}")),
        escape(at),
        given or escape(shorten(row.given + (f" {row.given_im}" if row.given_im else ""))),
        escape("  ".join(part.certified for part in row.parts) or "-"),
        "  ".join(f"{part.correct_digits}/{part.printed_digits}" for part in row.parts) or "-",
        row.relative_error or ("unbounded" if row.parts else "-"),
        _MARKS[row.outcome] + (f" {escape(f'(line {row.line}: {row.error})')}" if row.error else ""),
    )


def _marked(part: Part) -> str:
    before, wrong, after = part.marked
    return escape(before) + (f"[bold red]\\[{wrong}][/]{escape(after)}" if wrong else "")


def _ending(tally: RowCounts) -> str:
    others = (
        (tally.differing, "differ"),
        (tally.undecided, "undecided"),
        (tally.errors, "could not be read"),
    )
    counts = "".join(f", {count} {word}" for count, word in others if count)
    text = f"{tally.rows} {'row' if tally.rows == 1 else 'rows'}: {tally.agreeing} agree{counts}"
    if tally.worst is None:
        return text
    size = tally.worst.relative_error
    shown = "unbounded (the certified value is 0)" if size is None else f"<= {size}"
    return f"{text}; largest relative error {shown}, row {tally.worst.number}"
