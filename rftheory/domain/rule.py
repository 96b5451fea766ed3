"""A rule between parameters, as data: a condition in SymPy that search, mutants and proofs read."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rftheory.domain.values import Point
from rftheory.errors import InputError

if TYPE_CHECKING:
    import sympy as sp


@dataclass(frozen=True)
class Rule:
    """A condition on the parameters that it names by its symbols; applied when all of them are present.

    The condition is made of relations, `And`, `Or`, `Not`, membership in a set (`sp.Contains`), congruence
    (`sp.Mod`) and the words of `domain/conditions.py`. `text` says it in an error, by default as SymPy prints it.
    An error names the parameters in the order of the domain, the last one as the one at fault, unless `order`
    says otherwise.
    """

    condition: sp.Basic
    text: str = ""
    order: str = ""

    def __post_init__(self) -> None:
        from sympy.logic.boolalg import Boolean

        if not isinstance(self.condition, Boolean) or not self.condition.free_symbols:
            raise InputError(f"a rule is a condition on parameters, not {self.condition!r}")
        if not self.text:
            object.__setattr__(self, "text", str(self.condition))

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """The parameters of the condition: as `order` has them, else sorted."""
        from rftheory.domain.deciding import free_names

        free, told = free_names(self.condition), tuple(self.order.split())
        if told and sorted(told) != list(free):
            raise InputError(f"the order of a rule is {told}, its parameters are {free}")
        return told or free

    @functools.cached_property
    def _decision(self) -> Callable[[dict[str, Any]], bool | None]:
        from rftheory.domain.deciding import decision

        return decision(self.condition)

    def told(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The parameters in the order of an error, in a domain of these names."""
        return self.names if self.order else tuple(sorted(self.names, key=names.index))

    def decide(self, point: Point) -> bool | None:
        """Whether the condition holds at the point; None where no precision decides it, or a term has no value."""
        return self._decision(point)

    def holds(self, point: Point) -> bool:
        """Whether the condition is shown to hold: a point at which it is undecided is outside the domain."""
        return self.decide(point) is True
