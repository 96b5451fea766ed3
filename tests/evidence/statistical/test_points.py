"""What is drawn at a point: the laws, maps and pairs that its numbers name, and the uniform error of attention."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import sympy as sp

from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, integer, real
from rftheory.evidence.statistical import dense_drawing, kernel_drawing, row_map_drawing
from rftheory.evidence.statistical.error_order import ErrorOrder
from rftheory.evidence.statistical.kernel_drawing import PairOf, apart
from rftheory.evidence.statistical.uniform_error import UniformError
from rftheory.measured.engine.streams import stream
from rftheory.measured.inference.sign_test import SignTest
from rftheory.measured.radial.laws import (
    ExponentialPower,
    FixedRadius,
    Gaussian,
    GeneralisedCauchy,
    Matern,
    RationalQuadratic,
)
from rftheory.measured.rowmaps.data_averages import MixtureOverData
from rftheory.measured.rowmaps.dense import DenseExponential
from rftheory.mechanisms._shelf import couplings
from rftheory.statements import Statement, formula
from rftheory.verdict import Outcome

SUBJECT = Statement("x/1", "inequality", "-", "-", "-", "-", "-", Domain())
QUICK = Context(profile=PROFILES["quick"])


def test_laws_of_frequencies_have_the_numbers_of_their_point() -> None:
    point = {"l": "3/2", "nu": "5/2", "alpha": 3, "a": "1/2", "beta": 4, "r": "7/4"}
    assert kernel_drawing.gaussian(point) == Gaussian(1.5)
    assert kernel_drawing.gaussian({}) == Gaussian(1.0)
    assert kernel_drawing.gaussian({"l": ["1/2", 2]}) == Gaussian((0.5, 2.0))
    assert kernel_drawing.matern(point) == Matern(2.5, 1.5)
    assert kernel_drawing.rational_quadratic(point) == RationalQuadratic(3.0, 1.5)
    assert kernel_drawing.cauchy(point) == RationalQuadratic(1.0, 1.5)
    assert kernel_drawing.exponential_power(point) == ExponentialPower(0.5, 1.5)
    assert kernel_drawing.generalised_cauchy(point) == GeneralisedCauchy(0.5, 4.0, 1.5)
    assert kernel_drawing.fixed_radius(point) == FixedRadius(1.75)


def test_points_at_a_distance_are_apart_in_one_coordinate() -> None:
    assert apart({"z": "3/2"}) == ((1.5, 0.5, 0.5), (0.0, 0.5, 0.5))
    assert apart({"z": 2, "d": 2}) == ((2.0, 0.5), (0.0, 0.5))
    assert apart({"x": [1, "1/2"], "y": [0, 3], "z": 9}) == ((1.0, 0.5), (0.0, 3.0))


def test_pairs_of_rows_have_their_cosine_and_their_lengths() -> None:
    """Radii r1, r2, or sqrt(2a) chi_d and sqrt(2b) chi_d: E |w|^2 = 2 a d."""
    rows = PairOf()({"c": "3/5", "r1": 2, "r2": 3}).sample(4, 2, rng=np.random.default_rng(1), n=50)
    assert np.linalg.norm(rows, axis=-1) == pytest.approx(np.tile([2.0, 3.0], (50, 1)))
    assert np.sum(rows[:, 0] * rows[:, 1], axis=-1) == pytest.approx(np.full(50, 3.6))
    rows = PairOf()({"a": "1/4", "b": 2}).sample(4, 2, rng=np.random.default_rng(2), n=40_000)
    assert np.mean(np.sum(rows**2, axis=-1), axis=0) == pytest.approx([2.0, 16.0], rel=0.05)
    assert np.sum(rows[:, 0] * rows[:, 1], axis=-1) == pytest.approx(np.zeros(40_000), abs=1e-9)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/9+1/2j", 1 / 9 + 0.5j), ("-1/4-j", -1 / 4 - 1j), ("j", 1j), ("-2j", -2j), ("-j", -1j),
        ("1/10+j", 0.1 + 1j), ("1/10", 0.1), ("-3/4-5/2j", -0.75 - 2.5j),
    ],
)  # fmt: skip
def test_parameters_may_be_complex_with_fractions(text: str, value: complex) -> None:
    found = row_map_drawing.exponential_map({"A": text, "s": -1})
    assert (found.a, found.s) == (value, -1)
    assert row_map_drawing.exponential_map({"A": text}).s == 1


def test_maps_have_the_numbers_of_their_point() -> None:
    given: Any = row_map_drawing.poisson_map({"lam": "3/4"})
    assert given.counts.rates == (0.75,)
    shares: Any = row_map_drawing.geometric_map({"p": "1/4"})
    assert shares.counts.shares == (0.25,)
    square = row_map_drawing.optimal_map({"x2": 1, "y2": "1/2", "xy": "1/4", "d": 3})
    assert square.a == row_map_drawing.optimal_map({"v2": 2, "d": 3}).a  # 1 + 1/2 + 2/4
    assert dense_drawing.scalar({"A": "-1/8", "d": 3}) == DenseExponential((-0.125,) * 3)
    data = {"X": [[1, "1/2"], [0, 2]]}
    assert dense_drawing.best_mixture(data) == MixtureOverData(((1.0, 0.5), (0.0, 2.0)))
    assert dense_drawing.best_gaussian_mixture(data) == MixtureOverData(
        ((1.0, 0.5), (0.0, 2.0)), "gaussian", centred=True
    )


D, R, EPS = sp.symbols("d R eps", positive=True)
BALL = Domain((integer("d", 1), real("R", 0), real("eps", above=0)))
SETTINGS = ({"d": 4, "L": 6, "R": "1/2", "eps": "3/2"}, {"d": 2, "L": 4, "R": 1, "eps": "3/2"})


def largest(m: int, setting: dict[str, object], draw: int, place: int) -> float:
    """max |A^ - e^(q.k/sqrt d)| over all pairs, by loops over tokens and projections."""
    d, count, norm = int(str(setting["d"])), int(str(setting["L"])), float(sp.Rational(str(setting["R"])))
    rng = stream(QUICK.seed, "tokens|x/1", place, 0)
    queries, keys = rng.standard_normal((count, d)), rng.standard_normal((count, d))
    keys = np.array([-queries[i] if i < count // 2 else keys[i] for i in range(count)])
    rng = stream(QUICK.seed, "uniform|x/1", place, draw)
    w = couplings()["orthogonal"].sample(d, m, rng=rng, n=1)[0]
    worst = 0.0
    for q in queries:
        for k in keys:
            x, y = (norm * each / np.linalg.norm(each) for each in (q, k))
            x, y = x / d**0.25, y / d**0.25
            waves = np.mean([math.cos(row @ (x - y)) for row in w])
            estimate = waves * math.exp((x @ x + y @ y) / 2)
            worst = max(worst, abs(estimate - math.exp(x @ y)))
    return worst


@pytest.mark.parametrize(("count", "outcome"), [(200 * R / R, Outcome.HOLDS), (D * R / 2, Outcome.UNDECIDED)])
def test_the_uniform_error_at_a_number_of_projections(count: sp.Expr, outcome: Outcome) -> None:
    check = UniformError(formula(count, BALL, "d R eps"), SETTINGS)
    found: Any = check.examine(SUBJECT, QUICK, SignTest(8, 0.01, 0.01))
    assert found.outcome is outcome, found.detail
    for place, (setting, data) in enumerate(zip(SETTINGS, found.data["settings"], strict=True)):
        m = 200 if outcome is Outcome.HOLDS else 1
        errors = [largest(m, setting, draw, place) for draw in range(8)]
        assert data["m"] == m
        assert data["error"] == pytest.approx(np.mean(errors))
        assert data["rate"] == np.mean(np.array(errors) <= 1.5)
        assert data["standard_error"] == pytest.approx(np.std(errors, ddof=1) / math.sqrt(8))
    assert check.events == ("error within 3/2 at d=4 L=6 R=1/2", "error within 3/2 at d=2 L=4 R=1")
    assert check.rehearse(SUBJECT, stream(0, "rehearsed", 0, 0)) is None


@pytest.mark.parametrize("norm", [None, 0.5])
def test_errors_of_outputs_are_those_of_every_entry(norm: float | None) -> None:
    """The mean square, over all entries, of renormalised outputs less exact ones; by loops over queries and keys."""
    check = ErrorOrder(
        ("orthogonal", "positive"), ("iid", "trigonometric"), (3, 5), 4, norm=norm, dimension=2
    )
    found: Any = check.rehearse(SUBJECT, stream(1, "order", 0, 0))
    rng = stream(1, "order", 0, 0)
    queries, keys, values = rng.standard_normal((3, 4, 2))
    if norm is None:
        x, y = queries / 2**0.25, keys / 2**0.25
    else:
        x, y = (norm * rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (queries, keys))
    for place, m in enumerate((3, 5)):
        for which, coupling in enumerate(("orthogonal", "iid")):
            w = couplings()[coupling].sample(2, m, rng=rng, n=1)[0]
            total = 0.0
            for q in x:
                exact = np.array([math.exp(q @ k) for k in y])
                if which == 0:
                    half = [math.exp(-(q @ q + k @ k) / 2) for k in y]
                    drawn = np.array([h * np.mean(np.exp(w @ (q + k))) for h, k in zip(half, y, strict=True)])
                else:
                    half = [math.exp((q @ q + k @ k) / 2) for k in y]
                    drawn = np.array([h * np.mean(np.cos(w @ (q - k))) for h, k in zip(half, y, strict=True)])
                total += np.sum((drawn @ values / drawn.sum() - exact @ values / exact.sum()) ** 2)
            assert found[place, which] == pytest.approx(total / 8)
