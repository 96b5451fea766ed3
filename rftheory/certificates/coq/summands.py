"""The terms of a sum to infinity as a function of a natural number, in the forms whose quotients Coq is taught."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rftheory.certificates.coq.protocol import Names, Writing
from rftheory.errors import InputError
from rftheory.proof.checker.points.pointwise import Env


def text(writer: Writing, body: Any, index: str, start: int, env: Env, names: Names) -> str:
    """The term at index = start + k: a product of powers c^(k + e), of Gamma(s k + e) with s = 1, 2, and of lines."""
    factors = body[1:] if body[0] == "*" else [body]
    return " * ".join(_factor(writer, part, index, start, env, names) for part in factors)


def _factor(writer: Writing, part: Any, index: str, start: int, env: Env, names: Names) -> str:
    if not _mentions(part, index):
        return f"({writer.real(part, env, names)})"
    if isinstance(part, list) and part[0] == "^":
        base, exponent = part[1:]
        if not _mentions(base, index):
            slope, shift = writer.reading.line(exponent, index, env)
            if slope != 1:
                raise InputError("a power whose exponent is not the index and a number")
            return f"({writer.real(base, env, names)}) ^ (k + {_natural(shift + start)})"
        (power, _), _ = writer.value(exponent, env)
        inner = _factor(writer, base, index, start, env, names)
        return f"/ ({inner}) ^ {_natural(-power)}" if power < 0 else f"({inner}) ^ {_natural(power)}"
    if isinstance(part, list) and part[0] == "gamma":
        slope, shift = writer.reading.line(part[1], index, env)
        if slope not in (1, 2):
            raise InputError("Gamma of three times an index, or more")
        return f"gamma_of_half ({2 * slope} * k + {_natural(2 * (shift + slope * start))})"
    slope, shift = writer.reading.line(part, index, env)
    return f"({_ratio(slope)} * INR k + {_ratio(shift + slope * start)})"


def _natural(value: Fraction) -> int:
    if value.denominator != 1 or value < 0:
        raise InputError("an exponent or argument that is no natural number")
    return int(value)


def _ratio(value: Fraction) -> str:
    return f"({value.numerator} / {value.denominator})"


def _mentions(term: Any, index: str) -> bool:
    return bool(term == index) or (isinstance(term, list) and any(_mentions(part, index) for part in term))
