"""Runs the evidence of statements and concludes verdicts; the order and number of workers change nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rftheory import registry
from rftheory.claims import formal
from rftheory.collecting import rarely_collecting
from rftheory.context import Context, profile
from rftheory.errors import BudgetError, DomainError, InputError, PrecisionError, shorten
from rftheory.evidence.declared import evidence_of
from rftheory.evidence.plan import applicable
from rftheory.exact import balls
from rftheory.registry import dependence
from rftheory.results import Result
from rftheory.statements import Check, Statement
from rftheory.verdict import ClaimForm, Conclusion, Evidence, EvidenceKind, Outcome, conclude

if TYPE_CHECKING:
    from rftheory.evidence.statistical.test_design import Announced
    from rftheory.measured.engine.workers import Executor

SHARE_OF_A_TASK = 1 / 32
"""Of the announced seconds of a run: what takes more is drawn in chunks, not as one task."""
_SHORT = 5.0  # announced seconds below which a statement is one task anyhow
_EVALUATIONS = 5_000_000  # of one check: some minutes, and thirty times what the papers need


def examine(statement: Statement, context: Context) -> Result:
    """Gather the evidence of one statement and of its correction."""
    started = time.perf_counter()
    gathered: list[Evidence] = []
    if not statement.outside:
        for check in applicable(statement):
            if check.costly and not context.profile.simulations:
                continue
            before = time.perf_counter()
            gathered.append(replace(_gather(check, statement, context), seconds=time.perf_counter() - before))
    gathered = _grounded(statement, gathered)
    kind = "outside" if statement.outside else statement.kind
    conclusion = conclude(kind, gathered, _form(statement), experiment=_experiment(statement))
    correction = examine(statement.correction, context) if statement.correction is not None else None
    recorded = registry.recorded_conclusion(statement.id)
    return Result(statement, conclusion, recorded, tuple(gathered), correction, time.perf_counter() - started)


def _form(statement: Statement) -> ClaimForm:
    """In what form the statement says its claim."""
    if statement.claim is None:
        return "none"
    return "formal" if formal(statement.claim) else "prose"


def _experiment(statement: Statement) -> bool:
    """Whether what is said to be wrong is an experiment that did not come out."""
    return statement.erratum is not None and statement.erratum.kind == "not reproduced"


def _grounded(statement: Statement, gathered: list[Evidence]) -> list[Evidence]:
    """The evidence with derivations left undecided where what they rest on is refuted, or is the statement itself."""
    if not any(e.kind is EvidenceKind.DERIVATION and e.outcome is Outcome.HOLDS for e in gathered):
        return gathered
    flaw = dependence.unsound(statement.id, statement.uses)
    return [
        replace(e, outcome=Outcome.UNDECIDED, detail=f"{flaw}: {e.detail}")
        if flaw and e.kind is EvidenceKind.DERIVATION and e.outcome is Outcome.HOLDS
        else e
        for e in gathered
    ]


def _gather(check: Check, statement: Statement, context: Context) -> Evidence:
    """The evidence of one check; what cannot be evaluated or afforded is undecided, a bug is an error."""
    try:
        with balls.work_within(_EVALUATIONS):
            return evidence_of(check, statement, context)
    except (PrecisionError, BudgetError) as error:
        return Evidence(check.kind, Outcome.UNDECIDED, f"could not be carried out: {error}")
    except Exception as error:
        error.add_note(f"in the {type(check).__name__} of {statement.id}")
        raise


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
        for result in _run(chosen, base, whole_number("workers", workers, 1), store, executor):
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
    return [test for statement in registry.statements(selection) for test in _ahead(statement, context)]


def _ahead(statement: Statement, context: Context) -> list[Announced]:
    """The tests of one statement and of its correction."""
    found: list[Announced] = []
    listening = replace(context, ahead=found.append)
    for each in (statement, *([statement.correction] if statement.correction is not None else [])):
        for check in applicable(each):
            if check.tests and (context.profile.simulations or not check.costly):
                _gather(check, each, listening)
    return found


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
            yield from _submitted(chosen, context, None, executor, len(chosen))
            return
        context = replace(context, executor=executor)
    if workers > 1 and len(chosen) > 1 and context.lifetime is None:
        if context.store is not None or context.executor is not None:
            raise InputError("processes take a store as a path and no executor; workers must be 1 here")
        yield from _on_processes(chosen, context, workers, store)
        return
    with ExitStack() as stack:
        if store is not None:
            from rftheory.measured.engine.about import of_a_run
            from rftheory.measured.engine.checkpoints import Store

            context = replace(context, store=stack.enter_context(Store(store, of_a_run(context))))
        for statement in chosen:
            yield examine(statement, replace(context, workers=max(workers, context.workers)))


@dataclass(frozen=True)
class _Found:
    """A Result without its statements, which do not travel between processes."""

    conclusion: Conclusion
    evidence: tuple[Evidence, ...]
    correction: _Found | None
    seconds: float


def _on_processes(
    chosen: Sequence[Statement], context: Context, workers: int, store: str | Path | None
) -> Iterator[Result]:
    from rftheory.measured.engine.workers import Processes

    with Processes(min(workers, len(chosen))) as pool:
        yield from scheduled(chosen, context, store, pool)


def scheduled(
    chosen: Sequence[Statement], context: Context, store: str | Path | None, pool: Executor
) -> Iterator[Result]:
    """Results in the order of the statements, the work in an order that leaves no worker waiting at the end.

    What is announced to draw for more than 1/32 of the whole, and for seconds, is drawn first, in chunks on all
    workers; then come whole statements, those that draw longest first. What they announce is tried on the workers too.
    """
    seconds = _announced_seconds(chosen, context, pool)
    most = max(_SHORT, SHARE_OF_A_TASK * sum(seconds.values()))
    order = sorted(chosen, key=lambda each: -seconds[each.id])
    known: dict[str, Result] = {}
    chunked = replace(context, executor=pool)
    for statement in (each for each in order if seconds[each.id] > most):
        (known[statement.id],) = _run([statement], chunked, 1, store)
    rest = [each for each in order if each.id not in known]
    found = _submitted(rest, context, store, pool, len(rest))
    for statement in chosen:
        while statement.id not in known:
            result = next(found)
            known[result.statement.id] = result
        yield known.pop(statement.id)


def _announced_seconds(chosen: Sequence[Statement], context: Context, pool: Executor) -> dict[str, float]:
    """How long the statements say that they draw, by id; it decides the order alone."""
    from rftheory.measured.engine.workers import in_order

    tried = registry.travelling(_ahead_there)
    found = in_order(pool, tried, chosen, lambda each: (each.id, context), len(chosen))
    return {statement.id: seconds for statement, seconds in found}


def _ahead_there(identifier: str, context: Context) -> float:
    """Run in a worker: the seconds that one statement announces."""
    return sum(test.seconds for test in _ahead(registry.statement(identifier), context))


def _submitted(
    chosen: Sequence[Statement],
    context: Context,
    store: str | Path | None,
    executor: Executor,
    window: int,
) -> Iterator[Result]:
    from rftheory.measured.engine.workers import in_order

    there, alone = registry.travelling(_examine_there), replace(context, workers=1)
    for statement, found in in_order(executor, there, chosen, lambda each: (each.id, alone, store), window):
        yield _with_statement(statement, found)


def _examine_there(identifier: str, context: Context, store: str | Path | None) -> _Found:
    """Run in a worker: look the statement up by its id and gather its evidence."""
    statement = registry.statement(identifier)
    with rarely_collecting() as settled:
        settled()
        (result,) = _run([statement], context, 1, store)
    return _without_statement(result)


def _without_statement(result: Result) -> _Found:
    fixed = None if result.correction is None else _without_statement(result.correction)
    return _Found(result.conclusion, result.evidence, fixed, result.seconds)


def _with_statement(statement: Statement, found: _Found) -> Result:
    fixed = None
    if found.correction is not None and statement.correction is not None:
        fixed = _with_statement(statement.correction, found.correction)
    recorded = registry.recorded_conclusion(statement.id)
    return Result(statement, found.conclusion, recorded, found.evidence, fixed, found.seconds)
