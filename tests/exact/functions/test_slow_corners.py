"""Values that once took minutes, against plain mpmath and against bounds that definitions give."""

import mpmath as mp
import pytest

from rftheory.exact import balls
from rftheory.exact.functions.common_law import CommonLaw
from rftheory.exact.functions.conformity import Conformity, ConformityBesideSquare
from rftheory.exact.functions.noncentral.rate import OppositeRate, ProjectionRate
from rftheory.exact.functions.opposite_first_line import OppositeFirstLine
from rftheory.exact.functions.polygon import PolygonSum, PolygonSumBesideSquare


def _exact(*values):
    """Rationals from integers and pairs of them."""
    return [balls.fmpq(*v) if isinstance(v, tuple) else balls.fmpq(v) for v in values]


def _close(ball, value, digits):
    assert balls.accuracy_bits(ball) > 3.4 * digits
    with mp.workdps(digits + 10):
        found = mp.mpf(ball.str(digits + 10, radius=False))
        assert abs(found - value) <= abs(value) * mp.mpf(10) ** -digits


def _least_by_sweeps(sizes, sweeps=70):
    """sum_l log S_l at the fixed point of p_k ~ sqrt(sum_l t_l^(2k)/S_l)/k!."""
    top = int(max(sizes) + 14 * mp.sqrt(max(sizes))) + 80
    rows = [[(mp.mpf(t) ** k / mp.factorial(k)) ** 2 for k in range(top)] for t in sizes]
    law = [mp.sqrt(value) for value in rows[0]]
    for _ in range(sweeps):
        sums = [mp.fsum(a / b for a, b in zip(row, law, strict=True)) for row in rows]
        raw = [mp.sqrt(mp.fsum(row[k] / s for row, s in zip(rows, sums, strict=True))) for k in range(top)]
        law = [value / mp.fsum(raw) for value in raw]
    return mp.fsum(mp.log(mp.fsum(a / b for a, b in zip(row, law, strict=True))) for row in rows)


@pytest.mark.parametrize("sizes", [(12, 5, 1), (3, 2, 0), (60, 50)])
def test_common_law(sizes):
    with mp.workdps(45), balls.working_precision(220):
        expected = _least_by_sweeps(sizes)
        found = CommonLaw.ball(_exact(*sizes), _exact(*[1] * len(sizes)))
    _close(found, expected, 30)


def test_common_law_of_sizes_that_are_nothing_as_floats():
    """With p at the count 1, log S_1 + log S_2 is 2p + t^2/p to first order: least is 2 sqrt(2) t."""
    with balls.working_precision(2000):
        value = CommonLaw.ball(_exact((1, 10**400), (1, 10**500)), _exact(1, 1))
        expected = 2 * balls.arb(2).sqrt() * balls.fmpq(1, 10**400)
        assert abs(value / expected - 1) < balls.arb("1e-150")


def test_common_law_of_long_products():
    with balls.working_precision(220):
        assert CommonLaw.ball(_exact(100, 100), _exact(50, -50)).contains(balls.arb(20000))
        apart = CommonLaw.ball(_exact(3000, 1), _exact(1, 1))
        # a law shared half and half costs 2 log 2 more than one of its own for each coordinate, and two
        # coordinates whose counts hardly meet can do no better
        assert balls.accuracy_bits(apart) > 200
        assert abs(apart - 6002 - 2 * balls.arb(2).log()) < 1e-6


def _opposite_first_line(d, w):
    half = d / mp.mpf(2)

    def chi(r):
        return 2 ** (1 - half) * r ** (d - 1) * mp.exp(-r * r / 2) / mp.gamma(half)

    def at(f):
        a = 1 - mp.sin(2 * f)
        if a < mp.mpf(10) ** -12:
            return mp.mpf(0)
        return w / mp.sqrt(a) * chi(w * mp.cos(f) / mp.sqrt(a)) * chi(w * mp.sin(f) / a)

    return mp.quad(at, [mp.pi * k / 16 for k in range(9)])


@pytest.mark.parametrize(("d", "w"), [(1, 1), (2, 3), (3, (1, 2)), (8, 5)])
def test_the_printed_first_line_of_opposite_vectors(d, w):
    with mp.workdps(30), balls.working_precision(200):
        exact = _exact(w)[0]
        expected = _opposite_first_line(d, mp.mpf(int(exact.p)) / int(exact.q))
        found = OppositeFirstLine.ball(balls.fmpq(d), exact)
    _close(found, expected, 16)


def test_many_digits_of_the_first_line():
    values = []
    for bits in (300, 1000):
        with balls.working_precision(bits):
            values.append(OppositeFirstLine.ball(balls.fmpq(1), balls.fmpq(1)))
    assert values[0].contains(values[1])
    assert balls.accuracy_bits(values[1]) > 950


@pytest.mark.parametrize(
    ("d", "c", "t"), [(2, (-1, 2), 1500), (3, -1, 1200), (8, (1, 4), 1600), (64, (-1, 63), 1400)]
)
def test_a_bound_where_the_conformity_is_rounded_off(d, c, t):
    d, c, t = _exact(d, c, t)
    with balls.working_precision(60):
        wide = ConformityBesideSquare.ball(d, c, t)
        assert wide.rad() > 1
        assert wide.contains(Conformity.ball(d, c, t))
        assert wide < balls.ball(2 * t - 1000).exp() * balls.arb(2) ** -60
    with balls.working_precision(3000):  # here it is not rounded off
        assert balls.accuracy_bits(ConformityBesideSquare.ball(d, c, balls.fmpq(40))) > 2900


@pytest.mark.parametrize(("m", "t"), [(2, 1500), (3, 1500), (5, 3000)])
def test_a_bound_where_the_polygon_is_rounded_off(m, t):
    m, t = _exact(m, t)
    with balls.working_precision(60):
        wide = PolygonSumBesideSquare.ball(m, t)
        assert wide.rad() > 1
        assert wide.contains(PolygonSum.ball(m, t))


@pytest.mark.parametrize("A", [(-1, 10), (-1, 40), -3])
def test_rates_by_newton_steps_of_growing_precision(A):
    (A,) = _exact(A)
    with balls.working_precision(400):
        general = ProjectionRate.ball(balls.fmpq(2), A, balls.fmpq(0), balls.fmpq(1, 2), balls.fmpq(1, 20))
        special = OppositeRate.ball(A, balls.fmpq(1, 2), balls.fmpq(1, 20))
    assert general.overlaps(special)
    assert min(balls.accuracy_bits(general), balls.accuracy_bits(special)) > 350
