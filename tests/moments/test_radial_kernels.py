"""Kernels as data: values against other forms of them, laws against quadrature and Fourier integrals, densities."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy import integrate, stats

from rftheory.errors import DomainError
from rftheory.moments import product_kernels
from rftheory.moments.radial_kernels import (
    ExponentialPowerCovariance,
    GaussianCovariance,
    GeneralisedCauchyCovariance,
    MaternCovariance,
    RationalQuadraticCovariance,
    StationaryKernel,
)

FAMILIES: tuple[StationaryKernel, ...] = (
    GaussianCovariance(),
    MaternCovariance(nu=0.3),
    MaternCovariance(nu=0.5),
    MaternCovariance(nu=1.5),
    MaternCovariance(nu=1.7),
    MaternCovariance(nu=2.5),
    RationalQuadraticCovariance(alpha=0.4),
    RationalQuadraticCovariance(alpha=3.0),
    ExponentialPowerCovariance(power=0.7),
    ExponentialPowerCovariance(power=1.0),
    ExponentialPowerCovariance(power=1.5),
    GeneralisedCauchyCovariance(power=1.2, beta=0.8),
    GeneralisedCauchyCovariance(power=2.0, beta=1.0),
)
IDS = [kernel.title for kernel in FAMILIES]
Z = np.array([0.0, 0.1, 0.7, 1.0, 2.5])


@pytest.mark.parametrize("kernel", FAMILIES, ids=IDS)
def test_the_mixture_has_the_kernel_as_its_laplace_transform(kernel: StationaryKernel) -> None:
    tau, weights = kernel.mixing()
    mixed = np.exp(-tau * Z[:, None] ** 2 / 2.0) @ weights
    assert mixed == pytest.approx(kernel.profile(Z), abs=1e-11)


@pytest.mark.parametrize("kernel", FAMILIES, ids=IDS)
@pytest.mark.parametrize("d", [1, 3])
def test_densities_are_the_derivatives_of_the_laws_of_radii(kernel: StationaryKernel, d: int) -> None:
    r = np.array([0.3, 1.1, 2.9])
    area = 2.0 * math.pi ** (d / 2.0) / math.gamma(d / 2.0) * r ** (d - 1)
    slope = (kernel.radius_cdf(r + 1e-4, d) - kernel.radius_cdf(r - 1e-4, d)) / 2e-4
    along = np.eye(d)[0] * r[:, None]
    assert area * kernel.density(along) == pytest.approx(slope, rel=1e-4)


@pytest.mark.parametrize("kernel", FAMILIES, ids=IDS)
def test_a_radius_in_one_dimension_is_the_size_of_a_coordinate(kernel: StationaryKernel) -> None:
    t = np.array([0.2, 1.0, 3.0])
    assert kernel.radius_cdf(t, 1) == pytest.approx(2.0 * kernel.coordinate_cdf(t) - 1.0, abs=1e-6)


def test_the_matern_value_is_that_of_mpmath() -> None:
    for nu in (0.3, 1.7, 4.2):
        for z in (1e-6, 0.4, 3.0, 20.0):
            s = mpmath.sqrt(2 * nu) * z
            exact = 2 ** (1 - nu) / mpmath.gamma(nu) * s**nu * mpmath.besselk(nu, s)
            assert float(MaternCovariance(nu=nu).profile(np.array(z))) == pytest.approx(
                float(exact), rel=1e-10
            )


def test_the_density_of_the_rational_quadratic_is_that_of_its_mixture() -> None:
    for alpha, d in ((0.4, 3), (3.0, 2), (2.0, 4), (1.5, 1)):
        kernel = RationalQuadraticCovariance(alpha=alpha)
        w = np.eye(d)[0] * np.array([[0.2], [1.0], [4.0]])
        mixed = StationaryKernel._radial_density(kernel, w[:, 0], d)
        assert kernel.density(w) == pytest.approx(mixed, rel=1e-8)
    assert float(RationalQuadraticCovariance(alpha=3.0).density(np.zeros((1, 2)))[0]) == pytest.approx(
        3.0 / (2.0 * math.pi) / 2.0
    )
    assert RationalQuadraticCovariance(alpha=0.5).density(np.zeros((1, 2)))[0] == math.inf


@pytest.mark.parametrize("power", [0.7, 1.5])
def test_stable_laws_are_those_of_levy_and_of_the_fourier_integral(power: float) -> None:
    t = 0.8
    found, _ = integrate.quad(
        lambda z: math.exp(-(z**power)) * math.sin(z * t) / (math.pi * z), 0.0, 400.0, limit=2000
    )
    assert float(ExponentialPowerCovariance(power=power).coordinate_cdf(np.array(t))) == pytest.approx(
        0.5 + found, abs=1e-4
    )
    one = ExponentialPowerCovariance(power=1.0).coordinate_cdf(np.array([0.1, 0.5, 2.0]))
    assert one == pytest.approx(stats.cauchy.cdf([0.1, 0.5, 2.0]), abs=1e-11)


@pytest.mark.parametrize(("power", "d"), [(1.2, 1), (1.5, 3), (1.9, 16)])
def test_densities_of_stable_laws_are_their_series(power: float, d: int) -> None:
    with mpmath.workdps(60):
        a, half = mpmath.mpf(power), mpmath.mpf(d) / 2

        def term(k: int) -> mpmath.mpf:
            return (-1) ** k * mpmath.gamma((2 * k + d) / a) / (mpmath.factorial(k) * mpmath.rf(half, k))

        whole = sum(term(k) for k in range(400)) * 2 / (a * (4 * mpmath.pi) ** half * mpmath.gamma(half))
    found = ExponentialPowerCovariance(power=power).density(2.0 * np.eye(d)[:1])
    assert float(found[0]) == pytest.approx(float(whole), rel=1e-10)


def test_both_conventions_integrate_to_the_kernel() -> None:
    length = 0.8
    for kernel in (
        MaternCovariance(length, nu=1.5),
        RationalQuadraticCovariance(length, alpha=2.0),
        GaussianCovariance(length),
    ):
        for z in (0.0, 0.5):

            def angular(w: float, kernel: StationaryKernel = kernel, z: float = z) -> float:
                return float(kernel.density(np.array([w]))) * math.cos(w * z)

            def ordinary(s: float, kernel: StationaryKernel = kernel, z: float = z) -> float:
                return float(kernel.gp_density(np.array([2.0 * math.pi * s]))) * math.cos(
                    2.0 * math.pi * s * z
                )

            truth = float(kernel.value(np.array([z])))
            assert integrate.quad(angular, -80.0, 80.0, limit=400)[0] == pytest.approx(truth, abs=2e-5)
            assert integrate.quad(ordinary, -12.7, 12.7, limit=400)[0] == pytest.approx(truth, abs=2e-5)


def test_lengthscales_one_for_each_coordinate() -> None:
    lengths = (1.0, 2.0, 0.5)
    kernel = MaternCovariance(lengths, nu=1.5)
    x = np.array([0.3, -0.4, 0.2])
    assert kernel.value(x) == pytest.approx(float(MaternCovariance(nu=1.5).value(x / np.array(lengths))))
    assert kernel.density(x) == pytest.approx(float(MaternCovariance(nu=1.5).density(x * np.array(lengths))))
    assert "0.5" in kernel.name
    assert kernel.stretched(2.0).lengthscale == (2.0, 4.0, 1.0)


def test_product_kernels_are_products() -> None:
    x, length = np.array([0.3, -0.4, 0.2]), 2.0
    assert product_kernels.laplace(length).value(x) == pytest.approx(math.exp(-0.9 / length))
    cauchy = np.prod(1.0 / (1.0 + (x / length) ** 2))
    assert product_kernels.cauchy(length).value(x) == pytest.approx(float(cauchy))
    assert product_kernels.stable_product(1.5).value(x) == pytest.approx(
        math.exp(-float(np.sum(np.abs(x) ** 1.5)))
    )
    student = np.prod(MaternCovariance(nu=1.5).profile(np.abs(x)))
    assert product_kernels.student_product(1.5).value(x) == pytest.approx(float(student))
    t = np.array([-1.0, 0.3, 2.0])
    assert product_kernels.laplace().coordinate_cdf(t) == pytest.approx(stats.cauchy.cdf(t), abs=1e-9)
    assert product_kernels.cauchy().coordinate_cdf(t) == pytest.approx(stats.laplace.cdf(t), abs=1e-9)
    two = np.array([[0.4, 1.3]])
    assert product_kernels.laplace().density(two) == pytest.approx(
        float(np.prod(stats.cauchy.pdf(two))), rel=1e-9
    )
    assert product_kernels.cauchy().density(two) == pytest.approx(
        float(np.prod(stats.laplace.pdf(two))), rel=1e-9
    )
    with pytest.raises(NotImplementedError):
        product_kernels.laplace().radius_cdf(t, 2)


def test_parameters_outside_their_domain_are_refused() -> None:
    for bad in (
        lambda: MaternCovariance(nu=0.0),
        lambda: MaternCovariance(math.nan),
        lambda: MaternCovariance((1.0, -1.0)),
        lambda: RationalQuadraticCovariance(alpha=math.inf),
        lambda: ExponentialPowerCovariance(power=2.1),
        lambda: GeneralisedCauchyCovariance(power=0.0),
        lambda: GeneralisedCauchyCovariance(beta=-1.0),
    ):
        with pytest.raises(DomainError):
            bad()
