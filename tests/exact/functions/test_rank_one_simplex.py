"""The pair moment of rows through a map of one eigenvalue over the simplex: closed forms, other ways, and the error it claims."""

import dataclasses
import math

import mpmath as mp
import pytest

from rftheory.exact import balls
from rftheory.exact.functions.radial import rank_one, rank_one_simplex
from rftheory.exact.functions.radial.half_kummer import HalfKummer
from rftheory.exact.functions.radial.rank_one_simplex import by_simplex
from rftheory.exact.functions.radial.rank_one_ways import by_contour, by_powers
from rftheory.exact.functions.radial.turned_line import turned_line

q = balls.fmpq
SLIP = balls.arb("1e-12")


def _same(one, other, bits):
    assert one.overlaps(other)
    assert not one.overlaps(other * (1 + SLIP))
    assert min(balls.accuracy_bits(one), balls.accuracy_bits(other)) > bits


@pytest.mark.parametrize("h", [q(1), q(3, 2), q(4), q(21, 2), q(128), q(300)])
@pytest.mark.parametrize("z", ["0", "1/1000", "7/3", "800"])
def test_values_of_kummers_function(h, z):
    with balls.working_precision(120):
        found = HalfKummer(h).at(balls.arb(q(*map(int, (z + "/1").split("/")[:2]))))
    with mp.workdps(40):
        wanted = mp.hyp1f1(mp.mpf(int(h.p)) / int(h.q), mp.mpf(1) / 2, _ratio(z))
        assert abs(mp.mpf(found.mid().str(36, radius=False)) / wanted - 1) < mp.mpf("1e-30")


def _ratio(text):
    top, _, bottom = text.partition("/")
    return mp.mpf(int(top)) / int(bottom or 1)


@pytest.mark.parametrize(("d", "v2"), [(2, q(100)), (5, q(1000)), (3, q(0)), (8, q(30))])
def test_the_identity_is_kummers_function(d, v2):
    """s = 1: e^(-v2) 1F1(d; d/2; v2/2)."""
    with balls.working_precision(64):
        found = by_simplex(q(d, 2), lambda: q(1), v2)
        wanted = balls.ball(-v2).exp() * balls.hypergeometric([q(d)], [q(d, 2)], balls.ball(v2 / 2))
    _same(found, wanted, 50)


@pytest.mark.parametrize("s", [q(1, 10**9), q(1, 100), q(1), q(7), q(10**12)])
def test_the_plane_at_opposite_vectors(s):
    """d = 2, v = 0: 2 s^(1/2)/(1 + s)."""
    with balls.working_precision(120):
        _same(by_simplex(q(1), lambda: s, q(0)), 2 * balls.ball(s).sqrt() / (1 + s), 100)


@pytest.mark.parametrize(
    ("d", "s", "v2"), [(3, q(1, 50), q(1)), (4, q(1, 30), q(20)), (7, q(5, 3), q(100)), (5, q(1, 100), q(0))]
)
def test_against_powers(d, s, v2):
    with balls.working_precision(56):
        _same(by_simplex(q(d, 2), lambda: s, v2), by_powers(q(d, 2), lambda: s, v2), 44)


def test_against_the_contour_and_the_polynomial():
    with balls.working_precision(56):
        found = by_simplex(q(20), lambda: q(9), q(30))
        _same(found, by_contour(q(20), lambda: q(9), q(30)), 44)
        with balls.working_precision(64):
            count, error = rank_one._plan(q(20), balls.arb(9), q(30), 64)
        _same(found, rank_one._by_polynomial(q(20), lambda: q(9), q(30), count, error), 44)


def test_small_eigenvalues_in_every_dimension():
    """P/(2 s^(1/2) e^(-v^2/2)) -> 1: one coordinate is near 1 and the other near 0, and E h(t^2) = s^(-1/2) e^(v^2/2) for one row."""
    s = q(1, 10**10)
    with balls.working_precision(40):
        for d, v2 in ((3, q(0)), (4, q(1)), (6, q(3))):
            value = by_simplex(q(d, 2), lambda: s, v2)
            limit = 2 * balls.ball(s).sqrt() * balls.ball(-v2 / 2).exp()
            assert abs(value / limit - 1) < 1e-3


def test_a_rule_errs_by_less_than_it_says_and_twice_the_step_by_more():
    """int x^(1/2)/(1+x) dx/x = pi."""
    with balls.working_precision(96):
        ends = ((80.0, q(1, 2)), (80.0, q(1, 2)))
        rule = turned_line(lambda: balls.arb(0), balls.arb(0.01), ends, 12.0, lambda kept: kept.bound.log())

        def error(made):
            total = balls.arb(0)
            for k in range(made.first, made.last + 1):
                x, weight = made.node(k)
                total = total + weight * x.sqrt() / (1 + x)
            rest = made.beyond(made.first, q(1, 2)) + made.beyond(made.last, q(1, 2))
            assert rest < 1e-15
            return balls.to_float(abs(total / balls.arb.pi() - 1))

        assert error(rule) < balls.to_float(rule.error) < math.exp(-11)
        coarse = dataclasses.replace(rule, step=3 * rule.step, first=rule.first // 3, last=-(-rule.last // 3))
        assert error(coarse) > balls.to_float(rule.error)


def test_too_many_nodes_are_refused(monkeypatch):
    monkeypatch.setattr(rank_one_simplex, "_MOST", 1000)
    with balls.working_precision(64):
        assert by_simplex(q(5, 2), lambda: q(2), q(1)) is None
        assert by_simplex(q(5, 2), lambda: q(1, 10**300), q(1)) is None
