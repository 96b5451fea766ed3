"""Simulated errors: intervals that hold the certified value, at every length; what is wrong is refused."""

import math

import numpy as np
import pytest

import rftheory
from rftheory.errors import DomainError, InputError
from rftheory.measured.estimators.errors import bounded_error
from rftheory.measured.estimators.estimates import Estimate
from rftheory.mechanisms._shelf import couplings, feature_maps
from rftheory.recommendation.simulation import simulate

D = M = 8


def along(v: float) -> tuple[float, ...]:
    """x = y with |x + y| = v."""
    return (v / 2, *[0.0] * (D - 1))


def exact(coupling: str, v: float) -> float:
    """From definitions: (1/m)(e^{2v²} - e^{v²}) + (1 - 1/m)(rho - e^{v²}) over e^{v²}, where K = 1 at x = y."""
    if coupling == "iid":
        return math.expm1(v * v) / M
    side = {"orthogonal": "rhs", "simplex": "lhs"}[coupling]
    return float(rftheory.evaluate(f"simrf/cor3.3:{side}", d=D, m=M, x=along(v), y=along(v)))


@pytest.mark.parametrize("v", [0.5, 1.0, 3.0, 6.0, 10.0])
@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "simplex"])
def test_the_interval_holds_the_certified_error_and_is_narrow(coupling: str, v: float) -> None:
    found = simulate(f"{coupling}-positive", along(v), along(v), m=M, draws=20_000, confidence=0.9999)
    assert found.low <= exact(coupling, v) <= found.high
    assert found.low <= found.value <= found.high
    assert found.width < (0.15 if coupling != "simplex" or v >= 1 else 0.7)


@pytest.mark.parametrize("v", [0.01, 0.3, 1.0, 2.5, 8.0])
def test_no_weighted_error_is_above_its_bound(v: float) -> None:
    """Rows pushed far both ways: the bound is over every row, not only those that are drawn."""
    level = 1.0
    estimate = bounded_error(
        Estimate(
            couplings()["iid"], feature_maps()["positive"], along(v), along(v), 3, "error", "gaussian", level
        )
    )
    rows = np.random.default_rng(5).uniform(-15, 15 + 2 * v, (50_000, 3, 1))
    assert estimate.proposal is not None
    values = estimate._values(rows * v, -estimate.proposal.log_ratio(rows))
    assert values.max() <= 1.0
    far = np.random.default_rng(6).uniform(-300, -15, (20_000, 3, 1))
    assert estimate._values(far * v, -estimate.proposal.log_ratio(far)).max() <= 1.0
    assert values.max() > 0.3, "a bound far above the values would say nothing"


def test_trigonometric_features_are_bounded_as_they_are() -> None:
    x, y = along(1.0), along(-1.0)
    found = simulate("orthogonal-trigonometric", x, y, m=M, draws=40_000, confidence=0.9999)
    assert 0.0 < found.low < found.value < found.high < 1.0


def test_a_wrong_error_is_excluded() -> None:
    """The interval is not so wide that anything fits: half and twice the error lie outside."""
    found = simulate("iid-positive", along(2.0), along(2.0), m=M, draws=20_000, confidence=0.9999)
    assert exact("iid", 2.0) / 2 < found.low
    assert found.high < 2 * exact("iid", 2.0)


def test_the_softmax_kernel_scales_the_error() -> None:
    gaussian = simulate("iid-positive", along(2.0), along(2.0), m=M, draws=2000)
    softmax = simulate("iid-positive", along(2.0), along(2.0), m=M, draws=2000, kernel="softmax")
    assert softmax.value == pytest.approx(gaussian.value * math.exp(2.0), rel=1e-9)


def test_seeds_repeat_and_forms_are_short() -> None:
    first = simulate("iid-positive", along(1.0), along(1.0), m=M, draws=500)
    assert first == simulate("iid-positive", along(1.0), along(1.0), m=M, draws=500)
    assert first != simulate("iid-positive", along(1.0), along(1.0), m=M, draws=500, seed=1)
    assert float(first) == first.value
    assert len(repr(first)) < 100
    assert "500 draws" in first._repr_html_()


def test_an_unbounded_error_has_no_upper_end() -> None:
    found = simulate("simplex-plus-positive", along(1.0), along(1.0), m=M, draws=200)
    assert (found.low, found.high) == (0.0, math.inf)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"mechanism": "nothing-positive"}, InputError),
        ({"x": [1.0, math.inf]}, DomainError),
        ({"x": [1.0, 2.0]}, DomainError),
        ({"draws": 1}, DomainError),
        ({"confidence": 1.0}, DomainError),
        ({"kernel": "laplace"}, InputError),
        ({"kernel": "other"}, DomainError),
        ({"m": 0}, DomainError),
    ],
)
def test_what_is_wrong_is_refused(given: dict[str, object], error: type[Exception]) -> None:
    arguments = {"mechanism": "iid-positive", "x": along(1.0), "y": along(1.0), "m": M, "draws": 10} | given
    mechanism, x, y = (arguments.pop(name) for name in ("mechanism", "x", "y"))
    with pytest.raises(error):
        simulate(mechanism, x, y, **arguments)


@pytest.mark.parametrize("length", [100.0, 1e18])
def test_what_doubles_cannot_draw_is_refused(length: float) -> None:
    with pytest.raises(InputError, match="cannot be drawn in doubles; allowed: shorter x and y"):
        simulate("orthogonal-positive", [length, 1], [1, 0], m=4, draws=9)
