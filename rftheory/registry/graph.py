"""The graph of truth: every statement and correction, what it says it rests on, and what refuted lies below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rftheory import registry
from rftheory.registry.record import Record
from rftheory.verdict import Verdict

UNRECORDED = "unrecorded"


@dataclass(frozen=True)
class Node:
    """A statement or a correction: `uses` are its edges; `shadow`, what is refuted as printed of all that lies below it.

    What lies below is mostly the correction of such a statement, since nothing rests on what is false: the shadow says
    that a reader of the paper as printed leans on a mistake there.

    `corrects`: the statement, refuted as printed, that it is the correction of.
    `elsewhere`: it belongs to a paper that was not asked for, and stands here since one that was rests on it; it has
    no edges then.
    """

    id: str
    title: str
    where: str
    verdict: str
    conclusion: str
    uses: tuple[str, ...] = ()
    shadow: tuple[str, ...] = ()
    corrects: str = ""
    elsewhere: bool = False


def graph(papers: Sequence[str] = ()) -> tuple[Node, ...]:
    """The nodes of these papers (none: of all), in order, and those of others that they rest on directly.

    UnknownIdError for an unknown paper.
    """
    keys = papers or [*registry.modules_by_key()]
    records = [record for key in dict.fromkeys(keys) for record in registry.records(key)]
    inside = [node for record in records for node in _nodes(record)]
    known = {node.id for node in inside}
    outside = dict.fromkeys(name for node in inside for name in node.uses if name not in known)
    return (*inside, *(_node(registry.owner(name), name, elsewhere=True) for name in outside))


def _nodes(record: Record) -> Iterator[Node]:
    """A statement, then its corrections."""
    return (_node(record, name) for name in (record.id, *record.corrections))


def _node(record: Record, name: str, *, elsewhere: bool = False) -> Node:
    found = registry.recorded_conclusion(name)
    said = (UNRECORDED, UNRECORDED) if found is None else (found.verdict.value, str(found))
    uses = () if elsewhere else _edges(name)
    below = dict.fromkeys(registry.owner(each).id for each in _below(uses))
    shadow = (
        each for each in below if registry.recorded_verdict(each) is Verdict.REFUTED and each != record.id
    )
    false = registry.recorded_verdict(record.id) is Verdict.REFUTED
    corrects = record.id if false and name != record.id else ""
    return Node(name, record.title, record.where, *said, uses, tuple(shadow), corrects, elsewhere)


def _edges(name: str) -> tuple[str, ...]:
    """The nodes that a node rests on."""
    return tuple(dict.fromkeys(map(_node_of, registry.owner(name).uses.get(name, ()))))


def _below(uses: Sequence[str]) -> dict[str, None]:
    """All nodes that edges lead down to, nearest first."""
    found: dict[str, None] = {}
    waiting = [*uses]
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = None
            waiting += _edges(name)
    return found


def _node_of(name: str) -> str:
    """The node of an id that something rests on: a companion stands in that of its statement."""
    owner = registry.owner(name)
    return name if name in owner.corrections else owner.id
