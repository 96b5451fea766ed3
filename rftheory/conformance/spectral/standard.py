"""Rows of a kernel's law as rows of N(0, I): lengths, or the entries of a product law, by their distribution functions.

The coupling stays what it is: directions of a radial law are untouched, and equal or dependent lengths stay so. What
the theory says of coupled Gaussian rows then holds of them as it stands.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from rftheory.measured.inputs import Floats
from rftheory.moments.radial_kernels import StationaryKernel

LEAST, MOST = 1e-300, 1.0 - 1e-15
RARE = 1e-12
NODES = 6000


class Standard:
    """The change of scale of a law in d dimensions, as a table over the logarithm of a length."""

    def __init__(self, kernel: StationaryKernel, d: int) -> None:
        self._d, self._radial = d, kernel.radial
        self._logs = np.linspace(-60.0, 60.0, NODES)
        at = np.exp(self._logs)
        if kernel.radial:
            self._shares = np.clip(kernel.radius_cdf(at, d), LEAST, MOST)
            self._wanted = np.log(np.sqrt(2.0 * special.gammaincinv(d / 2.0, self._shares)))
        else:
            self._shares = np.clip(2.0 * kernel.coordinate_cdf(at) - 1.0, LEAST, MOST)
            self._wanted = np.log(np.maximum(special.ndtri(0.5 + 0.5 * self._shares), 1e-30))

    def rows(self, w: Floats) -> Floats:
        """W (m, d) at lengthscale one to rows of N(0, I); a row of zeros stays one."""
        sizes = np.linalg.norm(w, axis=1, keepdims=True) if self._radial else np.abs(w)
        with np.errstate(divide="ignore"):
            logs = np.log(sizes)
        found: Floats = w * np.exp(np.interp(logs, self._logs, self._wanted) - np.maximum(logs, -60.0))
        return found

    def precision(self, error: float, count: int) -> float:
        """How far entries are off where those of W are off by `error`, in all but RARE cases of `count` rows."""
        if not self._radial:
            return error
        least = math.exp(float(np.interp(RARE / count, self._shares, self._logs)))
        return error * math.sqrt(self._d) / least
