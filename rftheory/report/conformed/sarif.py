"""A conformance report as SARIF 2.1.0, as code scanning takes it: one result a cause."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import Any

from rftheory import __version__
from rftheory.conformance.own_causes import texts
from rftheory.report.conformed.summary import Cause, State, causes, summary
from rftheory.report.schema import Document

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
UNNAMED = {
    "fails": "a check fails that no cause explains",
    "undecided": "a check stays undecided",
    "not-as-expected": "failures are not those that are expected",
    "unknown": "the code is none of the mechanisms known here",
}
LEVELS: dict[State, str] = {"wrong": "error", "open": "warning", "excused": "note"}


def sarif(document: Document) -> str:
    """One run; a result has the level `error`, `warning` where nothing is settled, `note` where it is expected."""
    found = list(causes(document))
    rules = [_rule(cause.name) for cause in found]
    results = [_result(document, cause, index) for index, cause in enumerate(found)]
    driver = {"name": "rftheory", "version": __version__, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "results": results,
        "invocations": [{"executionSuccessful": True}],
        "properties": {"summary": summary(document)},
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(name: str) -> dict[str, Any]:
    text = texts().get(name) or UNNAMED[name]
    return {"id": name, "shortDescription": {"text": text}}


def _result(document: Document, cause: Cause, index: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleId": cause.name,
        "ruleIndex": index,
        "level": LEVELS[cause.state],
        "message": {"text": cause.line},
        "partialFingerprints": {"rftheory/v1": f"{document['client']}:{cause.name}"},
    }
    where = document.get("source")
    if where:
        file = {"artifactLocation": {"uri": PurePath(where["file"]).as_posix()}}
        found["locations"] = [{"physicalLocation": file | {"region": {"startLine": where["line"]}}}]
    return found
