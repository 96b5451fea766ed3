"""A conformance report as a document and as text. Computes nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable

from rich.markup import escape
from rich.table import Table

from rftheory.conformance.findings import Finding, Report
from rftheory.report.schema import SCHEMA, Document, environment
from rftheory.report.text import grid

MARKS = {"holds": "[green]holds[/]", "fails": "[red]fails[/]", "undecided": "[yellow]undecided[/]"}


def conformance_document(report: Report) -> Document:
    """Everything a report says."""
    return {
        "schema": SCHEMA,
        "environment": environment(),
        "client": report.client,
        "contract": report.contract,
        "mechanism": report.mechanism,
        "recognised": report.recognised,
        "kernel": report.kernel,
        "d": report.d,
        "m": report.m,
        "dtype": report.dtype,
        "draws": report.draws,
        "seed": report.seed,
        "profile": report.profile,
        "alpha": report.alpha,
        "beta": report.beta,
        "preflight": report.preflight,
        "conclusion": report.conclusion,
        "causes": list(report.causes),
        "findings": [_finding(found) for found in report.findings],
    }


def _finding(found: Finding) -> Document:
    document: Document = {
        "check": found.check,
        "statement": found.statement,
        "outcome": found.outcome.value,
        "detail": found.detail,
        "draws": found.draws,
    }
    for name in ("effect", "delta", "alpha", "beta"):
        value = getattr(found, name)
        if value is not None and math.isfinite(value):
            document[name] = value
    if found.interval is not None and all(map(math.isfinite, found.interval)):
        document["interval"] = list(found.interval)
    for name in ("unit", "cause", "diagnosis"):
        if getattr(found, name):
            document[name] = getattr(found, name)
    return document


def conformance_lines(document: Document) -> Iterable[Table | str]:
    """The verdict first, then every check, then what each mistake is, last how to repeat the run."""
    claim = "recognised as" if document["recognised"] else "as"
    head = f"{document['client']} {claim} {document['mechanism']}, {document['kernel']} kernel, d = {document['d']}"
    yield escape(
        f"{head}, m = {document['m']}, {document['dtype'] or 'no'} numbers: {document['conclusion']}"
    )
    table = grid("check", "outcome", "found", "would have seen", "statement")
    for found in document["findings"]:
        table.add_row(
            escape(found["check"]),
            MARKS[found["outcome"]],
            escape(_effect(found)),
            _delta(found),
            found["statement"],
        )
    yield table
    for found in document["findings"]:
        if found["outcome"] != "holds":
            why = f"{found['cause']}: {found['diagnosis']}" if "cause" in found else found["detail"]
            yield escape(f"{found['check']}: {why} [{found['detail']}] (against {found['statement']})")
    yield escape(document["preflight"])
    yield escape(
        f"{document['draws']} draws, seed {document['seed']}, profile {document['profile']}; a correct client fails with "
        f"probability <= {document['alpha']:g}, a stated effect is missed with probability <= {document['beta']:g}"
    )


def finding_line(found: Finding) -> str:
    """One finding on one line, for a test's message."""
    return escape_free(
        f"{found.check}: {found.cause or found.outcome.value}: {found.diagnosis or found.detail} "
        f"[{found.detail}; {_effect(_finding(found))}; against {found.statement}]"
    )


def escape_free(text: str) -> str:
    """Without line breaks."""
    return " ".join(text.split())


def _effect(found: Document) -> str:
    if "effect" not in found:
        return found["detail"] if found["outcome"] != "holds" else ""
    if "alpha" not in found:
        return f"{found['effect']:.3g}"
    low, high = found.get("interval", (math.nan, math.nan))
    return f"{found['effect']:.3g} in [{low:.3g}, {high:.3g}]"


def _delta(found: Document) -> str:
    if "delta" not in found:
        return "equality"
    return f"{found['delta']:.2g} {found.get('unit', '')}".strip()
