"""Who watches that random numbers are drawn: told by `stream`, the one door to them. Loads nothing that draws."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_WATCHING: ContextVar[set[str] | None] = ContextVar("streams handed out", default=None)


@contextmanager
def watched() -> Iterator[set[str]]:
    """The names of the streams that are handed out within the block, here or to workers; blocks may be nested."""
    outer, names = _WATCHING.get(), set[str]()
    token = _WATCHING.set(names)
    try:
        yield names
    finally:
        _WATCHING.reset(token)
        if outer is not None:
            outer |= names


def handed_out(statement: str) -> None:
    """Tell whoever watches that a stream of this name is handed out."""
    names = _WATCHING.get()
    if names is not None:
        names.add(statement)
