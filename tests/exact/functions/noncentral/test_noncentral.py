"""Tails and Legendre transform of one positive projection against quadrature, normal laws and edges."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import pytest

from rftheory.exact import balls
from rftheory.exact.functions.block_pairs import BlockPairs
from rftheory.exact.functions.noncentral.chi_square import noncentral_lower, noncentral_upper
from rftheory.exact.functions.noncentral.generating import Generating
from rftheory.exact.functions.noncentral.peaked_generating import PeakedGenerating
from rftheory.exact.functions.noncentral.projection import kernel, largest
from rftheory.exact.functions.noncentral.quadrature import lower_by_rule, upper_by_rule
from rftheory.exact.functions.noncentral.rate import OppositeRate, ProjectionRate, _nearer
from rftheory.exact.functions.noncentral.tails import ProjectionTail, ProjectionUpperTail


def _exact(*values: object) -> list[object]:
    return [balls.exact(Fraction(str(value))) for value in values]


@pytest.mark.parametrize(
    ("d", "half", "y"), [(1, "1/2", 1), (4, 30, 40), (64, 1000, 900), (3, 5, 200), (10**5, 7, 49000)]
)
def test_the_two_tails_add_up_to_one(d: int, half: object, y: object) -> None:
    with balls.working_precision(200):
        dd, hh, yy = _exact(d, half, y)
        total = noncentral_lower(dd, hh, balls.ball(yy)) + noncentral_upper(dd, hh, balls.ball(yy))
        assert abs(total - 1) < balls.arb(2) ** -150


@pytest.mark.parametrize(
    "arguments", [(1, -1, 9, 5, "1/10"), (3, -1, "1.65", "1.25", "3/10"), (2, "-9/4", "17.1", "8.55", 12)]
)
def test_the_tail_is_the_quadrature(arguments: tuple[object, ...]) -> None:
    with balls.working_precision(120):
        value = ProjectionTail.ball(*_exact(*arguments))
    plain = [mpmath.mpf(Fraction(str(a)).numerator) / Fraction(str(a)).denominator for a in arguments]
    assert abs(ProjectionTail.oracle(mpmath.mp, *plain) - mpmath.mpf(value.str(20, radius=False))) < 1e-12


def test_no_probability_beyond_the_range() -> None:
    with balls.working_precision(120):
        assert ProjectionUpperTail.ball(*_exact(2, -1, 0, 0, 4)) == 0  # Z_max = 5 = K + eps
        assert ProjectionTail.ball(*_exact(2, -1, 0, 0, 10)) == 0
        assert ProjectionUpperTail.ball(*_exact(2, -1, 0, 0, "39/10")) > 0


def test_the_rate_at_opposite_inputs() -> None:
    with balls.working_precision(200):
        general = ProjectionRate.ball(*_exact(2, -1, 0, 2, "1/4"))
        special = OppositeRate.ball(*_exact(-1, 2, "1/4"))
        assert general.overlaps(special)
        assert general.rel_accuracy_bits() > 150


@pytest.mark.parametrize(("d", "m", "pairs"), [(4, 4, 12), (4, 9, 24), (1, 5, 0), (3, 2, 2)])
def test_pairs_in_blocks(d: int, m: int, pairs: int) -> None:
    assert BlockPairs.ball(*_exact(d, m)) == pairs
    assert BlockPairs.oracle(mpmath.mp, d, m) == pairs


@pytest.mark.parametrize(
    ("d", "half", "y"), [(1, 10**4, 8000), (2, 10**4, 9000), (3, 10**4, 10200), (64, 10**5, 103000)]
)
def test_quadrature_and_the_sum_of_poisson_weights_agree(d: int, half: int, y: int) -> None:
    with balls.working_precision(300):
        dd, hh, yy = _exact(d, half, y)
        for rule, series in ((lower_by_rule, noncentral_lower), (upper_by_rule, noncentral_upper)):
            value = rule(dd, hh, balls.ball(yy))
            assert value.overlaps(series(dd, hh, balls.ball(yy)))
            assert value.rel_accuracy_bits() > 250


@pytest.mark.parametrize(
    ("arguments", "expected"),  # quadrature over the component along x + y in mpmath
    [
        ((2, "-1/10000", 4, 2, "1/2"), "0.857776553376851772819532358418"),
        ((2, "-1/10000", 2700, 1800, "1/2"), "5.246930097655667377556848e-263"),
        ((3, "-1/100000000", 3, 2, "1/10"), "0.94697868546264935454"),
        ((64, "-1/1000", 9, 8, "1/1000"), "0.99712971746956351993"),
    ],
)
def test_the_tail_of_a_nearly_unbounded_projection(arguments: tuple[object, ...], expected: str) -> None:
    with balls.working_precision(160):
        value = ProjectionTail.ball(*_exact(*arguments))
    with mpmath.workdps(40):
        assert abs(mpmath.mpf(value.str(30, radius=False)) / mpmath.mpf(expected) - 1) < mpmath.mpf("1e-19")


@pytest.mark.parametrize(
    ("d", "A", "v2", "s"),
    [(2, "-1/100", 4, 6000), (5, "-1/50", 9, 5000), (400, -1, 1, 5000)],
)
def test_sampled_and_summed_powers_give_one_generating_function(d: int, A: str, v2: int, s: int) -> None:
    with balls.working_precision(90):
        dd, aa, vv, ss = _exact(d, A, v2, s)
        values = PeakedGenerating(dd, aa, vv).at(balls.ball(ss))
        powers = Generating(dd, aa, vv)
        for part, value in enumerate(values):
            total, weight = balls.arb(0), balls.arb(1)
            for k in range(3 * s // 2):
                total = total + (weight * powers.moment(k + part) if k or part else 0)
                weight = weight * s / (k + 1)
            assert abs(value / total - 1) < balls.arb(10) ** -20


def test_sampled_powers_show_a_wrong_moment() -> None:
    """One per mille more pull changes the values by far more than they are wide."""
    with balls.working_precision(90):
        dd, aa, vv, ss = _exact(3, "-1/100", 5, 6000)
        right, wrong = (
            PeakedGenerating(dd, aa, v).at(balls.ball(ss)) for v in (vv, vv * _exact("1001/1000")[0])
        )
    assert not any(one.overlaps(other) for one, other in zip(right, wrong, strict=True))


def test_no_far_peak_no_value() -> None:
    with balls.working_precision(120):
        assert not any(
            balls.is_finite(v) for v in PeakedGenerating(*_exact(2, "-1/100", 4)).at(balls.arb(30))
        )


@pytest.mark.parametrize(
    ("d", "A", "v2", "eps"),
    [(4, "-1/1000000000", "3/4", "1/10"), (10**6, -1, "3/4", "1/10"), (10**9, "-1/10", "3/4", "1/10")],
)
def test_rates_at_extreme_parameters_are_suprema(d: int, A: object, v2: str, eps: str) -> None:
    """theta (K + eps) - log M(theta) is below the rate on both sides of the maximiser, and falls off at once."""
    dd, aa, vv, nn, ee = _exact(d, A, v2, "1/2", eps)
    with balls.working_precision(200):
        rate = ProjectionRate.ball(dd, aa, vv, nn, ee)
        level = (kernel(vv, nn) + ee) / balls.ball(largest(dd, aa, vv, nn))
        peaked = PeakedGenerating(dd, aa, vv)
        log_excess = (balls.ball(ee) / balls.ball(largest(dd, aa, vv, nn))).log()
        start = peaked.start(*(balls.to_float(v) for v in (level.log(), log_excess)))
        assert start is not None
        best = _nearer(level, peaked.at, math.exp(start))
    assert balls.accuracy_bits(rate) > 120
    with balls.working_precision(300):
        values = [(best + off) * level - peaked.at(best + off)[0].log1p() for off in (-30, -2, 2, 3)]
        assert all(value < rate for value in values)
        assert values[0] < values[1]
        assert values[3] < values[2]
        assert not any(abs(value / rate - 1) < balls.arb("1e-30") for value in values)


def test_the_rate_of_a_nearly_unbounded_projection() -> None:
    with balls.working_precision(120):
        value = ProjectionRate.ball(*_exact(2, "-1/1000", 4, 2, "1/2"))
    with mpmath.workdps(40):  # expected: quadrature and Newton's method in mpmath
        assert (
            abs(mpmath.mpf(value.str(25, radius=False)) / mpmath.mpf("4.426365548521340772811e-213") - 1)
            < 1e-20
        )
