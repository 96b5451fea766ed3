"""The conformity of a pair against its definition by quadrature over both norms and the angle."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from scipy.special import gamma, hyp0f1

from rftheory.exact import balls
from rftheory.exact.functions.conformity import Conformity
from rftheory.exact.numerics import trapezoidal

NODES, WEIGHTS = np.polynomial.legendre.leggauss(200)


def by_definition(dimension, cosine, squared):
    """E 0F1(; d/2; v^2 |w1+w2|^2/4) by Gauss-Legendre quadrature over two chi_d norms in [0, 14]."""
    half, radii = dimension / 2, 7 * (NODES + 1)
    law = 7 * WEIGHTS * 2 ** (1 - half) / gamma(half) * radii ** (dimension - 1) * np.exp(-(radii**2) / 2)
    r, s = radii[:, None], radii
    values = hyp0f1(half, squared * (r**2 + s**2 + 2 * cosine * r * s) / 4)
    return law @ values @ law


@pytest.mark.parametrize(
    ("dimension", "cosine", "squared"),
    [(3, -0.5, 1.0), (2, -1.0, 2.0), (4, 0.25, 1.5), (3, 0.75, 3.0), (3, -0.5, -2.0)],
)
def test_conformity_is_the_expectation_of_its_definition(dimension, cosine, squared):
    expected = by_definition(dimension, cosine, squared)
    rational = [balls.exact(Fraction(x)) for x in (dimension, cosine, squared)]
    with balls.working_precision(120):
        value = Conformity.ball(*rational)
        low, high = balls.endpoints(value)
    assert high - low < 1e-20
    assert abs(float(low) - float(expected)) < 1e-9 * abs(float(expected))


def test_both_certified_routes_overlap_everywhere():
    from rftheory.exact.functions import conformity

    for dimension, cosine, squared in [
        (2, "-1", "9"),
        (5, "-1/4", "30"),
        (16, "1/3", "7"),
        (3, "-1/2", "-4"),
    ]:
        arguments = [balls.exact(Fraction(x)) for x in (dimension, cosine, squared)]
        with balls.working_precision(200):
            series = conformity._conformity_series(*arguments)
            recurrence = conformity._conformity_recurrence(*arguments)
            assert series.overlaps(recurrence)
            assert min(balls.accuracy_bits(series), balls.accuracy_bits(recurrence)) > 90


@pytest.mark.parametrize(
    ("d", "c", "t"),
    [(20, "-9/10", "-4"), (20, "-1", "-30"), (3, "-1/2", "7"), (5, "0", "12"), (8, "1/3", "9")],
)
def test_the_trapezoidal_rule_is_a_third_route_and_its_bound_is_one(d, c, t):
    """|sech(y)^(d-1) 1F1(d; d/2; (t/2)(1 + c sech y))| on a line beside the real axis is below its bound."""
    given = balls.exact(d), balls.exact(Fraction(c)), balls.exact(Fraction(t))
    with balls.working_precision(120):
        assert trapezoidal.by_trapezoid(*given).overlaps(Conformity.ball(*given))
        bound = trapezoidal._supremum(*given, balls.arb("0.5"), 200.0)
    for k in range(60):
        sech = mpmath.sech(mpmath.mpc(k / 10, 0.5))
        inner = mpmath.hyp1f1(d, mpmath.mpf(d) / 2, float(Fraction(t)) / 2 * (1 + float(Fraction(c)) * sech))
        assert abs(sech ** (d - 1) * inner) <= float(bound) * (1 + 1e-12)


def test_zero_argument_is_exactly_one():
    assert Conformity.ball(balls.exact(3), balls.exact(-1), balls.exact(0)) == 1
