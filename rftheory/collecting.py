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
_STARTING = 200_000  # more objects than SymPy, a section and a short command make


def collect_seldom() -> None:
    """For a process that is ours alone. What a command loads stays: walking over it while it comes in took a seventh
    of the time of `eval`, and freed 700 objects."""
    if 0 < gc.get_threshold()[0] < _STARTING:
        gc.set_threshold(_STARTING, *_THRESHOLDS[1:])


@contextmanager
def rarely_collecting() -> Iterator[Callable[[], None]]:
    """Collect seldom inside; what is called inside puts all that is alive out of the collector's sight until the end.

    Papers are many small objects that stay, and each full collection walks over them: a third of the time of checking
    proofs. The settings are restored at the end; where objects are frozen already, nothing is changed.
    """
    before = gc.get_threshold()
    starting = before[0] == _STARTING
    if gc.get_freeze_count() or not (starting or 0 < before[0] < _THRESHOLDS[0]):
        yield lambda: None
        return
    if starting:
        gc.freeze()  # else all of it would be walked over now
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield gc.freeze
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
