"""Long inputs and high dimensions: positive series around their peak and the split's trapezoidal rule, against second methods."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import mpmath
import pytest

import rftheory
from rftheory.exact import balls
from rftheory.exact.functions.conformity import Conformity
from rftheory.exact.functions.isotropic import IsotropicRoot
from rftheory.exact.numerics.trapezoidal import by_trapezoid
from rftheory.exact.positive_series import paired


def _close(value, expected, digits: int = 20) -> bool:
    """Whether the ball is as narrow as so many digits and the mpmath number within them."""
    middle, _ = balls.dyadics(value)
    near = mpmath.ldexp(mpmath.mpf(middle[0]), middle[1])
    return balls.accuracy_bits(value) > 3.3 * digits and abs(near / expected - 1) < mpmath.mpf(10) ** -digits


@pytest.mark.parametrize(("n", "z"), [(5000, 5000), (5000, 40_000), (20_000, 3000)])
def test_1f1_of_many_terms_is_kummers_polynomial(n: int, z: int) -> None:
    with mpmath.workdps(40):
        term, total = mpmath.mpf(1), mpmath.mpf(1)
        for k in range(n):
            term = term * z * (n - k) / ((n + k) * (k + 1))
            total += term
        expected = mpmath.exp(z) * total
        with balls.working_precision(200):
            found = balls.hypergeometric([balls.fmpq(2 * n)], [balls.fmpq(n)], balls.fmpq(z))
            other = balls.hypergeometric(
                [balls.fmpq(2 * n)], [balls.fmpq(n)], balls.fmpq(z) + balls.fmpq(1, 10**12)
            )
        assert _close(found, expected, 35)
        assert not _close(other, expected, 35)


def test_0f1_of_many_terms_is_a_bessel_function() -> None:
    with mpmath.workdps(40):
        order, x = 4000, 3000
        expected = mpmath.besseli(order, x) * mpmath.gamma(order + 1) * mpmath.mpf(2 / mpmath.mpf(x)) ** order
        with balls.working_precision(200):
            found = balls.hypergeometric([], [balls.fmpq(order + 1)], balls.fmpq(x * x, 4))
        assert _close(found, expected, 35)


@pytest.mark.parametrize(
    ("above", "below", "falls"),
    [
        ([], [], True),
        ([], ["1/2"], True),
        (["3/2"], ["1/2"], True),
        (["1"], ["7"], True),
        (["1/2"], ["3/2"], False),
        (["3", "5/2"], ["1/3", "2"], True),
        (["3", "1/4"], ["1/3", "2"], False),
    ],
)
def test_parameters_are_paired_where_each_has_a_lower_one_of_its_own(
    above: list[str], below: list[str], falls: bool
) -> None:
    tops, lows = ([Fraction(a) for a in side] for side in (above, below))
    assert paired([balls.exact(a) for a in tops], [balls.exact(b) for b in lows]) == falls
    quotients = [math.prod(a + k for a in tops) / math.prod(b + k for b in [*lows, 1]) for k in range(30)]
    assert not falls or all(after < before for before, after in itertools.pairwise(quotients))


def _by_quadrature(d: int, c: Fraction, t: int):
    """Plain quadrature over the angle of the split, cut around its peak."""
    cosine = mpmath.mpf(c.numerator) / c.denominator

    def over(f):
        sine = mpmath.sin(f)
        return sine ** (d - 1) * mpmath.hyp1f1(
            d, mpmath.mpf(d) / 2, t / mpmath.mpf(2) * (1 + cosine * sine), maxterms=10**6
        )

    grid = [mpmath.pi / 2 * mpmath.mpf(2) ** (-mpmath.mpf(j) / 3) for j in range(45)]
    peak = max(grid, key=lambda f: mpmath.log(over(f)))
    width = peak / mpmath.sqrt(d) if peak < 1 else 1 / mpmath.sqrt(d + abs(cosine) * t)
    cuts = sorted({min(mpmath.pi / 2, max(mpmath.mpf(0), peak + k * width)) for k in range(-10, 11, 5)})
    weight = mpmath.gamma((d + 1) / mpmath.mpf(2)) / (
        mpmath.sqrt(mpmath.pi) * mpmath.gamma(d / mpmath.mpf(2))
    )
    return 2 * weight * mpmath.quad(over, cuts)


@pytest.mark.parametrize(
    ("d", "c", "t"),
    [
        pytest.param(64, Fraction(-1, 63), 10**6, marks=pytest.mark.slow),
        (64, Fraction(-1), 10**4),
        (20, Fraction(-1), 10**6),
        (2, Fraction(1, 2), 10**6),
        (301, Fraction(1), 10**4),
        pytest.param(1000, Fraction(-1, 999), 10**4, marks=pytest.mark.slow),
    ],
)
def test_conformity_of_long_inputs(d: int, c: Fraction, t: int) -> None:
    with mpmath.workdps(20):
        expected = _by_quadrature(d, c, t)
        with balls.working_precision(400):
            found = Conformity.ball(*(balls.exact(Fraction(a)) for a in (d, c, t)))
            other = Conformity.ball(*(balls.exact(Fraction(a)) for a in (d, c * Fraction(999_999, 10**6), t)))
        assert _close(found, expected, 9)
        assert not _close(other, expected, 9)


@pytest.mark.parametrize("d", [1, 3, 20])
@pytest.mark.parametrize("c", [Fraction(-1), Fraction(-1, 3), Fraction(2, 3)])
@pytest.mark.parametrize("t", [Fraction(700), Fraction(5, 2)])
def test_the_rule_meets_the_recurrence(d: int, c: Fraction, t: Fraction) -> None:
    with balls.working_precision(160):
        arguments = [balls.exact(Fraction(a)) for a in (d, c, t)]
        one, other = by_trapezoid(*arguments), Conformity.ball(*arguments)
        assert one.overlaps(other)
        assert min(balls.accuracy_bits(one), balls.accuracy_bits(other)) > 140


def test_both_sums_over_a_polygon_agree() -> None:
    from rftheory.exact.functions.polygon import _by_cosines, _by_fourier

    with balls.working_precision(500):
        one, other, nearby = (
            _by_cosines(8, balls.fmpq(1100)),
            _by_fourier(8, balls.fmpq(1100)),
            _by_cosines(7, balls.fmpq(1100)),
        )
    assert one.overlaps(other)
    assert not one.overlaps(nearby)
    assert min(balls.accuracy_bits(one), balls.accuracy_bits(other)) > 100


def test_a_negligible_conformity_is_a_small_ball_around_zero() -> None:
    with balls.working_precision(160):
        low, high = balls.endpoints(
            Conformity.ball(balls.fmpq(10_000), balls.fmpq(-1, 9999), balls.fmpq(-(10**6)))
        )
    assert low < 0 < high < Fraction(1, 10**1000)


def test_the_isotropic_mean_in_high_dimension() -> None:
    d, t = 20_000, 1  # E sqrt(0F1(; d/2; t r^2)): log 0F1(; n; z) = z/n - z^2/(2 n^2 (n+1)) + ..
    with balls.working_precision(160):
        value = IsotropicRoot.ball(balls.fmpq(d), balls.fmpq(t))
    assert abs(float(value.mid()) - float(mpmath.exp(1))) < 3 / d


def test_errors_that_a_caller_may_catch_are_public() -> None:
    assert issubclass(rftheory.BudgetError, rftheory.RFTheoryError)
    with pytest.raises(rftheory.BudgetError, match="1000000"), balls.working_precision(100):
        IsotropicRoot.ball(balls.fmpq(2_000_000), balls.fmpq(1))


def test_a_point_below_all_doubles_has_no_peak() -> None:
    # the mean of the conformity is 1 + v^2/2 + ..: at v = 10^-300 its square is no double
    found = rftheory.evaluate("simrf/lemma4.1/conformity:lhs", d=2, v="1e-300")
    assert abs(found - 1) < 1e-25


@pytest.mark.parametrize("below", [balls.fmpq(7, 2), balls.fmpq(9, 2)])
def test_gauss_beside_one_asks_for_precision_and_does_not_work_for_ever(below: balls.fmpq) -> None:
    power = 3**400
    z = balls.fmpq(power, power + 1)
    above = [balls.fmpq(17), balls.fmpq(1)]
    with balls.working_precision(832):
        assert not balls.is_finite(balls.hypergeometric(above, [below], z))
        twice = balls.hypergeometric([balls.acb(17), balls.acb(1)], [balls.acb(below)], balls.acb(z))
        assert not balls.is_finite(twice)
    with balls.working_precision(3000), mpmath.workdps(900):
        found = balls.hypergeometric(above, [below], z)
        c = mpmath.mpf(int(below.p)) / int(below.q)
        assert _close(found, mpmath.hyp2f1(17, 1, c, mpmath.mpf(power) / (power + 1)), 30)
