"""A client's features at the probes, and what is plain to see of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.conformance.client.clients import Client
from rftheory.conformance.feature_form.recovery import Columns, FeatureForm, amplitude
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel

FEW, LEAST = 8, 2
"""Seeds for which checks to rounding are made, and for features that are too many for these."""
TOGETHER = 2**25
"""How many features of all these seeds are held at once."""


@dataclass(frozen=True)
class ProbedFeatures:
    """Features of queries and keys (k, P, F) at the probes for a few seeds, their form, kernel and rounding.

    kept: which columns these are, where others are the same at all points.
    """

    client: Client
    d: int
    scale: float
    seeds: tuple[int, ...]
    queries: Floats
    keys: Floats
    form: FeatureForm
    kernel: Kernel
    rounding: float
    kept: Columns | None

    @property
    def tolerance(self) -> float:
        """Relative, for products and logarithms of a handful of operations in the coarsest dtype seen."""
        return 1e-12 + 64.0 * math.sqrt(self.d) * self.rounding

    @cached_property
    def phases(self) -> tuple[float, float]:
        """a^2 m / 2 of features a cos(w.x + b), one where a is right, and how far features are from having one a."""
        weight = 0.5 if self.kernel == "softmax" else 0.0
        found = [amplitude(phi, self.d, weight) for phi in self.queries]
        size = float(np.median([a for a, _ in found])) * self.form.m / 2.0
        return size, float(np.max([b for _, b in found]))

    @property
    def waves(self) -> bool:
        """Whether features are cosines of one amplitude, which can be read off."""
        return self.form.name == "phase" and self.phases[1] <= 1e-3 + 1e3 * self.rounding

    @property
    def frozen(self) -> bool:
        """Whether no seed changes anything."""
        return len(self.queries) > 1 and bool(np.all(self.queries == self.queries[:1]))

    def whole(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        """All features of queries and keys at points in the units of the kernel; InputError if their number changes."""
        found = self.client.features(x / self.scale, seed)
        width = self.queries.shape[-1]
        if any(part.shape[-1] < width or (self.kept is None and part.shape[-1] != width) for part in found):
            raise InputError(
                f"{self.client.name}: {len(x)} points have {found[0].shape[-1]} features, others {width}; allowed: one "
                "number of features for all points"
            )
        return found

    def at(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        """The columns that are kept of them."""
        queries, keys = self.whole(x, seed)
        if self.kept is None:
            return queries, keys
        return queries[:, self.kept], keys[:, self.kept]


def asked(size: int) -> int:
    """For how many seeds that many features are held."""
    return max(LEAST, min(FEW, TOGETHER // size))


def relative(found: Floats, expected: Floats) -> float:
    """The largest difference, over the largest of what is expected."""
    if found.shape != expected.shape:
        return math.inf
    size = float(np.max(np.abs(expected))) or 1.0
    return float(np.max(np.abs(found - expected))) / size


def generic(d: int) -> Floats:
    """Three points of norm 1/2 and 1: all ones, an axis, no pattern."""
    wave = np.cos(1.0 + 2.399963 * np.arange(d))
    return np.stack([wave / np.linalg.norm(wave), np.full(d, 0.5 / math.sqrt(d)), np.eye(d)[-1]])
