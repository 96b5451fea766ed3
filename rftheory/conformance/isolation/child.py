"""The child: standard output and input are taken from the user's code before any of it is loaded."""

from __future__ import annotations

import faulthandler
import os
import sys
import threading
import time
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import IO, Any, NoReturn

from rftheory.conformance.client.guarding import LEAVE
from rftheory.conformance.findings import Finding
from rftheory.conformance.isolation.messages import Calls, Message, Refused, receive, send

OFTEN = 0.2
"""Seconds between two messages of progress."""


def main() -> NoReturn:
    """Read one request from standard input, examine the code, tell the parent, and leave without further ado."""
    answers, requests = _channels()
    _first_to_go()
    target, options, workers = next(receive(requests))
    threading.Thread(target=_outlived, args=(requests,), daemon=True).start()
    send(answers, _examined(target, options, workers, _Progress(answers)))
    LEAVE(0)


def _channels() -> tuple[IO[bytes], IO[bytes]]:
    """Copies of standard output and input; what the code prints goes to standard error, and it reads nothing."""
    answers, requests = os.fdopen(os.dup(1), "wb"), os.fdopen(os.dup(0), "rb")
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    faulthandler.enable(all_threads=False)
    return answers, requests


def _examined(target: Any, options: dict[str, Any], workers: int, progress: _Progress) -> Message:
    """The report, or the one line that stands in its place."""
    from rftheory.errors import RFTheoryError

    try:
        from rftheory.conformance.client.ahead import processes
        from rftheory.conformance.conform import conform

        with processes(workers) as executor:
            found = conform(target, **options, progress=progress, executor=executor)
    except RFTheoryError as error:
        return Refused(str(error))
    except MemoryError as error:
        return Refused(f"more memory is needed than there is: {str(error) or 'allowed: something smaller'}")
    except Exception as error:  # noqa: BLE001 -- the parent says it
        if os.environ.get("RFTHEORY_TRACEBACK"):
            sys.excepthook(type(error), error, error.__traceback__)
        return Refused(str(error), type(error).__name__)
    return replace(found, findings=tuple(_told(finding) for finding in found.findings))


def _told(finding: Finding) -> Finding:
    """A finding without what only the diagnosis needs, which does not travel."""
    inner = {part.name: None for part in fields(finding) if part.name in ("measurements", "mending")}
    return replace(finding, **inner)  # type: ignore[arg-type]


class _Progress:
    """Tells the parent now and then how far the draws are."""

    def __init__(self, answers: IO[bytes]) -> None:
        self._answers, self._next, self._owner = answers, 0.0, os.getpid()

    def __call__(self, made: int, draws: int) -> None:
        now = time.monotonic()
        if now >= self._next and os.getpid() == self._owner:
            self._next = now + OFTEN
            send(self._answers, Calls(made, draws))


def _outlived(requests: IO[bytes]) -> None:
    """End with the parent, whose end of standard input closes when it ends."""
    requests.read(1)
    LEAVE(1)


def _first_to_go() -> None:
    """Where memory runs out the system ends this process and not its parent (Linux)."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")
