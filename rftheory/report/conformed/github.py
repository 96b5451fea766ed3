"""Workflow commands of GitHub: one annotation a cause, at the line where the code is defined."""

from __future__ import annotations

from collections.abc import Iterator

from rftheory.report.conformed.summary import State, causes, summary
from rftheory.report.schema import Document

LEVELS: dict[State, str] = {"wrong": "error", "open": "warning", "excused": "notice"}


def commands(document: Document) -> Iterator[str]:
    """`::error ...` for what fails, `::warning ...` for what is not settled, `::notice ...` for what is as expected."""
    where = document.get("source")
    place = f"file={_property(where['file'])},line={where['line']}," if where else ""
    found = list(causes(document))
    for cause in found:
        yield f"::{LEVELS[cause.state]} {place}title={_property(f'rftheory: {cause.name}')}::{_message(cause.line)}"
    if not found:
        yield f"::notice {place}title=rftheory::{_message(summary(document))}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
