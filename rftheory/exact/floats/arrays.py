"""Formulas over arrays in doubles: block by block, points without a good bound by balls, membership checked of all."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rftheory.domain import Point
from rftheory.domain.parameter import Parameter
from rftheory.exact import balls
from rftheory.exact.balls import Gaussian
from rftheory.exact.floats.compiler import NoRule, Program, compiled
from rftheory.exact.floats.deciding import Truths
from rftheory.exact.floats.rounded import Floats, Rounded
from rftheory.exact.formula import Formula, environment

TOLERANCE = 1e-13
"""Of the value, or of its logarithm where that is larger than 1."""
BLOCK = 32768
"""Points of a block: its arrays stay in the cache, and what a block costs beside its numbers is small."""
WHOLE = 2**53
"""Integers up to it are doubles."""


@dataclass(frozen=True)
class FloatReading:
    """The programs of a formula and of its domain's rules, in which the named parameters are columns of doubles."""

    value: Program
    rules: tuple[Program, ...]
    parameters: tuple[Parameter, ...]

    def over(self, columns: Sequence[Floats], env: Mapping[str, Gaussian]) -> tuple[Floats, Truths, Truths]:
        """Values, where they are within TOLERANCE, and where the point is inside the domain for certain.

        columns: of one length, in the order of the parameters; env: the other parameters.
        """
        programs = [(program, program.fixed(dict(env))) for program in (self.value, *self.rules)]
        size = len(columns[0])
        found, held, inside = np.empty(size), np.empty(size, dtype=bool), np.ones(size, dtype=bool)
        for parameter, column in zip(self.parameters, columns, strict=True):
            inside &= _member(parameter, column)
        for first in range(0, size, BLOCK):
            balls.spend()
            part = slice(first, first + BLOCK)
            block = [Rounded(column[part]) for column in columns]
            with np.errstate(all="ignore"):
                result, *conditions = (program.run(block, fixed) for program, fixed in programs)
                found[part] = result.value
                held[part] = _within(result)
            for condition in conditions:
                inside[part] &= condition.yes
        return found, held, inside


def float_array(formula: Formula, given: Mapping[str, Any]) -> Floats:
    """As `Formula.array`, by NumPy and SciPy wherever a bound on the rounding is within TOLERANCE.

    Where it is not, where no rule is known and where an entry is no double, the value is that of `Formula.array`.
    """
    names = tuple(name for name in given if formula.is_number(name) and np.ndim(given[name]))
    grids = [np.asarray(given[name]) for name in names]
    columns = columns_of(grids) if names else None
    reading = float_reading(formula, names) if columns and columns[0].size else None
    if columns is None or reading is None:
        return formula.array(**given)

    def point(place: int) -> Point:
        return formula.point({**given, **{n: c[place].item() for n, c in zip(names, columns, strict=True)}})

    env = environment(point(0))
    found, held, inside = reading.over(columns, {name: env[name] for name in env if name not in names})
    for place in np.flatnonzero(~(held & inside)).tolist():
        here = point(place)
        if not held[place]:
            balls.spend()
            found[place] = formula.nearest(here)
    return found.reshape(np.broadcast_shapes(*(grid.shape for grid in grids)))


@functools.lru_cache(maxsize=256)
def float_reading(formula: Formula, names: tuple[str, ...]) -> FloatReading | None:
    """The reading with columns of these names; None where a part that depends on one has no rule in doubles."""
    expression = formula.expression if formula.closed is None else formula.closed
    known = set(formula.names)
    rules = [
        rule for rule in formula.domain.rules if set(rule.names) <= known and set(rule.names) & set(names)
    ]
    try:
        value = compiled(expression, names, formula.majorants)
        tests = tuple(compiled(rule.condition, names) for rule in rules)
    except NoRule:
        return None
    return FloatReading(value, tests, tuple(formula.domain[name] for name in names))


def columns_of(grids: Sequence[np.ndarray]) -> list[Floats] | None:
    """Broadcast arrays as columns of doubles; None where an entry is no double."""
    if not all(grid.dtype.kind in "iuf" and grid.dtype.itemsize <= 8 for grid in grids):
        return None
    if any(grid.dtype.kind in "iu" and np.any((grid > WHOLE) | (grid < -WHOLE)) for grid in grids):
        return None
    return [np.ascontiguousarray(grid, dtype=np.float64).ravel() for grid in np.broadcast_arrays(*grids)]


def _within(result: Rounded) -> Truths:
    """Where the bound is at most TOLERANCE of the value, or of its logarithm; a subnormal value never."""
    size = np.abs(result.value)
    normal = (size < np.inf) & (size > np.finfo(float).tiny)
    if result.alike and result.relative <= TOLERANCE:
        return normal | (size == 0.0) if result.exact else normal
    share = result.relative + result.absolute / size
    held: Truths = share <= TOLERANCE
    if not np.all(held):
        held = share <= TOLERANCE * np.maximum(1.0, np.abs(np.log(size)))
    return normal & held


def _member(parameter: Parameter, column: Floats) -> Truths:
    """Where the entries are finite, integers where the parameter asks for them, and within its bounds."""
    inside = np.isfinite(column)
    if parameter.kind == "integer":
        inside &= np.floor(column) == column
    if parameter.lower is not None:
        inside &= _above(column, parameter.lower, parameter.open_lower)
    if parameter.upper is not None:
        inside &= _above(-column, -parameter.upper, parameter.open_upper)
    return inside


def _above(column: Floats, bound: Fraction, open_end: bool) -> Truths:
    """Where doubles are above a rational number, or equal to it: no double lies between it and its nearest."""
    near = float(bound)
    strict = Fraction(near) < bound or (open_end and near == bound)
    return np.greater(column, near) if strict else np.greater_equal(column, near)
