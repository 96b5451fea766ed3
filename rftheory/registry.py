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
from types import ModuleType
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


def _modules() -> list[ModuleType]:
    found = sorted(name for _, name, _ in pkgutil.iter_modules(papers.__path__))
    return [
        importlib.import_module(f"{papers.__name__}.{name}") for name in found if not name.startswith("_")
    ]


@functools.cache
def shelf() -> dict[str, tuple[Paper, tuple[Statement, ...]]]:
    """Every paper by key with its statements in the paper's order; an import error there is an error."""
    result: dict[str, tuple[Paper, tuple[Statement, ...]]] = {}
    for module in _modules():
        paper: Paper = module.PAPER
        statements: list[Statement] = list(getattr(module, "STATEMENTS", ()))
        for section in getattr(module, "SECTIONS", ()):
            statements += importlib.import_module(f"{module.__name__}.{section}").STATEMENTS
        if paper.key in result:
            raise ValueError(f"two modules claim the paper {paper.key}")
        result[paper.key] = (paper, tuple(statements))
    return result


@functools.cache
def entries() -> dict[str, Entry]:
    """Every id, statements and companions, in order; duplicates and foreign ids are errors."""
    result: dict[str, Entry] = {}
    for paper, statements in shelf().values():
        for statement in statements:
            own = {
                statement.id: dict(statement.sides),
                **{k: dict(v) for k, v in statement.companions.items()},
            }
            for name, sides in own.items():
                if name in result or not name.startswith(f"{paper.key}/"):
                    raise ValueError(f"id {name} is taken or does not belong to {paper.key}")
                result[name] = Entry(name, statement, sides)
    return result


@functools.cache
def corrections() -> dict[str, tuple[Entry, Statement]]:
    """The corrected statements by id, each with the statement it corrects; they are found but not listed."""
    result: dict[str, tuple[Entry, Statement]] = {}
    for _, group in shelf().values():
        for printed in group:
            fixed = printed.correction
            while fixed is not None:
                if (
                    fixed.id in entries()
                    or fixed.id in result
                    or not fixed.id.startswith(f"{printed.paper}/")
                ):
                    raise ValueError(f"id {fixed.id} is taken or does not belong to {printed.paper}")
                result[fixed.id] = Entry(fixed.id, fixed, dict(fixed.sides)), printed
                fixed = fixed.correction
    return result


def find(identifier: str) -> Entry:
    """The entry of an id (listed or of a correction), or UnknownIdError with the nearest ids."""
    if identifier in entries():
        return entries()[identifier]
    if identifier in corrections():
        return corrections()[identifier][0]
    known = (*entries(), *corrections())
    raise UnknownIdError(identifier, tuple(difflib.get_close_matches(identifier[:200], known, 4, 0.5)))


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
