"""Feature maps, samplers and estimators with one mistake each, as users would write them. No test is here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

D, M = 8, 24
Floats = Any


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

    def frequencies(d: int, m: int, seed: int) -> Floats:
        rng = np.random.default_rng(seed)
        lengths = np.random.default_rng(7) if frozen else rng
        blocks: list[Floats] = []
        for _ in range(-(-m // d)):
            q, r = np.linalg.qr(rng.standard_normal((d, d)))
            if signed:
                q = q * np.sign(np.diag(r))
            if repeat and blocks:
                q = blocks[0] / np.linalg.norm(blocks[0], axis=1, keepdims=True)
            size = {
                "chi": np.sqrt(lengths.chisquare(degrees or d, d)),
                "sqrt(d)": np.full(d, np.sqrt(d)),
                "sqrt(m)": np.full(d, np.sqrt(m)),
                "shared": np.full(d, np.sqrt(lengths.chisquare(d))),
                "chi_m": np.sqrt(lengths.chisquare(m, d)),
            }[norms]
            blocks.append(q * (size[:, None] if axis == 0 else size[None, :]))
        return factor * np.concatenate(blocks)[:m]

    return frequencies


def positive(
    w: Callable[[int, int, int], Floats] | None = None,
    *,
    divisor: float = M,
    weight: float = 1.0,
    epsilon: float = 0.0,
    maximum: str = "",
) -> Callable[[Floats, int], Floats]:
    """Positive features of the Gaussian kernel with one thing changed."""
    draw = w or sampler()

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
    draw = w or sampler()

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
