"""Statements and results as Markdown for notebooks. Imports no notebook package, computes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory import registry
from rftheory.report.markdown import cell
from rftheory.report.runs import result_document
from rftheory.statements import Statement
from rftheory.verification import Result


@dataclass(frozen=True)
class Rendered:
    """Markdown that a notebook renders by itself."""

    text: str

    def _repr_markdown_(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text


def display(item: Statement | Result) -> Rendered:
    """A statement as printed, or a result with its evidence."""
    return Rendered(_statement(item) if isinstance(item, Statement) else _result(item))


def _statement(statement: Statement) -> str:
    recorded = registry.recorded_verdict(statement.id)
    ending = f"\n\nRecorded verdict: **{recorded.value}**" if recorded is not None else ""
    return (
        f"**{statement.where}** (`{statement.id}`): {statement.title}\n\n{statement.text}\n\n"
        f"$$\n{statement.latex}\n$$\n\nDomain: {statement.domain_text}{ending}"
    )


def _result(result: Result) -> str:
    document = result_document(result)
    rows = [
        f"| {item['kind']} | {item['outcome']} | {cell(item['detail'])} |" for item in document["evidence"]
    ]
    table = "\n".join(["| evidence | outcome | detail |", "|---|---|---|", *rows])
    parts = [_statement(result.statement), f"Verdict: **{document['verdict']}**", table]
    if "counterexample" in document:
        shown = ", ".join(f"{name} = {value}" for name, value in document["counterexample"].items())
        parts.append(f"Counterexample: {cell(shown)}")
    if "correction" in document:
        corrected = document["correction"]
        parts.append(
            f"Correction (`{corrected['id']}`, **{corrected['verdict']}**): {corrected['text']}\n\n"
            f"$$\n{corrected['latex']}\n$$"
        )
    return "\n\n".join(parts)
