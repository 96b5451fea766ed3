"""One answer within its limits: in this process, or in a child that is ended where nothing else ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from rftheory.exact import balls
from rftheory.isolation import isolated

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


def _within(seconds: float, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
    with balls.seconds_within(seconds):
        return function(*arguments, **named)
