"""A conformance report as a document and as text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from rftheory.conformance.findings import Finding, Report
from rftheory.conformance.judgement.answers import ASKED
from rftheory.conformance.size.worst_error import WorstError
from rftheory.report.grids import Grid, escape, grid
from rftheory.report.schema import SCHEMA, Document, environment

MARKS = {
    "holds": "[green]holds[/]",
    "fails": "[red]fails[/]",
    "undecided": "[yellow]undecided[/]",
    "note": "[yellow]note[/]",
}
SHOWN = 3
"""How many checks are named where many show one mistake."""


def conformance_document(report: Report) -> Document:
    """Everything a report says."""
    place = (
        {} if report.source is None else {"source": dict(zip(("file", "line"), report.source, strict=True))}
    )
    return place | {
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
        "exit_code": report.exit_code,
        "answers": [
            {"question": found.question, "answer": found.answer, "text": found.text}
            for found in report.answers
        ],
        "size": report.size,
        "sizes": [_size(size) for size in report.sizes],
        "identity": report.identity,
        "causes": list(report.causes),
        "findings": [_finding(found) for found in report.findings],
    }


def _size(size: WorstError) -> Document:
    """The worst bias and spread of estimates at one norm; what is no number is left out."""
    document: Document = {"norm": size.norm, "lost": list(size.lost)}
    for name, found, where in (("bias", size.bias, size.biased_at), ("spread", size.spread, size.spread_at)):
        if math.isfinite(found.value):
            document[name] = {"value": found.value, "interval": [found.low, found.high], "at": where}
    if size.exact is not None:
        document["exact_spread"] = size.exact
    return document


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
    for name in ("unit", "cause", "diagnosis", "note"):
        if getattr(found, name):
            document[name] = getattr(found, name)
    if found.candidates:
        document["candidates"] = list(found.candidates)
    return document


def conformance_lines(document: Document) -> Iterable[Grid | str]:
    """The verdict first, then every check, then each mistake once, last how to repeat the run."""
    claim = "recognised as" if document["recognised"] else "as"
    head = f"{document['client']} {claim} {document['mechanism']}, {document['kernel']} kernel, d = {document['d']}"
    size = f"m = {document['m']}" if document["m"] else "m not known"
    yield escape(f"{head}, {size}, {document['dtype'] or 'no'} numbers: {document['conclusion']}")
    yield from map(escape, _verdict(document))
    table = grid("check", "outcome", "found", "seen from", "statement")
    for found in document["findings"]:
        table.add_row(
            escape(found["check"]),
            MARKS["note" if "note" in found else found["outcome"]],
            escape(_effect(found)),
            _delta(found),
            found["statement"],
        )
    yield table
    yield from map(escape, _mistakes(document["findings"]))
    if document["preflight"]:
        yield escape(document["preflight"])
    yield escape(
        f"{document['draws']} draws, seed {document['seed']} through {document['seeding']}, profile {document['profile']}; a correct client fails with "
        f"probability <= {document['alpha']:g}, a stated effect is missed with probability <= {document['beta']:g}"
    )


def _verdict(document: Document) -> Iterable[str]:
    """The size of errors, then the three questions."""
    if document["size"]:
        yield document["size"]
    for found in document["answers"]:
        yield f"{ASKED[found['question']]}? {found['answer']}: {found['text']}"


def _mistakes(findings: Sequence[Document]) -> Iterable[str]:
    """Each cause once, with the detail of its first finding and where else it is seen; then what stays undecided."""
    notes = [found for found in findings if "note" in found]
    findings = [found for found in findings if "note" not in found]
    causes = dict.fromkeys(found["cause"] for found in findings if "cause" in found)
    for cause in causes:
        first, *others = [found for found in findings if found.get("cause") == cause]
        seen = [found["check"] for found in (first, *others)]
        more = f", {len(seen) - SHOWN} more" if len(seen) > SHOWN else ""
        either = "".join(f" or {name}" for name in first.get("candidates", ()))
        yield (
            f"{cause}{either}: {first['diagnosis']} [{first['check']}: {first['detail']}; against {first['statement']}]; "
            f"seen in: {', '.join(seen[:SHOWN])}{more}"
        )
    unsettled = [found for found in findings if found["outcome"] != "holds" and "cause" not in found]
    for outcome in dict.fromkeys(found["outcome"] for found in unsettled):
        first, *others = [found for found in unsettled if found["outcome"] == outcome]
        rest = f"; so {', '.join(found['check'] for found in others[:SHOWN])}" if others else ""
        more = f", {len(others) - SHOWN} more" if len(others) > SHOWN else ""
        yield f"{outcome}: {first['check']}: {first['detail']} (against {first['statement']}){rest}{more}"

    for note in dict.fromkeys(found["note"] for found in notes):
        first, *others = [found for found in notes if found["note"] == note]
        where = ", ".join(found["check"] for found in (first, *others)[:SHOWN])
        name = f" ({first['cause']})" if "cause" in first else ""
        yield f"note{name}: {note} [{first['check']}: {first['detail']}]; seen in: {where}"


def _effect(found: Document) -> str:
    """What was found, short enough for a column; details follow the table."""
    if "effect" not in found:
        return ""
    if "alpha" not in found:
        return f"{found['effect']:.2g}"
    if "interval" not in found:
        return f"{found['effect']:.2g}"
    low, high = found["interval"]
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
