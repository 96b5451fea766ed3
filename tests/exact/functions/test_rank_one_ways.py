"""The pair moment of rows through a map of one eigenvalue: three ways to one value, and dimensions of any size."""

import mpmath as mp
import pytest

import rftheory
from rftheory.exact import balls
from rftheory.exact.functions.radial import rank_one
from rftheory.exact.functions.radial.rank_one_ways import by_contour, by_powers

q = balls.fmpq


def _by_definition(d, s, v2):
    """Two coordinates of a uniform vector, for d = 4: t = b^(1/2) (cos, sin) with b uniform on [0, 1]."""
    half = mp.mpf(d) / 2

    def row(x):
        kappa = 1 + (s - 1) * x
        return kappa**-half * mp.hyp1f1(half, mp.mpf(1) / 2, s * v2 * x / (2 * kappa))

    def mean(b):
        return (
            mp.fsum(
                row(b * mp.cos(mp.pi * k / 64) ** 2) * row(b * mp.sin(mp.pi * k / 64) ** 2) for k in range(32)
            )
            / 32
        )

    return s * mp.exp(-v2) * mp.quad(mean, [0, 1])


@pytest.mark.parametrize(("s", "v2"), [(mp.mpf("0.3"), 2), (mp.mpf("1.5"), 3)])
def test_powers_by_definition(s, v2):
    exact = q(3, 10) if s < 1 else q(3, 2)
    with balls.working_precision(100):
        found = by_powers(q(2), lambda: exact, q(v2))
    assert abs(mp.mpf(found.str(30, radius=False)) - _by_definition(4, s, v2)) < 1e-12
    assert balls.accuracy_bits(found) > 85


@pytest.mark.parametrize(
    ("d", "s", "v2"), [(5, q(1, 3), q(9, 4)), (2, q(1, 5), q(3)), (5, q(5, 3), q(9, 4)), (40, q(6, 5), q(20))]
)
def test_powers_against_the_polynomial(d, s, v2):
    with balls.working_precision(150):
        found = by_powers(q(d, 2), lambda: s, v2)
        with balls.working_precision(64):
            count, error = rank_one._plan(q(d, 2), balls.ball(s), v2, 150)
        other = rank_one._by_polynomial(q(d, 2), lambda: s, v2, count, error)
        assert found.overlaps(other)
        assert not found.overlaps(other * (1 + balls.arb("1e-35")))
    assert min(balls.accuracy_bits(found), balls.accuracy_bits(other)) > 130


@pytest.mark.parametrize(("d", "s", "v2"), [(40, q(3), q(20)), (16, q(10), q(5))])
def test_the_contour_against_the_polynomial(d, s, v2):
    with balls.working_precision(70):
        found = by_contour(q(d, 2), lambda: s, v2)
        with balls.working_precision(64):
            count, error = rank_one._plan(q(d, 2), balls.ball(s), v2, 70)
        other = rank_one._by_polynomial(q(d, 2), lambda: s, v2, count, error)
        assert found.overlaps(other)
        assert not found.overlaps(other * (1 + balls.arb("1e-14")))
    assert min(balls.accuracy_bits(found), balls.accuracy_bits(other)) > 60


@pytest.mark.parametrize("s", [q(5, 3), q(2), q(1, 10), q(4)])
def test_many_dimensions_lose_what_squares_share(s):
    """d (P - 1) -> -(v^2 - (s-1))^2/(2 s^2): squares of two coordinates of a uniform vector have the correlation -1/d."""
    d, v2 = 10**9, q(1, 4)
    with balls.working_precision(150):
        gap = d * (balls.ball(rank_one.RankOnePair.ball(q(d), s, v2)) - 1)
        limit = (v2 - (s - 1)) ** 2 / (2 * s * s)
        assert abs(gap / limit + 1) < balls.arb("1e-5")


def test_thousand_digits_begin_like_fifty():
    values = [
        str(rftheory.evaluate("beyond/dense/ort/rank-one", d=5, s="5/3", v2="9/4", digits=digits))
        for digits in (1000, 50)
    ]
    assert values[0].startswith(values[1][:50])
