"""The one schema: statements, values and results as JSON-able dictionaries. Renders nothing, computes nothing."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import Any

from rftheory import __version__, registry
from rftheory.context import Context
from rftheory.domain import Domain
from rftheory.evidence.mutants import Trial, kill_rate
from rftheory.evidence.plan import applicable
from rftheory.evidence.statistical.test_design import Announced
from rftheory.exact.enclosure import Enclosure
from rftheory.registry import Entry
from rftheory.statements import Statement
from rftheory.verdict import Evidence, Outcome, Verdict
from rftheory.verification import Result

SCHEMA = 1
Document = dict[str, Any]


def json_schema() -> Document:
    """The JSON Schema of every document, as shipped with the package."""
    text = (files("rftheory") / "report" / "schema-1.json").read_text(encoding="utf-8")
    loaded: Document = json.loads(text)
    return loaded


def value_document(
    identifier: str, side: str, parameters: Mapping[str, object], enclosure: Enclosure
) -> Document:
    """A certified value: every printed digit is correct, |value - truth| <= radius."""
    document: Document = {
        "id": identifier,
        "side": side,
        "parameters": dict(parameters),
        "digits": enclosure.digits,
        "value": enclosure.value,
    }
    if enclosure.value_im is not None:
        document["value_im"] = enclosure.value_im
    return document | {"radius": enclosure.largest_radius, "method": enclosure.method}


def entry_document(entry: Entry) -> Document:
    """One line of the list."""
    recorded = registry.recorded_verdict(entry.statement.id)
    document: Document = {
        "id": entry.id,
        "kind": entry.statement.kind,
        "locator": entry.statement.where,
        "title": entry.statement.title,
        "sides": list(entry.sides),
        "recorded": _name(recorded),
    }
    return document | ({"defined_by": entry.statement.id} if entry.is_companion else {})


def statement_document(entry: Entry) -> Document:
    """Everything that is known about a statement without running its evidence."""
    statement = entry.statement
    return {
        "schema": SCHEMA,
        **entry_document(entry),
        "text": statement.text,
        "latex": statement.latex,
        "domain": statement.domain_text,
        "parameters": _parameters(statement.domain),
        "rules": [rule.text for rule in statement.domain.rules],
        "formulas": [
            {"side": side, "parameters": list(formula.names), "latex": formula.latex()}
            for side, formula in entry.sides.items()
        ],
        "companions": list(statement.companions),
        "evidence": evidence_kinds(statement),
        "verdict": _name(registry.recorded_verdict(statement.id)),
        "refutation": registry.ledger().get("errata", {}).get(statement.id),
        "reason": statement.outside or statement.undecided,
        "note": statement.note,
        "slip": statement.slip,
        "uses": list(statement.uses),
        "mechanism": list(statement.mechanism),
        "setting": statement.setting,
        "correction": _correction(statement),
        "bibtex": registry.paper(statement.paper).bibtex,
    }


def evidence_kinds(statement: Statement) -> list[str]:
    """The kinds of checks that apply to a statement, by name."""
    if statement.outside:
        return []
    return list(dict.fromkeys(type(check).__name__ for check in applicable(statement)))


def heading(statement: Statement) -> Document:
    """What a statement is, whatever was found of it."""
    return {
        "id": statement.id,
        "kind": statement.kind,
        "locator": statement.where,
        "title": statement.title,
        "latex": statement.latex,
    }


def result_document(result: Result) -> Document:
    """What verifying one statement found."""
    statement = result.statement
    document: Document = {
        **heading(statement),
        "verdict": result.verdict.value,
        "recorded": _name(result.recorded),
        "as_recorded": result.as_expected,
        "evidence": [evidence_document(item) for item in result.evidence],
    }
    if result.counterexample is not None:
        document["counterexample"] = result.counterexample
    if result.verdict in (Verdict.OUTSIDE, Verdict.UNDECIDED) and (statement.outside or statement.undecided):
        document["reason"] = statement.outside or statement.undecided
    if statement.slip:
        document["slip"] = True
    if result.correction is not None:
        corrected = result.correction
        document["correction"] = {
            "id": corrected.statement.id,
            "verdict": corrected.verdict.value,
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
        "whole": evidence.whole,
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
            "alpha_each": context.alpha / context.tests,
            "beta_each": context.beta / context.tests,
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
        "results": [result_document(result) for result in results],
    }


def search_document(statement: Statement, evidence: Evidence) -> Document:
    """The outcome of an adversarial search."""
    recorded = registry.recorded_verdict(statement.id)
    return {"schema": SCHEMA, "id": statement.id, "recorded": _name(recorded), **evidence_document(evidence)}


def trials_document(identifier: str, trials: Sequence[Trial]) -> Document:
    """What the evidence of one statement or mechanism made of its mutants."""
    found = [
        {
            "formula": trial.formula,
            "wrong": trial.wrong,
            "outcome": trial.outcome,
            "by": trial.by if trial.killed else None,
            "why": None if trial.killed else trial.by,
        }
        for trial in trials
    ]
    return {"id": identifier, **counts(trials), "mutants": found}


def counts(trials: Sequence[Trial]) -> Document:
    """How many mutants met which fate, and the share of the killed among the wrong ones."""
    fates = ("killed", "survived", "equivalent", "still true")
    totals = {fate.replace(" ", "_"): sum(trial.outcome == fate for trial in trials) for fate in fates}
    return {**totals, "rate": kill_rate(trials)}


def contradicts(document: Document) -> bool:
    """True for a search that broke a statement which is not recorded as refuted."""
    return (document["outcome"], document["recorded"] == Verdict.REFUTED.value) == (
        Outcome.FAILS.value,
        False,
    )


def environment() -> Document:
    """Versions and platform of this run."""
    packages = ("python-flint", "sympy", "mpmath", "numpy", "scipy", "array-api-compat")
    return {
        "rftheory": __version__,
        "python": platform.python_version(),
        **{name: _version(name) for name in packages},
        "platform": platform.platform(),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def _parameters(domain: Domain) -> list[Document]:
    return [{"name": p.name, "kind": p.kind, "rule": p.rule, "meaning": p.meaning} for p in domain.parameters]


def _correction(statement: Statement) -> Document | None:
    corrected = statement.correction
    if corrected is None:
        return None
    recorded = registry.recorded_verdict(corrected.id)
    return {
        "id": corrected.id,
        "verdict": _name(recorded),
        "text": corrected.text,
        "latex": corrected.latex,
        "domain": corrected.domain_text,
    }


def _name(verdict: Verdict | None) -> str | None:
    return None if verdict is None else verdict.value
