"""From sums to outputs: the division by the normaliser, and its refusal."""

from __future__ import annotations

from math import log
from typing import Any, Literal, NamedTuple

import numpy as np

from rftheory.errors import InputError, NormaliserError
from rftheory.measured.attention.tokens import Tokens, keyless
from rftheory.measured.inputs import Array, finite

Undefined = Literal["raise", "nan"]
NOISE = 8.0
"""A normaliser below this many roundings of the terms it sums has no known sign: it vanishes."""


class Sums(NamedTuple):
    """What a query row sums over its keys, each times e^{log_scale}.

    `totals` (..., L, e + 1): weights times values, then the weights alone. `magnitude` (..., L): the
    absolute values of the terms of the last column.
    """

    totals: Array
    magnitude: Array
    log_scale: Array


def joined(xp: Any, pieces: list[Sums]) -> Sums:
    """The sums of consecutive rows as one."""
    if len(pieces) == 1:
        return pieces[0]
    totals, magnitude, log_scale = zip(*pieces, strict=True)
    return Sums(xp.concat(totals, axis=-2), xp.concat(magnitude, axis=-1), xp.concat(log_scale, axis=-1))


def undefined_rows(data: Tokens, sums: Sums, *, causal: bool) -> Array:
    """Rows (..., L) with no key, or whose normaliser is negative, NaN or lost in its own rounding."""
    xp = data.xp
    eps = float(xp.finfo(sums.totals.dtype).eps)
    bad = ~(sums.totals[..., -1] > NOISE * eps * sums.magnitude)
    none = keyless(data, causal=causal)
    return bad if none is None else bad | none


def renormalised(
    data: Tokens, sums: Sums, *, causal: bool, undefined: Undefined, added: float = 0.0
) -> Array:
    """Totals over the normaliser, to which `added` is added in the scale of the weights.

    A row without a key or with a normaliser that is not positive is an error, or NaN: never a number.
    """
    xp = data.xp
    _refuse_keyless(data, causal=causal, undefined=undefined)
    with np.errstate(all="ignore"):
        if added:
            extra = added * xp.exp(-sums.log_scale)[..., None]
            totals = xp.concat([sums.totals[..., :-1], sums.totals[..., -1:] + extra], axis=-1)
            sums = Sums(totals, sums.magnitude, sums.log_scale)
        bad = undefined_rows(data, sums, causal=causal)
        output = sums.totals[..., :-1] / sums.totals[..., -1:]
    some = bool(xp.any(bad))
    if some and undefined == "raise":
        raise NormaliserError(*_counted(xp, bad))
    if some:
        output = xp.where(bad[..., None], 0.0, output)
    output = xp.astype(output, data.kept, copy=False)
    _finite(output, "an output overflows this dtype; scale the values down")
    return xp.where(bad[..., None], float("nan"), output) if some else output


def plain(data: Tokens, sums: Sums, *, log_factor: float = 0.0) -> Array:
    """The totals themselves, without normaliser, times e^{log_factor}; InputError where one overflows."""
    xp = data.xp
    with np.errstate(all="ignore"):
        totals = sums.totals[..., :-1]
        scaled = totals * xp.exp(sums.log_scale + log_factor)[..., None]
        output = xp.astype(xp.where(totals == 0.0, 0.0, scaled), data.kept, copy=False)
    _finite(output, "an output without normaliser overflows this dtype; renormalise, or scale down")
    return output


def log_count(m: int) -> float:
    """The log factor 1/m of features that were summed without their m^{-1/2}."""
    return -log(m)


def _refuse_keyless(data: Tokens, *, causal: bool, undefined: Undefined) -> None:
    """InputError for a query without any key, unless such rows shall be NaN."""
    none = keyless(data, causal=causal)
    if undefined == "raise" and none is not None and bool(data.xp.any(none)):
        count, total, first = _counted(data.xp, none)
        raise InputError(
            f"{count} of {total} queries have no key left by key_mask, first at {first}; "
            "allowed: a key for every query, or undefined='nan'"
        )


def _counted(xp: Any, rows: Array) -> tuple[int, int, tuple[int, ...]]:
    """How many rows are True, out of how many, and the index of the first."""
    first = tuple(int(axis[0]) for axis in xp.nonzero(rows))
    return int(xp.sum(xp.astype(rows, xp.int64))), int(np.prod(rows.shape)), first


def _finite(output: Array, text: str) -> None:
    """InputError with this text unless every number is finite."""
    if not finite(output):
        raise InputError(text)
