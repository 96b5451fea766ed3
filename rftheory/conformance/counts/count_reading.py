"""Counts behind features, read off at doubled and halved coordinates. Nothing is judged but whether they can be read at all.

phi(z) = c_w prod_l z_l^{w_l} h(z) at z = x - shift > 0: where one coordinate is doubled and halved, w_l and h show apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from rftheory.conformance.causes import CAUSES
from rftheory.conformance.client.clients import Client
from rftheory.conformance.findings import Finding
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments.row_maps import Counts
from rftheory.verdict import Outcome

BASE = 0.5
BENT, RISEN = 2.25, 3.75
FEW = 8
FORM = "crt/eq10"


@dataclass
class Look:
    """A client's features at the probes for a few seeds, the counts behind them, and the cause of what failed so far."""

    client: Client
    row: Counts
    kernel: Kernel
    d: int
    scale: float
    seeds: tuple[int, ...]
    queries: Floats
    keys: Floats
    counts: Floats = field(init=False)
    cause: str | None = None

    @property
    def m(self) -> int:
        """Rows: one feature each."""
        return int(self.queries.shape[-1])

    @property
    def tolerance(self) -> float:
        """For logarithms of features."""
        size = float(np.max(np.abs(np.log(np.maximum(np.abs(self.queries), 1e-300)))))
        return 1e-12 + 64.0 * math.sqrt(self.d) * self.client.rounding * (1.0 + size)

    def at(self, moved: Floats, seed: int) -> tuple[Floats, Floats]:
        """Features of queries and keys at shift + moved."""
        return self.client.features((moved + np.asarray(self.row.shift)) / self.scale, seed)


def probes(d: int) -> Floats:
    """BASE on all coordinates, then one of them doubled, then one of them halved: (2d + 1, d)."""
    middle = np.full((1, d), BASE)
    return np.concatenate([middle, middle + BASE * np.eye(d), middle - BASE / 2.0 * np.eye(d)])


def log_weight(row: Counts, kernel: Kernel, moved: Floats) -> Floats:
    """log h: -|x - shift|^2/2, and |x|^2/2 more for the softmax kernel."""
    found: Floats = -0.5 * np.sum(moved**2, axis=-1)
    if kernel == "softmax":
        found = found + 0.5 * np.sum((moved + np.asarray(row.shift)) ** 2, axis=-1)
    return found


def bends(phi: Floats, d: int) -> Floats:
    """log phi(2b) + log phi(b/2) - 2 log phi(b) for every coordinate, (..., d, m): that of h, whatever the counts."""
    logs = np.log(phi)
    found: Floats = logs[..., 1 : d + 1, :] + logs[..., d + 1 :, :] - 2.0 * logs[..., :1, :]
    return found


def counted(phi: Floats, row: Counts, kernel: Kernel, d: int) -> Floats:
    """The counts (..., m, d) of features at the probes, not rounded; a wrong weight e^{c|x|^2} is taken off first."""
    logs, weights = np.log(phi), log_weight(row, kernel, probes(d))
    rise = logs[..., 1 : d + 1, :] - logs[..., d + 1 :, :] - (weights[1 : d + 1] - weights[d + 1 :])[:, None]
    wanted = weights[1 : d + 1] + weights[d + 1 :] - 2.0 * weights[0]
    rise = rise - (bends(phi, d) - wanted[:, None]) * RISEN / BENT
    found: Floats = np.swapaxes(rise, -1, -2) / math.log(4.0)
    return found


def first_look(
    client: Client, row: Counts, kernel: Kernel | None, d: int, scale: float, seeds: tuple[int, ...]
) -> Look | Finding:
    """The features at the probes; a failing Finding where they are not those of any counts."""
    row.fit(d)
    points = (probes(d) + np.asarray(row.shift)) / scale
    found = [client.features(points, seed) for seed in seeds[:FEW]]
    shapes = {part.shape for pair in found for part in pair}
    if len(shapes) > 1 or next(iter(shapes))[0] != len(points):
        return _broken("shape", f"{len(points)} points give shapes {sorted(shapes)}")
    queries, keys = (np.stack([pair[side] for pair in found]) for side in (0, 1))
    if not (np.all(np.isfinite(queries)) and np.all(np.isfinite(keys))):
        return _broken("overflow", "features are not finite at coordinates between 1/4 and 1")
    if np.any(queries <= 0.0) or np.any(keys <= 0.0):
        cause = "negative" if min(np.min(queries), np.min(keys)) < 0.0 else "underflow"
        return _broken(cause, "features of points with positive coordinates are not positive")
    look = Look(client, row, kernel or _kernel(queries, d), d, scale, seeds, queries, keys)
    look.counts = counted(queries, row, look.kernel, d)
    return look


def _broken(cause: str, detail: str) -> Finding:
    return Finding("shape and finiteness", FORM, Outcome.FAILS, detail, cause=cause, diagnosis=CAUSES[cause])


def _kernel(queries: Floats, d: int) -> Kernel:
    """softmax where the features have no quadratic weight."""
    found = float(np.median(bends(queries, d)))
    return "gaussian" if found < -0.25 * BASE**2 * BENT else "softmax"
