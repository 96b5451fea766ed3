"""Checks of what callers hand in: integers, generators, arrays."""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Integral
from typing import Any, TypeAlias

import numpy as np
from array_api_compat import array_namespace
from numpy.typing import NDArray

from rftheory.errors import DomainError, InputError, not_text, shorten

Array: TypeAlias = Any
"""An array of any namespace that array-api-compat knows."""

Floats: TypeAlias = NDArray[np.float64]

CHUNK = 1 << 14
"""Float64 numbers per working array (128 KiB): several stay within a level-2 cache and off the page tables."""


def integer(parameter: str, value: Any, least: int) -> int:
    """The value as an int; DomainError unless it is an integer (not a bool) of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise DomainError(parameter, value, f"an integer, at least {least}{not_text(value)}")
    return int(value)


def generator(rng: Any) -> np.random.Generator:
    """The generator itself; InputError for a seed, a legacy RandomState or anything else."""
    if not isinstance(rng, np.random.Generator):
        raise InputError(f"rng must be a numpy.random.Generator, given {type(rng).__name__}")
    return rng


def reals(name: str, value: Any, *, ndims: tuple[int, ...], shape: str, look: bool = True) -> Array:
    """A finite, nonempty, real floating array of an allowed rank; integers become floats. look=False: no number is read.

    Lists and numbers become NumPy arrays; any other array keeps its namespace. InputError says what
    was given and what is allowed.
    """
    array = _as_array(name, value, shape)
    xp = array_namespace(array)
    if xp.isdtype(array.dtype, "integral"):
        array = xp.astype(array, xp.asarray(0.0).dtype)
    if not xp.isdtype(array.dtype, "real floating"):
        raise InputError(f"{name} has dtype {array.dtype}; allowed: real floating or integer numbers")
    if array.ndim not in ndims:
        raise InputError(f"{name} has shape {tuple(array.shape)}; allowed: {shape}")
    if 0 in array.shape:
        raise InputError(f"{name} is empty, shape {tuple(array.shape)}; allowed: {shape}, every length >= 1")
    if look and not finite(array):
        raise InputError(f"{name} contains NaN or infinity; allowed: finite numbers")
    return array


def finite(array: Array) -> bool:
    """Whether no entry is NaN or infinite: then their sum is neither, which takes one pass; else they are looked at."""
    xp = array_namespace(array)
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(xp.isfinite(xp.sum(array))) or bool(xp.all(xp.isfinite(array)))


def _as_array(name: str, value: Any, shape: str) -> Array:
    """The value itself if it is an array; a NumPy array made of a list, a tuple or a number."""
    if isinstance(value, np.ma.MaskedArray):
        raise InputError(f"{name} is a masked array; allowed: {shape}, with the masked entries removed")
    try:
        if isinstance(value, (list, tuple, int, float, np.ndarray, np.generic)):
            return np.asarray(value)
        array_namespace(value)
    except (TypeError, ValueError, OverflowError) as error:
        given = f"{type(value).__name__} {shorten(value)}"
        raise InputError(f"{name} is no array of numbers, given {given}; allowed: {shape}") from error
    return value


def points(value: Any) -> Floats:
    """A NumPy float64 array (p, d) of finite points, p and d at least one."""
    return np.asarray(reals("points", value, ndims=(2,), shape="(p, d)"), dtype=np.float64)


def chunks(n: int, numbers: int) -> Iterator[slice]:
    """Slices of range(n) such that one slice times `numbers` stays within CHUNK; fixed for fixed sizes."""
    step = max(1, CHUNK // max(1, numbers))
    for start in range(0, n, step):
        yield slice(start, min(n, start + step))
