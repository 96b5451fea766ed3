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


def show(
    identifier: Identifier,
    proof: Annotated[
        bool, typer.Option("--proof", help="Print the proofs that are kept, step by step.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show a statement as printed: text, LaTeX, domain, parameters, verdict, correction, BibTeX."""
    from rftheory import evaluation, registry

    if proof:
        from rftheory.report.proofs import kept_document, proof_lines

        kept = kept_document(registry.find(identifier).id)
        if as_json:
            print_json(kept)
        else:
            print_parts(proof_lines(kept))
        return
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
    letters: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Write one self-contained page a root cause, for the authors."),
    ] = None,
    as_json: Json = False,
) -> None:
    """List every statement refuted as printed by root cause: class, quotation, counterexample, correction."""
    from rftheory.report import errata as found

    listed = found.errata(paper)
    if letters is not None:
        from rftheory.cli.files import folder, write
        from rftheory.report.letters import written

        place = folder(letters)
        for name, page in written(listed).items():
            write(str(place / name), page)
    if as_json:
        print_json(found.document(listed))
        return
    from rftheory.report.text import errata_lines

    print_parts(errata_lines(listed))
