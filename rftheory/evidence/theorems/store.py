"""The proof objects of the package and of papers from elsewhere: one file a paper, one line a part of a claim."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

Object = Mapping[str, Any]
FOLDER = "theorems"
BESIDE = "theorems.jsonl"
"""The file of objects beside a paper from elsewhere."""
_elsewhere: dict[str, Path] = {}


def keep(paper: str, place: Path) -> None:
    """The objects of this paper are in that file."""
    _elsewhere[paper] = place


def text(paper: str) -> str:
    """The file of a paper's objects; empty where it has none."""
    source = _elsewhere.get(paper) or files("rftheory") / FOLDER / f"{paper}.jsonl"
    try:
        return source.read_text(encoding="utf-8") if source.is_file() else ""
    except (OSError, ValueError):  # no name of a file: no name of a paper either
        return ""


def stored(identifier: str) -> Mapping[int, Object]:
    """The objects of a statement or correction by the part of its claim, from 0; none where it has no proof."""
    return {
        part: json.loads(line)
        for part, line in lines(identifier.partition("/")[0]).get(identifier, {}).items()
    }


def lines(paper: str) -> Mapping[str, Mapping[int, str]]:
    """The lines of a paper's file by id and part; a line is parsed when it is asked for."""
    place = _elsewhere.get(paper)
    return _lines(paper, place, place.stat().st_mtime_ns if place is not None and place.is_file() else 0)


@functools.lru_cache(maxsize=64)
def _lines(paper: str, place: Path | None, changed: int) -> Mapping[str, Mapping[int, str]]:
    """The lines of the file as it was when it was last changed."""
    del place, changed
    found: dict[str, dict[int, str]] = {}
    for line in text(paper).splitlines():
        identifier, part = json.loads(line[: line.index(",", line.index('"part"'))] + "}").values()
        found.setdefault(identifier, {})[part] = line
    return found


def written(objects: Mapping[str, Mapping[int, Object]]) -> str:
    """The file of objects by id and part."""
    every = [
        json.dumps(
            {"about": name, "part": part} | {k: v for k, v in found.items() if k not in ("about", "part")}
        )
        for name, parts in objects.items()
        for part, found in sorted(parts.items())
    ]
    return "".join(f"{line}\n" for line in every)
