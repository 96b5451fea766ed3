"""Rare mistakes under names of their own, and not under those of their consequences."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from rftheory import conform

D, M, DRAWS = 8, 32, 512


def normal(seed: int) -> Any:
    """Rows of N(0, I)."""
    return np.random.default_rng(seed).standard_normal((M, D))


def waves(x: Any, w: Any) -> Any:
    """Cosines and sines."""
    return np.hstack([np.cos(x @ w.T), np.sin(x @ w.T)]) / math.sqrt(M)


def positive(x: Any, w: Any) -> Any:
    """Exponentials with the softmax kernel's weight."""
    return np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0) / math.sqrt(M)


def attention(queries: Any, keys: Any, v: Any) -> Any:
    """Values weighed by products of features."""
    a = queries @ keys.T
    return a @ v / np.sum(a, axis=1, keepdims=True)


def test_a_doubled_weight_of_waves_is_a_weight() -> None:
    """phi(x).phi(x) is e^(2 |x|^2) in every draw: it does not vary, and the means follow from it."""

    def features(x: Any, seed: int) -> Any:
        return np.exp(np.sum(x * x, axis=1, keepdims=True)) * waves(x, normal(seed))

    assert conform(features, kernel="softmax", d=D, draws=DRAWS).causes == ("weight",)


@pytest.mark.parametrize("power", [1.0, 2.0])
def test_lengthscales_that_are_lost_or_multiplied_have_their_names(power: float) -> None:
    lengths = np.array([1.0, 2.0, 0.5, 1.0, 3.0, 1.0, 1.0, 2.0])

    def features(x: Any, seed: int) -> Any:
        return waves(x, normal(seed) * lengths ** (power - 1.0))

    wanted = {1.0: "lengthscale-lost", 2.0: "lengthscale-inverted"}[power]
    report = conform(features, kernel="gaussian", ard=tuple(lengths), d=D, draws=DRAWS)
    assert report.causes == (wanted,)


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_one_phase_is_seen_whatever_the_bandwidth(scale: float) -> None:
    def features(x: Any, seed: int) -> Any:
        b = np.random.default_rng([seed, 1]).uniform(0.0, 2.0 * math.pi)
        return math.sqrt(2.0 / M) * np.cos(scale * x @ normal(seed).T + b)

    report = conform(features, d=D, draws=DRAWS)
    assert (report.exit_code, report.causes) == (1, ("phase-shared",))


def rotations(seed: int, rotate: Any) -> Any:
    """Blocks of rotations with norms of Gaussian vectors."""
    rng = np.random.default_rng(seed)
    blocks = [rotate(rng.standard_normal((D, D))) for _ in range(M // D)]
    return np.vstack(blocks) * np.linalg.norm(rng.standard_normal((M, D)), axis=1)[:, None]


def cayley(g: Any) -> Any:
    """(I - A)(I + A)^(-1) of a skew matrix: near the identity."""
    skew = (g - g.T) / 2.0
    return (np.eye(D) - skew) @ np.linalg.inv(np.eye(D) + skew)


def test_rotations_that_are_not_uniform_are_no_qr() -> None:
    """Their diagonals are of one sign nearly always, which signs of R would make no better."""

    def frequencies(d: int, m: int, seed: int) -> Any:
        del d, m
        return rotations(seed, cayley)

    report = conform(frequencies, mechanism="orthogonal", d=D, m=M, draws=DRAWS)
    assert report.exit_code == 1
    assert not {"unsigned-qr", "blocks-dependent"} & set(report.causes), report.causes


def test_norms_that_are_their_mean_are_no_bandwidth() -> None:
    mean = math.sqrt(2.0) * math.exp(math.lgamma((D + 1) / 2.0) - math.lgamma(D / 2.0))

    def frequencies(d: int, m: int, seed: int) -> Any:
        del d, m
        rng = np.random.default_rng(seed)
        blocks = []
        for _ in range(M // D):
            q, r = np.linalg.qr(rng.standard_normal((D, D)))
            blocks.append((q * np.sign(np.diag(r))).T)
        return mean * np.vstack(blocks)

    assert conform(frequencies, mechanism="orthogonal", d=D, m=M, draws=DRAWS).causes == ("norm-law",)


def test_keys_with_the_other_sign_have_the_queries_projections() -> None:
    def negated(q: Any, k: Any, v: Any, seed: int) -> Any:
        return attention(positive(q, normal(seed)), positive(-k, normal(seed)), v)

    assert conform(negated, mechanism="prf", d=D, m=M, draws=DRAWS).causes == ("unknown-map",)


def test_queries_alone_in_another_scale_are_not_of_another_kernel() -> None:
    """d^(-1/4) at the queries alone, d = 16: both sides have, up to what e^(x.y) hides, twice the softmax weight."""
    rows: dict[int, Any] = {}

    def one_sided(q: Any, k: Any, v: Any, seed: int) -> Any:
        w = rows.setdefault(seed, np.random.default_rng(seed).standard_normal((M, 16)))
        return attention(positive(q / 2.0, w), positive(k, w), v)

    report = conform(one_sided, mechanism="prf", scale="d^-1/4", d=16, m=M, draws=DRAWS)
    assert "weight" in report.causes
    assert "other-kernel" not in report.causes


@pytest.mark.parametrize("constant", [1e-3, 2e-2])
def test_a_constant_beside_waves_is_a_constant(constant: float) -> None:
    """It was no wave any more, its phases had another law, or it had a wrong factor."""

    def features(x: Any, seed: int) -> Any:
        return waves(x, normal(seed)) + constant

    for options in ({"mechanism": "rff"}, {"kernel": "gaussian"}):
        report = conform(features, d=D, draws=DRAWS, **options)
        assert (report.exit_code, report.causes) == (1, ("epsilon-added",))
