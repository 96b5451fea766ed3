"""The moment generating function on the sphere: both routes agree, and no peak is too sharp."""

from __future__ import annotations

from fractions import Fraction

import pytest

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


@pytest.mark.parametrize(("d", "t"), [(10**5, "2"), (10**6, "3/4"), (10**9, "1/1000")])
def test_double_exponentials_of_many_dimensions(d: int, t: str) -> None:
    """Near the pole the exponent is top - top speed f^2/2 up to O(f^4), f^2 about d/(top speed): a Gamma integral in f^2."""
    given = [balls.exact(Fraction(value)) for value in (d, t, 1, "1/2")]
    with balls.working_precision(300):
        found = balls.ball(SphereMgf.ball(*given))
        assert balls.accuracy_bits(found) > 280
    with balls.working_precision(3000):
        speed = (balls.arb(d) * given[1]).sqrt()
        top, size = (speed - balls.arb(1) / 4).exp(), balls.arb(d)
        integral = (size - 1) / 2 * (2 / (top * speed)).log() + (size / 2).lgamma()
        expected = top + integral - (2 * balls.arb.pi().sqrt()).log()
        assert abs(found.log() - expected) < 10 * size**2 * speed / top + balls.arb("1e-80")
        assert 10 * size**2 * speed / top < balls.arb("1e-80")
