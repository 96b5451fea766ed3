"""Draws of the complex exponential estimator of one projection, features multiplied as defined."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory.measured.inputs import Floats, generator, integer

PADDING = 1e-9  # far above the rounding of a scaled value, far below any margin that a test resolves
Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class ComplexExponential:
    """(Re T)^power, power 1 or 2, for T = Psi_A(x) Psi_{A^-T}(y) at one projection, divided by exp(log_scale).

    Rows are drawn around power * Re(A x + A^{-T} y) and weighted with the ratio of the densities, which makes
    every value a cosine power times exp(log_scale). A `HybridEstimate` of the same map draws from a mixture with a
    defence, which bounds its values less tightly and would change every recorded stream: so both stay.
    """

    A_re: Rows
    A_im: Rows
    x: tuple[float, ...]
    y: tuple[float, ...]
    power: int = 1

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return 4 * len(self.x)

    @property
    def support(self) -> tuple[float, float]:
        """What holds every scaled value, padded against rounding."""
        return (-PADDING if self.power == 2 else -1.0 - PADDING, 1.0 + PADDING)

    @property
    def log_scale(self) -> float:
        """The logarithm of the largest modulus that a weighted value can have."""
        u, v = self._images()
        shift = self.power * (u + v).real
        return float(-self.power * (u @ u + v @ v).real / 2 + shift @ shift / 2)

    @property
    def label(self) -> str:
        """How the values are drawn, for the report."""
        return "rows shifted by the real part of the exponent, weighted"

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent scaled values."""
        n, rng = integer("n", n, 1), generator(rng)
        u, v = self._images()
        shift = self.power * (u + v).real
        w = shift + rng.standard_normal((n, len(self.x)))
        logs = (w @ u - u @ u / 2) + (w @ v - v @ v / 2)
        weight = shift @ shift / 2 - w @ shift
        values: Floats = np.exp(self.power * logs.real + weight - self.log_scale)
        return np.asarray(values * np.cos(logs.imag) ** self.power)

    def _images(self) -> tuple[np.ndarray, np.ndarray]:
        matrix = np.array(self.A_re) + 1j * np.array(self.A_im)
        return matrix @ np.array(self.x), np.linalg.solve(matrix.T, np.array(self.y))
