"""Rows of a draw in another order than block after block, and phases that hide the signs of coordinates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rftheory import conform
from rftheory.conformance.recognition.row_order import row_order
from tests.zoo.right.orthogonal_numpy import chi_norms, haar
from tests.zoo.right.positive_numpy import simplex
from tests.zoo.right.trigonometric_numpy import M

Sampler = Callable[[int, int, Any], Any]


def shuffled(sampler: Sampler) -> Sampler:
    """Rows of a draw in a random order."""
    return lambda m, d, rng: sampler(m, d, rng)[rng.permutation(m)]


def woven(m: int, d: int, rng: Any) -> Any:
    """The first rows of all blocks, then the second ones."""
    return np.stack(np.split(chi_norms(m, d, rng), m // d), axis=1).reshape(m, d)


def drawn(sampler: Sampler, m: int, d: int, n: int = 40) -> Any:
    rng = np.random.default_rng(1)
    return np.stack([sampler(m, d, rng) for _ in range(n)])


def cosines(w: Any, height: int) -> Any:
    """Those of two different rows of the first block, and of the last one."""
    u = w / np.linalg.norm(w, axis=-1, keepdims=True)
    rest = w.shape[1] % height or height
    return [
        (part @ np.swapaxes(part, 1, 2))[:, ~np.eye(part.shape[1], dtype=bool)]
        for part in (u[:, :height], u[:, -rest:])
    ]


@pytest.mark.parametrize("m", [24, 20, 18, 17])
@pytest.mark.parametrize("single", [False, True])
def test_blocks_are_put_together_and_a_cut_one_last(m: int, single: bool) -> None:
    w = drawn(shuffled(chi_norms), m, 8)
    w = w.astype(np.float32).astype(float) if single else w
    order = row_order(w, 1e-7 if single else 1e-12)
    assert order is not None
    assert order.fixed is None
    made = order.sorted(w)
    assert np.array_equal(np.sort(made, axis=1), np.sort(w, axis=1))
    for block in cosines(made, 8):
        assert np.all(np.abs(block) < 1e-6)


def test_simplex_rows_and_one_order_for_all_draws() -> None:
    rows = drawn(shuffled(simplex), 16, 8)
    order = row_order(rows, 1e-12)
    assert order is not None
    assert np.allclose(cosines(order.sorted(rows), 8)[0], -1 / 7)
    fixed = row_order(drawn(woven, 24, 8), 1e-12)
    assert fixed is not None
    assert fixed.fixed is not None
    assert fixed.fixed.tolist() == [first + 3 * k for first in range(3) for k in range(8)]


def one_q(m: int, d: int, rng: Any) -> Any:
    """One rotation for all blocks, its rows in other orders."""
    q = haar(d, rng)
    return np.concatenate([q[rng.permutation(d)] for _ in range(m // d)])


def independent(m: int, d: int, rng: Any) -> Any:
    return rng.standard_normal((m, d))


@pytest.mark.parametrize("sampler", [chi_norms, independent, one_q, simplex])
def test_rows_in_order_or_without_such_blocks_stay(sampler: Sampler) -> None:
    assert row_order(drawn(sampler, 16, 8), 1e-12) is None


def test_draws_without_the_blocks_stay_as_they_are() -> None:
    w = drawn(shuffled(chi_norms), 16, 8, 80)
    w[70, 0] += 0.1
    order = row_order(w, 1e-12)
    assert order is not None
    assert np.array_equal(order.sorted(w)[70], w[70])
    assert not np.array_equal(order.sorted(w)[69], w[69])


def test_no_order_is_promised_and_one_loose_row_is_seen() -> None:
    def loose(m: int, d: int, rng: Any) -> Any:
        w = chi_norms(m, d, rng)
        w[0] = rng.standard_normal(d)
        return w[rng.permutation(m)]

    def sampled(sampler: Sampler) -> Any:
        return lambda d, m, seed: sampler(m, d, np.random.default_rng(seed))

    options: dict[str, Any] = {"mechanism": "orthogonal", "d": 8, "m": 16, "contract": "frequencies"}
    assert conform(sampled(woven), **options).conforms
    assert conform(sampled(shuffled(chi_norms)), **options).conforms
    assert not conform(sampled(loose), **options).conforms


def grid(x: Any, seed: int) -> Any:
    """Phases k 2 pi/m: cos(2 b) and sin(2 b) have mean zero over features; two waves are even."""
    w = np.random.default_rng(seed).standard_normal((x.shape[1], M))
    return np.sqrt(2 / M) * np.cos(x @ w + np.linspace(0.0, 2 * np.pi, M, endpoint=False))


def test_even_waves_among_others_show_no_signs() -> None:
    options: dict[str, Any] = {"mechanism": "iid-phase", "kernel": "gaussian", "d": 8}
    report = conform(grid, **options)
    assert report.conforms
    assert "phases are 0 or pi" in report.preflight
    assert not conform(lambda x, seed: grid(1.2 * x, seed), **options).conforms
