"""A conformance report as a document and as text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from rich.markup import escape
from rich.table import Table

from rftheory.conformance.findings import Finding, Report
from rftheory.report.schema import SCHEMA, Document, environment
from rftheory.report.text import grid

MARKS = {"holds": "[green]holds[/]", "fails": "[red]fails[/]", "undecided": "[yellow]undecided[/]"}
SHOWN = 3
"""How many checks are named where many show one mistake."""


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
        "seeding": report.seeding,
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
    """The verdict first, then every check, then each mistake once, last how to repeat the run."""
    claim = "recognised as" if document["recognised"] else "as"
    head = f"{document['client']} {claim} {document['mechanism']}, {document['kernel']} kernel, d = {document['d']}"
    yield escape(
        f"{head}, m = {document['m']}, {document['dtype'] or 'no'} numbers: {document['conclusion']}"
    )
    table = grid("check", "outcome", "found", "seen from", "statement")
    for found in document["findings"]:
        table.add_row(
            escape(found["check"]),
            MARKS[found["outcome"]],
            escape(_effect(found)),
            _delta(found),
            found["statement"],
        )
    yield table
    yield from map(escape, _mistakes(document["findings"]))
    yield escape(document["preflight"])
    yield escape(
        f"{document['draws']} draws, seed {document['seed']} through {document['seeding']}, profile {document['profile']}; a correct client fails with "
        f"probability <= {document['alpha']:g}, a stated effect is missed with probability <= {document['beta']:g}"
    )


def _mistakes(findings: Sequence[Document]) -> Iterable[str]:
    """Each cause once, with the detail of its first finding and where else it is seen; then what stays undecided."""
    causes = dict.fromkeys(found["cause"] for found in findings if "cause" in found)
    for cause in causes:
        first, *others = [found for found in findings if found.get("cause") == cause]
        seen = [found["check"] for found in (first, *others)]
        more = f", {len(seen) - SHOWN} more" if len(seen) > SHOWN else ""
        yield (
            f"{cause}: {first['diagnosis']} [{first['check']}: {first['detail']}; against {first['statement']}]; "
            f"seen in: {', '.join(seen[:SHOWN])}{more}"
        )
    unsettled = [found for found in findings if found["outcome"] != "holds" and "cause" not in found]
    for outcome in dict.fromkeys(found["outcome"] for found in unsettled):
        first, *others = [found for found in unsettled if found["outcome"] == outcome]
        rest = f"; so {', '.join(found['check'] for found in others[:SHOWN])}" if others else ""
        more = f", {len(others) - SHOWN} more" if len(others) > SHOWN else ""
        yield f"{outcome}: {first['check']}: {first['detail']} (against {first['statement']}){rest}{more}"


def finding_line(found: Finding) -> str:
    """One finding on one line, for a test's message."""
    return escape_free(
        f"{found.check}: {found.cause or found.outcome.value}: {found.diagnosis or found.detail} "
        f"[{'; '.join(part for part in (found.detail, _effect(_finding(found))) if part)}; against {found.statement}]"
    )


def escape_free(text: str) -> str:
    """Without line breaks."""
    return " ".join(text.split())


def _effect(found: Document) -> str:
    """What was found, short enough for a column; details follow the table."""
    if "effect" not in found:
        return ""
    if "alpha" not in found:
        return f"{found['effect']:.2g}"
    low, high = found.get("interval", (math.nan, math.nan))
    if found.get("unit") == "relative":
        return f"{_percent(found['effect'])} % [{_percent(low)}, {_percent(high)}]"
    return f"{found['effect']:.2g} [{low:.2g}, {high:.2g}]"


def _delta(found: Document) -> str:
    """The effect from which on it would have been seen."""
    if "delta" not in found:
        return "equality"
    return f"{_percent(found['delta'])} %" if found.get("unit") == "relative" else f"{found['delta']:.2g}"


def _percent(value: float) -> str:
    return f"{100.0 * value:.1f}" if abs(value) < 0.0995 else f"{100.0 * value:.0f}"
