"""The covariance of two cosines given both mixing variables in many dimensions: the integral against residues and Kummer's function."""

import pytest

from rftheory.exact import balls
from rftheory.exact.functions.radial import two_scales
from rftheory.exact.functions.radial.two_scales import TwoScaleCovariance

q = balls.fmpq
SLIP = balls.arb("1e-12")


def _same(one, other):
    assert one.overlaps(other)
    assert not one.overlaps(other * (1 + SLIP))
    assert min(balls.accuracy_bits(one), balls.accuracy_bits(other)) > 50


@pytest.mark.parametrize(
    ("n", "a", "b"), [(40, 20, 10), (600, 30, 400), (33, 1, 2), (200, 900, 3), (50, 7, 7)]
)
def test_the_integral_against_residues(n, a, b):
    with balls.working_precision(300):
        found = two_scales._by_integral(q(n), q(a), q(b))
    with balls.working_precision(9000):
        wanted = two_scales._residues(n, q(a), q(b)) - balls.arb(-a - b).exp()
    _same(found, wanted)


@pytest.mark.parametrize("d", [67, 10**4, 10**9])
def test_equal_scales_are_kummers_function(d):
    """a = b: 1F1(d; d/2; -a) - e^(-2a)."""
    with balls.working_precision(300):
        found = TwoScaleCovariance.ball(q(d), q(9, 4), q(9, 4))
        kummer = balls.hypergeometric([q(d)], [q(d, 2)], balls.arb(q(-9, 4)))
        _same(found, kummer - balls.arb(q(-9, 2)).exp())


def test_many_dimensions_are_the_end_of_the_range():
    """n Cov e^(a+b) -> -ab: t^n is near t = 1 alone."""
    n = 10**8
    with balls.working_precision(120):
        value = TwoScaleCovariance.ball(q(2 * n), q(3), q(5))
        assert abs(value * n * balls.arb(8).exp() / -15 - 1) < 1e-6
