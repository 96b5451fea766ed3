"""A limit of computing time for one answer. An answer found in time is not touched."""

from __future__ import annotations

import math
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import FrameType

from rftheory.errors import DomainError, out_of_time

SECONDS = 60.0
_AGAIN = 0.05
_SHORT = 1e-3  # of a call that is not asked for: to read the clock takes as long as some calls


@dataclass
class _Limit:
    seconds: float
    end: float  # of this thread's processor time, where no signal tells
    passed: bool = False


_LIMIT: ContextVar[_Limit | None] = ContextVar("limit", default=None)
_BENEATH: ContextVar[bool] = ContextVar("beneath compiled code", default=False)


@contextmanager
def seconds_within(seconds: float) -> Iterator[None]:
    """BudgetError once the block has computed for `seconds` (processor time, so that a busy machine changes nothing).

    DomainError unless 0 < seconds <= 10^9. In the main thread a timer tells; elsewhere evaluations look at the
    clock. One call into compiled code is not broken off, but waited for: `isolation` ends what these do not end.
    """
    check_seconds(seconds)
    outer = _LIMIT.get()
    limit = _Limit(seconds, time.thread_time() + seconds)
    if outer is not None and outer.end < limit.end:
        limit = _Limit(outer.seconds, outer.end)
    token = _LIMIT.set(limit)
    try:
        if outer is None and hasattr(signal, "setitimer") and _in_main_thread():
            with _timer(limit):
                yield
        else:
            yield
    finally:
        _LIMIT.reset(token)


def check_seconds(seconds: float) -> float:
    """The seconds if 0 < seconds <= 10^9, else DomainError."""
    if not 0.0 < seconds <= 1e9:
        raise DomainError("seconds", seconds, "a number > 0 and <= 10^9")
    return seconds


def look_at_the_clock(calls: int) -> None:
    """BudgetError where the time is over; `calls` made so far: the clock itself is read once in 64."""
    limit = _LIMIT.get()
    if limit is None:
        return
    if limit.passed or (calls % 64 == 0 and time.thread_time() > limit.end):
        raise out_of_time(limit.seconds)


def foresee(seconds: float) -> None:
    """BudgetError now where one call into compiled code, which cannot be broken off, would take longer than is left.

    `seconds`: its estimated cost, counted half, so that what would be found in time is not refused.
    """
    if seconds < _SHORT:
        return
    limit = _LIMIT.get()
    if limit is not None and seconds / 2 > limit.end - time.thread_time():
        raise out_of_time(limit.seconds)


def seconds_left() -> float:
    """What the limit leaves of this thread's processor time; infinity without a limit."""
    limit = _LIMIT.get()
    return math.inf if limit is None else max(limit.end - time.thread_time(), 0.0)


@contextmanager
def beneath_compiled_code() -> Iterator[None]:
    """The block is called by compiled code, which no exception of a timer may cross: it is told by the next evaluation."""
    token = _BENEATH.set(True)
    try:
        yield
    finally:
        _BENEATH.reset(token)


@contextmanager
def _timer(limit: _Limit) -> Iterator[None]:
    loading = _imports(sys._getframe())

    def stop(_: int, frame: FrameType | None) -> None:
        (_LIMIT.get() or limit).passed = True
        # a class body that is broken off half-way raises an error of Python's own, so a module is left to load
        if not _BENEATH.get() and _imports(frame) <= loading:
            raise out_of_time(limit.seconds)

    before = signal.signal(signal.SIGPROF, stop)
    # It rings again: an exception raised inside a finaliser is ignored by Python.
    signal.setitimer(signal.ITIMER_PROF, limit.seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


def _imports(frame: FrameType | None) -> int:
    """How many frames of Python's import stand above this one."""
    count = 0
    while frame is not None:
        count += frame.f_code.co_filename.startswith("<frozen importlib")
        frame = frame.f_back
    return count


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
