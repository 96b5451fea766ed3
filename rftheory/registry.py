"""Finds the papers on their shelf, keeps ids unique, and answers look-ups. Runs no evidence."""

from __future__ import annotations

import difflib
import functools
import importlib
import json
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from rftheory import papers
from rftheory.errors import UnknownIdError
from rftheory.exact.formula import Formula
from rftheory.statements import Paper, Statement
from rftheory.verdict import Verdict

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


def _names() -> list[str]:
    """The modules of papers."""
    found = sorted(name for _, name, _ in pkgutil.iter_modules(papers.__path__))
    return [name for name in found if not name.startswith("_")]


@functools.cache
def _volume(name: str) -> tuple[Paper, tuple[Statement, ...]]:
    """The paper of one module and its statements; an import error there is an error."""
    module = importlib.import_module(f"{papers.__name__}.{name}")
    statements: list[Statement] = list(getattr(module, "STATEMENTS", ()))
    for section in getattr(module, "SECTIONS", ()):
        statements += importlib.import_module(f"{module.__name__}.{section}").STATEMENTS
    return module.PAPER, tuple(statements)


@functools.cache
def _entries(name: str) -> dict[str, Entry]:
    """The ids of one module, statements and companions, in order; duplicates and foreign ids are errors."""
    result: dict[str, Entry] = {}
    paper, statements = _volume(name)
    for statement in statements:
        own = {
            statement.id: dict(statement.sides),
            **{k: dict(v) for k, v in statement.companions.items()},
        }
        for identifier, sides in own.items():
            if identifier in result or not identifier.startswith(f"{paper.key}/"):
                raise ValueError(f"id {identifier} is taken or does not belong to {paper.key}")
            result[identifier] = Entry(identifier, statement, sides)
    return result


@functools.cache
def _corrections(name: str) -> dict[str, tuple[Entry, Statement]]:
    """The corrected statements of one module by id, each with the statement it corrects."""
    result: dict[str, tuple[Entry, Statement]] = {}
    for printed in _volume(name)[1]:
        fixed = printed.correction
        while fixed is not None:
            taken = fixed.id in _entries(name) or fixed.id in result
            if taken or not fixed.id.startswith(f"{printed.paper}/"):
                raise ValueError(f"id {fixed.id} is taken or does not belong to {printed.paper}")
            result[fixed.id] = Entry(fixed.id, fixed, dict(fixed.sides)), printed
            fixed = fixed.correction
    return result


@functools.cache
def shelf() -> dict[str, tuple[Paper, tuple[Statement, ...]]]:
    """Every paper by key with its statements in the paper's order; an import error there is an error."""
    result: dict[str, tuple[Paper, tuple[Statement, ...]]] = {}
    for name in _names():
        paper, statements = _volume(name)
        if paper.key in result:
            raise ValueError(f"two modules claim the paper {paper.key}")
        result[paper.key] = (paper, statements)
    return result


@functools.cache
def entries() -> dict[str, Entry]:
    """Every id, statements and companions, in order; papers have keys of their own, so no two share an id."""
    shelf()
    return {identifier: entry for name in _names() for identifier, entry in _entries(name).items()}


@functools.cache
def corrections() -> dict[str, tuple[Entry, Statement]]:
    """The corrected statements by id, each with the statement it corrects; they are found but not listed."""
    return {identifier: found for name in _names() for identifier, found in _corrections(name).items()}


def find(identifier: str) -> Entry:
    """The entry of an id (listed or of a correction), or UnknownIdError with the nearest ids.

    The paper that the id begins with is read first, and no other one where it has the id, or some that are near.
    """
    first = identifier.partition("/")[0]
    near: list[str] = []
    for own in (True, False) if first in _names() else (False,):
        known = _entries(first) if own else entries()
        fixed = _corrections(first) if own else corrections()
        if identifier in known:
            return known[identifier]
        if identifier in fixed:
            return fixed[identifier][0]
        near = near or difflib.get_close_matches(identifier[:200], (*known, *fixed), 4, 0.5)
        if near:
            break
    raise UnknownIdError(identifier, tuple(near))


def statement(identifier: str) -> Statement:
    """The statement of an id (of a companion: the statement that defines it)."""
    return find(identifier).statement


def statements(selection: Sequence[str] = ()) -> list[Statement]:
    """The statements of papers or ids, in order; a correction stands for what it corrects; none means all."""
    everything = [s for _, group in shelf().values() for s in group]
    if not selection:
        return everything
    chosen: list[str] = []
    for name in selection:
        if name in shelf():
            chosen += [s.id for s in shelf()[name][1]]
        else:
            chosen.append(corrections()[name][1].id if name in corrections() else statement(name).id)
    return [s for s in everything if s.id in set(chosen)]


def paper(key: str) -> Paper:
    """The paper of that key, or UnknownIdError."""
    if key not in shelf():
        raise UnknownIdError(key, tuple(shelf()), "paper")
    return shelf()[key][0]


@functools.cache
def ledger() -> dict[str, Any]:
    """The ledger that ships with the package (made by a full run), or an empty one."""
    source = files("rftheory") / LEDGER
    loaded: dict[str, Any] = json.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
    return loaded


@functools.cache
def recorded() -> dict[str, Verdict]:
    """The recorded verdicts of the statements, by id."""
    return {name: Verdict(value) for name, value in ledger().get("verdicts", {}).items()}


def recorded_verdict(identifier: str) -> Verdict | None:
    """The recorded verdict of a statement or of a correction, if there is one."""
    if identifier in recorded():
        return recorded()[identifier]
    found = ledger().get("corrections", {}).get(identifier)
    return None if found is None else Verdict(found)
