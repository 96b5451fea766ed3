"""What a user's code may do while it runs: every way out of it is one clear line with file and line."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

import numpy as np

from rftheory.errors import InputError, shorten

PACKAGE = Path(__file__).parents[2]
LIBRARIES = tuple(dict.fromkeys(sysconfig.get_paths()[name] for name in ("stdlib", "purelib", "platlib")))
LEAVE = os._exit
"""The real `os._exit`, which a user's code is not given."""


class Left(BaseException):
    """Raised where a user's code calls os._exit: no `except Exception` of its own stops it."""

    def __init__(self, code: object) -> None:
        self.code = code
        super().__init__(code)


@contextmanager
def held(who: str, hint: Callable[[Exception], str] = lambda _: "") -> Iterator[None]:
    """A user's code runs inside: what it raises is an InputError, sys.exit and os._exit among it, and it prints to stderr.

    Only KeyboardInterrupt passes. NumPy's settings of errors are as before afterwards.
    """
    leave = os._exit
    setattr(os, "_exit", _leaving(os.getpid()))  # noqa: B010 -- its type knows no replacement
    try:
        with np.errstate(all="ignore"), redirect_stdout(sys.stderr):
            yield
    except KeyboardInterrupt:
        raise
    except (SystemExit, Left) as error:
        how = "os._exit" if isinstance(error, Left) else "sys.exit"
        raise InputError(f"{who} ends the process by {how}({shorten(error.code)}){place(error)}") from error
    except Exception as error:
        text = f"{who} raises {type(error).__name__}: {shorten(str(error), 200)}{place(error)}"
        raise InputError(text + hint(error)) from error
    except BaseException as error:
        raise InputError(f"{who} raises {type(error).__name__}{place(error)}") from error
    finally:
        setattr(os, "_exit", leave)  # noqa: B010


def _leaving(owner: int) -> Callable[[int], NoReturn]:
    """os._exit for this process; children that the code forks may leave as they like."""

    def leave(status: int = 0) -> NoReturn:
        if os.getpid() != owner:
            LEAVE(status)
        raise Left(status)

    return leave


def place(error: BaseException) -> str:
    """` at FILE:LINE, in FUNCTION` of the innermost line of the user's own; nothing where there is none."""
    if isinstance(error, SyntaxError) and error.filename:
        return f" at {_shown(error.filename)}:{error.lineno}"
    frames = [(t.tb_frame.f_code, t.tb_lineno) for t in _walk(error.__traceback__)]
    frames = [(code, line) for code, line in frames if not Path(code.co_filename).is_relative_to(PACKAGE)]
    own = [frame for frame in frames if not frame[0].co_filename.startswith((*LIBRARIES, "<"))]
    others = [frame for frame in frames if "site-packages" in frame[0].co_filename]
    if not own and not others:
        return ""
    code, line = own[-1] if own else others[0]
    function = "" if code.co_name == "<module>" else f", in {code.co_name}"
    return f" at {_shown(code.co_filename)}:{line}{function}"


def _walk(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _shown(file: str) -> str:
    """Relative to the working directory where it lies below."""
    path = Path(file)
    try:
        return str(path.relative_to(Path.cwd()))
    except (OSError, ValueError):
        return file


def source(found: Any) -> tuple[str, int] | None:
    """File and line where a callable or a class is defined; None where that is not known."""
    import inspect

    kinds: tuple[Any, ...] = (
        found,
        getattr(found, "__wrapped__", None),
        getattr(found, "__func__", None),
        type(found),
    )
    for one in kinds:
        try:
            file, (_, line) = inspect.getsourcefile(one), inspect.getsourcelines(one)
        except (TypeError, OSError, IndexError, SyntaxError):
            continue
        if file is not None:
            return _shown(file), line
    return None
