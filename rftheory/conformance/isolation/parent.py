"""The parent: starts the child, watches its time and memory, and takes nothing for an answer but a whole report."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any

from rftheory.conformance.findings import Report
from rftheory.conformance.isolation import limits
from rftheory.conformance.isolation.messages import Calls, Refused, receive, send
from rftheory.errors import InputError, RFTheoryError, shorten
from rftheory.threads import one_thread

START = "import json, sys; sys.path[:] = json.loads(sys.argv.pop()); from rftheory.conformance.isolation.child import main; main()"
TAIL = 16_384
"""Bytes of the code's output that are kept."""
HOUR = 3600.0
BEAT = 0.05
Progress = Callable[[int, int], None]


class CodeError(InputError):
    """The code cannot be judged: the text says why; `.output` is what it printed last."""

    def __init__(self, message: str, output: str = "") -> None:
        super().__init__(message)
        self.output = output


@dataclass
class _Heard:
    """What came out of the child so far."""

    last: Calls | None = None
    answer: Report | Refused | None = None
    printed: bytearray = field(default_factory=bytearray)
    cut: bool = False

    @property
    def output(self) -> str:
        """The end of what the code printed."""
        text = self.printed.decode("utf-8", "replace")
        return f"...{text}" if self.cut else text


def examine(
    target: str,
    options: dict[str, Any],
    *,
    timeout: float | None = None,
    memory: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> tuple[Report, str]:
    """`conform(target, **options)` in a child process: the report, and the end of what the code printed.

    timeout: seconds of wall time, an hour where nothing is said; memory: GiB that the child may hold, three quarters
    of the machine's; workers: its own processes, which call the code ahead. CodeError where the code, or the usage, gives no report, whatever the child's exit code is.
    """
    seconds = HOUR if timeout is None else _positive("timeout", timeout)
    size = limits.allowed() if memory is None else int(_positive("memory", memory) * 2**30)
    child = subprocess.Popen(
        [sys.executable, "-c", START, json.dumps(sys.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**one_thread(), **os.environ},
    )
    heard = _Heard()
    try:
        threads = _listeners(child, heard)
        with suppress(BrokenPipeError):
            send(_stream(child.stdin), (target, options, workers))
        why = _watched(child, heard, seconds, size, progress)
    finally:
        _end(child)
    for thread, stream in zip(threads, (child.stdout, child.stderr), strict=True):
        thread.join(5.0)
        if not thread.is_alive():
            _stream(stream).close()
    with suppress(OSError):
        _stream(child.stdin).close()
    return _concluded(target, heard, why, child.returncode)


def _listeners(child: subprocess.Popen[bytes], heard: _Heard) -> list[threading.Thread]:
    """Threads that keep both pipes empty."""
    listeners = (
        threading.Thread(target=_answers, args=(_stream(child.stdout), heard), daemon=True),
        threading.Thread(target=_prints, args=(_stream(child.stderr), heard), daemon=True),
    )
    for thread in listeners:
        thread.start()
    return list(listeners)


def _stream(found: IO[bytes] | None) -> IO[bytes]:
    assert found is not None
    return found


def _answers(stream: IO[bytes], heard: _Heard) -> None:
    for message in receive(stream):
        if isinstance(message, Calls):
            heard.last = message
        elif isinstance(message, (Report, Refused)):
            heard.answer = message


def _prints(stream: IO[bytes], heard: _Heard) -> None:
    while data := os.read(stream.fileno(), 65_536):
        heard.printed += data
        if len(heard.printed) > TAIL:
            del heard.printed[:-TAIL]
            heard.cut = True


def _watched(
    child: subprocess.Popen[bytes], heard: _Heard, seconds: float, size: int | None, progress: Progress | None
) -> str:
    """Why the child was ended, or nothing: it has answered, or ended by itself."""
    start = time.monotonic()
    while child.poll() is None and heard.answer is None:
        if progress is not None and heard.last is not None:
            progress(heard.last.made, heard.last.draws)
        if time.monotonic() - start > seconds:
            return f"took more than {seconds:g} s and was ended; allowed: --timeout, or fewer --draws"
        held = limits.resident(child.pid)
        if size is not None and held is not None and held > size:
            return f"held more than {size / 2**30:.3g} GiB and was ended; allowed: --memory GIB, or a smaller --d and --m"
        with suppress(subprocess.TimeoutExpired):
            child.wait(BEAT)
    return ""


def _end(child: subprocess.Popen[bytes]) -> None:
    """No process of the code's group is left behind."""
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.wait()


def _concluded(target: str, heard: _Heard, why: str, code: int) -> tuple[Report, str]:
    """The report; CodeError or RFTheoryError in its absence."""
    answer = heard.answer
    if isinstance(answer, Report):
        return answer, heard.output
    if isinstance(answer, Refused):
        if answer.bug:
            raise RFTheoryError(f"internal error ({answer.bug}): {answer.text}")
        raise CodeError(answer.text, heard.output)
    calls = f"after {heard.last.made} calls" if heard.last is not None else "before its first call was over"
    raise CodeError(f"{shorten(target)}: {calls} it {why or _ended(code)}", heard.output)


def _ended(code: int) -> str:
    """How a process ended that gave no report."""
    if code >= 0:
        return f"ended the process with exit code {code}; no report"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"was ended by {name}; no report"


def _positive(name: str, value: float) -> float:
    if not 0.0 < value < float("inf"):
        raise InputError(f"{name} = {shorten(value)}; allowed: a finite number > 0")
    return float(value)
