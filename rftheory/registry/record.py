"""What is known of a statement without its formulas: read from the index, or made from the statement itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rftheory.registry import loading, places

if TYPE_CHECKING:
    from rftheory.statements import Statement

Sides = Mapping[str, str]
"""The names of the parameters of every side, as one spaced string."""


@dataclass(frozen=True, eq=False)
class Record:
    """One statement: what lists print of it, the ids that belong to it, and where it is written.

    `corrections` maps the ids of its corrected forms to their lines; `tests` counts the statistical tests of it
    and of them; `uses` maps it and them to the ids that they rest on; `erratum` holds what it prints, what is wrong in
    it and what its correction says, where it is refuted or says itself what is wrong; `mechanism` names what of the
    shelf it speaks of.
    """

    id: str
    kind: str
    where: str
    title: str
    module: str
    line: int
    sides: Sides = field(default_factory=dict)
    companions: Mapping[str, Sides] = field(default_factory=dict)
    corrections: Mapping[str, int] = field(default_factory=dict)
    tests: int = 0
    uses: Mapping[str, list[str]] = field(default_factory=dict)
    erratum: Mapping[str, Any] | None = None
    mechanism: Sequence[str] = ()

    @property
    def paper(self) -> str:
        """The key of the paper."""
        return self.id.partition("/")[0]

    @property
    def ids(self) -> tuple[str, ...]:
        """The statement's id, and those of its companions and of its corrections."""
        return (*self.listed, *self.corrections)

    @property
    def listed(self) -> dict[str, Sides]:
        """The ids that stand in lists, with their sides; a companion may give those of the statement's own id."""
        return {self.id: self.sides, **self.companions}

    def as_json(self) -> dict[str, Any]:
        """The entry of the index, below its module; what is empty is left out."""
        entry = {name: value for name, value in vars(self).items() if name != "module"}
        return {name: value for name, value in entry.items() if value not in ({}, None, 0, (), [])}


def ids(statement: Statement) -> tuple[str, ...]:
    """The id of a statement, and those of its companions and of its corrections."""
    return (statement.id, *statement.companions, *(fixed.id for fixed in places.corrections(statement)))


def record(statement: Statement, module: str, *, refuted: bool = False) -> Record:
    """The record of a statement of that module of the shelf."""
    from rftheory.evidence.plan import planned_tests

    lines = places.lines(loading.module(module), statement)
    return Record(
        statement.id,
        statement.kind,
        statement.where,
        statement.title,
        module,
        lines[statement.id],
        _sides(statement.sides),
        {identifier: _sides(sides) for identifier, sides in statement.companions.items()},
        {fixed.id: lines[fixed.id] for fixed in places.corrections(statement)},
        planned_tests([statement]),
        {each.id: list(each.uses) for each in (statement, *places.corrections(statement)) if each.uses},
        as_erratum(statement) if refuted or statement.erratum is not None else None,
        list(statement.mechanism),
    )


def as_erratum(statement: Statement) -> dict[str, Any]:
    """What a refuted statement prints, what is wrong in it, and what its correction says."""
    fixed, wrong = statement.correction, statement.erratum
    return {
        "text": statement.text,
        "latex": statement.latex,
        "slip": statement.misprint,
        "note": statement.note,
        "wrong": None if wrong is None else wrong.as_json(),
        "correction": fixed
        and {"id": fixed.id, "text": fixed.text, "latex": fixed.latex, "domain": fixed.domain_text},
    }


def _sides(sides: Mapping[str, Any]) -> dict[str, str]:
    return {side: " ".join(formula.names) for side, formula in sides.items()}
