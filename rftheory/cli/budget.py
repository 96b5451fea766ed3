"""A limit of computing time for one answer. An answer found in time is not touched."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from rftheory.errors import BudgetError, DomainError

SECONDS = 60.0
AGAIN = 0.05


@contextmanager
def budget(seconds: float) -> Iterator[None]:
    """BudgetError once the block has computed for `seconds` (processor time, so that a busy machine changes nothing).

    DomainError unless 0 < seconds <= 10^9. Where the system or the thread has no timer there is no limit; one call
    into compiled code is not broken off, but waited for.
    """
    if not (math.isfinite(seconds) and 0.0 < seconds <= 1e9):
        raise DomainError("seconds", seconds, "a number > 0 and <= 10^9")
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise BudgetError(
            f"no answer after {seconds:g} seconds of computing: ask for fewer digits or smaller parameters, or "
            "allow more with --seconds"
        )

    before = signal.signal(signal.SIGPROF, stop)
    # It rings again: an exception raised inside a finaliser is ignored by Python.
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
