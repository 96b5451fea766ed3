"""Arrays of any library to NumPy and back, and how coarse their numbers are."""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np

from rftheory.errors import InputError, shorten
from rftheory.measured.inputs import Floats

Library = Literal["numpy", "torch", "jax", "cupy", "tensorflow"]
ROUNDING = {"float64": 2.0**-52, "float32": 2.0**-23, "bfloat16": 2.0**-7, "float16": 2.0**-10}
NORMAL = {"float64": 2.0**-1022, "float32": 2.0**-126, "bfloat16": 2.0**-126, "float16": 2.0**-14}
"""The smallest number that is held to full relative precision."""
MANY = 16
"""Different numbers that are no numbers of a coarse dtype by chance."""
WIDE = ("float128", "longdouble", "float96")


def library(array: str, dtype: str) -> tuple[str, str]:
    """(library, device) of "torch", "torch:cuda:0" and the like; InputError for an unknown library or dtype."""
    name, _, device = array.partition(":")
    if name not in get_args(Library) or dtype not in ROUNDING or (device and name != "torch"):
        raise InputError(
            f"array {shorten(array)}, dtype {shorten(dtype)}; allowed: numpy, torch, torch:DEVICE, jax, cupy or tensorflow; "
            f"{', '.join(ROUNDING)}"
        )
    return name, device


def given(x: Floats, name: str, device: str, dtype: str) -> Any:
    """The points as the client wants them; JAX without 64 bits silently makes float32 of float64."""
    if name == "numpy":
        return x.astype(_half() if dtype == "bfloat16" else dtype)
    try:
        module = importlib.import_module({"jax": "jax.numpy"}.get(name, name))
    except ImportError as error:
        raise InputError(f"array {name}: {error}; allowed: a library that is installed") from error
    if name == "jax":
        made = module.asarray(x if dtype == "float64" else x.astype(np.float32))
        return made if dtype == "float64" else made.astype(getattr(module, dtype))
    if name == "torch":
        return module.as_tensor(x, dtype=getattr(module, dtype), device=device or None)
    if name == "tensorflow":
        return module.convert_to_tensor(x, dtype=dtype)
    return module.asarray(x, dtype=getattr(module, dtype))


def snapped(x: Floats, dtype: str) -> Floats:
    """The nearest points that float16 or bfloat16 holds exactly, so that rounding the input costs nothing."""
    if dtype == "float16":
        return x.astype(np.float16).astype(np.float64)
    if dtype == "bfloat16":
        bits = x.astype(np.float32).view(np.uint32).astype(np.int64)
        even = (bits >> 16) & 1
        bits = (bits + 0x7FFF + even) & 0xFFFF0000
        return bits.astype(np.uint32).view(np.float32).astype(np.float64)
    return x


def coarsest(x: Floats, dtype: str) -> str:
    """bfloat16 or float16 where these are numbers of it, each of many different ones; the dtype that they came in otherwise."""
    for name in ("bfloat16", "float16"):
        if np.array_equal(snapped(x, name), x) and len(np.unique(x)) >= MANY:
            return name
    return dtype


def numbers(dtype: str, rounding: float) -> str:
    """The dtype whose numbers came back, `dtype` or a coarser one in it."""
    coarse = (name for name, unit in ROUNDING.items() if unit == rounding)
    return next(coarse, dtype) if rounding > ROUNDING.get(dtype, rounding) else dtype


def numeric(value: Any, name: str) -> tuple[Floats, str]:
    """A NumPy float64 array of any library's array of floating-point numbers, and its dtype; InputError otherwise."""
    kind = type(value).__name__
    try:
        for step in ("to_dense", "detach", "cpu"):
            if hasattr(value, step):
                value = getattr(value, step)()
        if type(value).__module__.partition(".")[0] == "cupy":
            value = value.get()
        own = getattr(value, "dtype", "")
        dtype = _named(own) if isinstance(own, np.dtype) else str(own).rpartition(".")[2]
        if dtype == "bfloat16":
            value = value.float() if hasattr(value, "float") else value.astype("float32")
        array = np.asarray(value)
    except (TypeError, ValueError, RuntimeError) as error:
        raise InputError(f"{name} returns {kind}; allowed: an array of floating-point numbers") from error
    dtype = dtype if dtype in ROUNDING else str(array.dtype)
    if dtype not in ROUNDING and dtype not in WIDE:
        what = kind if array.dtype == object else f"dtype {dtype}"
        parts = ", as the real and imaginary parts side by side" if array.dtype.kind == "c" else ""
        raise InputError(f"{name} returns {what}; allowed: an array of floating-point numbers{parts}")
    if array.size == 0:
        raise InputError(f"{name} returns an empty array, shape {array.shape}; allowed: at least one number")
    return np.asarray(array, dtype=np.float64), dtype


@lru_cache(maxsize=64)
def _named(dtype: np.dtype[Any]) -> str:
    """Its name, kept: making it takes as long as a small call."""
    return str(dtype)


def squeezed(array: Floats, ndim: int) -> Floats:
    """Without leading axes of length one beyond `ndim`: batch and head."""
    while array.ndim > ndim and array.shape[0] == 1:
        array = array[0]
    return array


def _half() -> Any:
    try:
        return importlib.import_module("ml_dtypes").bfloat16
    except ImportError as error:
        raise InputError(
            "dtype bfloat16 of NumPy arrays needs ml_dtypes; allowed: float16, or torch, jax"
        ) from error
