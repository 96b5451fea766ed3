"""Attention from features by the explicit masked matrix: the slow oracle."""

from __future__ import annotations

from typing import Any

import numpy as np

from rftheory.measured.attention.quotient import Sums, Undefined, plain, renormalised
from rftheory.measured.attention.tokens import one_of, tokens, triangle
from rftheory.measured.inputs import Array


def explicit_attention(
    q: Any,
    k: Any,
    v: Any,
    *,
    causal: bool = False,
    key_mask: Any = None,
    renormalise: bool = True,
    undefined: Undefined = "raise",
) -> Array:
    """D^{-1} A V with A = q k^T of feature rows, as one (L, S) matrix; causal: its lower triangle.

    Arguments and result as for `linear_attention`, which gives the same in linear time.
    Source: performer, (4) and the mask of (2).
    """
    one_of("undefined", undefined, ("raise", "nan"))
    data = tokens(q, k, v, causal=causal, key_mask=key_mask)
    xp = data.xp
    with np.errstate(all="ignore"):
        weights = data.q @ xp.matrix_transpose(data.k)
        sizes = xp.abs(data.q) @ xp.matrix_transpose(xp.abs(data.k))
        start = 0 if causal else data.k.shape[-2]
        keep = triangle(weights, weights.shape[-2:], start)
        if data.mask is not None:
            keep = keep & data.mask[..., None, :]
        weights = xp.where(keep, weights, 0.0)
        total = xp.sum(weights, axis=-1)
        totals = xp.concat([weights @ data.v, total[..., None]], axis=-1)
        sums = Sums(totals, xp.sum(xp.where(keep, sizes, 0.0), axis=-1), xp.zeros_like(total))
    if not renormalise:
        return plain(data, sums)
    return renormalised(data, sums, causal=causal, undefined=undefined)
