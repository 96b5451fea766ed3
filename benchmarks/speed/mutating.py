"""`mutants` of all papers, some twenty minutes of the processor."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.speed.timing import Row
from benchmarks.speed.verifying import PAPERS, mutants


def rows(quick: bool) -> Iterator[Row]:
    """The whole of it, or of one paper."""
    yield from mutants("of one paper" if quick else "of all papers", PAPERS[:1] if quick else PAPERS)
