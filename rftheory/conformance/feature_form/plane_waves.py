"""Whether features are exponentials or waves at all: their values on a line through 0 obey what those obey."""

from __future__ import annotations

from typing import Literal

import numpy as np

from rftheory.conformance.client.clients import Client
from rftheory.measured.inputs import Floats

Kind = Literal["exponentials", "waves", "neither", "open"]
STEP = 0.3
BENT, EXACT, OFF = 0.1, 1e-4, 0.005
"""Departures, relative to what they are departures from, beyond which features are something else: of exponentials to which
a constant may have been added, of exponentials alone, of waves."""
SMALL, SHARE = 1e-3, 0.05
"""Features that are too small to look at, and the share of the others that may depart."""
TIMES = STEP * np.array([-1.0, 0.0, 1.0, 2.0])
WEIGHTS = (0.0, 0.5, -0.5, -1.0)
"""Exponents of h(x) = e^{c |x|^2} that are tried for waves."""


def kind(client: Client, d: int, scale: float, seeds: tuple[int, ...]) -> Kind:
    """What features at -s, 0, s and 2s along a direction without pattern are: exponentials, waves, or neither.

    Features whose sum, or sum of squares, is one are neither: it was divided out. Exponentials: log f is linear but for a part that all features share (weights, maxima). Waves: cos p = c gives
    f_0 + f_2 = 2 c f_1 and f_1 + f_3 = 2 c f_2, so (f_0 + f_2) f_2 = (f_1 + f_3) f_1, for the right weight h. Waves of
    small angles are nowhere below zero. "open" where features are not finite.
    """
    points = line(d)
    drawn = [client.features(points / scale, seed)[0] for seed in seeds[:2]]
    rough = 64.0 * client.rounding
    if not all(np.all(np.isfinite(phi)) for phi in drawn):
        return "open"
    if all(np.all(phi > 0.0) for phi in drawn):
        for power in (1.0, 2.0):
            lengths = np.array([np.sum(phi**power, axis=1) for phi in drawn])
            if drawn[0].shape[1] > 1 and np.ptp(lengths) <= (1e-9 + rough / 16.0) * np.max(lengths):
                return "neither"
        if max(_bent(np.log(phi)) for phi in drawn) <= BENT + rough / STEP:
            return "exponentials"
        if not all(_turns(phi, client.rounding) for phi in drawn):
            return "neither"
    return "waves" if max(_off(phi, client.rounding) for phi in drawn) <= SHARE else "neither"


def line(d: int) -> Floats:
    """The points -s, 0, s and 2s along a direction without pattern, (4, d)."""
    u = np.cos(1.0 + 2.399963 * np.arange(d))
    points: Floats = TIMES[:, None] * u / np.linalg.norm(u)
    return points


def straight(phi: Floats, rounding: float) -> bool:
    """Whether positive features (4, F) on that line, to none of which a constant was added, are exponentials to rounding."""
    return _bent(np.log(phi)) <= EXACT + 64.0 * rounding / STEP


def _bent(logs: Floats) -> float:
    """Second differences of logarithms but for their mean over features, against first differences."""
    first, second = np.diff(logs, axis=0), np.diff(logs, 2, axis=0)
    size = float(np.std(first[0]))
    rest = second - np.mean(second, axis=1, keepdims=True)
    return float(np.sqrt(np.mean(rest**2))) / size if size > 0.0 else 0.0


def _turns(phi: Floats, rounding: float) -> bool:
    """Whether the c of positive features is a cosine, for the weight of either kernel: that of cosh is above one."""
    found = [phi * np.exp(-weight * TIMES[:, None] ** 2) for weight in (0.0, 0.5)]
    return any(bool(np.all(f[0] + f[2] <= (2.0 + 64.0 * rounding) * f[1])) for f in found)


def _off(phi: Floats, rounding: float) -> float:
    """The least share of features, over all weights, that depart from that identity by more than OFF of their size."""
    squares, largest = np.sum(phi**2, axis=1), float(np.max(np.abs(phi)))
    if largest == 0.0:
        return 0.0
    grown = float(np.log(squares[3] / squares[1])) / (8.0 * STEP**2) if min(squares) > 0.0 else 0.0
    found = []
    for weight in (*WEIGHTS, grown):
        f = phi * np.exp(-weight * TIMES**2)[:, None]
        size = np.max(np.abs(f), axis=0)
        rest = np.abs((f[0] + f[2]) * f[2] - (f[1] + f[3]) * f[1])
        limit = OFF * size**2 + 64.0 * rounding * largest * size
        seen = size > SMALL * largest
        found.append(float(np.sum(rest[seen] > limit[seen])) / max(1, int(np.sum(seen))))
    return min(found)
