"""Attention from features whose steps depend on shapes alone, for compilers that trace: no number is looked at.

Features are signs and logarithms. The three factors that cancel are used as in `streaming`, but nothing is raised
and no chunk is halved: a row whose normaliser cannot be trusted is NaN.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from array_api_compat import array_namespace

from rftheory.measured.attention.quotient import NOISE
from rftheory.measured.attention.rows import each
from rftheory.measured.attention.streaming import room
from rftheory.measured.attention.tokens import CAUSAL_CHUNK, LEAST_CHUNK, Tokens, parts, triangle
from rftheory.measured.inputs import Array
from rftheory.measured.protocol import AbstractFeatureMap, Kernel
from rftheory.measured.rowmaps.protocol import AbstractRowMap, Side, real_parts

LOWEST = -float("inf")
CACHED = 1 << 18
"""Features worked on at once by default, all batches and heads together."""


class SignedLogs(NamedTuple):
    """Features sign * e^{sizes} (..., L, r), without m^{-1/2}; signs None where all are positive."""

    signs: Array | None
    sizes: Array

    def times(self, shift: Array) -> Array:
        """The features times e^{shift}; a feature of zero stays zero."""
        xp = array_namespace(self.sizes)
        values = xp.exp(self.sizes + shift)
        return values if self.signs is None else self.signs * values


class Featured(NamedTuple):
    """What makes features of queries and keys: the map, its rows w (m, d) or (heads, m, d), kernel and scale."""

    feature_map: AbstractFeatureMap | AbstractRowMap
    w: Array
    kernel: Kernel
    factor: float

    def of(self, x: Array, side: Side) -> SignedLogs:
        """The features of some points (..., c, d)."""
        xp, x = array_namespace(x), x * self.factor
        if isinstance(self.feature_map, AbstractRowMap):
            polar = self.feature_map.polar(self.w, x, side, self.kernel)
            positive = polar.sign is None and polar.angle is None
            return SignedLogs(None, polar.logabs) if positive else SignedLogs(*real_parts(polar, side))
        p = x @ xp.matrix_transpose(self.w)
        weight: Array | float = 0.0  # a factor of a query cancels
        if side == 1:
            weight = self.feature_map.log_weight(xp.sum(x * x, axis=-1), self.kernel)[..., None]
        known = self.feature_map.log_basis(p)
        if known is not None and known.shape[-1] == 1:
            return SignedLogs(None, known[..., 0] + weight if side == 1 else known[..., 0])
        signs, sizes = _looked_at(self.feature_map, p)
        shape = (*p.shape[:-1], -1)
        return SignedLogs(xp.reshape(signs, shape), xp.reshape(sizes, shape) + weight)


def _looked_at(feature_map: AbstractFeatureMap, p: Array) -> tuple[Array, Array]:
    """Signs and logarithms of the features of projections (..., m): tried as they are, then times e^{-p} and e^{p}."""
    xp = array_namespace(p)

    def tried(shift: Array) -> tuple[Array, Array]:
        values = each(feature_map, p, -shift[..., None])
        return xp.sign(values), xp.log(xp.abs(values)) + shift[..., None]

    signs, sizes = tried(xp.zeros_like(p))
    for shift in (p, -p):
        more_signs, more = tried(shift)
        found = xp.isfinite(sizes)
        signs, sizes = xp.where(found, signs, more_signs), xp.where(found, sizes, more)
    return signs, sizes


def traced_attention(data: Tokens, featured: Featured, *, causal: bool, chunk: int | None = None) -> Array:
    """D^{-1} A V (..., L, e) from features of queries and keys; NaN in rows without a normaliser that is positive.

    The numbers are those of `random_feature_attention`, whose exact stabiliser it shares. NaN too, in causal attention
    alone: rows whose weights underflow beside a later key of their chunk, where the other one halves the chunk. NumPy
    may warn of what underflows or is the logarithm of zero.
    """
    heads, features = math.prod(data.lead), int(featured.w.shape[-2])
    cached = max(LEAST_CHUNK, CACHED // (heads * features))
    cached = min(CAUSAL_CHUNK, cached) if causal else cached
    chunk = cached if chunk is None else chunk
    found = list((_causal if causal else _bidirectional)(data, featured, chunk))
    return found[0] if len(found) == 1 else data.xp.concat(found, axis=-2)


class _State(NamedTuple):
    """Largest sizes (..., 1, r) of the keys so far, their sums (..., r, e + 1), and sums of their sizes (..., r, 1)."""

    tops: Array
    totals: Array
    magnitudes: Array | None


def _tops(data: Tokens, sizes: Array, valid: Array | None) -> Array:
    seen = sizes if valid is None else data.xp.where(valid[..., None], sizes, LOWEST)
    return data.xp.max(seen, axis=-2, keepdims=True)


def _values(data: Tokens, part: slice, valid: Array | None) -> Array:
    """Values with a column of ones, zero where masked."""
    v = data.v[..., part, :]
    both = data.xp.concat([v, data.xp.ones_like(v[..., :1])], axis=-1)
    return both if valid is None else data.xp.where(valid[..., None], both, 0.0)


def _scaled(data: Tokens, keys: SignedLogs, tops: Array, valid: Array | None) -> Array:
    """Key features of at most one, zero where masked."""
    features = keys.times(-_from_below(data, tops))
    return features if valid is None else data.xp.where(valid[..., None], features, 0.0)


def _from_below(data: Tokens, logs: Array) -> Array:
    """The logarithms, and 0 for that of nothing."""
    return data.xp.where(logs > LOWEST, logs, 0.0)


def _with(data: Tokens, state: _State | None, keys: SignedLogs, values: Array, valid: Array | None) -> _State:
    """The state once these keys are seen as well."""
    xp, tops = data.xp, _tops(data, keys.sizes, valid)
    tops = tops if state is None else xp.maximum(tops, state.tops)
    features = _scaled(data, keys, tops, valid)
    totals = xp.matrix_transpose(features) @ values
    magnitudes = None if keys.signs is None else xp.sum(xp.abs(features), axis=-2)[..., None]
    if state is not None:
        fall = xp.matrix_transpose(xp.exp(xp.where(state.tops > LOWEST, state.tops - tops, 0.0)))
        totals = totals + state.totals * fall
        if magnitudes is not None:
            magnitudes = magnitudes + state.magnitudes * fall
    return _State(tops, totals, magnitudes)


def _bidirectional(data: Tokens, featured: Featured, chunk: int) -> Iterator[Array]:
    state: _State | None = None
    for part in parts(data, data.k.shape[-2], chunk):
        valid = data.valid(part)
        keys = featured.of(data.k[..., part, :], 1)
        state = _with(data, state, keys, _values(data, part, valid), valid)
    assert state is not None
    for part in parts(data, data.q.shape[-2], chunk):
        query = _asked(data, featured.of(data.q[..., part, :], 0), state.tops)
        totals = query @ state.totals
        magnitude = None if state.magnitudes is None else (data.xp.abs(query) @ state.magnitudes)[..., 0]
        yield _quotient(data, totals, magnitude)


def _asked(data: Tokens, queries: SignedLogs, tops: Array) -> Array:
    """Query features of at most one beside such keys."""
    reach = data.xp.max(queries.sizes + tops, axis=-1, keepdims=True)
    return queries.times(tops - _from_below(data, reach))


def _causal(data: Tokens, featured: Featured, chunk: int) -> Iterator[Array]:
    """Chunk by chunk: what came before by the state, what is within by a masked product."""
    xp = data.xp
    state: _State | None = None
    for part in parts(data, data.q.shape[-2], chunk):
        valid = data.valid(part)
        keys, values = featured.of(data.k[..., part, :], 1), _values(data, part, valid)
        queries, before = featured.of(data.q[..., part, :], 0), state
        state = _with(data, before, keys, values, valid)
        query = _asked(data, queries, state.tops)
        key = _scaled(data, keys, state.tops, valid)
        seen = triangle(query, (query.shape[-2], key.shape[-2]))
        totals = xp.where(seen, query @ xp.matrix_transpose(key), 0.0) @ values
        magnitude = None
        if keys.signs is not None:
            sizes = xp.where(seen, xp.abs(query) @ xp.matrix_transpose(xp.abs(key)), 0.0)
            magnitude = xp.sum(sizes if valid is None else xp.where(valid[..., None, :], sizes, 0.0), axis=-1)
        if before is not None:
            fall = xp.exp(xp.where(before.tops > LOWEST, before.tops - state.tops, 0.0))
            totals = totals + (query * fall) @ before.totals
            if magnitude is not None:
                magnitude = magnitude + (xp.abs(query * fall) @ before.magnitudes)[..., 0]
        yield _quotient(data, totals, magnitude)


def _quotient(data: Tokens, totals: Array, magnitude: Array | None) -> Array:
    """Totals over the normaliser; NaN where that is not positive beyond its rounding, or underflows."""
    xp, normaliser = data.xp, totals[..., -1]
    sizes = normaliser if magnitude is None else magnitude
    kept = sizes > math.exp(-room(xp, totals.dtype))
    bad = ~(kept & (normaliser > NOISE * float(xp.finfo(totals.dtype).eps) * sizes))
    output = totals[..., :-1] / xp.where(bad, 1.0, normaliser)[..., None]
    return xp.astype(xp.where(bad[..., None], float("nan"), output), data.kept, copy=False)
