"""Oscillating confluent functions of huge parameters: against their series, contiguous relations, and the zero found by them."""

import pytest

from rftheory.exact import balls
from rftheory.exact.balls.loops import loop, oscillates
from rftheory.exact.functions.crossing import ZCrit

q = balls.fmpq


@pytest.mark.parametrize("n", [q(500), q(1001, 2)])
@pytest.mark.parametrize("share", [q(1, 5), q(33, 50), q(3), q(5)])
@pytest.mark.parametrize("shift", [(0, 0), (1, 2)])
def test_a_loop_against_its_series(n, share, shift):
    a, b, s = 2 * n + shift[0], n + shift[1], n * share
    assert oscillates(a, b, s)
    with balls.working_precision(200):
        found = loop(a, b, s)
    with balls.working_precision(4000):
        assert found.overlaps(balls.hypergeometric([a], [b], -s))
    if n.q == 1 or share < 2:  # else what is left out along the cut is as large
        assert balls.accuracy_bits(found) > 150


@pytest.mark.parametrize("n", [q(5 * 10**8), q(10**12 + 1, 2), q(5 * 10**17)])
def test_loops_of_huge_parameters_are_contiguous(n):
    """(b-a) M(a-1) + (2a-b-s) M(a) - a M(a+1) = 0 (DLMF 13.3.1); with a neighbour in place of one it fails."""
    a, b, s = 2 * n, n, n * q(33, 50)
    with balls.working_precision(300):
        before, at, after = (loop(a + i, b, s) for i in (-1, 0, 1))
        parts = [(b - a) * before, (2 * a - b - s) * at, -a * after]
        rest = parts[0] + parts[1] + parts[2]
        assert rest.contains(0)
        assert abs(rest) < abs(parts[0]) * balls.arb("1e-60")
        assert not (parts[0] + parts[1] - a * before).contains(0)


def test_where_saddles_are_real_no_loop_is_offered():
    n = q(500)
    assert not oscillates(2 * n, n, n * q(17, 100))
    assert not oscillates(2 * n, n, 6 * n)


def test_the_first_crossing_in_many_dimensions():
    """At d = 2200 by the series, whose terms cancel; far out near 0.8086 sqrt d, above the proved sqrt(d/3)."""
    d = 2200
    with balls.working_precision(60):
        root = ZCrit.ball(q(d))
    with balls.working_precision(3000):
        for side in (-1, 1):
            z = balls.arb(root.mid()) + side * balls.arb("1e-16")
            gap = 1 - (z * z).exp() * balls.hypergeometric([q(d)], [q(d, 2)], -z * z / 2)
            assert balls.sign(gap) == -side
    with balls.working_precision(60):
        share = ZCrit.ball(q(10**9)) / balls.arb(10**9).sqrt()
    assert abs(share - balls.arb("0.80855")) < 1e-5
    assert balls.accuracy_bits(share) > 50
