"""What is put to the checker in a mutant's favour: the kept object, its steps said anew, and a search."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.kernel_mutants.making import Unit
from rftheory.evidence.theorems.asked import Goal
from rftheory.evidence.theorems.theorem import flaw
from rftheory.proof.checker import Refused, check
from rftheory.proof.objects import exported
from rftheory.proof.scripts import Script, shown
from rftheory.proof.tactics import Prover
from rftheory.proof.terms import thawed

SAME, STEPS, SEARCH = "the kept object", "its steps", "a search"


@dataclass(frozen=True)
class Searcher:
    """The script that proved the right goal, for `seconds` of processor time."""

    script: Script
    seconds: float

    def found(self, goal: Goal) -> Mapping[str, Any] | None:
        """The object of a goal; None where the script finds none in its time."""
        with (
            contextlib.suppress(Exception, _Late),
            _within(self.seconds),
        ):  # a script may rely on the right goal
            return exported(shown(self.script, Prover(goal.context), goal.proposition), "mutant")
        return None


def accepted(unit: Unit, goal: Goal, searcher: Searcher | None) -> str:
    """By which object the checker accepts the mutant's theorem; empty where it accepts none."""
    if flaw(unit.object, goal) is None:
        return SAME if _passes(unit.object, goal) else ""
    if any(_passes(each, goal) for each in rewritten(unit, goal)):
        return STEPS
    found = searcher.found(goal) if searcher is not None else None
    return SEARCH if found is not None and _passes(found, goal) else ""


def _passes(found: Mapping[str, Any], goal: Goal) -> bool:
    if flaw(found, goal) is not None:
        return False
    try:
        check(dict(found))
    except Refused:
        return False
    return True


def rewritten(unit: Unit, goal: Goal) -> Iterator[Mapping[str, Any]]:
    """The kept steps under the mutant's context: with its conclusion at the end, and with what differs replaced throughout."""
    context = {
        "variables": thawed(goal.context.variables),
        "constraints": thawed(goal.context.constraints),
    }
    steps, end = unit.object["steps"], thawed(goal.proposition)
    last = [*steps[:-1], {**steps[-1], "then": end}]
    yield {**unit.object, "context": context, "steps": last, "conclusion": end}
    pairs = list(differing(unit.object["conclusion"], end))
    if pairs and not any(old == unit.object["conclusion"] for old, _ in pairs):
        yield {**unit.object, "context": context, "steps": _replaced(steps, pairs), "conclusion": end}


def differing(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """The outermost parts in which two terms differ."""
    if one == other:
        return
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other) and one[:1] == other[:1]:
        for mine, yours in zip(one, other, strict=True):
            yield from differing(mine, yours)
    else:
        yield one, other


def _replaced(value: Any, pairs: list[tuple[Any, Any]]) -> Any:
    for old, new in pairs:
        if value == old and not isinstance(value, (int, bool)):
            return new
    if isinstance(value, list):
        return [_replaced(each, pairs) for each in value]
    if isinstance(value, dict):
        return {key: each if key == "rule" else _replaced(each, pairs) for key, each in value.items()}
    return value


class _Late(BaseException):
    """The time of a search is over; no Exception, so that no tactic takes it for a reason to go on."""


@contextlib.contextmanager
def _within(seconds: float) -> Iterator[None]:
    def ring(*_: object) -> None:
        raise _Late

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def searcher(script: Script, goal: Goal, seconds: float) -> Searcher | None:
    """The script with three times what it takes for the right goal; None where that is more than a third of `seconds`."""
    started = time.process_time()
    if Searcher(script, seconds / 3).found(goal) is None:
        return None
    return Searcher(script, 3 * (time.process_time() - started) + 0.1)
