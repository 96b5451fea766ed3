"""The garbage collector during long computations: what was loaded before is left alone, what is young is looked at seldom."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_THRESHOLDS = (
    20_000,
    20,
    50,
)  # of CPython's three generations: a tenth of the time of its defaults, 5 MB more


@contextmanager
def rarely_collecting() -> Iterator[Callable[[], None]]:
    """Collect seldom inside; what is called inside puts all that is alive out of the collector's sight until the end.

    Papers are many small objects that stay, and each full collection walks over them: a third of the time of checking
    proofs. The settings are restored at the end; where objects are frozen already, nothing is changed.
    """
    before = gc.get_threshold()
    if gc.get_freeze_count() or not 0 < before[0] < _THRESHOLDS[0]:
        yield lambda: None
        return
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield gc.freeze
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
