"""Errata as documents: what is false as printed, by root cause, the gravest first. Reads the index and the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rftheory import registry
from rftheory.erratum import CLASSES, Erratum
from rftheory.errors import InputError
from rftheory.registry.record import Record
from rftheory.report.schema import SCHEMA, Document, verdict_name
from rftheory.verdict import Verdict

UNCLASSED = "not yet classed"
ORDER = (*CLASSES, UNCLASSED)
COUNTED = ("error", "missing hypothesis")  # what the headline is about
BLANK: Mapping[str, Any] = {name: None if name == "weight" else "" for name in Erratum.__dataclass_fields__}


def errata(paper: str | None = None) -> list[Document]:
    """Every statement recorded as refuted, or said not to be reproduced: root causes in order, each with its own.

    Of a paper, or of an id or the beginning of several; InputError where none of these is refuted.
    """
    if paper is not None and "/" in paper and not registry.is_paper(paper):
        return _errata_of(paper)
    reached = [
        each for key in registry.reach(() if paper is None else (paper,)) for each in registry.records(key)
    ]
    everywhere = {record.id: registry.erratum(record) for record in reached if _listed(record)}
    found = [
        _erratum(record, everywhere[record.id], registry.finding(record.id), _root(record.id, everywhere))
        for record in registry.records(paper)
        if record.id in everywhere
    ]
    roots = {
        item["root"]: min(_rank(each) for each in found if each["root"] == item["root"]) for item in found
    }
    roots |= {item["id"]: _rank(item) for item in found if item["root"] == item["id"]}
    places = {root: place for place, root in enumerate(roots)}
    return sorted(
        found,
        key=lambda item: (
            roots[item["root"]], places[item["root"]], item["id"] != item["root"], _rank(item),
        ),
    )  # fmt: skip


def _errata_of(identifier: str) -> list[Document]:
    names = {statement.id for statement in registry.statements([identifier])}
    found = [item for item in errata(identifier.partition("/")[0]) if item["id"] in names]
    if not found:
        raise InputError(
            f"{identifier} is not refuted as printed; allowed: what `rftheory list --verdict refuted` lists"
        )
    return found


def document(found: Sequence[Document]) -> Document:
    """The errata as one document, with how many root causes and statements each class has."""
    return {"schema": SCHEMA, "counts": counts(found), "errata": list(found)}


def groups(found: Iterable[Document]) -> list[list[Document]]:
    """The errata of each root cause, in order; the first of a group speaks for it."""
    return [list(group) for _, group in groupby(found, key=lambda item: item["root"])]


def counts(found: Iterable[Document]) -> Document:
    """Root causes and statements of every class that occurs; a group has the class of its first entry."""
    found = list(found)
    causes = [group[0]["class"] or UNCLASSED for group in groups(found)]
    classes = [item["class"] or UNCLASSED for item in found]
    return {
        name: {"root_causes": causes.count(name), "statements": classes.count(name)}
        for name in ORDER
        if name in classes + causes
    }


def headline(found: Iterable[Document]) -> str:
    """How many root causes of errors and missing hypotheses there are, then the rest."""
    counted = counts(found)
    heavy = [name for name in COUNTED if name in counted]
    causes = sum(counted[name]["root_causes"] for name in heavy)
    within = ", ".join(f"{name}: {counted[name]['root_causes']}" for name in heavy)
    rest = ", ".join(f"{name}: {each['statements']}" for name, each in counted.items() if name not in COUNTED)
    return f"root causes: {causes}{f' ({within})' if within else ''}{f'; besides {rest}' if rest else ''}"


def _listed(record: Record) -> bool:
    """Whether it is refuted, or an experiment that says of itself that it did not come out."""
    if registry.recorded_verdict(record.id) is Verdict.REFUTED:
        return True
    wrong = (record.erratum or {}).get("wrong")
    return wrong is not None and wrong["kind"] == "not reproduced"


def _root(identifier: str, everywhere: Mapping[str, Mapping[str, Any]]) -> str:
    """The mistake at the start of what this one follows from; a circle ends where it closes."""
    seen = [identifier]
    while True:
        wrong = everywhere[seen[-1]].get("wrong") or BLANK
        if wrong["follows_from"] not in everywhere or wrong["follows_from"] in seen:
            return seen[-1]
        seen.append(wrong["follows_from"])


def _rank(item: Document) -> tuple[int, int]:
    return ORDER.index(item["class"] or UNCLASSED), -(item["weight"] or 0)


def _erratum(record: Record, printed: Mapping[str, Any], finding: Document, root: str) -> Document:
    corrected = printed["correction"]
    wrong = printed.get("wrong") or BLANK
    return {
        "id": record.id,
        "class": wrong["kind"] or None,
        "weight": wrong["weight"],
        "root": root,
        "locator": record.where,
        "title": record.title,
        **{name: wrong[name] for name in ("quote", "formula", "at", "false", "follows_from", "objection")},
        "text": printed["text"],
        "latex": printed["latex"],
        "verdict": verdict_name(registry.recorded_verdict(record.id)),
        "slip": printed["slip"],
        "note": printed["note"],
        "kind": finding.get("kind"),
        "detail": finding.get("detail", ""),
        "counterexample": finding.get("counterexample"),
        "second": finding.get("second"),
        "correction": corrected and _corrected(corrected),
    }


def _corrected(printed: Document) -> Document:
    verdict = verdict_name(registry.recorded_verdict(printed["id"]))
    return {"id": printed["id"], "verdict": verdict} | printed
