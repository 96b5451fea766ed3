"""Files that commands read and write: every failure is named before work is done. Interprets no content."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from rftheory.errors import InputError, shorten
from rftheory.writing import write_text


@contextmanager
def reading(file: str) -> Iterator[IO[bytes]]:
    """The bytes of a file, or of stdin for `-`."""
    if file == "-":
        if sys.stdin is None:
            raise InputError("cannot read standard input: it is closed")
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115 -- closed below
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {shorten(file)}: {_reason(error)}") from error
    with stream:
        yield stream


def writable(file: str) -> None:
    """InputError unless the file can be created or overwritten."""
    path = Path(file)
    try:
        usable = not path.is_dir() and path.parent.is_dir() and os.access(path.parent, os.W_OK)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {shorten(file)}: {_reason(error)}") from error
    if not usable or (path.exists() and not os.access(path, os.W_OK)):
        raise InputError(f"cannot write {shorten(file)}: allowed is a file in a writable folder")


def folder(name: str) -> Path:
    """The folder of that name, made where there is none; InputError where it cannot be written to."""
    path = Path(name)
    try:
        path.mkdir(parents=True, exist_ok=True)
        usable = os.access(path, os.W_OK)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write to {shorten(name)}: {_reason(error)}") from error
    if not usable:
        raise InputError(f"cannot write to {shorten(name)}: allowed is a folder that can be written to")
    return path


def write(file: str, text: str) -> None:
    """Replace the file's content by `text`, whole or not at all."""
    try:
        write_text(file, text)
    except OSError as error:
        raise InputError(f"cannot write {shorten(file)}: {_reason(error)}") from error


def checkpoint(store: str | None, *, resume: bool) -> None:
    """Refuse a checkpoint file that would be continued by accident, and a resume without one."""
    if store is None:
        if resume:
            raise InputError("--resume needs --store FILE, the checkpoint file of the run to go on with")
        return
    path = Path(store)
    try:
        exists = path.exists()
    except (OSError, ValueError) as error:
        raise InputError(f"cannot use {shorten(store)}: {_reason(error)}") from error
    if exists and not resume:
        raise InputError(f"{shorten(store)} exists; give --resume to go on with it, or another file")
    if resume and not exists:
        raise InputError(f"{shorten(store)} does not exist: nothing to resume")
    if not exists:
        writable(store)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
