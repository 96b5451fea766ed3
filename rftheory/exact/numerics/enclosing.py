"""Small tools of rules with proved errors: a value widened by its error, a short exact number near a float."""

from __future__ import annotations

import math
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.scalars import Ball, Rational


def short(number: float) -> Rational:
    """An exact number near it, of about twelve bits, so that multiples of it stay short."""
    scale = 2 ** (12 - math.frexp(number)[1])
    return balls.exact(Fraction(round(number * scale), scale) if scale >= 1 else Fraction(number))


def enclose(value: Ball, error: Ball) -> Ball:
    """The ball of the value, wider by the error."""
    return value + balls.arb(0, abs(error).upper())
