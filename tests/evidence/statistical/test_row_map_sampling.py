"""Statistics of row maps: changes of measure agree with plain draws and theory, and a quarter off fails."""

import math
from dataclasses import replace

import numpy as np
import pytest
import sympy as sp

from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, integer, real, vector
from rftheory.errors import DomainError, InputError
from rftheory.evidence.statistical.drawing import Drawing
from rftheory.evidence.statistical.row_map_drawing import (
    ContrastDrawing,
    RowMapDrawing,
    exponential_map,
    geometric_map,
    optimal_map,
    poisson_map,
)
from rftheory.evidence.statistical.sampling import Sampled
from rftheory.measured.rowmaps.count_estimates import CountEstimate
from rftheory.measured.rowmaps.discrete import Discrete
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.exponential_estimates import ExponentialEstimate
from rftheory.measured.rowmaps.laws import GeometricLaw, PoissonLaw, TabulatedLaw
from rftheory.mechanisms._shelf import couplings, row_maps
from rftheory.mechanisms.discrete import discrete
from rftheory.moments import second_moments
from rftheory.statements import Statement, formula
from rftheory.verdict import Outcome

COUPLINGS = couplings()
COARSE = Context(profile=replace(PROFILES["full"], tolerance=0.1))
SUBJECT = Statement("x/1", "theorem", "-", "-", "-", "-", "-")
X, Y = (0.6, -0.3, 0.7), (0.5, 0.6, -0.2)
NORMS = sum(v * v for v in (*X, *Y))
RNG = np.random.default_rng
OFF = [(1, Outcome.HOLDS), (sp.Rational(5, 4), Outcome.FAILS), (sp.Rational(3, 4), Outcome.FAILS)]
x2, y2, xy, eps = sp.symbols("x2 y2 xy eps")
PAIR = Domain((integer("d", 1), real("x2", 0), real("y2", 0), real("xy"), real("eps", 0)))
POINT = {"d": 4, "x2": 1, "y2": 1, "xy": "1/2", "A": "-1/5", "eps": 4}
KERNEL = formula(sp.exp(xy - (x2 + y2) / 2), PAIR, "x2 y2 xy")


def mean(experiment, n=50_000, seed=1):
    """Mean and standard error of undivided values, which must stay within the declared support."""
    values = experiment.draw(n, rng=RNG(seed))
    low, high = experiment.support
    assert low <= values.min() <= values.max() <= high
    scale = math.exp(experiment.log_scale)
    return scale * values.mean(), scale * values.std() / math.sqrt(n)


@pytest.mark.parametrize(("a", "s"), [(-0.3, 1), (0.05, 1), (0.0, -1), (-0.1 + 0.1j, 1), (0.05 - 0.1j, -1)])
def test_second_moments_of_one_projection_are_those_of_theory(a, s):
    square = np.asarray(sum((p + s * q) ** 2 for p, q in zip(X, Y, strict=True)))
    expected = math.exp(second_moments.exponential(complex(a), s, 3, square, NORMS))
    found, error = mean(
        ExponentialEstimate(GeneralisedExponential(a, s), COUPLINGS["iid"], X, Y, 1, "square")
    )
    assert abs(found - expected) < 6.0 * error + 1e-9 * expected
    assert error < 0.02 * expected


def test_an_error_around_nothing_is_the_square():
    arguments = (GeneralisedExponential(-0.2, 1), COUPLINGS["iid"], X, Y, 2)
    error, square = (ExponentialEstimate(*arguments, what) for what in ("error", "square"))
    assert mean(error, 100) == mean(square, 100)


@pytest.mark.parametrize("m", [1, 3, 7])
@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "simplex"])
def test_the_change_of_measure_agrees_with_the_couplings_own_code(coupling, m):
    feature_map = GeneralisedExponential(-0.2, 1)
    arguments = (feature_map, COUPLINGS[coupling], X, Y, m)
    for what, level in (("mean", 0.0), ("error", 0.7), ("tail", 0.9)):
        plain = ExponentialEstimate(*arguments, what, level=level, bounded=False)
        tilted = ExponentialEstimate(*arguments, what, level=level)
        (one, e), (two, f) = mean(plain, 30_000), mean(tilted, 30_000)
        assert abs(one - two) < 6.0 * math.hypot(e, f), (what, one, two)


@pytest.mark.parametrize("d", [1, 2, 64])
def test_any_dimension_has_its_change_of_measure(d):
    x, y = (1.0, *(0.0,) * (d - 1)), (0.5, *(0.0,) * (d - 1))
    feature_map = GeneralisedExponential(-0.1, 1)
    expected = math.exp(second_moments.exponential(-0.1 + 0j, 1, d, 2.25, 1.25))
    found, error = mean(ExponentialEstimate(feature_map, COUPLINGS["iid"], x, y, 1, "square"), 50_000)
    assert abs(found - expected) < 6.0 * error + 1e-9 * expected


LAWS = {
    "poisson": (
        PoissonLaw((0.8,)),
        lambda p: second_moments.poisson(0.8, np.asarray(np.sum(p**2)), np.asarray(NORMS), 3),
    ),
    "geometric": (
        GeometricLaw((0.4,)),
        lambda p: second_moments.geometric(0.4, np.abs(p), np.asarray(NORMS)),
    ),
}


@pytest.mark.parametrize("name", list(LAWS))
def test_second_moments_of_counts_are_those_of_theory(name):
    law, moment = LAWS[name]
    expected = math.exp(moment(np.array(X) * np.array(Y)))
    found, error = mean(CountEstimate(Discrete(law), X, Y, 1, "square"), 50_000)
    assert abs(found - expected) < 6.0 * error + 1e-9 * expected
    kernel = math.exp(-sum((p - q) ** 2 for p, q in zip(X, Y, strict=True)) / 2.0)
    found, error = mean(CountEstimate(Discrete(law), X, Y, 4, "error", level=kernel), 50_000)
    assert abs(found - (expected - kernel**2) / 4.0) < 6.0 * error


def test_tabulated_counts_and_zero_coordinates_are_bounded_too():
    feature_map = discrete((0.4, 0.3, 0.3), tail=0.5)
    ended = CountEstimate(discrete((0.4, 0.3, 0.3), tail=0.0), (1.0,), (1.0,), 1, kernel="softmax")
    found, error = mean(ended, 20_000)
    assert abs(found - 2.5) < 6.0 * error + 1e-9
    for x in (X, (0.0, -0.3, 0.7)):
        plain = CountEstimate(feature_map, x, Y, 2, "mean", bounded=False)
        tilted = CountEstimate(feature_map, x, Y, 2, "mean")
        (one, e), (two, f) = mean(plain, 50_000), mean(tilted, 50_000)
        assert abs(one - two) < 6.0 * math.hypot(e, f)
        assert math.isfinite(tilted.support[1])
    assert isinstance(feature_map.counts, TabulatedLaw)


@pytest.mark.parametrize(("factor", "expected"), OFF)
def test_sampled_checks_hold_and_a_quarter_off_fails(factor, expected):
    product = sp.exp(xy - (x2 + y2) / 2)
    check = Sampled(
        "mean", RowMapDrawing(exponential_map), formula(factor * product, PAIR, "x2 y2 xy"), (POINT,)
    )
    assert check.run(SUBJECT, COARSE).outcome is expected
    vectors = Domain((vector("x"), vector("y")))
    j = sp.Symbol("j", integer=True)
    x, y = sp.IndexedBase("x"), sp.IndexedBase("y")
    kernel = sp.exp(-sp.Sum((x[j] - y[j]) ** 2, (j, 0, 1)) / 2)
    pair = {"x": ("1/2", -1), "y": ("1/4", "-2/3"), "lam": 1, "p": "1/2"}
    for make in (poisson_map, geometric_map):
        check = Sampled("counts", RowMapDrawing(make), formula(factor * kernel, vectors, "x y"), (pair,))
        assert check.run(SUBJECT, COARSE).outcome is expected


@pytest.mark.parametrize(
    ("off", "expected"), [(0, Outcome.HOLDS), (0.3, Outcome.FAILS), (-0.3, Outcome.FAILS)]
)
def test_a_ratio_of_e_60_is_seen_to_ten_percent(off, expected):
    d, square = 64, 100.0
    point = {"d": d, "x2": 25, "y2": 25, "xy": 25, "m": 1}
    a = optimal_map(point).a
    logs = float(second_moments.exponential(complex(a), 1, d, square, 50.0))
    ratio = formula(sp.Rational(str(logs - 100.0 + off)), Domain(()), "")
    zero, scale = formula(sp.S.Zero, PAIR, ""), formula(sp.exp(sp.Rational(str(logs))), PAIR, "")
    drawn = ContrastDrawing(
        RowMapDrawing(optimal_map, "error", level=KERNEL),
        Drawing("iid", "positive", "error", level=KERNEL),
        ratio,
    )
    assert logs - 100.0 < -60.0
    assert Sampled("ratio", drawn, zero, (point,), scale=scale).run(SUBJECT, COARSE).outcome is expected


def test_what_has_no_experiment_says_so():
    feature_map = GeneralisedExponential(0.2, 1)
    with pytest.raises(DomainError, match="second moment"):
        ExponentialEstimate(feature_map, COUPLINGS["iid"], X, Y, 1, "square")
    with pytest.raises(DomainError, match="real and positive"):
        ExponentialEstimate(GeneralisedExponential(0.0, -1), COUPLINGS["iid"], X, Y, 1, "tail", level=0.5)
    with pytest.raises(DomainError, match="Gaussian"):
        ExponentialEstimate(GeneralisedExponential(-0.1), COUPLINGS["sphere"], X, Y, 1)
    with pytest.raises(DomainError, match="mean, square or error"):
        CountEstimate(discrete((0.5, 0.5)), X, Y, 1, "tail")
    with pytest.raises(InputError, match="no experiment"):
        RowMapDrawing(lambda _: row_maps()["poisson-positive"])({"x": X, "y": Y})
