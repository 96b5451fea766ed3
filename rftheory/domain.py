"""Parameter domains as data: parsing, membership, corner points and deterministic sampling. Never random."""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from rftheory.errors import DomainError, InputError, shorten


@dataclass(frozen=True)
class ComplexRational:
    """An exact complex number that is not real: re + im i with rational parts, im != 0."""

    re: Fraction
    im: Fraction

    def __str__(self) -> str:
        return f"{self.re if self.re else ''}{'+' if self.im > 0 and self.re else ''}{self.im}j"


Vector = tuple[Fraction, ...]
Value = Fraction | ComplexRational | Vector | tuple[Vector, ...]
Point = dict[str, Value]
Kind = Literal["integer", "real", "complex", "vector", "vectors"]

MAX_CHARACTERS = 20_000
MAX_EXPONENT = 20_000
MAX_ENTRIES = 1 << 20
LISTED = 16

_UNSIGNED = r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBER = re.compile(rf"[+-]?{_UNSIGNED}(?:/{_UNSIGNED})?\Z", re.ASCII)
_COMPLEX = re.compile(
    rf"(?P<re>[+-]?{_UNSIGNED}(?:/{_UNSIGNED})?(?=[+-]))?(?P<im>[+-]?(?:{_UNSIGNED}(?:/{_UNSIGNED})?)?)[ij]\Z",
    re.ASCII,
)


def parse_number(value: object, parameter: str = "value") -> Fraction:
    """Exact rational of an int, Fraction, finite float (its binary value) or decimal/fraction/power text."""
    if isinstance(value, bool):
        raise DomainError(parameter, value, "a number, not a truth value")
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, str):
        return _parse_text(value.strip(), parameter)
    if hasattr(value, "__float__") and not isinstance(value, complex):
        number = float(value)
        if not math.isfinite(number):
            raise DomainError(parameter, value, "a finite number")
        return Fraction(value) if isinstance(value, float) else Fraction(number)
    raise DomainError(parameter, value, "a real number (int, Fraction, decimal text, or float)")


def _parse_text(text: str, parameter: str) -> Fraction:
    if len(text) > MAX_CHARACTERS:
        raise DomainError(parameter, text, f"at most {MAX_CHARACTERS} characters, got {len(text)}")
    if not _NUMBER.match(text):
        if _COMPLEX.match(text):
            raise DomainError(parameter, text, "a real number; this parameter is not complex")
        raise DomainError(parameter, text, "a finite number such as 3, -0.25, 2/3 or 1e-3")
    numerator, _, denominator = text.partition("/")
    below = _decimal(denominator, parameter) if denominator else Fraction(1)
    if below == 0:
        raise DomainError(parameter, text, "a fraction with a nonzero denominator")
    return _decimal(numerator, parameter) / below


def _decimal(text: str, parameter: str) -> Fraction:
    mantissa, _, exponent = text.lower().partition("e")
    if exponent and (len(exponent) > 8 or abs(int(exponent)) > MAX_EXPONENT):
        raise DomainError(parameter, text, f"a decimal exponent of at most {MAX_EXPONENT} in size")
    whole, _, digits = mantissa.partition(".")
    power = int(exponent or 0) - len(digits)
    unsigned = (whole.lstrip("+-") + digits) or "0"
    number = Fraction(_big_int(unsigned)) * (Fraction(10) ** power)
    return -number if whole.startswith("-") else number


def _big_int(digits: str) -> int:
    """int(digits) without the interpreter's limit on the length of decimal text."""
    if len(digits) <= 4000:
        return int(digits)
    half = len(digits) // 2
    shift: int = 10**half
    return _big_int(digits[:-half]) * shift + _big_int(digits[-half:])


def parse_complex(value: object, parameter: str = "A") -> Fraction | ComplexRational:
    """Exact complex number of a Python complex, or of text such as -0.3+0.4j; a Fraction where it is real."""
    if isinstance(value, ComplexRational):
        return value
    if isinstance(value, numbers.Complex) and not isinstance(value, numbers.Real):
        number = complex(value)
        if not (math.isfinite(number.real) and math.isfinite(number.imag)):
            raise DomainError(parameter, value, "a finite number")
        return _joined(Fraction(number.real), Fraction(number.imag))
    found = _COMPLEX.match(value.strip()) if isinstance(value, str) and len(value) <= MAX_CHARACTERS else None
    if found is None:
        return parse_number(value, parameter)
    imaginary = found["im"] + "1" if found["im"] in ("", "+", "-") else found["im"]
    return _joined(parse_number(found["re"] or 0, parameter), parse_number(imaginary, parameter))


def _joined(re_part: Fraction, im_part: Fraction) -> Fraction | ComplexRational:
    return ComplexRational(re_part, im_part) if im_part else re_part


def real_part(value: Value) -> Fraction:
    """The real part of a parsed scalar."""
    assert isinstance(value, (Fraction, ComplexRational))
    return value.re if isinstance(value, ComplexRational) else value


def imaginary_part(value: Value) -> Fraction:
    """The imaginary part of a parsed scalar."""
    return value.im if isinstance(value, ComplexRational) else Fraction(0)


def parse_vector(value: object, parameter: str = "x") -> Vector:
    """Exact vector from comma-separated text, a sequence of numbers or a one-dimensional array."""
    entries: Sequence[object]
    if isinstance(value, str):
        entries = list(value.split(","))
    elif hasattr(value, "tolist"):
        listed = value.tolist()
        entries = listed if isinstance(listed, list) else [listed]
    elif isinstance(value, (list, tuple)):
        entries = value
    else:
        raise DomainError(parameter, value, "a vector such as 0.3,-1/2,0.7 or a list of numbers")
    if not entries or len(entries) > MAX_ENTRIES:
        raise DomainError(parameter, value, f"a vector of 1 to {MAX_ENTRIES} entries")
    return tuple(parse_number(entry, parameter) for entry in entries)


def parse_vectors(value: object, parameter: str = "W") -> tuple[Vector, ...]:
    """Exact list of equally long vectors; in text the vectors are separated by semicolons."""
    rows: Sequence[object]
    if isinstance(value, str):
        rows = value.split(";")
    elif hasattr(value, "tolist"):
        rows = value.tolist()
    elif isinstance(value, (list, tuple)):
        rows = value
    else:
        raise DomainError(parameter, value, "a list of vectors such as 1,0;0,1")
    if not isinstance(rows, (list, tuple)) or not rows:
        raise DomainError(parameter, value, "a non-empty list of vectors")
    parsed = tuple(parse_vector(row, parameter) for row in rows)
    if len({len(row) for row in parsed}) != 1:
        raise DomainError(parameter, value, "vectors of one common length")
    return parsed


@dataclass(frozen=True)
class Parameter:
    """One typed parameter: `lower < or <= value < or <= upper`; `reach` bounds the search, not the domain.

    A vector that `roams` is also searched at entries of its own making, zeros, signs and sizes mixed.
    """

    name: str
    kind: Kind = "real"
    lower: Fraction | None = None
    upper: Fraction | None = None
    open_lower: bool = False
    open_upper: bool = False
    reach: tuple[Fraction, Fraction] = (Fraction(1, 10**6), Fraction(100))
    meaning: str = ""
    roams: bool = False

    @property
    def rule(self) -> str:
        """The domain in words, e.g. `integer >= 2`."""
        parts: list[str] = ["list of vectors" if self.kind == "vectors" else self.kind]
        if self.lower is not None and self.lower == self.upper:
            return f"{parts[0]} = {self.lower}"
        if self.lower is not None:
            parts.append(f"{'>' if self.open_lower else '>='} {self.lower}")
        if self.upper is not None:
            parts.append(f"{'<' if self.open_upper else '<='} {self.upper}")
        return f"{parts[0]} {' and '.join(parts[1:])}".strip()

    def parse(self, value: object) -> Value:
        """The exact value, or DomainError naming this parameter, the value and the rule."""
        if self.kind == "vector":
            return parse_vector(value, self.name)
        if self.kind == "vectors":
            return parse_vectors(value, self.name)
        if self.kind == "complex":
            return parse_complex(value, self.name)
        number = parse_number(value, self.name)
        if self.kind == "integer" and number.denominator != 1:
            raise DomainError(self.name, value, self.rule)
        below = self.lower is not None and (number < self.lower or (self.open_lower and number == self.lower))
        above = self.upper is not None and (number > self.upper or (self.open_upper and number == self.upper))
        if below or above:
            raise DomainError(self.name, value, self.rule)
        return number

    def corners(self) -> tuple[Fraction, ...]:
        """Smallest legal values and, for reals, the limits of the search range on both signs."""
        if self.kind in ("vector", "vectors"):
            return ()
        low, high = self.reach
        if self.kind == "complex":
            return (Fraction(0), low, -low, Fraction(-1), -high)
        candidates = [self.lower, self.upper, Fraction(0), low, high, Fraction(1), -low, -high]
        if self.kind == "integer":
            start = self.lower if self.lower is not None else Fraction(0)
            candidates = [start, start + 1, start + 2, start + 3, start + 6, self.upper]
        legal = []
        for candidate in candidates:
            try:
                legal.append(self.parse(candidate) if candidate is not None else None)
            except DomainError:
                continue
        return tuple(dict.fromkeys(c for c in legal if isinstance(c, Fraction)))

    def spread(self, fraction: float) -> Fraction | ComplexRational:
        """The legal value at `fraction` in [0, 1) of the search range, on a log scale, exact and short."""
        low, high = (float(bound) for bound in self.reach)
        if self.kind == "complex":
            size, angle = low * (high / low) ** fraction, 2 * math.pi * (fraction * 89.0 % 1.0)
            return _joined(_short(size * math.cos(angle)), _short(size * math.sin(angle)))
        if self.kind == "integer":
            start = int(self.lower if self.lower is not None else 0)
            top = float(self.upper) if self.upper is not None else max(high, start + 1)
            offset = (top - start + 1.0) ** fraction
            return Fraction(min(int(top), start - 1 + int(offset)))
        bounded = self.lower is not None and self.upper is not None
        if bounded and self.lower is not None and self.upper is not None:
            share = Fraction(round(fraction * 2**16) or 1, 2**16)
            return self.lower + (self.upper - self.lower) * share
        if self.lower is not None and self.lower >= 0:
            return self.lower + _short(low * (high / low) ** fraction)
        sign, inner = (-1, 1 - 2 * fraction) if fraction < 0.5 else (1, 2 * fraction - 1)
        return sign * _short(low * (high / low) ** inner)


def _short(number: float) -> Fraction:
    """`number` rounded to four significant digits, as an exact decimal."""
    return Fraction(f"{number:.3e}")


@dataclass(frozen=True)
class Rule:
    """A relation between parameters; applied when all of `names` are present."""

    names: tuple[str, ...]
    text: str
    holds: Callable[..., bool]


@dataclass(frozen=True)
class Domain:
    """All parameters of a statement, the rules between them, and how to roam it without a random number.

    `repair` may map a freely sampled point into the domain (e.g. clip m to d); `extra` adds chosen points, of
    which those outside the domain are left out.
    """

    parameters: tuple[Parameter, ...] = ()
    rules: tuple[Rule, ...] = ()
    repair: Callable[[Point], Point] | None = None
    extra: tuple[Mapping[str, object], ...] = ()
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(p.name for p in self.parameters))
        if len(set(self.names)) != len(self.names):
            raise InputError(f"a domain names a parameter twice: {self.names}")

    def __getitem__(self, name: str) -> Parameter:
        return self.parameters[self.names.index(name)]

    def widened(self, *parameters: Parameter, without: tuple[str, ...] = ()) -> Domain:
        """This domain with wider parameters of the same names, less the rules that involve a name in `without`."""
        wider = {parameter.name: parameter for parameter in parameters}
        return replace(
            self,
            parameters=tuple(wider.get(own.name, own) for own in self.parameters),
            rules=tuple(rule for rule in self.rules if not set(rule.names) & set(without)),
        )

    def parse(self, given: Mapping[str, object], needed: Sequence[str] | None = None) -> Point:
        """Exact point for the `needed` parameters; unknown, missing and illegal ones raise InputError."""
        wanted = tuple(needed) if needed is not None else self.names
        for name in given:
            if name not in wanted:
                raise InputError(f"unknown parameter {shorten(name)}; allowed: {', '.join(wanted) or 'none'}")
        missing = [name for name in wanted if name not in given]
        if missing:
            raise InputError(f"missing parameter {', '.join(missing)}; needed: {', '.join(wanted)}")
        point = {name: self._parsed(name, given[name]) for name in wanted}
        self.check(point)
        return point

    def allowed(self, name: str) -> str:
        """The domain of one parameter in words, with the rules on it alone: `-1 or 1`, not `integer >= -1 and <= 1`.

        A short range of integers is written out; other rules follow the range.
        """
        axis, own = self[name], [rule for rule in self.rules if rule.names == (name,)]
        if not own:
            return axis.rule
        if axis.kind == "integer" and axis.lower is not None and axis.upper is not None:
            first, last = int(axis.lower), int(axis.upper)
            every = [Fraction(n) for n in range(first, last + 1)] if last - first < LISTED else []
            left = [str(n) for n in every if all(rule.holds(n) for rule in own)]
            if left:
                return " or ".join([", ".join(left[:-1]), left[-1]] if len(left) > 1 else left)
        return "; ".join([axis.rule, *(rule.text for rule in own)])

    def _parsed(self, name: str, value: object) -> Value:
        """What the parameter makes of it; where the number is no member, the error says which ones are."""
        try:
            return self[name].parse(value)
        except DomainError as error:
            if error.rule != self[name].rule:
                raise  # no number at all: what a number looks like is the help
            raise DomainError(name, value, self.allowed(name)) from None

    def check(self, point: Point) -> None:
        """Raise DomainError, naming all parameters of the rule, if a rule between present parameters is broken."""
        for rule in self.rules:
            if all(name in point for name in rule.names):
                values = [point[name] for name in rule.names]
                if not rule.holds(*values):
                    shown = ", ".join(f"{n} = {_show(v)}" for n, v in zip(rule.names, values, strict=True))
                    name = rule.names[-1]
                    if len(rule.names) == 1:
                        raise DomainError(name, _show(point[name]), self.allowed(name))
                    raise DomainError(name, _show(point[name]), rule.text, given=shown)

    def legal(self, point: Mapping[str, object], needed: Sequence[str] | None = None) -> Point | None:
        """The parsed point, or None when it lies outside the domain."""
        try:
            return self.parse(point, needed)
        except InputError:
            return None

    def points(self, count: int, needed: Sequence[str] | None = None) -> Iterator[Point]:
        """Up to `count` distinct legal points: chosen extras, corners, then a log-scale quasi-random set."""
        wanted = tuple(needed) if needed is not None else self.names
        if any(self[name].kind in ("vector", "vectors") for name in wanted):
            yield from self._given(count, wanted)
            return
        seen: set[tuple[Value, ...]] = set()
        produced = 0
        for raw in self._candidates(wanted, count):
            repaired = self.repair(dict(raw)) if self.repair is not None else raw
            point = self.legal({name: repaired[name] for name in wanted}, wanted)
            if point is None:
                continue
            key = tuple(point[name] for name in wanted)
            if key in seen:
                continue
            seen.add(key)
            yield point
            produced += 1
            if produced >= count:
                return

    def _given(self, count: int, wanted: Sequence[str]) -> Iterator[Point]:
        """The chosen extras; where every vector roams also vectors of one to four entries."""
        for extra in self.extra[:count]:
            point = self.legal({n: v for n, v in extra.items() if n in wanted}, wanted)
            if point is not None:
                yield point
        axes = [self[name] for name in wanted]
        if not all(axis.roams for axis in axes if axis.kind == "vector") or any(
            axis.kind == "vectors" for axis in axes
        ):
            return
        for index in range(1, count - len(self.extra) + 1):
            raw = {axis.name: _roaming(axis, index, i, len(axes)) for i, axis in enumerate(axes)}
            point = self.legal(raw, wanted)
            if point is not None:
                yield point

    def _candidates(self, wanted: Sequence[str], count: int) -> Iterator[Point]:
        for extra in self.extra:
            if set(wanted) <= set(extra):
                yield {name: self[name].parse(extra[name]) for name in wanted}
        axes = [self[name] for name in wanted]
        corners = [axis.corners() for axis in axes]
        for index in range(max(1, count // 2)):
            yield {
                axis.name: _corner(corner, index, i)
                for i, (axis, corner) in enumerate(zip(axes, corners, strict=True))
            }
        for index in range(1, 40 * count + 1):
            yield {axis.name: axis.spread(_kronecker(index, i, len(axes))) for i, axis in enumerate(axes)}


def _roaming(axis: Parameter, index: int, i: int, dimension: int) -> Value:
    """A scalar by its spread; for a vector index % 4 + 1 entries, some of them 0, the others of mixed sign."""
    if axis.kind != "vector":
        return axis.spread(_kronecker(index, i, dimension))
    low, high = (float(bound) for bound in axis.reach)
    entries = []
    for place in range(index % 4 + 1):
        size = _short(low * (high / low) ** _kronecker(5 * index + place, i, dimension))
        negative = (index // 2 + place * (i + 1)) % 2
        entries.append(Fraction(0) if (index + 2 * place + 3 * i) % 7 == 0 else -size if negative else size)
    return tuple(entries)


def _corner(corners: Sequence[Fraction], index: int, axis: int) -> Fraction:
    """A deterministic walk over the corner grid that visits every axis value early."""
    step = index * (2 * axis + 1) + index // max(1, len(corners)) * (axis + 1)
    return corners[step % len(corners)]


def _kronecker(index: int, axis: int, dimension: int) -> float:
    """Coordinate `axis` of the additive recurrence with the generalised golden ratio."""
    ratio = 2.0
    for _ in range(30):
        ratio = (1.0 + ratio) ** (1.0 / (dimension + 1))
    return (0.5 + index * ratio ** -(axis + 1)) % 1.0


def _show(value: Value) -> str:
    """Numbers as plain text: `1/2`, `1/2-1j`, `0,1/2` for a vector, `0,1;1,0` for a list of vectors."""
    if not isinstance(value, tuple):
        return shorten(str(value) if isinstance(value, ComplexRational) else value, 40)
    between = ";" if value and isinstance(value[0], tuple) else ","
    return shorten(between.join(_show(entry) for entry in value[:40]), 40)


def integer(
    name: str, lower: int = 1, upper: int | None = None, reach: int = 10**6, meaning: str = ""
) -> Parameter:
    """An integer parameter `lower <= name`, searched up to `reach`."""
    top = None if upper is None else Fraction(upper)
    return Parameter(
        name, "integer", Fraction(lower), top, reach=(Fraction(lower), Fraction(reach)), meaning=meaning
    )


def real(
    name: str,
    lower: int | str | None = None,
    upper: int | str | None = None,
    *,
    above: int | str | None = None,
    below: int | str | None = None,
    reach: tuple[object, object] = ("1e-6", 100),
    meaning: str = "",
) -> Parameter:
    """A real parameter with closed (`lower`, `upper`) or open (`above`, `below`) bounds."""
    floor = lower if lower is not None else above
    ceiling = upper if upper is not None else below
    return Parameter(
        name,
        "real",
        None if floor is None else parse_number(floor),
        None if ceiling is None else parse_number(ceiling),
        above is not None,
        below is not None,
        (parse_number(reach[0]), parse_number(reach[1])),
        meaning,
    )


def complex_number(name: str, *, reach: tuple[object, object] = ("1e-3", 10), meaning: str = "") -> Parameter:
    """A complex parameter, searched over `reach` in size and all around in argument."""
    return Parameter(name, "complex", reach=(parse_number(reach[0]), parse_number(reach[1])), meaning=meaning)


def vector(name: str, meaning: str = "", *, reach: tuple[object, object] | None = None) -> Parameter:
    """A vector parameter (any length >= 1); with a `reach` of its entries' sizes the search makes its own."""
    if reach is None:
        return Parameter(name, "vector", meaning=meaning)
    ends = (parse_number(reach[0]), parse_number(reach[1]))
    return Parameter(name, "vector", reach=ends, meaning=meaning, roams=True)


def vectors(name: str, meaning: str = "") -> Parameter:
    """A list of equally long vectors."""
    return Parameter(name, "vectors", meaning=meaning)
