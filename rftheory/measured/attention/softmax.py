"""Exact softmax attention in quadratic time, stable for any finite input."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from rftheory.errors import InputError
from rftheory.measured.attention.quotient import Sums, Undefined, joined, plain, renormalised
from rftheory.measured.attention.tokens import Tokens, number, one_of, parts, tokens, triangle
from rftheory.measured.inputs import Array


def softmax_attention(
    q: Any,
    k: Any,
    v: Any,
    *,
    causal: bool = False,
    key_mask: Any = None,
    scale: float | None = None,
    renormalise: bool = True,
    chunk: int | None = None,
    undefined: Undefined = "raise",
) -> Array:
    """D^{-1} A V with A = exp(scale q k^T), scale d^{-1/2} by default; `renormalise=False` gives A V.

    q (..., L, d), k (..., S, d), v (..., S, e) of one library with equal leading axes; the result is
    (..., L, e). `causal`: query i sees keys 1..i, itself included. `key_mask`, broadcast to (..., S), is True
    for keys to attend to. The largest logit of a row is subtracted before exponentials are taken, which
    cancels in the ratio: nothing overflows. Works on `chunk` queries at a time, so memory is chunk * S.
    `undefined="nan"` marks queries without a key instead of raising InputError. Source: performer, (1), (2).
    """
    one_of("undefined", undefined, ("raise", "nan"))
    data = tokens(q, k, v, causal=causal, key_mask=key_mask)
    factor = 1.0 / sqrt(data.q.shape[-1]) if scale is None else number("scale", scale)
    sums = joined(
        data.xp, [_rows(data, part, factor, causal) for part in parts(data, data.q.shape[-2], chunk)]
    )
    if not renormalise:
        return plain(data, sums)
    return renormalised(data, sums, causal=causal, undefined=undefined)


def _rows(data: Tokens, part: slice, scale: float, causal: bool) -> Sums:
    """The sums of some queries over their keys."""
    xp = data.xp
    seen = slice(0, part.stop if causal else data.k.shape[-2])
    with np.errstate(all="ignore"):
        logits = (data.q[..., part, :] * scale) @ xp.matrix_transpose(data.k[..., seen, :])
        if causal:
            logits = xp.where(triangle(logits, logits.shape[-2:], part.start), logits, -float("inf"))
        valid = data.valid(seen)
        if valid is not None:
            logits = xp.where(valid[..., None, :], logits, -float("inf"))
        top = xp.max(logits, axis=-1, keepdims=True)
        if bool(xp.any(xp.isnan(top) | (top == float("inf")))):
            raise InputError("a logit overflows this dtype; scale the queries or keys down")
        top = xp.where(top > -float("inf"), top, 0.0)
        weights = xp.exp(logits - top)
        total = xp.sum(weights, axis=-1)
        totals = xp.concat([weights @ data.v[..., seen, :], total[..., None]], axis=-1)
    return Sums(totals, total, top[..., 0])
