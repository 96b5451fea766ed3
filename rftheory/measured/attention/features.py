"""Random feature attention: projections and a feature map in place of the softmax."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
from array_api_compat import device

from rftheory.errors import InputError
from rftheory.measured.attention.biased import ScaledRows, common_maximum
from rftheory.measured.attention.quotient import Sums, Undefined, log_count, plain, renormalised
from rftheory.measured.attention.rows import AbstractRows, MappedRows, ProjectedRows
from rftheory.measured.attention.streaming import streamed
from rftheory.measured.attention.tokens import Tokens, number, one_of, tokens
from rftheory.measured.inputs import Array, reals
from rftheory.measured.protocol import AbstractFeatureMap, Kernel
from rftheory.measured.rowmaps.protocol import AbstractRowMap, Side

Stabiliser = Literal["invariant", "per-key"]
EpsilonAt = Literal["features", "denominator"]
NEEDS_A_SCALE = "epsilon and the stabiliser 'per-key' need renormalise=True: they are relative to a scale"


def random_feature_attention(
    q: Any,
    k: Any,
    v: Any,
    projections: Any,
    feature_map: AbstractFeatureMap | AbstractRowMap,
    *,
    kernel: Kernel | None = None,
    scale: float | None = None,
    causal: bool = False,
    key_mask: Any = None,
    renormalise: bool = True,
    stabiliser: Stabiliser = "invariant",
    epsilon: float = 0.0,
    epsilon_at: EpsilonAt = "features",
    chunk: int | None = None,
    undefined: Undefined = "raise",
) -> Array:
    """Linear attention whose features are those of `scale` q and `scale` k, scale d^{-1/4} by default.

    `projections` (m, d) serve all leading axes, (heads, m, d) one draw each for the axis before the length;
    queries and keys share them; a map of whole rows (GERF, discrete features) takes rows of its own law in
    their place. `kernel` is the softmax kernel where the map has it, else its first; for the
    Gaussian kernel say so. The other arguments are those of `linear_attention`.

    Exactly invariant under renormalisation, and always used in the default "invariant": a factor for each
    query, a factor common to all keys (of one head), and a factor for each feature that multiplies the
    keys' and divides the queries'. With running maxima as factors no weight exceeds one, the largest
    of each query is about one, and causal sums are rescaled when a maximum rises: norms of 50 neither
    overflow nor make NaN, in float32 either, and no key is seen before its time. Without renormalisation
    the factors are put back, so the estimate of A V is unbiased; what overflows then is an InputError.

    Biased: `stabiliser="per-key"` divides every key's features by their own maximum, which weighs key j by
    e^{-maximum_j}. `epsilon` is added where the largest feature of each query, and of all keys of the head,
    is one: to every feature, which draws the output towards the mean of the values, or to the denominator,
    which draws it towards zero. The common maximum then looks at later keys, in causal attention too. These
    options need renormalisation. Sources: performer, Lemma 1, (4), and A.4 for the epsilon.
    """
    one_of("undefined", undefined, get_args(Undefined))
    data, sums, added = feature_sums(
        q,
        k,
        v,
        projections,
        feature_map,
        kernel=kernel,
        scale=scale,
        causal=causal,
        key_mask=key_mask,
        stabiliser=stabiliser,
        epsilon=epsilon,
        epsilon_at=epsilon_at,
        chunk=chunk,
    )
    if renormalise:
        return renormalised(data, sums, causal=causal, undefined=undefined, added=added)
    if epsilon or stabiliser != "invariant":
        raise InputError(NEEDS_A_SCALE)
    return plain(data, sums, log_factor=log_count(np.shape(projections)[-2]))


def feature_sums(
    q: Any,
    k: Any,
    v: Any,
    projections: Any,
    feature_map: AbstractFeatureMap | AbstractRowMap,
    *,
    kernel: Kernel | None = None,
    scale: float | None = None,
    causal: bool = False,
    key_mask: Any = None,
    stabiliser: Stabiliser = "invariant",
    epsilon: float = 0.0,
    epsilon_at: EpsilonAt = "features",
    chunk: int | None = None,
) -> tuple[Tokens, Sums, float]:
    """The checked arrays, the sums before any division, and what is to be added to the normaliser."""
    one_of("stabiliser", stabiliser, get_args(Stabiliser))
    one_of("epsilon_at", epsilon_at, get_args(EpsilonAt))
    if not isinstance(feature_map, (AbstractFeatureMap, AbstractRowMap)):
        raise InputError(f"feature_map is no feature map, given {type(feature_map).__name__}")
    epsilon = number("epsilon", epsilon, 0.0)
    data = tokens(q, k, v, causal=causal, key_mask=key_mask)
    w, kernel = projections_for(data, projections), softmax_first(feature_map, kernel)
    factor = float(w.shape[-1]) ** -0.25 if scale is None else number("scale", scale)
    floor = epsilon if epsilon_at == "features" else 0.0
    with np.errstate(all="ignore"):
        queries = _rows(data.q, w, feature_map, 0, kernel, factor)
        keys = _rows(data.k, w, feature_map, 1, kernel, factor)
        if epsilon or stabiliser == "per-key":
            common = None if stabiliser == "per-key" else common_maximum(data, keys, chunk)
            keys = ScaledRows(keys, common=common, epsilon=floor)
            queries = ScaledRows(queries, epsilon=floor)
        sums = streamed(data, queries, keys, causal=causal, chunk=chunk)
    return data, sums, epsilon - floor


def _rows(
    x: Array,
    w: Array,
    feature_map: AbstractFeatureMap | AbstractRowMap,
    side: Side,
    kernel: Kernel,
    factor: float,
) -> AbstractRows:
    """Feature rows of queries (0) or keys (1)."""
    if isinstance(feature_map, AbstractRowMap):
        feature_map.law.check(int(w.shape[-1]))
        return MappedRows(x, w, feature_map, side, kernel=kernel, factor=factor)
    return ProjectedRows(x, w, feature_map, kernel=kernel, factor=factor)


def softmax_first(feature_map: AbstractFeatureMap | AbstractRowMap, name: Kernel | None) -> Kernel:
    """The kernel of that name; without a name the softmax kernel, or else the map's first."""
    return feature_map.kernel("softmax" if name is None and "softmax" in feature_map.kernels else name)


def projections_for(data: Tokens, value: Any, *, look: bool = True) -> Array:
    """Projections in the library, dtype and place of the data; InputError where they do not fit."""
    w = reals("projections", value, ndims=(2, 3), shape="(m, d) or (heads, m, d)", look=look)
    if w.shape[-1] != data.q.shape[-1]:
        raise InputError(
            f"projections have d = {w.shape[-1]}, queries d = {data.q.shape[-1]}; allowed: the same d"
        )
    if w.ndim == 3 and data.lead[-1:] != (w.shape[0],):
        raise InputError(
            f"projections of {w.shape[0]} heads do not fit q {tuple(data.q.shape)}; "
            "allowed: as many as the axis before the length"
        )
    return data.xp.asarray(w, dtype=data.q.dtype, device=device(data.q))
