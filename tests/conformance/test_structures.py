"""What rows show of themselves to rounding: Hadamard products, shared diagonals, buckets; what kernels can be declared."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.linalg import hadamard

from rftheory.battery.concentration import Deviation, to_rounding
from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.conform import conform
from rftheory.conformance.projections.seen import repetition
from rftheory.errors import InputError
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.waves.kernel_names import stationary

NOTHING: Deviation = to_rounding("nothing", 0.0, 0.0)


def seen_of(w: np.ndarray, claim: str) -> tuple[bool, str | None, bool]:
    found = repetition(DrawnRows.of(w, couplings()[claim], 1e-13), NOTHING)
    return found.products, found.buckets, found.some


def products(diagonals: np.ndarray) -> np.ndarray:
    """sqrt(d) H D_1 .. H D_k for diagonals (n, k, d), by dense matrices."""
    n, _, d = diagonals.shape
    h, w = hadamard(d) / np.sqrt(d), np.broadcast_to(np.eye(d), (n, d, d))
    for signs in np.moveaxis(diagonals, 1, 0):
        w = w @ (h * signs[:, None, :])
    found: np.ndarray = np.sqrt(d) * w
    return found


def every(k: int, d: int) -> np.ndarray:
    """All diagonals of k factors."""
    return np.array(list(itertools.product((-1.0, 1.0), repeat=k * d))).reshape(-1, k, d)


def along_ones(w: np.ndarray) -> float:
    return float(np.mean(np.sum(w[:, 0], axis=-1) ** 2) / w.shape[-1])


def test_second_moments_of_products_by_every_choice_of_signs() -> None:
    for k in (1, 2, 3):
        assert along_ones(products(every(k, 4))) == pytest.approx(1.0, abs=1e-12)
    one = every(1, 4)
    assert along_ones(products(np.repeat(one, 3, axis=1))) > 1.5


def test_products_are_told_from_rotations() -> None:
    rng = np.random.default_rng(0)
    w = products(rng.choice([-1.0, 1.0], (40, 3, 8)))
    assert seen_of(w, "orthogonal")[0]
    assert seen_of(w, "hd3")[0]
    assert not seen_of(couplings()["orthogonal-fixed-norm"].sample(8, 8, rng=rng, n=40), "orthogonal")[0]


def test_buckets_with_and_without_signs() -> None:
    rng = np.random.default_rng(1)
    w = np.zeros((40, 6, 8))
    for draw in w:
        draw[rng.integers(0, 6, 8), np.arange(8)] = 1.0
    assert seen_of(w, "iid")[1] == "unsigned"
    assert seen_of(w * rng.choice([-1.0, 1.0], w.shape), "iid")[1] == "signed"
    assert seen_of(rng.standard_normal(w.shape), "iid")[1] is None


def test_the_additive_kernel_by_its_definition() -> None:
    kernel = stationary("additive", None, None, None, None)
    assert kernel is not None
    z = np.array([[0.3, -1.0, 2.0], [0.0, 0.0, 0.0]])
    wanted = [sum(np.exp(-(t**2) / 2.0) for t in row) for row in z]
    np.testing.assert_allclose(kernel.value(z), wanted, rtol=1e-15)
    half = kernel.stretched(2.0).value(z)
    np.testing.assert_allclose(half, [sum(np.exp(-(t**2) / 8.0) for t in row) for row in z], rtol=1e-15)


def test_rows_and_densities_of_the_additive_kernel_are_refused() -> None:
    def rows(d: int, m: int, seed: int) -> np.ndarray:
        return np.random.default_rng(seed).standard_normal((m, d))

    def density(omega: np.ndarray) -> np.ndarray:
        found: np.ndarray = np.exp(-np.sum(omega**2, axis=-1) / 2.0)
        return found

    with pytest.raises(InputError, match="one coordinate each"):
        conform(rows, kernel="additive", d=4, m=8)
    with pytest.raises(InputError, match="on the axes"):
        conform(density, contract="spectral", kernel="additive", d=4)
