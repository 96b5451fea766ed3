"""Work counted in evaluations, never in seconds: a run that is cut short is cut at the same place every time."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from rftheory.errors import BudgetError
from rftheory.exact.balls.precision import precision
from rftheory.exact.balls.seconds import look_at_the_clock

R = TypeVar("R")

_BITS = 512  # of the working precision that count as one evaluation more
_MEMORY = 640 << 20  # bytes of one step: with what is loaded, an answer stays within 1 GiB


@dataclass
class _Meter:
    spent: int = 0
    limit: float = math.inf
    calls: int = 0


_METER: ContextVar[_Meter] = ContextVar("meter")


@contextmanager
def work_within(evaluations: float) -> Iterator[None]:
    """What is done inside takes at most so many evaluations of special functions, integrands and summands, else BudgetError.

    It counts towards the block around it too, which may end it sooner.
    """
    outer = _meter()
    inner = _Meter(limit=min(evaluations, outer.limit - outer.spent))
    token = _METER.set(inner)
    try:
        yield
    finally:
        _METER.reset(token)
        outer.spent += inner.spent


def spend(evaluations: int = 1) -> None:
    """Count evaluations, the dearer the higher the precision; BudgetError past the limit, or past the time."""
    meter = _meter()
    meter.spent += evaluations * (1 + precision() // _BITS)
    meter.calls += 1
    _check(meter)
    look_at_the_clock(meter.calls)


def hold(numbers: float) -> None:
    """BudgetError now where one step would hold so many numbers of the working precision that they take too much memory."""
    if numbers * precision() / 8 > _MEMORY:
        raise BudgetError(
            f"it takes more than {_MEMORY >> 20} MiB of memory: ask for fewer digits or smaller parameters"
        )


def charge(cost: int) -> None:
    """Count what was found before as if it were found again."""
    if cost:
        meter = _meter()
        meter.spent += cost
        _check(meter)


def spent() -> int:
    """What the innermost block has counted so far."""
    return _meter().spent


def kept(maxsize: int) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Keep the values of a function of exact arguments; a kept value counts what it took to find.

    So what a run can afford does not depend on what was asked before.
    """

    def decorate(function: Callable[..., R]) -> Callable[..., R]:
        @functools.lru_cache(maxsize=maxsize)
        def found(*arguments: Hashable) -> tuple[R, int]:
            before = spent()
            value = function(*arguments)
            return value, spent() - before

        @functools.wraps(function)
        def recalled(*arguments: Hashable) -> R:
            before = spent()
            value, cost = found(*arguments)
            meter = _meter()
            meter.spent = before + cost
            _check(meter)
            return value

        return recalled

    return decorate


def _meter() -> _Meter:
    found = _METER.get(None)
    if found is None:
        found = _Meter()
        _METER.set(found)
    return found


def _check(meter: _Meter) -> None:
    if meter.spent > meter.limit:
        raise BudgetError(
            f"it takes more than {meter.limit:.0f} evaluations of functions, integrands and summands"
        )
