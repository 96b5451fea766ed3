"""Attempts at proofs as documents and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from rftheory.report.schema import SCHEMA, Document
from rftheory.report.text import grid

if TYPE_CHECKING:
    from rftheory.proving import Attempt


def proofs_document(attempts: Sequence[Attempt]) -> Document:
    """What became of every part of every claim."""
    entries = [
        {
            "id": each.id,
            "part": each.part + 1,
            "accepted": each.object is not None,
            "kept": each.kept,
            "steps": None if each.object is None else len(each.object["steps"]),
            "reason": each.reason or None,
            "seconds": each.seconds,
        }
        for each in attempts
    ]
    whole = {entry["id"] for entry in entries} - {e["id"] for e in entries if not e["accepted"]}
    return {"schema": SCHEMA, "attempts": entries, "proved": sorted(whole)}


def proofs_tables(document: Document) -> Iterable[Table | str]:
    """A line a part, and how many claims are proved in all their parts."""
    table = grid("statement", "part", "proof", "seconds")
    for each in document["attempts"]:
        said = f"{each['steps']} steps" if each["accepted"] else f"none: {each['reason']}"
        table.add_row(escape(each["id"]), str(each["part"]), escape(said), f"{each['seconds']:.1f}")
    yield table
    yield f"[bold]{len(document['proved'])} claims proved in all their parts[/bold]"
