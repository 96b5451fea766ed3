"""Mistakes whose rows or weights look like those of another one: each gets its own name, and none besides."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy

from rftheory import conform
from rftheory.measured.inputs import Floats

D, M, DRAWS = 8, 16, 512
MEANS = 2 * DRAWS
"""Where only means can be off."""
LENGTHS = tuple(float(length) for length in np.linspace(0.6, 2.0, D))
A = -np.linspace(0.02, 0.12, D)
SOFTMAX: dict[str, Any] = {"kernel": "softmax"}
FAVOR: dict[str, Any] = {"mechanism": "favor+", **SOFTMAX}
Sampler = Callable[[np.random.Generator], Floats]


def haar(rng: np.random.Generator, d: int) -> Floats:
    """A uniform orthogonal matrix."""
    q, r = np.linalg.qr(rng.standard_normal((d, d)))
    rows: Floats = q * np.sign(np.diag(r))
    return rows


def positive(sampler: Sampler) -> Any:
    def features(x: Floats, seed: int) -> Floats:
        w = sampler(np.random.default_rng(seed))
        phi: Floats = np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0) / math.sqrt(len(w))
        return phi

    return features


def waves(sampler: Sampler) -> Any:
    def features(x: Floats, seed: int) -> Floats:
        z = x @ sampler(np.random.default_rng(seed)).T
        return np.concatenate([np.cos(z), np.sin(z)], axis=1) / math.sqrt(z.shape[1])

    return features


def causes(code: Any, draws: int = DRAWS, **declared: Any) -> tuple[str, ...]:
    return conform(code, d=D, draws=draws, seed=7, **declared).causes


def dense(*, epsilon: float, one_side: bool = False) -> Any:
    def features(x: Floats, seed: int) -> Any:
        z = np.random.default_rng(seed).standard_normal((M, D))
        p = x @ (z * np.sqrt(1.0 - 4.0 * A)).T + z**2 @ A - np.sum(x * x, axis=1, keepdims=True) / 2.0
        phi = float(np.prod(1.0 - 4.0 * A)) ** 0.25 * np.exp(p) / math.sqrt(M)
        return (phi + epsilon, phi) if one_side else phi + epsilon

    return features


@pytest.mark.parametrize("declared", [SOFTMAX, {"mechanism": "iid-dense", **SOFTMAX}])
def test_a_constant_in_dense_features_leaves_their_weights_legible(declared: dict[str, Any]) -> None:
    assert causes(dense(epsilon=1e-3), **declared) == ("epsilon-added",)
    assert causes(dense(epsilon=0.0), **declared) == ()


def test_a_constant_of_dense_queries_alone_is_named() -> None:
    assert "epsilon-added" in causes(dense(epsilon=1e-2, one_side=True), **SOFTMAX)


def stretched(rng: np.random.Generator) -> Floats:
    rows: Floats = rng.standard_normal((M, D)) * np.linspace(0.7, 1.5, D)
    return rows


def wide(rng: np.random.Generator) -> Floats:
    rows: Floats = 1.2 * rng.standard_normal((M, D))
    return rows


@pytest.mark.parametrize(("sampler", "name"), [(stretched, "anisotropic"), (wide, "bandwidth")])
def test_normal_rows_without_weights_are_not_told_from_wrong_rows(sampler: Sampler, name: str) -> None:
    """N(0, Sigma) where N(0, I) belongs: only a claim of what rows are says which of both it is."""
    assert causes(positive(sampler), **SOFTMAX) == (name, "weights-forgotten")
    assert causes(positive(sampler), mechanism="iid-positive", **SOFTMAX) == (name,)
    assert causes(positive(sampler), mechanism="iid-dense", **SOFTMAX) == ("weights-forgotten",)


def test_rows_of_another_length_with_another_weight_lack_no_weights() -> None:
    """exp(s w.x - s^2|x|^2/2): the points are scaled, and the weight says so."""
    code = positive(lambda rng: rng.standard_normal((M, D)))
    assert "weights-forgotten" not in causes(lambda x, seed: code(1.2 * x, seed), **SOFTMAX)


def after(rng: np.random.Generator) -> Floats:
    """Rows of N(0, 1/l^2) made orthogonal."""
    blocks = []
    for _ in range(M // D):
        q, r = np.linalg.qr((rng.standard_normal((D, D)) / np.array(LENGTHS)).T)
        blocks.append((q * np.sign(np.diag(r))).T)
    rows: Floats = np.concatenate(blocks) * np.sqrt(rng.chisquare(D, (M, 1)))
    return rows


def before(rng: np.random.Generator) -> Floats:
    """Uniform orthogonal rows, then lengthscales."""
    rows: Floats = np.concatenate([haar(rng, D) for _ in range(M // D)]) * np.sqrt(rng.chisquare(D, (M, 1)))
    return rows / np.array(LENGTHS)


@pytest.mark.parametrize("mechanism", ["orf", None])
def test_rows_are_made_orthogonal_before_lengthscales(mechanism: str | None) -> None:
    declared: dict[str, Any] = {"mechanism": mechanism, "kernel": "gaussian", "ard": LENGTHS}
    assert causes(waves(after), **declared) == ("rows-turned",)
    assert causes(waves(before), **declared) == ()


def ragged(last: Callable[[np.random.Generator], Floats], degrees: int = D) -> Sampler:
    """Two whole blocks and one of four rows."""

    def sampler(rng: np.random.Generator) -> Floats:
        whole = np.concatenate([haar(rng, D), haar(rng, D)]) * np.sqrt(rng.chisquare(degrees, (16, 1)))
        return np.concatenate([whole, last(rng)])

    return sampler


def right_block(rng: np.random.Generator) -> Floats:
    rows: Floats = haar(rng, D)[:4] * np.sqrt(rng.chisquare(D, (4, 1)))
    return rows


def fewer_degrees(rng: np.random.Generator) -> Floats:
    rows: Floats = haar(rng, D)[:4] * np.sqrt(rng.chisquare(4, (4, 1)))
    return rows


def fewer_dimensions(rng: np.random.Generator) -> Floats:
    rows: Floats = np.zeros((4, D))
    rows[:, :4] = haar(rng, 4) * np.sqrt(rng.chisquare(D, (4, 1)))
    return rows


def independent(rng: np.random.Generator) -> Floats:
    return rng.standard_normal((4, D))


def nothing(rng: np.random.Generator) -> Floats:
    del rng
    return np.zeros((4, D))


@pytest.mark.parametrize("last", [fewer_degrees, fewer_dimensions, independent, nothing])
def test_a_mistake_of_the_last_block_alone_has_its_own_name(last: Callable[..., Floats]) -> None:
    assert causes(positive(ragged(last)), MEANS, **FAVOR) == ("last-block",)


def test_a_sampler_shows_coordinates_that_its_last_block_leaves_out() -> None:
    """Norms and cosines of these rows are right, and no estimate is seen."""

    def frequencies(d: int, m: int, seed: int) -> Floats:
        assert (d, m) == (D, 20)
        return ragged(fewer_dimensions)(np.random.default_rng(seed))

    assert causes(frequencies, mechanism="orthogonal", m=20) == ("last-block",)


def test_a_mistake_of_all_blocks_is_not_that_of_the_last_one() -> None:
    assert causes(positive(ragged(right_block)), **FAVOR) == ()
    assert "last-block" not in causes(positive(ragged(right_block, 4)), **FAVOR)
    both = causes(positive(ragged(fewer_degrees, 4)), **FAVOR)
    assert both
    assert "last-block" not in both


def hadamard_products(rng: np.random.Generator) -> Floats:
    blocks = []
    for _ in range(M // D):
        block = np.eye(D)
        for _ in range(3):
            block = scipy.linalg.hadamard(D) @ (rng.choice([-1.0, 1.0], (D, 1)) * block) / math.sqrt(D)
        blocks.append(math.sqrt(D) * block)
    return np.concatenate(blocks)


def test_a_mechanism_that_is_biased_itself_is_no_mistake_and_says_how_to_declare_it() -> None:
    report = conform(waves(hadamard_products), d=D, draws=DRAWS, seed=7)
    assert (report.exit_code, report.causes) == (3, ())
    assert "hd3-trigonometric is itself biased for the gaussian kernel" in report.identity
    name = report.identity.partition("--mechanism ")[2].partition(" ")[0]
    assert conform(waves(hadamard_products), d=D, draws=DRAWS, seed=7, mechanism=name).exit_code == 0
