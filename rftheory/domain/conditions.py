"""What rules say beyond SymPy's own relations: lengths of vectors, all or some entries, sums over them, determinants.

A vector is a SymPy `IndexedBase`, a list of vectors one with two indices; indices start at 0.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from sympy.logic.boolalg import BooleanFunction

PLACE = sp.Symbol("place", integer=True, nonnegative=True)  # an entry of a vector
ROW = sp.Symbol("row", integer=True, nonnegative=True)  # a vector of a list


class Quantified(BooleanFunction):  # type: ignore[misc]
    """A condition on one index, which runs over `(index, first, last)`, ends included."""

    @property
    def free_symbols(self) -> set[sp.Basic]:
        """All but the index."""
        condition, (index, first, last) = self.args
        return set(condition.free_symbols - {index}) | set(first.free_symbols | last.free_symbols)


class Every(Quantified):
    """The condition holds for every index of the range."""


class Some(Quantified):
    """The condition holds for at least one index of the range."""


class Height(sp.Function):  # type: ignore[misc]
    """The number of entries of a vector (a column), or of vectors in a list (rows)."""

    nargs = 1
    is_integer = True
    is_positive = True

    @classmethod
    def eval(cls, *args: sp.Basic) -> None:
        """Never simplify: the number is that of the point."""


class Width(sp.Function):  # type: ignore[misc]
    """The common number of entries of the vectors of a list."""

    nargs = 1
    is_integer = True
    is_positive = True

    @classmethod
    def eval(cls, *args: sp.Basic) -> None:
        """Never simplify: the width is that of the point."""


class SquaredDeterminant(sp.Function):  # type: ignore[misc]
    """|det(R + i S)|^2 of square lists of vectors R and S of one size."""

    nargs = 2
    is_nonnegative = True

    @classmethod
    def eval(cls, *args: sp.Basic) -> None:
        """Never simplify: the determinant is that of the point."""


def same_length(first: sp.IndexedBase, *others: sp.IndexedBase) -> sp.Basic:
    """All have as many entries (or vectors) as the first."""
    return sp.And(*(sp.Eq(Height(first), Height(other)) for other in others))


def same_size(first: sp.IndexedBase, second: sp.IndexedBase) -> sp.Basic:
    """Two lists of as many vectors, of one length."""
    return sp.And(same_length(first, second), sp.Eq(Width(first), Width(second)))


def entries(vector: sp.IndexedBase) -> tuple[sp.Symbol, sp.Integer, sp.Expr]:
    """The range of an index over the entries of a vector."""
    return (PLACE, sp.S.Zero, Height(vector) - 1)


def row_range(vectors: sp.IndexedBase) -> tuple[sp.Symbol, sp.Integer, sp.Expr]:
    """The range of an index over the vectors of a list."""
    return (ROW, sp.S.Zero, Height(vectors) - 1)


def column_range(vectors: sp.IndexedBase) -> tuple[sp.Symbol, sp.Integer, sp.Expr]:
    """The range of an index over the entries of each vector of a list."""
    return (PLACE, sp.S.Zero, Width(vectors) - 1)


def every(vector: sp.IndexedBase, condition: Callable[[sp.Expr], sp.Basic]) -> sp.Basic:
    """Every entry of the vector fulfils the condition."""
    return Every(condition(vector[PLACE]), entries(vector))


def some(vector: sp.IndexedBase, condition: Callable[[sp.Expr], sp.Basic]) -> sp.Basic:
    """Some entry of the vector fulfils the condition."""
    return Some(condition(vector[PLACE]), entries(vector))


def nonzero(vector: sp.IndexedBase) -> sp.Basic:
    """No entry of the vector is 0."""
    return every(vector, lambda entry: sp.Ne(entry, 0))


def squared_length(vector: sp.IndexedBase) -> sp.Expr:
    """The sum of the squared entries."""
    return sp.Sum(vector[PLACE] ** 2, entries(vector))


def count_positive(vector: sp.IndexedBase) -> sp.Expr:
    """The number of positive entries."""
    return sp.Sum(sp.Max(0, sp.sign(vector[PLACE])), entries(vector))


def invertible(real_part: sp.IndexedBase, imaginary_part: sp.IndexedBase) -> sp.Basic:
    """The square matrix of these parts has an inverse."""
    return sp.Ne(SquaredDeterminant(real_part, imaginary_part), 0)
