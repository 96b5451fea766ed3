"""Proofs and attempts at them as documents, tables and lines to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rftheory.evidence.theorems.store import stored
from rftheory.proof.checker import check
from rftheory.proof.checker.reading import read_proposition
from rftheory.proof.checker.terms import show
from rftheory.report.grids import Grid, escape, grid
from rftheory.report.schema import SCHEMA, Document

if TYPE_CHECKING:
    from rftheory.proving import Attempt


def proofs_document(attempts: Sequence[Attempt]) -> Document:
    """What became of every part of every claim."""
    entries = [
        {
            "id": each.id,
            "part": each.part + 1,
            "accepted": each.object is not None,
            "kept": each.kept,
            "steps": None if each.object is None else len(each.object["steps"]),
            "reason": each.reason or None,
            "seconds": each.seconds,
        }
        for each in attempts
    ]
    whole = {entry["id"] for entry in entries} - {e["id"] for e in entries if not e["accepted"]}
    return {"schema": SCHEMA, "attempts": entries, "proved": sorted(whole)}


def proofs_tables(document: Document) -> Iterable[Grid | str]:
    """A line a part, and how many claims are proved in all their parts."""
    table = grid("statement", "part", "proof", "seconds")
    for each in document["attempts"]:
        said = f"{each['steps']} steps" if each["accepted"] else f"none: {each['reason']}"
        table.add_row(escape(each["id"]), str(each["part"]), escape(said), f"{each['seconds']:.1f}")
    yield table
    yield f"[bold]{len(document['proved'])} claims proved in all their parts[/bold]"


def kept_document(identifier: str) -> Document:
    """The objects that are kept for a statement, each as `rftheory-check` reads it."""
    return {
        "schema": SCHEMA,
        "id": identifier,
        "proofs": [dict(found) for found in stored(identifier).values()],
    }


def proof_lines(document: Document) -> Iterator[str]:
    """Every proof to be read: what it is about, each step with its rule and premises, and the facts that it rests on."""
    if not document["proofs"]:
        yield f"there is no proof of {escape(document['id'])}"
    for place, found in enumerate(document["proofs"], start=1):
        checked = check(found)
        yield f"[bold]{escape(document['id'])}, proof {place}, accepted by the checker[/bold]"
        yield from (f"  for {kind} {escape(name)}" for name, kind in checked.context["variables"])
        yield from (f"  where {_read(rule)}" for rule in checked.context["constraints"])
        for number, step in enumerate(found["steps"]):
            premises = f" from {', '.join(map(str, step['from']))}" if step.get("from") else ""
            fact = f" {step['by']['name']}" if step["rule"] == "fact" else ""
            inside = "".join(f", for {kind} {name}" for name, kind in step.get("for", ()))
            inside += "".join(f", if {_read(hypothesis)}" for hypothesis in step.get("if", ()))
            yield f"  {number}. {_read(step['then'])}{escape(inside)}  [dim]({step['rule']}{fact}{premises})[/dim]"
        yield from (
            f"  by the fact {name}: {escape(reference)}" for name, reference in sorted(checked.facts.items())
        )


def _read(proposition: object) -> str:
    return escape(show(read_proposition(proposition)))
