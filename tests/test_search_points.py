"""Where a domain is searched: corners and the walk by their definitions, with numbers worked out by hand."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest

from rftheory.domain import ComplexRational, Domain, integer, real, vector
from rftheory.domain.parameter import complex_number, short
from rftheory.domain.roaming import WALK, scalar_points, vector_point


def _walk(axes: int, count: int) -> list[list[float]]:
    """Coordinates in [0, 1) of the walk, read off unit reals: the share of each is rounded to 2^-16."""
    given = [real(f"t{i}", 0, 1) for i in range(axes)]
    found = list(scalar_points(given, count))[max(1, count // 2) :]
    return [[float(point[axis.name]) for axis in given] for point in found]


@pytest.mark.parametrize(
    ("parameter", "corners"),
    [
        (integer("d", 2), [2, 3, 4, 5, 8]),
        (integer("d", 2, 4), [2, 3, 4]),
        (integer("d", 1, 100), [1, 2, 3, 4, 7, 100]),
        (real("v", 0, reach=("1/4", 8)), [0, Fraction(1, 4), 8, 1]),
        (real("v", above=0, reach=("1/4", 8)), [Fraction(1, 4), 8, 1]),
        (real("v", -3, 2, reach=("1/4", 8)), [-3, 2, 0, Fraction(1, 4), 1, Fraction(-1, 4)]),
        (real("v", reach=("1/4", 8)), [0, Fraction(1, 4), 8, 1, Fraction(-1, 4), -8]),
        (complex_number("z", reach=("1/4", 8)), [0, Fraction(1, 4), Fraction(-1, 4), -1, -8]),
        (vector("x"), []),
    ],
)
def test_corners(parameter, corners) -> None:
    assert list(parameter.corners()) == corners


@pytest.mark.parametrize(
    ("parameter", "fraction", "value"),
    [
        (integer("d", 1, reach=10**6), 0.0, 1),
        (integer("d", 1, reach=10**6), 0.5, 1000),
        (integer("d", 1, reach=10**6), 0.999999999, 999999),
        (integer("d", 3, 6), 0.0, 3),
        (integer("d", 3, 6), 0.51, 4),
        (integer("d", 3, 6), 0.999999999, 5),
        (real("v", 2, 10), 0.25, 4),
        (real("v", 2, 10), 0.0, Fraction(2) + Fraction(8, 2**16)),
        (real("v", 3, reach=("1e-2", 100)), 0.0, Fraction(301, 100)),
        (real("v", 3, reach=("1e-2", 100)), 0.5, 4),
        (real("v", 3, reach=("1e-2", 100)), 0.75, 13),
        (real("v", reach=("1e-2", 100)), 0.0, -100),
        (real("v", reach=("1e-2", 100)), 0.25, -1),
        (real("v", reach=("1e-2", 100)), 0.5, Fraction(1, 100)),
        (real("v", reach=("1e-2", 100)), 0.75, 1),
        (real("v", -1, reach=("1e-2", 100)), 0.25, -1),
        (complex_number("z", reach=("1e-2", 100)), 0.0, Fraction(1, 100)),
    ],
)
def test_the_log_scale(parameter, fraction, value) -> None:
    assert parameter.spread(fraction) == value


def test_complex_parameters_turn_all_around() -> None:
    found = complex_number("z", reach=(1, 1)).spread(0.25)  # 89/4 turns end a quarter further on
    assert isinstance(found, ComplexRational)
    assert (abs(found.re) < Fraction(1, 10**10), found.im) == (True, 1)


def test_short_numbers_have_four_digits() -> None:
    assert short(math.pi) == Fraction(3142, 1000)
    assert short(-0.000123456) == Fraction(-1235, 10**7)


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_the_walk_goes_on_by_the_powers_of_the_generalised_golden_ratio(axes: int) -> None:
    """g^(axes + 1) = g + 1 (Roberts 2018); coordinate i moves on by g^-(i + 1), from a half."""
    low, high = 1.0, 2.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle ** (axes + 1) < middle + 1 else (low, middle)
    points = _walk(axes, 6)
    assert len(points) == WALK * 6
    for (index, point), i in itertools.product(enumerate(points[:40], 1), range(axes)):
        share = (0.5 + index * low ** -(i + 1)) % 1.0
        assert abs(point[i] - share) < 2**-16


def test_corners_come_first_and_take_turns() -> None:
    axes = [integer("d", 1, 2), integer("m", 1, 3)]
    assert [tuple(point.values()) for point in scalar_points(axes, 12)][:6] == [
        (1, 1), (2, 1), (2, 1), (1, 3), (1, 3), (2, 3),
    ]  # fmt: skip
    assert len(list(scalar_points(axes, 1))) == 1 + WALK


def test_extras_come_first_and_the_number_is_kept() -> None:
    axes = (integer("d", 1, 50), real("v", 0, reach=("1e-3", 10)))
    domain = Domain(axes, extra=({"d": 7, "v": "1/3"}, {"d": 9}, {"d": 7, "v": "1/3"}))
    for count in (1, 2, 9, 30):
        points = list(domain.points(count))
        assert len(points) == count
        assert points[0] == {"d": 7, "v": Fraction(1, 3)}
        assert len({tuple(point.values()) for point in points}) == count
    assert [point["d"] for point in domain.points(3, ("d",))][:2] == [7, 9]


def test_vectors_have_one_to_four_entries_of_both_signs_within_reach() -> None:
    axis = vector("x", reach=("1/8", 4))
    found = [vector_point([axis], index)["x"] for index in range(1, 200)]
    assert [len(x) for x in found] == [index % 4 + 1 for index in range(1, 200)]
    entries = [entry for x in found for entry in x]
    assert all(entry == 0 or Fraction(1, 8) <= abs(entry) <= 4 for entry in entries)
    zero, below = entries.count(0) / len(entries), sum(entry < 0 for entry in entries) / len(entries)
    assert 1 / 10 < zero < 1 / 5
    assert 1 / 3 < below < 1 / 2
    sizes = [abs(entry) for entry in entries if entry]
    assert 0.3 < sum(size < Fraction(7, 10) for size in sizes) / len(sizes) < 0.7  # half of a log scale


def test_two_vectors_are_not_the_same() -> None:
    axes = [vector("x", reach=("1/8", 4)), vector("y", reach=("1/8", 4))]
    points = [vector_point(axes, index) for index in range(1, 60)]
    assert sum(point["x"] == point["y"] for point in points) < 3


def test_signs_of_vectors_alternate_by_index_and_place() -> None:
    """Place p of vector i at index k is negative where floor(k/2) + p (i + 1) is odd, worked out by hand."""
    axes = [vector("x", reach=("1/8", 4)), vector("y", reach=("1/8", 4))]
    signs = {
        index: ["".join("-0+"[(e > 0) - (e < 0) + 1] for e in entries) for entries in point.values()]
        for index, point in ((index, vector_point(axes, index)) for index in (1, 3, 6, 7))
    }
    assert signs == {1: ["+-", "++"], 3: ["-+0+", "----"], 6: ["-+-", "---"], 7: ["0+-+", "--0-"]}


def test_zeros_of_vectors_stand_where_index_and_place_say() -> None:
    """Place p of vector i at index k is 0 where 7 divides k + 2p + 3i, worked out by hand for k = 1 .. 14."""
    axes = [vector("x", reach=("1/8", 4)), vector("y", reach=("1/8", 4))]
    zeros = {
        (name, index, place)
        for index in range(1, 15)
        for name, entries in vector_point(axes, index).items()
        for place, entry in enumerate(entries)
        if entry == 0
    }
    assert zeros == {
        ("x", 3, 2), ("x", 5, 1), ("x", 7, 0), ("x", 10, 2), ("x", 14, 0),
        ("y", 2, 1), ("y", 4, 0), ("y", 7, 2), ("y", 9, 1), ("y", 11, 0), ("y", 14, 2),
    }  # fmt: skip


def test_what_is_not_said_of_a_parameter() -> None:
    """Integers are searched up to a million; a real number from a millionth to a hundred, a complex one by 1/1000 to 10."""
    assert (integer("d").lower, integer("d").reach) == (1, (1, 10**6))
    assert real("v").reach == (Fraction(1, 10**6), 100)
    assert complex_number("z").reach == (Fraction(1, 1000), 10)
    assert real("v", 2, reach=("1/4", 8)).reach == (Fraction(1, 4), 8)
