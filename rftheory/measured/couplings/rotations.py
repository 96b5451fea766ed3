"""The pair term averaged over rotations, norms importance-sampled. Uses part of the theory, and is labelled so."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
import scipy

from rftheory.errors import DomainError
from rftheory.measured.couplings.tilting import rotatable
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Law

LABEL = "rao-blackwellised over rotations (uses part of the theory)"
DEBYE_TERMS = 8  # what is left out is of the size of order^-8
DEBYE_ORDER = 50.0  # then below 1e-13; SciPy's function would underflow at orders of some hundreds
SMALLEST_SCALE = 1 + 1e-6  # no less than the mode without a pull, whatever rounding makes of the root


def log_bessel_mean(d: int, x: Floats) -> Floats:
    """log 0F1(; d/2; x^2/4) = log E exp(x u_1), u uniform on the unit sphere of R^d, for x >= 0; d >= 2.

    Power series for x^2 <= 2d, scaled Bessel I up to order 50, Debye's uniform expansion (normalised at 0)
    beyond; absolute error below about 1e-12 (1 + value).
    """
    order = d / 2 - 1
    if order >= DEBYE_ORDER:
        return _debye(order, x)
    z = np.minimum(x, math.sqrt(2 * d)) ** 2 / 4
    term, series = np.ones_like(x), np.zeros_like(x)
    for k in range(1, 40):
        term = term * (z / (k * (order + k)))
        series += term
    big = np.maximum(x, math.sqrt(2 * d))
    scaled = (
        np.log(scipy.special.ive(order, big))
        + big
        + scipy.special.gammaln(order + 1)
        - order * np.log(big / 2)
    )
    return np.where(x * x <= 2 * d, np.log1p(series), scaled)


def _debye(order: float, x: Floats) -> Floats:
    root = np.sqrt(1 + (x / order) ** 2)
    rise = (x / order) ** 2 / (1 + root)
    coefficients = np.array([float(order) ** -k for k in range(DEBYE_TERMS)])
    polynomial = sum(c * u for c, u in zip(coefficients, _debye_polynomials(), strict=True))
    correction = np.log(polynomial(1 / root)) - math.log(polynomial(1.0))
    logs: Floats = order * (rise - np.log1p(rise / 2)) - np.log(root) / 2 + correction
    return logs


@cache
def _debye_polynomials() -> tuple[np.polynomial.Polynomial, ...]:
    """U_0..U_7 of DLMF 10.41.9: U' recurrence, U_{k+1} = p^2 (1 - p^2) U_k'/2 + (1/8) int_0^p (1 - 5t^2) U_k."""
    kernel = np.polynomial.Polynomial([0, 0, 0.5, 0, -0.5])
    weight = np.polynomial.Polynomial([0.125, 0, -0.625])
    found = [np.polynomial.Polynomial([1.0])]
    for _ in range(DEBYE_TERMS - 1):
        found.append(kernel * found[-1].deriv() + (weight * found[-1]).integ())
    return tuple(found)


@dataclass(frozen=True, slots=True)
class RotatedPair:
    """exp(length (w_1 + w_2) . e) averaged over rotations of the block: 0F1(; d/2; length^2 |w_1 + w_2|^2 / 4).

    law: of a `rotatable` coupling, both rows in one block. The norms are drawn as scale * chi_d and
    weighted, so each value has mean E b_1 b_2 and lies in (0, exp(log_bound)]. The scale matches the mode of the integrand and is known before any draw. docs/inference.md, section 7.
    """

    law: Law
    d: int
    length: float

    def __post_init__(self) -> None:
        if not rotatable(self.law):
            raise DomainError("law", self.law, "chi_d norms and rows independent, orthogonal or simplex")
        if self.d < 2:
            raise DomainError("d", self.d, ">= 2 for the average over rotations")

    @property
    def norms(self) -> int:
        """Independent chi_d norms a value needs: w_1 + w_2 = sqrt(2) g has one where the rows are iid."""
        return 1 if self.law.directions == "independent" else 2

    @property
    def scale(self) -> float:
        """Root s of the mode equation, r = s sqrt(d - 1): k A(k r) / r + q (d - 1) / r^2 = q, k = sqrt(2) v."""
        pull, half, q = math.sqrt(2) * self.length, self.d / 2, self.norms

        def slope(r: float) -> float:
            ratio = pull / (half - 0.5 + math.hypot(half + 0.5, pull * r))
            return pull * ratio + q * (self.d - 1) / r**2 - q

        least = math.sqrt(self.d - 1)
        root = float(scipy.optimize.brentq(slope, least / 2, least + pull + 1.0))
        return max(root / least, SMALLEST_SCALE)

    @property
    def log_bound(self) -> float:
        """Log of the largest possible value: max over R of 0F1(; d/2; v^2 R^2/4) e^{-c R^2}, times s^{qd}."""
        return self._log_peak() + self._log_front() + 1e-9

    def draw_logs(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) logarithms of independent values, none above `log_bound`."""
        scale = self.scale
        squares = scale**2 * rng.chisquare(self.d, (n, self.norms))
        total = squares.sum(axis=1)
        angle = self.law.cosine(self.d)
        cross = total if angle is None else 2 * angle * np.sqrt(squares[:, 0] * squares[:, -1])
        length = np.sqrt(np.maximum(total + cross, 0.0))
        means = log_bessel_mean(self.d, self.length * length)
        logs: Floats = means - (1 - scale**-2) * total / 2 + self._log_front()
        return logs

    def _log_front(self) -> float:
        return self.norms * self.d * math.log(self.scale)

    def _log_peak(self) -> float:
        """Maximum over R of log 0F1(; d/2; v^2 R^2/4) - q (1 - s^-2) R^2 / 4, which is unimodal in R."""
        rate = self.norms * (1 - self.scale**-2) / 4
        top = self.length / rate

        def fall(radius: float) -> float:
            at = np.array([self.length * radius])
            return rate * radius**2 - float(log_bessel_mean(self.d, at)[0])

        found = scipy.optimize.minimize_scalar(
            fall, bounds=(0.0, top), method="bounded", options={"xatol": 1e-9 * top}
        )
        return max(0.0, -float(found.fun))
