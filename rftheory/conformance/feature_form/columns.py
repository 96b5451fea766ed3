"""Columns that are no random features and stand beside them: constants, and linear functions of the points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rftheory.conformance.feature_form.recovery import STEPS, Columns
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot

Marks = NDArray[np.bool_]
FINE = 1e-6
"""Units of rounding up to which a sine of a short row is told from a straight line."""


@dataclass(frozen=True)
class Beside:
    """The columns that are kept (None: all), and what the others add: `constant`, and `linear` times x.y."""

    kept: Columns | None = None
    constant: float = 0.0
    linear: float = 0.0


def beside(queries: Floats, keys: Floats, d: int, rounding: float) -> Beside:
    """What stands beside features at the probes, (seeds, points, columns); nothing where it is all that there is.

    As many columns that are 0 everywhere as are constant are the sines to such cosines: waves of rows that are 0.
    """
    if queries.shape != keys.shape:
        return Beside()
    fixed = _fixed(queries) & _fixed(keys)
    empty = np.all(queries == 0.0, axis=(0, 1)) & np.all(keys == 0.0, axis=(0, 1))
    if np.sum(empty) == np.sum(fixed):
        fixed[:] = False
    with np.errstate(all="ignore"):
        linear = _linear(queries, d, rounding) & _linear(keys, d, rounding) & ~empty
    if rounding > FINE:
        linear[:] = False
    if not np.any(fixed | linear) or np.all(fixed | linear | empty):
        return Beside()
    constant = float(np.mean(np.sum(queries[:, 0, fixed] * keys[:, 0, fixed], axis=1)))
    at = slice(1, d + 1)
    products = vecdot(queries[:, at][..., linear], keys[:, at][..., linear])
    return Beside(
        np.flatnonzero(~(fixed | linear)), constant, float(np.mean(products)) / STEPS["exponential"] ** 2
    )


def _fixed(phi: Floats) -> Marks:
    """The columns that are one number at all points, and not 0."""
    found: Marks = np.all(phi == phi[:, :1], axis=(0, 1)) & np.all(phi[:, 0] != 0.0, axis=0)
    return found


def _linear(phi: Floats, d: int, rounding: float) -> Marks:
    """The columns that are 0 at 0, odd, and in proportion at both steps along every axis, in every draw.

    No sine is: it would bend between the steps, unless its row is 0 to rounding.
    """
    long, short = STEPS["exponential"], STEPS["trigonometric"]
    far, back = phi[:, 1 : d + 1], phi[:, d + 1 : 2 * d + 1]
    near = phi[:, 2 * d + 1 : 3 * d + 1] * (long / short)
    room = 16.0 * rounding * (np.max(np.abs(far), axis=1, keepdims=True) + 1e-300)
    alike = (np.abs(far + back) <= room) & (np.abs(far - near) <= room * (long / short))
    still, moves = np.all(phi[:, 0] == 0.0, axis=0), np.any(far != 0.0, axis=(0, 1))
    found: Marks = np.all(alike, axis=(0, 1)) & still & moves
    return found
