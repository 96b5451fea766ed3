"""Tries mutants of statements against their evidence, on several processes, and goes on where a run stopped."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rftheory import registry
from rftheory.errors import InputError
from rftheory.evidence.mutants import Trial, mechanism_trials, trials
from rftheory.registry import index, loading
from rftheory.statements import Statement
from rftheory.verdict import Verdict
from rftheory.verification import planned, whole_number

Tried = dict[str, list[Trial]]


def try_mutants(
    *selection: str,
    workers: int = 1,
    store: str | Path | None = None,
    resume: bool = False,
    progress: Callable[[Statement], None] | None = None,
) -> Tried:
    """The trials of statements by id, in the papers' order; without a selection also those of mechanisms.

    `store` is a file with a line for every statement tried; with `resume`, statements are taken from it whose text is
    still the same. Raises InputError for unknown names and for a store that is there without `resume`.
    """
    chosen = registry.statements(selection)
    known = _known(store, resume=resume)
    found: Tried = {}
    waiting = [s for s in chosen if _key(s.id) not in known]
    fresh = _run([s.id for s in waiting], whole_number("workers", workers, 1))
    for statement in chosen:
        key = _key(statement.id)
        if key not in known:
            known[key] = next(fresh)
            _append(store, statement.id, key[1], known[key])
        found[statement.id] = known[key]
        if progress is not None:
            progress(statement)
    for trial in () if selection else mechanism_trials(planned("full")):
        found.setdefault(f"mechanism/{trial.formula.partition('/')[0]}", []).append(trial)
    return found


def _of(identifier: str) -> list[Trial]:
    """Run in a worker: every mutant of one statement."""
    refuted = registry.recorded_verdict(identifier) is Verdict.REFUTED
    return list(trials(registry.statement(identifier), planned("full"), refuted=refuted))


def _run(identifiers: Sequence[str], workers: int) -> Iterator[list[Trial]]:
    if workers == 1 or len(identifiers) < 2:
        yield from map(_of, identifiers)
        return
    methods = multiprocessing.get_all_start_methods()
    start = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    with ProcessPoolExecutor(min(workers, len(identifiers)), mp_context=start) as pool:
        try:
            yield from pool.map(_of, identifiers)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _key(identifier: str) -> tuple[str, str]:
    """The id, and the text that it is written in."""
    return identifier, index.digest([loading.file(registry.owner(identifier).module)])


def _known(store: str | Path | None, *, resume: bool) -> dict[tuple[str, str], list[Trial]]:
    """What the store holds; a last line that a kill cut short is left out."""
    path = None if store is None else Path(store)
    if path is None or not path.is_file():
        return {}
    if not resume:
        raise InputError(f"{path} exists; allowed: --resume to go on from it, or another file")
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            entry: dict[str, Any] = json.loads(line)
            found[entry["id"], entry["text"]] = [Trial(**trial) for trial in entry["trials"]]
        except (ValueError, KeyError, TypeError):
            continue
    return found


def _append(store: str | Path | None, identifier: str, text: str, tried: list[Trial]) -> None:
    if store is not None:
        entry = {"id": identifier, "text": text, "trials": [asdict(trial) for trial in tried]}
        with Path(store).open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")
