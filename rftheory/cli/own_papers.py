"""Papers of one's own at the door: `--papers DIR` of every command, and `--record` without a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rftheory.errors import InputError, shorten

OPTION = "--papers"
RECORD = "--record"


def split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The files and folders that `--papers` names anywhere on the line, and the line without them."""
    places: list[str] = []
    rest: list[str] = []
    waiting = list(arguments)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            return places, [*rest, word, *waiting]
        if word == OPTION and not waiting:
            raise InputError(f"{OPTION} needs a value; allowed: a file or folder of papers")
        if word == OPTION or word.startswith(f"{OPTION}="):
            places.append(waiting.pop(0) if word == OPTION else word.partition("=")[2])
        else:
            rest.append(word)
    return places, rest


def bare(arguments: Sequence[str]) -> list[str]:
    """The line with `--record=` for a `--record` that is last or stands before another option."""
    following = [*arguments, "-"][1:]
    return [
        f"{word}=" if word == RECORD and after.startswith("-") else word
        for word, after in zip(arguments, following, strict=True)
    ]


def recorded_at(record: str, keys: Sequence[str], place: str) -> dict[str, Path]:
    """By key the files beside papers of one's own that are written, where `--record` has no value; else none.

    InputError where the run is of papers of the package, and where the value is the name of a paper.
    """
    from rftheory.registry import loading

    if record:
        if record.endswith(".py") or (record in keys and not Path(record).is_dir()):
            raise InputError(
                f"{RECORD} {shorten(record)} names a paper; allowed: {RECORD} FILE, or {RECORD} last"
            )
        return {}
    found = {key: loading.beside(key, place) for key in keys}
    shipped = [key for key, path in found.items() if path is None]
    if shipped:
        raise InputError(
            f"{RECORD} without a value keeps what is found beside papers of your own; {', '.join(shipped)} is none: "
            f"allowed: {RECORD} with a value"
        )
    return {key: path for key, path in found.items() if path is not None}
