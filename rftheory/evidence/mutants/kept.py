"""Trials kept in a file: a line for every statement, with a hash of all that it says. No line is ever changed."""

from __future__ import annotations

import hashlib
import json
import logging
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from rftheory.errors import InputError
from rftheory.evidence.mutants.trial import Trial
from rftheory.writing import write_text

FORMAT = 1  # to be raised when what a line holds changes
_HEAD = {"format": FORMAT, "of": "rftheory mutants"}
_LOGGER = logging.getLogger(__name__)
Key = tuple[str, str]
"""The id of a statement, and the text that it is written in."""


class Timed(NamedTuple):
    """The trials of one statement, and the CPU seconds that they took."""

    trials: list[Trial]
    seconds: float


class Kept:
    """What a run has tried, by key; with a path also there, line by line, each durable once `add` returns.

    A line that does not agree with its hash is left out and taken out of the file, so that its statement is tried
    again, which `damaged` counts and the log says. InputError for a file that is there without `resume`, and for one
    that is no such file.
    """

    def __init__(self, path: str | Path | None = None, *, resume: bool = False) -> None:
        self.path = None if path is None else Path(path)
        self.known: dict[Key, Timed] = {}
        self.damaged = 0
        if self.path is None:
            return
        if self.path.is_file() and self.path.stat().st_size:
            if not resume:
                raise InputError(f"{self.path} exists; allowed: --resume to go on from it, or another file")
            self._load(self.path)
        else:
            write_text(self.path, _line(_HEAD))

    def add(self, key: Key, timed: Timed) -> None:
        """Keep the trials of one statement. Raises OSError."""
        self.known[key] = timed
        if self.path is None:
            return
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(_line(_said(key, timed)))
            file.flush()
            os.fsync(file.fileno())

    def _load(self, path: Path) -> None:
        head, *rest = path.read_bytes().split(b"\n")
        if _read(head) != _HEAD:
            raise InputError(
                f"{path} is no file of mutants of format {FORMAT}, or damaged; give another file"
            )
        whole = not rest or rest.pop() == b""  # a kill may cut the last line short
        good: list[str] = []
        for line in rest:
            found = _entry(_read(line))
            if found is None:
                self.damaged += 1
            else:
                self.known[found[0]] = found[1]
                good.append(_line(_said(*found)))
        self.damaged += not whole
        if self.damaged:
            write_text(path, "".join([_line(_HEAD), *good]))
            _LOGGER.warning(
                "rftheory: damaged lines of %s, their mutants are tried again: %d", path, self.damaged
            )


def _said(key: Key, timed: Timed) -> dict[str, Any]:
    trials = [asdict(trial) for trial in timed.trials]
    return {"id": key[0], "text": key[1], "seconds": timed.seconds, "trials": trials}


def _line(said: dict[str, Any]) -> str:
    return json.dumps({**said, "hash": _hash(said)}, ensure_ascii=False) + "\n"


def _hash(said: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _read(line: bytes) -> dict[str, Any] | None:
    """What a line says; None where it does not agree with its hash."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    claimed = said.pop("hash", None)
    return said if claimed == _hash(said) else None


def _entry(said: dict[str, Any] | None) -> tuple[Key, Timed] | None:
    if said is None:
        return None
    try:
        trials = [Trial(**trial) for trial in said["trials"]]
        return (said["id"], said["text"]), Timed(trials, float(said["seconds"]))
    except (KeyError, TypeError, ValueError):
        return None
