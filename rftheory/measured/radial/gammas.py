"""Gamma variables of small half-integer shapes from normals and exponentials, which are the cheaper draws."""

from __future__ import annotations

import math

import numpy as np

from rftheory.measured.inputs import Floats

LARGEST = 2.5
"""Beyond this shape the sums cost more than NumPy's rejection."""


def gammas(shape_parameter: float, *, rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Gamma(shape_parameter, 1) numbers: g^2/2 is Gamma(1/2), an exponential Gamma(1), and sums add the shapes."""
    doubled = 2.0 * shape_parameter
    if shape_parameter > LARGEST or not doubled.is_integer():
        return rng.standard_gamma(shape_parameter, shape)
    if doubled in (3.0, 5.0):
        total = _halves(rng, shape)
    elif doubled == 1.0:
        total = rng.standard_normal(shape)
        total *= total
        total *= 0.5
    else:
        total = rng.standard_exponential(shape)
    for _ in range((int(doubled) - 1) // 2):
        total += rng.standard_exponential(shape)
    return total


def _halves(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Gamma(1/2, 1) numbers by twos: E cos^2 and E sin^2 of a uniform angle. Exact to 1e-16 absolutely, not relatively."""
    count = math.prod(shape)
    half = (count + 1) // 2
    both = np.empty(2 * half)
    sums, shares = rng.standard_exponential(half), rng.random(half)
    shares *= math.pi
    np.cos(shares, out=shares)
    shares *= shares
    np.multiply(sums, shares, out=both[:half])
    np.subtract(sums, both[:half], out=both[half:])
    return both[:count].reshape(shape)
