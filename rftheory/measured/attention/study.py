"""How far random feature attention is from exact attention, by independent draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.attention.features import feature_sums
from rftheory.measured.attention.quotient import undefined_rows
from rftheory.measured.attention.redrawn import drawn
from rftheory.measured.attention.softmax import softmax_attention
from rftheory.measured.attention.tokens import number
from rftheory.measured.engine.streams import stream
from rftheory.measured.engine.workers import Executor, mapped
from rftheory.measured.inputs import Floats, integer
from rftheory.measured.protocol import AbstractCoupling, AbstractFeatureMap
from rftheory.measured.rowmaps.protocol import AbstractRowMap


@final
@dataclass(frozen=True)
class AttentionError:
    """Errors of one mechanism, a value for every number of projections in `ms` and every draw.

    `errors` (len(ms), draws): mean over all output entries of the squared difference from exact attention.
    `undefined` (len(ms), draws): how many of the `length` rows had a normaliser that is not positive; their
    quotients, however wild, are in `errors`. `features`: features for each of `ms` (trigonometric: 2m).
    """

    coupling: str
    feature_map: str
    length: int
    d: int
    causal: bool
    ms: tuple[int, ...]
    features: tuple[int, ...]
    errors: Floats
    undefined: Floats

    @property
    def mean(self) -> Floats:
        """The mean over draws for each of `ms`."""
        mean: Floats = self.errors.mean(axis=1)
        return mean

    @property
    def deviation(self) -> Floats:
        """The standard deviation over draws for each of `ms`."""
        deviation: Floats = self.errors.std(axis=1, ddof=1)
        return deviation

    @property
    def median(self) -> Floats:
        """The median over draws for each of `ms`: what a single wild draw does not move."""
        median: Floats = np.median(self.errors, axis=1)
        return median


def attention_error(
    coupling: AbstractCoupling,
    feature_map: AbstractFeatureMap | AbstractRowMap,
    *,
    ms: Sequence[int] = (16, 32, 64, 128, 256),
    length: int = 512,
    d: int = 16,
    draws: int = 15,
    seed: int = 0,
    size: float = 1.0,
    causal: bool = False,
    executor: Executor | None = None,
) -> AttentionError:
    """Squared errors against exact attention for `draws` independent inputs, each with fresh projections.

    Queries, keys and values are (length, d) standard normal numbers, queries and keys times `size`; all
    mechanisms see the same inputs for one seed, and all feature maps the same projections of one coupling. The draws go to the `executor` (anything with `submit`)
    where one is given, which changes nothing but the time. Source: performer, section 4.2 and Figure 4, where length is
    4096, d = 16 and there are 15 draws.
    """
    length, d = integer("length", length, 1), integer("d", d, 1)
    draws, size = integer("draws", draws, 2), number("size", size, 0.0)
    if not ms:
        raise DomainError("ms", ms, "at least one number of projections")
    for m in ms:
        coupling.check(d, m)
    if isinstance(feature_map, AbstractRowMap):
        per_projection = feature_map.width
    else:
        per_projection = feature_map.features(np.eye(1, d), np.zeros(d)).shape[-1]
    jobs = [
        (coupling, feature_map, tuple(ms), (length, d), size, causal, seed, draw) for draw in range(draws)
    ]
    errors, undefined = np.moveaxis(np.array(mapped(_one_draw, jobs, executor)), 0, -1)
    sizes = tuple(int(m) * int(per_projection) for m in ms)
    return AttentionError(
        coupling.name, feature_map.name, length, d, causal, tuple(ms), sizes, errors, undefined
    )


def _one_draw(
    coupling: AbstractCoupling,
    feature_map: AbstractFeatureMap | AbstractRowMap,
    ms: Sequence[int],
    shape: tuple[int, int],
    size: float,
    causal: bool,
    seed: int,
    draw: int,
) -> Floats:
    """(2, len(ms)): errors and undefined rows for one input."""
    q, k, v = stream(seed, "attention-error/inputs", 0, draw).standard_normal((3, *shape))
    q, k = size * q, size * k
    exact = softmax_attention(q, k, v, causal=causal)
    errors, undefined = np.empty(len(ms)), np.empty(len(ms))
    for row, m in enumerate(ms):
        rng = stream(seed, f"attention-error/{coupling.name}", m, draw)
        w = drawn(coupling, shape[1], m, rng=rng, n=1, feature_map=feature_map)[0]
        data, sums, _ = feature_sums(q, k, v, w, feature_map, causal=causal)
        with np.errstate(all="ignore"):
            output = sums.totals[:, :-1] / sums.totals[:, -1:]
        errors[row] = np.mean((output - exact) ** 2)
        undefined[row] = np.sum(undefined_rows(data, sums, causal=causal))
    return np.stack([errors, undefined])
