"""Many evaluations from JSON lines: one answer a request, in order; a bad request never stops the rest."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn

from rftheory.cli.arguments import loaded
from rftheory.cli.budget import SECONDS, budget
from rftheory.errors import InputError, RFTheoryError, shorten
from rftheory.evaluation import evaluate_one
from rftheory.report.schema import value_document

MAX_LINE = 1 << 24
MAX_DEPTH = 4
FIELDS = ("id", "side", "parameters", "digits")


class Number(str):
    """A JSON number by its text, so that 0.1 stays one tenth."""

    __slots__ = ()


def answers(lines: Iterable[bytes], digits: int, seconds: float = SECONDS) -> Iterator[dict[str, Any]]:
    """One JSON-able answer for every line, `{"error", "line"}` for those that cannot be answered in `seconds` each."""
    for number, line in enumerate(lines, 1):
        try:
            with budget(seconds):
                found = answer(line, digits)
            yield found
        except (RFTheoryError, RecursionError) as error:
            yield {"error": " ".join(str(error).split())[:1000], "line": number}


def answer(line: bytes, digits: int) -> dict[str, Any]:
    """The answer to one request, or an error that says what is wrong with it."""
    request = _read(line)
    for name in request:
        if name not in FIELDS:
            raise InputError(f"unknown field {shorten(name)}; allowed: {', '.join(FIELDS)}")
    identifier, side = request.get("id"), request.get("side")
    if type(identifier) is not str:
        raise InputError(f"a request needs an id as text; got {shorten(repr(identifier))}")
    if side is not None and type(side) is not str:
        raise InputError(f"side must be text; got {shorten(repr(side))}")
    if side is not None and ":" in identifier:
        raise InputError(f"{shorten(identifier)} names a side already; give it once")
    given = _parameters(request.get("parameters", {}))
    wanted = _digits(request.get("digits", digits))
    asked = identifier if side is None else f"{identifier}:{side}"
    chosen, enclosure = evaluate_one(asked, loaded(dict(given)), wanted)
    return value_document(identifier.partition(":")[0], chosen, given, enclosure)


def _read(line: bytes) -> Mapping[str, Any]:
    if len(line) > MAX_LINE:
        raise InputError(f"a line of {len(line)} bytes; at most {MAX_LINE}")
    try:
        request = json.loads(
            line.decode("utf-8-sig"),
            parse_float=Number,
            parse_int=Number,
            parse_constant=_no_constant,
            object_pairs_hook=_unique,
        )
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"not a JSON object: {error}") from error
    except RecursionError as error:
        raise InputError("JSON nested too deeply") from error
    if not isinstance(request, dict):
        raise InputError('a request is a JSON object such as {"id": ..., "parameters": {...}}')
    return request


def _no_constant(text: str) -> NoReturn:
    raise InputError(f"{text} is not a finite number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise InputError("a JSON object names a field twice")
    return result


def _parameters(given: object) -> dict[str, object]:
    if not isinstance(given, dict):
        raise InputError(f"parameters must be a JSON object; got {shorten(repr(given))}")
    return {name: _plain(name, value, 0) for name, value in given.items()}


def _plain(name: str, value: object, depth: int) -> object:
    """Text of a number or string; lists keep their shape."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, list) and depth < MAX_DEPTH:
        return [_plain(name, entry, depth + 1) for entry in value]
    raise InputError(f"parameter {shorten(name)} must be a string, a number or a list of them")


def _digits(given: object) -> int:
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    if isinstance(given, Number) and given.isdigit() and len(given) < 10:
        return int(given)
    raise InputError(f"digits must be an integer from 1 to 10000; got {shorten(repr(given))}")
