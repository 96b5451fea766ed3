"""Evaluates ids at exact parameters to certified digits: what the command line and Python share. Never rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, overload

from rftheory import registry
from rftheory.errors import InputError, PrecisionError, UnknownIdError, shorten
from rftheory.exact import balls
from rftheory.exact.enclosure import Enclosure
from rftheory.exact.formula import Formula, check_digits
from rftheory.exact.limits import limited
from rftheory.registry import Entry

if TYPE_CHECKING:  # arrays alone need it, and most commands ask for none
    import numpy as np
    import numpy.typing as npt

INVARIANTS = {"x2", "y2", "xy"}
VECTORS = {"x", "y"}
OPTIONS = ("digits", "seconds")
"""What the command line takes beside the parameters."""


def split(identifier: str) -> tuple[str, str | None]:
    """`paper/locator:side` as (id, side); without a side (id, None)."""
    if not isinstance(identifier, str):
        raise InputError(f"an id is text such as simrf/thm4.3/orf:rhs, got {type(identifier).__name__}")
    name, colon, side = identifier.partition(":")
    return name, side if colon else None


Scalar = int | float | str | Fraction


@overload
def evaluate(
    identifier: str,
    /,
    *,
    digits: int = ...,
    seconds: float = ...,
    isolate: bool = ...,
    floats: Literal[False] = ...,
    **parameters: Scalar,
) -> Enclosure: ...
@overload
def evaluate(
    identifier: str,
    /,
    *,
    digits: int = ...,
    seconds: float = ...,
    isolate: bool = ...,
    floats: bool = ...,
    **parameters: Any,
) -> Any: ...
def evaluate(
    identifier: str,
    /,
    *unnamed: object,
    digits: int = 50,
    seconds: float = balls.SECONDS,
    isolate: bool = False,
    floats: bool = False,
    **parameters: object,
) -> Enclosure | npt.NDArray[np.float64]:
    """The certified value of `id` or `id:side` with `digits` correct digits (1 to 10000).

    Without a side the printed (unnamed, right or only) side is taken. Parameters are exact: "0.1" is one
    tenth, a float its binary value, and so are numbers of SymPy, mpmath, FLINT and NumPy of every width, entries of
    vectors too. What has no exact value is refused: sqrt(2), or an Enclosure with a radius. An answer takes at most
    `seconds` of computing; one call into compiled code is waited for, except with `isolate`, where a child process
    computes, and is ended once it takes more time or more than 768 MiB. Raises UnknownIdError, InputError,
    DomainError, PrecisionError or BudgetError.

    Where a number is asked for and an array, list or range is given, the values over the broadcast arrays come as
    float64, each the correctly rounded double of the certified value; `digits` plays no part then. With `floats` NumPy
    and SciPy compute them, some hundred times faster: within 1e-13 of the value, or of its logarithm where that is
    larger than 1, by a bound on the rounding of every value, which takes their functions at their word; where the bound
    is larger the value is the certified one.
    """
    if unnamed:
        entry, side = resolve(identifier)
        names = entry.sides[printed_side(entry) if side is None else side].names
        raise InputError(
            f"{shorten(unnamed[0])} is given without a name; allowed: parameters by name, "
            f"{', '.join(f'{name}=..' for name in names) or 'here none'}"
        )
    if floats and not _has_array(parameters):
        raise InputError(
            "floats = True asks for arrays, and every parameter is one number; allowed: an array, or no floats"
        )
    function = evaluate_floats if floats else evaluate_array if _has_array(parameters) else evaluate_one
    found = limited(seconds, isolate, registry.travelling(function), identifier, parameters, digits)
    return found[1] if isinstance(found, tuple) else found


def _has_array(parameters: Mapping[str, object]) -> bool:
    """Whether an array may stand in for a number: vectors look the same, and the formula alone tells."""
    return any(
        isinstance(value, (list, tuple, range)) or bool(getattr(value, "ndim", 0))
        for value in parameters.values()
    )


def evaluate_array(
    identifier: str, parameters: Mapping[str, object], digits: int, floats: bool = False
) -> tuple[str, Enclosure] | npt.NDArray[np.float64]:
    """Values over arrays in place of numbers; one value where every array is a vector that the formula asks for."""
    entry, side = resolve(identifier)
    formula = entry.sides[printed_side(entry) if side is None else side]
    scalars = {name for name in formula.names if formula.domain[name].kind not in ("vector", "vectors")}
    if not _has_array({name: value for name, value in parameters.items() if name in scalars}):
        return evaluate_one(identifier, parameters, digits)
    if floats:
        from rftheory.exact.floats.arrays import float_array  # as NumPy

        return float_array(formula, parameters)
    return formula.array(**parameters)


def evaluate_floats(
    identifier: str, parameters: Mapping[str, object], digits: int
) -> tuple[str, Enclosure] | npt.NDArray[np.float64]:
    """As `evaluate_array`, by NumPy and SciPy where a bound on the rounding allows."""
    return evaluate_array(identifier, parameters, digits, floats=True)


def evaluate_one(identifier: str, parameters: Mapping[str, object], digits: int) -> tuple[str, Enclosure]:
    """The side that `id` or `id:side` means, and its value."""
    check_digits(digits)
    entry, side = resolve(identifier)
    chosen = printed_side(entry) if side is None else side
    return chosen, _value(entry, chosen, parameters, digits)


def evaluate_all(identifier: str, parameters: Mapping[str, object], digits: int = 50) -> dict[str, Enclosure]:
    """Every side of an id that the parameters suit (or the side named), each at its own subset of them.

    A parameter that no evaluated side uses, and parameters that suit no side, are InputErrors.
    """
    check_digits(digits)
    entry, side = resolve(identifier)
    if side is not None or len(entry.sides) == 1:
        chosen = printed_side(entry) if side is None else side
        return {chosen: _value(entry, chosen, parameters, digits)}
    known = set().union(*(accepted(formula) for formula in entry.sides.values()))
    for name in parameters:
        if name not in known:
            raise InputError(f"unknown parameter {shorten(name)}; allowed: {', '.join(sorted(known))}")
    suited = [label for label, formula in entry.sides.items() if not lacking(formula, parameters)]
    if not suited:
        needs = "; ".join(f"{entry.id}:{label} lacks {', '.join(lacking(f, parameters))}" for label, f in
                          entry.sides.items())  # fmt: skip
        formulas = entry.sides.values()
        told = {name: f.domain.told((name,)) for f in formulas for name in lacking(f, parameters)}
        raise InputError(f"missing parameter: {needs}; allowed: {', '.join(told.values())}")
    used = set().union(*(accepted(entry.sides[label]) for label in suited))
    for name in parameters:
        if name not in used:
            sides = "; ".join(
                f"{entry.id}:{label} takes {' '.join(f.names)}" for label, f in entry.sides.items()
            )
            raise InputError(
                f"parameter {name} is used by no side that the other parameters suit; allowed: {sides}"
            )
    return {label: _value(entry, label, _own(entry.sides[label], parameters), digits) for label in suited}


def check_names(identifier: str, given: Iterable[str]) -> None:
    """InputError for a parameter that no side of the id (or the side named) has: before any value is looked at."""
    entry, side = resolve(identifier)
    known = set().union(*(accepted(f) for label, f in entry.sides.items() if side in (None, label)))
    for name in given:
        if name not in known:
            option = f"; the option is --{name} N" if name in OPTIONS else ""
            raise InputError(
                f"unknown parameter {shorten(name)}; allowed: {', '.join(sorted(known)) or 'none'}{option}"
            )


def resolve(identifier: str) -> tuple[Entry, str | None]:
    """The entry of an id and the side named in it; unknown ones raise UnknownIdError with the nearest."""
    name, side = split(identifier)
    entry = registry.find(name)
    if not entry.sides:
        raise InputError(f"{name} has no evaluable side: it states no formula of its own")
    if side is not None and side not in entry.sides:
        raise UnknownIdError(identifier, tuple(f"{name}:{s}" if s else name for s in entry.sides), "side")
    return entry, side


def printed_side(entry: Entry) -> str:
    """The side that an id without one means: the unnamed one, the right one, or the first."""
    return next(side for side in ("", "rhs", *entry.sides) if side in entry.sides)


def accepted(formula: Formula) -> set[str]:
    """The parameter names that a formula takes, with x and y where they can stand for the invariants."""
    return set(formula.names) | (VECTORS if set(formula.names) >= INVARIANTS else set())


def lacking(formula: Formula, parameters: Mapping[str, object]) -> list[str]:
    """The parameters that a formula still needs."""
    by_vectors = set(formula.names) >= INVARIANTS and set(parameters) >= VECTORS
    derived = INVARIANTS | {"d"} if by_vectors else set()
    return [name for name in formula.names if name not in parameters and name not in derived]


def _own(formula: Formula, parameters: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in parameters.items() if name in accepted(formula)}


def _value(entry: Entry, side: str, parameters: Mapping[str, object], digits: int) -> Enclosure:
    formula = entry.sides[side]
    if accepted(formula) >= VECTORS and not set(formula.names) & VECTORS and set(parameters) >= VECTORS:
        twice = sorted(INVARIANTS & set(parameters))
        if twice:
            raise InputError(f"{twice[0]} follows from x and y: give either the vectors or {twice[0]}")
    try:
        return formula.at(formula.point(parameters), digits)
    except PrecisionError as error:
        raise PrecisionError(f"{_label(entry, side)}: {error}", error.best) from error
    except (OverflowError, ZeroDivisionError, MemoryError, RecursionError) as error:
        raise PrecisionError(
            f"{_label(entry, side)}: the value is too large or too costly to enclose here"
        ) from error


def _label(entry: Entry, side: str) -> str:
    return f"{entry.id}:{side}" if side else entry.id
