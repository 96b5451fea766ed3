"""Places: a legal point of small numbers, with vectors that have the invariants it gives, and what is left to choose."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rftheory.domain import Domain, Parameter, Point
from rftheory.errors import InputError, RFTheoryError
from rftheory.evidence.statistical.points import pair, reals
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel

UNREADABLE = (
    RFTheoryError, ArithmeticError, ValueError, TypeError, NotImplementedError, KeyError, AttributeError, IndexError,
)  # fmt: skip
"""What a claim that these readings have no form for may end in; it is then unread, never killed."""


COUNT = 3  # points at which a claim is tried
_TRIED = 400  # combinations of small numbers that may turn out to be outside the domain
_REALS = ("1/2", "1/4", "3/4", "1", "-1/5", "1/8", "3/2", "2", "4", "0")
_INTEGERS = (2, 3, 1, 4, 6, -1, 0)
_CHOSEN: Mapping[str, tuple[str, ...]] = {
    "d": ("2", "3", "4"), "x2": ("1/4", "1/3", "1/2"), "y2": ("1/8", "1/4", "1/3"), "xy": ("1/7", "-1/9", "1/5"),
    "theta": ("1", "2", "1/2"), "r": ("1/2", "2/5", "3/4"), "A": ("-1/5", "1/16", "-1/20"), "a": ("3/2", "2", "1/2"),
}  # fmt: skip
_UNSAID = {
    "d": 2,
    "m": 2,
    "n": 2,
    "D": 2,
    "M": 2,
    "a2": 0,
    "i": 1,
    "j": 2,
    "sigma": 1,
    "A": -0.1,
    "p": 0.4,
    "lam": 0.3,
}
_LENGTHS = ("v", "z", "length")
_PLAIN = 0.7  # |x + y| where nothing says what it is


class NoValue(InputError):
    """A term that draws do not evaluate: of a kind that is not known, or about nothing definite."""


@dataclass(frozen=True)
class Realised:
    """Numbers and vectors by name in R^d, and what the claim leaves open: the kernel, and which vector z is."""

    point: Point
    numbers: Mapping[str, complex]
    vectors: Mapping[str, Floats]
    lists: Mapping[str, tuple[float, ...]]
    d: int
    kernel: Kernel

    @property
    def pair(self) -> tuple[Floats, Floats]:
        """x and y."""
        return self.vectors["x"], self.vectors["y"]

    def number(self, name: str) -> complex:
        """A number by name; NoValue for an unknown one."""
        if name not in self.numbers:
            raise NoValue(f"nothing says what {name} is")
        return self.numbers[name]


def places(domain: Domain, kernel: Kernel, sign: int) -> Iterator[Realised]:
    """A few places of the domain; z and Delta are x + sign y."""
    found = 0
    for point in small_points(domain):
        try:
            place = place_at(point, kernel, sign)
        except (InputError, ArithmeticError, ValueError):
            continue
        yield place
        found += 1
        if found == COUNT:
            return


def small_points(domain: Domain) -> Iterator[Point]:
    """Legal points of small numbers, first the plain ones; of vectors those that the domain chose."""
    if any(axis.kind in ("vector", "vectors") for axis in domain.parameters):
        for given in domain.points(12):
            small = {name: _shrunk(value) if name in ("x", "y") else value for name, value in given.items()}
            legal = domain.legal(small)
            if legal is not None:
                yield legal
        return
    choices = [_choices(axis) for axis in domain.parameters]
    first = [tuple(line[k % len(line)] for line in choices) for k in range(4)] if all(choices) else []
    spread = itertools.islice(itertools.product(*choices), _TRIED)
    seen = set()
    for values in itertools.chain(first, spread):
        if values in seen:
            continue
        seen.add(values)
        point = domain.legal(dict(zip(domain.names, values, strict=True)))
        if point is not None:
            yield point


def _shrunk(value: object) -> object:
    """A vector no longer than 3/5: the squares of features of longer ones have heavy tails."""
    if not isinstance(value, tuple) or not value or isinstance(value[0], tuple):
        return value
    longest = max(Fraction(abs(entry)) for entry in value)
    share = Fraction(3, 5) / (longest * len(value)) if longest else Fraction(1)
    return tuple(str(entry * min(share, Fraction(1))) for entry in value)


def _choices(axis: Parameter) -> list[object]:
    """Small legal values of one parameter, two or three of them."""
    own: tuple[object, ...] = _CHOSEN.get(axis.name, ())
    general: tuple[object, ...] = _INTEGERS if axis.kind == "integer" else _REALS
    legal: list[object] = []
    for value in (*own, *general):
        try:
            axis.parse(value)
        except InputError:
            continue
        legal.append(value)
    return legal[:3]


def place_at(point: Point, kernel: Kernel, sign: int) -> Realised:
    """The place of a point; z and Delta are x + sign y."""
    numbers: dict[str, complex] = dict(_UNSAID)
    lists: dict[str, tuple[float, ...]] = {}
    for name, value in point.items():
        if isinstance(value, Fraction):
            numbers[name] = int(value) if value.denominator == 1 else float(value)
        elif isinstance(value, tuple):
            if value and not isinstance(value[0], tuple):
                lists[name] = reals(value)
        else:
            numbers[name] = complex(str(value).replace(" ", ""))
    x, y = _pair(point, numbers)
    d = len(x)
    vectors = {
        "x": x,
        "y": y,
        "z": x + sign * y,
        "Delta": x - y,
        "delta": x - y,
        "e_1": np.eye(d)[0],
        "u": np.eye(d)[0],
    }
    for name, entries in lists.items():
        if len(entries) == d and name not in ("x", "y", "k"):
            vectors.setdefault(name, np.array(entries))
    if "k" in lists:
        numbers["m"] = len(lists["k"])
    numbers["d"] = d
    return Realised(point, numbers, vectors, lists, d, kernel)


def _pair(point: Point, numbers: Mapping[str, complex]) -> tuple[Floats, Floats]:
    """x and y of the invariants of the point; where only one length is given, x has it and y is 0."""
    d = int(numbers["d"].real)
    if "x" in point and "y" in point and isinstance(point["x"], tuple):
        return np.array(reals(point["x"])), np.array(reals(point["y"]))
    if {"x2", "y2", "xy"} <= set(point):
        one, other = pair({"d": d, **point})
        return np.array(one), np.array(other)
    x, y = np.zeros((2, d))
    if "theta" in point:
        r, theta = numbers.get("r", _PLAIN), numbers["theta"].real
        x[0], y[:2] = r.real, (r.real * math.cos(theta), r.real * math.sin(theta))
        return x, y
    if "v2" in point:
        length = math.sqrt(numbers["v2"].real)
    else:
        length = next((numbers[n].real for n in _LENGTHS if n in point), _PLAIN)
    x[0] = length
    return x, y
