"""Certified maxima over the angle: against scans, each other, false functions and at extreme radii."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from rftheory.exact import balls
from rftheory.exact.functions.hybrids.angular_maximum import (
    LargestA,
    LargestB,
    LargestError,
    LargestH,
    LargestPower,
    PeakAngle,
)
from rftheory.exact.functions.hybrids.bound_threshold import BoundThreshold, cover
from rftheory.exact.functions.hybrids.outer_angle import OuterAngle
from rftheory.exact.numerics.maximisation import Jet, greatest, peaks

SETTINGS = [("1", "1/10"), ("1", "1"), ("3", "7/4"), ("7", "30"), ("1000000", "2")]


def _exact(text: str) -> object:
    return balls.exact(Fraction(text))


@pytest.mark.parametrize("kind", [LargestError, LargestH, LargestA, LargestB])
def test_nothing_is_said_without_sign_features_or_beyond_the_radii(kind: type) -> None:
    for n, r in (("0", "1"), ("1", "-1"), ("-1", "1")):
        assert not balls.is_finite(kind.ball(_exact(n), _exact(r)))


@pytest.mark.parametrize("level", ["0", "-1/1000000000000", "-1", "8/5", "2"])
def test_there_is_no_outer_angle_of_a_level_outside_its_range(level: str) -> None:
    assert not balls.is_finite(OuterAngle.ball(_exact(level)))


def test_inputs_of_length_0_are_estimated_without_error() -> None:
    """At radius 0 both exponential estimates of K = 1 are 1, whatever the angle, and so is every mean of them."""
    assert LargestError.ball(_exact("1"), _exact("0")) == 0
    for kind in (LargestH, LargestA, LargestB):
        assert not balls.is_finite(kind.ball(_exact("1"), _exact("0")))


@pytest.mark.parametrize("kind", [LargestError, LargestH, LargestA, LargestB])
@pytest.mark.parametrize(("n", "r"), SETTINGS)
def test_a_scan_finds_no_more(kind: type, n: str, r: str) -> None:
    with balls.working_precision(200):
        value = kind.ball(_exact(n), _exact(r))
    assert balls.accuracy_bits(value) > 150
    with mpmath.workdps(40):
        scan = kind.oracle(
            mpmath.mp, mpmath.mpf(n), mpmath.mpf(Fraction(r).numerator) / Fraction(r).denominator
        )
        assert abs(scan / mpmath.mpf(value.str(35, radius=False)) - 1) < 1e-9


@pytest.mark.parametrize("n", ["1", "1000000"])
def test_large_radii_and_many_digits(n: str) -> None:
    for bits in (200, 3400):
        with balls.working_precision(bits):
            value, other = (
                LargestError.ball(_exact(n), _exact("1000")),
                LargestH.ball(_exact(n), _exact("1000")),
            )
            assert value.overlaps(other)
            assert balls.accuracy_bits(value) > bits - 30


def test_the_angle_of_the_power_maximum() -> None:
    r = _exact("5/2")
    with balls.working_precision(300):
        angle = PeakAngle.ball(1 / (r * r))
        by_angle = (angle / balls.arb.pi()) ** 2 * (-4 * r * r * (angle / 2).sin() ** 2).exp()
        assert by_angle.overlaps(LargestPower.ball(_exact("2"), r))


def test_an_end_a_tie_and_a_constant_slope() -> None:
    with balls.working_precision(100):
        cases = (
            (lambda p: p * p, 1),  # the end
            (lambda p: p * (1 - p) * p * (1 - p) * 16, 1),  # the middle
            (lambda p: (p + balls.fmpq(-1, 2)).squared() * 4, 1),  # both ends alike
        )
        for function, wanted in cases:
            found = greatest(function, peaks(function, balls.fmpq(0), balls.fmpq(1)))
            assert found.contains(wanted)
            assert balls.accuracy_bits(found) > 80


def test_derivatives_of_jets() -> None:
    x = balls.arb("0.7")
    jet = Jet(x, balls.arb(1), balls.arb(0))
    product = (jet * jet).sin() * (-jet).exp()
    with mpmath.workdps(30):
        plain = lambda t: mpmath.sin(t * t) * mpmath.exp(-t)
        for value, order in ((product.value, 0), (product.slope, 1), (product.curve, 2)):
            assert abs(float(value.mid()) - float(mpmath.diff(plain, mpmath.mpf("0.7"), order))) < 1e-12


def test_threshold_of_one_sign_projection() -> None:
    with balls.working_precision(120):
        value = BoundThreshold.ball(balls.fmpq(1))
    assert value.str(15, radius=False).startswith("4.127661111686")
    assert cover(1, Fraction(1), Fraction(4), holds=True) > 0
    assert cover(1, Fraction("4.2"), Fraction(5), holds=False) > 0
