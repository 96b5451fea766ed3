"""Answers look-ups of papers, statements and recorded verdicts, and loads only what they name. Runs no evidence.

The index says which module holds an id; a paper that it does not know, or whose text has changed, is loaded.
"""

from __future__ import annotations

import difflib
import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from rftheory.errors import UnknownIdError
from rftheory.registry import index, loading, places
from rftheory.registry.record import Record, as_erratum
from rftheory.verdict import Conclusion, Verdict

if TYPE_CHECKING:
    from rftheory.exact.formula import Formula
    from rftheory.statements import Paper, Statement

LEDGER = "ledger.json"


@dataclass(frozen=True)
class Entry:
    """One evaluable or listed id: a statement, or a companion formula that a statement defines."""

    id: str
    statement: Statement
    sides: dict[str, Formula]

    @property
    def is_companion(self) -> bool:
        """True for ids that evaluate and appear in lists but carry their statement's verdict."""
        return self.id != self.statement.id


@functools.cache
def modules_by_key() -> dict[str, str]:
    """The module of every paper by its key, in order."""
    result: dict[str, str] = {}
    for name in loading.names():
        key = index.volume(name).key
        if key in result:
            raise ValueError(f"two modules claim the paper {key}")
        result[key] = name
    return result


def records(paper: str | None = None) -> tuple[Record, ...]:
    """What lists need of every statement, or of those of one paper, in order; UnknownIdError for an unknown paper."""
    names = modules_by_key().values() if paper is None else (_module(paper),)
    return tuple(record for name in names for record in index.volume(name).records)


def owner(identifier: str) -> Record:
    """What is known of the statement that an id belongs to, or UnknownIdError with the nearest ids.

    The paper that the id begins with is read first, and no other one where it has the id, or some that are near.
    """
    first = identifier.partition("/")[0]
    near: list[str] = []
    for own in (True, False) if first in loading.names() else (False,):
        volumes = [index.volume(name) for name in ((first,) if own else modules_by_key().values())]
        for volume in volumes:
            if identifier in volume.ids:
                return volume.ids[identifier]
        known = [name for volume in volumes for name in volume.ids]
        near = near or difflib.get_close_matches(identifier[:200], known, 4, 0.5)
        if near:
            break
    raise UnknownIdError(identifier, tuple(near))


def find(identifier: str) -> Entry:
    """The entry of an id (listed or of a correction), or UnknownIdError with the nearest ids; loads its module."""
    found = owner(identifier)
    return _entry(found if index.confirmed(found.module) else owner(identifier), identifier)


@functools.cache
def _entry(found: Record, identifier: str) -> Entry:
    statement = next(s for s in loading.statements(found.module) if s.id == found.id)
    if identifier in statement.companions:
        return Entry(identifier, statement, dict(statement.companions[identifier]))
    named = next(s for s in (statement, *places.corrections(statement)) if s.id == identifier)
    return Entry(identifier, named, dict(named.sides))


def statement(identifier: str) -> Statement:
    """The statement of an id (of a companion: the statement that defines it)."""
    return find(identifier).statement


def statements(selection: Sequence[str] = ()) -> list[Statement]:
    """The statements of papers or ids, in order; a correction stands for what it corrects; none means all."""
    chosen: set[str] = set()
    modules: set[str] = set()
    for name in selection or modules_by_key():
        whole = "/" not in name and name in modules_by_key()
        for each in _volume_loaded(name) if whole else (owner(name),):
            chosen.add(each.id)
            modules.add(each.module.partition(".")[0])
    ordered = [each for name in loading.names() if name in modules for each in index.volume(name).records]
    return [find(each.id).statement for each in ordered if each.id in chosen]


def _volume_loaded(key: str) -> tuple[Record, ...]:
    """The records of a paper once its modules are loaded, so that they decide."""
    for module in dict.fromkeys(each.module for each in records(key)):
        index.confirmed(module)
    return records(key)


def paper(key: str) -> Paper:
    """The paper of that key, or UnknownIdError; its sections are not loaded."""
    return loading.paper(_module(key))


def _module(key: str) -> str:
    """The module of a paper; no other one is asked where it has the name of the key."""
    if key in loading.names() and index.volume(key).key == key:
        return key
    if key not in modules_by_key():
        raise UnknownIdError(key, tuple(modules_by_key()), "paper")
    return modules_by_key()[key]


def place(identifier: str) -> tuple[str, int]:
    """The file, below the package where it is part of it, and the line where an id is written; loads its module."""
    find(identifier)
    found = owner(identifier)
    return loading.shown(found.module), found.corrections.get(identifier, found.line)


def erratum(found: Record) -> Mapping[str, Any]:
    """What a refuted statement prints, what is wrong in it, and what its correction says."""
    return found.erratum or as_erratum(statement(found.id))


def planned_tests() -> int:
    """How many statistical tests a run over all papers makes."""
    return sum(each.tests for each in records())


@functools.cache
def shelf() -> dict[str, tuple[Paper, tuple[Statement, ...]]]:
    """Every paper by key with its statements in the paper's order; loads them all."""
    return {key: (paper(key), tuple(statements([key]))) for key in modules_by_key()}


@functools.cache
def entries() -> dict[str, Entry]:
    """Every id, statements and companions, in order; loads all papers."""
    shelf()
    return {name: find(name) for each in records() for name in each.listed}


@functools.cache
def corrections() -> dict[str, tuple[Entry, Statement]]:
    """The corrected statements by id, each with the statement it corrects; they are found but not listed."""
    shelf()
    return {name: (find(name), statement(each.id)) for each in records() for name in each.corrections}


@functools.cache
def ledger() -> dict[str, Any]:
    """The ledger that ships with the package (made by a full run), or an empty one."""
    source = files("rftheory") / LEDGER
    loaded: dict[str, Any] = json.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
    return loaded


@functools.cache
def recorded() -> dict[str, Conclusion]:
    """What is recorded of the statements, by id."""
    return {name: Conclusion.parse(text) for name, text in ledger().get("verdicts", {}).items()}


def recorded_conclusion(identifier: str) -> Conclusion | None:
    """What is recorded of a statement or of a correction, if anything is."""
    if identifier in recorded():
        return recorded()[identifier]
    found = ledger().get("corrections", {}).get(identifier)
    return None if found is None else Conclusion.parse(found)


def recorded_verdict(identifier: str) -> Verdict | None:
    """The recorded verdict of a statement or of a correction, if there is one."""
    found = recorded_conclusion(identifier)
    return None if found is None else found.verdict
