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
        str | None, typer.Option(metavar="DIR", help="Keep what the checker accepts here, a file a paper.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Search proofs of statements or papers; every object found is put to the checker."""
    from rftheory.cli.files import folder, write
    from rftheory.cli.progress import following
    from rftheory.proving import attempts_of, kept
    from rftheory.registry import statements
    from rftheory.report.proofs import proofs_document, proofs_tables

    target = None if record is None else folder(record)
    chosen = statements(selection or ())
    found: list[Attempt] = []
    with following(len(chosen)) as progress:
        for statement in chosen:
            found += attempts_of(statement, again=again)
            if progress is not None:
                progress(statement)
    if target is not None:
        for paper in dict.fromkeys(each.id.partition("/")[0] for each in found):
            write(str(target / f"{paper}.jsonl"), kept(paper, found))
    document = proofs_document(found)
    if as_json:
        print_json(document)
        return
    print_parts(proofs_tables(document))
