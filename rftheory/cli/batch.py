"""Many evaluations from JSON lines: one answer a request, in order; a bad request never stops the rest."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping
from typing import IO, Any, NoReturn

from rftheory.cli.arguments import loaded
from rftheory.errors import InputError, RFTheoryError, shorten
from rftheory.evaluation import check_names, evaluate_one
from rftheory.exact.balls import SECONDS
from rftheory.exact.limits import each_limited
from rftheory.registry import travelling
from rftheory.report.schema import value_document

MAX_LINE = 1 << 24
MAX_DEPTH = 4
AHEAD = 32
"""Lines of a file that are on their way at once."""
FIELDS = ("id", "side", "parameters", "digits")


class Number(str):
    """A JSON number by its text, so that 0.1 stays one tenth."""

    __slots__ = ()


def answers(lines: IO[bytes], digits: int, seconds: float = SECONDS) -> Iterator[dict[str, Any]]:
    """One JSON-able answer for every line, `{"error", "line"}` for those that cannot be answered in `seconds` each.

    A child process answers, so that no line can take this one down; a line that is too long is never held whole.
    """
    asked = ((line, digits) if isinstance(line, bytes) else line for line in _requests(lines))
    found = each_limited(seconds, travelling(answer), asked, ahead=AHEAD if _is_whole(lines) else 1)
    for number, given in enumerate(found, start=1):
        if isinstance(given, Exception):
            # a bug is said like any other error: the lines behind it still want their answers
            kind = "" if isinstance(given, RFTheoryError) else f"internal error ({type(given).__name__}): "
            yield {"error": " ".join(f"{kind}{given}".split())[:1000], "line": number}
        else:
            yield given


def _requests(lines: IO[bytes]) -> Iterator[bytes | InputError]:
    """The lines, or why one is none."""
    while line := lines.readline(MAX_LINE + 1):
        if len(line) > MAX_LINE:
            yield InputError(f"a line of {_skip(lines, line)} bytes; at most {MAX_LINE}")
        else:
            yield line


def _is_whole(lines: IO[bytes]) -> bool:
    """Whether the lines are all there, as of a file: who writes one line after the other may wait for each answer."""
    try:
        return stat.S_ISREG(os.fstat(lines.fileno()).st_mode)
    except (AttributeError, OSError):
        return False


def _skip(lines: IO[bytes], read: bytes) -> int:
    """The length of the line that began with `read`, the rest of it passed over piece by piece."""
    size = len(read)
    while read and not read.endswith(b"\n"):
        read = lines.readline(MAX_LINE)
        size += len(read)
    return size


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
    check_names(asked, given)
    chosen, enclosure = evaluate_one(asked, loaded(dict(given)), wanted)
    return value_document(identifier.partition(":")[0], chosen, given, enclosure)


def _read(line: bytes) -> Mapping[str, Any]:
    try:
        request = _DECODER.decode(line.decode("utf-8-sig"))
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


_DECODER = json.JSONDecoder(
    parse_float=Number, parse_int=Number, parse_constant=_no_constant, object_pairs_hook=_unique
)


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
