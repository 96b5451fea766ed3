"""What is stated, known and false, as recorded: list, show, errata."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from rftheory.cli.commands import completing
from rftheory.cli.commands.options import Identifier, Json
from rftheory.cli.printing import print_json, print_parts, say


def list_statements(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PAPER | WORD ...]",
            help="A paper, or words of titles and ids; all must stand.",
            autocompletion=completing.papers,
        ),
    ] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="Only this kind.", autocompletion=completing.kinds)
    ] = None,
    verdict: Annotated[
        str | None,
        typer.Option(metavar="VERDICT", help="Only what is recorded so.", autocompletion=completing.verdicts),
    ] = None,
    uses: Annotated[
        str | None,
        typer.Option(metavar="ID", help="What rests on this statement.", autocompletion=completing.ids),
    ] = None,
    used_by: Annotated[
        str | None,
        typer.Option(
            "--used-by", metavar="ID", help="What this statement rests on.", autocompletion=completing.ids
        ),
    ] = None,
    mechanism: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Of a coupling or feature map.", autocompletion=completing.mechanisms
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """List statements: id, kind, recorded verdict, evaluable sides, where it stands, title."""
    from rftheory.report import statements
    from rftheory.report.schema import SCHEMA

    if kind is not None:
        _check_kind(kind)
    chosen = statements.listing(
        *(words or ()), kind=kind, verdict=verdict, uses=uses, used_by=used_by, mechanism=mechanism
    )
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
    latex: Annotated[
        bool, typer.Option("--latex", help="Print the LaTeX as printed, and nothing else.")
    ] = False,
    bibtex: Annotated[bool, typer.Option("--bibtex", help="Print the BibTeX entry of its paper.")] = False,
    url: Annotated[bool, typer.Option("--url", help="Print the address of its paper.")] = False,
    as_json: Json = False,
) -> None:
    """Show a statement as printed: text, LaTeX, domain, parameters, verdict, correction, BibTeX; or the parts of one."""
    from rftheory import registry
    from rftheory.errors import InputError
    from rftheory.report.statements import parts

    if proof + latex + bibtex + url > 1 or (as_json and latex + bibtex + url):
        raise InputError("more than one of --proof, --latex, --bibtex, --url, --json; allowed: one")
    name = identifier.partition(":")[0]
    if below := [] if proof or latex or bibtex or url else parts(name):
        _parts(below, as_json)
        return
    if bibtex or url:
        from rftheory.report.references import address

        paper = registry.paper(registry.owner(name).paper)
        say(address(paper) if url else paper.bibtex)
        return
    if proof:
        from rftheory.report.proofs import kept_document, proof_lines

        kept = kept_document(registry.find(identifier).id)
        if as_json:
            print_json(kept)
        else:
            print_parts(proof_lines(kept))
        return
    from rftheory.report import shown

    if ":" in identifier:
        from rftheory import evaluation

        evaluation.resolve(identifier)
    document = shown.document(name)
    if latex:
        say(document["latex"])
        return
    if as_json:
        print_json(document)
        return
    from rftheory.report.text import statement_lines

    print_parts(statement_lines(document))


def _parts(below: list[dict[str, Any]], as_json: bool) -> None:
    """The list of the statements that an id is the beginning of."""
    from rftheory.report.schema import SCHEMA

    if as_json:
        print_json({"schema": SCHEMA, "statements": below})
        return
    from rftheory.report.text import listing

    print_parts([listing(below)])


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
