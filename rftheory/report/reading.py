"""Documents from files, held against the schema before anything is done with them. Trusts no text in them."""

from __future__ import annotations

import json
import math
from typing import IO, Any, NoReturn

from rftheory.errors import InputError, shorten
from rftheory.report.schema import Document, json_schema

MAX_BYTES = 32 << 20  # a run of everything takes a tenth of it
_LONGEST_INTEGER = 30


def run_from(stream: IO[bytes], name: str) -> Document:
    """The document that `verify --json` printed; InputError where it is no such document."""
    text = stream.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise InputError(f"{shorten(name)} is larger than {MAX_BYTES >> 20} MiB")
    try:
        document = json.loads(
            text.decode("utf-8-sig"),
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_integer,
            object_pairs_hook=_unique,
        )
        _validate(document)
    except RecursionError as error:
        raise InputError(f"{shorten(name)} is JSON nested too deeply") from error
    except ValueError as error:
        raise InputError(f"{shorten(name)} is no document of `rftheory verify --json`: {error}") from error
    found: Document = document
    return found


def _validate(document: object) -> None:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    validator = Draft202012Validator({"$ref": "#/$defs/run", "$defs": json_schema()["$defs"]})
    wrong = best_match(validator.iter_errors(document))
    if wrong is not None:
        place = "/".join(str(step) for step in wrong.absolute_path)
        raise InputError(f"{shorten(place) or 'the whole'}: {shorten(wrong.message, 200)}")


def _no_constant(text: str) -> NoReturn:
    raise InputError(f"{text} is not a finite number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise InputError(f"{shorten(text)} is not a finite number")
    return number


def _integer(text: str) -> int:
    if len(text) > _LONGEST_INTEGER:
        raise InputError(f"{shorten(text)} is too long an integer")
    return int(text)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise InputError("an object names a field twice")
    return result
