"""Certified values over grids of parameters and their products, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rftheory.domain.grids import exact_text, grid, is_grid, product
from rftheory.evaluation import evaluate_all, resolve
from rftheory.exact.enclosure import Enclosure


@dataclass(frozen=True)
class TableRow:
    """One point, all its parameters as exact text, and the sides evaluated there."""

    parameters: Mapping[str, str]
    values: Mapping[str, Enclosure]


def grids_in(identifier: str, given: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """The parameters that are numbers for this id and given as grids, with their numbers as exact text."""
    entry, side = resolve(identifier)
    kinds = {
        name: formula.domain[name].kind
        for label, formula in entry.sides.items()
        if side in (None, label)
        for name in formula.names
    }
    return {
        name: tuple(exact_text(number) for number in grid(text, name))
        for name, text in given.items()
        if isinstance(text, str) and is_grid(text) and kinds.get(name) in ("integer", "real")
    }


def rows(
    identifier: str, given: Mapping[str, object], axes: Mapping[str, tuple[str, ...]], digits: int
) -> Iterator[TableRow]:
    """One row a point of the product of the axes, the last one fastest; errors are those of the point."""
    for place in product(axes):
        point = {name: place.get(name, value) for name, value in given.items()}
        found = evaluate_all(identifier, point, digits)
        yield TableRow({name: str(value) for name, value in point.items()}, found)
