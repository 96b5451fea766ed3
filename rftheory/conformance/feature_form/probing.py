"""A client's features at the probes, and what is plain to see of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.conformance.client.clients import Client
from rftheory.conformance.feature_form.recovery import FeatureForm, amplitude
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel

FEW = 8
"""Seeds for which checks to rounding are made."""


@dataclass(frozen=True)
class ProbedFeatures:
    """Features of queries and keys (k, P, F) at the probes for a few seeds, their form, kernel and rounding."""

    client: Client
    d: int
    scale: float
    seeds: tuple[int, ...]
    queries: Floats
    keys: Floats
    form: FeatureForm
    kernel: Kernel
    rounding: float

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

    def at(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        """Features of queries and keys at points in the units of the kernel."""
        return self.client.features(x / self.scale, seed)


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
