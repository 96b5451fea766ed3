"""Row maps that a client may claim, with parameters read by the one grammar of numbers."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.domain import ComplexRational, Vector, parse_complex, parse_vector
from rftheory.errors import DomainError, InputError, shorten
from rftheory.measured.rowmaps.laws import AbstractDiscreteLaw, GeometricLaw, PoissonLaw, TabulatedLaw, Values
from rftheory.moments.row_maps import COUNTS, EXPONENTIAL, Counts, Exponential, Row

ALLOWED = {
    "gerf": ("A", "s"),
    "oprf": ("A",),
    "gerf-negative": ("A",),
    "gerf-antithetic": ("A",),
    "poisson": ("lam",),
    "geometric": ("p",),
    "discrete": ("masses", "tail"),
}


def row_map(name: str, parameters: Mapping[str, object]) -> tuple[str, Row]:
    """The map of that name (oprf is gerf, s = -1 is gerf-negative) and its parameters.

    A number is an int, a float, a Fraction or text such as -0.125, 1/8 or 0.1-0.2j; one number for each coordinate
    is a sequence or text with commas, one table for each a sequence of sequences or text with semicolons.
    InputError for a name that the map has not or one that it needs; DomainError for a value outside its domain.
    """
    base = name.removesuffix("-positive") if name in COUNTS else name
    allowed = (*ALLOWED[base], *(("shift",) if name.endswith("-positive") else ()))
    for given in parameters:
        if given not in allowed:
            raise InputError(f"{name} has no parameter {shorten(given)}; allowed: {', '.join(allowed)}")
    if name in EXPONENTIAL:
        found = _exponential(name, parameters)
        return found.name, found
    if allowed[0] not in parameters:
        example = {"poisson": "lam=0.1", "geometric": "p=0.9", "discrete": "masses=0.4,0.3,0.2,0.1"}[base]
        raise InputError(f"{name} needs its parameter {allowed[0]}; allowed: --parameter {example}")
    shift = _values("shift", parameters.get("shift", 0.0))
    return name, Counts(_law(base, parameters), name.endswith("-positive"), shift)


def refuse(name: str, parameters: Mapping[str, object]) -> None:
    """InputError where parameters are given to a mechanism that has none."""
    if parameters:
        known = ", ".join(("gerf", "oprf", *COUNTS))
        raise InputError(
            f"{name} has no parameters, given {', '.join(map(shorten, parameters))}; those with: {known}"
        )


def _exponential(name: str, parameters: Mapping[str, object]) -> Exponential:
    s = -1 if name == "gerf-negative" else 1
    if "s" in parameters:
        number = parse_complex(parameters["s"], "s")
        if number not in (1, -1):
            raise DomainError("s", parameters["s"], "1 or -1")
        s = 1 if number == 1 else -1
    if "A" not in parameters:
        return Exponential(None, s, name == "gerf-antithetic")
    exact = parse_complex(parameters["A"])
    a = (
        complex(float(exact.re), float(exact.im))
        if isinstance(exact, ComplexRational)
        else complex(float(exact))
    )
    if not a.real < 0.25:
        raise DomainError(
            "A", parameters["A"], "Re A < 1/4; from there on the mean of an estimate is infinite"
        )
    if name in ("oprf", "gerf-antithetic") and a.imag != 0.0:
        raise DomainError("A", parameters["A"], "real: positive features have a real A")
    return Exponential(a, s, name == "gerf-antithetic")


def _law(base: str, parameters: Mapping[str, object]) -> AbstractDiscreteLaw:
    if base == "poisson":
        return PoissonLaw(_values("lam", parameters["lam"]))
    if base == "geometric":
        return GeometricLaw(_values("p", parameters["p"]))
    tail = _values("tail", parameters.get("tail", 0.5))
    if len(tail) != 1:
        raise DomainError("tail", parameters["tail"], "one number")
    given = parameters["masses"]
    nested = (isinstance(given, str) and ";" in given) or (
        isinstance(given, (list, tuple)) and any(isinstance(part, (list, tuple)) for part in given)
    )
    tables = (given.split(";") if isinstance(given, str) else given) if nested else [given]
    return TabulatedLaw(tuple(_values("masses", table) for table in tables), tail[0])  # type: ignore[attr-defined]


def _values(name: str, given: object) -> Values:
    many = hasattr(given, "__len__") and not isinstance(given, str)
    found: Vector = parse_vector(given if many or isinstance(given, str) else [given], name)
    return tuple(float(value) for value in found)
