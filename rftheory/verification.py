"""Runs the evidence of statements and concludes verdicts; the order and number of workers change nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from rftheory import registry
from rftheory.evidence.context import Context, profile
from rftheory.evidence.plan import applicable, planned_tests
from rftheory.evidence.search import Search
from rftheory.statement import Below, Equal, Statement
from rftheory.verdict import Evidence, Outcome, Verdict, agrees, conclude


@dataclass(frozen=True)
class Result:
    """What verifying one statement found; `correction` is the result of its corrected form."""

    statement: Statement
    verdict: Verdict
    recorded: Verdict | None
    evidence: tuple[Evidence, ...]
    correction: Result | None
    seconds: float

    @property
    def counterexample(self) -> dict[str, str] | None:
        """The certified counterexample, if the statement is refuted by one."""
        for item in self.evidence:
            if item.outcome is Outcome.FAILS and item.counterexample:
                return dict(item.counterexample)
        return None

    @property
    def as_expected(self) -> bool:
        """True unless the verdict contradicts the recorded one, or nothing is recorded."""
        return self.recorded is not None and agrees(self.verdict, self.recorded)


def examine(statement: Statement, context: Context) -> Result:
    """Gather the evidence of one statement and of its correction."""
    started = time.perf_counter()
    gathered: list[Evidence] = []
    if not statement.outside:
        for check in applicable(statement):
            if getattr(check, "kind", "") == "simulation" and not context.profile.simulations:
                continue
            before = time.perf_counter()
            gathered.append(replace(check.run(statement, context), seconds=time.perf_counter() - before))
    verdict = conclude("outside" if statement.outside else statement.kind, gathered)
    correction = examine(statement.correction, context) if statement.correction is not None else None
    recorded = registry.recorded().get(statement.id)
    return Result(statement, verdict, recorded, tuple(gathered), correction, time.perf_counter() - started)


def verify(
    *selection: str,
    profile_name: str = "quick",
    seed: int | None = None,
    workers: int = 1,
    progress: Callable[[Statement], None] | None = None,
    context: Context | None = None,
) -> list[Result]:
    """Results for papers or ids in the papers' order (no selection: everything)."""
    chosen = registry.statements(selection)
    base = context or Context(profile=profile(profile_name), workers=workers)
    if seed is not None:
        base = replace(base, seed=seed)
    base = replace(base, tests=max(1, planned_tests(registry.statements())))
    return list(_run(chosen, base, progress))


def _run(
    chosen: Sequence[Statement], context: Context, progress: Callable[[Statement], None] | None
) -> Iterator[Result]:
    for statement in chosen:
        if progress is not None:
            progress(statement)
        yield examine(statement, context)


def search(identifier: str, seconds: float = 20.0) -> Evidence:
    """Adversarial search for a violation of one statement over its printed domain, certified."""
    statement = registry.statement(identifier)
    if not isinstance(statement.claim, (Equal, Below)):
        return Evidence(
            "search", Outcome.UNDECIDED, f"{statement.id} makes no pointwise claim that a search can break"
        )
    context = Context(profile=profile("deep"), options={"search_seconds": seconds})
    return Search().run(statement, context)
