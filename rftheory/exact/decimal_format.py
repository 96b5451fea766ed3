"""Format specifications of floats for balls: every digit printed is certain, correctly rounded, halves up."""

from __future__ import annotations

import re

from rftheory.errors import InputError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.scalars import Real

_SPEC = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<alternate>#)?(?P<zero>0)?(?P<width>\d+)?"
    r"(?P<group>[,_])?(?:\.(?P<places>\d+))?(?P<kind>[eEfFgG%s]?)\Z",
    re.DOTALL,
)
_MOST = 10_000


def formatted(value: Scalar, text: str, spec: str, digits: int) -> str:
    """The number by a specification such as `.6g`; without precision and type its whole `text`.

    InputError for what is no specification; PrecisionError where a digit asked for is not certain.
    """
    found = _SPEC.match(spec)
    if found is None:
        raise InputError(f"the format {spec!r}; allowed: that of a float, such as .6g, .3e, 12.4f or %")
    kind, places = found["kind"], found["places"]
    if kind == "s" or not (kind or places):
        if kind == "s" and places:
            raise InputError(
                f"the format {spec!r}; allowed: s without a precision, which would cut digits off"
            )
        return _padded(text, found)
    wanted = 6 if places is None else int(places)
    if wanted > _MOST:
        raise InputError(f"the format {spec!r}; allowed: a precision of at most {_MOST}")
    with balls.working_precision(4 * (wanted + digits) + 128):
        real, imaginary = balls.parts(value)
        written = [_written(part, kind or "g", wanted, found) for part in (real, imaginary)]
    if isinstance(imaginary, balls.fmpq) and imaginary == 0:
        return _padded(written[0], found)
    joint = "" if written[1].startswith("-") else "+"
    return _padded(f"{written[0]}{joint}{written[1].strip()}j", found)


def _written(value: Real, kind: str, places: int, found: re.Match[str]) -> str:
    """Sign and digits, not yet padded."""
    if kind in "fF%":
        body = _fixed(*_at(value * 100 if kind == "%" else value, places), places) + (
            "%" if kind == "%" else ""
        )
    else:
        body = _floating(value, kind, places, bool(found["alternate"]))
    if value < 0 and not body.startswith("-"):
        body = f"-{body}"  # as of a float: what rounds to 0 keeps its sign
    negative = body.startswith("-")
    if found["group"]:
        whole, point, rest = body.lstrip("-").partition(".")
        lead, mark, power = whole.partition("e")
        body = "-" * negative + f"{int(lead):{found['group']}}" + mark + power + point + rest
    return body if negative or found["sign"] in (None, "-") else f"{found['sign']}{body}"


def _floating(value: Real, kind: str, places: int, keep: bool) -> str:
    """e: one digit before the point; g: as short as that many significant digits allow."""
    digits = places + 1 if kind in "eE" else max(places, 1)
    found = balls.decimal_of(value, digits)
    if found is None:
        raise PrecisionError(
            f"{digits} digits of this number are not certain; ask for fewer, or evaluate more"
        )
    mantissa, power = found
    shown = balls.str_int(abs(mantissa)).ljust(digits, "0")
    size = power + digits - 1 if mantissa else 0
    head = "-" if mantissa < 0 else ""
    if kind in "gG" and -4 <= size < digits:
        plain = _fixed(abs(mantissa), power, digits - 1 - size) if mantissa else _fixed(0, 0, digits - 1)
        return head + (plain if keep else _short(plain))
    body = f"{shown[0]}.{shown[1:]}" if digits > 1 else shown
    if kind in "gG" and not keep:
        body = _short(body)
    return f"{head}{body}{'E' if kind in 'EG' else 'e'}{'-' if size < 0 else '+'}{abs(size):02d}"


def _at(value: Real, places: int) -> tuple[int, int]:
    """The number rounded at so many decimal places, as (integer, -places)."""
    nearest = balls.rounded_at(value, places)
    if nearest is None:
        raise PrecisionError(
            f"{places} decimals of this number are not certain; ask for fewer, or evaluate more"
        )
    return nearest, -places


def _fixed(mantissa: int, power: int, places: int) -> str:
    """mantissa * 10^power with so many decimal places, which hold it exactly."""
    digits = balls.str_int(abs(mantissa) * 10 ** (power + places)).rjust(places + 1, "0")
    cut = len(digits) - places
    return ("-" if mantissa < 0 else "") + digits[:cut] + (f".{digits[cut:]}" if places else "")


def _short(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _padded(text: str, found: re.Match[str]) -> str:
    """Filled to the width, numbers to the right."""
    missing = int(found["width"] or 0) - len(text)
    if missing <= 0:
        return text
    align = found["align"] or ("=" if found["zero"] else ">")
    fill = found["fill"] or ("0" if found["zero"] else " ")
    if align == "=":
        signed = text[0] in "+- "
        return text[:signed] + fill * missing + text[signed:]
    left = {"<": 0, ">": missing, "^": missing // 2}[align]
    return fill * left + text + fill * (missing - left)
