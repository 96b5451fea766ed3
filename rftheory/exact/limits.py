"""One answer within its limits: in this process, or in a child that is ended where nothing else ends it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ParamSpec, TypeVar

from rftheory.exact import balls
from rftheory.isolation import Child, isolated

P = ParamSpec("P")
T = TypeVar("T")


def limited(
    seconds: float, isolate: bool, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs
) -> T:
    """What the function of that name returns; BudgetError once it has computed for `seconds`.

    With `isolate` it is called in a child process, so that one call into compiled code that takes longer, memory
    beyond 768 MiB and an abort are a BudgetError too; the function must be importable, its arguments picklable.
    """
    balls.check_seconds(seconds)
    if isolate:
        found: T = isolated(_within, seconds, function, *arguments, seconds=seconds, **named)
        return found
    return _within(seconds, function, *arguments, **named)


def each_limited(
    seconds: float,
    function: Callable[..., T],
    given: Iterable[tuple[Any, ...] | Exception],
    *,
    ahead: int = 1,
) -> Iterator[T | Exception]:
    """What the function of that name returns or raises for one tuple of arguments after the other, each isolated.

    An exception among the given stands for itself; up to `ahead` calls are on their way to the child at once.
    """
    balls.check_seconds(seconds)
    with Child() as child:
        yield from child.each(
            functools.partial(_within, seconds, function), given, seconds=seconds, ahead=ahead
        )


def _within(seconds: float, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
    with balls.seconds_within(seconds):
        return function(*arguments, **named)
