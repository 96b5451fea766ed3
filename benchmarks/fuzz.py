"""Fuzzes the command line: `python -m benchmarks.fuzz --seconds 120 --seed N`; exit 1 where anything is found.

Every input runs in a child process with limits of time and memory. Found is: a traceback, an internal error, an
abort, an exit code that is not documented, an error of more than one line or with output beside it, an answer that
takes far longer than its --seconds, and more than 1 GiB resident. `--only I` shows and runs input I alone.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from benchmarks.hostile import line, sides
from benchmarks.trial import Trial, attempt, generated
from rftheory.errors import BudgetError
from rftheory.isolation import Child

LIMIT = 8.0  # seconds of computing for one input; those that take --seconds are given 2
MEMORY = 1 << 30
RENEWED = 2000  # inputs that one child takes


def fuzz(
    seed: int, seconds: float, first: int = 0, most: int | None = None
) -> tuple[int, list[str], Counter[str]]:
    """Inputs first, first + 1, .. of a seed: how many ran, what was found, and how often each command and side ran."""
    end, found, seen = time.monotonic() + seconds, [], Counter[str]()
    index = first
    child = Child(memory=MEMORY)
    try:
        while time.monotonic() < end and (most is None or index - first < most):
            if (index - first) % RENEWED == RENEWED - 1:
                child.close()
            try:
                trial = child.call(attempt, seed, index, seconds=LIMIT)
            except BudgetError as error:
                arguments = child.call(generated, seed, index, seconds=LIMIT)
                trial = Trial(arguments, f"ended from outside: {error}", 0)
            seen[trial.arguments[0]] += 1
            if trial.arguments[0] == "eval" and "--batch" not in trial.arguments:
                seen[trial.arguments[1]] += 1
            wrong = trial.wrong or (f"{trial.resident >> 20} MiB resident" if trial.resident > MEMORY else "")
            if wrong:
                shown = " ".join(argument[:60] for argument in trial.arguments)
                found.append(f"seed {seed} input {index}: {shown}\n    {wrong}")
                print(found[-1], flush=True)
            index += 1
    finally:
        child.close()
    return index - first, found, seen


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="start at this input")
    parser.add_argument("--only", type=int, help="this input alone")
    given = parser.parse_args()
    if given.only is not None:
        arguments, stdin = line(given.seed, given.only)
        print(arguments, stdin)
        count, found, seen = fuzz(given.seed, given.seconds, given.only, 1)
    else:
        count, found, seen = fuzz(given.seed, given.seconds, given.first)
    every = {f"{name}:{side}" if side else name for name, side in sides()}
    commands = {name: count for name, count in sorted(seen.items()) if name not in every}
    print(
        f"seed {given.seed}: {count} inputs, {len(found)} findings, {sum(1 for name in every if name in seen)} of "
        f"{len(every)} sides evaluated; {commands}"
    )
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
