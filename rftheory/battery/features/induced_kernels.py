"""Kernels that generalised features induce: closed forms where known, and quadrature in the plane."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.moments.legendre import legendre

REACH, NODES = 12.0, 64
Scalar = Callable[[float], float]


def _arc(cosine: float) -> float:
    return math.sqrt(1.0 - cosine**2)


CLOSED: dict[str, Callable[[float, float, float], float]] = {
    "sgn": lambda _, __, c: 2.0 / math.pi * math.asin(c),
    "relu": lambda x, y, c: x * y * (_arc(c) + (math.pi - math.acos(c)) * c) / (2.0 * math.pi),
    "abs": lambda x, y, c: 2.0 / math.pi * x * y * (_arc(c) + c * math.asin(c)),
    "cosine": lambda x, y, c: math.exp(-(x * x + y * y) / 2.0) * math.cosh(x * y * c),
    "sine-cosine": lambda x, y, c: math.exp(-(x * x + y * y) / 2.0 + x * y * c),
    "exponential": lambda x, y, c: math.exp((x * x + y * y) / 2.0 + x * y * c),
    "identity": lambda x, y, c: x * y * c,
}
"""E sum_l f_l(w.x) f_l(w.y), w ~ N(0, I), from |x|, |y| and the cosine between them."""


def induced(functions: Mapping[str, tuple[Scalar, ...]], name: str, x: Floats, y: Floats) -> float:
    """The kernel at two points of the plane: the closed form, or the iterated integral of the scalar functions.

    Rows are w = (u, v) in the orthonormal basis whose first vector is x/|x|; integrals are cut at the kinks,
    where a projection vanishes, and at 12, beyond which less than 1e-29 of the mass lies.
    """
    lengths = float(np.linalg.norm(x)), float(np.linalg.norm(y))
    cosine = float(x @ y) / (lengths[0] * lengths[1])
    if name in CLOSED:
        return CLOSED[name](*lengths, cosine)
    total = 0.0
    for u, mass in zip(*_pieces((-REACH, 0.0, REACH)), strict=True):
        first = [f(lengths[0] * u) for f in functions[name]]
        kink = min(REACH, max(-REACH, -cosine * u / _arc(cosine)))
        for v, inner in zip(*_pieces((-REACH, kink, REACH)), strict=True):
            q = lengths[1] * (cosine * u + _arc(cosine) * v)
            density = math.exp(-(u * u + v * v) / 2.0) / (2.0 * math.pi)
            total += (
                mass * inner * density * sum(p * f(q) for p, f in zip(first, functions[name], strict=True))
            )
    return total


def plane_rule(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Nodes (k, 2) and weights for N(0, I_2) in polar coordinates, cut at the rays where w.x or w.y vanishes."""
    kinks = [math.atan2(p[1], p[0]) + turn for p in (x, y) for turn in (math.pi / 2.0, -math.pi / 2.0)]
    angles = sorted(angle % (2.0 * math.pi) for angle in kinks)
    phi, around = _pieces((*angles, angles[0] + 2.0 * math.pi))
    radii, along = _pieces((0.0, REACH / 2.0, REACH))
    along = along * radii * np.exp(-(radii**2) / 2.0) / (2.0 * math.pi)
    rays = np.stack([np.cos(phi), np.sin(phi)], axis=-1)
    nodes = (radii[:, None, None] * rays).reshape(-1, 2)
    return nodes, np.outer(along, around).ravel()


def _pieces(cuts: tuple[float, ...]) -> tuple[Floats, Floats]:
    """Gauss-Legendre nodes and weights of the intervals between the cuts."""
    nodes, weights = legendre(NODES)
    places, masses = [], []
    for low, high in itertools.pairwise(cuts):
        places.append((high - low) / 2.0 * nodes + (high + low) / 2.0)
        masses.append((high - low) / 2.0 * weights)
    return np.concatenate(places), np.concatenate(masses)
