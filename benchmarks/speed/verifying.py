"""`verify`: the quick run over a paper and over everything, and how it grows with the statements."""

from __future__ import annotations

import json
from collections.abc import Iterator

from benchmarks.speed.timing import Row, child


def rows(quick: bool) -> Iterator[Row]:
    """Processor seconds of whole runs; everything only in the whole table."""
    runs = {"simrf": None} if quick else {"simrf": None, "orf performer hrf crt simrf beyond": 60.0}
    for papers, goal in runs.items():
        run = child(["-m", "rftheory", "verify", *papers.split(), "--json"])
        assert run.status == 0, papers
        document = json.loads(run.output)
        count = len(document["results"])
        name = f"verify, {count} statements ({papers if len(papers) < 10 else 'all papers'})"
        yield Row(name, run.seconds, "CPU s", goal, check="exit 0: as the ledger records",
                  bound="values, derivations and proofs are checked again")  # fmt: skip
        yield Row(f"{name}: a statement", run.seconds / count * 1e3, "CPU ms")
        yield Row(f"{name}: memory", run.resident, "MiB")
