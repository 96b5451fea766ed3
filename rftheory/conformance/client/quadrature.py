"""Cosines and sines of one phase each, cos(w.x + b) and sin(w.x + b): no inner product of features knows b.

Turned by their own phases they are cos(w.x) and sin(w.x), in which every mechanism of sines with cosines is recognised.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rftheory.errors import InputError
from rftheory.measured.inputs import Floats

Both = Callable[[Floats, int], tuple[Floats, Floats]]
Columns = NDArray[np.intp]
SEEDS = (1, 2)
_SAME = 1e-9


@dataclass(frozen=True)
class Quadrature:
    """Which columns are the sines and which the cosines of the same phases."""

    sines: Columns
    cosines: Columns

    def turned(self, origin: Floats, phi: Floats) -> Floats:
        """Features (p, F) by the phases of `origin`, the features (F,) at 0 of the same draw; others as they are."""
        if len(origin) != len(self.sines) + len(self.cosines) or phi.shape[1] != len(origin):
            return phi
        s, c = origin[self.sines], origin[self.cosines]
        size = np.hypot(s, c)
        s, c = s / size, c / size
        found = phi.copy()
        found[:, self.cosines] = phi[:, self.cosines] * c + phi[:, self.sines] * s
        found[:, self.sines] = phi[:, self.sines] * c - phi[:, self.cosines] * s
        return found


def quadrature(features: Both, d: int, rounding: Callable[[], float]) -> Quadrature | None:
    """The columns of waves with phases that cancel, of queries and keys alike; None of all other features.

    cos^2 + sin^2 is the same for all pairs of columns at every point, and some pair has a phase at 0.
    """
    point = np.cos(1.0 + 2.399963 * np.arange(d)) / np.sqrt(d)
    points = np.stack([np.zeros(d), point, -0.5 * point, np.roll(point, 1)])
    columns = None
    for seed in SEEDS:
        try:
            phi, keys = features(points, seed)
        except InputError:
            return None
        if phi.shape[1] % 2 or not np.array_equal(phi, keys) or not np.all(np.isfinite(phi)):
            return None
        columns = _columns(phi, _SAME + 64.0 * rounding())
        if columns is None:
            return None
    return columns


def _columns(phi: Floats, tolerance: float) -> Quadrature | None:
    order = np.arange(phi.shape[1])
    half = len(order) // 2
    for cosines, sines in ((order[:half], order[half:]), (order[::2], order[1::2])):
        squares = phi[:, cosines] ** 2 + phi[:, sines] ** 2
        alike = np.max(np.ptp(squares, axis=1) - tolerance * np.max(squares, axis=1)) <= 0.0
        if alike and np.all(squares > 0.0) and _phased(phi[0], cosines, sines, tolerance):
            return Quadrature(sines, cosines)
    return None


def _phased(origin: Floats, cosines: Columns, sines: Columns, tolerance: float) -> bool:
    """Whether neither is 0 at 0, as sines are without a phase, and features are of both signs and several sizes."""
    sizes = [float(np.max(np.abs(origin[part]))) for part in (cosines, sines)]
    several = float(np.ptp(np.abs(origin))) > 1e-3 * max(sizes)
    return several and min(sizes) > tolerance * max(sizes) and bool(np.any(origin < 0.0))
