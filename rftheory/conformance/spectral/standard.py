"""Rows of a kernel's law as rows of N(0, I): lengths, or the entries of a product law, by their distribution functions.

The coupling stays what it is: directions of a radial law are untouched, and equal or dependent lengths stay so. What
the theory says of coupled Gaussian rows then holds of them as it stands.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from rftheory.battery.rows.functionals import lengths
from rftheory.measured.inputs import Floats
from rftheory.moments.mixing_laws import Mixing, merged
from rftheory.moments.radial_kernels import StationaryKernel

LEAST, MOST = 1e-250, 1.0 - 1e-15
RARE = 1e-8
NODES, MANY = 2000, 600
"""Nodes of a table, and of a mixing law beyond which neighbours are put together."""


class Standard:
    """The change of scale of a law in d dimensions, as a table over the logarithm of a length."""

    def __init__(self, kernel: StationaryKernel, d: int) -> None:
        self._d, self._radial = d, kernel.radial
        tau, weights = kernel.mixing()
        self.mixing: Mixing = merged((tau, weights), MANY) if len(tau) > MANY else (tau, weights)
        wide = np.linspace(-80.0, 80.0, 321)
        inside = wide[(self._law(kernel, wide) > LEAST) & (self._law(kernel, wide) < MOST)]
        self._logs = np.linspace(inside[0] - 0.5, inside[-1] + 0.5, NODES)
        self._shares = np.clip(self._law(kernel, self._logs), LEAST, MOST)
        if kernel.radial:
            self._wanted = np.log(np.sqrt(2.0 * special.gammaincinv(d / 2.0, self._shares)))
        else:
            self._wanted = np.log(np.maximum(special.ndtri(0.5 + 0.5 * self._shares), 1e-30))

    def _law(self, kernel: StationaryKernel, logs: Floats) -> Floats:
        """P(log |w| <= logs) of rows, or of entries."""
        at = np.exp(logs)
        if not kernel.radial:
            return 2.0 * kernel.coordinate_cdf(at) - 1.0
        if len(self.mixing[0]) == len(kernel.mixing()[0]):
            return kernel.radius_cdf(at, self._d)
        tau, weights = self.mixing
        found: Floats = special.gammainc(self._d / 2.0, at[:, None] ** 2 / (2.0 * tau)) @ weights
        return found

    def shares(self, norms: Floats) -> Floats:
        """P(|w| <= lengths)."""
        return np.interp(np.log(norms), self._logs, self._shares)

    def rows(self, w: Floats) -> Floats:
        """W (.., d) at lengthscale one to rows of N(0, I); a row of zeros stays one."""
        sizes = lengths(w)[..., None] if self._radial else np.abs(w)
        with np.errstate(divide="ignore"):
            logs = np.log(sizes)
        found: Floats = w * np.exp(np.interp(logs, self._logs, self._wanted) - np.maximum(logs, -80.0))
        return found

    def precision(self, error: float, count: int, *, relative: bool) -> float:
        """How far entries are off where those of W are off by `error`, in all but RARE cases of `count` rows."""
        if not self._radial or relative:
            return error * math.sqrt(self._d)
        least = math.exp(float(np.interp(RARE / count, self._shares, self._logs)))
        return error * math.sqrt(self._d) / least
