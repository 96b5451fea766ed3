"""A domain: the parameters of a statement, the rules between them, membership, and legal points in a fixed order."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rftheory.domain.parameter import Parameter
from rftheory.domain.roaming import scalar_points, vector_point
from rftheory.domain.rule import Rule
from rftheory.domain.values import Point, Value, show
from rftheory.errors import DomainError, InputError, shorten

if TYPE_CHECKING:
    import sympy as sp

LISTED = 16  # a range of at most so many integers is written out where a rule leaves some of them away


@dataclass(frozen=True)
class Domain:
    """All parameters of a statement, the rules between them, and how to roam it without a random number.

    `repair` may map a freely sampled point into the domain (e.g. clip m to d); `extra` adds chosen points, of
    which those outside the domain are left out.
    """

    parameters: tuple[Parameter, ...] = ()
    rules: tuple[Rule, ...] = ()
    repair: Callable[[Point], Point] | None = None
    extra: tuple[Mapping[str, object], ...] = ()
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        for each, kind in (*((p, Parameter) for p in self.parameters), *((r, Rule) for r in self.rules)):
            if not isinstance(each, kind):
                allowed = (
                    "real(..), integer(..), vector(..)" if kind is Parameter else "Rule(condition, words)"
                )
                raise InputError(f"a domain is given {shorten(each)}; allowed: {allowed}")
        object.__setattr__(self, "names", tuple(p.name for p in self.parameters))
        if len(set(self.names)) != len(self.names):
            raise InputError(f"a domain names a parameter twice: {self.names}")

    def __getitem__(self, name: str) -> Parameter:
        return self.parameters[self.names.index(name)]

    def widened(self, *parameters: Parameter, without: tuple[str, ...] = ()) -> Domain:
        """This domain with wider parameters of the same names, less the rules that involve a name in `without`."""
        wider = {parameter.name: parameter for parameter in parameters}
        return replace(
            self,
            parameters=tuple(wider.get(own.name, own) for own in self.parameters),
            rules=tuple(rule for rule in self.rules if not set(rule.names) & set(without)),
        )

    @functools.cached_property
    def constraints(self) -> tuple[sp.Basic, ...]:
        """All bounds and rules as SymPy conditions on symbols of the parameters' names and kinds."""
        from rftheory.domain.constraints import constraints

        return constraints(self.parameters, self.rules)

    def parse(self, given: Mapping[str, object], needed: Sequence[str] | None = None) -> Point:
        """Exact point for the `needed` parameters; unknown, missing and illegal ones raise InputError."""
        wanted = tuple(needed) if needed is not None else self.names
        for name in given:
            if name not in wanted:
                raise InputError(f"unknown parameter {shorten(name)}; allowed: {', '.join(wanted) or 'none'}")
        missing = [name for name in wanted if name not in given]
        if missing:
            raise InputError(
                f"missing parameter {', '.join(missing)}; needed: {', '.join(wanted)}; "
                f"allowed: {self.told(missing)}"
            )
        point = {name: self._parsed(name, given[name]) for name in wanted}
        self.check(point)
        return point

    def allowed(self, name: str) -> str:
        """The domain of one parameter in words, with the rules on it alone: `-1 or 1`, not `integer >= -1 and <= 1`.

        A short range of integers is written out; other rules follow the range.
        """
        axis, own = self[name], [rule for rule in self.rules if rule.names == (name,)]
        if not own:
            return axis.rule
        if axis.kind == "integer" and axis.lower is not None and axis.upper is not None:
            first, last = int(axis.lower), int(axis.upper)
            every = [Fraction(n) for n in range(first, last + 1)] if last - first < LISTED else []
            left = [str(n) for n in every if all(rule.holds({name: n}) for rule in own)]
            if left:
                return " or ".join([", ".join(left[:-1]), left[-1]] if len(left) > 1 else left)
        return "; ".join([axis.rule, *(rule.text for rule in own)])

    def told(self, names: Sequence[str]) -> str:
        """The names with their domains and meanings: `d integer >= 1 (input dimension), v real >= 0 (|x+y|)`."""
        known = [name for name in names if name in self.names]
        meanings = {name: f" ({self[name].meaning})" if self[name].meaning else "" for name in known}
        return ", ".join(f"{name} {self.allowed(name)}{meanings[name]}" for name in known)

    def _parsed(self, name: str, value: object) -> Value:
        """What the parameter makes of it; where the number is no member, the error says which ones are."""
        try:
            return self[name].parse(value)
        except DomainError as error:
            if error.rule != self[name].rule:
                raise  # no number at all: what a number looks like is the help
            raise DomainError(name, value, self.allowed(name)) from None

    def check(self, point: Point) -> None:
        """Raise DomainError, naming all parameters of the rule, if a rule between present parameters is broken."""
        for rule in self.rules:
            if all(name in point for name in rule.names) and not rule.holds(point):
                names = rule.told(self.names)
                if len(names) == 1:
                    raise DomainError(names[0], show(point[names[0]]), self.allowed(names[0]))
                given = ", ".join(f"{name} = {show(point[name])}" for name in names)
                raise DomainError(names[-1], show(point[names[-1]]), rule.text, given=given)

    def legal(self, point: Mapping[str, object], needed: Sequence[str] | None = None) -> Point | None:
        """The parsed point, or None when it lies outside the domain."""
        try:
            return self.parse(point, needed)
        except InputError:
            return None

    def points(self, count: int, needed: Sequence[str] | None = None) -> Iterator[Point]:
        """Up to `count` distinct legal points: chosen extras, corners, then a log-scale quasi-random set."""
        wanted = tuple(needed) if needed is not None else self.names
        if any(self[name].kind in ("vector", "vectors") for name in wanted):
            yield from self._given(count, wanted)
            return
        seen: set[tuple[Value, ...]] = set()
        produced = 0
        for raw in self._candidates(wanted, count):
            repaired = self.repair(dict(raw)) if self.repair is not None else raw
            point = self.legal({name: repaired[name] for name in wanted}, wanted)
            if point is None:
                continue
            key = tuple(point[name] for name in wanted)
            if key in seen:
                continue
            seen.add(key)
            yield point
            produced += 1
            if produced >= count:
                return

    def _given(self, count: int, wanted: Sequence[str]) -> Iterator[Point]:
        """The chosen extras; where every vector roams also vectors of one to four entries."""
        for extra in self.extra[:count]:
            point = self.legal({n: v for n, v in extra.items() if n in wanted}, wanted)
            if point is not None:
                yield point
        axes = [self[name] for name in wanted]
        if not all(axis.roams for axis in axes if axis.kind == "vector") or any(
            axis.kind == "vectors" for axis in axes
        ):
            return
        for index in range(1, count - len(self.extra) + 1):
            point = self.legal(vector_point(axes, index), wanted)
            if point is not None:
                yield point

    def _candidates(self, wanted: Sequence[str], count: int) -> Iterator[Point]:
        found: list[Point] = []
        for extra in self.extra:
            if set(wanted) <= set(extra):
                with contextlib.suppress(DomainError):  # outside: left out
                    found.append({name: self[name].parse(extra[name]) for name in wanted})
        yield from found
        yield from scalar_points([self[name] for name in wanted], count)
