"""Products of rows on every NumPy that is allowed: `numpy.vecdot` came with version 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rftheory.measured.inputs import Floats


def _vecdot(first: Any, second: Any) -> Floats:
    """Sums of conj(a) b over the last axis, as numpy.vecdot has them."""
    rows, columns = np.conj(first)[..., None, :], np.asarray(second)[..., :, None]
    found: Floats = np.matmul(rows, columns)[..., 0, 0]
    return found


vecdot: Callable[[Any, Any], Floats] = getattr(np, "vecdot", _vecdot)
"""numpy.vecdot, or the same by matmul in NumPy 1.26."""
