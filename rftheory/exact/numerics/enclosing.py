"""Small tools of rules with proved errors: a value widened by its error, a short exact number near a float."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from rftheory.exact import balls


def short(number: float) -> Any:
    """An exact number near it, of about twelve bits, so that multiples of it stay short."""
    scale = 2 ** (12 - math.frexp(number)[1])
    return balls.exact(Fraction(round(number * scale), scale) if scale >= 1 else Fraction(number))


def enclose(value: Any, error: Any) -> Any:
    """The ball of the value, wider by the error."""
    return value + balls.arb(0, abs(error).upper())
