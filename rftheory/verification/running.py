"""Runs over papers and ids: what is chosen, with which seed and store, on how many workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rftheory import registry
from rftheory.collecting import rarely_collecting
from rftheory.context import Context, profile
from rftheory.errors import DomainError, InputError, shorten
from rftheory.results import Result
from rftheory.statements import Statement
from rftheory.verification.examining import ahead, checks, examine
from rftheory.verification.scheduling import opened, scheduled, whole

if TYPE_CHECKING:
    from rftheory.evidence.statistical.test_design import Announced
    from rftheory.measured.engine.workers import Executor


def verify(
    *selection: str,
    profile_name: str = "quick",
    seed: int | None = None,
    workers: int = 1,
    store: str | Path | None = None,
    progress: Callable[[Statement], None] | None = None,
    context: Context | None = None,
    executor: Executor | None = None,
    accumulate: str | Path | None = None,
) -> list[Result]:
    """Results for papers (by key, or files and folders of your own) or ids, in the papers' order; none: everything.

    An id may be the beginning of several ("simrf/thm4.3"). A Result has `.verdict`, `.evidence`, `.counterexample` and
    `.as_expected`, whether the verdict is the recorded one; what each verdict word proves stands in docs/verify.md.

    `workers` > 1 runs statements on processes and changes nothing but the time (call it from an importable
    main guarded by __name__). `executor` is any object with `submit` (dask's `Client.get_executor()`, loky,
    mpi4py) whose workers have rftheory: it gets whole statements, or with a `store` the chunks of draws, since
    the checkpoint file is written here alone. `store` is that file: chunks found there are not drawn again.
    `accumulate` is the file of a lifetime of runs: this one draws afresh and adds to it, and every test of a drawn
    mean decides on all runs together, at error rates that hold for the lifetime; docs/inference.md, section 14.
    `progress` is called with every finished statement, in order. Raises InputError for unknown names.
    """
    for name in selection:
        if not isinstance(name, str):
            raise InputError(
                f"{shorten(name)} is no id; allowed: text such as simrf/thm4.3/orf, one argument each"
            )
    if whole_number("workers", workers, 1) > 1:
        from rftheory.measured.engine.workers import prepare

        prepare(registry.modules(selection))  # while they are loaded here
    chosen = registry.statements(selection)
    base = planned(profile_name, seed, context, selection)
    results = []
    with ExitStack() as stack:
        stack.enter_context(rarely_collecting())()
        if accumulate is not None:
            if store is not None:
                raise InputError("give a store or a file to accumulate in, not both")
            from rftheory.measured.engine.about import of_a_lifetime
            from rftheory.measured.engine.lifetime import Lifetime

            lifetime = stack.enter_context(Lifetime(accumulate, of_a_lifetime(base)))
            base = replace(base, lifetime=lifetime)
        for result in _run(chosen, base, workers, store, executor):
            results.append(result)
            if progress is not None:
                progress(result.statement)
        if base.lifetime is not None:
            base.lifetime.finish()
    return results


def planned(
    profile_name: str = "quick",
    seed: int | None = None,
    context: Context | None = None,
    selection: Sequence[str] = (),
) -> Context:
    """The context of a run: budgets are split over every test of all shipped papers and of your own that it selects."""
    base = context or Context(profile=profile(profile_name))
    if seed is not None:
        base = replace(base, seed=whole_number("seed", seed, 0))
    return replace(base, tests=max(1, registry.planned_tests(selection)))


def announced(*selection: str, context: Context) -> list[Announced]:
    """Every statistical test that `verify` would make, with its draws, method, error rates and seconds; draws nothing.

    The seconds are those of one core, from a short calibration on streams that no result uses.
    """
    return [
        test
        for statement in registry.statements(selection)
        for each in (statement, *([statement.correction] if statement.correction is not None else []))
        for check in checks(each, context)
        for test in ahead(check, each, context)
    ]


def whole_number(name: str, value: object, lower: int) -> int:
    """`value` if it is an integer >= lower, else DomainError."""
    if isinstance(value, bool) or not isinstance(value, int) or value < lower:
        raise DomainError(name, value, f"integer >= {lower}")
    return value


def _run(
    chosen: Sequence[Statement],
    context: Context,
    workers: int,
    store: str | Path | None,
    executor: Executor | None = None,
) -> Iterator[Result]:
    if executor is not None:
        if workers > 1:
            raise InputError("give an executor or workers, not both")
        if store is None and context.lifetime is None:
            yield from whole(chosen, context, executor)
            return
        context = replace(context, executor=executor)
    if workers > 1 and len(chosen) > 1 and context.lifetime is None:
        if context.store is not None or context.executor is not None:
            raise InputError("processes take a store as a path and no executor; workers must be 1 here")
        from rftheory.measured.engine.workers import Processes

        with Processes(min(workers, len(chosen))) as pool:
            yield from scheduled(chosen, context, store, pool)
        return
    with opened(context, store) as here:
        for statement in chosen:
            yield examine(statement, replace(here, workers=max(workers, context.workers)))
