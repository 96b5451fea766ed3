"""Exact vectors of complex exponential estimators and the best entry of a cluster against mpmath from the definitions."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from rftheory.exact import balls
from rftheory.exact.functions.complex_vectors import Dot, Modulus2
from rftheory.exact.functions.exponential_mean import ExponentialMean
from rftheory.exact.functions.gaussian_exponential import GaussianExponential, GaussianMoment
from rftheory.exact.functions.hybrids.cluster_entry import BestEntry
from rftheory.exact.functions.linear_images import Image, InverseImage
from rftheory.measured.estimators.complex_exponential import ComplexExponential

RE, IM = [["1", "0"], ["1/2", "2"]], [["0", "1"], ["-1", "1/3"]]
X, Y = ["1/2", "-1"], ["1", "1/3"]


def exact(rows):
    return [[balls.exact(Fraction(e)) for e in row] for row in rows]


def plain(rows):
    return [[mpmath.mpf(Fraction(e).numerator) / Fraction(e).denominator for e in row] for row in rows]


def test_images_keep_the_inner_product_exactly():
    u = Image.ball(exact(RE), exact(IM), exact([X])[0])
    v = InverseImage.ball(exact(RE), exact(IM), exact([Y])[0])
    assert Dot.ball(u, v) == balls.exact(Fraction(1, 2) - Fraction(1, 3))


def test_images_agree_with_a_plain_solve():
    ctx = mpmath.MPContext()
    u = Image.ball(exact(RE), exact(IM), exact([X])[0])
    v = InverseImage.ball(exact(RE), exact(IM), exact([Y])[0])
    for found, expected in (
        (u, Image.oracle(ctx, plain(RE), plain(IM), plain([X])[0])),
        (v, InverseImage.oracle(ctx, plain(RE), plain(IM), plain([Y])[0])),
    ):
        for one, other in zip(found, expected, strict=True):
            parts = [float(balls.as_fraction(part)) for part in balls.parts(one)]
            assert complex(*parts) == pytest.approx(complex(other), rel=1e-13)


def test_a_solved_pair_has_loss_exactly_zero():
    zero, one = balls.fmpq(0), balls.fmpq(1)
    u = Image.ball([[zero]], [[one]], [one])
    v = InverseImage.ball([[zero]], [[one]], [one])
    assert Modulus2.ball([a + b for a, b in zip(u, v, strict=True)]) == 0


def test_opposite_phases_cancel_exactly():
    unit = balls.gauss(0, 1)
    rows = [[balls.fmpq(1)], [balls.fmpq(-1)]]
    with balls.working_precision(100):
        mean = ExponentialMean.ball(rows, [unit], balls.fmpq(0))
        assert isinstance(mean, balls.arb)
        assert mean.overlaps(balls.arb(1).cos())


def test_moments_by_quadrature_are_exponentials_of_bilinear_squares():
    u = [balls.gauss(1, 2), balls.gauss(balls.fmpq(-3, 2), 1)]
    with balls.working_precision(200):
        found = GaussianMoment.ball(u)
        expected = (balls.ball(Dot.ball(u, u)) / 2).exp()
        assert found.overlaps(expected)
        assert balls.accuracy_bits(found) > 120


@pytest.mark.parametrize("u", [0, 3, -3, "7/2"])
@pytest.mark.parametrize(
    "moment",
    [lambda u: GaussianMoment.ball([u]), lambda u: GaussianExponential.ball(balls.fmpq(0), u)],
    ids=["linear", "quadratic"],
)
def test_what_an_integral_over_the_line_leaves_out_is_within_its_radius(moment, u, monkeypatch):
    """Where the integral itself is put at 0, the radius is the bound of both tails."""
    ends = []

    def nothing(_integrand, low, high, *_):
        ends.extend((low, high))
        return balls.arb(0)

    monkeypatch.setattr(balls, "integrate", nothing)
    radius = moment(balls.exact(Fraction(u))).rad()
    low, high = (float(end) for end in map(balls.as_fraction, ends))
    with mpmath.workdps(30):
        slope = mpmath.mpf(float(Fraction(u)))

        def height(g):
            return mpmath.exp(slope * g) * mpmath.npdf(g)

        tails = mpmath.quad(height, mpmath.linspace(high, high + 8, 9)) + mpmath.quad(
            height, mpmath.linspace(low - 8, low, 9)
        )
        assert tails <= mpmath.mpf(radius.str(20, radius=False)) < 4 * tails


@pytest.mark.parametrize(
    ("mu", "nu", "s"), [(1, 2, "1/20"), (0, 1, "1/10"), (-3, "1/2", "1/100"), (2, "1/5", "1/8")]
)
def test_the_best_entry_is_a_minimum(mu, nu, s):
    mu, nu, s = (Fraction(v) for v in (mu, nu, s))
    with balls.working_precision(160):
        low, high = balls.endpoints(BestEntry.ball(*(balls.exact(v) for v in (mu, nu, s))))
    ctx = mpmath.MPContext()
    ctx.dps = 30
    expected = BestEntry.oracle(ctx, *(ctx.mpf(v.numerator) / v.denominator for v in (mu, nu, s)))
    assert high - low < Fraction(1, 10**40)
    assert float(low) == pytest.approx(float(expected), rel=1e-12)


def test_equal_centres_have_the_identity():
    assert BestEntry.ball(balls.fmpq(2), balls.fmpq(-2), balls.fmpq(1, 8)) == 1


@pytest.mark.parametrize("power", [1, 2])
def test_drawn_values_stay_in_their_support(power):
    rows = tuple(tuple(float(Fraction(e)) for e in row) for row in RE)
    other = tuple(tuple(float(Fraction(e)) for e in row) for row in IM)
    drawn = ComplexExponential(rows, other, (0.5, -1.0), (1.0, 1 / 3), power)
    values = drawn.draw(2000, rng=np.random.default_rng(1))
    low, high = drawn.support
    assert values.shape == (2000,)
    assert low <= values.min()
    assert values.max() <= high
