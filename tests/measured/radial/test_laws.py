"""Radial and product laws: their mixing variables and kernels, by bounds that fail once in 1e9; hostile inputs.

What is expected comes from the textbook: SciPy's chi-square laws, Laplace transforms, kernels in closed form.
"""

import pickle
from dataclasses import fields
from math import exp, gamma, log, sqrt

import numpy as np
import pytest
from scipy import special, stats

from rftheory.errors import DomainError, InputError, UnknownIdError
from rftheory.measured.radial.gammas import gammas
from rftheory.measured.radial.laws import (
    ExponentialPower,
    FixedRadius,
    Gaussian,
    GeneralisedCauchy,
    Matern,
    RationalQuadratic,
)
from rftheory.measured.radial.names import KERNELS, frequency_law
from rftheory.measured.radial.product_laws import CauchyProduct, LaplaceProduct, StudentProduct

DELTA = 1e-9
N = 200_000
MIXTURES = [
    Gaussian(),
    Matern(0.3),
    Matern(0.5),
    Matern(2.5),
    RationalQuadratic(0.4),
    RationalQuadratic(3.0),
    ExponentialPower(0.7),
    ExponentialPower(1.0),
    ExponentialPower(1.5),
    ExponentialPower(2.0),
    GeneralisedCauchy(1.2, 0.6),
    GeneralisedCauchy(2.0, 1.0),
]


def rng(seed=23):
    return np.random.default_rng(seed)


def cosine_gap(values, expected):
    """How far a mean of values in [-1, 1] is beyond what Hoeffding allows once in 1e9."""
    return abs(values.mean() - expected) - sqrt(2.0 * log(2.0 / DELTA) / len(values))


def dkw_gap(values, cdf):
    """The same for an empirical distribution function (Massart)."""
    ordered, n = cdf(np.sort(values)), len(values)
    steps = np.arange(n + 1) / n
    found = max(np.abs(ordered - steps[1:]).max(), np.abs(ordered - steps[:-1]).max())
    return found - sqrt(log(2.0 / DELTA) / (2.0 * n))


def matern(nu, z):
    x = sqrt(2.0 * nu) * z
    return 2.0 ** (1.0 - nu) / gamma(nu) * x**nu * special.kv(nu, x)


def kernel(law, z):
    """The kernel at lengthscale 1, by its textbook form."""
    match law:
        case Gaussian():
            return exp(-z * z / 2.0)
        case Matern(nu=nu):
            return matern(nu, z)
        case RationalQuadratic(alpha=alpha):
            return (1.0 + z * z / (2.0 * alpha)) ** -alpha
        case ExponentialPower(power=a):
            return exp(-(z**a))
        case GeneralisedCauchy(power=a, beta=beta):
            return (1.0 + z**a) ** -beta


@pytest.mark.parametrize("law", MIXTURES, ids=str)
@pytest.mark.parametrize("z", [0.3, 1.1, 2.5])
def test_scales_and_rows_have_the_kernel_as_their_mean(law, z):
    scales = law.scales(rng(), (N,))
    assert np.all(np.isfinite(scales))
    assert np.all(scales >= 0.0)
    assert cosine_gap(2.0 * np.exp(-scales * z * z / 2.0) - 1.0, 2.0 * kernel(law, z) - 1.0) < 0.0
    x = np.array([z, 0.0, 0.0]) if z < 1.0 else z * np.array([2.0, -1.0, 2.0]) / 3.0
    rows = law.rows(3, 1, rng=rng(5), n=N // 2)
    assert rows.shape == (N // 2, 1, 3)
    assert cosine_gap(np.cos(rows[:, 0] @ x), kernel(law, z)) < 0.0


@pytest.mark.parametrize("law", MIXTURES, ids=str)
def test_radii_are_those_of_the_rows(law):
    radii = law.radii(4, rng(7), (N,))
    z = 1.3  # Omega_4(t) = 2 J_1(t)/t
    assert cosine_gap(2.0 * special.j1(radii * z) / (radii * z), kernel(law, z)) < 0.0


@pytest.mark.parametrize(
    ("law", "cdf"),
    [
        (Matern(0.5), lambda tau: stats.chi2.sf(1.0 / tau, 1.0)),
        (Matern(1.0), lambda tau: stats.chi2.sf(2.0 / tau, 2.0)),
        (Matern(1.5), lambda tau: stats.chi2.sf(3.0 / tau, 3.0)),
        (Matern(2.5), lambda tau: stats.chi2.sf(5.0 / tau, 5.0)),
        (RationalQuadratic(2.0), lambda tau: stats.chi2.cdf(4.0 * tau, 4.0)),
        (Matern(0.8), lambda tau: stats.chi2.sf(2 * 0.8 / tau, 2 * 0.8)),
        (RationalQuadratic(1.7), lambda tau: stats.chi2.cdf(2 * 1.7 * tau, 2 * 1.7)),
        (ExponentialPower(1.0), lambda tau: stats.chi2.sf(1.0 / tau, 1.0)),
    ],
)
def test_mixing_variables_have_the_printed_laws(law, cdf):
    assert dkw_gap(law.scales(rng(), (N,)), cdf) < 0.0


@pytest.mark.parametrize(
    "wrong",
    [
        lambda g: 0.75 / g.standard_gamma(0.75, N),
        lambda g: g.standard_gamma(1.5, N) / 1.5,
        lambda g: 1.0 / g.standard_gamma(1.5, N),
    ],
    ids=["chi2-nu", "multiplied", "factor lost"],
)
def test_the_known_mistakes_are_seen(wrong):
    scales = wrong(rng())
    assert dkw_gap(scales, lambda tau: stats.chi2.sf(3.0 / tau, 3.0)) > 0.0


@pytest.mark.parametrize("law", [Matern(0.4), Matern(3.0), RationalQuadratic(0.3), RationalQuadratic(5.0)])
def test_quantiles_invert_the_law(law):
    shares = np.linspace(0.05, 0.95, 7)
    tau = law.quantiles(shares)
    if isinstance(law, Matern):
        np.testing.assert_allclose(stats.chi2.sf(2 * law.nu / tau, 2 * law.nu), shares, rtol=1e-9)
    else:
        np.testing.assert_allclose(stats.chi2.cdf(2 * law.alpha * tau, 2 * law.alpha), shares, rtol=1e-9)
    assert np.all(np.diff(tau) > 0.0)


def test_gamma_variables_made_by_twos_are_independent():
    ranks = special.gammainc(1.5, gammas(1.5, rng=rng(), shape=(N, 2)))
    other = special.gammainc(1.5, gammas(1.5, rng=rng(3), shape=(2, N)))
    for u, v in ((ranks[:, 0], ranks[:, 1]), tuple(other)):
        assert cosine_gap((2.0 * u - 1.0) * (2.0 * v - 1.0), 0.0) < 0.0
        assert cosine_gap(np.cos(2.0 * np.pi * u) * np.cos(2.0 * np.pi * v), 0.0) < 0.0
    assert gammas(2.5, rng=rng(), shape=(3, 5, 1)).shape == (3, 5, 1)


def test_quantiles_of_a_law_without_them():
    for law in (ExponentialPower(1.3), GeneralisedCauchy(1.0, 1.0), FixedRadius(2.0)):
        with pytest.raises(InputError, match=law.name):
            law.quantiles(np.array([0.5]))


def test_fixed_radius():
    law = FixedRadius(2.5)
    rows = law.rows(3, 4, rng=rng(), n=1000)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=-1), 2.5, rtol=1e-12)
    assert np.all(law.radii(3, rng(), (5, 2)) == 2.5)
    assert cosine_gap(np.cos(law.rows(3, 1, rng=rng(), n=N)[:, 0, 1]), np.sin(2.5) / 2.5) < 0.0
    with pytest.raises(InputError, match="no scale mixture"):
        law.scales(rng(), (3,))


@pytest.mark.parametrize("z", [(0.5, 0.0, 0.0), (0.4, -0.7, 0.2)])
@pytest.mark.parametrize(
    ("law", "one"),
    [
        (LaplaceProduct(), lambda t: exp(-abs(t))),
        (CauchyProduct(), lambda t: 1.0 / (1.0 + t * t)),
        (StudentProduct(1.5), lambda t: matern(1.5, abs(t)) if t else 1.0),
    ],
)
def test_product_laws(law, one, z):
    rows = law.rows(3, 1, rng=rng(), n=N)[:, 0]
    assert cosine_gap(np.cos(rows @ np.array(z)), np.prod([one(t) for t in z])) < 0.0


def test_student_coordinates_are_not_the_radial_law():
    z = np.full(3, 1.0)
    rows = StudentProduct(1.5).rows(3, 1, rng=rng(), n=N)[:, 0]
    assert cosine_gap(np.cos(rows @ z), matern(1.5, sqrt(3.0))) > 0.0


def test_lengthscales_divide_last():
    plain = Matern(1.5).rows(3, 2, rng=rng(), n=4)
    np.testing.assert_allclose(Matern(1.5, 2.0).rows(3, 2, rng=rng(), n=4), plain / 2.0)
    ard = Matern(1.5, (1.0, 2.0, 0.5))
    np.testing.assert_allclose(ard.rows(3, 2, rng=rng(), n=4), plain / [1.0, 2.0, 0.5])
    np.testing.assert_array_equal(ard.radii(3, rng(), (3,)), Matern(1.5).radii(3, rng(), (3,)))
    assert Matern(1.5, np.array([1.0, 2.0])).lengthscale == (1.0, 2.0)
    assert Matern(np.float64(1.5), np.float64(2.0)) == Matern(1.5, 2)
    with pytest.raises(DomainError, match="d = 2 numbers"):
        ard.rows(2, 1, rng=rng(), n=1)


@pytest.mark.parametrize(
    "law", [Matern(0.01), ExponentialPower(0.02), GeneralisedCauchy(0.05, 0.01)], ids=str
)
def test_extreme_tails_stay_finite(law):
    rows = law.rows(2, 1, rng=rng(), n=100_000)
    assert np.all(np.isfinite(rows))
    assert np.all(np.isfinite(np.cos(rows)))


@pytest.mark.parametrize(
    ("make", "parameter"),
    [
        (lambda: Matern(0.0), "nu"),
        (lambda: Matern(-1), "nu"),
        (lambda: Matern(True), "nu"),
        (lambda: Matern("3/2"), "nu"),
        (lambda: Matern(float("nan")), "nu"),
        (lambda: Matern(1.5, 0.0), "lengthscale"),
        (lambda: Matern(1.5, ()), "lengthscale"),
        (lambda: Matern(1.5, [1.0, -1.0]), "lengthscale"),
        (lambda: Matern(1.5, [[1.0]]), "lengthscale"),
        (lambda: Matern(1.5, "2"), "lengthscale"),
        (lambda: Gaussian(float("inf")), "lengthscale"),
        (lambda: RationalQuadratic(0), "alpha"),
        (lambda: ExponentialPower(2.1), "power"),
        (lambda: GeneralisedCauchy(1.0, 0.0), "beta"),
        (lambda: FixedRadius(0.0), "radius"),
        (lambda: StudentProduct(0.0), "nu"),
        (lambda: LaplaceProduct(0.0), "lengthscale"),
        (lambda: Matern(1.5).rows(0, 1, rng=rng(), n=1), "d"),
        (lambda: Matern(1.5).rows(1, 1, rng=rng(), n=0), "n"),
    ],
)
def test_bad_parameters_are_named(make, parameter):
    with pytest.raises(DomainError) as caught:
        make()
    assert caught.value.parameter == parameter


def test_a_law_is_made_of_its_numbers_alone():
    for law in (*MIXTURES, LaplaceProduct(), CauchyProduct(), StudentProduct(3.0)):
        assert not {"name", "title", "reference"} & {each.name for each in fields(law) if each.init}, law


def test_names():
    assert frequency_law("matern32", lengthscale=2) == Matern(1.5, 2.0)
    assert frequency_law("exponential") == frequency_law("matern12") == Matern(0.5)
    assert frequency_law("rbf") == frequency_law("gaussian", nu=None) == Gaussian()
    assert frequency_law("matern", nu=0.7) == Matern(0.7)
    assert frequency_law("rq", alpha=1, lengthscale=(1, 2)) == RationalQuadratic(1.0, (1.0, 2.0))
    assert frequency_law("generalised-cauchy", power=1, beta=2) == GeneralisedCauchy(1.0, 2.0)
    assert frequency_law("laplace") == LaplaceProduct()
    for name, entry in KERNELS.items():
        law = frequency_law(name, **dict.fromkeys(entry.parameters, 1.5))
        assert law.title
        assert law.reference
        assert pickle.loads(pickle.dumps(law)) == law
        assert len({law, law}) == 1
        assert str(law).startswith(f"{law.name}(")
    with pytest.raises(UnknownIdError, match="unknown kernel matern3; nearest: matern32"):
        frequency_law("matern3")
    with pytest.raises(InputError, match="kernel rq needs alpha"):
        frequency_law("rq")
    with pytest.raises(InputError, match="kernel matern32 has no parameter nu"):
        frequency_law("matern32", nu=1.0)
