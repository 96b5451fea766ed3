"""Moments of cosine estimates of stationary kernels: independent rows, and blocks of orthogonal rows with radii of any mixture.

For orthogonal directions sum_i +-k_i r_i u_i has the length sqrt(sum k_i^2 r_i^2) and a uniform direction, so that
E prod_i cos(k_i w_i.z) = E Omega_d(|z| sqrt(sum k_i^2 r_i^2)) = Gamma(d/2)/(2 pi i) int e^p p^{-d/2} prod_i L(k_i^2 z^2/(4p)) dp
with L(s) = E e^{-s r^2} = E (1 + 2 s tau)^{-d/2}: one contour for every joint moment (beyond/spectral/orf/contour). Where
one tau serves a block the product is taken before the mean over tau (beyond/spectral/shared/block-mse).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from rftheory.measured.inputs import Floats
from rftheory.moments.block_powers import QUADRATIC, QUARTIC, WAYS, Row, Spread, centred
from rftheory.moments.radial_kernels import StationaryKernel
from rftheory.moments.term_moments import TermMoments

Sharing = Literal["row", "block", "stratified"]
Complexes = npt.NDArray[np.complex128]
FINEST = 1e-9
"""A variance below this is not told from rounding."""
POINTS = 128


@dataclass(frozen=True)
class RadialBlock:
    """`rows` orthogonal rows in R^d (independent ones where it is 1); shared: one tau for all of them."""

    d: int
    rows: int = 1
    shared: bool = False


def wave_term(kernel: StationaryKernel, difference: Floats, *, phase: bool) -> TermMoments:
    """Moments of cos(w.(x - y)), with random phases plus cos(w.(x + y) + 2b): raw moments are values of k at 1, 2, 3 and 4.

    Source: beyond/spectral/variance/matern and offset-variance/matern, of any stationary kernel.
    """
    one, two, three, four = (float(kernel.value(k * difference)) for k in (1.0, 2.0, 3.0, 4.0))
    second, third, fourth = (1.0 + two) / 2.0, (three + 3.0 * one) / 4.0, (3.0 + 4.0 * two + four) / 8.0
    variance = max(second - one**2, 0.0)
    central = max(fourth - 4.0 * third * one + 6.0 * second * one**2 - 3.0 * one**4, 0.0)
    if phase:
        return TermMoments(one, variance + 0.5, central + 3.0 * variance + 0.375)
    return TermMoments(one, variance, central)


def wave_spread(
    kernel: StationaryKernel, difference: Floats, m: int, block: RadialBlock, *, phase: bool
) -> Spread | None:
    """Variance and fourth central moment of an estimate of m rows in independent blocks; None where rounding hides them.

    A random phase adds 1/(2m) to the variance and -3/(8 m^3) to the fourth cumulant, since its part is independent of w.
    """
    if block.rows == 1 and not block.shared:
        term = wave_term(kernel, difference, phase=False)
        variance, cumulant = term.variance / m, (term.fourth - 3.0 * term.variance**2) / m**3
    else:
        z = np.asarray(difference, dtype=np.float64) / np.asarray(kernel.lengthscale)
        square = float(z @ z)
        full, rest = divmod(m, block.rows)
        parts = [(count, b) for count, b in ((full, block.rows), (1, rest)) if count and b]
        sums = [(count, _of_sum(kernel, square, b, block)) for count, b in parts]
        variance = sum(count * part[0] for count, part in sums) / m**2
        cumulant = sum(count * part[1] for count, part in sums) / m**4
    if phase:
        variance, cumulant = variance + 0.5 / m, cumulant - 0.375 / m**3
    if variance * m < FINEST:
        return None
    return Spread(variance, max(cumulant + 3.0 * variance**2, variance**2))


def pair_covariance(kernel: StationaryKernel, square: float, block: RadialBlock) -> float:
    """E cos(w.z) cos(w'.z) - k(z)^2 of two rows of a block, |z|^2 = square in units of the lengthscale."""
    if block.rows == 1:
        return 0.0
    return _wave(kernel, square, (1, 1), block) - _wave(kernel, square, (1,), block) ** 2


@lru_cache(maxsize=512)
def _of_sum(kernel: StationaryKernel, square: float, b: int, block: RadialBlock) -> tuple[float, float]:
    """Variance and fourth cumulant of a sum of b rows of one block."""
    mean = _wave(kernel, square, (1,), block)
    found = []
    for patterns, ways in ((QUADRATIC, (1, 1)), (QUARTIC, WAYS)):
        parts = [
            way
            * math.perm(b, len(pattern))
            * factor
            * mean**missing
            * _wave(kernel, square, _named(rows), block)
            for pattern, way in zip(patterns, ways, strict=True)
            if len(pattern) <= b
            for factor, missing, rows in centred("trigonometric", pattern)
        ]
        found.append(math.fsum(parts))
    variance, fourth = found
    return variance, fourth - 3.0 * variance**2


def _named(rows: Row) -> Row:
    return tuple(sorted((abs(q) for q in rows if q), reverse=True))


@lru_cache(maxsize=4096)
def _wave(kernel: StationaryKernel, square: float, rows: Row, block: RadialBlock) -> float:
    """E prod_i cos(q_i w_i.z) of distinct rows of a block, |z|^2 = square in units of the lengthscale."""
    if not rows:
        return 1.0
    _, measure = _contour(block.d)
    parts = [_transform(kernel, square * q * q, block) for q in rows]
    whole = np.prod(parts, axis=0)
    return float(np.real(np.sum(measure * (whole @ kernel.mixing()[1] if block.shared else whole))))


@lru_cache(maxsize=64)
def _transform(kernel: StationaryKernel, square: float, block: RadialBlock) -> Complexes:
    """L(z^2/(4p)) at the points of the contour; where tau is shared, given each of its nodes: (points, nodes)."""
    p, _ = _contour(block.d)
    tau, weights = kernel.mixing()
    given: Complexes = np.exp(-0.5 * block.d * np.log1p(0.5 * square * tau / p[:, None]))
    return given if block.shared else given @ weights


@lru_cache(maxsize=32)
def _contour(d: int) -> tuple[Complexes, Complexes]:
    """Points p = mu (1 + iu)^2 of the upper half of a parabola through the saddle, with Gamma(d/2) e^p p^{-d/2} dp/(2 pi i).

    The trapezoidal rule converges exponentially there; the lower half is the complex conjugate.
    """
    mu = max(d / 2.0, 2.0)
    end = math.sqrt(40.0 / mu)
    u = np.linspace(0.0, end, POINTS)
    p: Complexes = np.asarray(mu * (1.0 + 1j * u) ** 2, dtype=np.complex128)
    slope = 2.0 * mu * (1.0 + 1j * u) * (u[1] - u[0]) / math.pi
    slope[0] /= 2.0
    measure: Complexes = slope * np.exp(math.lgamma(d / 2.0) + p - 0.5 * d * np.log(p))
    return p, measure
