"""The pair moment of rows through a map of one eigenvalue by Taylor's polynomial: other ways, the row function, and its claimed error."""

import mpmath as mp
import pytest

import rftheory
from rftheory.exact import balls
from rftheory.exact.functions.radial import rank_one, rank_one_taylor
from rftheory.exact.functions.radial.rank_one_simplex import by_simplex
from rftheory.exact.functions.radial.rank_one_taylor import by_taylor
from rftheory.exact.functions.radial.rank_one_ways import by_powers

q = balls.fmpq


def _same(one, other, bits, slip):
    assert one.overlaps(other)
    assert not one.overlaps(other * (1 + balls.arb(slip)))
    assert min(balls.accuracy_bits(one), balls.accuracy_bits(other)) > bits


@pytest.mark.parametrize(
    ("d", "s", "v2"),
    [(5, q(2), q(1)), (4, q(3), q(2)), (2, q(1, 5), q(3)), (40, q(6), q(20)), (3, q(1), q(0))],
)
def test_against_the_polynomial(d, s, v2):
    with balls.working_precision(150):
        found = by_taylor(q(d, 2), lambda: s, v2)
        with balls.working_precision(64):
            count, error = rank_one._plan(q(d, 2), balls.ball(s), v2, 150)
        _same(found, rank_one._by_polynomial(q(d, 2), lambda: s, v2, count, error), 130, "1e-35")


def test_against_powers_at_many_digits():
    with balls.working_precision(1000):
        _same(
            by_taylor(q(3, 2), lambda: q(3, 5), q(2)),
            by_powers(q(3, 2), lambda: q(3, 5), q(2)),
            980,
            "1e-290",
        )


def test_against_the_simplex():
    with balls.working_precision(56):
        _same(by_taylor(q(5), lambda: q(8), q(12)), by_simplex(q(5), lambda: q(8), q(12)), 44, "1e-12")


@pytest.mark.parametrize(("d", "s", "v2"), [(5, q(2), q(1)), (7, q(1, 4), q(6)), (2, q(9), q(5))])
def test_the_recurrence_gives_the_row_function(d, s, v2):
    """Its derivatives at 1/2 by differences of mpmath's 1F1."""
    with balls.working_precision(300):
        found = rank_one_taylor._coefficients(q(d, 2), balls.ball(s), v2, 8)
    with mp.workdps(60):
        half, size, c = mp.mpf(d) / 2, mp.mpf(int(s.p)) / int(s.q), mp.mpf(int(v2.p)) / int(v2.q)

        def row(x):
            kappa = 1 + (size - 1) * x
            return kappa**-half * mp.hyp1f1(half, mp.mpf(1) / 2, size * c * x / (2 * kappa))

        for one, other in zip(found, mp.taylor(row, mp.mpf(1) / 2, 7), strict=True):
            assert abs(mp.mpf(one.mid().str(50, radius=False)) - other) < mp.mpf("1e-25") * (1 + abs(other))


@pytest.mark.parametrize(("d", "s", "v2"), [(5, q(2), q(1)), (8, q(1, 10), q(30)), (4, q(12), q(7))])
def test_the_rest_of_the_series_is_below_its_bound(d, s, v2):
    """The coefficients that are left out, on [0, 1]; the bound does not cover half of the others."""
    with balls.working_precision(96):
        count, error = rank_one_taylor._length(q(d, 2), balls.ball(s), v2, 60)
    with balls.working_precision(4000):
        rest = rank_one_taylor._coefficients(q(d, 2), balls.ball(s), v2, 2 * count)
        size = [abs(each) / 2**i for i, each in enumerate(rest)]
        assert sum(size[count:]) < error
        assert sum(size[count // 2 :]) > error


def test_many_terms_are_refused():
    with balls.working_precision(300):
        assert by_taylor(q(2), lambda: q(2), q(1), 1e4) is None
        assert by_taylor(q(2), lambda: q(10**6), q(1)) is None
        assert by_taylor(q(2), lambda: q(1, 10**6), q(1)) is None


@pytest.mark.parametrize(("d", "s", "v2"), [(5, 2, 1)])
def test_a_thousand_digits_begin_like_fifty(d, s, v2):
    values = [
        str(rftheory.evaluate("beyond/dense/ort/rank-one", d=d, s=s, v2=v2, digits=digits))
        for digits in (1000, 50)
    ]
    assert values[0].startswith(values[1][:50])
    assert len(values[0]) > 1000
