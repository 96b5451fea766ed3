"""Projections behind cosines with random phases: from points near 0 roughly, then to rounding from points further off.

A cosine whose phase is near 0 or pi is even, to rounding: it hides the signs of its row. Which entries have one sign is
seen at sums of two axes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rftheory.measured.inputs import Floats

Columns = NDArray[np.intp]
HIDDEN = 2048.0
"""Roundings: odd parts below so many tell no signs."""
CLEAR = 3.0
"""Angles at the long step whose sign its own odd part shows, better than that of the short one."""
NEAR = 0.1
"""An angle at the long step by which the rough one may be off: no other solution is as near."""


def rows(phi: Floats, d: int, long: float, short: float) -> Floats:
    """|w_ij| with the sign of sin(b_j) on all of row j: (.., d, m), of features sqrt(2/m) cos(w.x + b) (.., 4d + 1, m).

    Features are those at 0, at +long e_i, at -long e_i, and at the short step likewise. A root of rounding is lost where
    both sin b and the angle w_i * short are small; at the long step the angle is as much larger.
    """
    scale = np.sqrt(phi.shape[-1] / 2.0)
    cosine = np.clip(phi[..., :1, :] * scale, -1.0, 1.0)
    sine = np.sqrt(1.0 - cosine**2)
    parts = [phi[..., 1 + k * d : 1 + (k + 1) * d, :] * scale for k in range(4)]
    rough = _angles(cosine, sine, (parts[3] - parts[2]) / 2.0, (parts[3] + parts[2]) / 2.0) / short
    odd, even = (parts[1] - parts[0]) / 2.0, (parts[1] + parts[0]) / 2.0
    clear = np.abs(rough) * long < CLEAR
    angles = np.where(clear, np.copysign(rough, odd), rough) * long
    return _finer(angles, cosine, sine, odd, even) / long


def _angles(cosine: Floats, sine: Floats, odd: Floats, even: Floats) -> Floats:
    """Angles t of sin(b) sin(t) and cos(b) cos(t): the former where sin b is large, the latter where cos b is."""
    with np.errstate(divide="ignore", invalid="ignore"):
        by_odd = np.arcsin(np.clip(odd / sine, -1.0, 1.0))
        by_even = np.copysign(np.arccos(np.clip(even / cosine, -1.0, 1.0)), odd)
    found: Floats = np.where(sine >= 0.5, by_odd, by_even)
    return found


def _finer(rough: Floats, cosine: Floats, sine: Floats, odd: Floats, even: Floats) -> Floats:
    """Two steps of least squares from rough angles; these where that leads away from them."""
    found = rough
    with np.errstate(divide="ignore", invalid="ignore"):
        for _ in range(2):
            s, c = np.sin(found), np.cos(found)
            first, second = sine * c, cosine * s
            step = first * (odd - sine * s) - second * (even - cosine * c)
            found = found + step / (first**2 + second**2)
    return np.where(np.abs(found - rough) <= NEAR, found, rough)


def hidden(phi: Floats, d: int, rounding: float) -> Columns:
    """The features (4d + 1, m) whose phases hide the signs of their rows."""
    odd = np.abs(phi[1 : d + 1] - phi[d + 1 : 2 * d + 1])
    return np.flatnonzero(np.max(odd, axis=0) <= HIDDEN * rounding * np.sqrt(2.0 / phi.shape[1]))


class HiddenRows:
    """The rows `columns` of features (4d + 1, m), by their even parts, and by features at `points` where they are asked again.

    cos(s + t) = cos s cos t - sin s sin t: with the entry t of a row whose sine is largest, that is the sine of every other s.
    """

    def __init__(self, phi: Floats, d: int, columns: Columns, long: float) -> None:
        origin = phi[0, columns]
        even = (phi[1 : d + 1, columns] + phi[d + 1 : 2 * d + 1, columns]) / (2.0 * origin)
        self.columns, self._origin, self._long = columns, origin, long
        self._cosines: Floats = np.clip(even.T, -1.0, 1.0)
        self._largest = np.argmin(np.abs(self._cosines), axis=1)

    @property
    def points(self) -> Floats:
        """long (e_i + e_t), t of each row: (k d, d)."""
        axes = np.eye(self._cosines.shape[1])
        found: Floats = self._long * (axes[None] + axes[self._largest][:, None]).reshape(-1, len(axes))
        return found

    def rows(self, phi: Floats) -> Floats:
        """(k, d), up to one sign of each, from features (k d, m) at the points."""
        count, d = self._cosines.shape
        every = np.arange(count)
        beside = phi.reshape(count, d, -1)[every, :, self.columns] / self._origin[:, None]
        cosine = self._cosines[every, self._largest]
        sine = np.sqrt(1.0 - cosine**2)
        sines = (self._cosines * cosine[:, None] - beside) / sine[:, None]
        sines[every, self._largest] = sine
        found: Floats = np.arctan2(sines, self._cosines) / self._long
        return found
