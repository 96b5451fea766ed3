"""Mechanisms ranked by the predicted error of the output of attention on a user's queries, keys and values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.attention.softmax import softmax_attention
from rftheory.measured.inputs import Floats, integer
from rftheory.moments.attention_error import COUPLINGS, MAPS, AttentionPrediction, attention_error
from rftheory.moments.tuning import average_square, best_parameter
from rftheory.recommendation.sources import AbstractSource, sources

QUERIES, KEYS = 64, 2048
COST = {"trigonometric": 2, "hyperbolic": 2}


@dataclass(frozen=True)
class AttentionChoice:
    """One mechanism; `relative`: the predicted root mean squared error of the output over its root mean square."""

    mechanism: str
    projections: int
    features: int
    a: float | None
    predicted: AttentionPrediction
    relative: float


@dataclass(frozen=True)
class AttentionRanking:
    """`choices`, those within reach of the expansion first, then by error; on `queries` of the queries and all keys."""

    choices: tuple[AttentionChoice, ...]
    features: int
    scale: float
    seed: int
    queries: int
    keys: int
    dimension: int


def rank_attention(
    q: Any, k: Any, v: Any, *, features: int, scale: float | None = None, seed: int = 0
) -> AttentionRanking:
    """Mechanisms by the first-order error of their attention output; q, k, v are files or arrays, tokens in rows.

    Queries and keys are multiplied by `scale`, d^{-1/4} by default. At most QUERIES queries are used, drawn with the
    seed; InputError for more than KEYS keys, since the sums over pairs of keys are exact.
    """
    features, seed = integer("features", features, 1), integer("seed", seed, 0)
    queries, keys, values = (_whole(sources(one)[0]) for one in (q, k, v))
    d = queries.shape[1]
    if keys.shape[1] != d or len(values) != len(keys):
        raise InputError(
            f"shapes {queries.shape}, {keys.shape}, {values.shape} of queries, keys, values; allowed: queries and keys of "
            "the same columns, keys and values of the same rows"
        )
    if len(keys) > KEYS:
        raise InputError(f"{len(keys)} keys; allowed: at most {KEYS}, since every two of them are looked at")
    size = float(d) ** -0.25 if scale is None else float(scale)
    if not 0.0 < size < math.inf:
        raise DomainError("scale", scale, "a finite number > 0")
    if len(queries) > QUERIES:
        queries = queries[np.random.default_rng(seed).choice(len(queries), QUERIES, replace=False)]
    queries, keys = size * queries, size * keys
    a = best_parameter(average_square(queries, keys), d)
    level = math.sqrt(float(np.mean(softmax_attention(queries, keys, values, scale=1.0) ** 2)))
    found = []
    for name in MAPS:
        m = features // COST.get(name, 1)
        for coupling in COUPLINGS[: 2 if d > 1 else 1] if m else ():
            with np.errstate(over="ignore", invalid="ignore"):
                try:
                    one = attention_error(
                        queries, keys, values, m, name, coupling, a if name == "oprf" else 0.0
                    )
                except DomainError:  # orthogonal rows at points too far away: of no use there
                    continue
            parameter = a if name == "oprf" else None
            spent = m * COST.get(name, 1)
            relative = math.sqrt(one.squared) / level if level else math.inf
            found.append(AttentionChoice(f"{coupling}-{name}", m, spent, parameter, one, relative))
    found = sorted(
        found, key=lambda c: (not c.predicted.within_reach, _last(c.predicted.squared), c.mechanism)
    )
    return AttentionRanking(tuple(found), features, size, seed, len(queries), len(keys), d)


def _last(value: float) -> float:
    return value if math.isfinite(value) else math.inf


def _whole(source: AbstractSource) -> Floats:
    found: Floats = np.concatenate(list(source.chunks()))
    return found
