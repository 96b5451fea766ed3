"""One result whatever runs it: `python -m benchmarks.same`; exit 1 where a document differs in more than its times.

Compared are 1 and 2 processes, Dask with 1 and 2 workers, three hash seeds, and with `--python FILE ..` other
interpreters, whose environments have other versions of NumPy: these may differ in what they say of themselves.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.clusters import cluster
from benchmarks.kills import STATEMENTS, without_times

LIMIT = 1800.0


def document(
    chosen: Sequence[str],
    *more: str,
    python: str = sys.executable,
    environment: Mapping[str, str] | None = None,
) -> Any:
    """What a run prints, without its times; its error line where it has none."""
    done = subprocess.run(
        [python, "-m", "rftheory", "verify", *chosen, "--profile", "full", "--json", *more],
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
        env={**os.environ, **(environment or {})},
    )
    return without_times(json.loads(done.stdout)) if done.stdout else done.stderr


def ways(chosen: Sequence[str], pythons: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """(how it was run, what it gave), one process with hash seed 0 first."""
    yield "1 process", document(chosen, "--workers", "1", environment={"PYTHONHASHSEED": "0"})
    yield "2 processes", document(chosen, "--workers", "2", environment={"PYTHONHASHSEED": "1"})
    yield "hash seed 4242", document(chosen, environment={"PYTHONHASHSEED": "4242"})
    for count in (1, 2):
        with cluster(count) as there:
            yield f"dask, {count} workers", document(chosen, "--dask", there.address)
    for python in pythons:
        yield python, document(chosen, python=python)


def difference(one: Any, other: Any, place: str = "") -> str:
    """Where two documents differ first; empty where they do not."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next((d for key in one if (d := difference(one[key], other[key], f"{place}/{key}"))), "")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        found = (difference(a, b, f"{place}/{k}") for k, (a, b) in enumerate(zip(one, other, strict=True)))
        return next((d for d in found if d), "")
    # json.dumps tells 1 from 1.0 and shows every digit of a float
    same = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    return "" if same else f"{place}: {str(one)[:200]} | {str(other)[:200]}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("statements", nargs="*", default=list(STATEMENTS))
    parser.add_argument("--python", nargs="*", default=[], help="other interpreters that have rftheory")
    given = parser.parse_args()
    first: Any = None
    found = 0
    for how, what in ways(given.statements, given.python):
        if how in given.python:
            versions = what.pop("environment", None) if isinstance(what, dict) else None
            print(f"{how}: {versions}")
            first = {name: value for name, value in first.items() if name != "environment"}
        first = what if first is None else first
        wrong = difference(first, what)
        found += bool(wrong)
        print(f"{how}: {wrong or 'the same'}", flush=True)
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
