"""Checks of queries, keys, values and masks, and the parts a sequence is worked through in."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, isfinite, prod
from numbers import Real
from typing import Any, NamedTuple

from array_api_compat import array_namespace, device

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Array, integer, reals
from rftheory.measured.protocol import _namespace

CHUNK = 512
"""Rows worked on at once by default: large enough for BLAS, small enough that features stay in cache."""

CAUSAL_CHUNK = 128
"""The same for causal attention, where work within a chunk grows as its square."""

CACHED_ROWS = 1024
"""Rows of all batches and heads together, where a chunk is still of CAUSAL_CHUNK rows; four times that, if it is not."""

LEAST_CHUNK = 32
"""Fewer rows a step leave BLAS nothing to do, however many batches and heads share the cache."""


class Tokens(NamedTuple):
    """Checked arrays of one library, dtype and leading shape: q (..., L, r), k (..., S, r), v (..., S, e)."""

    xp: Any
    q: Array
    k: Array
    v: Array
    mask: Array | None
    kept: Any
    """The dtype of results: that of the arrays as they were given."""

    @property
    def lead(self) -> tuple[int, ...]:
        """The leading axes: batches and heads."""
        return tuple(self.q.shape[:-2])

    def valid(self, part: slice) -> Array | None:
        """The mask of some keys, None for no mask."""
        return None if self.mask is None else self.mask[..., part]


def tokens(q: Any, k: Any, v: Any, *, causal: bool, key_mask: Any = None, look: bool = True) -> Tokens:
    """The arrays as `Tokens`; integers become floats, mixed precisions the wider one, 16 bits 32 (and results 16 again).

    InputError for what is not finite (look=False: that is not asked), not of 16, 32 or 64 bits, empty, or does not fit:
    the three have equal leading axes, k and v the same length, q and k the same last axis, and causal attention L = S.
    Masked keys and their values must be finite, too: padding is not looked at, but it is multiplied by zero.
    """
    ranks = tuple(range(2, 9))
    q = reals("q", q, ndims=ranks, shape="(..., L, d)", look=look)
    k = reals("k", k, ndims=ranks, shape="(..., S, d)", look=look)
    v = reals("v", v, ndims=ranks, shape="(..., S, e)", look=look)
    xp = _namespace(q, k, v)
    kept = dtype = xp.result_type(q, k, v)
    if dtype not in (xp.float32, xp.float64):
        if xp.finfo(dtype).bits != 16:
            raise InputError(
                f"q, k, v have the dtype {dtype}; allowed: float32, float64, and those of 16 bits"
            )
        dtype = xp.float32
    shapes = f"q {tuple(q.shape)}, k {tuple(k.shape)}, v {tuple(v.shape)}"
    if q.shape[-1] != k.shape[-1]:
        raise InputError(f"q and k differ in their last axis: {shapes}")
    if k.shape[-2] != v.shape[-2]:
        raise InputError(f"k and v differ in length: {shapes}")
    if not q.shape[:-2] == k.shape[:-2] == v.shape[:-2]:
        raise InputError(f"the leading axes differ: {shapes}; allowed: the same batches and heads")
    if causal and q.shape[-2] != k.shape[-2]:
        raise InputError(f"causal attention needs as many queries as keys: {shapes}")
    q, k, v = (xp.astype(array, dtype, copy=False) for array in (q, k, v))
    mask = None if key_mask is None else _mask(xp, key_mask, q, tuple(k.shape[:-1]))
    return Tokens(xp, q, k, v, mask, kept)


def _mask(xp: Any, value: Any, like: Array, shape: tuple[int, ...]) -> Array:
    """A boolean mask (True: a key to attend to) broadcast to `shape`."""
    try:
        mask = xp.asarray(value, device=device(like))
        if mask.dtype != xp.bool:
            raise InputError(
                f"key_mask has dtype {mask.dtype}; allowed: booleans, True for a key to attend to"
            )
        if mask.ndim not in (1, len(shape)):
            raise InputError(
                f"key_mask does not broadcast to {shape} without doubt: it has shape {tuple(mask.shape)}; allowed: "
                f"({shape[-1]},) for all, or {len(shape)} axes, of size 1 where batches or heads share it, such as "
                "mask[:, None, :] of one row a batch"
            )
        return xp.broadcast_to(mask, shape)
    except (TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"key_mask does not broadcast to {shape}: one boolean a key, axes of size 1 where it is shared"
        ) from error


def parts(data: Tokens, length: int, chunk: int | None, default: int = CHUNK) -> Iterator[slice]:
    """Slices of at most `chunk` rows that cover range(length) in order.

    None takes the default, less where batches and heads share the cache, but never below LEAST_CHUNK.
    """
    together = prod(data.lead)
    shared = max(LEAST_CHUNK, CACHED_ROWS // together, min(CAUSAL_CHUNK, 4 * CACHED_ROWS // together))
    step = min(default, shared) if chunk is None else integer("chunk", chunk, 1)
    for start in range(0, length, step):
        yield slice(start, min(length, start + step))


def one_of(parameter: str, value: Any, allowed: tuple[str, ...]) -> None:
    """DomainError unless the value is one of these words."""
    if value not in allowed:
        raise DomainError(parameter, value, f"one of {', '.join(map(repr, allowed))}")


def number(parameter: str, value: Any, least: float = -inf) -> float:
    """The value as a float; DomainError unless it is a finite number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value) or value < least:
        raise DomainError(
            parameter, value, "a finite number" + (f", at least {least:g}" if least > -inf else "")
        )
    return float(value)


def triangle(like: Array, shape: tuple[int, int], start: int = 0) -> Array:
    """A boolean matrix: whether query start + i sees key j, that is j <= start + i."""
    xp = array_namespace(like)
    rows = xp.arange(shape[0], device=device(like)) + start
    return xp.arange(shape[1], device=device(like))[None, :] <= rows[:, None]


def keyless(data: Tokens, *, causal: bool) -> Array | None:
    """Which queries see no key at all, (..., L); None where no mask is given (then every one sees a key)."""
    if data.mask is None:
        return None
    xp = data.xp
    if not causal:
        none = ~xp.any(data.mask, axis=-1)[..., None]
        return xp.broadcast_to(none, tuple(data.q.shape[:-1]))
    return xp.cumulative_sum(xp.astype(data.mask, xp.int64), axis=-1) == 0
