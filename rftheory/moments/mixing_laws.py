"""Laws of the variance tau of a row sqrt(tau) g: nodes and weights by which means over them are sums.

All nodes are those of the trapezoidal rule in the logarithm of a Gamma variable, and in t of u = pi/(1 + e^{-2 sinh t})
for Kanter's uniform angle: densities there fall off at both ends faster than any power, so that the rule converges
exponentially. Weights sum to one.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy import special

from rftheory.measured.inputs import Floats

NEGLIGIBLE = 1e-15
"""Probability that is left out at either end."""
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
def stable(b: float, nodes: int = 97) -> Mixing:
    """S_b positive stable, E exp(-s S_b) = exp(-s^b), 0 < b <= 1: Kanter's A(U) E^{-(1-b)/b}."""
    if b == 1.0:
        return np.ones(1), np.ones(1)
    u, angles = _angles(nodes)
    e, levels = gamma(1.0, nodes)
    tau = kanter(b, u)[:, None] * e ** (-(1.0 - b) / b)
    return tau.ravel(), (angles[:, None] * levels).ravel()


def kanter(b: float, u: Floats) -> Floats:
    """A(u) = sin(bu) sin((1-b)u)^{(1-b)/b} / sin(u)^{1/b}."""
    log = np.log(np.sin(b * u)) + (1.0 - b) / b * np.log(np.sin((1.0 - b) * u)) - np.log(np.sin(u)) / b
    found: Floats = np.exp(np.minimum(log, 690.0))
    return found


def stable_cdf(b: float, s: Floats) -> Floats:
    """P(S_b <= s) = E exp(-(A(U)/s)^{b/(1-b)})."""
    if b == 1.0:
        return np.where(s >= 1.0, 1.0, 0.0)
    u, weights = _angles(257)
    with np.errstate(over="ignore", divide="ignore"):
        found: Floats = np.exp(-((kanter(b, u)[:, None] / s) ** (b / (1.0 - b)))).T @ weights
    return found


def product(first: Mixing, second: Mixing) -> Mixing:
    """The product of independent ones."""
    return (first[0][:, None] * second[0]).ravel(), (first[1][:, None] * second[1]).ravel()


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


def _angles(nodes: int) -> Mixing:
    """U uniform on (0, pi)."""
    t = np.linspace(-2.9, 2.9, nodes)
    return _normalised(
        np.pi * special.expit(2.0 * np.sinh(t)),
        np.log(np.cosh(t)) - 2.0 * np.log(np.cosh(np.sinh(t))),
    )


def _normalised(values: Floats, logs: Floats) -> Mixing:
    weights = np.exp(logs - np.max(logs))
    return values, weights / np.sum(weights)
