"""Coupled rows of a declared kernel: the coupling, who shares the mixing variable, and the variance of estimates."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import rftheory
from rftheory import conform
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.radial.coupled import RadialCoupling
from rftheory.measured.radial.names import frequency_law
from rftheory.measured.radial.norms import Sharing
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.radial_kernels import MaternCovariance, RationalQuadraticCovariance, StationaryKernel
from rftheory.moments.waves.wave_moments import RadialBlock, wave_spread, wave_term

Rows = Callable[[np.random.Generator, int, int], Floats]
M = 12


def _coupled(coupling: str, sharing: Sharing = "row", kernel: str = "matern32") -> Rows:
    law = frequency_law(kernel)

    def rows(rng: np.random.Generator, m: int, d: int) -> Floats:
        drawn: Floats = RadialCoupling(couplings()[coupling], law, sharing).sample(d, m, rng=rng, n=1)[0]  # type: ignore[arg-type]
        return drawn

    return rows


def _sampler(rows: Rows) -> Callable[..., Floats]:
    def frequencies(d: int, m: int, seed: int) -> Floats:
        return rows(np.random.default_rng(seed), m, d)

    return frequencies


def _features(rows: Rows, *, phase: bool = False) -> Callable[..., Floats]:
    def features(x: Floats, seed: int) -> Floats:
        rng = np.random.default_rng(seed)
        p = x @ rows(rng, M, x.shape[1]).T
        if phase:
            return math.sqrt(2.0 / M) * np.cos(p + rng.uniform(0.0, 2.0 * math.pi, M))
        return np.concatenate([np.cos(p), np.sin(p)], axis=1) / math.sqrt(M)

    return features


def _one_for_all(rng: np.random.Generator, m: int, d: int) -> Floats:
    return rng.standard_normal((m, d)) * math.sqrt(1.5 / rng.standard_gamma(1.5))


def _root_d(rng: np.random.Generator, m: int, d: int) -> Floats:
    turned = _coupled("orthogonal")(rng, m, d)
    turned /= np.linalg.norm(turned, axis=1, keepdims=True)
    return turned * np.sqrt(d * 1.5 / rng.standard_gamma(1.5, (m, 1)))


@pytest.mark.parametrize(
    ("rows", "mechanism", "sharing"),
    [
        (_coupled("iid"), "iid", "row"),
        (_coupled("orthogonal"), "orthogonal", "row"),
        (_coupled("orthogonal"), None, None),
        (_coupled("simplex"), "simplex", "row"),
        (_coupled("orthogonal", "block"), "orthogonal", "block"),
        (_coupled("orthogonal", "block"), None, None),
        (_coupled("orthogonal", "stratified"), "orthogonal", "stratified"),
    ],
)
@pytest.mark.parametrize("d", [4, 16])
def test_right_couplings_conform(rows: Rows, mechanism: str | None, sharing: str | None, d: int) -> None:
    report = conform(
        _sampler(rows), mechanism=mechanism, sharing=sharing, kernel="matern32", d=d, m=3 * d, draws=1024
    )
    assert report.exit_code == 0, report.failures


WRONG: dict[str, tuple[Rows, str, str]] = {
    "uncoupled": (_coupled("iid"), "orthogonal", "row"),
    "mixing-one": (_one_for_all, "iid", "row"),
    "mixing-shared": (_coupled("orthogonal", "block"), "orthogonal", "row"),
    "mixing-separate": (_coupled("orthogonal"), "orthogonal", "block"),
    "norms-sqrt-d": (_root_d, "orthogonal", "row"),
}


@pytest.mark.parametrize("cause", WRONG)
@pytest.mark.parametrize("d", [4, 16, 64])
def test_every_mistake_of_a_coupling_has_its_name(cause: str, d: int) -> None:
    rows, mechanism, sharing = WRONG[cause]
    draws = {4: 2048, 16: 1024, 64: 1024}[d]
    report = conform(
        _sampler(rows), mechanism=mechanism, sharing=sharing, kernel="matern32", d=d, m=2 * d, draws=draws
    )
    assert report.exit_code == 1
    assert report.causes == (cause,)


def test_a_variance_that_is_not_known_is_said_to_be_unchecked() -> None:
    rows = _coupled("simplex")

    def features(x: Floats, seed: int) -> Floats:
        p = x @ rows(np.random.default_rng(seed), 8, x.shape[1]).T
        return np.concatenate([np.cos(p), np.sin(p)], axis=1) / math.sqrt(8.0)

    report = conform(features, mechanism="simplex", kernel="matern32", d=4, draws=2048)
    assert not report.failures
    assert "the variance of simplex rows of this kernel is not known here" in report.preflight


def test_one_variable_for_all_rows_is_a_mistake_whatever_is_declared() -> None:
    assert conform(_sampler(_one_for_all), kernel="matern32", d=8, m=24, draws=1024).causes == ("mixing-one",)


@pytest.mark.parametrize("phase", [False, True])
def test_features_and_their_variance(phase: bool) -> None:
    right = conform(
        _features(_coupled("orthogonal"), phase=phase), kernel="matern32", mechanism="orthogonal", d=4
    )
    assert right.exit_code == 0
    assert any(found.check.startswith("variance") for found in right.findings)


def test_estimates_alone_show_a_missing_coupling() -> None:
    """At |x - y| = 1.4 in four dimensions orthogonal rows have 3/5 of the variance."""
    x = np.array([[1.0, 0.0, 0.0, 0.0]])

    def draw(x: Floats, y: Floats, seed: int) -> Floats:
        rows = _coupled("iid")(np.random.default_rng(seed), M, 4)
        found: Floats = np.mean(np.cos((x - y) @ rows.T), axis=1)
        return found

    report = conform(
        draw,
        contract="estimates",
        kernel="matern52",
        mechanism="orthogonal-trigonometric",
        pairs=(x, -0.4 * x),
        m=M,
        d=4,
    )
    assert report.exit_code == 1
    report = conform(
        draw, contract="estimates", kernel="matern32", mechanism="iid-trigonometric", pairs=(x, -0.4 * x), m=M
    )
    assert report.exit_code == 0
    report = conform(
        draw,
        contract="estimates",
        kernel="matern32",
        mechanism="orthogonal-trigonometric",
        pairs=(x, -0.4 * x),
        m=M,
    )
    assert report.causes == ("uncoupled",)


@pytest.mark.parametrize(("d", "z"), [(2, "0.3"), (4, "1.4"), (16, "4"), (64, "1.4")])
def test_the_contour_gives_the_certified_covariances(d: int, z: str) -> None:
    x, block = np.array([float(z)]), RadialBlock(d, 2)
    cases: tuple[tuple[StationaryKernel, str, dict[str, str]], ...] = (
        (MaternCovariance(nu=0.5), "beyond/spectral/orf/matern-cov", {"nu": "0.5"}),
        (RationalQuadraticCovariance(alpha=1.5), "beyond/spectral/orf/rq-cov", {"alpha": "1.5"}),
    )
    for kernel, statement, parameters in cases:
        found = wave_spread(kernel, x, 2, block, phase=False)
        assert found is not None
        covariance = 2.0 * found.variance - wave_term(kernel, x, phase=False).variance
        given: dict[str, Any] = {"d": d, "l": 1, "z": z, "digits": 15, **parameters}
        certified = float(rftheory.evaluate(statement, **given))
        assert covariance == pytest.approx(certified, abs=3e-15)


def test_shared_variables_have_the_certified_variance() -> None:
    found = wave_spread(MaternCovariance(nu=1.5), np.array([1.1]), 4, RadialBlock(4, 4, True), phase=False)
    certified = rftheory.evaluate(
        "beyond/spectral/shared/block-mse", d=4, B=1, nu="1.5", l=1, z="1.1", digits=15
    )
    assert found is not None
    assert found.variance == pytest.approx(float(certified), rel=1e-12)


def test_fourth_moments_of_blocks_by_drawing() -> None:
    """20000 draws know a fourth moment of this law within 5 %: its relative spread is below 4."""
    d, m, x = 4, 9, np.array([1.1, 0.0, 0.0, 0.0])
    kernel = MaternCovariance(nu=1.5)
    for sharing in ("row", "block"):
        law = RadialCoupling(couplings()["orthogonal"], frequency_law("matern32"), sharing)  # type: ignore[arg-type]
        w = law.sample(d, m, rng=np.random.default_rng(5), n=60000)
        errors = np.mean(np.cos(w @ x), axis=1) - float(kernel.value(x))
        found = wave_spread(kernel, x, m, RadialBlock(d, d, sharing == "block"), phase=False)
        assert found is not None
        assert np.mean(errors**2) == pytest.approx(found.variance, rel=0.04)
        assert np.mean(errors**4) == pytest.approx(found.fourth, rel=0.1)


def test_wrong_declarations_are_refused() -> None:
    code = _sampler(_coupled("iid"))
    for options, text in (
        ({"kernel": "laplace", "mechanism": "orthogonal"}, "take no coupling orthogonal"),
        ({"kernel": "matern32", "mechanism": "hd3"}, "take no coupling hd3"),
        ({"kernel": "laplace", "sharing": "block"}, "no mixing variable"),
        ({"kernel": "matern32", "sharing": "blocks"}, "allowed: row, block, stratified"),
        ({"sharing": "block"}, "without a kernel"),
    ):
        with pytest.raises(InputError, match=text):
            conform(code, **options)  # type: ignore[arg-type]
