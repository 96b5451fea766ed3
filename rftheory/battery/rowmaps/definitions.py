"""Maps of whole rows and laws of counts, number by number as crt and beyond print them."""

from __future__ import annotations

import cmath
import math

import numpy as np

from rftheory.battery.features.definitions import dot
from rftheory.battery.rowmaps.dense import printed_dense
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.dense import DenseExponential, ImportanceSampled
from rftheory.measured.rowmaps.discrete import Discrete, Shifted
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.laws import AbstractDiscreteLaw, GeometricLaw, PoissonLaw, TabulatedLaw
from rftheory.measured.rowmaps.protocol import AbstractRowMap


def mass(claim: AbstractDiscreteLaw, column: int, k: int) -> float:
    """p_k of a coordinate, number by number."""
    if isinstance(claim, PoissonLaw):
        rate = claim.rates[min(column, len(claim.rates) - 1)]
        return math.exp(-rate) * rate**k / math.factorial(k)
    if isinstance(claim, GeometricLaw):
        share = claim.shares[min(column, len(claim.shares) - 1)]
        return share * (1.0 - share) ** k
    assert isinstance(claim, TabulatedLaw)
    table = claim.masses[min(column, len(claim.masses) - 1)]
    total = math.fsum(table) + table[-1] * claim.tail / (1.0 - claim.tail)
    return (table[k] if k < len(table) else table[-1] * claim.tail ** (k + 1 - len(table))) / total


def log_mass(counts: AbstractDiscreteLaw, column: int, k: int) -> float:
    """log p_k without underflow."""
    if isinstance(counts, PoissonLaw):
        rate = counts.rates[min(column, len(counts.rates) - 1)]
        return k * math.log(rate) - rate - math.lgamma(k + 1.0)
    if isinstance(counts, GeometricLaw):
        share = counts.shares[min(column, len(counts.shares) - 1)]
        return math.log(share) + k * math.log1p(-share)
    assert isinstance(counts, TabulatedLaw)
    last = len(counts.masses[min(column, len(counts.masses) - 1)]) - 1
    beyond = max(0, k - last)
    return math.log(mass(counts, column, min(k, last))) + (beyond * math.log(counts.tail) if beyond else 0.0)


def printed(claim: AbstractRowMap, w: Floats, x: Floats, side: int, kernel: Kernel) -> complex:
    """f1 or f2 of one row as crt prints it: (4) with (5), or (10), of shifted points by Section 3.2.3; as beyond does."""
    weight = dot(x, x) / 2.0 if kernel == "softmax" else 0.0
    if isinstance(claim, GeneralisedExponential):
        a, s = complex(claim.a), claim.s
        b, c = cmath.sqrt(s * (1.0 - 4.0 * a)), -(s + 1) / 2.0
        factor = ((1.0 - 4.0 * a) ** 0.25) ** len(w)
        slope = b if side == 0 else s * b
        return factor * cmath.exp(a * dot(w, w) + slope * dot(w, x) + c * dot(x, x) + weight)
    if isinstance(claim, Shifted):
        moved = np.array([float(v) - c for v, c in zip(x, claim.shift, strict=True)])
        return printed(claim.base, w, moved, side, "gaussian") * math.exp(weight)
    if isinstance(claim, (DenseExponential, ImportanceSampled)):
        return complex(printed_dense(claim, w, x, side, kernel))
    assert isinstance(claim, Discrete)
    value = math.exp(weight - dot(x, x) / 2.0)
    for column, (k, entry) in enumerate(zip(w, x, strict=True)):
        k = int(k)
        value *= float(entry) ** k / math.sqrt(math.factorial(k) * mass(claim.counts, column, k))
    return complex(value)
