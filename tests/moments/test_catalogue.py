"""The catalogue: every item of the shelf is in it, and every entry agrees with the certified statements it names."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rftheory import registry
from rftheory.battery.features.checks import SCALARS
from rftheory.battery.features.induced_kernels import induced
from rftheory.errors import InputError
from rftheory.evaluation import accepted, evaluate, printed_side, resolve
from rftheory.measured.rowmaps.laws import GeometricLaw, PoissonLaw, TabulatedLaw
from rftheory.mechanisms import _shelf
from rftheory.moments import catalogue
from rftheory.moments.block_covariance import block_share
from rftheory.moments.entries import CertifyingSide, CouplingEntry, MapEntry
from rftheory.moments.hybrid_moments import HybridMoments
from rftheory.moments.induced_kernels import own_maps
from rftheory.moments.pairs import Pair, Pairs, kernel_value
from rftheory.moments.row_maps import Counts, Dense, Exponential, Row, row_of

MAPS, COUPLINGS = catalogue.maps(), catalogue.couplings()
SUM, DIFFERENCE = (1, 2, 2), (2, 1, -2)


@dataclass(frozen=True)
class Point:
    """x + y = along (1, 2, 2), x - y = apart (2, 1, -2)."""

    along: Fraction
    apart: Fraction

    @property
    def vectors(self) -> tuple[list[Fraction], list[Fraction]]:
        """x and y, exactly."""
        both = [(self.along * s, self.apart * t) for s, t in zip(SUM, DIFFERENCE, strict=True)]
        return [(s + t) / 2 for s, t in both], [(s - t) / 2 for s, t in both]

    def texts(self, **more: object) -> dict[str, object]:
        """Everything that a statement may ask for."""
        x, y = self.vectors
        x2, y2, xy = (sum(a * b for a, b in zip(u, v, strict=True)) for u, v in ((x, x), (y, y), (x, y)))
        vectors = {"x": ",".join(map(str, x)), "y": ",".join(map(str, y))}
        return {
            "d": 3, "m": 1, "x2": x2, "y2": y2, "xy": xy, **vectors, "z": 3 * self.apart, "v": 3 * self.along, **more
        }  # fmt: skip

    def pair(self, shift: float = 0.0) -> Pair:
        """The point in floats, every coordinate moved."""
        x, y = (np.array([float(entry) for entry in side]) + shift for side in self.vectors)
        return Pair("", x, y)

    def pairs(self) -> Pairs:
        """The same as the one pair of many."""
        one = self.pair()
        return Pairs(one.x[None, :], one.y[None, :])

    def log_kernel(self, kernel: str) -> float:
        """log K."""
        x, y = self.vectors
        inner = sum(a * b for a, b in zip(x, y, strict=True))
        return -4.5 * float(self.apart**2) if kernel == "gaussian" else float(inner)


NEAR = [Point(Fraction(a), Fraction(b)) for a, b in (("1/10", "1/7"), ("1/3", "1/2"), ("3/5", "1/9"))]
FAR = [Point(Fraction(a), Fraction(b)) for a, b in (("3", "1/5"), ("1/4", "5/2"), ("7", "6"))]


def certified(identifier: str, given: dict[str, Any]) -> Decimal:
    """The value of a statement's side at those of the given parameters that it takes."""
    entry, side = resolve(identifier)
    names = accepted(entry.sides[printed_side(entry) if side is None else side])
    names -= {"x", "y"} if {"x2", "y2", "xy"} <= names else set()
    found = {name: value for name, value in given.items() if name in names}
    return Decimal(str(evaluate(identifier, digits=40, **found).value))


def log_certified(identifier: str, given: dict[str, Any]) -> float:
    """Its natural logarithm, beyond the range of floats."""
    with localcontext() as context:
        context.prec = 50
        return float(certified(identifier, given).ln())


REAL = ({"A": "-1/5", "s": 1}, {"A": [-0.2, 0.0]}, Exponential(-0.2))
NEGATIVE = ({"A": "1/20-1/10j", "s": -1}, {"A": [0.05, -0.1]}, Exponential(0.05 - 0.1j, -1))
COMPLEX = ({"A": "-1/5+1/4j", "s": 1}, {"A": [-0.2, 0.25]}, Exponential(-0.2 + 0.25j))
POISSON = ({"lam": "3/4"}, {"rate": 0.75}, Counts(PoissonLaw((0.75,))))
GEOMETRIC = ({"p": "2/5"}, {"p": 0.4}, Counts(GeometricLaw((0.4,))))
DENSE = ({"a": "-1/5,1/20,-1/3"}, {"A": [-0.2, 0.05, -1 / 3]}, Dense((-0.2, 0.05, -1 / 3)))
GIVEN: dict[str, tuple[dict[str, Any], dict[str, Any], Row | None]] = {
    "oprf": REAL,
    "gerf": REAL,
    "gerf+": COMPLEX,
    "gerf-": NEGATIVE,
    "gerf-negative": NEGATIVE,
    "poisson": POISSON,
    "poisson-each": (POISSON[0], {"rate": [0.75, 0.75, 0.75]}, None),
    "geometric": GEOMETRIC,
    "poisson-positive": ({"lam": "3/4"}, {}, Counts(PoissonLaw((0.75,)), True, (-2.0,))),
    "geometric-positive": ({"p": "2/5"}, {}, Counts(GeometricLaw((0.4,)), True, (-2.0,))),
    "dense": DENSE,
    "angular-hybrid": ({"n": 5}, {"signs": 5}, None),
}
"""Parameters for the statement, in `relative`, and as a row."""

ALIKE = {
    "gerf-antithetic": (Exponential(0j, 1, True), "hyperbolic", None),
    "discrete": (Counts(TabulatedLaw(((0.4, 0.24),), 0.6)), "geometric", GEOMETRIC[2]),
    "discrete-positive": (
        Counts(TabulatedLaw(((0.4, 0.24),), 0.6), True, (-2.0,)),
        "geometric-positive",
        GIVEN["geometric-positive"][2],
    ),
}
"""Maps without a statement of their own: at these parameters they are another map, which has one."""


def test_the_shelf_is_in_the_catalogue() -> None:
    shelf = set(_shelf.couplings())
    assert shelf == set(COUPLINGS) | set(catalogue.WITHOUT)
    assert not set(COUPLINGS) & set(catalogue.WITHOUT)
    reasons = [*catalogue.WITHOUT.values(), *(one.note for one in COUPLINGS.values() if not one.ranked)]
    assert all(reason and "\n" not in reason for reason in reasons)
    assert set(_shelf.feature_maps()) <= set(MAPS)
    assert {row_of(one).name for one in _shelf.row_maps().values()} <= set(MAPS)


@pytest.mark.parametrize("name", list(_shelf.row_maps()))
def test_row_maps_of_the_shelf_have_moments_at_their_own_parameters(name: str) -> None:
    row, pair = row_of(_shelf.row_maps()[name]), NEAR[0].pair()
    found = catalogue.moments(None, name, "gaussian", row).term(pair)
    assert found.mean == pytest.approx(kernel_value("gaussian", pair.x, pair.y), rel=1e-9)
    assert 0.0 < found.variance < math.inf


@pytest.mark.parametrize("name", list(_shelf.hybrids()))
def test_hybrids_of_the_shelf_have_a_variance(name: str) -> None:
    hybrid = _shelf.hybrids()[name]
    x, y = (np.array(side[: hybrid.dimension or 3]) for side in ((0.4, -0.3, 0.2), (0.1, 0.5, -0.2)))
    assert 0.0 <= HybridMoments(hybrid, 2, 3).variance(x, y) < math.inf


def test_every_id_is_a_statement() -> None:
    ids = {
        entry.id.split(":")[0] for one in (*MAPS.values(), *COUPLINGS.values()) for entry in one.certificates
    }
    ids |= {
        text
        for one in MAPS.values()
        for text in (one.definition, one.variance, one.coupled, one.fixed, one.pair)
    }
    ids |= {text for one in MAPS.values() for text in one.means.values()}
    ids |= {one.conformity.split(":")[0] for one in COUPLINGS.values()}
    ids |= {
        catalogue.UNBIASED,
        catalogue.FORM,
        catalogue.INFINITE,
        catalogue.COUPLED_ROWS,
        catalogue.HYBRID_MEAN,
    }
    ids |= {catalogue.HYBRID_ENDS, catalogue.HYBRID_SIGN, *catalogue.HYBRID_VARIANCE.values()}
    for name in ids - {""}:
        registry.find(name)


def test_every_entry_is_held_to_something() -> None:
    for name, entry in MAPS.items():
        assert entry.certificates or name in ALIKE or name in own_maps(), name
    for name, one in COUPLINGS.items():
        assert one.certificates or name == "iid", name


def _cases() -> list[tuple[str, CertifyingSide]]:
    return [(name, one) for name, entry in MAPS.items() for one in entry.certificates]


@pytest.mark.parametrize("point", [*NEAR, *FAR], ids=str)
@pytest.mark.parametrize(("name", "one"), [case for case in _cases() if MAPS[case[0]].relative], ids=str)
def test_relative_variances_are_certified(name: str, one: CertifyingSide, point: Point) -> None:
    texts, parameters, _ = GIVEN.get(name, ({}, {}, None))
    relative = MAPS[name].relative
    assert relative is not None
    found = relative.log_single(point.pairs().invariants, parameters)[0] + 2.0 * point.log_kernel(one.kernel)
    expected = log_certified(one.id, point.texts(**texts))
    assert found == pytest.approx(expected, rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("point", NEAR, ids=str)
@pytest.mark.parametrize(("name", "one"), [case for case in _cases() if MAPS[case[0]].term], ids=str)
def test_moments_of_a_term_are_certified(name: str, one: CertifyingSide, point: Point) -> None:
    texts, _, row = GIVEN.get(name, ({}, {}, None))
    shift = -row.shift[0] if isinstance(row, Counts) else 0.0
    pair = point.pair()
    found = catalogue.moments(None, name, one.kernel, row).term(pair)
    x, y = ([entry + int(shift) for entry in side] for side in point.vectors)
    moved = {"x": ",".join(map(str, x)), "y": ",".join(map(str, y))}
    expected = float(certified(one.id, point.texts(**texts, **moved)))
    assert found.mean == pytest.approx(kernel_value(one.kernel, pair.x, pair.y), rel=1e-12)
    assert found.variance == pytest.approx(expected, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("name", list(ALIKE))
def test_maps_without_a_statement_are_others_at_some_parameters(name: str) -> None:
    row, other, same = ALIKE[name]
    for point in NEAR:
        one, two = (
            catalogue.moments(None, label, "gaussian", given).term(point.pair())
            for label, given in ((name, row), (other, same))
        )
        assert one == pytest.approx(two, rel=1e-9)


@pytest.mark.parametrize("name", list(own_maps()))
def test_induced_kernels_are_those_of_the_battery(name: str) -> None:
    for x, y in (((0.6, 0.2), (-0.1, 0.5)), ((1.5, -0.4), (0.9, 1.1)), ((3.0, 1.0), (-2.0, 2.5))):
        one, two = np.array(x), np.array(y)
        found = catalogue.moments(None, name, "own").term(Pair("", one, two))
        assert found.mean == pytest.approx(induced(SCALARS, name, one, two), rel=1e-8, abs=1e-10)


def _coupled() -> list[tuple[str, CertifyingSide, int]]:
    """Whole blocks and parts of one."""
    sizes = {"simplex-full": (4,), "sphere": (1,)}
    return [
        (name, one, m)
        for name, entry in COUPLINGS.items()
        for one in entry.certificates
        for m in sizes.get(name, (2, 3))
    ]


@pytest.mark.parametrize(
    ("name", "one", "m", "point"),
    [
        (*case, point)
        for case in _coupled()
        for point in (*NEAR, *(FAR[:1] if COUPLINGS[case[0]].ranked else ()))
    ],
    ids=str,
)
def test_coupled_rows_are_certified(name: str, one: CertifyingSide, m: int, point: Point) -> None:
    texts, _, row = GIVEN.get(one.map, ({}, {}, None))
    theory, pair = catalogue.moments(_shelf.couplings()[name], one.map, one.kernel, row), point.pair()
    term = theory.term(pair)
    expected = float(certified(one.id, point.texts(**texts, D=m) | {"m": m}))
    if one.what == "variance":
        found = theory.variance(pair, m, term)
    else:
        found = term.mean if one.what == "mean" else term.mean - kernel_value(one.kernel, pair.x, pair.y)
    assert found == pytest.approx(expected, rel=1e-8, abs=1e-15)


@pytest.mark.parametrize("point", [*NEAR, *FAR], ids=str)
@pytest.mark.parametrize(
    ("name", "one", "m"), [case for case in _coupled() if COUPLINGS[case[0]].ranked], ids=str
)
def test_coupled_relative_variances_are_certified(
    name: str, one: CertifyingSide, m: int, point: Point
) -> None:
    relative = {"gerf": "oprf", "gerf-negative": "gerf-"}.get(one.map, one.map)
    texts, parameters, _ = GIVEN.get(relative, ({}, {}, None))
    known, invariants = MAPS[relative].relative, point.pairs().invariants
    cosine = _shelf.couplings()[name].law.cosine(3)
    assert known is not None
    assert cosine is not None
    logs = known.log_single(invariants, parameters)
    turned = known.correlation(invariants, cosine, logs)
    found = logs[0] + math.log1p(turned[0] * block_share(3, m)) - math.log(m)
    expected = log_certified(one.id, point.texts(**texts, D=m) | {"m": m})
    assert found + 2.0 * point.log_kernel(one.kernel) == pytest.approx(expected, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("point", [*NEAR, *FAR[:2]], ids=str)
@pytest.mark.parametrize("c", ["0", "-1/2", "1/2"])
@pytest.mark.parametrize("name", [name for name, entry in MAPS.items() if entry.pair])
def test_covariances_of_two_rows_are_certified(name: str, c: str, point: Point) -> None:
    entry, cosine = MAPS[name], {"0": 0.0, "-1/2": -0.5, "1/2": 0.5}[c]
    assert entry.gap is not None
    sizes, scales = entry.gap(point.pairs().invariants, cosine)
    both = {c, c.removeprefix("-"), "-" + c} - {"-0", "--1/2"} if "hyper" in name or "anti" in name else {c}
    mean = sum(certified(entry.pair, point.texts(c=one)) for one in both) / len(both)
    wave = entry.pair == catalogue.PAIRS_OF_WAVES
    square = 9.0 * float((point.apart if wave else point.along) ** 2)
    if wave:
        assert sizes[0] == pytest.approx(float(mean) - math.exp(-square), rel=1e-8, abs=1e-10)
        assert scales[0] == pytest.approx(square)
    else:
        assert sizes[0] == pytest.approx(math.expm1(float(mean.ln()) - square), rel=1e-7, abs=1e-9)
        assert scales[0] == 0.0


def test_entries_are_added_for_a_while() -> None:
    one, other = MapEntry("new", "simrf/eq3"), CouplingEntry("sphere-of-old")
    with catalogue.extended(one, other):
        assert catalogue.maps()["new"] is one
        assert catalogue.couplings()["sphere-of-old"] is other
        with pytest.raises(InputError, match="two entries"), catalogue.extended(one):
            pass
    assert "new" not in catalogue.maps()
    assert "sphere-of-old" not in catalogue.couplings()


def test_a_coupling_that_cannot_be_ranked_is_refused_in_one_line() -> None:
    with catalogue.extended(CouplingEntry("hd3", True)), pytest.raises(InputError, match="cannot be ranked"):
        catalogue.ranked_couplings()
