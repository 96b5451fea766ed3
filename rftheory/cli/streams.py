"""The standard streams of a command: what fails on them is told from what fails elsewhere."""

from __future__ import annotations

import io
import os
import sys
from typing import NoReturn

from rftheory.errors import RFTheoryError

_DESCRIPTORS = (0, 1, 2)


class StreamError(RFTheoryError):
    """Standard output takes nothing more: it is closed, or full."""


class ReaderGone(RFTheoryError):
    """Whoever read standard output stopped; no OSError, since libraries end the process on a BrokenPipeError."""


class _Output(io.TextIOWrapper):
    """Standard output whose failures are told from others."""

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except OSError as error:
            _failed(error)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            _failed(error)


class _Closed(io.TextIOBase):
    """In place of a standard output that was closed before the command began."""

    def write(self, text: str, /) -> int:
        if text:
            raise StreamError("cannot write to standard output: it is closed")
        return 0


def prepare() -> None:
    """Make the standard streams safe to write to: every character printable, none missing, failures recognisable.

    Numbers of closed descriptors are taken, so that no file opened later becomes a standard stream.
    """
    for number in _DESCRIPTORS:
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number is this one
    if sys.stdout is None:
        sys.stdout = _Closed()
    elif isinstance(sys.stdout, io.TextIOWrapper):
        lines, encoding = sys.stdout.line_buffering, sys.stdout.encoding
        sys.stdout = _Output(
            sys.stdout.detach(), encoding=encoding, errors="backslashreplace", line_buffering=lines
        )
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 -- for as long as the process
    elif isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")


def silence() -> None:
    """Point standard output at nothing, so that the interpreter's last flush cannot fail."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


def _failed(error: OSError) -> NoReturn:
    if isinstance(error, BrokenPipeError):
        raise ReaderGone from error
    raise StreamError(f"cannot write to standard output: {error.strerror or error}") from error
