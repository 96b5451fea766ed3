"""Places: a legal point of small numbers, with vectors that have the invariants it gives, and what is left to choose."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from rftheory.domain import Domain, Parameter, Point
from rftheory.errors import InputError, RFTheoryError
from rftheory.evidence.deterministic.readable import ranked, simple_values
from rftheory.evidence.statistical.points import pair, reals
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel

UNREADABLE = (
    RFTheoryError, ArithmeticError, ValueError, TypeError, NotImplementedError, KeyError, AttributeError, IndexError,
)  # fmt: skip
"""What a claim that these readings have no form for may end in; it is then unread, never killed."""


COUNT = 3  # points at which a claim is tried
_TRIED = 400  # combinations of small numbers that may turn out to be outside the domain
_RANKED, _CHOSEN_OF = 1000, 40  # of simple numbers; points of the domain's own
_LEAST, _LARGEST = (
    Fraction(1, 100),
    Fraction(4),
)  # of a number in them: moments of larger inputs have heavy tails
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
    "k": 2,
    "sigma": 1,
    "A": -0.1,
    "p": 0.4,
    "lam": 0.3,
}
_LENGTHS = ("v", "z", "length", "r")
_OF_LENGTH, _OF_SQUARE = ("v", "z", "r", "length"), ("x2", "y2", "xy", "v2", "z2")
_SHORT = 1 / 3
_OPEN = 1.0  # the angle of two inputs where nothing says what it is
_PLAIN = 0.7  # |x + y| where nothing says what it is


class NoValue(InputError):
    """A term that draws do not evaluate: of a kind that is not known, or about nothing definite."""


@dataclass(frozen=True)
class Realised:
    """Constants and vectors by name in R^d, and what the claim leaves open: the kernel, and which vector z is."""

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
    """A few places of the domain, the first of them also with inputs a third as long; z and Delta are x + sign y.

    The squares of features of short inputs have light tails, so that a mistake of 1 % shows.
    """
    found: list[Point] = []
    for point in small_points(domain):
        try:
            place = place_at(point, kernel, sign)
        except (InputError, ArithmeticError, ValueError):
            continue
        yield place
        found.append(point)
        if len(found) == COUNT:
            break
    for point in found:
        shorter = domain.legal({name: of_third(name, value) for name, value in point.items()})
        if shorter is not None:
            yield place_at(shorter, kernel, sign, _PLAIN * _SHORT)
            return


def of_third(name: str, value: object) -> object:
    """A length a third as long; squares and products of lengths accordingly; anything else itself."""
    share = Fraction(1, 3) if name in _OF_LENGTH else Fraction(1, 9) if name in _OF_SQUARE else Fraction(1)
    if isinstance(value, Fraction):
        return value * share
    if isinstance(value, tuple) and name in ("x", "y") and not isinstance(value[0], tuple):
        return tuple(str(entry / 3) for entry in value)
    return value


def small_points(domain: Domain) -> Iterator[Point]:
    """Legal points of small numbers, first the plain ones; of vectors those that the domain chose.

    Where rules leave none of these, the simplest legal ones, and those of the domain's own that are small.
    """
    if any(axis.kind in ("vector", "vectors") for axis in domain.parameters):
        for given in domain.points(12):
            small = {name: _shrunk(name, value) for name, value in given.items()}
            legal = domain.legal(small)
            if legal is not None:
                yield legal
        return
    seen = set()
    for point in itertools.chain(
        _plain(domain), _simplest(domain), filter(_is_small, _near(domain).points(_CHOSEN_OF))
    ):
        values = tuple(point.values())
        if values not in seen:
            seen.add(values)
            yield point


def _plain(domain: Domain) -> Iterator[Point]:
    """Combinations of the plainest values of every parameter."""
    choices = [_choices(axis) for axis in domain.parameters]
    first = [tuple(line[k % len(line)] for line in choices) for k in range(4)] if all(choices) else []
    spread = itertools.islice(itertools.product(*choices), _TRIED)
    for values in itertools.chain(first, spread):
        point = domain.legal(dict(zip(domain.names, values, strict=True)))
        if point is not None:
            yield point


def _simplest(domain: Domain) -> Iterator[Point]:
    """Combinations of simple numbers, the simplest first, of at most `_LARGEST`."""
    values = [
        [value for value in simple_values(axis) if abs(value) <= _LARGEST] for axis in domain.parameters
    ]
    if not values or not all(values):
        return
    for ranks in itertools.islice(ranked([len(own) for own in values]), _RANKED):
        point = domain.legal({a.name: v[r] for a, v, r in zip(domain.parameters, values, ranks, strict=True)})
        if point is not None:
            yield point


def _near(domain: Domain) -> Domain:
    """The domain searched at small numbers alone: rules between large ones may take long to decide."""
    axes = (replace(a, reach=(min(a.reach[0], _LEAST), min(a.reach[1], _LARGEST))) for a in domain.parameters)
    return replace(domain, parameters=tuple(axes))


def _is_small(point: Point) -> bool:
    return all(not isinstance(value, Fraction) or abs(value) <= _LARGEST for value in point.values())


def _shrunk(name: str, value: object) -> object:
    """An input no longer than 3/5, a length of at most 1: the squares of features of longer ones have heavy tails."""
    if name in _OF_LENGTH and isinstance(value, Fraction):
        return min(value, Fraction(1))
    if name not in ("x", "y"):
        return value
    if not isinstance(value, tuple) or not value or isinstance(value[0], tuple):
        return value
    longest = max(Fraction(abs(entry)) for entry in value)
    share = Fraction(3, 5) / (longest * len(value)) if longest else Fraction(1)
    return tuple(str(entry * min(share, Fraction(1))) for entry in value)


def _choices(axis: Parameter) -> list[object]:
    """Small legal values of one parameter, two or three of them, or the one that it has."""
    if axis.lower is not None and axis.lower == axis.upper:
        return [axis.lower]
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


def place_at(point: Point, kernel: Kernel, sign: int, plain: float = _PLAIN) -> Realised:
    """The place of a point; z and Delta are x + sign y, of length `plain` where nothing says what it is."""
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
    x, y = _pair(point, numbers, plain)
    d = len(x)
    first = (np.arange(d) == 0).astype(float)
    vectors = {
        "x": x,
        "y": y,
        "z": x + sign * y,
        "Delta": x - y,
        "delta": x - y,
        "e_1": first,
        "u": first.copy(),
    }
    for name, entries in lists.items():
        if len(entries) == d and name not in ("x", "y", "k"):
            vectors.setdefault(name, np.array(entries))
    if "k" in lists:
        numbers["m"] = len(lists["k"])
    numbers["d"] = d
    sigma = numbers["sigma"].real
    numbers.setdefault(
        "rho", 1.0 - math.exp(-2.0 * sigma**2 * float(x @ x))
    )  # of Gaussian hybrids on a sphere
    for name, number in _invariants(x, y).items():
        numbers.setdefault(name, number)
    return Realised(point, numbers, vectors, lists, d, kernel)


def _invariants(x: Floats, y: Floats) -> dict[str, float]:
    """What is said of a pair by other letters than the point has."""
    products = {"x2": x @ x, "y2": y @ y, "xy": x @ y, "v2": (x + y) @ (x + y), "z2": (x - y) @ (x - y)}
    found = {name: float(value) for name, value in products.items()}
    return {**found, "v": math.sqrt(found["v2"]), "theta": 0.0 if not found["y2"] else _angle(found)}


def _angle(products: Mapping[str, float]) -> float:
    size = math.sqrt(products["x2"] * products["y2"])
    return math.acos(min(1.0, max(-1.0, products["xy"] / size))) if size else 0.0


def _pair(point: Point, numbers: Mapping[str, complex], plain: float) -> tuple[Floats, Floats]:
    """x and y of the invariants of the point; where only one length is given, x has it and y is 0."""
    d = int(numbers["d"].real)
    if "x" in point and "y" in point and isinstance(point["x"], tuple):
        return np.array(reals(point["x"])), np.array(reals(point["y"]))
    if {"x2", "y2", "xy"} <= set(point):
        one, other = pair({"d": d, **point})
        return np.array(one), np.array(other)
    x, y = np.zeros((2, d))
    if "theta" in point:
        r, theta = numbers.get("r", plain), numbers["theta"].real
        x[0], y[:2] = r.real, (r.real * math.cos(theta), r.real * math.sin(theta))
        return x, y
    if {"x2", "y2"} <= set(point) and d > 1:
        x[0], length = (math.sqrt(numbers[name].real) for name in ("x2", "y2"))
        y[:2] = length * math.cos(_OPEN), length * math.sin(_OPEN)
        return x, y
    if "v2" in point:
        length = math.sqrt(numbers["v2"].real)
    else:
        length = next((numbers[n].real for n in _LENGTHS if n in numbers), plain)
    x[0] = length
    return x, y
