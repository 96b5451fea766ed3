"""Functions of orders and dimensions of any size: against other methods at moderate ones, against recurrences at huge ones."""

import mpmath as mp
import pytest

from rftheory.exact import balls
from rftheory.exact.balls import waves
from rftheory.exact.functions.pair_norm import PairDensity
from rftheory.exact.functions.radial.beta_cdf import BetaCdf
from rftheory.exact.functions.radial.gamma_integral import GammaIntegral
from rftheory.exact.functions.radial.matern import MaternKernel
from rftheory.exact.functions.radial.orthogonal_pair import (
    MaternOrthogonalPair,
    RqOrthogonalCovariance,
    SharedMaternPair,
    on_parabola,
)
from rftheory.exact.functions.radial.power_means import power_means
from rftheory.exact.functions.radial.stable import StableMean, by_contour
from rftheory.exact.functions.radial.two_scales import TwoScaleCovariance
from rftheory.exact.numerics.bessel_integral import bessel_integral, bessel_k

q = balls.fmpq


@pytest.mark.parametrize(
    ("d", "t"),
    [(1000, 400), (1000, 499), (1001, 500), (1000, 510), (1000, 600), (1000, 3000), (20001, 20000)],
)
def test_waves_against_their_power_series(d, t):
    with balls.working_precision(230):
        found = waves.wave(q(d, 2), balls.ball(q(t)))
    with balls.working_precision(4 * t + 300):
        expected = balls.ball(q(-t * t, 4)).hypgeom_0f1(balls.ball(q(d, 2)))
        assert found.overlaps(expected)
    assert balls.accuracy_bits(found) > 90


@pytest.mark.parametrize("t", [10**12, 5 * 10**11, 5 * 10**11 - 2, 5 * 10**11 + 10**7, 10**13, 10**7])
def test_waves_of_a_dimension_of_10_to_the_12(t):
    """0F1(;b-1;z) - 0F1(;b;z) = z/(b(b-1)) 0F1(;b+1;z), within what three values leave open."""
    b, z = q(5 * 10**11), q(-t * t, 4)
    with balls.working_precision(400):
        before, at, after = (balls.hypergeometric([], [b + k], z) for k in (-1, 0, 1))
        gap = before - at - z / (b * (b - 1)) * after
        assert gap.contains(0)
        assert abs(gap) < abs(before) * balls.arb("1e-60")


@pytest.mark.parametrize("t", [527 * 10**30, 10**34])
def test_waves_of_a_dimension_of_10_to_the_34(t):
    """The same, where the path is so short that the cosine of its end is 1 in doubles."""
    b, z = q(5 * 10**33), q(-t * t, 4)
    with balls.working_precision(700):
        before, at, after, wrong = (balls.hypergeometric([], [b + k], z) for k in (-1, 0, 1, 2))
        gap = before - at - z / (b * (b - 1)) * after
        assert gap.contains(0)
        assert abs(gap) < abs(before) * balls.arb("1e-60")
        assert not (before - at - z / (b * (b - 1)) * wrong).contains(0)


def test_a_wave_shifted_is_seen():
    """The same relation with a neighbour's value in place of one of them fails."""
    b, z = q(5 * 10**11), q(-(10**24), 4)
    with balls.working_precision(400):
        before, at, after = (balls.hypergeometric([], [b + k], z) for k in (-1, 0, 2))
        assert not (before - at - z / (b * (b - 1)) * after).contains(0)


@pytest.mark.parametrize(
    "a", [q(3, 2), q(10**6), q(98 * 10**14), q(10**18), q(3 * 10**18 + 1, 3), q(10**60), q(-(10**18))]
)
@pytest.mark.parametrize("y", [q(1, 7), q(10**16)])
def test_bessel_integrals_by_their_recurrence(a, y):
    """int t^a .. - a int t^(a-1) .. - y int t^(a-2) .. = 0 by parts, and another neighbour does not satisfy it."""
    with balls.working_precision(1000):
        before, at, after = (bessel_integral(a + k, y) for k in (-1, 0, 1))
        gap = after - a * at - y * before
        assert gap.contains(0)
        assert abs(gap) < abs(after) * balls.arb("1e-50")
        assert not (after - a * before - y * before).contains(0)


def test_bessel_functions_of_a_large_order_from_their_integral():
    """K_(a+1)(x) = K_(a-1)(x) + 2 (a/x) K_a(x), for an x that is not rational; a wide x has no digit, and no hour is spent."""
    a = q(98 * 10**14)
    with balls.working_precision(500):
        x = balls.ball(q(2)).sqrt() * 10**7
        before, at, after = (bessel_k(a + k, x) for k in (-1, 0, 1))
        gap = after - before - 2 * balls.ball(a) / x * at
        assert gap.contains(0)
        assert abs(gap) < after * balls.arb("1e-50")
        assert not (after - before - balls.ball(a) / x * at).contains(0)
        assert not bessel_k(a, x * balls.arb(1, 0.5)).is_finite()
        assert not bessel_k(balls.ball(a) * balls.arb(1, 0.5), x).is_finite()
        assert not bessel_k(a, -x).is_finite()


def test_the_matern_kernel_of_a_huge_order_is_near_the_gaussian():
    """y = nu z^2/2: E exp(-y/G) for G/nu -> 1, and the next term is z^2 (z^2 - 4)/(8 nu) of it."""
    nu, z = q(10**18), 3
    with balls.working_precision(300):
        found = MaternKernel.ball(nu, nu * z * z / 2) * balls.ball(q(z * z, 2)).exp()
        expected = 1 + balls.ball(q(z * z * (z * z - 4), 8)) / balls.ball(nu)
        assert abs(found - expected) < balls.arb("1e-33")
        assert not (found - 1).contains(0)


@pytest.mark.parametrize("d", [2**49, 10**15])
@pytest.mark.parametrize("w", [q(1, 3), q(5), q(10**8)])
def test_the_density_of_opposite_rows_of_a_huge_dimension_is_a_tricomi_function(d, w):
    """Where FLINT still finds it, in another form: U(a, b, z) = z^(1-b) U(a-b+1, 2-b, z)."""
    with balls.working_precision(300):
        found = PairDensity.ball(q(d), q(-1), w)
        z = balls.ball(w * w / 4)
        tricomi = z.hypgeom_u(balls.ball(q(1, 2)), balls.ball(q(3, 2) - d))
        shape = 4 * balls.gamma(q(d)) / (balls.power(balls.ball(q(2)), q(d)) * balls.gamma(q(d, 2)) ** 2)
        gap = found - shape * tricomi * (-2 * z).exp()
        assert gap.contains(0)
        assert abs(gap) < found * balls.arb("1e-50")


@pytest.mark.parametrize("d", [10**16, 10**18, 10**80])
def test_opposite_rows_of_a_huge_dimension_differ_by_a_standard_normal(d):
    """|r_1 - r_2| of two chi_d lengths, each of variance 1/2 but for 1/d: half of a normal law, twice."""
    w = q(1, 3)
    with balls.working_precision(700):
        found = PairDensity.ball(q(d), q(-1), w)
        limit = (2 / balls.arb.pi()).sqrt() * balls.ball(-w * w / 2).exp()
        assert abs(found / limit - 1) < balls.ball(q(2, d))
        assert not (found / limit - 1).contains(0)


@pytest.mark.parametrize("inverse", [True, False])
@pytest.mark.parametrize(("nu", "c", "x", "y"), [(70, 3, 40, 20), (300, 1, -50, 200), (9, 8, 5, -6)])
def test_power_means_by_plain_quadrature(inverse, nu, c, x, y):
    with balls.working_precision(160):
        means = power_means(q(nu), q(c, 2), q(5, 2), inverse)
        found = means.at(balls.acb(x, y))
    with mp.workdps(40):
        place = mp.mpc(x, y)
        power = lambda g: (
            (1 + place / g) ** (-mp.mpf(c) / 2) if inverse else (1 + place * g) ** (-mp.mpf(c) / 2)
        )
        width = 12 / mp.sqrt(nu)
        cuts = mp.linspace(mp.log(nu) - 3 * width, mp.log(nu) + width, 9)
        expected = mp.quad(lambda u: mp.exp(nu * u - mp.exp(u) - mp.loggamma(nu)) * power(mp.exp(u)), cuts)
        for part, other in ((found.real, expected.real), (found.imag, expected.imag)):
            assert abs(mp.mpf(part.str(45, radius=False)) - other) < 1e-32
    assert balls.accuracy_bits(found.real) > 140


def test_power_means_refuse_what_is_beyond_their_reach():
    means = power_means(q(70), q(1), q(2), True)
    assert not balls.is_finite(means.at(balls.acb(-10, 1)))


@pytest.mark.parametrize(("d", "nu", "y"), [(5, 1000, 2000), (3, 10**6, 10**6), (16, 800, 300)])
def test_orders_of_any_size_are_close_to_the_gaussian_kernel(d, nu, y):
    """Cov of the Gaussian pair is 1F1(d; d/2; -a) - e^(-2a), a = y/nu; that of order nu is off by O(1/nu)."""
    a = q(y, nu)
    with balls.working_precision(200):
        found = MaternOrthogonalPair.ball(q(d), q(nu), q(y)) - balls.ball(MaternKernel.ball(q(nu), q(y))) ** 2
        gaussian = balls.hypergeometric([q(d)], [q(d, 2)], -a) - balls.ball(-2 * a).exp()
        twice = (
            MaternOrthogonalPair.ball(q(d), q(2 * nu), q(2 * y))
            - balls.ball(MaternKernel.ball(q(2 * nu), q(2 * y))) ** 2
        )
    assert 0 < abs(found - gaussian) < abs(gaussian) * 10 / nu
    assert (
        abs((found - gaussian) / (twice - gaussian) - 2) < balls.arb(20) / nu
    )  # halved where nu is twice as large
    assert balls.accuracy_bits(found) > 150


def test_at_the_origin_a_shared_mixing_variable_leaves_exactly_one():
    assert SharedMaternPair.ball(q(3), q(3, 2), q(0)) == 1


@pytest.mark.parametrize("d", [10, 1000, 10**6])
def test_a_parabola_has_few_nodes_in_any_dimension(d):
    """Hankel's integral of (1 + 1/p)^(-d/2) is 1/e."""
    exponent = balls.acb(balls.ball(q(-d, 2)))
    with balls.working_precision(100):
        before = balls.spent()
        found = on_parabola(q(d), lambda _: lambda p: (1 + 1 / p).pow(exponent), power=1)
        assert balls.spent() - before < 100
        assert found.overlaps(balls.arb(-1).exp())
        assert balls.accuracy_bits(found) > 90


@pytest.mark.parametrize("d", [10**6, 10**9, 10**12])
def test_dimensions_of_any_size_have_the_gain_of_many_dimensions(d):
    """d Cov_d tends to -(z k')^2/2 with an error of O(1/d): Matern of order 3/2 and the Cauchy kernel."""
    with balls.working_precision(260):
        x = balls.arb(12).sqrt()  # y = x^2/4 = 3; k = (1 + x) e^-x, z k' = -x^2 e^-x
        slope = -(x**2) * (-x).exp()
        matern = (
            MaternOrthogonalPair.ball(q(d), q(3, 2), q(3)) - balls.ball(MaternKernel.ball(q(3, 2), q(3))) ** 2
        )
        assert abs(d * matern / (-(slope**2) / 2) - 1) < balls.arb(50) / d
        cauchy = RqOrthogonalCovariance.ball(q(d), q(1), q(10))
        assert abs(d * cauchy / (-((balls.arb(2 * 10) / 11**2) ** 2) / 2) - 1) < balls.arb(50) / d


def test_one_mixing_variable_at_a_large_order():
    """E 1F1(d; d/2; -y/G) is near its value at G = nu, and above it by half the variance times a second derivative."""
    d, nu, a = q(4), q(10**6), q(1)
    with balls.working_precision(200):
        found = SharedMaternPair.ball(d, nu, a * nu)
        plain = balls.hypergeometric([d], [d / 2], -a)
    assert 0 < abs(found - plain) < balls.arb(20) / 10**6
    assert balls.accuracy_bits(found) > 150


@pytest.mark.parametrize(("a", "b"), [(300, 250), (1000, 999), (10**6, 10**5)])
def test_two_large_scales_in_the_plane(a, b):
    """T_2 = (a e^-a - b e^-b)/(a - b)."""
    with balls.working_precision(300):
        found = TwoScaleCovariance.ball(q(2), q(a), q(b))
        first, second = a * balls.ball(q(-a)).exp(), b * balls.ball(q(-b)).exp()
        assert found.overlaps((first - second) / (a - b) - balls.ball(q(-a - b)).exp())
    assert balls.accuracy_bits(found) > 250


@pytest.mark.parametrize(("d", "a"), [(6, 210), (3, 210), (40, 500), (7, 10**6), (10**9, 1)])
def test_two_equal_scales(d, a):
    """a = b is the Gaussian pair, 1F1(d; d/2; -a)."""
    with balls.working_precision(2000):
        expected = (
            balls.ball(q(-a)).hypgeom_1f1(balls.ball(q(d)), balls.ball(q(d, 2))) - balls.ball(q(-2 * a)).exp()
        )
    with balls.working_precision(400):
        assert TwoScaleCovariance.ball(q(d), q(a), q(a)).overlaps(expected)


@pytest.mark.parametrize(("h", "p"), [(q(5 * 10**8), q(81)), (q(10**6), q(1, 10)), (q(3, 2), q(10**6))])
def test_stable_means_of_any_order(h, p):
    """For b = 1/2 the mean is elementary; the contour does not know it."""
    with balls.working_precision(230):
        found = by_contour(q(1, 2), h, p)
        assert found.overlaps(StableMean.ball(q(1, 2), h, p))
        assert not found.overlaps(StableMean.ball(q(1, 2), h + 1, p))
    assert balls.accuracy_bits(found) > 150


def test_a_beta_law_by_its_shorter_series():
    """With b as large as 10^6 both tails are almost those of a Gamma law of shape 2."""
    with balls.working_precision(230):
        found = BetaCdf.ball(q(2), q(10**6), q(8, 10**6))
        gamma = 1 - 9 * balls.arb(-8).exp()
    assert abs(found - gamma) < 1e-4
    assert balls.accuracy_bits(found) > 200


@pytest.mark.parametrize(
    ("a", "b", "c", "x"), [((1500007, 3), (1, 2), (10**6 + 1, 2), (81, 121)), (10**5, (1, 2), 2, (1, 9))]
)
def test_gauss_series_of_large_parameters_in_both_orders(a, b, c, x):
    """Euler's transformation, and the same value whichever parameter is first."""
    a, b, c, x = (q(*v) if isinstance(v, tuple) else q(v) for v in (a, b, c, x))
    with balls.working_precision(230):
        one, two = (balls.hypergeometric(pair, [c], balls.ball(x)) for pair in ([a, b], [b, a]))
        assert one.overlaps(two)
        assert min(balls.accuracy_bits(one), balls.accuracy_bits(two)) > 180


@pytest.mark.parametrize("power", [5, 8, 13, 16, 24])
def test_integrals_over_a_gamma_variable_of_any_shape(power):
    """E e^(-1/G) by Taylor's formula: 1 - 1/(a-1) + 1/(2 (a-1)(a-2)) - .., off by less than the first term left out."""
    a = q(10**power)
    with balls.working_precision(300):
        found = GammaIntegral.ball(a, q(1), q(0)) / balls.gamma(a)
        expected = term = q(1)
        for n in range(1, 60):
            term = -term / (n * (a - n))
            expected = expected + term
        assert abs(found - expected) < 1e-80
    assert balls.accuracy_bits(found) > 290


@pytest.mark.parametrize(
    ("a", "b", "x"),
    [
        (5 * 10**17, q(1, 1000), 1 - q(1, 10**7)),
        (5 * 10**17, q(40), 1 - q(1, 10**6)),
        (5 * 10**17, q(1, 3), 1 - q(1, 10**17)),
    ],
)
def test_beta_laws_of_a_huge_shape(a, b, x):
    """I_x(a, b+1) - I_x(a, b) = x^a (1-x)^b/(b B(a, b)), also beside the smaller one."""
    a = q(a)
    with balls.working_precision(400):
        one, two = BetaCdf.ball(a, b, x), BetaCdf.ball(a, b + 1, x)
        step = balls.power(balls.ball(x), a) * balls.power(balls.ball(1 - x), b) / b
        step = step * balls.gamma(a + b) * balls.reciprocal_gamma(a) * balls.reciprocal_gamma(b)
        gap = two - one - step
        assert gap.contains(0)
        assert abs(gap) < one * balls.arb("1e-60")
