"""Code in the shapes of public code: columns for rows, classes by their own names, masks, small constants, points as features."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from rftheory.conformance import conform as battery
from rftheory.conformance.client.sizes import Sizes
from rftheory.conformance.conform import conform
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats

D, M = 8, 24
FAVOR: dict[str, Any] = {"mechanism": "favor+", "kernel": "softmax", "d": D}
QUARTER: dict[str, Any] = {**FAVOR, "scale": "d^-1/4"}
ATTENTION: dict[str, Any] = {**QUARTER, "mechanism": "prf", "m": M}
WAVES: dict[str, Any] = {"mechanism": "rff", "kernel": "gaussian", "d": D}


@pytest.fixture(autouse=True)
def _few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at holds in every draw, or is wrong by a factor."""
    monkeypatch.setitem(battery.DRAWS, "quick", 256)


def _rows(m: int, d: int, seed: int, *, signed: bool = True) -> Floats:
    rng = np.random.default_rng(seed)
    blocks = []
    for _ in range(-(-m // d)):
        q, r = np.linalg.qr(rng.normal(size=(d, d)))
        blocks.append((q * np.sign(np.diag(r)) if signed else q).T)
    norms = np.linalg.norm(rng.normal(size=(m, d)), axis=1, keepdims=True)
    return np.asarray(np.concatenate(blocks)[:m] * norms)


def _positive(x: Floats, w: Floats, epsilon: float = 0.0) -> Floats:
    found = np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0)
    return np.asarray((found + epsilon) / math.sqrt(M))


def _waves(x: Floats, w: Floats) -> Floats:
    return np.asarray(np.hstack([np.cos(x @ w.T), np.sin(x @ w.T)]) / math.sqrt(len(w)))


def _features(epsilon: float, maximum: bool = False) -> Any:
    def features(x: Floats, seed: int) -> Floats:
        return _positive(x, _rows(M, x.shape[1], seed), epsilon)

    def stabilised(data: Floats, is_query: bool, seed: int) -> Floats:
        x = data * data.shape[1] ** -0.25
        p = x @ _rows(M, x.shape[1], seed).T
        top = np.max(p, axis=1, keepdims=True) if is_query else np.max(p)
        return np.asarray(
            (np.exp(p - np.sum(x * x, axis=1, keepdims=True) / 2.0 - top) + epsilon) / math.sqrt(M)
        )

    return stabilised if maximum else features


def _attention(*, epsilon: float = 0.0, below: float = 0.0, masked: bool = False, power: float = 0.25) -> Any:
    """epsilon in features, below: in the denominator."""

    def attention(q: Floats, k: Floats, v: Floats, seed: int) -> Floats:
        quarter, w = q.shape[1] ** -power, np.random.default_rng(seed).normal(size=(M, q.shape[1]))
        a = _positive(quarter * q, w, epsilon) @ _positive(quarter * k, w, epsilon).T
        a = np.tril(a) if masked else a
        return np.asarray(a @ v / (np.sum(a, axis=1, keepdims=True) + below))

    return attention


@pytest.mark.parametrize(("epsilon", "harms"), [(1e-12, False), (1e-6, False), (1e-4, True), (1e-2, True)])
def test_a_constant_counts_where_it_changes_an_estimate(epsilon: float, harms: bool) -> None:
    """2 e epsilon is the relative error at x = -y of norm 1: 5.4e-4 for 1e-4."""
    for options in (FAVOR, {"d": D}):
        report = conform(_features(epsilon), **options)
        assert report.causes == (("epsilon-added",) if harms else ()), report.causes
        assert report.exit_code == int(harms)
        noted = [found for found in report.notes if found.cause == "epsilon-added"]
        assert bool(noted) is not harms


@pytest.mark.parametrize(("epsilon", "harms"), [(1e-8, False), (1e-4, True)])
def test_a_constant_beside_maxima(epsilon: float, harms: bool) -> None:
    report = conform(_features(epsilon, True), ratios=True, **QUARTER)
    assert report.causes == (("epsilon-added",) if harms else ()), report.causes
    undeclared = conform(_features(epsilon, True), d=D)
    assert (undeclared.exit_code == 1) is harms, undeclared.causes


@pytest.mark.parametrize(("below", "harms"), [(1e-8, False), (1e-6, False), (0.05, True)])
def test_a_denominator_that_is_kept_from_zero(below: float, harms: bool) -> None:
    report = conform(_attention(below=below), **ATTENTION)
    assert report.causes == (("not-normalised",) if harms else ()), report.causes


def test_a_causal_mask_is_allowed_for() -> None:
    right = conform(_attention(masked=True), **ATTENTION)
    assert right.conclusion == "conforms", right.failures
    assert "later keys are masked" in right.preflight
    held = {found.check for found in right.findings if found.outcome.value == "holds"}
    assert {"order of the keys", "rows sum to one", "ratios", "mean: obtuse"} <= held
    assert "weight" in conform(_attention(masked=True, power=0.5), **ATTENTION).causes
    assert "epsilon-added" in conform(_attention(masked=True, epsilon=1e-2), **ATTENTION).causes
    assert "not-normalised" in conform(_attention(masked=True, below=0.5), **ATTENTION).causes


def test_constants_make_no_waves_of_exponentials() -> None:
    """Float32 hides a constant from points as near as waves are asked for: its attention was read as that of cosines."""

    def attention(q: Floats, k: Floats, v: Floats, seed: int) -> Floats:
        queries, keys, w = (
            np.asarray(part, dtype=np.float32)
            for part in (q / 2, k / 2, np.random.default_rng(seed).normal(size=(48, 16)))
        )
        p, r = queries @ w.T, keys @ w.T
        first = np.exp(p - np.sum(queries**2, axis=1, keepdims=True) / 2 - np.max(p, axis=1, keepdims=True))
        a = (first + np.float32(1e-4)) @ (
            np.exp(r - np.sum(keys**2, axis=1, keepdims=True) / 2 - np.max(r)) + np.float32(1e-4)
        ).T
        return np.asarray(a / np.sum(a, axis=1, keepdims=True) @ np.asarray(v, dtype=np.float32))

    found = conform(attention, d=16)
    assert found.mechanism.endswith("positive")
    assert found.exit_code == 3


def test_undeclared_attention_may_know_places() -> None:
    def placed(q: Floats, k: Floats, v: Floats) -> Floats:
        a = np.exp(q @ k.T) * np.cos(0.1 * np.subtract.outer(np.arange(len(q)), np.arange(len(k))))
        return np.asarray(a @ v / np.sum(a, axis=1, keepdims=True))

    report = conform(placed, d=D, m=M)
    assert (report.exit_code, report.causes) == (3, ())


def test_points_among_the_features() -> None:
    def beside(x: Floats, seed: int) -> Floats:
        w = np.random.default_rng(seed).normal(size=(M, x.shape[1]))
        return np.hstack([x, _waves(x, w)])

    declared, alone = conform(beside, **WAVES), conform(beside, d=D)
    assert declared.causes == ("linear-feature",)
    assert "add 1 x.y to" in declared.finding("linear features").detail
    assert (alone.causes, alone.mechanism) == ((), "iid-trigonometric")


def test_linear_maps_keep_their_features() -> None:
    def projections(x: Floats, seed: int) -> Floats:
        return np.asarray(x @ np.random.default_rng(seed).normal(size=(x.shape[1], M)) / math.sqrt(M))

    assert conform(projections, mechanism="iid-identity", d=D).conclusion == "conforms"


@pytest.mark.parametrize("m", [4 * D, 4 * D + 1])
def test_columns_as_many_as_the_points_asked_for(m: int) -> None:
    """Points are asked for one less a time: features as many as these made a square, which was no column of theirs."""

    def columns(x: Floats, seed: int) -> Floats:
        rng = np.random.default_rng(seed)
        return math.sqrt(2.0 / m) * np.cos(
            rng.normal(size=(m, D)) @ x.T + rng.uniform(0.0, 2 * math.pi, (m, 1))
        )

    assert conform(columns, **{**WAVES, "m": m}).exit_code == 0


def test_features_may_come_as_columns() -> None:
    def turned(x: Floats, seed: int) -> Floats:
        return _waves(x, np.random.default_rng(seed).normal(size=(M, x.shape[1]))).T

    assert conform(turned, **WAVES).conclusion == "conforms"
    wrong = conform(lambda X, seed: math.sqrt(M) * turned(X, seed), **WAVES)
    assert wrong.causes == ("missing-1/sqrt-m",)


@pytest.mark.parametrize(("signed", "causes"), [(True, ()), (False, ("unsigned-qr",))])
def test_frequencies_may_come_as_columns(signed: bool, causes: tuple[str, ...]) -> None:
    def omega(dim: int, num_features: int, seed: int) -> Floats:
        return _rows(num_features, dim, seed, signed=signed).T

    report = conform(omega, mechanism="orthogonal", d=D, m=M)
    assert report.causes == causes
    assert "columns" in report.preflight


@pytest.mark.parametrize("phases", [True, False])
def test_estimates_show_which_form_they_have(phases: bool) -> None:
    def gram(x: Floats, y: Floats, seed: int) -> Floats:
        rng = np.random.default_rng(seed)
        w, b = rng.normal(size=(x.shape[1], M)), rng.uniform(0.0, 2.0 * np.pi, M)
        if phases:
            return np.asarray((2.0 / M) * np.cos(x @ w + b) @ np.cos(y @ w + b).T)
        return np.asarray(_waves(x, w.T) @ _waves(y, w.T).T)

    report = conform(gram, m=M, **WAVES)
    assert report.conclusion == "conforms", report.failures
    assert report.mechanism == ("iid-phase" if phases else "iid-trigonometric")


def test_cosines_without_any_factor() -> None:
    def bare(x: Floats, seed: int) -> Floats:
        rng = np.random.default_rng(seed)
        return np.asarray(np.cos(x @ rng.normal(size=(x.shape[1], M)) + rng.uniform(0.0, 2.0 * np.pi, M)))

    assert conform(bare, **WAVES).causes == ("missing-1/sqrt-m",)


class _TransformAlone:
    def __init__(self, d: int, D: int, kernel_width: float, seed: int = 0) -> None:
        self.w = np.random.default_rng(seed).normal(size=(D, d)) / kernel_width

    def transform(self, x: Floats) -> Floats:
        return _waves(x, self.w)


class _Fitting:
    def __init__(self, R: int, p: int, sigmasq: float) -> None:
        self.shape, self.sigma = (R, p), math.sqrt(sigmasq)

    def fit(self) -> None:
        self.w = np.random.normal(size=self.shape) / self.sigma  # noqa: NPY002

    def forward(self, x: Floats) -> Floats:
        return _waves(x, self.w)


class _Dimensions:
    """n_dims counts rows where another name is the dimension's."""

    def __init__(self, query_dimensions: int, n_dims: int, seed: int = 0) -> None:
        self.w = np.random.default_rng(seed).normal(size=(n_dims, query_dimensions))

    def __call__(self, x: Floats) -> Floats:
        return _waves(x, self.w)


class _Functional:
    """init and apply, as a class: one of its objects is made."""

    def __init__(self, features: int = M) -> None:
        self.features = features

    def init(self, key: int, x: Floats) -> Floats:
        return np.random.default_rng(key).normal(size=(self.features, x.shape[1]))

    def apply(self, w: Floats, x: Floats) -> Floats:
        return _waves(x, w)


@pytest.mark.parametrize("made", [_TransformAlone, _Fitting, _Dimensions, _Functional])
def test_classes_by_their_own_names(made: Any) -> None:
    report = conform(made, m=M, **WAVES)
    assert (report.conclusion, report.m) == ("conforms", M), report.failures


def test_sizes_and_scales_by_name() -> None:
    sizes = Sizes(d=5, m=11, scale=0.5)
    taken = {
        "col_dim": 5,
        "rff_dim": 11,
        "bandwidth": 2.0,
        "sigma2": 4.0,
        "rbf_gamma": 0.125,
        "n_basis": 11,
    }
    assert {name: sizes.value(name, list(taken)) for name in taken} == taken
    assert [sizes.value(name, ["R", "p"]) for name in ("R", "p")] == [11, 5]
    assert [sizes.value("n_dims", beside) for beside in (["n_dims"], ["n_dims", "input_dim"])] == [5, 11]
    assert sizes.value("p", ["p"]) is None


def test_complex_features_are_told_what_is_taken() -> None:
    def complex_waves(x: Floats, seed: int) -> Any:
        return np.exp(1j * x @ np.random.default_rng(seed).normal(size=(x.shape[1], M)))

    with pytest.raises(InputError, match="real and imaginary parts side by side"):
        conform(complex_waves, **WAVES)
