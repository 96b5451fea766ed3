"""The parent's side: a child that is started when it is needed, kept for the next call, and replaced once it is dead."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO, Any, Self, TypeVar

from rftheory.errors import BudgetError, InputError, out_of_time
from rftheory.isolation.messages import receive, send
from rftheory.threads import THREADS

T = TypeVar("T")

MEMORY = 768 << 20  # bytes of data: with its libraries a child stays below 1 GiB
_ROOM = 16 << 10  # bytes of calls on their way: a pipe holds them, and no side waits for the other to read
_START = (
    "import json, sys\n"
    "sys.path[:] = json.loads(sys.argv[1])\n"
    "from rftheory.isolation.served import serve\n"
    "serve(int(sys.argv[2]))"
)


class Child:
    """A process that makes one call after the other, of functions that it can import; usable as a context manager.

    A call that computes for more than its seconds, takes more than `memory` bytes or brings the process down is a
    BudgetError here, and the next call gets a new process. The child ends with this process, however that ends.
    Where the system has no resource limits, neither seconds nor memory are enforced from outside.
    """

    def __init__(self, memory: int = MEMORY) -> None:
        self.memory = memory
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def call(self, function: Callable[..., T], /, *arguments: Any, seconds: float, **named: Any) -> T:
        """What the function returns; what it raises is raised here. InputError for what cannot be pickled."""
        call = seconds, _packed(function), _packed((arguments, named))
        with self._lock:
            process = self._running()
            requests, answers = _pipes(process)
            try:
                send(requests, call)
                kind, found = receive(answers)
            except (EOFError, BrokenPipeError):
                raise self._ended(seconds) from None
            except BaseException:
                self._stop()
                raise
        if kind != "value":
            raise self._out_of_memory() if kind == "memory" else found
        result: T = found
        return result

    def each(
        self,
        function: Callable[..., T],
        given: Iterable[tuple[Any, ...] | Exception],
        *,
        seconds: float,
        ahead: int = 1,
    ) -> Iterator[T | Exception]:
        """What the function returns or raises for one tuple of arguments after the other; an exception stands for itself.

        Up to `ahead` calls are on their way at once; of those behind one that brings the process down none is lost.
        """
        called, source, sent = _packed(function), iter(given), 0
        waiting: deque[bytes | Exception] = deque()
        with self._lock:
            try:
                while True:
                    if len(waiting) <= ahead // 2:
                        _fill(waiting, source, ahead)
                    if not waiting:
                        return
                    if isinstance(waiting[0], bytes):
                        found, sent = self._first(called, waiting, sent, seconds)
                    else:
                        found = waiting[0]
                    waiting.popleft()
                    sent = max(sent - 1, 0)
                    yield found
            finally:
                if sent:
                    self._stop()

    def _first(
        self, called: bytes, waiting: Sequence[bytes | Exception], sent: int, seconds: float
    ) -> tuple[Any, int]:
        """The answer to the first call that waits, all sent that were not; and how many now are."""
        process = self._process if sent and self._process is not None else self._running()
        requests, answers = _pipes(process)
        ready = _on_their_way(waiting, sent, len(called))
        with contextlib.suppress(BrokenPipeError):  # it died of the first: what can be read says so
            fresh = (call for call in list(waiting)[sent:ready] if isinstance(call, bytes))
            send(requests, *((seconds, called, call) for call in fresh))
        try:
            kind, found = receive(answers)
        except EOFError:
            return self._ended(seconds), 0
        return self._out_of_memory() if kind == "memory" else found, ready

    def close(self) -> None:
        """End the child."""
        with self._lock:
            self._stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._stop()
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START, json.dumps(sys.path), str(self.memory)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **dict.fromkeys(THREADS, "1")},
            )
        return self._process

    def _ended(self, seconds: float) -> BudgetError:
        """Why there is no answer; the dead child is put away."""
        process, self._process = self._process, None
        code = None if process is None else process.wait()
        if process is not None:
            _close(process)
        if code == -getattr(signal, "SIGXCPU", 0) and code:
            return out_of_time(seconds)
        if code == -signal.SIGABRT:
            return self._out_of_memory()
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return BudgetError(f"the process that computed it was ended ({how}) before it gave an answer")

    def _out_of_memory(self) -> BudgetError:
        return BudgetError(
            f"it needs more than {self.memory >> 20} MiB of memory, or a number too large to be held: ask for fewer "
            "digits or smaller parameters"
        )

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            _close(process)


def isolated(function: Callable[..., T], /, *arguments: Any, seconds: float, **named: Any) -> T:
    """`Child.call` in a child that this process keeps until it ends."""
    global _KEPT
    with _KEEPING:
        if _KEPT is None or _KEPT[0] != os.getpid():
            _KEPT = os.getpid(), Child()
            atexit.register(_KEPT[1].close)
        child = _KEPT[1]
    return child.call(function, *arguments, seconds=seconds, **named)


_KEEPING = threading.Lock()
_KEPT: tuple[int, Child] | None = None


def _packed(part: object) -> bytes:
    try:
        return pickle.dumps(part)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise InputError(f"an argument cannot be given to another process: {error}") from None


def _fill(
    waiting: deque[bytes | Exception], source: Iterator[tuple[Any, ...] | Exception], ahead: int
) -> None:
    """Take calls from the source until `ahead` of them wait, or more bytes than are sent at once."""
    size = sum(map(_size, waiting))
    while len(waiting) < ahead and size < _ROOM and (item := next(source, None)) is not None:
        waiting.append(item if isinstance(item, Exception) else _packed((item, {})))
        size += _size(waiting[-1])


def _on_their_way(waiting: Sequence[bytes | Exception], sent: int, beside: int) -> int:
    """How many of those that wait are sent from now on, each with so many bytes beside it: all that a pipe has room for.

    The other side may be waiting for room to answer, so a larger one is sent where none before it has no answer.
    """
    size = 0
    if sent == len(waiting):
        return sent
    for place, call in enumerate(waiting):
        size += _size(call) + beside
        if place >= sent and place and size > _ROOM:
            return place
    return len(waiting)


def _size(call: bytes | Exception) -> int:
    return len(call) if isinstance(call, bytes) else 0


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None:
        raise BudgetError("the child process has no pipes")
    return process.stdin, process.stdout


def _close(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()
