"""The pair moment of two rows through a diagonal map in the plane, along vectors from 1/10^30 to 10^15 long."""

import mpmath as mp
import pytest

import rftheory
from rftheory.exact import balls
from rftheory.exact.functions.radial.plane_pair import PlanePair

q = balls.fmpq


def _round_the_top(s1, s2, v1, v2):
    """The mean by its definition: the trapezoidal rule on twenty widths of the peak, the top found by a root of the slope."""

    def logarithm(t):
        total = mp.mpf(0)
        for c, s in ((mp.cos(t), mp.sin(t)), (-mp.sin(t), mp.cos(t))):
            beta, kappa = mp.sqrt(s1) * c * v1 + mp.sqrt(s2) * s * v2, s1 * c * c + s2 * s * s
            total += mp.log(mp.hyp1f1(1, mp.mpf(1) / 2, beta**2 / (2 * kappa)) / kappa)
        return total - v1**2 - v2**2

    size = mp.hypot(v1, v2)
    top = max((mp.pi * k / 400 for k in range(200)), key=logarithm)
    top = mp.findroot(lambda t: mp.diff(logarithm, t, h=mp.mpf(10) ** -12), top)
    step = 1 / (4 * size)
    area = mp.fsum(mp.exp(logarithm(top + step * k)) for k in range(-80, 81)) * step
    return s1 * s2 * 2 / mp.pi * area


@pytest.mark.parametrize(("v1", "v2"), [(300, -500), (10000, 700)])
def test_a_long_vector_by_definition(v1, v2):
    with mp.workdps(45), balls.working_precision(150):
        found = PlanePair.ball(q(9, 5), q(3, 5), q(v1), q(v2))
        expected = _round_the_top(mp.mpf(9) / 5, mp.mpf(3) / 5, mp.mpf(v1), mp.mpf(v2))
        assert balls.accuracy_bits(found) > 140
        assert abs(mp.mpf(found.str(30, radius=False)) / expected - 1) < 1e-15


@pytest.mark.parametrize("size", [q(1, 10**30), q(1), q(1000), q(10**6)])
def test_a_scalar_map(size):
    """P = (1 + |v|^2/2) e^(-|v|^2/2), whatever the scalar."""
    with balls.working_precision(150):
        found = PlanePair.ball(q(1, 2500), q(1, 2500), size, 0 * size)
        half = size * size / 2
        expected = (1 + half) * balls.ball(-half).exp()
        assert found.overlaps(expected)
        assert balls.accuracy_bits(found) > 140


def test_what_a_turn_and_a_scale_leave():
    """Coordinates exchanged, both signs turned, and Sigma times 7: one value."""
    s1, s2, v1, v2 = q(9, 5), q(4001), q(10**15), q(10**12)
    with balls.working_precision(120):
        found = PlanePair.ball(s1, s2, v1, v2)
        assert balls.accuracy_bits(found) > 100
        assert found.overlaps(PlanePair.ball(s2, s1, -v2, -v1))
        assert found.overlaps(PlanePair.ball(7 * s1, 7 * s2, v1, v2))


def test_an_answer_in_time():
    """At a point that once had none in six seconds, through the command; the map is scalar."""
    given = {"a": "-1e3,-1e3", "x": "1/2,-3/4", "y": "1e6,1e6"}
    value = rftheory.evaluate("beyond/dense/ort/pair", digits=30, seconds=6, **given)
    with mp.workdps(50):
        half = ((mp.mpf(10) ** 6 + 0.5) ** 2 + (mp.mpf(10) ** 6 - 0.75) ** 2) / 2
        assert abs(mp.mpf(str(value)) / ((1 + half) * mp.exp(-half)) - 1) < mp.mpf(10) ** -28
