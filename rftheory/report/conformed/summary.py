"""A report in one line, and each cause of it in one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from rftheory.conformance.findings import EXITS
from rftheory.report.schema import Document

FAILS = EXITS["fails"]


State = Literal["wrong", "open", "excused"]
"""What a line adds to the exit code: 1, 3 or nothing."""


class Cause(NamedTuple):
    """A mistake that was found (or, without a name, checks that do not hold): one line, where it shows, its state."""

    name: str
    line: str
    checks: tuple[str, ...]
    state: State


def state(document: Document, found: Document) -> State:
    """Of a finding that does not hold: undecided is open, and a failure is excused where all failures are expected."""
    if found["outcome"] == "undecided":
        return "open"
    return "excused" if document.get("expected") and document["exit_code"] != FAILS else "wrong"


def open_findings(document: Document) -> list[Document]:
    """What fails and counts, or stays undecided: a finding with a note departs from the theory without harm."""
    return [found for found in document["findings"] if found["outcome"] != "holds" and not found.get("note")]


def summary(document: Document) -> str:
    """Client, conclusion and causes, in one line."""
    findings = document["findings"]
    held = sum(found["outcome"] == "holds" for found in findings)
    what = f"{document['client']} {document['conclusion']} as {document['mechanism']} ({document['kernel']} kernel, "
    size = f"d = {document['d']}, seed {document['seed']}): "
    causes = f"{', '.join(document['causes'])}; " if document["causes"] else ""
    return f"{what}{size}{causes}{held} of {len(findings)} checks hold"


def causes(document: Document) -> Iterator[Cause]:
    """Each cause once, by the first check that shows it; then failures without a cause, and what stays undecided.

    Last what no check says: an expectation that is not met, code that is none of the mechanisms known here.
    """
    groups: dict[str, list[Document]] = {}
    for found in open_findings(document):
        groups.setdefault(found["cause"] if "cause" in found else found["outcome"], []).append(found)
    for name, group in groups.items():
        first = group[0]
        said = first.get("diagnosis") or first["detail"]
        measured = "" if said == first["detail"] else f" [{first['check']}: {first['detail']}]"
        either = "".join(f" or {other}" for other in first.get("candidates", ()))
        line = f"{name}{either}: {said}{measured} (against {first['statement']})"
        checks = tuple(one["check"] for one in group)
        yield Cause(name, " ".join(line.split()), checks, state(document, first))
    if document.get("expected") and document["exit_code"] == FAILS:
        yield Cause("not-as-expected", document["surprise"], (), "wrong")
    if document["conclusion"] == "unknown":
        yield Cause("unknown", document["identity"], (), "open")
