"""What runs found, as documents: results, evidence, plans, searches, trials of mutants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from rftheory import registry
from rftheory.report.schema import SCHEMA, Document, conclusion_document, environment, verdict_name
from rftheory.report.statements import heading
from rftheory.verdict import Evidence, Outcome, Verdict

if TYPE_CHECKING:
    from rftheory.context import Context
    from rftheory.evidence.statistical.test_design import Announced
    from rftheory.results import Result
    from rftheory.statements import Statement


def result_document(result: Result) -> Document:
    """What verifying one statement found."""
    statement = result.statement
    document: Document = {
        **heading(statement),
        **conclusion_document(result.conclusion),
        "recorded": result.recorded and result.recorded.verdict.value,
        "as_recorded": result.as_expected,
        "evidence": [evidence_document(item) for item in result.evidence],
    }
    if result.counterexample is not None:
        document["counterexample"] = result.counterexample
    if result.verdict in (Verdict.OUTSIDE, Verdict.UNDECIDED) and (statement.outside or statement.undecided):
        document["reason"] = statement.outside or statement.undecided
    if statement.misprint:
        document["slip"] = True
    if result.correction is not None:
        corrected = result.correction
        document["correction"] = {
            "id": corrected.statement.id,
            **conclusion_document(corrected.conclusion),
            "text": corrected.statement.text,
            "latex": corrected.statement.latex,
            "evidence": [evidence_document(item) for item in corrected.evidence],
        }
    return document | {"seconds": round(result.seconds, 3)}


def evidence_document(evidence: Evidence) -> Document:
    """One piece of evidence; `seconds` is its only entry that differs between equal runs."""
    document: Document = {
        "kind": evidence.kind,
        "outcome": evidence.outcome.value,
        "detail": evidence.detail,
        "scope": evidence.scope and evidence.scope.words,
        "in_part": evidence.in_part,
    }
    if evidence.counterexample:
        document["counterexample"] = dict(evidence.counterexample)
    if evidence.data:
        document["data"] = dict(evidence.data)
    return document | {"seconds": round(evidence.seconds, 3)}


def plan_document(announced: Sequence[Announced], context: Context) -> Document:
    """The statistical tests of a run before it, and what the ledger leaves to each."""
    return {
        "tests": [asdict(test) for test in announced],
        "ledger": {
            "alpha": context.alpha,
            "beta": context.beta,
            "tests_of_all_papers": context.tests,
            "alpha_each": context.share[0],
            "beta_each": context.share[1],
        },
        "seconds": sum(test.seconds for test in announced),
    }


def run_document(results: Sequence[Result], context: Context, plan: Document | None = None) -> Document:
    """A whole verification run, with the plan of its statistical tests where it has any."""
    return {
        **({} if plan is None else {"plan": plan}),
        "schema": SCHEMA,
        "environment": environment(),
        "alpha": context.alpha,
        "beta": context.beta,
        "seed": context.seed,
        "profile": context.profile.name,
        "budget": budget_document(results, context),
        "results": [result_document(result) for result in results],
    }


def budget_document(results: Sequence[Result], context: Context) -> Document:
    """The error budget of all papers, what a test of it may spend, and what this run made and spent of it."""
    made = sum(map(_tests_made, results))
    alpha, beta = context.share
    return {
        "alpha": context.alpha,
        "beta": context.beta,
        "tests_of_all_papers": context.tests,
        "alpha_each": alpha,
        "beta_each": beta,
        "tests_made": made,
        "alpha_spent": made * alpha,
        "beta_spent": made * beta,
    }


def _tests_made(result: Result) -> int:
    """By the evidence of a statement and of its correction."""
    from rftheory.evidence.declared import made_tests

    own = sum(map(made_tests, result.evidence))
    return own if result.correction is None else own + _tests_made(result.correction)


def search_document(statement: Statement, evidence: Evidence) -> Document:
    """The outcome of an adversarial search."""
    recorded = registry.recorded_verdict(statement.id)
    return {
        "schema": SCHEMA,
        "id": statement.id,
        "recorded": verdict_name(recorded),
        **evidence_document(evidence),
    }


def contradicts(document: Document) -> bool:
    """True for a search that broke a statement which is not recorded as refuted."""
    return (document["outcome"], document["recorded"] == Verdict.REFUTED.value) == (
        Outcome.FAILS.value,
        False,
    )
