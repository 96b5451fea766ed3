"""Gamma variables of small half-integer shapes from normals and exponentials, which are the cheaper draws."""

from __future__ import annotations

import numpy as np

from rftheory.measured.inputs import Floats

LARGEST = 2.5
"""Beyond this shape the sums cost more than NumPy's rejection."""


def gammas(shape_parameter: float, *, rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Gamma(shape_parameter, 1) numbers: g^2/2 is Gamma(1/2), an exponential Gamma(1), and sums add the shapes."""
    doubled = 2.0 * shape_parameter
    if shape_parameter > LARGEST or doubled != int(doubled):
        return rng.standard_gamma(shape_parameter, shape)
    if int(doubled) % 2:
        total = rng.standard_normal(shape)
        total *= total
        total *= 0.5
    else:
        total = rng.standard_exponential(shape)
    for _ in range((int(doubled) - 1) // 2):
        total += rng.standard_exponential(shape)
    return total
