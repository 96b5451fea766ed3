"""Arguments and options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

from rftheory.cli.commands import completing

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout and nothing else.")]
Seconds = Annotated[float, typer.Option("--seconds", metavar="S", help="Computing time for one answer.")]
Isolate = Annotated[
    bool, typer.Option("--isolate", help="Compute in a child process, which limits can always end.")
]
Identifier = Annotated[
    str,
    typer.Argument(metavar="ID", help="A statement, e.g. simrf/thm4.3/orf.", autocompletion=completing.ids),
]
Selection = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[ID | PAPER ...]", help="Statements or papers.", autocompletion=completing.selection
    ),
]
Values = Annotated[
    list[str] | None,
    typer.Argument(metavar="name=value ...", help="Exact numbers, vectors 1,2/3, or @points.npy."),
]
Workers = Annotated[int, typer.Option(metavar="K", help="Processes; changes nothing but the time.")]
Dask = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Run on the dask cluster with this scheduler.")
]
