"""`conform` on Performer-size clients: memory of the process and processor time beyond the client's own."""

from __future__ import annotations

import json
from collections.abc import Iterator

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
        run = child(["-m", "benchmarks.speed.conform_client", str(d), str(m), profile, str(draws or 0)])
        assert run.status == 0, run.output
        found = json.loads(run.output)
        assert found["conclusion"] == "conforms", found
        what = f"conform, d = {d}, m = {m}, {profile}, {found['draws']} draws"
        yield Row(what, run.resident, "MiB", goal, check="conforms")
        if d == 64 and profile == "quick":
            yield Row(what + ": beyond the client", found["beyond"], "CPU s", 10.0)
        elif d == 256:
            yield Row(what + ": all / the client's own time", found["beyond"] / found["client"] + 1.0, "times", 1.3,
                      bound="the client draws by one QR; digests read every row once")  # fmt: skip
