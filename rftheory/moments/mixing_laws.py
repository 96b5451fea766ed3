"""Laws of the variance tau of a row sqrt(tau) g: nodes and weights by which means over them are sums.

All nodes are those of the trapezoidal rule in a logarithm, where densities fall off exponentially at both ends, so that
the rule converges exponentially: to ten digits, but for stable laws within 0.01 of b = 1. Weights sum to one.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy import special

from rftheory.measured.inputs import Floats

NEGLIGIBLE = 1e-15
"""Probability that is left out at either end."""
MOST = 6000
"""Steps of Kanter's angle."""
Mixing = tuple[Floats, Floats]
"""Values of tau and their weights."""


@lru_cache(maxsize=64)
def gamma(shape: float, nodes: int = 257) -> Mixing:
    """G ~ Gamma(shape, 1)."""
    low = math.log(max(float(special.gammaincinv(shape, NEGLIGIBLE)), 1e-280))
    high = math.log(float(special.gammainccinv(shape, NEGLIGIBLE)))
    x = np.linspace(low, high, max(nodes, math.ceil((high - low) / (0.2 if nodes > 200 else 0.6))))
    return _normalised(np.exp(x), shape * x - np.exp(x))


@lru_cache(maxsize=64)
def stable(b: float) -> Mixing:
    """S_b positive stable, E exp(-s S_b) = exp(-s^b), 0 < b <= 1: Kanter's A(U) E^{-1/c}, c = b/(1-b), E exponential.

    The density of x = log S_b is c E y e^{-y}, y = (A(U)/e^x)^c: steep within 1/c of its left end, e^{-bx} to the right.
    """
    if b == 1.0:
        return np.ones(1), np.ones(1)
    c = b / (1.0 - b)
    logs, angles = _angles(b, 0.4 * (1.0 - b))
    steep = min(1.0, 1.0 / c)
    left, right = -math.log(40.0) / c, -math.log(NEGLIGIBLE) / b
    t = np.linspace(math.asinh(left / steep), math.asinh(right / steep), 257)
    x = logs[0] + steep * np.sinh(t)
    y = np.exp(np.minimum(c * (logs[:, None] - x), 690.0))
    return _normalised(np.exp(x), _log((y * np.exp(-y)).T @ angles) + np.log(np.cosh(t)))


@lru_cache(maxsize=64)
def stable_by_gamma(b: float, shape: float) -> Mixing:
    """S_b G^{1/b}, G ~ Gamma(shape, 1): A(U) E^{-1/c} G^{1/b}, by the density of log G at what the others leave of x."""
    g, weights = gamma(shape)
    if b == 1.0:
        return g, weights
    logs, angles = _angles(b, 0.2)
    e, levels = gamma(1.0, 129)
    low, high = np.log(g[[0, -1]]) / b + logs[0] + np.array([-2.0, -math.log(NEGLIGIBLE) / b])
    x = np.linspace(low, high, min(1500, math.ceil((high - low) / 0.3)))
    found = np.zeros(len(x))
    for one, level in zip(np.log(e), levels, strict=True):
        q = b * (x[:, None] - logs) + (1.0 - b) * one
        found += level * (np.exp(shape * q - np.exp(np.minimum(q, 690.0))) @ angles)
    return _normalised(np.exp(x), _log(found))


def merged(law: Mixing, bins: int = 4000) -> Mixing:
    """The same with nodes whose logarithms lie in one of equal bins put together at their mean logarithm."""
    logs, weights = np.log(law[0]), law[1]
    kept = weights > 1e-18
    logs, weights = logs[kept], weights[kept]
    low, high = float(np.min(logs)), float(np.max(logs))
    index = np.minimum(((logs - low) / (high - low) * bins).astype(np.intp), bins - 1)
    mass = np.bincount(index, weights, bins)
    centre = np.bincount(index, weights * logs, bins)
    full = mass > 0.0
    return np.exp(centre[full] / mass[full]), mass[full] / np.sum(mass)


def _angles(b: float, step: float) -> Mixing:
    """log A(U) = log sin(bU) + (1-b)/b log sin((1-b)U) - log sin(U)/b, U uniform on (0, pi), at steps of log(U/(pi - U))."""
    count = min(MOST, math.ceil(72.0 / min(step, 0.2)))
    s = np.linspace(-34.0, 38.0, count)
    u, rest = np.pi * special.expit(s), np.pi * special.expit(-s)
    sines = np.log(np.sin(np.minimum(u, rest)))
    logs = np.log(np.sin(b * u)) + (1.0 - b) / b * np.log(np.sin((1.0 - b) * u)) - sines / b
    return logs, special.expit(s) * special.expit(-s) * (s[1] - s[0])


def _log(values: Floats) -> Floats:
    found: Floats = np.log(np.maximum(values, 1e-300))
    return found


def _normalised(values: Floats, logs: Floats) -> Mixing:
    weights = np.exp(logs - np.max(logs))
    return values, weights / np.sum(weights)
