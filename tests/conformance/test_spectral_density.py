"""Functions S(omega) as clients: both normalisations conform, every mistake has its own name; public defects rebuilt."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import special

from rftheory import conform
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats

L = 1.7
Density = Callable[..., Floats]


def _matern(
    nu: float, l: float, d: int, *, inside: float = 1.0, power: float | None = None, plain: bool = False
) -> Density:
    """2^d pi^{d/2} Gamma(nu+d/2)(2nu)^nu/(Gamma(nu) l^{2nu}) (2nu/l^2 + w^2)^{-(nu+d/2)}, as textbooks have it."""
    level = 2.0**d * math.pi ** (d / 2.0) * special.gamma(nu + d / 2.0) * (2.0 * nu) ** nu
    level /= special.gamma(nu) * l ** (2.0 * nu) * ((2.0 * math.pi) ** d if plain else 1.0)
    exponent = -(nu + d / 2.0) if power is None else power

    def density(omega: Floats) -> Floats:
        found: Floats = level * (2.0 * nu / l**2 + inside * np.sum(omega**2, axis=-1)) ** exponent
        return found

    return density


def _gaussian(l: float, d: int) -> Density:
    return lambda omega: (
        (2.0 * math.pi * l * l) ** (d / 2.0) * np.exp(-0.5 * l * l * np.sum(omega**2, axis=-1))
    )


@pytest.mark.parametrize("d", [1, 4, 16, 64])
def test_right_densities_conform_in_both_normalisations(d: int) -> None:
    for nu, kernel in ((0.5, "matern12"), (1.5, "matern32"), (2.5, "matern52")):
        for plain in (False, True):
            report = conform(
                _matern(nu, L, d, plain=plain), contract="spectral", kernel=kernel, lengthscale=L, d=d
            )
            assert report.exit_code == 0, report.findings
    assert conform(_gaussian(L, d), contract="spectral", kernel="gaussian", lengthscale=L, d=d).exit_code == 0


def test_product_kernels_lengthscales_and_cycles() -> None:
    laplace = conform(
        lambda w: np.prod(L / (math.pi * (1.0 + (L * w) ** 2)), axis=-1),
        contract="spectral",
        kernel="laplace",
        lengthscale=L,
        d=3,
    )
    assert laplace.exit_code == 0
    lengths = np.array([1.0, 2.0, 0.5])
    ard = _gaussian(1.0, 3)
    report = conform(
        lambda w: np.prod(lengths) * ard(w * lengths),
        contract="spectral",
        kernel="gaussian",
        ard=tuple(lengths),
        d=3,
    )
    assert report.exit_code == 0
    cycles = _matern(1.5, L, 2, inside=4.0 * math.pi**2)
    options: dict[str, Any] = {"contract": "spectral", "kernel": "matern32", "lengthscale": L, "d": 2}
    assert conform(cycles, convention="hertz", **options).exit_code == 0
    assert conform(cycles, **options).causes == ("density-4pi2",)
    assert conform(_matern(1.5, L, 2), convention="angular", **options).causes == ("density-2pi",)


def test_settings_and_sizes_alone() -> None:
    def density(omega: Floats, lengthscale: float, d: int) -> Floats:
        return _matern(1.5, lengthscale, d)(omega)

    def of_sizes(r: Floats) -> Floats:
        assert r.ndim == 1
        return _matern(1.5, L, 5)(r[:, None])

    options: dict[str, Any] = {"contract": "spectral", "kernel": "matern32", "lengthscale": L, "d": 5}
    assert conform(density, **options).exit_code == 0
    assert conform(of_sizes, **options).exit_code == 0


WRONG: dict[str, Callable[[int], Density]] = {
    "density-4pi2": lambda d: _matern(1.5, L, d, inside=4.0 * math.pi**2),
    "density-2pi": lambda d: lambda w: _matern(1.5, L, d)(w) * 2.0 * math.pi,
    "density-constant": lambda d: lambda w: 0.75 * _matern(1.5, L, d)(w),
    "density-lengthscale": lambda d: lambda w: _matern(1.5, L, d)(w) * L,
    "density-dimension": lambda d: _matern(1.5, L, d, power=-(1.5 + (d + 1) / 2.0)),
    "density-root": lambda d: lambda w: np.sqrt(_matern(1.5, L, d)(w)),
    "density-shape": lambda _: lambda w: 1.0 / (1.0 + np.sum(np.abs(w) ** 3, axis=-1)),
    "lengthscale-inverted": lambda d: _matern(1.5, 1.0 / L, d),
    "lengthscale-lost": lambda d: _matern(1.5, 1.0, d),
    "matern-degrees": lambda d: _matern(0.75, L, d),
    "gaussian-rows": lambda d: _gaussian(L, d),
    "univariate-t": lambda _: lambda w: np.prod(_matern(1.5, L, 1)(w[..., None]), axis=-1),
}


@pytest.mark.parametrize("cause", WRONG)
@pytest.mark.parametrize("d", [4, 16, 64])
def test_every_mistake_has_its_own_name(cause: str, d: int) -> None:
    report = conform(WRONG[cause](d), contract="spectral", kernel="matern32", lengthscale=L, d=d)
    assert report.exit_code == 1
    assert report.causes == (cause,)


def test_factors_of_the_frequencies_and_of_half_a_turn() -> None:
    """rho for rho^2 in an exponent, a Matern constant of another order, sqrt(2 pi) for 2 pi in two dimensions."""

    def named(code: Density, kernel: str, d: int) -> tuple[str, ...]:
        return conform(code, contract="spectral", kernel=kernel, lengthscale=L, d=d).causes

    unsquared = _gaussian(math.sqrt(L), 1)
    assert named(lambda w: math.sqrt(L) * unsquared(w), "gaussian", 1) == ("bandwidth",)
    assert named(lambda w: 3.0 * _matern(1.5, L * math.sqrt(0.6), 1)(w), "matern32", 1) == ("bandwidth",)
    assert named(lambda w: 3.0 * np.exp(-(L**2) * np.sum(w * w, axis=-1)), "gaussian", 1) == ("bandwidth-2",)
    assert named(lambda w: _gaussian(L, 2)(w) / math.sqrt(2.0 * math.pi), "gaussian", 2) == ("density-2pi",)
    assert named(_matern(1.5, L, 2, power=-3.5), "matern32", 2) == ("density-dimension",)


def _univariate(nu: float) -> Callable[..., Floats]:
    """Every coordinate a Student-t draw of its own: what sampling a one-dimensional spectral measure coordinatewise gives."""

    def frequencies(d: int, m: int, seed: int) -> Floats:
        return np.random.default_rng(seed).standard_t(2.0 * nu, (m, d)) / L

    return frequencies


def _of_misplaced_power(nu: float) -> Density:
    """A denominator in which the power stands on the second term alone."""

    def density(w: Floats) -> Floats:
        size, a = np.sum(w * w, axis=-1), 2.0 * nu / L**2
        found: Floats = 2.0 * a ** (nu / 2.0) / (a + size ** (nu + 0.5))
        return found

    return density


PUBLIC: dict[str, tuple[Callable[..., Floats], dict[str, Any], str]] = {
    "univariate Student-t, 1/2": (_univariate(0.5), {"kernel": "matern12", "d": 8}, "univariate-t"),
    "univariate Student-t, 3/2": (_univariate(1.5), {"kernel": "matern32", "d": 8}, "univariate-t"),
    "univariate Student-t, 5/2": (_univariate(2.5), {"kernel": "matern52", "d": 8}, "univariate-t"),
    "4 pi^2 in a Matern density": (_matern(1.5, L, 1, inside=4.0 * math.pi**2), {"kernel": "matern32", "d": 1}, "density-4pi2"),
    "a misplaced power, 1/2": (_of_misplaced_power(0.5), {"kernel": "matern12", "d": 1}, "density-constant"),
    "a misplaced power, 5/2": (_of_misplaced_power(2.5), {"kernel": "matern52", "d": 1}, "density-shape"),
    "a missing square": (lambda w: np.sqrt(_gaussian(L, 1)(w)), {"kernel": "gaussian", "d": 1}, "density-root"),
    "a wrong factor, 5/2": (lambda w: 3.0 * _matern(2.5, L, 1)(w), {"kernel": "matern52", "d": 1}, "density-constant"),
}  # fmt: skip


@pytest.mark.parametrize("defect", PUBLIC)
def test_eight_public_defects_are_named_in_five_seconds(defect: str) -> None:
    code, options, cause = PUBLIC[defect]
    begun = time.process_time()
    contract = "frequencies" if "Student" in defect else "spectral"
    report = conform(code, contract=contract, lengthscale=L, **options)
    assert time.process_time() - begun < 5.0
    assert report.exit_code == 1
    assert report.causes == (cause,)


def test_wrong_usage_is_refused() -> None:
    for options, text in (
        ({}, "of a kernel"),
        ({"kernel": "matern32", "convention": "hz"}, "allowed: angular, gp, hertz"),
        ({"kernel": "matern32", "ard": (1.0,), "d": 2}, "allowed: d = 2"),
    ):
        with pytest.raises(InputError, match=text):
            conform(_matern(1.5, 1.0, 2), contract="spectral", **options)
    with pytest.raises(InputError, match="with contract spectral"):
        conform(_univariate(1.5), kernel="matern32", convention="gp")
