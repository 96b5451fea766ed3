"""Variances of cosine estimates of a stationary kernel over many pairs, and covariances of two rows of a block.

m rows in blocks of b have the variance (V + s C)/m, V of one row, C of two rows of a block, s `block_share(b, m)`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.interpolate import CubicSpline

from rftheory.measured.inputs import Floats
from rftheory.moments.radial_kernels import StationaryKernel
from rftheory.moments.waves.wave_moments import RadialBlock, pair_covariance

DISTANCES = 96
"""Where pairs have more distances, covariances are interpolated between so many, even in log |x - y|: to 3e-6 over four decades."""
ROUNDING = 2.0**-52


def row_variances(kernel: StationaryKernel, differences: Floats) -> Floats:
    """(1 + k(2z))/2 - k(z)^2 of one row at each difference z = x - y, (pairs, d); 0 at 0, elsewhere at least 2^-52.

    Source: beyond/spectral/variance/matern, of any stationary kernel.
    """
    one, two = kernel.value(differences), kernel.value(2.0 * differences)
    found: Floats = np.maximum((1.0 + two) / 2.0 - one**2, ROUNDING)
    return np.where(np.any(differences, axis=-1), found, 0.0)


def block_covariances(kernel: StationaryKernel, differences: Floats) -> Floats:
    """E cos(w.z) cos(w'.z) - k(z)^2 of two orthogonal rows of a radial kernel.

    Source: beyond/spectral/orf/contour. Between DISTANCES distances by a cubic spline.
    """
    block = RadialBlock(differences.shape[-1], 2)
    z = differences / np.asarray(kernel.lengthscale, dtype=np.float64)
    squares = np.sum(z * z, axis=-1)
    apart = squares > 0.0
    found = np.zeros(len(squares))
    if np.any(apart):
        found[apart] = _along(lambda square: pair_covariance(kernel, square, block), squares[apart])
    return found


def _along(function: Callable[[float], float], squares: Floats) -> Floats:
    """The function at each square, itself where they are few."""
    known, places = np.unique(squares, return_inverse=True)
    if len(known) <= DISTANCES:
        return np.array([function(float(one)) for one in known])[places]
    knots = np.linspace(np.log(known[0]), np.log(known[-1]), DISTANCES)
    spline = CubicSpline(knots, [function(float(np.exp(one))) for one in knots])
    found: Floats = np.asarray(spline(np.log(squares)), dtype=np.float64)
    return found
