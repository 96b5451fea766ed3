"""Steps in the memory of an array that nobody reads again: fresh memory for a sum takes as long as an exponential.

For NumPy's arrays alone. Other libraries record what they compute, and plan memory by themselves.
"""

from __future__ import annotations

import numpy as np
from array_api_compat import array_namespace

from rftheory.measured.inputs import Array


def plus(array: Array, other: Array) -> Array:
    """array + other, which broadcasts to it."""
    if isinstance(array, np.ndarray) and array.flags.writeable:
        return np.add(array, other, out=array)
    return array + other


def exp(array: Array) -> Array:
    """e^array."""
    if isinstance(array, np.ndarray):
        return np.exp(array, out=array)
    return array_namespace(array).exp(array)
