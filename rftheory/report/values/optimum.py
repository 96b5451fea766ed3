"""An optimum and its certificate as a document and as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rftheory.exact.enclosure import Enclosure
from rftheory.exact.optimal.optimum import Certificate, Found, Optimum
from rftheory.report.grids import escape
from rftheory.report.schema import SCHEMA, Document

_LONGEST = 8


def optimum_document(found: Optimum, given: Mapping[str, object]) -> Document:
    """Parameters, objective and certificate; every number a decimal string with the bound of its error."""
    return {
        "schema": SCHEMA,
        "what": found.what,
        "given": {name: str(value) for name, value in given.items()},
        "parameters": {name: _found(value) for name, value in found.parameters.items()},
        "objective": {"meaning": found.meaning, **_number(found.objective)},
        "others": {name: _number(value) for name, value in found.others.items()},
        "certificate": _certificate(found.certificate),
    }


def _number(value: Enclosure) -> Document:
    return {"value": value.value, "radius": value.radius}


def _found(value: Found) -> Any:
    return _number(value) if isinstance(value, Enclosure) else [_found(entry) for entry in value]


def _certificate(certificate: Certificate) -> Document:
    return {
        "status": certificate.status,
        "claim": certificate.claim,
        "attained": certificate.attained,
        "steps": [
            {
                "kind": "cited" if step.cited else "checked",
                "text": step.text,
                "values": {name: _number(value) for name, value in step.values.items()},
            }
            for step in certificate.steps
        ],
    }


def optimum_lines(document: Document) -> Iterable[str]:
    """The same for people (markup of Rich)."""
    yield f"[bold]{escape(document['what'])}[/bold]"
    for name, value in document["parameters"].items():
        yield from _lines(name, value)
    objective = document["objective"]
    yield f"objective   {objective['value']}  ({escape(objective['meaning'])})"
    for name, value in document["others"].items():
        yield f"  {escape(name)} = {value['value']}"
    certificate = document["certificate"]
    reached = "" if certificate["attained"] else ", not attained"
    yield f"certificate {certificate['status']}{reached}: {escape(certificate['claim'])}"
    for step in certificate["steps"]:
        numbers = ", ".join(f"{name} = {value['value']}" for name, value in step["values"].items())
        mark = "cited" if step["kind"] == "cited" else "checked"
        yield f"  {mark:<8}{escape(step['text'])}{escape(f' ({numbers})' if numbers else '')}"


def _lines(name: str, value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        yield f"{escape(name):<12}{value['value']}"
        return
    if value and isinstance(value[0], list):
        yield f"{escape(name)}"
        for row in value[:_LONGEST]:
            yield f"  {_row(row)}"
        if len(value) > _LONGEST:
            yield f"  ... ({len(value) - _LONGEST} rows more)"
        return
    yield f"{escape(name):<12}{_row(value)}"


def _row(entries: list[Any]) -> str:
    shown = ", ".join(entry["value"] for entry in entries[:_LONGEST])
    rest = len(entries) - _LONGEST
    return f"{shown}, ... ({rest} more)" if rest > 0 else shown
