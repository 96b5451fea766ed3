"""`conform` on Performer-size clients: memory of the process and processor time beyond the client's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from benchmarks.speed.timing import Row, child

CASES = (
    (64, 256, "quick", None, 300.0),
    (64, 256, "full", None, 600.0),
    (256, 1024, "quick", 256, 600.0),
    (1024, 4096, "quick", 64, 2048.0),
)


def rows(quick: bool) -> Iterator[Row]:
    """Each size in a process of its own; the largest ones only in the whole table."""
    for d, m, profile, draws, goal in CASES[:1] if quick else CASES:
        found = _measured(d, m, profile, draws)
        what = f"conform, d = {d}, m = {m}, {profile}, {found['draws']} draws"
        yield Row(what, found["resident"], "MiB", goal, check="conforms")
        if d == 64 and profile == "quick":
            yield Row(what + ": beyond the client", found["beyond"], "CPU s", 10.0)
        elif d == 256 and draws is not None:
            yield from _shares(what, found, _measured(d, m, profile, 2 * draws))


def _shares(what: str, found: dict[str, Any], twice: dict[str, Any]) -> Iterator[Row]:
    """All over the client's own time, of a run, and of the draws that a run with twice as many has more."""
    once = found["beyond"] / found["client"]
    more = (twice["beyond"] - found["beyond"]) / (twice["client"] - found["client"])
    fixed = found["beyond"] - more * found["client"]
    yield Row(what + ": all / the client's own time", once + 1.0, "times", 1.3,
              bound=f"{fixed:.1f} s are spent once a run, however many the draws; more of them: the row below")  # fmt: skip
    yield Row(what + ": further draws / the client's own time for them", more + 1.0, "times", 1.3)


def _measured(d: int, m: int, profile: str, draws: int | None) -> dict[str, Any]:
    """What one client in a process of its own took; it conforms. `resident`: MiB of that process."""
    run = child(["-m", "benchmarks.speed.conform_client", str(d), str(m), profile, str(draws or 0)])
    assert run.status == 0, run.output
    found: dict[str, Any] = json.loads(run.output) | {"resident": run.resident}
    assert found["conclusion"] == "conforms", found
    return found
