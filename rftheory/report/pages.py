"""Pages of the documents with made parts between markers: filled, written or compared. Computes no part itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from rftheory.writing import write_text

Parts = Mapping[str, Callable[[], str]]


def filled(text: str, parts: Parts, name: str = "the page") -> str:
    """`text` with every part made again between its markers; SystemExit where a marker is missing."""
    for part, make in parts.items():
        begin, end = f"<!-- {part}: begin -->", f"<!-- {part}: end -->"
        before, found, rest = text.partition(begin)
        _, ended, after = rest.partition(end)
        if not found or not ended:
            raise SystemExit(f"{name} lacks the markers {begin} and {end}")
        text = f"{before}{begin}\n{make()}\n{end}{after}"
    return text


def main(page: Path, parts: Parts, script: str) -> int:
    """Write the page, or with --check say whether writing would change anything."""
    text = page.read_text(encoding="utf-8")
    current = filled(text, parts, page.name)
    if sys.argv[1:] == ["--check"]:
        if current != text:
            sys.stderr.write(f"{page.name} is not current: run python docs/{script}\n")
        return int(current != text)
    write_text(page, current)
    return 0
