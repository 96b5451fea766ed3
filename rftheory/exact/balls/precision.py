"""The working precision, which is global to the process in FLINT: held by one thread at a time, and restored."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import flint

from rftheory.errors import BudgetError

MOST_BITS = 1 << 20  # three times what any formula takes at 10000 digits
_LOCK = threading.RLock()


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Hold FLINT's process-global precision at `bits`, one thread at a time, and restore it.

    BudgetError beyond 2^20 bits, before FLINT is asked for memory: it ends the process where it gets none.
    """
    if bits > MOST_BITS:
        raise BudgetError(
            f"it needs numbers of more than {MOST_BITS} bits: ask for fewer digits or smaller parameters"
        )
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
