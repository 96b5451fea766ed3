"""Linear attention from feature matrices, in one pass and with memory for a chunk."""

from __future__ import annotations

from typing import Any

from rftheory.measured.attention.quotient import Undefined, plain, renormalised
from rftheory.measured.attention.rows import GivenRows
from rftheory.measured.attention.streaming import streamed
from rftheory.measured.attention.tokens import one_of, tokens
from rftheory.measured.inputs import Array


def linear_attention(
    q: Any,
    k: Any,
    v: Any,
    *,
    causal: bool = False,
    key_mask: Any = None,
    renormalise: bool = True,
    chunk: int | None = None,
    undefined: Undefined = "raise",
) -> Array:
    """D^{-1} q (k^T v) for rows of features q (..., L, r), k (..., S, r) and values v (..., S, e); (..., L, e).

    `causal` sums keys 1..i for query i by running sums: one masked product a chunk plus a state (r, e + 1), so
    time grows as L and no L x L or L x r x e array exists. `chunk` changes only roundings. `key_mask`,
    broadcast to (..., S), is True for keys to attend to. `renormalise=False` leaves D out.

    Rows are scaled inside by factors that cancel: a constant a query, one common to all keys. A query whose
    normaliser is negative, or zero to rounding, raises NormaliserError, and one without a key InputError;
    with `undefined="nan"` such rows are NaN. Source: performer, (4), (11) and Algorithm 1.
    """
    one_of("undefined", undefined, ("raise", "nan"))
    data = tokens(q, k, v, causal=causal, key_mask=key_mask)
    sums = streamed(data, GivenRows(data.q), GivenRows(data.k), causal=causal, chunk=chunk)
    if not renormalise:
        return plain(data, sums)
    return renormalised(data, sums, causal=causal, undefined=undefined)
