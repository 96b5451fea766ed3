"""Answers look-ups of papers, statements and recorded verdicts, and loads only what they name. Runs no evidence.

The index says which module holds an id; a paper that it does not know, or whose text has changed, is loaded.
"""

from __future__ import annotations

import difflib
import functools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from rftheory.errors import UnknownIdError
from rftheory.registry import index, ledgers, loading, places, seeking, sources
from rftheory.registry.record import Record, as_erratum
from rftheory.verdict import Conclusion, Verdict

if TYPE_CHECKING:
    from rftheory.exact.formula import Formula
    from rftheory.statements import Paper, Statement

MOST_NEAR = 6
"""Ids that an error suggests."""

P = ParamSpec("P")
T = TypeVar("T")


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


def open_papers(*paths: str | Path) -> tuple[str, ...]:
    """The keys of the papers in these files and folders, which every look-up knows from now on.

    A file is a paper where it imports rftheory and assigns STATEMENTS; its folder may hold several, and packages.
    Their text runs once one of their statements is asked for, as any module does that is imported. A file whose text
    has changed is run again.
    """
    return tuple(key for path in paths for key in _opened(path))


def _opened(path: str | Path) -> tuple[str, ...]:
    sources.add(path)
    keys = sources.papers_at(path)
    for key in keys:
        loading.refresh(loading.own()[key])
    _forget()
    return keys


@contextmanager
def beside(*paths: str | Path) -> Iterator[None]:
    """The papers in these files and folders are known too, and those that the block opens, as long as it runs."""
    before = sources.opened()
    try:
        open_papers(*paths)
        yield
    finally:
        if sources.opened() != before:
            sources.only(before)
            _forget()


def travelling(function: Callable[P, T]) -> Callable[P, T]:
    """The function as it can be called in another process, which then knows the papers that are open in this one."""
    return functools.partial(_there, sources.opened(), function)


def _there(paths: tuple[str, ...], function: Callable[..., T], *arguments: Any, **named: Any) -> T:
    if paths != sources.opened():
        open_papers(*paths)
    return function(*arguments, **named)


def _forget() -> None:
    for cached in (shelf, entries, corrections):
        cached.cache_clear()
    index.forget()


def modules_by_key() -> dict[str, str]:
    """The module of every paper by its key, in order: those of the package, then those from elsewhere."""
    return shipped_by_key() | {key: key for key in loading.own()}


@functools.cache
def shipped_by_key() -> dict[str, str]:
    """The module of every paper of the package by its key, in order."""
    result: dict[str, str] = {}
    for name in loading.shipped():
        key = index.volume(name).key
        if key in result:
            raise ValueError(f"two modules claim the paper {key}")
        result[key] = name
    return result


def records(paper: str | None = None) -> tuple[Record, ...]:
    """What lists need of every statement, or of those of one paper (a key, or a file), in order.

    UnknownIdError for an unknown paper.
    """
    names = modules_by_key().values() if paper is None else map(_module, _keys([paper]))
    return tuple(record for name in names for record in index.volume(name).records)


def owner(identifier: str) -> Record:
    """What is known of the statement that an id belongs to, or UnknownIdError with the nearest ids.

    The paper that the id begins with is read first, and no other one where it has the id, or some that are near.
    """
    first = identifier.partition("/")[0]
    near: list[str] = []
    for own in (True, False) if loading.known(first) else (False,):
        volumes = [index.volume(name) for name in ((first,) if own else _near(first))]
        for volume in volumes:
            if identifier in volume.ids:
                return volume.ids[identifier]
        known = [name for volume in volumes for name in volume.ids]
        near = near or difflib.get_close_matches(identifier[:200], known, 4, 0.5)
        if near:
            break
    every = [record for name in _near(first) for record in index.volume(name).records]
    meant = seeking.placed(identifier[:200], every, MOST_NEAR)
    titled = [] if meant else seeking.by_title(identifier[:200], every)
    raise UnknownIdError(identifier, tuple(dict.fromkeys(meant or (*near, *titled)))[:MOST_NEAR])


def _near(key: str) -> tuple[str, ...]:
    """The papers among whose ids one is looked for that has this key: those of the package, and others of like keys."""
    return (*shipped_by_key().values(), *difflib.get_close_matches(key[:50], loading.own(), 4, 0.5))


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
    """The statement of an id as printed (of a companion: the statement that defines it); UnknownIdError for no id.

    `.text`, `.latex`, `.domain_text`, `.claim`, `.correction`; what was found of it is no part of it: `rftheory.verify(id)`
    runs its evidence, `rftheory.listing(id)` has the recorded verdict.
    """
    return find(identifier).statement


def statements(selection: Sequence[str] = ()) -> list[Statement]:
    """The statements of papers or ids, in order; a correction stands for what it corrects; none means all."""
    return [find(each.id).statement for each in _chosen(selection, _volume_loaded)]


def modules(selection: Sequence[str] = ()) -> tuple[str, ...]:
    """What the modules of the package are imported as that hold a selection of statements; none is loaded for it."""
    return tuple(
        dict.fromkeys(
            loading.package(each.module)
            for each in _chosen(selection, records)
            if loading.source(each.module) is None
        )
    )


def _chosen(selection: Sequence[str], volume: Callable[[str], Sequence[Record]]) -> list[Record]:
    """The records of a selection, in order, those of a whole paper by `volume`."""
    chosen: set[str] = set()
    papers: set[str] = set()
    for name in _keys(selection):
        whole = "/" not in name
        if whole and not loading.known(name) and name not in modules_by_key():
            raise _no_paper(name)
        for each in volume(name) if whole else _below(name):
            chosen.add(each.id)
            papers.add(each.module.partition(".")[0])
    foreign = loading.own() if papers - {*loading.shipped()} else ()
    names = [name for name in (*loading.shipped(), *foreign) if name in papers]
    return [each for name in names for each in index.volume(name).records if each.id in chosen]


def _below(identifier: str) -> Sequence[Record]:
    """The statement of an id, or those whose ids lie below it."""
    try:
        return (owner(identifier),)
    except UnknownIdError:
        found = seeking.parts(identifier, records())
        if not found:
            raise
        return found


def _no_paper(name: str) -> UnknownIdError:
    """The error for a word that is no paper: the statements at that place, or the papers."""
    if os.path.exists(name):  # noqa: PTH110 -- False, and no error, for what can be no name of a file
        return UnknownIdError(name, (f"./{name}",), "paper")
    every = [record for key in shipped_by_key() for record in index.volume(key).records]
    near = difflib.get_close_matches(name[:50], modules_by_key(), 4, 0.5)
    if meant := seeking.placed(name[:200], every, MOST_NEAR):
        return UnknownIdError(name, tuple(meant))
    return UnknownIdError(name, tuple(near or modules_by_key()), "paper")


def is_paper(name: str) -> bool:
    """Whether this is the key of a paper, or a file or folder of one's own."""
    return sources.is_place(name) or ("/" not in name and name in modules_by_key())


def _keys(selection: Sequence[str]) -> list[str]:
    """Ids and keys as they are given, with the papers of files and folders in place of these; none means all papers."""
    if not selection:
        return list(modules_by_key())
    return [key for name in selection for key in (open_papers(name) if sources.is_place(name) else (name,))]


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
    if loading.known(key) and index.volume(key).key == key:
        return key
    if key not in modules_by_key():
        raise UnknownIdError(key, tuple(modules_by_key()), "paper")
    return modules_by_key()[key]


def place(identifier: str) -> tuple[str, int]:
    """The file, below the package where it is part of it, and the line where an id is written; loads no module."""
    found = owner(identifier)
    return loading.shown(found.module), found.corrections.get(identifier, found.line)


def erratum(found: Record) -> Mapping[str, Any]:
    """What a refuted statement prints, what is wrong in it, and what its correction says."""
    return found.erratum or as_erratum(statement(found.id))


def planned_tests(selection: Sequence[str] = ()) -> int:
    """How many statistical tests a run makes: over all papers of the package, and those from elsewhere that it is of.

    Of these alone, so that what somebody has installed changes no run of the papers of the package.
    """
    return sum(each.tests for key in reach(selection) for each in records(key))


def reach(selection: Sequence[str] = ()) -> list[str]:
    """The papers that a selection has to do with: all of the package, and those from elsewhere that it names."""
    chosen = {name.partition("/")[0] for name in _keys(selection)} - {*shipped_by_key()}
    return [*shipped_by_key(), *(key for key in (loading.own() if chosen else ()) if key in chosen)]


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


def ledger() -> dict[str, Any]:
    """The ledger that ships with the package (made by a full run), or an empty one."""
    return ledgers.shipped()


@functools.cache
def recorded() -> dict[str, Conclusion]:
    """What is recorded of the statements of the package, by id."""
    return {name: Conclusion.parse(text) for name, text in ledger().get("verdicts", {}).items()}


def recorded_conclusion(identifier: str) -> Conclusion | None:
    """What is recorded of a statement or of a correction, if anything is."""
    if not is_own(identifier) and identifier in recorded():
        return recorded()[identifier]
    book = _book(identifier)
    found = book.get("corrections", {}).get(identifier)
    if found is None and is_own(identifier):
        found = book.get("verdicts", {}).get(identifier)
    return None if found is None else Conclusion.parse(found)


def recorded_verdict(identifier: str) -> Verdict | None:
    """The recorded verdict of a statement or of a correction, if there is one."""
    found = recorded_conclusion(identifier)
    return None if found is None else found.verdict


def finding(identifier: str) -> dict[str, Any]:
    """What the recording run found against a statement: kind, detail, counterexample; empty where it found nothing."""
    return dict(_book(identifier).get("errata", {}).get(identifier, {}))


def cited(identifier: str) -> list[str]:
    """The facts that the recording run found cited for a statement."""
    return list(_book(identifier).get("cited", {}).get(identifier, ()))


def is_own(identifier: str) -> bool:
    """Whether an id or key is that of a paper from elsewhere."""
    return loading.source(identifier.partition("/")[0]) is not None


def _book(identifier: str) -> Mapping[str, Any]:
    """The ledger in which an id is recorded."""
    return ledgers.own(identifier.partition("/")[0]) if is_own(identifier) else ledger()
