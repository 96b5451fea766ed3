"""How far the draws are, on one line of stderr, on terminals only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rftheory.cli.progress import speaking

OFTEN = 0.2


@contextmanager
def shown() -> Iterator[Callable[[int, int], None] | None]:
    """A function of (calls made, draws), or None where nobody watches."""
    stream = sys.stderr
    if not stream.isatty():
        yield None
        return
    start, last = time.monotonic(), 0.0

    def say(made: int, draws: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= OFTEN:
            last = now
            stream.write(f"\r{made} calls, {draws} draws, {now - start:.0f} s\033[K")
            stream.flush()

    with speaking(None):
        try:
            yield say
        finally:
            stream.write("\r\033[K")
            stream.flush()
