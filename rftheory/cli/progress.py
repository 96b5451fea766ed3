"""What long work is doing, on stderr: a bar on terminals, elsewhere a line each 30 seconds. Never writes to stdout."""

from __future__ import annotations

import contextlib
import itertools
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rftheory.statements import Statement


EACH = 30.0  # seconds between lines
SOON = 3.0  # seconds until the first one on a terminal, where somebody waits
_SPEAKING: list[object] = []
"""Who may write lines: the innermost block alone, and nobody while a bar is drawn."""


@contextmanager
def telling(what: str, doing: Callable[[], str] = str) -> Iterator[None]:
    """A line each 30 seconds as long as the block runs: what it is, for how long, and what `doing` says.

    On a terminal there is one more after three seconds, so that nobody waits without knowing for what.
    """
    over = threading.Event()
    started = time.monotonic()

    def tell() -> None:
        pauses = itertools.chain([min(SOON, EACH)] if sys.stderr.isatty() else (), itertools.repeat(EACH))
        while not over.wait(next(pauses)):
            if _SPEAKING[-1:] != [over]:
                continue
            rest = doing()
            line = f"rftheory: {what}, {time.monotonic() - started:.0f} s{f': {rest}' if rest else ''}\n"
            with contextlib.suppress(OSError, ValueError):
                sys.stderr.write(line)
                sys.stderr.flush()

    teller = threading.Thread(target=tell, daemon=True)
    with speaking(over):
        teller.start()
        try:
            yield
        finally:
            over.set()
            teller.join()


@contextmanager
def speaking(who: object) -> Iterator[None]:
    _SPEAKING.append(who)
    try:
        yield
    finally:
        _SPEAKING.remove(who)


@contextmanager
def following(total: int, what: str = "statements") -> Iterator[Callable[[Statement], None] | None]:
    """A function to call with every finished statement; off a terminal it makes the lines say how far the work is."""
    if not sys.stderr.isatty():
        done: list[str] = []

        def count(statement: Statement) -> None:
            done.append(statement.id)

        with telling(what, lambda: f"{len(done)} of {total} done" + (f", last {done[-1]}" if done else "")):
            yield count
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with speaking(None), Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        def advance(statement: Statement) -> None:
            bar.update(task, advance=1, description=statement.id)

        yield advance
