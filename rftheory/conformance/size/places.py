"""Where the size of an error is asked for: x = y and x = -y along all ones, an axis and a direction without pattern."""

from __future__ import annotations

import numpy as np

from rftheory.moments.pairs import Pair

FAR = 3.0
"""Norms beyond this are hopeless for most features, and say nothing of a mistake."""


DIRECTIONS = (" along ±(1, ..., 1)", " along an axis", ", generic")
NEAR = tuple(f"x = {sign}y{direction}" for direction in DIRECTIONS for sign in ("", "-"))
"""The labels of pairs at norm 1: their means are checked where that many draws decide them."""


def places(d: int, scale: float) -> tuple[Pair, ...]:
    """Pairs at norm 1 in the units of the kernel, and at norm 1 in those of the client where these are others."""
    generic = 2.0 * np.mod(np.arange(1.0, d + 1.0) * (np.sqrt(5.0) - 1.0) / 2.0, 1.0) - 1.0
    units = (np.full(d, d**-0.5), np.eye(d)[0], generic / np.linalg.norm(generic))
    found = []
    for norm in _norms(scale):
        far = "" if norm == 1.0 else f", |x| = {norm:.3g}"
        for label, u in tuple(zip(DIRECTIONS, units, strict=True))[slice(1, 2) if d == 1 else slice(None)]:
            found.append(Pair(f"x = y{label}{far}", norm * u, norm * u))
            found.append(Pair(f"x = -y{label}{far}", norm * u, -norm * u))
    return tuple(found)


def _norms(scale: float) -> tuple[float, ...]:
    others = () if abs(scale - 1.0) < 0.05 or scale > FAR else (scale,)
    return (1.0, *others)
