"""The predicted error of attention by random features against measured errors, over head widths, lengths and norms."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from rftheory.measured.attention.features import random_feature_attention
from rftheory.measured.attention.softmax import softmax_attention
from rftheory.measured.engine.streams import stream
from rftheory.mechanisms._shelf import couplings, feature_maps
from rftheory.moments.attention_error import AttentionPrediction, MapName, attention_error

WIDTHS, LENGTHS, NORMS = (8, 16, 32), (16, 64, 128), (0.25, 0.5, 0.75, 1.0, 1.5)
BATCH = 1 << 21


@dataclass(frozen=True)
class Setting:
    """Queries, keys of length `norm` as the features see them and standard normal values; `m` projections."""

    d: int
    length: int
    norm: float
    m: int = 256
    coupling: str = "orthogonal"
    map: MapName = "positive"


@dataclass(frozen=True)
class Held:
    """A setting with its prediction, the measured mean squared error, and the standard error of that relative to it."""

    setting: Setting
    predicted: AttentionPrediction
    measured: float
    deviation: float

    @property
    def ratio(self) -> float:
        """Measured over predicted."""
        return self.measured / self.predicted.squared


def settings(
    widths: Sequence[int] = WIDTHS,
    lengths: Sequence[int] = LENGTHS,
    norms: Sequence[float] = NORMS,
    coupling: str = "orthogonal",
    name: MapName = "positive",
) -> Iterator[Setting]:
    """The grid of head widths, lengths and norms."""
    for d, length, norm in product(widths, lengths, norms):
        yield Setting(d, length, norm, coupling=coupling, map=name)


def held(setting: Setting, draws: int = 400, seed: int = 0) -> Held:
    """Prediction and measurement on the same queries, keys and values, over fresh projections.

    A draw in which a normaliser is not positive makes the measurement NaN.
    """
    shape = (setting.length, setting.d)
    label = f"attention-prediction/{setting.coupling}-{setting.map}/{setting.norm:g}"
    place = setting.d * 10**6 + setting.length
    q, k, v = stream(seed, f"{label}/inputs", place, 0).standard_normal((3, *shape))
    q, k = (setting.norm * one / np.linalg.norm(one, axis=1, keepdims=True) for one in (q, k))
    predicted = attention_error(q, k, v, setting.m, setting.map, setting.coupling)
    exact = softmax_attention(q, k, v, scale=1.0)
    rng = stream(seed, f"{label}/rows", place, 0)
    errors: list[float] = []
    step = max(1, BATCH // (setting.length * (setting.m + 3 * setting.d)))
    for start in range(0, draws, step):
        n = min(step, draws - start)
        w = couplings()[setting.coupling].project(np.eye(setting.d), setting.m, rng=rng, n=n)
        many = [np.broadcast_to(one, (n, *shape)) for one in (q, k, v)]
        near = random_feature_attention(
            many[0], many[1], many[2], w, feature_maps()[setting.map], scale=1.0, undefined="nan"
        )
        errors += [float(value) for value in np.mean((near - exact) ** 2, axis=(1, 2))]
    values = np.asarray(errors)
    mean = float(values.mean())
    return Held(setting, predicted, mean, float(values.std(ddof=1)) / math.sqrt(draws) / mean)
