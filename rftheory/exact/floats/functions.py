"""Functions of one argument in doubles: NumPy's and SciPy's value, and how far an error of the argument takes it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import special

from rftheory.exact.floats.rounded import (
    ALIKE,
    FUNCTION,
    LOST,
    SMALL,
    UNIT,
    Bound,
    Floats,
    Rounded,
    grown,
    made,
)

GAMMA = 40.0 * UNIT
"""What SciPy's Gamma function of a positive argument is taken to be within."""
LOG_SMALL = -690.0
"""Above it exp(x) is above SMALL."""
SLOPE = 1.13
"""More than 2 / sqrt(pi), the largest slope of erf."""


def exp(x: Rounded) -> Rounded:
    """exp(x): the error of x is the share of the result; its largest one is read off the ends where that will do."""
    value, most = np.exp(x.value), x.most()
    lost = LOST if not x.ends[0] > LOG_SMALL and np.any(value < SMALL) else 0.0
    return Rounded(value, grown(most if most <= ALIKE else x.error()) + FUNCTION, lost)


def log(x: Rounded) -> Rounded:
    """log(x) of positive x: the share of x is the error of the result."""
    return Rounded(np.log(x.value), FUNCTION, x.stretch())


def absolute(x: Rounded) -> Rounded:
    """|x|."""
    return Rounded(np.abs(x.value), x.relative, x.absolute)


def gamma(x: Rounded) -> Rounded:
    """Gamma(x) of positive x; its logarithm has slope psi(x)."""
    value = np.where(x.value > 0.0, special.gamma(x.value), np.nan)
    if x.exact:
        return made(value, GAMMA)
    slope = np.abs(special.psi(x.value)) + 2.0 * special.polygamma(1, x.value) * x.error()
    return made(value, grown(slope * x.error()) + GAMMA)


def sloped(
    function: Callable[[Floats], Floats], slope: Callable[[Floats, Bound], Bound]
) -> Callable[[Rounded], Rounded]:
    """A function of NumPy whose derivative is at most slope(value, error) within the error."""

    def rounded(x: Rounded) -> Rounded:
        error = x.error()
        if x.exact:
            return made(function(x.value), FUNCTION)
        return made(function(x.value), FUNCTION, slope(x.value, error) * error)

    return rounded


def _one(_: Floats, __: Bound) -> Bound:
    return 1.0


def _cosh(x: Floats, error: Bound) -> Bound:
    return np.cosh(np.abs(x) + error)


def _arc(x: Floats, error: Bound) -> Bound:
    return 1.0 / np.sqrt(1.0 - (np.abs(x) + error) ** 2)


sin = sloped(np.sin, _one)
cos = sloped(np.cos, _one)
sinh = sloped(np.sinh, _cosh)
cosh = sloped(np.cosh, _cosh)
tanh = sloped(np.tanh, _one)
atan = sloped(np.arctan, _one)
asin = sloped(np.arcsin, _arc)
acos = sloped(np.arccos, _arc)


def erf(x: Rounded) -> Rounded:
    """erf(x)."""
    return made(special.erf(x.value), 2.0 * FUNCTION, SLOPE * x.error())


def erfc(x: Rounded) -> Rounded:
    """1 - erf(x); far out exp(-x^2) has the rounding of x^2."""
    nearest = np.maximum(x.value - x.error(), 0.0)
    return made(
        special.erfc(x.value),
        2.0 * FUNCTION + 4.0 * UNIT * np.maximum(x.value, 0.0) ** 2,
        SLOPE * np.exp(-nearest * nearest) * x.error(),
    )


def largest(first: Rounded, *others: Rounded) -> Rounded:
    """The largest number: as far off as the one that is farthest off."""
    return _extreme(np.maximum, first, *others)


def smallest(first: Rounded, *others: Rounded) -> Rounded:
    """The smallest number."""
    return _extreme(np.minimum, first, *others)


def _extreme(choose: Callable[[Floats, Floats], Floats], *given: Rounded) -> Rounded:
    value, error = given[0].value, given[0].error()
    for other in given[1:]:
        value, error = choose(value, other.value), np.maximum(error, other.error())
    return Rounded(np.asarray(value), 0.0, error if np.any(error != 0.0) else 0.0)
