"""Statements as documents: lists, what is known of one, errata's heads. Loads no more than the statement itself."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from rftheory import registry
from rftheory.errors import InputError, UnknownIdError, shorten
from rftheory.registry import dependence, seeking
from rftheory.report.schema import SCHEMA, Document, conclusion_document, verdict_name
from rftheory.verdict import Verdict

if TYPE_CHECKING:
    from rftheory.domain import Domain
    from rftheory.registry import Entry
    from rftheory.registry.record import Record
    from rftheory.statements import Statement


class Listing(list[Document]):
    """Lines of the list, which a notebook shows as a table."""

    def __repr__(self) -> str:
        shown = ", ".join(item["id"] for item in self[:4])
        return f"Listing({len(self)}: {shown}{', …' if len(self) > 4 else ''})"

    def _repr_html_(self) -> str:
        """A table."""
        names = ("id", "kind", "recorded", "locator", "title")
        rows = ("".join(f"<td>{escape(str(item[name] or '-'))}</td>" for name in names) for item in self)
        heads = "".join(f"<th>{name}</th>" for name in names)
        return f"<table><tr>{heads}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def listing(
    *words: str,
    kind: str | None = None,
    verdict: str | None = None,
    uses: str | None = None,
    used_by: str | None = None,
    mechanism: str | None = None,
) -> Listing:
    """The statements and companions in which every word stands, in order; a key or file of a paper chooses that paper.

    Words are looked for in ids, titles, places, kinds and mechanisms. `verdict`: the recorded word, or `unrecorded`;
    `uses`: what rests directly on this id; `used_by`: what this id rests on directly; `mechanism`: of the shelf.
    UnknownIdError for a word that stands nowhere, InputError for a kind, verdict or mechanism that there is not.
    """
    papers = [word for word in words if registry.is_paper(word)]
    sought = [word for word in words if word not in papers]
    every = (
        [record for paper in papers for record in registry.records(paper)]
        if papers
        else [*registry.records()]
    )
    _check(every, sought, verdict, mechanism)
    below = None if used_by is None else seeking.used_by(used_by, [registry.owner(used_by)])
    if uses is not None:
        registry.owner(uses)
    return Listing(
        _line(record, name, sides)
        for record in seeking.chosen(every, sought)
        if kind in (None, record.kind)
        and (uses is None or seeking.resting_on(uses, record))
        and (below is None or below & {*record.ids})
        and (mechanism is None or mechanism in record.mechanism)
        and (
            verdict is None or (verdict_name(registry.recorded_verdict(record.id)) or "unrecorded") == verdict
        )
        for name, sides in record.listed.items()
    )


def parts(identifier: str) -> Listing:
    """The lines of the statements whose ids lie below this one; none where it is an id itself."""
    found = seeking.parts(identifier, registry.records())
    return Listing(_line(record, name, sides) for record in found for name, sides in record.listed.items())


def _check(every: list[Record], words: list[str], verdict: str | None, mechanism: str | None) -> None:
    """That every word stands somewhere, and that the verdict and the mechanism are known."""
    allowed = [*(each.value for each in Verdict), "unrecorded"]
    if verdict not in (None, *allowed):
        raise InputError(f"unknown verdict {shorten(verdict)}; allowed: {', '.join(allowed)}")
    known = sorted({name for record in every for name in record.mechanism})
    if mechanism is not None and mechanism not in known:
        raise UnknownIdError(
            mechanism, tuple(difflib.get_close_matches(mechanism, known, 4, 0.5) or known), "mechanism"
        )
    for word in words:
        if not any(seeking.says(record, word) for record in every):
            keys = difflib.get_close_matches(word[:200], registry.modules_by_key(), 2, 0.6)
            raise UnknownIdError(
                word, (*keys, *seeking.by_title(word[:200], every)), "paper or word of a title"
            )


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
    return completed(entry.id, statement.id, page(entry), registry.paper(statement.paper).bibtex)


def page(entry: Entry) -> Document:
    """What the papers alone say of an id: no verdict, no place, nothing of other statements."""
    statement = entry.statement
    return {
        "kind": statement.kind,
        "locator": statement.where,
        "title": statement.title,
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
        "claim": _claim(statement),
        "reason": statement.outside or statement.undecided,
        "note": statement.note,
        "slip": statement.misprint,
        "uses": list(statement.uses),
        "mechanism": list(statement.mechanism),
        "setting": statement.setting,
        "correction": _correction(statement),
    }


def completed(identifier: str, statement: str, said: Document, bibtex: str) -> Document:
    """A page with what is recorded of the statement and of what it rests on, and where it is written."""
    file, line = registry.place(identifier)
    first = {name: said[name] for name in ("kind", "locator", "title")}
    sides = {"sides": [formula["side"] for formula in said["formulas"]]}
    recorded = {"recorded": verdict_name(registry.recorded_verdict(statement))}
    defined = {"defined_by": statement} if identifier != statement else {}
    fixed = said["correction"]
    return {
        "schema": SCHEMA,
        "id": identifier,
        **first,
        **sides,
        **recorded,
        **defined,
        **{
            name: said[name]
            for name in (
                "text",
                "latex",
                "domain",
                "parameters",
                "rules",
                "formulas",
                "companions",
                "evidence",
            )
        },
        **conclusion_document(registry.recorded_conclusion(statement)),
        "claim": said["claim"],
        "rests_on": _rests_on(said["uses"]),
        "cited": registry.cited(statement),
        "refutation": registry.finding(statement) or None,
        **{name: said[name] for name in ("reason", "note", "slip", "uses", "mechanism", "setting")},
        "correction": fixed
        and {
            "id": fixed["id"],
            **conclusion_document(registry.recorded_conclusion(fixed["id"])),
            **{name: fixed[name] for name in ("text", "latex", "domain")},
        },
        "source": {"file": file, "line": line},
        "bibtex": bibtex,
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
        "text": statement.text,
        "domain": statement.domain_text,
        "symbols": {each.name: each.meaning for each in statement.domain.parameters if each.meaning},
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


def _rests_on(uses: Iterable[str]) -> list[Document]:
    """Every statement below this one, nearest first, with its verdict and the facts that its derivation cites."""
    return [
        {
            "id": name,
            "verdict": verdict_name(registry.recorded_verdict(name)),
            "uses": list(below),
            "cited": registry.cited(name),
        }
        for name, below in dependence.below(uses).items()
    ]


def _parameters(domain: Domain) -> list[Document]:
    return [{"name": p.name, "kind": p.kind, "rule": p.rule, "meaning": p.meaning} for p in domain.parameters]


def _correction(statement: Statement) -> Document | None:
    fixed = statement.correction
    if fixed is None:
        return None
    return {"id": fixed.id, "text": fixed.text, "latex": fixed.latex, "domain": fixed.domain_text}
