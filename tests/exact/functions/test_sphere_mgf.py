"""The moment generating function on the sphere: both routes agree, and no peak is too sharp."""

from __future__ import annotations

from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.functions.sphere_mgf import SphereMgf


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
