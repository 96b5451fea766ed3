"""The working precision, which is global to the process in FLINT: held by one thread at a time, and restored."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import flint

_LOCK = threading.RLock()


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Hold FLINT's process-global precision at `bits`, one thread at a time, and restore it."""
    with _LOCK:
        before = flint.ctx.prec
        flint.ctx.prec = bits
        try:
            yield
        finally:
            flint.ctx.prec = before


def precision() -> int:
    """The working precision in bits."""
    return int(flint.ctx.prec)
