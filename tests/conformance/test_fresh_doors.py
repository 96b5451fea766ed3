"""Doors of public code that were once shut or misread: defaults, fitting, training, smoothness, coarse numbers, scales."""

from __future__ import annotations

import math
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rftheory import conform
from rftheory.conformance.client.sizes import Sizes
from rftheory.errors import InputError

D, M, DRAWS = 8, 32, 512


def waves(x: Any, w: Any) -> Any:
    """Cosines and sines."""
    return np.hstack([np.cos(x @ w.T), np.sin(x @ w.T)]) / math.sqrt(len(w))


class Sampler:
    """exp(-gamma |x - y|^2), of which gamma has a default, or follows the data as scikit-learn's "scale" does."""

    def __init__(self, gamma: float | str = 1.0, factor: float = 1.0, random_state: int = 0) -> None:
        self.gamma, self.factor, self.random_state = gamma, factor, random_state

    def fit(self, x: Any) -> Sampler:
        gamma = 1.0 / (x.shape[1] * np.var(x)) if isinstance(self.gamma, str) else self.gamma
        rng = np.random.default_rng(self.random_state)
        self.w = self.factor * math.sqrt(2.0 * gamma) * rng.standard_normal((M, x.shape[1]))
        return self

    def transform(self, x: Any) -> Any:
        return waves(x, self.w)


class Wide(Sampler):
    """Frequencies are too large by 1.3, whatever gamma is."""

    def __init__(self, gamma: float = 1.0, random_state: int = 0) -> None:
        super().__init__(gamma, 1.3, random_state)


def test_a_scale_that_is_named_stands_for_its_default() -> None:
    assert conform(Sampler, gamma=0.25, d=D, draws=DRAWS).exit_code == 0
    assert conform(Sampler, sigma=2.0, d=D, draws=DRAWS).exit_code == 0
    assert conform(Wide, gamma=0.25, d=D, draws=DRAWS).causes == ("bandwidth",)


def test_a_scale_of_functions_likewise() -> None:
    def features(x: Any, seed: int, gamma: float = 1.0) -> Any:
        return waves(x, math.sqrt(2.0 * gamma) * np.random.default_rng(seed).standard_normal((M, x.shape[1])))

    assert conform(features, gamma=0.25, d=D, draws=DRAWS).exit_code == 0
    assert conform(features, scale=math.sqrt(2.0), kernel="gaussian", d=D, draws=DRAWS).exit_code == 0


def test_what_follows_the_data_is_fitted_once() -> None:
    report = conform(Sampler("scale"), d=D, draws=DRAWS)
    assert report.exit_code == 0
    assert "1.41 times the points" in report.identity


def test_a_smoothness_is_no_point() -> None:
    def features(X: Any, nu: float, lengthscale: float, n_components: int, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        heavy = np.sqrt(2.0 * nu / rng.chisquare(2.0 * nu, (n_components, 1)))
        return waves(X, rng.standard_normal((n_components, X.shape[1])) * heavy / lengthscale)

    report = conform(features, kernel="matern", nu=1.5, lengthscale=2.0, d=D, m=M, draws=DRAWS)
    assert not report.failures
    with pytest.raises(InputError, match="the code wants nu"):
        conform(features, kernel="gaussian", d=D, m=M, draws=DRAWS)
    assert Sizes(nu=2.5).value("nu", ()) == 2.5


def coarse(x: Any) -> Any:
    """Rounded to bfloat16, as float32."""
    bits = np.asarray(x, dtype=np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)).view(np.float32)


def test_steps_behind_a_finer_weight_are_of_half_precision() -> None:
    """exp(bfloat16(w.x) - |x|^2/2): the weight moves between the steps of what it multiplies."""

    def features(x: Any, seed: int) -> Any:
        w = np.random.default_rng(seed).standard_normal((M, D))
        found = np.exp(coarse(x @ w.T).astype(np.float64) - np.sum(x * x, axis=1, keepdims=True) / 2.0)
        return np.asarray(found / math.sqrt(M), dtype=np.float32)

    assert conform(features, kernel="softmax", d=D, draws=DRAWS).causes == ("precision",)


def test_attention_in_coarse_numbers_is_read_as_such() -> None:
    def attention(q: Any, k: Any, v: Any, seed: int) -> Any:
        w, size = np.random.default_rng(seed).standard_normal((M, D)), D**-0.25
        phi = [np.exp(size * x @ w.T - size**2 * np.sum(x * x, axis=1, keepdims=True) / 2.0) for x in (q, k)]
        a = phi[0] @ phi[1].T
        return coarse(a / np.sum(a, axis=1, keepdims=True) @ v)

    report = conform(attention, mechanism="prf", scale="d^-1/4", d=D, m=M, draws=DRAWS)
    assert not report.failures
    assert report.dtype == "bfloat16"


def test_biases_inside_a_map_are_no_constant_outside() -> None:
    def features(x: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        return np.maximum(x @ rng.standard_normal((M, D)).T + rng.standard_normal(M), 0.0) / math.sqrt(M)

    assert conform(features, mechanism="relu", d=D, draws=DRAWS).causes == ("unknown-map",)


def test_norms_of_a_triangle_have_no_bandwidth() -> None:
    """|R_ii| of a QR is chi of d - i + 1 degrees: its mean square is (d + 1)/(2 d) of the right one, no factor of two."""

    def frequencies(d: int, m: int, seed: int) -> Any:
        rng, blocks = np.random.default_rng(seed), []
        for _ in range(m // d):
            q, r = np.linalg.qr(rng.standard_normal((d, d)))
            blocks.append(np.abs(np.diag(r))[:, None] * (q * np.sign(np.diag(r))).T)
        return np.vstack(blocks)

    report = conform(frequencies, mechanism="orthogonal", d=16, m=48, draws=1024)
    assert report.causes == ("norm-law",)


def test_another_scale_than_the_declared_one_is_said() -> None:
    def features(x: Any, seed: int) -> Any:
        return waves(x, np.random.default_rng(seed).standard_normal((M, D)))

    report = conform(features, scale=2.0, d=D, draws=DRAWS)
    assert report.exit_code == 3
    assert "(--scale 1 declares it), and not of 2 times them" in report.identity


def test_undeclared_performers_say_their_scale() -> None:
    """Features of points over d^(1/4) are unbiased for e^(x.y) of these, which had been said of Gaussian kernels alone."""

    def features(x: Any, seed: int) -> Any:
        x = np.asarray(x, dtype=np.float32) * np.float32(x.shape[1] ** -0.25)
        w = np.random.default_rng(seed).standard_normal((M, x.shape[1])).astype(np.float32)
        return np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0) / np.float32(math.sqrt(M))

    report = conform(features, d=16, draws=1024)
    assert report.exit_code == 0
    assert "unbiased for e^(x.y)" in report.identity
    assert "(--scale d^-1/4 declares it)" in report.identity
    declared = conform(features, mechanism="prf", d=16, draws=DRAWS)
    assert "--scale d^-1/4 declares it" in declared.finding("weight of the features").detail


def test_threads_of_another_library_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, seen = [8], list[int]()
    fake = SimpleNamespace(
        get_num_threads=lambda: threads[-1],
        set_num_threads=threads.append,
        get_rng_state=lambda: 0,
        set_rng_state=lambda _: None,
        manual_seed=lambda _: None,
        cuda=SimpleNamespace(is_initialized=lambda: False),
    )
    monkeypatch.setitem(sys.modules, "torch", fake)

    def features(x: Any, seed: int) -> Any:
        seen.append(threads[-1])
        return waves(x, np.random.default_rng(seed).standard_normal((M, x.shape[1])))

    conform(features, d=D, draws=64)
    assert set(seen) == {1}
    assert threads[-1] == 8
