"""Series of the covariance of orthogonal rational quadratic pairs, against the contour, which shares nothing with them."""

import pytest

from rftheory.exact import balls
from rftheory.exact.functions.radial import rq_powers
from rftheory.exact.functions.radial.orthogonal_pair import RqOrthogonalCovariance, RqOrthogonalPair

Q = balls.fmpq
PLACES = [
    (3, Q(1, 2), Q(1)),  # near
    (3, Q(7, 5), Q(3)),
    (4, Q(1), Q(2)),  # one term
    (8, Q(9), Q(3)),  # alpha - h a whole number: one step is not the recurrence's
    (64, Q(1, 2), Q(1, 10)),
    (200, Q(5, 2), Q(3)),  # term by term
    (3, Q(1, 2), Q(5)),  # far, with logarithms
    (3, Q(3, 2), Q(6)),  # far, a = b
    (3, Q(5, 2), Q(50)),  # far, alpha above h
    (3, Q(7, 2), Q(9)),  # far, b = a + 2
    (7, Q(1, 2), Q(8)),  # far, b = a + 3
    (2, Q(1, 3), Q(50)),
    (5, Q(13, 10), Q(7)),
    (3, Q(1, 2) + Q(1, 10**10), Q(800)),  # two families that almost cancel
]


@pytest.mark.parametrize(("d", "alpha", "c"), PLACES)
def test_series_and_contour(d: int, alpha: object, c: object) -> None:
    with balls.working_precision(150):
        series = RqOrthogonalCovariance.ball(Q(d), alpha, c)
        contour = RqOrthogonalPair.ball(Q(d), alpha, c) - balls.power(balls.ball(1 + c), -2 * alpha)
        assert balls.accuracy_bits(series) > 120
        assert balls.accuracy_bits(contour) > 60
        assert series.overlaps(contour)


@pytest.mark.parametrize(("d", "c"), [(3, Q(1, 10**12)), (10**9, Q(1, 2)), (10**6, Q(5000))])
def test_the_cauchy_kernel_at_the_ends(d: int, c: object) -> None:
    """At alpha = 1 the series is one term; a shape that near to it takes all of them."""
    with balls.working_precision(250):
        found = RqOrthogonalCovariance.ball(Q(d), Q(1), c)
        near = RqOrthogonalCovariance.ball(Q(d), 1 - Q(1, 10**40), c)
        assert balls.accuracy_bits(near) > 200
        assert abs(near / found - 1) < balls.arb(10) ** -36


@pytest.mark.parametrize(("h", "alpha"), [(2, 9), (2, 4), (1, 3), (7, 8)])
def test_the_recurrence_where_it_would_divide_by_zero(h: int, alpha: int) -> None:
    """I_j one by one: h - alpha + j + 2 = 0 at one step."""
    with balls.working_precision(200):
        found = list(rq_powers._integrals(Q(h), Q(alpha), Q(7, 2), 12))
        for j, value in enumerate(found):
            wanted = rq_powers._integral(Q(h), Q(alpha), Q(7, 2), j)
            assert value.overlaps(wanted)
            assert balls.accuracy_bits(value) > 90
            assert not value.overlaps(wanted * (1 + balls.arb("1e-20")))


@pytest.mark.parametrize(("alpha", "c", "bits"), [(60, Q(50), 460), (300, Q(1, 2), 300)])
def test_tiny_values_of_whole_shapes(alpha: int, c: object, bits: int) -> None:
    """As small as the kernel: the contour takes all these bits for it."""
    with balls.working_precision(100):
        series = RqOrthogonalCovariance.ball(Q(4), Q(alpha), c)
        assert balls.accuracy_bits(series) > 20
    with balls.working_precision(bits):
        contour = RqOrthogonalPair.ball(Q(4), Q(alpha), c) - balls.power(balls.ball(1 + c), Q(-2 * alpha))
    assert balls.accuracy_bits(contour) > 40
    assert series.overlaps(contour)
    assert not series.overlaps(contour * Q(10**5 + 1, 10**5))
