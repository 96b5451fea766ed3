"""Feature maps, samplers and estimators with one mistake each, as users would write them. No test is here."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import numpy as np

D, M = 8, 24
Floats = Any


@cache
def _rotations(d: int, count: int, seed: int) -> tuple[Floats, Floats]:
    """Q and R of `count` Gaussian matrices, made once for all the tests that use this seed."""
    found = np.linalg.qr(np.random.default_rng(seed).standard_normal((count, d, d)))
    return found.Q, found.R


def _sizes(norms: str, d: int, m: int, degrees: int, lengths: Any) -> Floats:
    """The d norms of a block."""
    if norms == "shared":
        return np.full(d, np.sqrt(lengths.chisquare(d)))
    if norms in ("chi", "chi_m"):
        return np.sqrt(lengths.chisquare(m if norms == "chi_m" else degrees, d))
    return np.full(d, np.sqrt(m if norms == "sqrt(m)" else d))


def sampler(
    *,
    signed: bool = True,
    axis: int = 0,
    norms: str = "chi",
    degrees: int = 0,
    repeat: bool = False,
    frozen: bool = False,
    factor: float = 1.0,
) -> Callable[[int, int, int], Floats]:
    """An orthogonal sampler with one thing changed."""

    @lru_cache(maxsize=8192)
    def frequencies(d: int, m: int, seed: int) -> Floats:
        rng = np.random.default_rng([seed, 1])
        lengths = np.random.default_rng(7) if frozen else rng
        blocks: list[Floats] = []
        for q, r in zip(*_rotations(d, -(-m // d), seed), strict=True):
            if signed:
                q = q * np.sign(np.diag(r))
            if repeat and blocks:
                q = blocks[0] / np.linalg.norm(blocks[0], axis=1, keepdims=True)
            size = _sizes(norms, d, m, degrees or d, lengths)
            blocks.append(q * (size[:, None] if axis == 0 else size[None, :]))
        return factor * np.concatenate(blocks)[:m]

    return frequencies


right = sampler()
"""The sampler without a mistake, its draws made once."""


def positive(
    w: Callable[[int, int, int], Floats] | None = None,
    *,
    divisor: float = M,
    weight: float = 1.0,
    epsilon: float = 0.0,
    maximum: str = "",
) -> Callable[[Floats, int], Floats]:
    """Positive features of the Gaussian kernel with one thing changed."""
    draw = w or right

    def features(x: Floats, seed: int) -> Floats:
        p = x @ draw(D, M, seed).T - weight * np.sum(x * x, axis=1, keepdims=True)
        if maximum == "row":
            p = p - np.max(p, axis=1, keepdims=True)
        elif maximum == "batch":
            p = p - np.max(p)
        return (np.exp(p) + epsilon) / np.sqrt(divisor)

    return features


def trigonometric(
    w: Callable[[int, int, int], Floats] | None = None, *, divisor: float = M, waves: str = "both"
) -> Callable[[Floats, int], Floats]:
    """Trigonometric features with one thing changed."""
    draw = w or right

    def features(x: Floats, seed: int) -> Floats:
        p = x @ draw(D, M, seed).T
        parts = {"both": [np.sin(p), np.cos(p)], "sin": [np.sin(p)], "cos": [np.cos(p)]}[waves]
        return np.concatenate(parts, axis=1) / np.sqrt(divisor)

    return features


def separate(share: float) -> Callable[[Floats, int], tuple[Floats, Floats]]:
    """Queries and keys with projections of their own, `share` of them common."""

    def features(x: Floats, seed: int) -> tuple[Floats, Floats]:
        rng = np.random.default_rng(seed)
        common, *own = rng.standard_normal((3, M, D))
        rows = [np.sqrt(share) * common + np.sqrt(1.0 - share) * part for part in own]
        return tuple(np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True)) / np.sqrt(M) for w in rows)

    return features


def bipolar(*, swapped: bool = False) -> Callable[[Floats, Floats, int], Floats]:
    """lambda SM++ + (1 - lambda) SMtrig with lambda = theta/pi by sign features, softmax kernel."""

    def draw(x: Floats, y: Floats, seed: int) -> Floats:
        rng = np.random.default_rng(seed)
        w, signs = rng.standard_normal((M, D)), rng.standard_normal((M, D))
        squares = np.sum(x * x + y * y, axis=1) / 2.0
        up = np.exp(-squares) * np.mean(np.cosh((x + y) @ w.T), axis=1)
        wave = np.exp(squares) * np.mean(np.cos((x - y) @ w.T), axis=1)
        share = (1.0 - np.mean(np.sign(x @ signs.T) * np.sign(y @ signs.T), axis=1)) / 2.0
        share = 1.0 - share if swapped else share
        return share * up + (1.0 - share) * wave

    return draw


def attention(
    w: Callable[[int, int, int], Floats] | None = None,
    *,
    waves: bool = False,
    keys: str = "all",
    epsilon: float = 0.0,
    weight: float = 0.5,
    logits: float = 1.0,
    normalised: bool = True,
    fault: str = "",
) -> Callable[[Floats, Floats, Floats, int], Floats]:
    """Linear attention by positive (or trigonometric) features, its exponents stabilised, with one thing changed."""
    draw = w or right

    def attend(q: Floats, k: Floats, v: Floats, seed: int) -> Floats:
        rows = draw(D, M, seed)
        others = draw(D, M, seed + 1) if fault == "separate" else rows
        q, k = q * logits**0.5, k * logits**0.5
        if waves:
            sides = [np.concatenate([np.sin(x @ rows.T), np.cos(x @ rows.T)], axis=1) for x in (q, k)]
            a, b = sides[0], sides[1] * np.exp(weight * np.sum(k * k, axis=1, keepdims=True))
        else:
            p, r = q @ rows.T, k @ others.T - weight * np.sum(k * k, axis=1, keepdims=True)
            top = {
                "all": lambda: np.max(r),
                "each": lambda: np.max(r, axis=1, keepdims=True),
                "none": lambda: 0.0,
            }
            a = np.exp(p - (0.0 if keys == "none" else np.max(p, axis=1, keepdims=True))) + epsilon
            b = np.exp(r - top[keys]()) + epsilon
        if fault == "overflow":
            a, b = np.exp(p) * 1e306, np.exp(r)
        with np.errstate(all="ignore"):
            weights = a @ b.T
        if fault == "causal":
            weights = np.tril(weights)
        if fault == "queries":
            weights = weights + 0.1 * np.mean(weights, axis=0)
        found = weights @ (np.tanh(v) if fault == "values" else v)
        return found / (np.sum(weights, axis=1, keepdims=True) if normalised else 1.0)

    return attend


def stabilised(*, keys: str, epsilon: float = 0.0) -> Callable[[Floats, int], tuple[Floats, Floats]]:
    """Softmax features for attention: a maximum of each query and one of all keys, or of each key, subtracted."""
    draw = right

    def features(x: Floats, seed: int) -> tuple[Floats, Floats]:
        p = x @ draw(D, M, seed).T - np.sum(x * x, axis=1, keepdims=True) / 2.0
        q = np.exp(p - np.max(p, axis=1, keepdims=True)) + epsilon
        return q, np.exp(p - np.max(p, axis=None if keys == "all" else 1, keepdims=True)) + epsilon

    return features
