"""Features of stationary kernels: means over seeds are the kernel, couplings that rows do not take are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import rftheory
from rftheory import RandomFeatures
from rftheory.errors import InputError
from rftheory.moments import product_kernels
from rftheory.moments.radial_kernels import MaternCovariance, RationalQuadraticCovariance, StationaryKernel

X = np.array([[0.3, -0.2, 0.5], [0.0, 0.4, -0.6]])


@pytest.mark.parametrize(
    ("options", "kernel"),
    [
        ({"kernel": "matern32", "parameters": {"lengthscale": 1.5}}, MaternCovariance(1.5, 1.5)),
        ({"kernel": "rq", "parameters": {"alpha": 0.8}}, RationalQuadraticCovariance(alpha=0.8)),
        ({"kernel": "matern12", "parameters": {"lengthscale": [1.0, 2.0, 0.5]}}, MaternCovariance((1.0, 2.0, 0.5), 0.5)),
        ({"kernel": "laplace", "mechanism": "iid-trigonometric"}, product_kernels.laplace()),
    ],
)  # fmt: skip
def test_means_are_the_kernel(options: dict[str, Any], kernel: StationaryKernel) -> None:
    """One estimate of 256 rows has a standard deviation below 0.045 (V <= 1/2), the mean of 64 below 0.006: six of these."""
    values = []
    for seed in range(64):
        phi = RandomFeatures(512, random_state=seed, **options).fit_transform(X)
        values.append(phi[0] @ phi[1])
        assert np.allclose(np.sum(phi * phi, axis=1), 1.0)
    assert np.mean(values) == pytest.approx(float(kernel.value(X[0] - X[1])), abs=0.034)


def test_what_has_no_such_rows_is_refused() -> None:
    for options, text in (
        ({"kernel": "laplace"}, "iid-trigonometric"),
        ({"kernel": "matern32", "mechanism": "orthogonal-positive"}, "COUPLING-trigonometric"),
        ({"kernel": "matern32", "mechanism": "hd3-trigonometric"}, "takes no radial law"),
        ({"kernel": "matern"}, "needs nu"),
        ({"kernel": "matern33"}, "one of"),
    ):
        with pytest.raises(InputError, match=text):
            RandomFeatures(64, **options).fit(X)  # type: ignore[arg-type]


def test_which_couplings_take_a_radial_law_is_as_documented() -> None:
    """The table of docs/recommend.md: uniform directions take every radial kernel, the others the Gaussian one alone."""
    points = np.random.default_rng(0).normal(size=(3, 4))
    for coupling, sampler in rftheory.couplings().items():
        options = {"mechanism": f"{coupling}-trigonometric", "lengthscale": [1.0, 2.0, 1.0, 0.5]}
        uniform = coupling not in ("givens", "hadamard-simplex", "hd1", "hd2", "hd3", "simplex-plus")
        rows = sampler.height(4)
        assert RandomFeatures(2 * rows, **options).fit_transform(points).shape == (3, 2 * rows)
        for parameters in ({}, {"sharing": "block"}, {"sharing": "stratified"}):
            made = RandomFeatures(2 * rows, kernel="matern32", parameters=parameters, **options)
            if uniform:
                assert made.fit_transform(points).shape == (3, 2 * rows)
            else:
                with pytest.raises(InputError, match="takes no radial law"):
                    made.fit(points)
