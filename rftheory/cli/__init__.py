"""The door of the command line: runs a command, turns every error into one line."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from rftheory.cli import streams
from rftheory.cli.program import COMPLETE, PROGRAM
from rftheory.collecting import collect_seldom
from rftheory.threads import one_thread

EXPECTED, UNEXPECTED, WRONG_INPUT = 0, 1, 2
OUTPUT_LOST, INTERRUPTED, PIPE_CLOSED = 74, 130, 141


def main() -> NoReturn:
    """Entry point of `rftheory`."""
    collect_seldom()
    os.environ.update(one_thread())
    streams.prepare()
    if COMPLETE in os.environ:
        sys.exit(completed())
    sys.exit(run(sys.argv[1:]))


def completed() -> int:
    """Answer a shell that completes a line, as its script asks by the environment; silent where it cannot."""
    from typer.completion import completion_init  # type: ignore[attr-defined]

    completion_init()
    try:
        _command().main(args=[], prog_name=PROGRAM, complete_var=COMPLETE, standalone_mode=False)
    except SystemExit as ended:
        return int(ended.code or 0)
    except Exception:  # noqa: BLE001 -- a broken index must not break the shell's prompt
        return UNEXPECTED
    return EXPECTED


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; every failure is one line on stderr."""
    from rftheory.cli.progress import telling
    from rftheory.errors import RFTheoryError

    try:
        try:
            with telling(" ".join(arguments[:2])):
                return _invoked(arguments)
        finally:
            sys.stdout.flush()
    except streams.StreamError as error:
        streams.silence()
        _say(str(error))
        return OUTPUT_LOST
    except (streams.ReaderGone, BrokenPipeError):
        streams.silence()
        return PIPE_CLOSED
    except RFTheoryError as error:
        return _fail(str(error))
    except MemoryError as error:
        return _fail(f"more memory is needed than there is: {str(error) or 'allowed: something smaller'}")
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    except OSError as error:
        if os.environ.get("RFTHEORY_TRACEBACK"):
            raise
        return _fail(f"the system refuses: {error}")
    except Exception as error:
        if os.environ.get("RFTHEORY_TRACEBACK"):
            raise
        return _fail(_usage(error, arguments) or _threads(error) or _bug(error))


def _invoked(arguments: Sequence[str]) -> int:
    """The exit code of a command line; papers that it opens are known as long as it runs."""
    from rftheory.cli.own_papers import bare, split

    places, rest = split(arguments)
    with contextlib.ExitStack() as open_papers:
        if places or any(word.endswith(".py") or word.startswith((".", "/", "~")) for word in rest):
            from rftheory.compatibility import installed

            if installed("rftheory.registry"):
                from rftheory.registry import beside

                open_papers.enter_context(beside(*places))
            elif places:
                from rftheory.errors import InputError

                raise InputError(
                    "papers are known to the whole installation alone; allowed: no --papers here"
                )
        return _command_of(bare(rest))


def _command_of(arguments: Sequence[str]) -> int:
    """The exit code of a command: `conform` runs without Typer, which a light installation has not."""
    if arguments[:1] == ["conform"]:
        from rftheory.cli.conforming.program import run as conform

        return conform(arguments[1:])
    from rftheory.compatibility import installed

    if not (installed("typer") and installed("rftheory.cli.app")):
        from rftheory.errors import InputError

        raise InputError(
            "this is the light installation: allowed: conform; pip install rftheory brings the rest"
        )
    import typer

    command = _command(*arguments[:1])
    try:
        with command.make_context("rftheory", list(arguments)) as context:
            command.invoke(context)
    except typer.Exit as stop:
        return int(stop.exit_code)
    return EXPECTED


def _command(first: str = "") -> Any:
    """The command of Typer: the one alone that a line begins with, which takes less to make, or else all."""
    from rftheory.cli.app import COMMANDS

    return _made(*([first] if first in COMMANDS else []))


@functools.cache
def _made(*commands: str) -> Any:
    """The commands of Typer, built once."""
    import typer

    from rftheory.cli.app import program

    return typer.main.get_command(program(*commands))


def _usage(error: Exception, arguments: Sequence[str]) -> str:
    """The message of a usage error of Typer (whichever Click it carries), or an empty text."""
    describe = getattr(error, "format_message", None)
    if not callable(describe):
        return ""
    context = getattr(error, "ctx", None)
    command = getattr(context, "command_path", " ".join([PROGRAM, *arguments[:1]]))
    named = any(each.name == "values" for each in getattr(getattr(context, "command", None), "params", ()))
    option = str(getattr(error, "option_name", None) or "")
    hint = (
        f"; parameters are given as {option.lstrip('-')}=value" if named and option.startswith("--") else ""
    )
    return f"{describe()}{hint} (see `{command} --help`)"


def _threads(error: Exception) -> str:
    """What is said where the system starts no thread; empty for every other error."""
    refused = type(error) is RuntimeError and "start new thread" in str(error)
    return f"the system refuses: {error}; allow more processes" if refused else ""


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
    # a full or closed standard error changes neither the exit code nor what is on standard output
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"rftheory: {shown if len(shown) <= limit else f'{shown[:limit]}…'}\n")
        sys.stderr.flush()
