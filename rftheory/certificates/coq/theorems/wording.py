"""Terms and propositions of proof objects as Coq writes them, over the reals."""

from __future__ import annotations

from typing import Any

from rftheory.certificates.coq.expressions import name
from rftheory.errors import InputError

Json = Any

_FUNCTIONS = {"exp": "exp", "log": "ln", "cos": "cos", "sin": "sin", "abs": "Rabs"}
_RELATIONS = {"=": "=", "<": "<", "<=": "<=", "!=": "<>"}


def literal(value: Json) -> tuple[int, int] | None:
    """A rational that is written as such."""
    if isinstance(value, int):
        return value, 1
    if isinstance(value, list) and value[0] == "q":
        return value[1], value[2]
    return None


def term(value: Json) -> str:
    """A term, in brackets unless it is one word; InputError where the elementary fragment lacks its head.

    A parameter that counts is any real number here, which says more.
    """
    if (number := literal(value)) is not None:
        top, under = number
        sign = f"- {-top}" if top < 0 else str(top)
        return sign if under == 1 and top >= 0 else f"({sign})" if under == 1 else f"({sign} / {under})"
    if isinstance(value, str):
        return name(value)
    head, *parts = value
    if head in ("+", "*"):
        return f"({f' {head} '.join(map(term, parts))})"
    if head in _FUNCTIONS:
        return f"({_FUNCTIONS[head]} {term(parts[0])})"
    if head == "pi":
        return "PI"
    if head == "^":
        return _power(*parts)
    raise InputError(f"Coq's elementary fragment has no {head}")


def _power(base: Json, exponent: Json) -> str:
    number = literal(exponent)
    if number is None or number[1] > 2:
        raise InputError("Coq's elementary fragment has powers with multiples of 1/2 only")
    top, under = number
    text = term(base) if under == 1 else f"(sqrt {term(base)})"
    size = abs(top)
    found = text if size == 1 else f"({text} ^ {size})"
    return found if top >= 0 else f"(/ {found})"


def proposition(value: Json) -> str:
    """A proposition, without brackets around it."""
    head, *parts = value
    if head in _RELATIONS:
        return f"{term(parts[0])} {_RELATIONS[head]} {term(parts[1])}"
    if head in ("and", "or"):
        sign = r" /\ " if head == "and" else r" \/ "
        return sign.join(f"({proposition(part)})" for part in parts)
    if head == "where":
        return "".join(f"({proposition(part)}) -> " for part in parts[0]) + f"({proposition(parts[1])})"
    raise InputError(f"Coq's elementary fragment has no {head}")


def subterms(value: Json) -> list[Json]:
    """Every compound part of a term or proposition, outer ones first."""
    if not isinstance(value, list):
        return []
    inner = [each for part in value for each in subterms(part)]
    return [value, *inner] if value and isinstance(value[0], str) else inner
