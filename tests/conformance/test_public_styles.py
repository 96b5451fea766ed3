"""Maps, samplers and attention as public code writes them: what is right is not accused, what is wrong gets its own name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.linalg import hadamard

from rftheory.conformance import conform as battery
from rftheory.conformance.conform import conform
from rftheory.measured.inputs import Floats

D, M = 16, 48


@pytest.fixture(autouse=True)
def _few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is named here shows in each draw, or in a mean that is wrong by a factor."""
    monkeypatch.setitem(battery.DRAWS, "quick", 512)


def _phases(
    amplitude: float = 2.0, top: float = 2.0 * np.pi, *, shared: bool = False, frozen: bool = False
) -> Any:
    def features(x: Floats, seed: int) -> Floats:
        rng = np.random.default_rng(0 if frozen else seed)
        w = rng.standard_normal((x.shape[1], M))
        b = rng.uniform(0.0, top, 1 if shared else M)
        return np.asarray(np.sqrt(amplitude / M) * np.cos(x @ w + b))

    return features


def _one_feature(x: Floats, seed: int) -> Floats:
    """m = 1, as in a first try."""
    w = np.random.default_rng(seed).standard_normal(x.shape[1])
    return np.asarray(np.exp(x @ w - np.sum(x**2, axis=1) / 2.0)[:, None])


def _cosh(x: Floats, seed: int) -> Floats:
    """The sum of both exponentials as one feature."""
    z = x @ np.random.default_rng(seed).standard_normal((x.shape[1], M))
    return np.asarray(np.cosh(z) * np.exp(-np.sum(x**2, axis=1, keepdims=True) / 2.0) / np.sqrt(M))


def _half(x: Floats, seed: int) -> Floats:
    """1/sqrt(2m) where 1/sqrt(m) belongs."""
    return np.asarray(_one_feature(x, seed) / np.sqrt(2.0))


def _attention(*, causal: bool = False) -> Any:
    """Positive features of q/d^(1/4), as attention has them."""

    def attention(query: Floats, key: Floats, value: Floats, seed: int) -> Floats:
        d = query.shape[1]
        w = np.random.default_rng(seed).standard_normal((M, d))

        def phi(x: Floats) -> Floats:
            x = x * d**-0.25
            return np.asarray(np.exp(x @ w.T - np.sum(x**2, axis=1, keepdims=True) / 2.0))

        a = phi(query) @ phi(key).T
        a = np.tril(a) if causal else a
        return np.asarray(a @ value / np.sum(a, axis=1, keepdims=True))

    return attention


def _spun(factors: int, scale: float = 1.0) -> Any:
    """sqrt(d) times products of a normalised Hadamard matrix and random signs."""

    def sampler(d: int, m: int, seed: int) -> Floats:
        rng, h, blocks = np.random.default_rng(seed), hadamard(d) / np.sqrt(d), []
        for _ in range(-(-m // d)):
            block = np.eye(d)
            for _ in range(factors):
                block = h @ (rng.choice([-1.0, 1.0], d)[:, None] * block)
            blocks.append(block)
        return np.asarray(scale * np.sqrt(d) * np.concatenate(blocks)[:m])

    return sampler


def _single(x: Floats, seed: int) -> Floats:
    """Features computed in float32, handed out as float64."""
    w = np.random.default_rng(seed).standard_normal((M, x.shape[1])).astype(np.float32)
    y = x.astype(np.float32)
    found = np.exp(y @ w.T - np.sum(y**2, axis=1, keepdims=True) / 2) / np.float32(np.sqrt(M))
    return np.asarray(found.astype(np.float64))


def _unseeded() -> Any:
    """Draws from a generator of its own, whatever the seed."""
    own = np.random.default_rng(5)

    def features(x: Floats) -> Floats:
        z = x @ own.standard_normal((x.shape[1], M))
        return np.asarray(np.hstack([np.cos(z), np.sin(z)]) / np.sqrt(M))

    return features


def _never_drawn(x: Floats, seed: int) -> Floats:
    """Projections that are still zero, as before new_feature_map()."""
    z = 0.0 * seed * (x @ np.ones((x.shape[1], M)))
    return np.asarray(np.hstack([np.cos(z), np.sin(z)]) / np.sqrt(M))


def _interpolation(x: Floats, seed: int) -> Floats:
    """Nystroem: kernels with landmarks, no random feature."""
    z = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
    k = np.exp(-np.sum((z[:, None] - z) ** 2, axis=2) / 2.0)
    cross = np.exp(-np.sum((x[:, None] - z) ** 2, axis=2) / 2.0)
    return np.asarray(np.linalg.solve(np.linalg.cholesky(k), cross.T).T)


@pytest.mark.parametrize(
    ("target", "causes"),
    [
        (_phases(), set()),
        (_phases(top=np.pi), set()),
        (_phases(1.0), {"scale"}),
        (_phases(2.0 * M), {"missing-1/sqrt-m"}),
        (_phases(top=1.0), {"phase-law"}),
        (_phases(shared=True), {"phase-shared"}),
        (_phases(frozen=True), {"seed-ignored"}),
    ],
    ids=[
        "right",
        "half circle, whose estimates are right too",
        "1/m",
        "no 1/sqrt(m)",
        "no 2 pi",
        "shared",
        "frozen",
    ],
)
def test_random_phases(target: Any, causes: set[str]) -> None:
    assert set(conform(target, mechanism="iid-phase", d=D).causes) == causes
    undeclared = conform(target, d=D)
    assert set(undeclared.causes) == causes & {"seed-ignored", "phase-shared"}
    assert undeclared.exit_code == (1 if undeclared.causes else 3 if causes else 0)


def test_one_feature_is_read() -> None:
    report = conform(_one_feature, mechanism="iid-positive", d=D)
    assert report.m == 1
    assert not report.causes


def test_even_features_are_no_exponentials() -> None:
    assert conform(_cosh, mechanism="iid-hyperbolic", d=D).causes == ("unknown-map",)
    undeclared = conform(_cosh, d=D)
    assert (undeclared.causes, undeclared.exit_code) == ((), 3)


def test_a_wrong_factor_explains_the_means() -> None:
    assert conform(_half, mechanism="iid-positive", d=D).causes == ("scale",)


def test_attention_with_an_undeclared_scale_keeps_its_family() -> None:
    assert (
        conform(_attention(), mechanism="iid-positive", d=D, scale="d^-1/4").finding("ratios").cause is None
    )
    report = conform(_attention(), d=D)
    assert (report.mechanism, report.causes, report.exit_code) == ("positive", (), 3)
    assert report.finding("ratios").note
    assert "scale of 0.5" in report.finding("ratios").detail
    declared = conform(_attention(), mechanism="iid-positive", d=D)
    assert set(declared.causes) == {"weight"}


def test_a_causal_mask_is_no_mistake() -> None:
    masked, whole = (conform(_attention(causal=causal), d=D, scale="d^-1/4") for causal in (True, False))
    assert (masked.causes, masked.exit_code, masked.mechanism) == ((), whole.exit_code, whole.mechanism)
    assert "later keys are masked" in masked.preflight


@pytest.mark.parametrize("factors", [1, 2, 3])
def test_hadamard_rows_are_recognised(factors: int) -> None:
    report = conform(_spun(factors), d=D)
    assert report.mechanism == f"hd{factors}"
    assert report.conforms, report.failures
    assert conform(_spun(factors, D**-0.5), mechanism=f"hd{factors}", d=D).causes == ("norms-unit",)
    undeclared = conform(_spun(factors, D**-0.5), d=D)
    assert (undeclared.causes, undeclared.exit_code) == ((), 3)


def test_single_precision_and_private_generators_have_their_own_names() -> None:
    warned = conform(_single, mechanism="iid-positive", d=D)
    assert warned.conforms
    assert {found.cause for found in warned.notes} == {"precision"}
    assert (
        conform(_single, mechanism="iid-positive", d=D, dtype="float32").finding("zero variance").cause
        is None
    )
    assert set(conform(_unseeded(), mechanism="iid-trigonometric", d=D).causes) == {"not-reproducible"}


@pytest.mark.parametrize("mechanism", ["iid-trigonometric", "orthogonal-positive", None])
def test_projections_that_were_never_drawn(mechanism: str | None) -> None:
    report = conform(_never_drawn, mechanism=mechanism, d=D)
    assert report.causes == ("unknown-map",)
    assert "never drawn" in report.failures[0].detail


def test_landmarks_are_no_random_features() -> None:
    assert "unknown-map" in conform(_interpolation, mechanism="iid-phase", d=D).causes
    assert conform(_interpolation, d=D).causes == ()
