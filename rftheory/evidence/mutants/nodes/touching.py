"""Touching: points of a domain at which both sides of an inequality are one number, so that the strict one is false.

They are sought at the ends of the domain: no inputs, one row, an argument 0. There nothing random is left of many
moments, and both sides are the same in every draw.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.claims import Below, Claim, Estimate
from rftheory.domain import Domain, Point
from rftheory.evidence.mutants.nodes.frames import FAMILIES, frame_of
from rftheory.evidence.mutants.nodes.gaps import Gap, gaps
from rftheory.evidence.mutants.nodes.place import UNREADABLE, Realised, place_at, small_points
from rftheory.evidence.mutants.nodes.values import Values
from rftheory.exact.formula import Formula
from rftheory.measured.protocol import Kernel

_BASES, _POWER = 2, 6
_LARGEST = 3  # of a number at a corner: larger ones may leave a difference that floats do not hold
_ALIKE = 1e-15  # relative: a few roundings
_MEMBERS = ("iid", "orthogonal", "simplex", "cross-polytope")
"""Couplings of the shelf that are of every family: uniform directions, independent chi lengths."""
_INPUTS = ("x2", "y2", "xy", "x", "y")


def only_stricter(own: Claim, wrong: Claim) -> bool:
    """Whether `wrong` is `own` with < in place of <=."""
    return isinstance(own, Below) and not own.strict and wrong == replace(own, strict=True)


def touches(own: Claim, domain: Domain, sides: Mapping[str, Formula], kernel: Kernel, sign: int) -> bool:
    """Whether at a corner of the domain, or for special letters, both sides are the same in every draw, up to rounding,
    or one of them speaks of a family of couplings and becomes the other one for the coupling that this one names.
    """
    if _of_its_own_family(own):
        return True
    for place in _corners(domain, kernel, sign):
        for special in (False, True):
            values = Values(place, domain, sides, _POWER)
            values.special = special
            try:
                found = list(gaps(own, values))
            except UNREADABLE:
                break
            if found and all(map(alike, found)):
                return True
    return False


def _of_its_own_family(own: Claim) -> bool:
    left, right = own.terms[:2]
    if not isinstance(left, sp.Basic) or not isinstance(right, sp.Basic):
        return False
    named = {e for side in (left, right) for e in side.atoms(Estimate)}
    frames = {e.coupling for e in named if frame_of(e.coupling) or e.coupling in _MEMBERS}
    if len(frames) != 1 or not any(e.coupling in FAMILIES for e in named):
        return False
    coupling = sp.core.symbol.Str(frames.pop())
    member = {e: e.func.of(coupling, *e.args[1:]) for e in named if e.coupling in FAMILIES}
    return bool(left.xreplace(member) == right.xreplace(member))


def alike(gap: Gap) -> bool:
    """Whether both sides are one number in every draw, up to rounding."""
    return abs(gap.difference) <= _ALIKE * gap.size and gap.error <= _ALIKE * gap.size


def _corners(domain: Domain, kernel: Kernel, sign: int) -> Iterator[Realised]:
    """Plain points with one parameter at its least value, or without inputs; where no inputs are given, without any."""
    for base in itertools.islice(small_points(domain), _BASES):
        for changed in _changes(domain, base):
            point = domain.legal({**base, **changed})
            if point is not None and _is_small(point):
                yield from _places(point, kernel, sign)


def _changes(domain: Domain, base: Point) -> Iterator[dict[str, object]]:
    yield {}
    inputs = {name: _nothing(base[name]) for name in _INPUTS if name in base}
    if inputs:
        yield inputs
    for axis in domain.parameters:
        if axis.kind in ("real", "integer") and axis.lower is not None and not axis.open_lower:
            yield {axis.name: axis.lower}


def _nothing(value: object) -> object:
    return ",".join("0" for _ in value) if isinstance(value, tuple) else 0


def _is_small(point: Point) -> bool:
    return all(not isinstance(value, Fraction) or abs(value) <= _LARGEST for value in point.values())


def _places(point: Point, kernel: Kernel, sign: int) -> Iterator[Realised]:
    for plain in (None, 0.0):
        try:
            yield place_at(point, kernel, sign) if plain is None else place_at(point, kernel, sign, plain)
        except UNREADABLE:
            continue
