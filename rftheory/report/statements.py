"""Statements as documents: lists, what is known of one, errata's heads. Loads no more than the statement itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rftheory import registry
from rftheory.registry import dependence
from rftheory.report.schema import SCHEMA, Document, conclusion_document, verdict_name

if TYPE_CHECKING:
    from rftheory.domain import Domain
    from rftheory.registry import Entry
    from rftheory.registry.record import Record
    from rftheory.statements import Statement


def listing(paper: str | None = None, kind: str | None = None) -> list[Document]:
    """The list of statements and companions, in order."""
    return [
        _line(record, name, sides)
        for record in registry.records(paper)
        if kind in (None, record.kind)
        for name, sides in record.listed.items()
    ]


def _line(statement: Record | Statement, identifier: str, sides: Iterable[str]) -> Document:
    """One line of the list: the statement or a companion that it defines."""
    document: Document = {
        "id": identifier,
        "kind": statement.kind,
        "locator": statement.where,
        "title": statement.title,
        "sides": list(sides),
        "recorded": verdict_name(registry.recorded_verdict(statement.id)),
    }
    return document | ({"defined_by": statement.id} if identifier != statement.id else {})


def statement_document(entry: Entry) -> Document:
    """Everything that is known about a statement without running its evidence."""
    statement = entry.statement
    file, line = registry.place(entry.id)
    return {
        "schema": SCHEMA,
        **_line(statement, entry.id, entry.sides),
        "text": statement.text,
        "latex": statement.latex,
        "domain": statement.domain_text,
        "parameters": _parameters(statement.domain),
        "rules": [rule.text for rule in statement.domain.rules],
        "formulas": [
            {"side": side, "parameters": list(formula.names), "latex": formula.latex()}
            for side, formula in entry.sides.items()
        ],
        "companions": list(statement.companions),
        "evidence": evidence_kinds(statement),
        **conclusion_document(registry.recorded_conclusion(statement.id)),
        "claim": _claim(statement),
        "rests_on": _rests_on(statement),
        "cited": _cited(statement.id),
        "refutation": registry.ledger().get("errata", {}).get(statement.id),
        "reason": statement.outside or statement.undecided,
        "note": statement.note,
        "slip": statement.misprint,
        "uses": list(statement.uses),
        "mechanism": list(statement.mechanism),
        "setting": statement.setting,
        "correction": _correction(statement),
        "source": {"file": file, "line": line},
        "bibtex": registry.paper(statement.paper).bibtex,
    }


def evidence_kinds(statement: Statement) -> list[str]:
    """The kinds of checks that apply to a statement, by name."""
    from rftheory.evidence.plan import applicable

    if statement.outside:
        return []
    return list(dict.fromkeys(type(check).__name__ for check in applicable(statement)))


def heading(statement: Statement) -> Document:
    """What a statement is, whatever was found of it."""
    return {
        "id": statement.id,
        "kind": statement.kind,
        "locator": statement.where,
        "title": statement.title,
        "latex": statement.latex,
    }


def _claim(statement: Statement) -> Document | None:
    """The claim in two notations, from its terms; None where there is none to make."""
    from rftheory import claims

    if statement.claim is None:
        return None
    return {
        "text": claims.plain(statement.claim, statement.sides),
        "latex": claims.latex(statement.claim, statement.sides),
        "formal": claims.formal(statement.claim),
    }


def _rests_on(statement: Statement) -> list[Document]:
    """Every statement below this one, nearest first, with its verdict and the facts that its derivation cites."""
    return [
        {
            "id": name,
            "verdict": verdict_name(registry.recorded_verdict(name)),
            "uses": list(uses),
            "cited": _cited(name),
        }
        for name, uses in dependence.below(statement.uses).items()
    ]


def _cited(identifier: str) -> list[str]:
    """The facts that the recorded run found cited in the derivations of a statement."""
    return list(registry.ledger().get("cited", {}).get(identifier, ()))


def _parameters(domain: Domain) -> list[Document]:
    return [{"name": p.name, "kind": p.kind, "rule": p.rule, "meaning": p.meaning} for p in domain.parameters]


def _correction(statement: Statement) -> Document | None:
    corrected = statement.correction
    if corrected is None:
        return None
    return {
        "id": corrected.id,
        **conclusion_document(registry.recorded_conclusion(corrected.id)),
        "text": corrected.text,
        "latex": corrected.latex,
        "domain": corrected.domain_text,
    }
