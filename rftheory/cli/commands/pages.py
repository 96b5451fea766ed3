"""The page: report."""

from __future__ import annotations

from typing import Annotated

import typer


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
        return
    with reading(results) as stream:
        write(out, page(run_from(stream, results)))
