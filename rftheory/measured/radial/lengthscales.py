"""Parameters of laws of frequencies: positive numbers, and lengthscales of one number or of one a coordinate."""

from __future__ import annotations

from math import isfinite
from numbers import Real
from typing import Any, TypeAlias

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.inputs import Floats

Lengthscale: TypeAlias = float | tuple[float, ...]
"""One number, or d numbers (automatic relevance determination)."""


def positive(parameter: str, value: Any, *, most: float | None = None) -> float:
    """The value as a float; DomainError unless it is a finite number above zero, and at most `most`."""
    rule = "a finite number > 0" if most is None else f"a number > 0 and <= {most:g}"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise DomainError(parameter, value, rule)
    number = float(value)
    if not (isfinite(number) and number > 0.0) or (most is not None and number > most):
        raise DomainError(parameter, value, rule)
    return number


def lengthscale(value: Any) -> Lengthscale:
    """The value as a float or a tuple of floats; DomainError unless every number is finite and above zero."""
    value = value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value
    if isinstance(value, (list, tuple)):
        if not value:
            raise DomainError("lengthscale", value, "one number > 0, or one for every coordinate")
        return tuple(positive("lengthscale", entry) for entry in value)
    return positive("lengthscale", value)


def divided(vectors: Floats, scale: Lengthscale) -> Floats:
    """Vectors (..., d) divided by the lengthscale, coordinate by coordinate where it has d numbers."""
    quotient: Floats = vectors / np.asarray(scale)
    return quotient
