"""Pages and drawings of what is recorded: report, graph."""

from __future__ import annotations

from typing import Annotated

import typer

from rftheory.cli.commands import completing
from rftheory.cli.commands.options import Json
from rftheory.cli.printing import print_json, print_parts, wrote


def report(
    out: Annotated[str, typer.Argument(metavar="OUT.html", help="The page to write.")],
    results: Annotated[
        str | None,
        typer.Option("--from", metavar="RESULTS.json", help="A run of `verify --json` (`-`: stdin)."),
    ] = None,
) -> None:
    """Write one self-contained page: verdicts, evidence, formulas, errata, plots; without --from, as recorded."""
    from rftheory.cli.files import reading, writable, write
    from rftheory.report.page import page
    from rftheory.report.reading import run_from

    writable(out)
    if results is None:
        write(out, page())
    else:
        with reading(results) as stream:
            write(out, page(run_from(stream, results)))
    wrote(out)


def graph(
    papers: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PAPER ...]", help="Papers; default: all.", autocompletion=completing.papers),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE.svg", help="Draw it, without scripts.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show what rests on what: statements in layers, coloured by verdict, errors with all that leans on them."""
    from rftheory.cli.files import writable, write
    from rftheory.errors import InputError, shorten
    from rftheory.registry.graph import graph as found
    from rftheory.report.graph.documents import graph_document, graph_lines, heading

    asked = papers or []
    if out is not None:
        if not out.lower().endswith(".svg"):
            raise InputError(f"a graph named {shorten(out)}; allowed endings: .svg")
        writable(out)
    nodes = found(asked)
    if out is not None:
        from rftheory.report.graph.drawing import svg

        write(out, svg(nodes, heading(nodes, asked)))
        wrote(out)
    if as_json:
        print_json(graph_document(nodes))
        return
    print_parts(graph_lines(nodes, asked))
