"""Evaluates an id at exact parameters to certified digits: what `rftheory eval` and the Python mirror share."""

from __future__ import annotations

from rftheory import registry
from rftheory.errors import InputError, UnknownIdError
from rftheory.exact.enclosure import Enclosure
from rftheory.exact.formula import Formula, check_digits


def split(identifier: str) -> tuple[str, str | None]:
    """`paper/locator:side` as (id, side); without a side (id, None)."""
    if not isinstance(identifier, str):
        raise InputError(f"an id is text such as simrf/thm4.3/orf:rhs, got {type(identifier).__name__}")
    name, colon, side = identifier.partition(":")
    return name, side if colon else None


def evaluate(identifier: str, *, digits: int = 50, **parameters: object) -> Enclosure:
    """The certified value of `id` or `id:side` with `digits` correct digits (1 to 10000).

    Without a side the printed (right or only) side is taken. Parameters are exact: "0.1" is one tenth, a
    float its binary value. Raises UnknownIdError, InputError, DomainError or PrecisionError.
    """
    check_digits(digits)
    name, side = split(identifier)
    entry = registry.find(name)
    if not entry.sides:
        raise InputError(f"{name} has no evaluable side")
    if side is not None and side not in entry.sides:
        raise UnknownIdError(identifier, tuple(f"{name}:{s}" if s else name for s in entry.sides), "side")
    chosen = side if side is not None else next(s for s in ("", "rhs", *entry.sides) if s in entry.sides)
    return _evaluate(entry.sides[chosen], parameters, digits)


def evaluate_all(identifier: str, *, digits: int = 50, **parameters: object) -> dict[str, Enclosure]:
    """Every side of an id (or the one named), each at its own subset of the parameters given."""
    check_digits(digits)
    name, side = split(identifier)
    if side is not None:
        return {side: evaluate(identifier, digits=digits, **parameters)}
    entry = registry.find(name)
    if not entry.sides:
        raise InputError(f"{name} has no evaluable side")
    vectors = {"x", "y"} if {"x", "y"} <= set(parameters) else set()
    used = set().union(*(f.names for f in entry.sides.values())) | vectors
    unknown = sorted(set(parameters) - used)
    if unknown:
        raise InputError(f"unknown parameter {unknown[0]}; allowed: {', '.join(sorted(used))}")
    result = {}
    for label, formula in entry.sides.items():
        own = {n: value for n, value in parameters.items() if n in formula.names or n in vectors}
        if not {"x2", "y2", "xy"} <= set(formula.names):
            own = {n: value for n, value in own.items() if n in formula.names}
        result[label] = _evaluate(formula, own, digits)
    return result


def _evaluate(formula: Formula, parameters: dict[str, object], digits: int) -> Enclosure:
    return formula.at(formula.point(parameters), digits)
