"""What is drawn for the statements of kernels and dense features: 5 % off is refuted, and so is every wrong law."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
import sympy as sp

from rftheory import registry
from rftheory.context import PROFILES, Context
from rftheory.evidence.statistical.dense_drawing import DenseDrawing, Weighted
from rftheory.evidence.statistical.kernel_drawing import KernelDrawing, matern
from rftheory.evidence.statistical.points import real, reals
from rftheory.evidence.statistical.sampling import Sampled
from rftheory.measured.radial.laws import ExponentialPower, Gaussian, Matern
from rftheory.measured.radial.product_laws import StudentProduct
from rftheory.measured.rowmaps.dense import DenseExponential, ImportanceSampled
from rftheory.measured.rowmaps.mapped_rows import MappedLaw
from rftheory.measured.rowmaps.mutation import RowMapMutant, mutant
from rftheory.papers.beyond._lemmas.drawn.frequencies import EXPOWER_ROWS, MATERN_ROWS
from rftheory.statements import Statement
from rftheory.verdict import Outcome

FULL = Context(profile=PROFILES["full"], tests=500)
COARSE = replace(FULL, profile=replace(FULL.profile, tolerance=0.05))
Point = Mapping[str, object]
QUICK = (
    "beyond/dense/mean",
    "beyond/dense/unbiased",
    "beyond/dense/feature-mean",
    "beyond/dense/aligned",
    "beyond/dense/moment",
    "beyond/dense/cross-moment",
    "beyond/dense/relative-optimum",
    "beyond/dense/mean-square-optimum",
    "beyond/dense/log-vs-mean-square",
    "beyond/dense/floor/two-laws",
    "beyond/dense/no-weight",
    "beyond/spectral/omega",
    "beyond/spectral/matern/radius-cdf",
    "beyond/spectral/radius-moment/matern",
    "beyond/spectral/mistake/multiplied",
)
"""Statements whose checks draw little: the others differ from these in their points and formulas alone."""


@cache
def drawn(identifier: str) -> dict[str, tuple[Statement, Sampled]]:
    """The drawn means of a statement at their first points, by name."""
    statement = registry.statement(identifier)
    checks = (check for check in statement.checks if isinstance(check, Sampled))
    return {check.name: (statement, replace(check, points=check.points[:1])) for check in checks}


def outcome(statement: Statement, check: Sampled, context: Context = COARSE) -> Outcome:
    return check.run(statement, context).outcome


def test_a_claim_that_is_off_by_a_twentieth_is_refuted() -> None:
    checks = [found for identifier in QUICK for found in drawn(identifier).values()]
    assert len(checks) > 20
    for index, (statement, check) in enumerate(checks):
        factor = sp.Rational(21, 20) if index % 2 else sp.Rational(19, 20)
        wrong = replace(check.expected, expression=factor * check.expected.expression, closed=None)
        assert outcome(statement, replace(check, expected=wrong), FULL) is Outcome.FAILS, check.name


def named(name: str) -> tuple[Statement, Sampled]:
    """The check of a statement's id and its own name."""
    identifier, _, own = name.partition(": ")
    return drawn(identifier)[own]


def of(name: str, **changes: Any) -> Outcome:
    """What a check says with other draws."""
    statement, check = named(name)
    return outcome(statement, replace(check, **changes))


def univariate(point: Point) -> StudentProduct:
    return StudentProduct(real(point["nu"]))


def halved(point: Point) -> Matern:
    return Matern(real(point["nu"]) / 2.0, real(point["l"]))


def inverted(point: Point) -> Matern:
    return Matern(real(point["nu"]), 1.0 / real(point["l"]))


def off_the_index(point: Point) -> ExponentialPower:
    return ExponentialPower(1.1 * real(point["a"]), real(point["l"]))


def bell(point: Point) -> Gaussian:
    return Gaussian(real(point["l"]))


APART = ({"nu": "1/2", "l": 1, "z": 1, "x": ("4/5", "3/5"), "y": (0, 0)},)


@pytest.mark.parametrize(
    ("frequencies", "points"), [(univariate, APART), (halved, APART), (bell, APART), (inverted, ({"nu": "1/2", "l": 2, "z": 1},))]
)  # fmt: skip
def test_frequencies_of_another_law_than_the_kernel_says(frequencies: Any, points: Any) -> None:
    name = "beyond/spectral/matern/kernel: mean of cosines, Matern"
    assert of(name, points=points) is Outcome.HOLDS
    assert of(name, points=points, drawn=KernelDrawing(frequencies)) is Outcome.FAILS


def test_an_index_of_stability_that_is_a_tenth_off() -> None:
    name = "beyond/spectral/expower/kernel: mean of cosines, exponential power"
    near = ({"a": "3/2", "l": 1, "z": "1/2"},)
    assert of(name, points=near) is Outcome.HOLDS
    assert of(name, points=near, drawn=KernelDrawing(off_the_index)) is Outcome.FAILS


@pytest.mark.parametrize(
    ("name", "coupling", "sharing"),
    [
        ("split/mixing-matern: covariance of rows of one tau", "iid", "row"),
        ("split/mixing-matern: covariance of rows of one tau", "orthogonal", "block"),
        ("split/mixing-matern: variance given tau", "iid", "row"),
    ],
)
def test_rows_that_share_what_they_should_not(name: str, coupling: str, sharing: Any) -> None:
    statement, check = named(f"beyond/spectral/{name}")
    wrong = replace(check.drawn, frequencies=MATERN_ROWS.coupled(coupling, sharing))  # type: ignore[type-var]
    assert replace(check, drawn=wrong).run(statement, COARSE).outcome is Outcome.FAILS


def test_an_offset_in_the_place_of_a_pair() -> None:
    statement, check = named("beyond/spectral/variance/matern: error of a pair, matern")
    offset = KernelDrawing(matern, "error", MATERN_ROWS.level, offset=True)
    assert outcome(statement, replace(check, drawn=offset)) is Outcome.FAILS
    assert EXPOWER_ROWS.level.names == ("a", "l", "z")


def unrooted(point: Point) -> RowMapMutant:
    """Rows Sigma z with the weights of N(0, Sigma)."""
    sigma = tuple(1.0 - 4.0 * a for a in reals(point["a"]))
    rows, squared = MappedLaw(sigma), MappedLaw(tuple(s * s for s in sigma))
    return mutant(ImportanceSampled(rows), "unrooted", "the covariance is not rooted", drawn=squared)


def doubled(point: Point) -> DenseExponential:
    return DenseExponential(tuple(2.0 * a for a in reals(point["a"])))


@pytest.mark.parametrize(
    ("name", "features"),
    [
        ("beyond/dense/unbiased: mean, mapped points", Weighted(0.0)),
        ("beyond/dense/unbiased: mean, mapped points", Weighted(1.0)),
        ("beyond/dense/weight: error, importance-sampled rows", doubled),
        ("beyond/dense/relative: error, a heavy tail", Weighted(0.0)),
    ],
)
def test_dense_features_of_a_wrong_weight_or_matrix(name: str, features: Any) -> None:
    statement, check = named(name)
    points = ({"a": ("-1/4", "1/20"), "x": ("1/2", "-1/3"), "y": ("1/4", "1/2"), "M": (1, 1)},)
    assert isinstance(check.drawn, DenseDrawing)
    wrong = replace(check, drawn=replace(check.drawn, features=features), points=points)
    assert replace(check, points=points).run(statement, COARSE).outcome is Outcome.HOLDS
    assert wrong.run(statement, COARSE).outcome is Outcome.FAILS


def test_rows_of_a_covariance_that_is_not_rooted() -> None:
    statement, check = named("beyond/dense/unbiased: mean, mapped points")
    assert isinstance(check.drawn, DenseDrawing)
    points = ({"a": ("-1/4", "-1/20"), "x": ("1/2", "-1/3"), "y": ("1/4", "1/2")},)
    wrong = replace(check, drawn=replace(check.drawn, features=unrooted), points=points)
    assert outcome(statement, wrong) is Outcome.FAILS
