"""Rows of the right law at another scale: by the mean logarithms of coordinates, which every law of a kernel has."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.moments.radial_kernels import StationaryKernel

SURE = 6.0
"""Standard errors within which a factor counts as found."""
VAGUE = 0.5
"""An error of a logarithm beyond which no factor is told, as where entries vanish."""
LOST = 5.0
"""By how much a misread entry may move the mean of its logarithm."""
POWERS = ((2.0, "lengthscale-inverted"), (1.0, "lengthscale-lost"))
"""What rows are times a power of the lengthscales, in units in which these are one."""


def logarithms(w: Floats) -> Floats:
    """The means of log |w_i| over the rows of every draw (n, m, d): (n, d)."""
    found: Floats = np.mean(np.log(np.maximum(np.abs(w), 1e-300)), axis=1)
    return found


def expected(kernel: StationaryKernel) -> float:
    """E log |w_1| = E log tau/2 + E log |g|, and -(gamma + log 2)/2 is that of a normal number."""
    tau, weights = kernel.mixing()
    return float(np.log(tau) @ weights - np.euler_gamma - math.log(2.0)) / 2.0


def by_scale(
    logs: Floats,
    kernel: StationaryKernel,
    lengths: Floats,
    missed: float,
    fits: Callable[[StationaryKernel, float], bool],
) -> tuple[str, ...]:
    """The mistake of scales that rows have, by logarithms (n, d) in units of lengthscales (d,); nothing where there is none.

    missed: the probability of a misread entry. fits: whether rows have the law of a kernel, shares granted an error.
    """
    n = len(logs)
    factors = np.mean(logs, axis=0) - expected(kernel)
    errors = SURE * np.std(logs, axis=0, ddof=1) / math.sqrt(n) + LOST * missed
    if float(np.max(errors)) > VAGUE:
        return ()
    common = float(np.mean(factors))
    if np.all(np.abs(factors - common) <= errors):
        wide = float(np.max(errors))
        other = abs(common) > wide and fits(kernel.stretched(math.exp(-common)), wide)
        return ("bandwidth",) if other else ()
    for power, name in POWERS:
        if np.all(np.abs(factors - power * np.log(lengths)) <= errors):
            return (name,)
    return ("anisotropic",)
