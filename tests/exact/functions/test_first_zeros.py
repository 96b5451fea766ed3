"""Zeros of orthogonal Matern covariances far out, near nu = 1 and at many digits, by power series in plain mpmath."""

from fractions import Fraction

import mpmath as mp
import pytest

from rftheory.exact import balls
from rftheory.exact.functions.radial import first_zero, near
from rftheory.exact.functions.radial.first_zero import MaternFirstZero
from rftheory.exact.functions.radial.matern import MaternKernel
from rftheory.exact.functions.radial.orthogonal_pair import _averaged, on_parabola


def products(start, factor, terms):
    """start, start factor(0), start factor(0) factor(1), .."""
    found = [start]
    for n in range(terms - 1):
        found.append(found[-1] * factor(n))
    return found


def squares(c, nu, terms):
    """Of the transform (its powers times (c)_s) or, for c None, of the kernel: coefficients beside y^(j nu + m), j = 0, 1, 2."""
    one = products(mp.mpf(1), lambda n: (1 if c is None else c + n) / ((n + 1) * (1 - nu + n)), terms)
    first = mp.gamma(-nu) / mp.gamma(nu) * (1 if c is None else mp.rf(c, nu))
    two = products(first, lambda n: (1 if c is None else c + nu + n) / ((n + 1) * (1 + nu + n)), terms)
    return [
        [factor * mp.fdot(left[: m + 1], right[m::-1]) for m in range(terms)]
        for factor, left, right in ((1, one, one), (2, one, two), (1, two, two))
    ]


def covariance(d, nu, terms):
    """z to T_d - k^2 for nu no integer: L and k in powers of q, squared, and Hankel's integral y^s/(d/2)_s of each q^s."""
    c, parts = mp.mpf(d) / 2, []
    for j, (pair, kernel) in enumerate(zip(squares(c, nu, terms), squares(None, nu, terms), strict=True)):
        weights = products(1 / mp.rf(c, j * nu), lambda m, j=j: 1 / (c + j * nu + m), terms)
        parts.append([a * w - b for a, b, w in zip(pair, kernel, weights, strict=True)])

    def at(z):
        y = nu * z * z / 2
        return mp.fsum(y ** (j * nu) * mp.polyval(part[::-1], y) for j, part in enumerate(parts))

    return at


def zero(d, nu, digits):
    with balls.working_precision(int(3.33 * digits) + 20):
        value = MaternFirstZero.ball(balls.fmpq(d), balls.fmpq(*nu))
        assert balls.accuracy_bits(value) > 3.32 * digits
        return value.str(digits + 5, radius=False)


@pytest.mark.parametrize("coefficients", [(1, 3, 2), (0, 0, 1), (0, 5, 0, -1)])
@pytest.mark.parametrize("offset", [0, 1, 5])
def test_what_follows_a_taylor_polynomial_in_log_y_is_nearly_its_bound(offset, coefficients):
    """Of y^(offset - 1) sum_n c_n y^n around y = 3 on |sigma| <= 1/20; order 5."""
    family = near.PowerFamily(balls.fmpq(offset), ([balls.arb(c) for c in coefficients],))
    powers = near.PowerSeries((family,), balls.fmpq(4), balls.arb(0), 9)
    with balls.working_precision(128):
        found, rest = first_zero._expanded(powers, 0, balls.fmpq(1), balls.arb(3), balls.fmpq(1, 20), 5)
    with mp.workdps(30):
        taken = [mp.mpf(a.str(30, radius=False)) for a in found]
        y = 3 * mp.exp(mp.mpf(1) / 20)
        exact = mp.fsum(c * y ** (offset - 1 + n) for n, c in enumerate(coefficients))
        left = abs(exact - mp.polyval(taken[::-1], mp.mpf(1) / 20))
        assert left < float(rest) < 2 * left


@pytest.mark.parametrize(
    ("d", "nu", "digits", "terms", "carried"),
    [
        (64, (1, 2), 30, 230, 160),
        (3, (10001, 10000), 30, 60, 70),
        (3, (999, 1000), 30, 60, 70),
        (3, (1, 2), 400, 220, 440),
    ],
)
def test_the_sign_changes_there_and_not_before(d, nu, digits, terms, carried):
    found = zero(d, nu, digits)
    with mp.workdps(carried):
        place, order, off = mp.mpf(found), mp.mpf(nu[0]) / nu[1], mp.mpf(10) ** (2 - digits)
        value = covariance(d, order, terms)
        assert value(place - off) < 0 < value(place + off)
        assert all(value(place * k / 8) < 0 for k in range(1, 8))


def test_logarithms_at_a_whole_nu_are_the_limit_of_powers():
    """The zero at nu = 1 is the mean of those at 1 -+ h but for h^2, by Taylor's formula."""
    with mp.workdps(40):
        below, here, above = (mp.mpf(zero(3, nu, 30)) for nu in ((999, 1000), (1, 1), (1001, 1000)))
        assert below != here != above
        assert abs((below + above) / 2 - here) < mp.mpf(10) ** -5 < abs(above - below)


def beside(d, nu, z):
    """Cov at z by the contour, not by powers."""
    order, y = balls.fmpq(nu), balls.fmpq(nu) * z * z / 2
    pair = on_parabola(balls.fmpq(d), _averaged(order, balls.fmpq(d, 2), y))
    return pair - balls.ball(MaternKernel.ball(order, y)) ** 2


@pytest.mark.parametrize(("d", "nu"), [(3, 700), (5, 10**6), (16, 10**4)])
def test_zeros_at_large_orders_by_the_contour(d, nu):
    with balls.working_precision(130):
        found = MaternFirstZero.ball(balls.fmpq(d), balls.fmpq(nu))
    assert balls.accuracy_bits(found) > 110
    low, high = balls.endpoints(found)
    off = Fraction(1, 10**25)
    with balls.working_precision(200):
        assert beside(d, nu, balls.exact(low - off)) < 0 < beside(d, nu, balls.exact(high + off))
        assert all(beside(d, nu, balls.exact(low * k / 4)) < 0 for k in range(1, 4))


def test_zeros_tend_to_the_gaussian_one():
    """1F1(d; d/2; -a) = e^(-2a) at a = z^2/2, for d = 4: e^a (1 - a + a^2/6) = 1; what is left halves as nu doubles."""
    with mp.workdps(40):
        a = mp.findroot(lambda a: mp.exp(a) * (1 - a + a * a / 6) - 1, 4.7)
        limit = mp.sqrt(2 * a)
        one, two = (mp.mpf(zero(4, (nu, 1), 35)) - limit for nu in (10**9, 2 * 10**9))
        assert 0 < abs(one) < mp.mpf(10) ** -7
        assert abs(one / two - 2) < mp.mpf(10) ** -7


@pytest.mark.parametrize(("d", "nu", "y"), [(3, 600, 900), (7, 10**5, 4 * 10**5)])
def test_one_mixing_variable_by_powers_and_by_the_contour(d, nu, y):
    with balls.working_precision(200):
        found = near.shared(balls.fmpq(d), balls.fmpq(nu), balls.fmpq(y))
        expected = on_parabola(
            balls.fmpq(d), _averaged(balls.fmpq(nu), balls.fmpq(d), balls.fmpq(y)), power=1
        )
    assert found.overlaps(expected)
    assert balls.accuracy_bits(found) > 150 < balls.accuracy_bits(expected)
