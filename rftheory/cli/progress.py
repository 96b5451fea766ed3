"""A progress bar on stderr, shown on terminals only. Never writes to stdout."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rftheory.statements import Statement


@contextmanager
def following(total: int) -> Iterator[Callable[[Statement], None] | None]:
    """A function to call with every finished statement, or None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        def advance(statement: Statement) -> None:
            bar.update(task, advance=1, description=statement.id)

        yield advance
