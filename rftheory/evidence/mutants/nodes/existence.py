"""Existence: a wrong claim that there is some value, beside the right one, over the same values tried."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Literal

from rftheory.claims import Conjunct, Exists, conjuncts
from rftheory.domain import Domain, Parameter, Point, Rule
from rftheory.errors import InputError, RFTheoryError
from rftheory.evidence.mutants.nodes.experiment import Told
from rftheory.evidence.mutants.nodes.gaps import gaps
from rftheory.evidence.mutants.nodes.place import NoValue, place_at, small_points
from rftheory.evidence.mutants.nodes.values import Values
from rftheory.exact.formula import Formula

_OUTER, _INNER = 3, 6
_VALUES = (
    "1",
    "1/2",
    "2",
    "1/4",
    "3/4",
    "3/2",
    "3",
    "1/10",
    "5",
    "10",
    "1/100",
    "100",
    "1000",
    "1/1000",
    "10000",
    "-1",
    "-1/2",
    "-1/10",
    "0",
)
_POWER = 10
_EVERYWHERE = "some value serves it at every point tried, but one for all of them is not sought"
Sides = Mapping[str, Formula]
Service = Literal["serves", "unclear", "fails"]


def existence_told_apart(own: Conjunct, wrong: Conjunct, sides: Sides) -> Told:
    """`killed` where every value tried fails the wrong claim and one serves the right one, at some place; `still true`
    where one serves it at every place; `unread` where none serves the right one.
    """
    assert isinstance(own.claim, Exists)
    assert isinstance(wrong.claim, Exists)
    fates = []
    for outer in itertools.islice(small_points(own.domain), _OUTER):
        try:
            if _best(own.claim, outer, own.domain, sides) != "serves":
                return Told("unread", "no value tried serves the right claim")
            fates.append(_best(wrong.claim, outer, own.domain, sides))
        except (
            RFTheoryError,
            ArithmeticError,
            ValueError,
            TypeError,
            NotImplementedError,
            KeyError,
        ) as error:
            return Told("unread", str(error)[:120])
    if "fails" in fates:
        return Told("killed")
    if not fates:
        return Told("unread", "no point of the domain")
    if set(fates) == {"serves"}:
        return Told("survived", _EVERYWHERE) if _meant_everywhere(wrong) else Told("still true")
    return Told("survived", "some value tried may serve it")


def _meant_everywhere(part: Conjunct) -> bool:
    """Whether parameters are held against the values: then one choice is meant for all of these parameters."""
    assert isinstance(part.claim, Exists)
    chosen, given = {v.name for v in part.claim.variables}, set(part.domain.names)
    names = [
        {str(s) for s in condition.free_symbols}
        for inner in conjuncts(part.claim.claim, part.domain)
        for condition in inner.conditions
    ]
    return any(found & chosen and found & given - chosen for found in names)


def _best(claim: Exists, outer: Point, domain: Domain, sides: Sides) -> Service:
    """`serves` where some value tried does, `fails` where all of them fail beyond every error."""
    parts = list(conjuncts(claim.claim, domain))
    found: set[Service] = set()
    for values in itertools.product(*map(_choices, claim.variables)):
        chosen = dict(zip((v.name for v in claim.variables), values, strict=True))
        found.add(_worst(parts, outer, chosen, claim, sides))
        if "serves" in found:
            return "serves"
    return "unclear" if "unclear" in found or not found else "fails"


def _worst(
    parts: list[Conjunct], outer: Point, values: Mapping[str, str], claim: Exists, sides: Sides
) -> Service:
    """What one choice of values is worth for all parts."""
    worst: Service = "serves"
    for part in parts:
        found = _served(part, outer, values, claim, sides)
        if found == "fails":
            return "fails"
        worst = found if found == "unclear" else worst
    return worst


def _choices(variable: Parameter) -> list[str]:
    if variable.kind not in ("real", "integer"):
        raise NoValue("no number")
    return [value for value in _VALUES if _legal(variable, value)]


def _legal(variable: Parameter, value: str) -> bool:
    try:
        variable.parse(value)
    except InputError:
        return False
    return True


def _served(part: Conjunct, outer: Point, values: Mapping[str, str], claim: Exists, sides: Sides) -> Service:
    """What the values are worth for one part: at points tried of its domain, the outer parameters and values given."""
    known = [p for p in part.domain.parameters if p.name not in values]
    own = Domain((*known, *claim.variables), (*part.domain.rules, *map(Rule, part.conditions)))
    fixed: dict[str, object] = {name: value for name, value in outer.items() if name not in values}
    strict, worst, tried = getattr(part.claim, "strict", False), "serves", False
    given = fixed | dict(values)
    if set(own.names) <= set(given) and own.legal({n: given[n] for n in own.names}) is None:
        return "serves"  # a side condition fails: nothing is said there
    for point in itertools.islice(_within(own, given), _INNER):
        for gap in gaps(part.claim, Values(place_at(point, "softmax", 1), own, sides, _POWER)):
            if gap.status == "violated":
                return "fails"
            if not gap.consistent or (strict and gap.status != "clear"):
                worst = "unclear"
            tried = True
    return "serves" if tried and worst == "serves" else "unclear"


def _within(domain: Domain, fixed: Mapping[str, object]) -> Iterator[Point]:
    """Points of the domain with these values."""
    free = tuple(p for p in domain.parameters if p.name not in fixed)
    seen: set[tuple[object, ...]] = set()
    for point in small_points(Domain(free)) if free else iter([{}]):
        found = domain.legal({**{n: v for n, v in fixed.items() if n in domain.names}, **point}, domain.names)
        key = () if found is None else tuple(found.values())
        if found is not None and key not in seen:
            seen.add(key)
            yield found
