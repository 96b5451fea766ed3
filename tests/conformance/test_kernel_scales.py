"""Declared kernels at wrong scales, and mistakes that only one form of a client shows: the right name and no other."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rftheory import conform
from rftheory.measured.inputs import Floats
from rftheory.measured.radial.names import frequency_law
from rftheory.mechanisms._shelf import couplings

M = 24
ARD = (0.6, 1.0, 1.7, 2.5)
Rows = Callable[[np.random.Generator, int, int], Floats]


def _student(rng: np.random.Generator, m: int, d: int) -> Floats:
    """Rows of the Matern kernel of order 5/2."""
    return rng.standard_normal((m, d)) / np.sqrt(rng.gamma(2.5, 1.0 / 2.5, (m, 1)))


def _waves(rows: Rows, m: int = M) -> Callable[..., Floats]:
    def features(x: Floats, seed: int) -> Floats:
        p = x @ rows(np.random.default_rng(seed), m, x.shape[1]).T
        return np.concatenate([np.cos(p), np.sin(p)], axis=1) / math.sqrt(m)

    return features


def _phases(rows: Rows) -> Callable[..., Floats]:
    def features(x: Floats, seed: int) -> Floats:
        rng = np.random.default_rng(seed)
        w, b = rows(rng, M, x.shape[1]), rng.uniform(0.0, 2.0 * math.pi, M)
        found: Floats = math.sqrt(2.0 / M) * np.cos(x @ w.T + b)
        return found

    return features


def _sqrt_d(rng: np.random.Generator, m: int, d: int) -> Floats:
    """Orthogonal blocks of lengths sqrt(d tau): the chi_d of a Gaussian row is lost."""
    directions = couplings()["orthogonal"].sample(d, m, rng=rng, n=1)[0]
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return directions * math.sqrt(d) / np.sqrt(rng.gamma(2.5, 1.0 / 2.5, (m, 1)))


WRONG: dict[str, tuple[Callable[..., Floats], dict[str, Any], str]] = {
    "sqrt(2 gamma) of an RBF for gamma": (
        _phases(lambda rng, m, d: math.sqrt(2.0 / 6.0) * rng.standard_cauchy((m, d))),
        {"kernel": "laplace", "lengthscale": 6.0, "d": 4},
        "bandwidth",
    ),
    "lengthscales multiplied": (
        _waves(lambda rng, m, d: _student(rng, m, d) * np.array(ARD)),
        {"kernel": "matern52", "ard": ARD, "d": 4},
        "lengthscale-inverted",
    ),
    "lengthscales lost": (_waves(_student), {"kernel": "matern52", "ard": ARD, "d": 4}, "lengthscale-lost"),
    "lengthscales in another order": (
        _waves(lambda rng, m, d: _student(rng, m, d) / np.array(ARD[::-1])),
        {"kernel": "matern52", "ard": ARD, "d": 4},
        "anisotropic",
    ),
    "four degrees of freedom for three": (
        _waves(lambda rng, m, d: rng.standard_normal((m, d)) * np.sqrt(4.0 / rng.chisquare(4.0, (m, 1)))),
        {"kernel": "matern32", "d": 4},
        "spectral-law",
    ),
    "one chi^2 for fewer rows than dimensions": (
        _waves(lambda rng, m, d: rng.standard_normal((m, d)) / math.sqrt(rng.gamma(1.5, 1.0 / 1.5))),
        {"kernel": "matern32", "d": 32},
        "mixing-one",
    ),
    "orthogonal rows of lengths sqrt(d tau)": (
        _waves(_sqrt_d),
        {"kernel": "matern52", "mechanism": "orthogonal", "d": 4},
        "norms-sqrt-d",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_the_right_name_and_no_other(wrong: str) -> None:
    code, options, cause = WRONG[wrong]
    report = conform(code, draws=3072, **options)
    assert report.exit_code == 1
    assert report.causes == (cause,)


def test_entries_that_are_read_modulo_a_period_refute_what_the_first_of_a_row_refutes() -> None:
    """Of 64 Cauchy entries one is often beyond what a random phase shows; a mistake of the scale is still refuted."""
    law = frequency_law("exponential")
    report = conform(
        _phases(lambda rng, m, d: law.rows(d, m, rng=rng, n=1)[0] / 2.0),
        kernel="laplace",
        lengthscale=2.0,
        d=64,
        draws=3072,
    )
    assert report.causes == ("radial-for-product",)


def test_a_block_that_shares_tau_is_told_from_strata() -> None:
    coupling = couplings()["orthogonal"]

    def shared(rng: np.random.Generator, m: int, d: int) -> Floats:
        tau = np.repeat(1.0 / rng.gamma(1.5, 1.0 / 1.5, m // d), d)
        return coupling.sample(d, m, rng=rng, n=1)[0] * np.sqrt(tau)[:, None]

    report = conform(_waves(shared), kernel="matern32", mechanism="orthogonal", d=4, draws=3072)
    assert report.causes == ("mixing-shared",)


@pytest.mark.all_draws
@pytest.mark.parametrize("draws", [1024, 4096])
def test_estimates_of_one_tau_have_the_right_mean(draws: int) -> None:
    """Their variance is sixteen times the claimed one: that is the mistake, and what a mean is tested under is the draws' own."""

    def estimates(x: Floats, y: Floats, seed: int) -> Floats:
        rng = np.random.default_rng(seed)
        w = rng.standard_normal((64, x.shape[1])) / math.sqrt(rng.gamma(1.5, 1.0 / 1.5))
        return np.asarray(np.mean(np.cos((x - y) @ w.T), axis=1))

    report = conform(estimates, kernel="matern32", mechanism="iid-trigonometric", m=64, d=4, draws=draws)
    assert report.causes == ("variance",)
    assert not any(found.check.startswith("mean") for found in report.failures)
