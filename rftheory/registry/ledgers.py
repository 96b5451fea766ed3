"""What is recorded of statements: the ledger of the package, and one beside every paper from elsewhere."""

from __future__ import annotations

import functools
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from rftheory.errors import InputError, shorten
from rftheory.registry import loading
from rftheory.verdict import Conclusion

LEDGER = "ledger.json"


@functools.cache
def shipped() -> dict[str, Any]:
    """The ledger that ships with the package (made by a full run), or an empty one."""
    source = files("rftheory") / LEDGER
    loaded: dict[str, Any] = json.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
    return loaded


def own(key: str) -> dict[str, Any]:
    """The ledger beside a paper from elsewhere; an empty one for every other key."""
    path = place(key)
    if path is None or not path.is_file():
        return {}
    return _read(path, path.stat().st_mtime_ns)


def place(key: str) -> Path | None:
    """Where the ledger of a paper from elsewhere stands: ledger.json in its folder, NAME.ledger.json beside a file."""
    return loading.beside(key, LEDGER)


@functools.lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> dict[str, Any]:
    """The ledger in a file as it was when it was last changed."""
    del changed
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        for part in ("verdicts", "corrections"):
            for text in found.get(part, {}).values():
                Conclusion.parse(text)
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise InputError(f"{shorten(str(path), 200)} is no ledger: {shorten(str(error), 200)}") from error
    return dict(found)
