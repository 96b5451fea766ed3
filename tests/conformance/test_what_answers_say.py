"""The answers and names that a size, coarse steps, global generators, NaN and missing diagonals of signs lead to."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.linalg import hadamard

from rftheory import conform
from rftheory.conformance.client.clients import client
from rftheory.conformance.feature_form.granularity import hidden_precision
from rftheory.conformance.projections.hadamard import hadamard as told
from rftheory.mechanisms._shelf import couplings

D, M, FEW = 8, 24, 512


def _rows(seed: int, m: int = M, d: int = D) -> Any:
    return np.random.default_rng(seed).standard_normal((m, d))


def _positive(x: Any, w: Any) -> Any:
    return np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0) / math.sqrt(len(w))


def _waves(x: Any, w: Any) -> Any:
    return np.concatenate([np.cos(x @ w.T), np.sin(x @ w.T)], axis=1) / math.sqrt(len(w))


def _answer(report: Any, question: str) -> str:
    return str(next(found.answer for found in report.answers if found.question == question))


def _hd1(x: Any, seed: int) -> Any:
    signs = np.random.default_rng(seed).choice([-1.0, 1.0], (3, D))
    return _positive(x, np.concatenate([hadamard(D) * s for s in signs]))


def test_a_bias_at_norm_1_answers_whether_code_estimates() -> None:
    """Along an axis a row of HD is +-1: the estimate of e is cosh-like, E e^{2s - 1} = cosh(2)/e, 49 % below e."""
    expected = math.cosh(2.0) / math.e / math.e - 1.0
    alone = conform(_hd1, d=D, draws=FEW)
    assert (_answer(alone, "estimate"), alone.exit_code, alone.causes) == ("no", 3, ())
    assert alone.sizes[0].bias.value == pytest.approx(expected, abs=0.04)
    declared = conform(_hd1, mechanism="hd1-positive", d=D, draws=FEW)
    assert (_answer(declared, "estimate"), declared.exit_code) == ("no", 0)
    fair = conform(lambda x, seed: _positive(x, _rows(seed)), d=D, draws=FEW)
    assert (_answer(fair, "estimate"), fair.exit_code) == ("yes", 0)


def _bfloat16(values: Any) -> Any:
    """Cut to the upper half of a float32."""
    cut = np.asarray(values, dtype=np.float32).view(np.uint32) & np.uint32(0xFFFF0000)
    return cut.view(np.float32)


def _through(cast: Any) -> Any:
    return lambda x, seed: np.asarray(
        cast(_positive(np.asarray(cast(x)), np.asarray(cast(_rows(seed))))), dtype=float
    )


STEPS = {
    "float64": (_through(np.float64), None),
    "float32": (_through(np.float32), None),
    "float16": (_through(np.float16), "float16"),
    "bfloat16": (_through(_bfloat16), "bfloat16"),
    "coarse rows alone": (lambda x, seed: _positive(x, _rows(seed).astype(np.float16).astype(float)), None),
    "signs": (lambda x, seed: np.sign(x @ _rows(seed).T), None),
    "cells": (lambda x, seed: np.floor(4.0 * (x @ _rows(seed).T)), None),
    "constant": (lambda x, seed: np.full((len(x), M), 1.0 + seed), None),
}


@pytest.mark.parametrize("name", STEPS)
def test_steps_show_the_arithmetic_inside(name: str) -> None:
    code, expected = STEPS[name]
    assert {hidden_precision(client(code), D, 1.0, seed) for seed in range(5)} == {expected}


def _seeds_itself(x: Any) -> Any:
    np.random.seed(7)  # noqa: NPY002
    return _waves(x, np.random.randn(M, D))  # noqa: NPY002


def _own_generator(x: Any) -> Any:
    return _waves(x, _rows(7))


def test_code_that_seeds_the_program_is_accused_and_frozen_rows_are_not() -> None:
    found = conform(_seeds_itself, mechanism="rff", d=D, draws=64)
    assert (found.causes, _answer(found, "estimate")) == (("seed-ignored",), "not asked")
    frozen = conform(_own_generator, mechanism="rff", d=D, draws=64)
    assert (frozen.exit_code, frozen.causes, _answer(frozen, "estimate")) == (0, (), "not asked")


@pytest.mark.parametrize(
    ("code", "cause", "where"),
    [
        (
            lambda x, seed: _positive(x / np.linalg.norm(x, axis=1, keepdims=True), _rows(seed)),
            "not-finite",
            "x = 0",
        ),
        (
            lambda x, seed: _positive(x, _rows(seed)) * np.sqrt(-1.0 - x[:, :1] ** 2),
            "not-finite",
            "small ones too",
        ),
        (lambda x, seed: np.exp(1e4 * np.abs(x @ _rows(seed).T)), "overflow", "norms of at most 0.5"),
    ],
)
def test_lost_numbers_are_called_what_they_are(code: Any, cause: str, where: str) -> None:
    with np.errstate(all="ignore"):
        found = conform(code, d=D, draws=64)
    assert found.causes == (cause,)
    assert where in found.failures[0].detail


@pytest.mark.parametrize("d", [8, 16, 32])
def test_factors_of_products_are_counted(d: int) -> None:
    for k in (1, 2, 3):
        w = couplings()[f"hd{k}"].sample(d, d, rng=np.random.default_rng(3), n=64)
        assert told(w, 1e-15) == f"hd{k}"


@pytest.mark.parametrize("name", ["hd2", "hd3"])
def test_right_products_keep_all_their_diagonals(name: str) -> None:
    sampler = lambda d, m, seed: couplings()[name].sample(d, m, rng=np.random.default_rng(seed), n=1)[0]
    found = conform(sampler, mechanism=name, d=8, m=16, draws=FEW)
    assert found.finding("factors of a product").outcome.value == "holds"
    assert found.exit_code == 0


class _DrawsAgain:
    """transform draws from a generator that goes on."""

    def __init__(self, random_state: int = 0) -> None:
        self.random_state = random_state

    def fit(self, x: Any) -> _DrawsAgain:
        assert x.shape[1] == D
        self.rng = np.random.default_rng(self.random_state)
        return self

    def transform(self, x: Any) -> Any:
        return _waves(x, self.rng.standard_normal((M, x.shape[1])))


def test_a_transform_that_draws_again_is_seen() -> None:
    assert "not-reproducible" in conform(_DrawsAgain(), d=D, draws=64).causes
