"""A refuted statement as an object that `rftheory-check` accepts: its claim, the point, and what shows that it fails.

The enclosures of both sides are FLINT's, of the formulas as printed; the checker's own arithmetic, on the exported
terms, must lie in them, so that a term that does not say what the formula says is not exported.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from rftheory import registry
from rftheory.certificates.naming import shortened
from rftheory.certificates.search import Searching
from rftheory.certificates.terms import Json, TermWriter, literal
from rftheory.domain import Domain, Point
from rftheory.domain.values import imaginary_part, real_part
from rftheory.errors import InputError
from rftheory.evidence.plain_script import Broken, broken
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.proof.checker.points.intervals import ZERO, Interval, Refused, exact
from rftheory.proof.checker.points.pointwise import Value
from rftheory.proof.checker.points.refutation import check, given
from rftheory.statements import Statement
from rftheory.verdict import Verdict

Certificate = dict[str, Any]
_BITS, _PIECES = (64, 128, 256), (16, 64, 256, 1024)
_FLINT_BITS = 300
_DIGITS = 15  # of an enclosure that is as narrow as that
_COARSE = 6  # of one that is as wide as the witness of a maximum or the pieces of an integral leave it
_TRIED = (
    1,
    2,
    0,
    Fraction(1, 2),
    3,
    -1,
    Fraction(1, 4),
    4,
)  # for parameters of which the claim does not speak


def certificate(identifier: str) -> Certificate:
    """The object of a refuted statement at the counterexample that `errata` shows.

    InputError, which says why, where there is none: no point, no pointwise claim about formulas that fails there, a
    function that has no form as a term, or a difference too small for the checker.
    """
    statement = registry.statement(identifier)
    finding = registry.finding(identifier)
    at = {n: v for n, v in (finding.get("counterexample") or {}).items() if n not in ("left", "right")}
    if not at:
        raise InputError(f"{identifier}: no counterexample is recorded")
    for found in broken(statement, at):
        return _exported(statement, found)
    raise InputError(f"{identifier}: no pointwise claim about formulas fails at the counterexample")


def certificates() -> Iterator[Certificate]:
    """Those of all refuted statements that have one, in the order of the papers."""
    for record in registry.records():
        if registry.recorded_verdict(record.id) is Verdict.REFUTED:
            with contextlib.suppress(InputError):
                yield certificate(record.id)


def _exported(statement: Statement, found: Broken) -> Certificate:
    point = _whole(found.domain, found.point)
    split = {p.name for p in found.domain.parameters if p.kind == "complex"}
    writer = TermWriter(_sizes(found.point) | {name: _of_parts(name) for name in split})
    formulas = (found.left, found.right)
    shown = (found.shown, found.right.expression)
    sides = [_real(f, e, writer.term(e)) for f, e in zip(formulas, shown, strict=True)]
    relation = found.relation
    if relation in (">", ">="):
        raise InputError(f"{statement.id}: the claim is not written with < or <=")
    made: Certificate = {
        "format": 1,
        "kind": "refutation",
        "about": statement.id,
        "words": found.words,
        "context": {
            "variables": [
                [name, "real" if p.name in split else p.kind]
                for p in found.domain.parameters
                for name in (_parts(p.name) if p.name in split else (p.name,))
            ],
            "constraints": [writer.claim(rule) for rule in found.domain.constraints],
        },
        "point": {
            part: _value(each)
            for name, value in point.items()
            for part, each in (_parted(name, value) if name in split else {name: value}).items()
        },
        "claim": [relation, *sides],
    }
    enclosed = [_enclosed(f, found.point, found.absolute and f is found.left) for f in formulas]
    return _completed(made, enclosed)


def _completed(made: Certificate, enclosed: list[Value]) -> Certificate:
    """With enclosures, and what the terms need, at the first precision that the checker accepts."""
    kinds, refused = dict(made["context"]["variables"]), Refused("")
    env = {name: given(kinds[name], value) for name, value in made["point"].items()}
    for bits, pieces in itertools.product(_BITS, _PIECES):
        reading = Searching(bits, pieces)
        try:
            for rule in made["context"]["constraints"]:
                reading.decide(rule, env)
            values = [reading.value(term, env) for term in made["claim"][1:]]
            stated = [_stated(own, ball) for own, ball in zip(values, enclosed, strict=True)]
            sides = dict(zip(("left", "right"), stated, strict=True))
            whole = shortened(made | {"bits": bits, "enclosures": sides, "by": reading.entries()})
            check(whole)
        except Refused as error:
            refused = error
        else:
            return whole
    raise InputError(f"{made['about']}: {refused}")


def _whole(domain: Domain, point: Point) -> Point:
    """A legal point of the whole domain that extends the given one: the claim may not speak of every parameter."""
    missing = [name for name in domain.names if name not in point]
    lengths = {len(value) for value in point.values() if isinstance(value, tuple)} or {1}
    tried = [
        [",".join([str(number)] * length) for number in _TRIED for length in lengths]
        if domain[name].kind == "vector"
        else _TRIED
        for name in missing
    ]
    for values in itertools.product(*tried):
        found = domain.legal({**point, **dict(zip(missing, values, strict=True))}, domain.names)
        if found is not None:
            return found
    raise InputError(f"no point of the whole domain extends the counterexample by {', '.join(missing)}")


def _parts(name: str) -> tuple[str, str]:
    """The variables of a complex parameter: its real and its imaginary part, as in the claims of proofs."""
    return f"{name}_re", f"{name}_im"


def _of_parts(name: str) -> Json:
    real, imaginary = _parts(name)
    return ["+", real, ["*", ["i"], imaginary]]


def _parted(name: str, value: Any) -> dict[str, Fraction]:
    return dict(zip(_parts(name), (real_part(value), imaginary_part(value)), strict=True))


def _sizes(point: Point) -> dict[str, Json]:
    """What d and m mean beside vectors: as `exact.formula.environment` has it."""
    found: dict[str, Json] = {}
    for name, value in point.items():
        if isinstance(value, tuple) and isinstance(value[0], tuple):
            found = {"m": ["height", name], "d": ["width", name], **found}
        elif isinstance(value, tuple):
            found = {"d": ["height", name], **found}
    return {size: term for size, term in found.items() if size not in point}


def _value(value: Any) -> Json:
    if isinstance(value, tuple):
        return [_value(entry) for entry in value]
    if not isinstance(value, Fraction):
        raise InputError("a complex parameter has no form in a point")
    return literal(value)


def _real(formula: Formula, expression: sp.Expr, term: Json) -> Json:
    """The real part of what is real by its meaning and complex by its form."""
    return ["re", term] if expression.has(sp.I) and not formula.complex_valued else term


def _enclosed(formula: Formula, point: Point, absolute: bool) -> Value:
    """FLINT's enclosure of a side, as printed."""
    value: Any = formula.ball({name: point[name] for name in formula.names}, _FLINT_BITS, printed=True)
    if absolute:
        value = abs(value)
    real, imaginary = balls.parts(value)
    return (_ends(real), _ends(imaginary) if formula.complex_valued else ZERO)


def _ends(value: Any) -> Interval:
    if isinstance(value, balls.fmpq):
        return exact(balls.as_fraction(value))
    if not balls.is_finite(value):
        raise InputError("no finite enclosure of a side as printed")
    (middle, up), (radius, high) = balls.dyadics(value)
    centre, width = middle * Fraction(2) ** up, radius * Fraction(2) ** high
    return (centre - width, centre + width)


def _stated(own: Value, ball: Value) -> list[Json]:
    """FLINT's enclosure, rounded; the checker's where maxima and integrals leave it wide. InputError if they part."""
    ends: list[Json] = []
    for found, certain in zip(own, ball, strict=True):
        if found[0] > certain[1] or certain[0] > found[1]:
            raise InputError("the term does not have the value of the formula")
        low, high = _rounded(certain, _DIGITS)
        if not low <= found[0] <= found[1] <= high:
            low, high = _rounded(found, _COARSE)
        ends += [literal(low), literal(high)]
    return ends[:2] if ball[1] == ZERO == own[1] else ends


def _rounded(ends: Interval, digits: int) -> Interval:
    """Outwards to so many decimal digits of the larger end; exact numbers stay."""
    low, high = ends
    if low == high:
        return ends
    unit, size = Fraction(1), max(abs(low), abs(high))
    while size / unit >= 10**digits:
        unit *= 10
    while size / unit < 10 ** (digits - 1):
        unit /= 10
    return (low // unit * unit, -(-high // unit) * unit)
