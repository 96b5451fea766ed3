"""Grids of exact numbers, in text: `0:3:0.05` in equal steps, `1:1000:*10` by a factor, `1,2,5:9:2` several in a row."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rftheory.domain.values import parse_number
from rftheory.errors import DomainError, InputError, shorten

MOST_POINTS = 1_000_000


def is_grid(text: object) -> bool:
    """Whether a text stands for several numbers."""
    return isinstance(text, str) and (":" in text or "," in text)


def grid(text: str, parameter: str = "grid") -> tuple[Fraction, ...]:
    """The exact numbers of a grid in its order, the end included where a step meets it; DomainError for none."""
    found: list[Fraction] = []
    for part in text.split(","):
        if not part.strip():
            raise DomainError(
                parameter, text, "numbers with a comma between each two of them, none at an end"
            )
        if ":" not in part:
            found.append(parse_number(part, parameter))
            continue
        found += _range(part, parameter, MOST_POINTS - len(found))
    if len(found) > MOST_POINTS:
        raise _too_many(text, parameter)
    return tuple(found)


def _range(part: str, parameter: str, most: int) -> list[Fraction]:
    ends = part.split(":")
    if len(ends) not in (2, 3):
        raise DomainError(
            parameter, part, "FIRST:LAST:STEP, FIRST:LAST:*FACTOR or FIRST:LAST, whose step is 1"
        )
    first, last = (parse_number(end, parameter) for end in ends[:2])
    step = ends[2].strip() if len(ends) == 3 else "1"
    if step.startswith("*"):
        return _geometric(first, last, parse_number(step[1:], parameter), part, parameter, most)
    by = parse_number(step, parameter)
    if by == 0 or (last - first) / by < 0:
        raise DomainError(parameter, part, "a step that leads from the first number to the last")
    count = math.floor((last - first) / by) + 1
    if count > most:
        raise _too_many(part, parameter)
    return [first + k * by for k in range(count)]


def _geometric(
    first: Fraction, last: Fraction, factor: Fraction, part: str, parameter: str, most: int
) -> list[Fraction]:
    if first * last <= 0 or factor <= 0 or factor == 1 or (factor > 1) != (abs(last) >= abs(first)):
        raise DomainError(
            parameter, part, "numbers of one sign and a factor > 0 that leads from first to last"
        )
    found: list[Fraction] = []
    number = first
    while abs(number) <= abs(last) if factor > 1 else abs(number) >= abs(last):
        if len(found) >= min(most, 10_000):
            raise _too_many(part, parameter)
        found.append(number)
        number *= factor
    return found


def _too_many(text: str, parameter: str) -> DomainError:
    return DomainError(
        parameter, text, f"a grid of at most {MOST_POINTS} numbers (10000 where they grow by a factor)"
    )


def product(axes: Mapping[str, Sequence[object]]) -> Iterator[dict[str, object]]:
    """Every point of the product of axes, the last one fastest; InputError beyond the most that is allowed."""
    size = math.prod(len(values) for values in axes.values())
    if size > MOST_POINTS:
        names = " x ".join(shorten(name) for name in axes)
        raise InputError(f"the grid {names} has {size} points; allowed: at most {MOST_POINTS}")
    for values in itertools.product(*axes.values()):
        yield dict(zip(axes, values, strict=True))


def exact_text(number: Fraction) -> str:
    """The number as decimal text where it has one of at most 30 places, as a fraction otherwise."""
    if 10**30 % number.denominator:
        return str(number)
    places = next(k for k in range(31) if not 10**k % number.denominator)
    digits = str(abs(number.numerator) * 10**places // number.denominator).rjust(places + 1, "0")
    head = "-" if number < 0 else ""
    return head + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)
