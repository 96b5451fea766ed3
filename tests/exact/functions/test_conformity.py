"""The conformity of a pair against its definition by quadrature over both norms and the angle."""

from fractions import Fraction

import mpmath
import pytest

from rftheory.exact import balls
from rftheory.exact.functions.conformity import Conformity


def by_definition(dimension, cosine, squared):
    """E 0F1(; d/2; v^2 |w1+w2|^2/4) by plain quadrature over two chi_d norms."""
    ctx = mpmath.MPContext()
    ctx.dps = 20
    half = ctx.mpf(dimension) / 2
    weight = (2 ** (1 - half) / ctx.gamma(half)) ** 2

    def integrand(r, s):
        size = r * r + s * s + 2 * cosine * r * s
        density = (r * s) ** (dimension - 1) * ctx.exp(-(r * r + s * s) / 2)
        return density * ctx.hyp0f1(half, squared * size / 4)

    return weight * ctx.quad(integrand, [0, 4, 14], [0, 4, 14])


@pytest.mark.parametrize(
    ("dimension", "cosine", "squared"),
    [(3, -0.5, 1.0), (2, -1.0, 2.0), (4, 0.25, 1.5), (3, 0.75, 3.0), (3, -0.5, -2.0)],
)
def test_conformity_is_the_expectation_of_its_definition(dimension, cosine, squared):
    expected = by_definition(dimension, mpmath.mpf(cosine), mpmath.mpf(squared))
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


def test_zero_argument_is_exactly_one():
    assert Conformity.ball(balls.exact(3), balls.exact(-1), balls.exact(0)) == 1
