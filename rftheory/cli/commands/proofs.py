"""Proofs are searched and kept: prove."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rftheory.cli.commands.options import Json, Selection
from rftheory.cli.printing import print_json, print_parts

if TYPE_CHECKING:
    from rftheory.proving import Attempt


def prove(
    selection: Selection = None,
    again: Annotated[
        bool, typer.Option("--again", help="Search also where an accepted proof is kept.")
    ] = False,
    record: Annotated[
        str | None,
        typer.Option(
            metavar="[DIR]", help="Keep what the checker accepts: beside papers of your own, or in DIR."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Search proofs of statements or papers; every object found is put to the checker."""
    from rftheory.cli.files import folder, writable, write
    from rftheory.cli.own_papers import recorded_at
    from rftheory.cli.progress import following
    from rftheory.evidence.theorems.store import BESIDE
    from rftheory.proving import attempts_of, kept
    from rftheory.registry import statements
    from rftheory.report.proofs import proofs_document, proofs_tables

    chosen = statements(selection or ())
    papers = list(dict.fromkeys(each.paper for each in chosen))
    places = {} if record is None else recorded_at(record, papers, BESIDE)
    if record:
        places = {paper: folder(record) / f"{paper}.jsonl" for paper in papers}
    for place in places.values():
        writable(str(place))
    found: list[Attempt] = []
    with following(len(chosen)) as progress:
        for statement in chosen:
            found += attempts_of(statement, again=again)
            if progress is not None:
                progress(statement)
    for paper, place in places.items():
        write(str(place), kept(paper, found))
    document = proofs_document(found)
    if as_json:
        print_json(document)
        return
    print_parts(proofs_tables(document))
