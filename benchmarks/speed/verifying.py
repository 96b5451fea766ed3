"""`verify` and `mutants`: quick runs over a paper and over everything, a full run on two processes, mutants of a sample."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import log
from typing import Any

from benchmarks.speed.timing import Ended, Row, child

PAPERS = ("orf", "performer", "hrf", "crt", "simrf", "beyond")
CALL = ("-m", "rftheory", "verify")
SAMPLE = (
    "orf/thm1",
    "performer/lemma2",
    "hrf/lemma2.4",
    "crt/thm3.1",
    "simrf/thm4.3",
    "beyond/ce/second-moment",
)
"""A statement or a few of every paper, chosen before anything was measured."""


def rows(quick: bool) -> Iterator[Row]:
    """Processor seconds of whole runs; everything, and full runs, only in the whole table."""
    one, run, parts = _run(("simrf",))
    yield from _verified("simrf", one, run, parts, None)
    yield from mutants("of a sample", SAMPLE)
    if not quick:
        every, whole, parts = _run(PAPERS)
        yield from _verified("all papers", every, whole, parts, 60.0)
        growth = log(whole.seconds / run.seconds) / log(every / one)
        yield Row(f"verify in statements, {one} to {every}: exponent", growth, "", 1.2)
        yield from _on_two_processes("performer")
        yield from _on_two_processes("beyond/dense")


def _run(papers: tuple[str, ...]) -> tuple[int, Ended, Counter[str]]:
    """Of a quick run over papers: how many statements it has, what it took, and its seconds by the kind of evidence."""
    run = child([*CALL, *papers, "--json"])
    assert run.status == 0, papers
    results = json.loads(run.output)["results"]
    parts: Counter[str] = Counter()
    for result in results:
        for evidence in result["evidence"]:
            parts[evidence["kind"]] += evidence["seconds"]
    return len(results), run, parts


def _verified(name: str, count: int, run: Ended, parts: Counter[str], goal: float | None) -> Iterator[Row]:
    what = f"verify, {count} statements ({name})"
    shares = ", ".join(f"{kind} {seconds:.0f} s" for kind, seconds in parts.most_common(5))
    yield Row(what, run.seconds, "CPU s", goal, check="exit 0: as the ledger records",
              bound=f"all evidence runs again, and nothing that was kept is believed: {shares}")  # fmt: skip
    yield Row(f"{what}: a statement", run.seconds / count * 1e3, "CPU ms")
    yield Row(f"{what}: memory", run.resident, "MiB")


def _on_two_processes(paper: str) -> Iterator[Row]:
    """The clock alone tells what a second process gains; it needs two cores that nothing else uses.

    The full run of a paper draws for minutes; that of `beyond/dense` is short and hardly draws. What two cores give to
    two runs that share nothing is measured in between: twice the work over the time of the slower one.
    """
    what = f"verify {paper} --profile full"
    one, two = ([*CALL, paper, "--profile", "full", "--json", "--workers", workers] for workers in ("1", "2"))
    alone, shared = child(one), child(two)
    with ThreadPoolExecutor(2) as pool:
        beside = list(pool.map(child, [one, one]))
    runs = (alone, shared, *beside)
    assert all(run.status == 0 for run in runs), paper
    first, *others = (_without_seconds(json.loads(run.output)) for run in runs)
    assert all(other == first for other in others), paper
    most = 2 * alone.clock / max(run.clock for run in beside)
    yield Row(f"{what}: one process / two, by the clock", alone.clock / shared.clock, "times", 1.85, at_least=True,
              check="same results", bound=f"{alone.clock:.0f} s in one process; two whole runs beside each other, "
              "which share nothing, gain what is in the row below")  # fmt: skip
    yield Row(f"{what}: two runs one after the other / beside each other, by the clock", most, "times",
              at_least=True, check="same results")  # fmt: skip


def _without_seconds(document: Any) -> Any:
    """A document without its times: all else is the same however a run is shared out."""
    if isinstance(document, dict):
        return {key: _without_seconds(value) for key, value in document.items() if key != "seconds"}
    return [_without_seconds(value) for value in document] if isinstance(document, list) else document


def mutants(name: str, selection: tuple[str, ...]) -> Iterator[Row]:
    run = child(["-m", "rftheory", "mutants", *selection, "--json"])
    assert run.status == 0, selection
    document = json.loads(run.output)
    count = sum(len(result["mutants"]) for result in document["results"])
    assert document["totals"]["killed"] > count / 2
    what = f"mutants {name}, {count} of {len(document['results'])} statements"
    yield Row(what, run.seconds, "CPU s", check="most are killed")
    yield Row(f"{what}: a mutant", document["seconds"] / count * 1e3, "CPU ms")
