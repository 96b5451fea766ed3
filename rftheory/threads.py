"""Threads of linear algebra. Many small matrices take several of them up to twenty times the processor time of one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""The variables that say how many, as libraries read them when they are loaded."""


def one_thread() -> dict[str, str]:
    """What an environment lacks for one thread; nothing where it says how many."""
    return {} if any(name in os.environ for name in THREADS) else dict.fromkeys(THREADS, "1")


@contextmanager
def one_thread_for_children() -> Iterator[None]:
    """Processes that are started inside take one thread, unless the environment says how many."""
    added = one_thread()
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)
