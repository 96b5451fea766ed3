"""How coarse the arithmetic inside features is, whatever dtype they come back in: they move in steps."""

from __future__ import annotations

import numpy as np

from rftheory.conformance.client.arrays import ROUNDING
from rftheory.conformance.client.clients import Client
from rftheory.measured.inputs import Floats

POINTS, STEPS, VARIED = 65, 12, 16
"""Points on a way, how many values features have on a short one in half precision, and on a long one at least."""
WAYS = (("float16", 2.0**-8), ("bfloat16", 2.0**-4))
"""Relative lengths of a way on which numbers of that precision, 2^-10 and 2^-7, take a few steps."""
WEIGHTS = (0.5, 1.0)
"""k of e^{-k |x|^2} in positive features: of the softmax kernel, of the Gaussian one."""
MOST = 0.9
"""The share of features that take no more values: slow ones take few in any precision."""


def hidden_precision(client: Client, d: int, scale: float, seed: int) -> str | None:
    """float16 or bfloat16, where features move in its steps while finer numbers come back; None where they do not.

    Features that are piecewise constant, as hashes and signs are, have few values on a long way too, and show nothing.
    """
    if client.rounding >= ROUNDING["float16"] or client.replayed:
        return None
    u = np.cos(1.0 + 2.399963 * np.arange(d))
    u /= np.linalg.norm(u)
    ways = [np.linspace(0.0, length, POINTS) for length in (1.0, *(length for _, length in WAYS))]
    # one coordinate moves, so that its steps are not mixed with those of others
    points = np.tile(u / 2.0, (len(ways) * POINTS, 1))
    axis = int(np.argmax(np.abs(u)))
    points[:, axis] *= 1.0 + np.concatenate(ways)
    phi = client.features(points / scale, seed)[0]
    if len(phi) != len(points) or not np.all(np.isfinite(phi)):
        return None
    found = _steps(phi, 0.0)
    if found is not None or not np.all(phi > 0.0):
        return found
    # a weight e^{-k |x|^2} in finer numbers hides the steps of what it multiplies
    logs, squares = np.log(phi), np.sum(points * points, axis=1, keepdims=True)
    weighed = (_steps(logs + k * squares, 8.0 * client.rounding) for k in WEIGHTS)
    return next((name for name in weighed if name is not None), None)


def _steps(phi: Floats, noise: float) -> str | None:
    """The precision in whose steps features move on all ways, told from each other beyond this noise."""
    counts = [_values(part, noise) for part in np.split(phi, 1 + len(WAYS))]
    moving = counts[0] >= VARIED
    if not np.any(moving):
        return None
    found = [
        name
        for (name, _), count in zip(WAYS, counts[1:], strict=True)
        if float(np.quantile(count[moving], MOST)) <= STEPS
    ]
    return found[-1] if found else None


def _values(phi: Floats, noise: float) -> Floats:
    """How many values each feature takes."""
    moved: Floats = np.diff(np.sort(phi, axis=0), axis=0)
    return np.asarray(1.0 + np.sum(moved > noise, axis=0), dtype=np.float64)
