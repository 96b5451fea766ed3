"""Moments with lists of exponents and the laws of orthogonal sums: every ball holds the value of its mpmath oracle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest

from rftheory.exact import balls
from rftheory.exact.functions import chi_moments as moments
from rftheory.exact.functions.ball_function import BallFunction
from rftheory.exact.functions.orthogonal_sum_tail import OrthogonalSumTail
from rftheory.exact.functions.polynomial_moments import PairMoment, SingleMoment
from rftheory.exact.functions.sphere_mgf import SphereMgf

CASES: tuple[tuple[type[BallFunction], tuple[Any, ...]], ...] = (
    (moments.Degree, ([2, 3, 0],)),
    (moments.NormalMoments, ([4, 2, 6],)),
    (moments.ChiMoments, (3, [1, 2, 3])),
    (moments.ChiMoment, (5, 3)),
    (moments.SphereMoment, (5, [2, 4, 0, 2])),
    (moments.SphereMarginals, (4, [2, 4])),
    (moments.ChiRatio, (3, [3, 2])),
    (PairMoment, (4, [1, 2, 3, 4, 5], Fraction(3, 2), 0)),
    (PairMoment, (4, [1, 2, 3, 4, 5], Fraction(3, 2), 1)),
    (SingleMoment, (4, [1, 2, 3, 4], Fraction(3, 2), 0, 2)),
    (SingleMoment, (1, [1, 2, 3], Fraction(3, 2), 1, 2)),
    (SingleMoment, (6, [1, 2, 3], Fraction(1, 2), 1, 1)),
    (SphereMgf, (3, 4, 2, 1)),
    (SphereMgf, (1, 2, Fraction(1, 2), 0)),
    (SphereMgf, (64, 1, Fraction(1, 100), 2)),
    (OrthogonalSumTail, (2, 2, Fraction(1, 2))),
    (OrthogonalSumTail, (3, 2, 5)),
    (OrthogonalSumTail, (8, 8, 20)),
)


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_ball_holds_oracle(function: type[BallFunction], arguments: tuple[Any, ...]) -> None:
    with balls.working_precision(160):
        exact = [_exact(value) for value in arguments]
        low, high = balls.endpoints(balls.ball(function.ball(*exact)))
    with mpmath.workdps(30):
        value = function.oracle(mpmath.mp, *[_plain(argument) for argument in arguments])
        assert abs(value / _plain((low + high) / 2) - 1) < mpmath.mpf(10) ** -15


def test_series_and_quadrature_agree() -> None:
    """Many digits go through the series, fewer through the integral."""
    given = [balls.exact(Fraction(value)) for value in (4, 1, 2, 1)]
    with balls.working_precision(1200):
        series = balls.ball(SphereMgf.ball(*given))
    with balls.working_precision(300):
        assert abs(series - SphereMgf.ball(*given)) < balls.arb(2) ** -250


def test_no_double_exponential_is_too_sharp() -> None:
    """Where exp(s e^c) has 10^15 digits its peak is integrated by itself."""
    with balls.working_precision(200):
        given = [balls.exact(Fraction(value)) for value in (2, 100, 10**10, 0)]
        assert balls.accuracy_bits(SphereMgf.ball(*given)) > 100


def _exact(value: Any) -> Any:
    return [_exact(entry) for entry in value] if isinstance(value, list) else balls.exact(Fraction(value))


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    number = Fraction(value)
    return mpmath.mpf(number.numerator) / number.denominator
