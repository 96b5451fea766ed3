"""Counts behind features, read off at doubled and halved coordinates.

phi(z) = c_w prod_l z_l^{w_l} h(z) at z = x - shift > 0: where one coordinate is doubled and halved, w_l and h show apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.conformance.client.clients import Client
from rftheory.conformance.references import COUNTS
from rftheory.conformance.unreadable import Unreadable
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments.row_maps import Counts

BASE = 0.5
BENT, RISEN = 2.25, 3.75
FEW = 8


@dataclass(frozen=True)
class ProbedCounts:
    """A client's features at the probes for a few seeds, the declared counts and the kernel, the rounding seen."""

    client: Client
    row: Counts
    kernel: Kernel
    d: int
    scale: float
    seeds: tuple[int, ...]
    queries: Floats
    keys: Floats
    rounding: float

    @property
    def tags(self) -> frozenset[str]:
        """None: all checks apply."""
        return frozenset()

    @property
    def m(self) -> int:
        """Rows: one feature each."""
        return int(self.queries.shape[-1])

    @property
    def tolerance(self) -> float:
        """For logarithms of features."""
        size = float(np.max(np.abs(np.log(np.maximum(np.abs(self.queries), 1e-300)))))
        return 1e-12 + 64.0 * math.sqrt(self.d) * self.rounding * (1.0 + size)

    @cached_property
    def exponents(self) -> Floats:
        """What stands for the counts of every row, not rounded."""
        return counted(self.queries, self.row, self.kernel, self.d)

    @cached_property
    def counts(self) -> Floats:
        """The nearest counts."""
        return np.maximum(np.round(self.exponents), 0.0)

    @cached_property
    def fraction(self) -> float:
        """The largest distance of an exponent from a count."""
        return float(np.max(np.abs(self.exponents - self.counts)))

    @cached_property
    def sides(self) -> float:
        """The largest difference of an exponent of queries and of keys."""
        return float(np.max(np.abs(counted(self.keys, self.row, self.kernel, self.d) - self.exponents)))

    @property
    def legible(self) -> bool:
        """Whether exponents are counts, the same of both sides."""
        return self.fraction <= min(0.25, self.tolerance) and self.sides <= self.tolerance

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


def probed(
    client: Client, row: Counts, kernel: Kernel | None, d: int, scale: float, seeds: tuple[int, ...]
) -> ProbedCounts | Unreadable:
    """The features at the probes; why they are not those of any counts, where they are not."""
    row.fit(d)
    points = (probes(d) + np.asarray(row.shift)) / scale
    found = [client.features(points, seed) for seed in seeds[:FEW]]
    shapes = {part.shape for pair in found for part in pair}
    if len(shapes) > 1 or next(iter(shapes))[0] != len(points):
        return Unreadable("shape", f"{len(points)} points give shapes {sorted(shapes)}", COUNTS)
    queries, keys = (np.stack([pair[side] for pair in found]) for side in (0, 1))
    if not (np.all(np.isfinite(queries)) and np.all(np.isfinite(keys))):
        return Unreadable("not finite", "features are not finite at coordinates between 1/4 and 1", COUNTS)
    if np.any(queries <= 0.0) or np.any(keys <= 0.0):
        negative = min(np.min(queries), np.min(keys)) < 0.0
        text = "features of points with positive coordinates are not positive"
        return Unreadable("negative" if negative else "vanishing", text, COUNTS)
    chosen = kernel or _kernel(queries, d)
    return ProbedCounts(client, row, chosen, d, scale, seeds, queries, keys, client.rounding)


def _kernel(queries: Floats, d: int) -> Kernel:
    """softmax where the features have no quadratic weight."""
    found = float(np.median(bends(queries, d)))
    return "gaussian" if found < -0.25 * BASE**2 * BENT else "softmax"
