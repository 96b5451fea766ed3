"""Sums of weighted values in one pass over the keys, exact for features of any size.

Three factors cancel in a renormalised output: a constant for each query, one common to all keys, and one for
each group of features that multiplies the keys' and divides the queries'. The last is the running maximum of
the group over the keys seen so far, so every weight is at most one and the largest of a row is about one. When
a maximum rises the sums so far are rescaled: this is exact, unlike a maximum for each key.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import Any

import numpy as np

from rftheory.measured.attention import in_place
from rftheory.measured.attention.quotient import Sums, joined
from rftheory.measured.attention.rows import AbstractPiece, AbstractRows
from rftheory.measured.attention.tokens import CAUSAL_CHUNK, Tokens, parts, triangle
from rftheory.measured.inputs import Array


def streamed(
    data: Tokens, queries: AbstractRows, keys: AbstractRows, *, causal: bool, chunk: int | None
) -> Sums:
    """The sums of every query over all its keys, in time O(L r e) and with memory for one chunk and the result."""
    memory = Memory(data, keys)
    with np.errstate(all="ignore"):
        if causal:
            steps = _causal(data, queries, keys, memory, chunk)
            return joined(data.xp, list(steps))
        for part in parts(data, data.k.shape[-2], chunk):
            key, valid = keys.piece(part), data.valid(part)
            memory.rise(memory.tops_with(key, valid))
            memory.add(memory.scaled(key, valid), _counted(data, part, valid))
        rows = parts(data, data.q.shape[-2], chunk)
        return joined(data.xp, [memory.sums(*memory.asked(queries.piece(part))) for part in rows])


class Memory:
    """What is kept of the keys seen so far: for each group its largest size, for each feature its sums."""

    def __init__(self, data: Tokens, keys: AbstractRows) -> None:
        xp, like = data.xp, data.v
        lead, e = data.lead, data.v.shape[-1] + 1
        zero = xp.zeros_like(like[..., :1, :1])
        self._xp = xp
        self._groups = keys.groups
        self.tops: Array = xp.broadcast_to(zero[..., 0] - float("inf"), (*lead, keys.groups))
        self.totals: Array = xp.broadcast_to(zero, (*lead, keys.width, e))
        self.magnitudes: Array | None = None  # sums of absolute features, kept from the first negative one on

    def tops_with(self, keys: AbstractPiece, valid: Array | None) -> Array:
        """The largest sizes (..., groups) with these keys included."""
        sizes = keys.sizes if valid is None else self._xp.where(valid[..., None], keys.sizes, -float("inf"))
        return self._xp.maximum(self.tops, self._xp.max(sizes, axis=-2))

    def rise(self, tops: Array) -> None:
        """Take larger maxima: the sums so far are multiplied by e^{old - new}."""
        xp, known = self._xp, self.tops > -float("inf")
        if bool(xp.any(known & (tops > self.tops))):
            factor = xp.exp(xp.where(known, self.tops - tops, 0.0))
            grouped = (*factor.shape, -1)
            self.totals = xp.reshape(
                xp.reshape(self.totals, grouped) * factor[..., None], tuple(self.totals.shape)
            )
            if self.magnitudes is not None:
                self.magnitudes = xp.reshape(
                    xp.reshape(self.magnitudes, grouped) * factor[..., None], tuple(self.magnitudes.shape)
                )
        self.tops = tops

    def scaled(self, keys: AbstractPiece, valid: Array | None) -> Array:
        """Key features (..., c, r) of at most one; zero where masked."""
        shift = self._xp.where(self.tops > -float("inf"), -self.tops, 0.0)
        values = keys.values(shift[..., None, :])
        values = values if valid is None else self._xp.where(valid[..., None], values, 0.0)
        self._look(keys, values)
        return values

    def asked(self, queries: AbstractPiece, log_scale: Array | None = None) -> tuple[Array, Array]:
        """Query features (..., c, r) for these maxima, of at most one, and the log scales left out (..., c).

        `log_scale`: their `reach`, where it is known already.
        """
        logs = queries.sizes + self.tops[..., None, :]
        log_scale = self._xp.max(logs, axis=-1) if log_scale is None else log_scale
        log_scale = self._xp.where(log_scale > -float("inf"), log_scale, 0.0)
        if queries.positive:
            return in_place.exp(in_place.plus(logs, -log_scale[..., None])), log_scale
        features = queries.values(self.tops[..., None, :] - log_scale[..., None])
        self._look(queries, features)
        return features, log_scale

    def _look(self, piece: AbstractPiece, features: Array) -> None:
        """Keep sums of absolute features once one may be negative; up to then they are those of the features."""
        if self.magnitudes is None and not piece.positive and bool(self._xp.min(features) < 0.0):
            self.magnitudes = self.totals[..., -1]

    def reach(self, queries: AbstractPiece, tops: Array) -> Array:
        """The logarithm of the largest weight that queries (..., c) can have with such maxima."""
        return self._xp.max(queries.sizes + tops[..., None, :], axis=-1)

    def add(self, features: Array, values: Array) -> None:
        """Include keys, as `scaled`, and their values with the column of ones."""
        self.totals = self.totals + self._xp.matrix_transpose(features) @ values
        if self.magnitudes is not None:
            self.magnitudes = self.magnitudes + self._xp.sum(self._xp.abs(features), axis=-2)

    def sums(self, features: Array, log_scale: Array) -> Sums:
        """What queries, as `asked`, sum over the keys seen so far."""
        totals = features @ self.totals
        return Sums(totals, self._magnitude(features, totals), log_scale)

    def _magnitude(self, features: Array, totals: Array) -> Array:
        """The absolute terms of the normaliser; without negative features, that itself."""
        if self.magnitudes is None:
            return totals[..., -1]
        return (self._xp.abs(features) @ self.magnitudes[..., None])[..., 0]


def _causal(
    data: Tokens, queries: AbstractRows, keys: AbstractRows, memory: Memory, chunk: int | None
) -> Iterator[Sums]:
    """The sums of queries over the keys up to their own, chunk by chunk."""
    for part in parts(data, data.q.shape[-2], chunk, CAUSAL_CHUNK):
        valid = data.valid(part)
        values = _counted(data, part, valid)
        yield from _step(data.xp, queries.piece(part), keys.piece(part), values, valid, memory)


def _step(
    xp: Any, queries: AbstractPiece, keys: AbstractPiece, values: Array, valid: Array | None, memory: Memory
) -> Iterator[Sums]:
    """One chunk: what came before it by the memory, what is in it by a masked product.

    Where later keys of the chunk are so large that the weights of an earlier query would underflow beside
    them, the chunk is halved, down to single rows, which are always exact.
    """
    tops, count = memory.tops_with(keys, valid), values.shape[-2]
    reach = memory.reach(queries, tops)
    if count > 1 and _overshadowed(xp, queries, keys, valid, memory, reach):
        for half in (slice(0, count // 2), slice(count // 2, count)):
            some = None if valid is None else valid[..., half]
            yield from _step(xp, queries.part(half), keys.part(half), values[..., half, :], some, memory)
        return
    memory.rise(tops)
    key = memory.scaled(keys, valid)
    query, log_scale = memory.asked(queries, reach)
    before = memory.sums(query, log_scale)
    seen = triangle(query, (count, count))
    weights = xp.where(seen, query @ xp.matrix_transpose(key), 0.0)
    totals = before.totals + weights @ values
    magnitude = totals[..., -1]
    if memory.magnitudes is not None:
        sizes = xp.abs(query) @ xp.matrix_transpose(xp.abs(key))
        magnitude = before.magnitude + xp.sum(xp.where(seen, sizes, 0.0), axis=-1)
    memory.add(key, values)
    yield Sums(totals, magnitude, log_scale)


def _overshadowed(
    xp: Any, queries: AbstractPiece, keys: AbstractPiece, valid: Array | None, memory: Memory, later: Array
) -> bool:
    """Whether some query's largest weight with the chunk's first key may fall out of the dtype's range.

    `later`: the queries' largest weights once the whole chunk is known.
    """
    if valid is None:
        first = keys.sizes[..., 0, :]
    else:
        earliest = valid & (xp.cumulative_sum(xp.astype(valid, xp.int64), axis=-1) == 1)
        first = xp.max(xp.where(earliest[..., None], keys.sizes, -float("inf")), axis=-2)
    gap = xp.where(later > -float("inf"), later - memory.reach(queries, xp.maximum(memory.tops, first)), 0.0)
    return bool(xp.any(gap > room(xp, queries.sizes.dtype)))


def room(xp: Any, dtype: Any) -> float:
    """How far below one, in logarithms, a weight keeps its digits and those of weights eps below it."""
    info = xp.finfo(dtype)
    return -log(float(info.smallest_normal)) + 2.0 * log(float(info.eps))


def _counted(data: Tokens, part: slice, valid: Array | None) -> Array:
    """Values with a last column of ones (..., c, e + 1), zero for masked keys."""
    xp, v = data.xp, data.v[..., part, :]
    values = xp.concat([v, xp.ones_like(v[..., :1])], axis=-1)
    return values if valid is None else xp.where(valid[..., None], values, 0.0)
