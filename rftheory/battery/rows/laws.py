"""Laws that rows are compared with: of norms, of entries, of cosines between independent directions."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import scipy

from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Law

Cdf = Callable[[Floats], Floats]


def chi_squared(k: int) -> Cdf:
    """The squared length of a standard normal vector of R^k."""
    return lambda s: np.asarray(scipy.special.gammainc(k / 2.0, s / 2.0))


def chi(k: int) -> Cdf:
    """The length of a standard normal vector of R^k."""
    law = chi_squared(k)
    return lambda r: law(r * r)


def normal(z: Floats) -> Floats:
    """A standard normal number."""
    found: Floats = scipy.special.ndtr(z)
    return found


def uniform(u: Floats) -> Floats:
    """A number uniform on [0, 1]."""
    return u


def cosine(d: int) -> Cdf:
    """One coordinate of a uniform unit vector of R^d, or the cosine of two independent directions."""
    shape = (d - 1) / 2.0
    return lambda c: np.asarray(scipy.special.betainc(shape, shape, np.clip((1.0 + c) / 2.0, 0.0, 1.0)))


def coordinate(d: int) -> Cdf:
    """sqrt(d) times one coordinate of a uniform unit vector of R^d."""
    law = cosine(d)
    return lambda z: law(z / math.sqrt(d))


def marginal(declared: Law, d: int) -> Cdf:
    """w.u for a unit vector u and a row of an isotropic coupling with that law of norms."""
    return coordinate(d) if declared.norm == "sqrt(d)" else normal
