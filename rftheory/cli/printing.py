"""How commands print: one document as JSON, or parts for people. Loads Rich on terminals alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

_LINE = json.JSONEncoder(allow_nan=False)


def print_json(document: Any, indent: int | None = 2) -> None:
    """One JSON document."""
    say(_LINE.encode(document) if indent is None else json.dumps(document, indent=indent, allow_nan=False))


def say(line: str) -> None:
    """One line, or text that is laid out already."""
    print(line, file=sys.stdout)  # noqa: T201


def wrote(file: str) -> None:
    """A line on stderr that names a file which a command made: stdout holds what was asked for and nothing else."""
    sys.stderr.write(f"wrote {file}\n")


def print_parts(parts: Iterable[Any]) -> None:
    """Lines and tables: wrapped and coloured by Rich on terminals, plain elsewhere."""
    from rftheory.report.grids import on_a_terminal, plain

    if not on_a_terminal():
        for part in parts:
            say(plain(part) if isinstance(part, str) else str(part))
        return
    from rftheory.report.text import console

    screen = console()
    for part in parts:
        screen.print(part)
