"""The door of the command line: runs a command, turns every error into one line."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

EXPECTED, UNEXPECTED, WRONG_INPUT = 0, 1, 2
INTERRUPTED, PIPE_CLOSED = 130, 141


def main() -> NoReturn:
    """Entry point of `rftheory`."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; every failure is one line on stderr."""
    import typer

    from rftheory.errors import RFTheoryError

    try:
        command = _command()
        with command.make_context("rftheory", list(arguments)) as context:
            command.invoke(context)
        sys.stdout.flush()
        return EXPECTED
    except typer.Exit as stop:
        return int(stop.exit_code)
    except RFTheoryError as error:
        return _fail(str(error))
    except BrokenPipeError:
        _silence_stdout()
        return PIPE_CLOSED
    except MemoryError as error:
        return _fail(f"more memory is needed than there is: {str(error) or 'allowed: something smaller'}")
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("RFTHEORY_TRACEBACK"):
            raise
        return _fail(_usage(error) or _bug(error))


@functools.cache
def _command() -> Any:
    """The command of Typer, built once."""
    import typer

    from rftheory.cli.app import app

    return typer.main.get_command(app)


def _usage(error: Exception) -> str:
    """The message of a usage error of Typer (whichever Click it carries), or an empty text."""
    describe = getattr(error, "format_message", None)
    return f"{describe()} (see `rftheory --help`)" if callable(describe) else ""


def _bug(error: Exception) -> str:
    """What went wrong inside, and where a note says so (RFTHEORY_TRACEBACK=1 shows all)."""
    notes = getattr(error, "__notes__", ())
    return f"internal error ({type(error).__name__}): {error} {' '.join(notes)}"


def _fail(message: str) -> int:
    _say(message)
    return WRONG_INPUT


def _say(message: str) -> None:
    line = " ".join(message.split())
    shown = "".join(c if c.isprintable() else "?" for c in line)
    limit = 1000
    print(  # noqa: T201
        "rftheory:", shown if len(shown) <= limit else f"{shown[:limit]}…", file=sys.stderr
    )


def _silence_stdout() -> None:
    """Point stdout at nothing, so that the interpreter's last flush cannot fail."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
