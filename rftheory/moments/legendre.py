"""Gauss-Legendre rules, each made once: their nodes are eigenvalues, and every pair of points asks for the same few."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rftheory.measured.inputs import Floats


@lru_cache(maxsize=128)
def legendre(count: int) -> tuple[Floats, Floats]:
    """Nodes and weights on (-1, 1), exact for polynomials of degree below 2 `count`; both read-only, of shape (count,)."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    nodes.setflags(write=False)
    weights.setflags(write=False)
    return nodes, weights
