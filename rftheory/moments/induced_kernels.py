"""What generalised features claim: mean, variance and fourth moment of one row, by quadrature."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.mechanisms._shelf import feature_maps
from rftheory.mechanisms.generalised import FUNCTIONS, Generalised
from rftheory.moments.legendre import legendre
from rftheory.moments.term_moments import TermMoments

NODES = 64
BEYOND = 12.0
Point = tuple[float, ...]


def own_maps() -> dict[str, tuple[str, ...]]:
    """The functions of every feature map of the shelf that has a kernel of its own, by its name."""
    return {
        name: found.functions
        for name, found in feature_maps().items()
        if isinstance(found, Generalised) and found.weight == 0.0
    }


def induced_moments(name: str, x: Floats, y: Floats, *, fixed: bool = False) -> TermMoments:
    """Of F = sum_l f_l(w.x) f_l(w.y), the kernel being E F; w ~ N(0, I_d), or uniform of length sqrt(d) where `fixed`."""
    one, other = (tuple(np.asarray(point, dtype=np.float64).tolist()) for point in (x, y))
    return _moments(own_maps()[name], one, other, fixed)


@lru_cache(maxsize=1024)
def _moments(functions: tuple[str, ...], x: Point, y: Point, fixed: bool) -> TermMoments:
    """Of sum_l f_l(w.x) f_l(w.y): a quadrature over 10^5 nodes, and every check at a pair asks for it."""
    p, q, weights = plane(np.array(x), np.array(y), fixed=fixed)
    f = np.sum([values(g, p) * values(g, q) for g in functions], axis=0)
    mean = float(weights @ f)
    with np.errstate(over="ignore", invalid="ignore"):
        return TermMoments(mean, float(weights @ (f - mean) ** 2), float(weights @ (f - mean) ** 4))


def kernel(name: str, x: Floats, y: Floats) -> float:
    """E F at a pair."""
    return induced_moments(name, x, y).mean


def values(function: str, p: Floats) -> Floats:
    """One function of FUNCTIONS."""
    with np.errstate(over="ignore"):
        return np.asarray(FUNCTIONS[function](np, p), dtype=np.float64)


def plane(x: Floats, y: Floats, *, fixed: bool = False) -> tuple[Floats, Floats, Floats]:
    """Nodes (w.x, w.y) and weights of their joint law: polar coordinates of the plane of x and y.

    Panels end where w.x or w.y changes sign, which is where the functions have kinks.
    """
    a, b, d = float(np.linalg.norm(x)), float(np.linalg.norm(y)), len(x)
    turn = math.acos(min(1.0, max(-1.0, float(x @ y) / (a * b)))) if a * b > 0.0 else 0.0
    quarter = math.pi / 2.0
    kinks = {0.0, 2.0 * math.pi, quarter, 3.0 * quarter}
    kinks |= {(turn + quarter) % (2.0 * math.pi), (turn - quarter) % (2.0 * math.pi)}
    angles, shares = _panels(sorted(kinks))
    if not fixed:
        top = BEYOND + 4.0 * (a + b)
        radii, masses = _panels([top * k / 16.0 for k in range(17)])
        masses = masses * radii * np.exp(-(radii**2) / 2.0)
    elif d == 2:
        radii, masses = np.array([math.sqrt(2.0)]), np.ones(1)
    else:
        tilt, masses = _panels([0.0, math.pi / 4.0, quarter])
        radii, masses = math.sqrt(d) * np.sin(tilt), masses * np.sin(tilt) * np.cos(tilt) ** (d - 3)
    weights = np.outer(masses / np.sum(masses), shares / np.sum(shares)).ravel()
    p = a * np.outer(radii, np.cos(angles)).ravel()
    return p, b * np.outer(radii, np.cos(angles - turn)).ravel(), weights


def plane_mean(function: Callable[[Floats, Floats], Floats], x: Floats, y: Floats) -> float:
    """E function(w.x, w.y), w ~ N(0, I_d)."""
    p, q, weights = plane(x, y)
    return float(weights @ function(p, q))


def _panels(ends: list[float]) -> tuple[Floats, Floats]:
    """Gauss-Legendre nodes and weights on consecutive intervals."""
    nodes, weights = legendre(NODES)
    pairs = [(low, high) for low, high in pairwise(ends) if high - low > 1e-14]
    return (
        np.concatenate([(low + high) / 2.0 + (high - low) / 2.0 * nodes for low, high in pairs]),
        np.concatenate([(high - low) / 2.0 * weights for low, high in pairs]),
    )
