"""Far points and huge orders: sums along a cut against the parabola, Watson's lemma against quadrature, exact zeros."""

import mpmath as mp
import pytest

import rftheory
from rftheory.exact import balls
from rftheory.exact.balls.binomial import binomial
from rftheory.exact.balls.pfaff import pfaff
from rftheory.exact.balls.watson import watson
from rftheory.exact.functions.radial import along_cut, near
from rftheory.exact.functions.radial.matern import MaternKernel
from rftheory.exact.functions.radial.orthogonal_pair import SharedMaternPair

q = balls.fmpq


@pytest.mark.parametrize(
    ("d", "nu", "y"),
    [(2, q(3, 2), 100), (40, q(5, 3), 900), (16, q(5), 900)],
)
def test_pairs_along_the_cut_against_sums_of_powers(d, nu, y):
    with balls.working_precision(120):
        found = along_cut.pair(q(d, 2), nu, q(y))
    with balls.working_precision(400 + near.lost(nu, q(y))):
        expected = near.covariance(q(d, 2), nu, q(y)).at(q(y)) + balls.ball(MaternKernel.ball(nu, q(y))) ** 2
        assert found.overlaps(expected)
        assert not found.overlaps(expected * (1 + balls.arb("1e-25")))
    assert balls.accuracy_bits(found) > 90


def test_far_pairs_tend_to_their_leading_term():
    """T_d ~ (-1)^(d/2) (4 Gamma(nu+d/2)/Gamma(nu)^2) (x/2)^(nu-d/2) K_(nu-d/2)(x), with an error of O(1/x)."""
    d, nu, x = 6, q(5, 2), 80_000
    with balls.working_precision(60):
        found = along_cut.pair(q(d, 2), nu, q(x * x, 4))
        order = balls.ball(nu - q(d, 2))
        leading = 4 * balls.gamma(nu + q(d, 2)) / balls.gamma(nu) ** 2 * (balls.arb(x) / 2) ** order
        leading = leading * balls.arb(x).bessel_k(order) * (-1) ** (d // 2)
        assert abs(found / leading - 1) < balls.arb(40) / x


@pytest.mark.parametrize(("d", "nu", "y"), [(2, q(3, 2), 100), (4, q(5, 2), 40), (6, q(7, 5), 60)])
def test_one_mixing_variable_by_bessel_functions(d, nu, y):
    with balls.working_precision(200):
        found, expected = along_cut.shared(q(d), nu, q(y)), SharedMaternPair.ball(q(d), nu, q(y))
        assert found.overlaps(balls.ball(expected))
    assert balls.accuracy_bits(found) > 100


@pytest.mark.parametrize(
    ("a", "b", "c", "z"),
    [
        (30_000, q(1, 2), q(3), q(1, 5)),
        (10**9, q(1, 2), q(5, 2), q(16, 81)),
        (40_000, q(1, 3), q(7, 3), q(1, 50)),
    ],
)
def test_huge_upper_parameters_by_quadrature(a, b, c, z):
    with balls.working_precision(120):
        found = watson(q(a), b, c, balls.ball(z))
    with mp.workdps(40):
        low, below, x = (mp.mpf(int(v.p)) / int(v.q) for v in (b, c, z))
        s, r = below - low, x / (1 - x)

        def height(y):
            t = mp.exp(y)
            return mp.exp(s * y - a * mp.log1p(r * t)) * (1 - t) ** (low - 1)

        peak = -mp.log(a * r)
        area = mp.quad(height, [peak + k for k in (-60, -20, -5, -2, 0, 1, 2, 3, 4, mp.mpf("5.5"))])
        expected = mp.log(area * mp.gamma(below) / (mp.gamma(low) * mp.gamma(s))) - a * mp.log1p(-x)
    with balls.working_precision(120):
        assert abs(found.log() - balls.arb(mp.nstr(expected, 40))) < balls.arb(expected) * 1e-24


def test_far_values_are_given():
    evaluate = rftheory.evaluate
    assert "e-6989699" in str(evaluate("beyond/spectral/orf/matern-R-density", d=4, nu="1e9", R=2))
    zero = evaluate("beyond/spectral/orf/small-z-constant", d=4, a=2, c="1/2")  # -2(1 - d c^2)/(d+2)
    assert zero == 0


@pytest.mark.parametrize(
    ("a", "b", "c", "z"),
    [
        (6000, q(1, 2), q(12001, 2), q(9, 10)),
        (6990, q(3, 4), q(7000), q(1, 3)),
        (6090, q(1, 2), q(6001), q(1, 3)),
    ],
)
def test_huge_lower_parameters_term_by_term(a, b, c, z):
    with balls.working_precision(120):
        found, other = (pfaff(q(a) + off, b, c, balls.ball(z)) for off in (q(0), q(1, 10**20)))
    with mp.workdps(50):
        upper, low, below, x = (mp.mpf(int(v.p)) / int(v.q) for v in (q(a), b, c, z))
        expected = term = mp.mpf(1)
        for n in range(1200):
            term *= (upper + n) * (low + n) * x / ((below + n) * (n + 1))
            expected += term
        text = mp.nstr(expected, 45)
    with balls.working_precision(160):
        expected = balls.arb(text)
        assert balls.accuracy_bits(found) > 100
        assert abs(found - expected) < expected * 1e-30
        assert not abs(other - expected) < expected * 1e-30


def mean_of_powers(a, b, c, z, digits):
    """E (1 - z t)^(-a) of t ~ Beta(b, c-b), by quadrature over log(t)."""
    with mp.workdps(digits):
        power, low, below, x = (mp.mpf(int(v.p)) / int(v.q) for v in (a, b, c, z))

        def height(y):
            t = mp.exp(y)
            return mp.exp(low * y - power * mp.log1p(-x * t)) * (1 - t) ** (below - low - 1)

        near = mp.log(1 / (below - power * x))
        marks = [near + k for k in (-60 / float(low), -20, -5, -2, 0, 1, 2, 3)]
        area = mp.quad(height, [*marks, near + 4, near + 5] if near < -5 else [*marks[:5], 0])
        return mp.nstr(area * mp.gamma(below) / (mp.gamma(low) * mp.gamma(below - low)), digits)


@pytest.mark.parametrize(
    ("a", "b", "c", "z"),
    [
        (q(6001), q(3, 10), q(6001, 2), q(-666)),  # 3000.5 steps
        (q(10**6), q(1, 2), q(500_000), q(-2)),
        (q(257, 2), q(1, 3), q(64), q(-1, 8)),
    ],
)
def test_means_of_huge_powers_by_quadrature(a, b, c, z):
    with balls.working_precision(120):
        found, other = (binomial(a + off, b, c, balls.ball(z)) for off in (q(0), q(1, 10**12)))
        expected = balls.arb(mean_of_powers(a, b, c, z, 30))
        assert balls.accuracy_bits(found) > 90
        assert abs(found - expected) < expected * 1e-21
        assert not abs(other - expected) < expected * 1e-21


def test_what_the_series_leaves_out():
    """64.5 steps of a power leave about 2^(-129): asked for more, the ball is as wide as that, and holds the value."""
    a, b, c, z = q(257, 2), q(1, 3), q(64), q(-1, 8)
    with balls.working_precision(400):
        found = binomial(a, b, c, balls.ball(z))
        expected = balls.ball(z).hypgeom([balls.ball(a), balls.ball(b)], [balls.ball(c)])
        assert balls.accuracy_bits(expected) > 300
        assert found.overlaps(expected)
    assert 60 < balls.accuracy_bits(found) < 200


def test_one_mixing_variable_of_many_rows():
    """2F1(d, alpha; d/2; -w) tends to (1 + 2w)^(-alpha): d = 10^6 against it, and against twice that d, half as far."""
    ratio = []
    for d in (10**6, 2 * 10**6 + 1):
        found = rftheory.evaluate("beyond/spectral/shared/pair-rq", d=d, alpha="1/2", l=1, z=1)
        ratio.append(float(found) * 3**0.5 - 1)
    assert abs(ratio[0]) < 1e-5
    assert abs(ratio[0] / ratio[1] - 2) < 1e-3
