"""Styles of public code that were once misjudged: right code that nothing is held against, wrong code by names that are true."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rftheory import conform

D, M, DRAWS = 16, 48, 512


def blocks(seed: int, *, signed: bool = True) -> Any:
    """Orthogonal rows with norms of Gaussian vectors, (m, d); unsigned as LAPACK's QR leaves them."""
    rng = np.random.default_rng(seed)
    drawn = []
    for _ in range(M // D):
        q, r = np.linalg.qr(rng.standard_normal((D, D)))
        drawn.append((q * np.sign(np.diag(r)) if signed else q).T)
    return np.vstack(drawn) * np.linalg.norm(rng.standard_normal((M, D)), axis=1)[:, None]


def exponentials(x: Any, rows: Any, constant: float = 0.0) -> Any:
    """exp(w.x - |x|^2/2)/sqrt(m), and a constant."""
    return (np.exp(x @ rows.T - np.sum(x * x, axis=1, keepdims=True) / 2.0) + constant) / math.sqrt(M)


def averaged(a: Any, v: Any) -> Any:
    """Values weighed by the rows of a."""
    return a @ v / np.sum(a, axis=1, keepdims=True)


def relu_attention(q: Any, k: Any, v: Any, seed: int) -> Any:
    """Generalised attention, whose weights of opposite points are 0."""
    rows = blocks(seed)
    a = np.maximum(q @ rows.T, 0.0) @ np.maximum(k @ rows.T, 0.0).T
    return a @ v / (np.sum(a, axis=1, keepdims=True) + 1e-6)


def elu(x: Any) -> Any:
    """The linear transformer's features: no projections."""
    return np.where(x > 0.0, x + 1.0, np.exp(np.minimum(x, 0.0)))


def maclaurin(x: Any, seed: int) -> Any:
    """Kar and Karnick: products of a random number of signed sums, a constant where that number is 0."""
    rng = np.random.default_rng(seed)
    found = []
    for n in rng.geometric(0.5, 128) - 1:
        signs = rng.choice([-1.0, 1.0], (n, D))
        found.append(math.sqrt(2.0 ** (n + 1) / math.factorial(n)) * np.prod(x @ signs.T, axis=1))
    return np.stack(found, axis=1) / math.sqrt(128)


def performer(q: Any, k: Any, v: Any, seed: int, *, signed: bool = True) -> Any:
    """Attention by positive features of points over d^(1/4)."""
    rows, size = blocks(seed, signed=signed), D**-0.25
    return averaged(exponentials(size * q, rows) @ exponentials(size * k, rows).T, v)


def taylor(q: Any, k: Any, v: Any) -> Any:
    """Weights 1 + s + s^2/2: no seed, no random features."""
    s = q @ k.T / math.sqrt(D)
    return averaged(1.0 + s + s * s / 2.0, v)


def gated(q: Any, k: Any, v: Any) -> Any:
    """An attention-free transformer: every column of the values has weights of its own."""
    weights = np.exp(k - np.max(k, axis=0))
    return np.sum(weights * v, axis=0) / np.sum(weights, axis=0) / (1.0 + np.exp(-q))


def test_no_reference_key_is_no_mistake_of_the_code() -> None:
    report = conform(relu_attention, d=D, draws=DRAWS)
    assert (report.exit_code, report.causes) == (3, ())
    assert any("weighs 0" in found.detail for found in report.findings)


def test_features_that_are_near_exponentials_only_close_to_zero() -> None:
    report = conform(elu, kernel="softmax", d=D, draws=DRAWS)
    assert report.exit_code != 0
    assert "weight" not in report.causes


def test_constants_of_a_series_are_no_constant_feature() -> None:
    report = conform(maclaurin, kernel="softmax", d=D, draws=DRAWS)
    assert report.exit_code != 1
    assert report.causes == ()


def test_a_slight_constant_does_not_explain_another_scale() -> None:
    def scaled(x: Any, seed: int) -> Any:
        return exponentials(D**-0.25 * x, blocks(seed), 1e-7)

    report = conform(scaled, d=D, draws=DRAWS)
    assert (report.exit_code, report.causes) == (0, ())
    assert "(--scale d^-1/4 declares it)" in report.identity
    declared = conform(scaled, mechanism="favor+", scale=D**-0.25, d=D, draws=DRAWS)
    assert declared.causes == ()


def test_estimates_that_are_off_are_no_green_line() -> None:
    report = conform(
        lambda q, k, v, seed: performer(q, k, v, seed, signed=False),
        mechanism="favor+",
        scale=D**-0.25,
        d=D,
        draws=1024,
    )
    assert report.exit_code == 3
    assert "off by up to -" in report.identity


def test_undeclared_attention_says_its_scale_and_no_numbers_of_another() -> None:
    report = conform(performer, d=D, draws=DRAWS)
    assert report.exit_code == 3
    assert "--scale d^-1/4" in report.identity
    assert report.size == ""


def test_another_attention_adds_no_constant() -> None:
    report = conform(taylor, kernel="softmax", scale=D**-0.25, d=D, draws=DRAWS)
    assert report.exit_code == 1
    assert report.causes == ("unknown-map",)


def test_half_precision_leaves_rows_orthogonal() -> None:
    def half(x: Any, seed: int) -> Any:
        products = (x.astype(np.float16) @ blocks(seed).T.astype(np.float16)).astype(np.float32)
        return np.exp(products - np.sum(x * x, axis=1, keepdims=True) / 2.0) / math.sqrt(M)

    report = conform(half, mechanism="favor+", d=D, draws=DRAWS)
    assert report.causes == ("precision",)


def test_features_divided_by_their_sum() -> None:
    def divided(x: Any, seed: int) -> Any:
        phi = exponentials(x, blocks(seed))
        return phi / np.sum(phi, axis=1, keepdims=True)

    report = conform(divided, kernel="softmax", d=D, draws=2048)
    assert report.exit_code == 1
    assert report.causes == ("normalised-features",)


def test_sinh_and_cosh_are_no_waves() -> None:
    def both(x: Any, seed: int) -> Any:
        p = x @ blocks(seed).T
        return (
            np.hstack([np.cosh(p), np.sinh(p)]) * np.exp(-np.sum(x * x, axis=1, keepdims=True) / 2) / M**0.5
        )

    report = conform(both, d=D, draws=DRAWS)
    assert (report.exit_code in (0, 3), report.causes) == (True, ())
    assert "e^(x.y)" in report.identity
    assert "not-orthogonal" not in conform(both, mechanism="favor+", d=D, draws=DRAWS).causes


def test_columns_with_weights_of_their_own() -> None:
    report = conform(gated, d=D, draws=DRAWS)
    assert (report.exit_code, report.causes) == (3, ())
    declared = conform(gated, kernel="softmax", d=D, draws=DRAWS)
    assert "columns-apart" in declared.causes
    assert "not-linear" not in declared.causes


def test_maxima_of_code_without_a_seed() -> None:
    report = conform(
        lambda x: np.concatenate([np.exp(x), np.exp(-x)], axis=1), kernel="softmax", d=D, draws=DRAWS
    )
    assert "max-subtracted" not in report.causes


def unit(x: Any) -> Any:
    """Points over their norms, kept from zero."""
    return x / np.maximum(np.linalg.norm(x, axis=-1, keepdims=True), 1e-12)


def test_attention_of_directions_is_left_open() -> None:
    """Peng et al.: queries and keys of norm one; keys had been said to have a maximum subtracted."""

    def rfa(q: Any, k: Any, v: Any, seed: int) -> Any:
        p, r = (unit(x) @ blocks(seed).T for x in (q, k))
        waves = [np.hstack([np.sin(one), np.cos(one)]) for one in (p, r)]
        return averaged(waves[0] @ waves[1].T, v)

    def cosine(q: Any, k: Any, v: Any, seed: int) -> Any:
        return averaged(exponentials(unit(q), blocks(seed)) @ exponentials(unit(k), blocks(seed)).T, v)

    for options in ({}, {"mechanism": "rfa"}, {"kernel": "softmax"}):
        report = conform(rfa, d=D, draws=DRAWS, **options)
        assert (report.exit_code, report.causes) == (3, ())
        assert report.answers[0].answer == "not settled"
    assert conform(cosine, d=D, draws=DRAWS).exit_code == 3


def test_ratios_of_homogeneous_features_have_no_factor() -> None:
    def features(x: Any, seed: int) -> Any:
        return np.maximum(x @ blocks(seed).T, 0.0)

    found = conform(features, mechanism="favor+-relu", ratios=True, d=D, draws=DRAWS)
    assert found.exit_code == 0, found.causes
    assert "missing-1/sqrt-m" in conform(features, mechanism="favor+-relu", d=D, draws=DRAWS).causes


def test_heavy_tails_are_no_bandwidth() -> None:
    """Rows of Cauchy entries have no mean square, and no factor makes them those of the Gaussian kernel."""

    def features(x: Any, seed: int) -> Any:
        w = np.random.default_rng(seed).standard_cauchy((M, D))
        return np.hstack([np.cos(x @ w.T), np.sin(x @ w.T)]) / math.sqrt(M)

    assert conform(features, kernel="gaussian", d=D, draws=DRAWS).causes == ("row-density",)
    undeclared = conform(features, d=D, draws=DRAWS)
    assert undeclared.exit_code == 3
    assert "unbiased" not in undeclared.identity


class Part:
    """A part of a pipeline: its seed has the name of the part before it."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def get_params(self) -> dict[str, Any]:
        return {"sampler": object(), "sampler__random_state": self.seed}

    def set_params(self, **given: Any) -> Part:
        if list(given) != ["sampler__random_state"]:
            raise ValueError(f"Invalid parameter {next(iter(given))!r}")
        self.seed = given["sampler__random_state"]
        return self

    def fit(self, x: Any) -> Part:
        self.w = np.random.default_rng(self.seed).standard_normal((M, x.shape[1]))
        return self

    def transform(self, x: Any) -> Any:
        return np.hstack([np.cos(x @ self.w.T), np.sin(x @ self.w.T)]) / math.sqrt(M)


def test_pipelines_take_the_seeds_of_their_parts() -> None:
    assert not conform(Part(), kernel="gaussian", d=D, draws=DRAWS).failures


def test_elu_and_one_is_an_attention_of_its_own() -> None:
    """elu + 1 is near e^x: undeclared, its keys had factors of their own once no entry was negative."""

    def attention(q: Any, k: Any, v: Any) -> Any:
        return averaged(elu(q) @ elu(k).T, v)

    report = conform(attention, d=D, draws=DRAWS)
    assert (report.exit_code, report.causes) == (3, ())
