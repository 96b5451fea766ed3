"""Tries mutants of statements against their evidence, on several processes, and goes on where a run stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from rftheory import registry
from rftheory.errors import InputError
from rftheory.evidence.mutants import Trial, mechanism_trials, trials
from rftheory.evidence.mutants.kept import Kept, Key, Timed
from rftheory.measured.engine.workers import Executor, Processes, in_order
from rftheory.registry import index, loading
from rftheory.statements import Statement
from rftheory.verdict import Verdict
from rftheory.verification import planned, whole_number

AHEAD = 64  # statements in flight: one that takes long keeps no worker waiting, whoever runs them


class Tried(dict[str, list[Trial]]):
    """Trials by id of statement or mechanism, and the CPU seconds that they took, those taken from a store included."""

    seconds: float = 0.0


def try_mutants(
    *selection: str,
    workers: int = 1,
    store: str | Path | None = None,
    resume: bool = False,
    progress: Callable[[Statement], None] | None = None,
    executor: Executor | None = None,
) -> Tried:
    """The trials of statements by id, in the papers' order; without a selection also those of mechanisms.

    `workers` > 1 runs statements on processes (call it from an importable main guarded by __name__); `executor` is
    any object with `submit` whose workers have rftheory. Neither changes anything but the time.

    `store` is a file with a line for every statement tried; with `resume`, statements are taken from it whose text is
    still the same, as long as the code that tries them is. Raises InputError for unknown names, for a store that is
    there without `resume`, for a file that is none, and for workers beside an executor.
    """
    if executor is not None and workers != 1:
        raise InputError("give an executor or workers, not both")
    chosen = registry.statements(selection)
    kept, keys = Kept(store, resume=resume), _keys(chosen)
    found = Tried()
    waiting = [s for s in chosen if keys[s.id] not in kept.known]
    fresh = _run([s.id for s in waiting], whole_number("workers", workers, 1), executor)
    for statement in chosen:
        key = keys[statement.id]
        if key not in kept.known:
            kept.add(key, next(fresh))
        found[statement.id], seconds = kept.known[key]
        found.seconds += seconds
        if progress is not None:
            progress(statement)
    started = time.process_time()
    for trial in () if selection else mechanism_trials(planned("full")):
        found.setdefault(f"mechanism/{trial.formula.partition('/')[0]}", []).append(trial)
    found.seconds += time.process_time() - started
    return found


def _of(identifier: str) -> Timed:
    """Run in a worker: every mutant of one statement, and what they took."""
    started = time.process_time()
    refuted = registry.recorded_verdict(identifier) is Verdict.REFUTED
    context = planned("full", selection=[identifier])
    found = list(trials(registry.statement(identifier), context, refuted=refuted))
    return Timed(found, round(time.process_time() - started, 2))


def _run(identifiers: Sequence[str], workers: int, executor: Executor | None) -> Iterator[Timed]:
    with ExitStack() as stack:
        if executor is None and workers > 1 and len(identifiers) > 1:
            executor = stack.enter_context(Processes(min(workers, len(identifiers))))
        if executor is None:
            yield from map(_of, identifiers)
            return
        there, window = registry.travelling(_of), AHEAD * workers
        for _, found in in_order(executor, there, identifiers, lambda identifier: (identifier,), window):
            yield found


def _keys(statements: Iterable[Statement]) -> dict[str, Key]:
    """By id the id, and a digest of the texts that it is written in and of the code that tries its mutants."""
    modules = {s.id: registry.owner(s.id).module for s in statements}
    home = Path(__file__).parent
    code = [
        *sorted((home / "evidence").rglob("*.py")),
        *(home / w / "mutation.py" for w in ("claims", "exact")),
    ]
    texts = {
        module: index.digest(
            [loading.file(module), *loading.shared(module.partition(".")[0]), *filter(Path.is_file, code)]
        )
        for module in set(modules.values())
    }
    return {identifier: (identifier, texts[module]) for identifier, module in modules.items()}
