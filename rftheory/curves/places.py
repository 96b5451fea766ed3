"""Where a pair of points lies: from lengths, angles or invariants to x2, y2, xy, all exact."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from rftheory.domain.values import parse_number
from rftheory.errors import DomainError, InputError

WAYS = {
    "v": ("v",),
    "z": ("z",),
    "r": ("r", "c"),
    "x2": ("x2", "y2", "xy"),
}
"""v: x = y with |x + y| = v. z: x = -y with |x - y| = z. r, c: norms r and the cosine c. x2, y2, xy: squared norms and inner product."""
NAMES = tuple(dict.fromkeys(name for names in WAYS.values() for name in names))


def invariants(given: Mapping[str, object]) -> dict[str, Fraction]:
    """x2, y2 and xy of a pair given in one of WAYS; InputError for none, or for two at once."""
    ways = [names for names in WAYS.values() if set(names) & set(given)]
    if len(ways) != 1 or not set(ways[0]) <= set(given):
        raise InputError(
            "where the points lie; allowed: v (x = y, |x + y| = v), z (x = -y, |x - y| = z), r and c (norms, cosine), or x2, y2 and xy"
        )
    numbers = {name: parse_number(given[name], name) for name in ways[0]}
    if "v" in numbers:
        if numbers["v"] < 0:
            raise DomainError("v", given["v"], "real >= 0")
        share = numbers["v"] ** 2 / 4
        return {"x2": share, "y2": share, "xy": share}
    if "z" in numbers:
        if numbers["z"] < 0:
            raise DomainError("z", given["z"], "real >= 0")
        share = numbers["z"] ** 2 / 4
        return {"x2": share, "y2": share, "xy": -share}
    if "r" in numbers:
        if numbers["r"] < 0 or abs(numbers["c"]) > 1:
            name = "r" if numbers["r"] < 0 else "c"
            raise DomainError(name, given[name], "a norm r >= 0, a cosine -1 <= c <= 1")
        square = numbers["r"] ** 2
        return {"x2": square, "y2": square, "xy": square * numbers["c"]}
    return numbers


def distance(place: Mapping[str, Fraction]) -> Fraction:
    """|x - y|; InputError where it is irrational."""
    square = place["x2"] + place["y2"] - 2 * place["xy"]
    root = Fraction(math.isqrt(max(square.numerator, 0)), math.isqrt(square.denominator))
    if root**2 != square:
        raise InputError(
            f"|x - y|^2 = {square}; allowed for this mechanism: points whose distance is rational, as by z"
        )
    return root
