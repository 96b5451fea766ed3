"""What is stated, known and false, as recorded: list, show, errata."""

from __future__ import annotations

from typing import Annotated

import typer

from rftheory.cli.commands.options import Identifier, Json
from rftheory.cli.printing import print_json, print_parts


def list_statements(
    paper: Annotated[str | None, typer.Argument(metavar="PAPER", help="Only this paper.")] = None,
    kind: Annotated[str | None, typer.Option(metavar="KIND", help="Only this kind.")] = None,
    as_json: Json = False,
) -> None:
    """List every statement: id, kind, recorded verdict, evaluable sides, where it stands, title."""
    from rftheory.report import statements
    from rftheory.report.schema import SCHEMA

    if kind is not None:
        _check_kind(kind)
    chosen = statements.listing(paper, kind)
    if as_json:
        print_json({"schema": SCHEMA, "statements": chosen})
        return
    from rftheory.report.text import listing

    print_parts([listing(chosen)])


def _check_kind(kind: str) -> None:
    from typing import get_args

    from rftheory.errors import InputError, shorten
    from rftheory.statements import Kind

    if kind not in get_args(Kind):
        raise InputError(f"unknown kind {shorten(kind)}; allowed: {', '.join(get_args(Kind))}")


def show(identifier: Identifier, as_json: Json = False) -> None:
    """Show a statement as printed: text, LaTeX, domain, parameters, verdict, correction, BibTeX."""
    from rftheory import evaluation, registry
    from rftheory.report.statements import statement_document

    name, side = evaluation.split(identifier)
    entry = evaluation.resolve(identifier)[0] if side is not None else registry.find(name)
    document = statement_document(entry)
    if as_json:
        print_json(document)
        return
    from rftheory.report.text import statement_lines

    print_parts(statement_lines(document))


def errata(
    paper: Annotated[str | None, typer.Argument(metavar="PAPER", help="Only this paper.")] = None,
    as_json: Json = False,
) -> None:
    """List every statement refuted as printed, its counterexample, its correction and that one's verdict."""
    from rftheory.report import ledger
    from rftheory.report.schema import SCHEMA

    found = ledger.errata(paper)
    if as_json:
        print_json({"schema": SCHEMA, "errata": found})
        return
    from rftheory.report.text import errata_lines

    print_parts(errata_lines(found))
