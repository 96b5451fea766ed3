"""Features of a declared map with a kernel of its own: m, the constant added, projections and scale of a few draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.conformance.client.clients import Client
from rftheory.conformance.induced_kernel.reading import (
    HOMOGENEOUS,
    InducedReading,
    constant,
    probes,
    read,
    tolerance,
)
from rftheory.conformance.references import INDUCED_KERNEL
from rftheory.conformance.unreadable import Unreadable
from rftheory.measured.inputs import Floats
from rftheory.moments.induced_kernels import own_maps

FEW = 8


@dataclass(frozen=True)
class InducedFeatures:
    """Features of queries and keys (k, P, F) at the probes for a few seeds, the name of f, m, the rounding seen."""

    client: Client
    name: str
    d: int
    scale: float
    seeds: tuple[int, ...]
    queries: Floats
    keys: Floats
    rounding: float

    @property
    def tags(self) -> frozenset[str]:
        """Whether a factor of the features is one of the projections."""
        return frozenset() if self.name in HOMOGENEOUS else frozenset({"scaled"})

    @property
    def m(self) -> int:
        """Rows."""
        return int(self.queries.shape[-1]) // len(own_maps()[self.name])

    @property
    def tolerance(self) -> float:
        """Of a misfit relative to the largest feature."""
        return tolerance(self.name, self.d, self.rounding)

    @cached_property
    def repetition(self) -> float:
        """How much features of one seed change when they are asked for again."""
        near = slice(0, 3 * self.d + 6)
        again = self.at(probes(self.d), self.seeds[0])[0][near]
        return float(np.max(np.abs(again - self.queries[0][near])))

    @cached_property
    def floor(self) -> float:
        """What was added to every feature."""
        return constant(self.name, self.queries, self.d, self.rounding)

    @cached_property
    def readings(self) -> tuple[InducedReading, ...]:
        """Projections and scale of every draw."""
        return tuple(read(self.name, phi, self.d, self.rounding, self.floor) for phi in self.queries)

    @property
    def factor(self) -> float:
        """What stands before f."""
        return float(np.median([reading.c for reading in self.readings]))

    @property
    def worst(self) -> float:
        """The largest misfit; infinite where projections cannot be read."""
        return max(reading.gap for reading in self.readings)

    @cached_property
    def sides(self) -> float:
        """The largest difference of the projections of queries and of keys."""
        gap = 0.0
        for mine, phi in zip(self.readings, self.keys, strict=True):
            other = read(self.name, phi, self.d, self.rounding, self.floor)
            if mine.w is not None and other.w is not None:
                gap = max(gap, float(np.max(np.abs(mine.w - other.w))))
        return gap

    @property
    def room(self) -> float:
        """How far projections of both sides may differ."""
        return 1e-6 + 64.0 * self.tolerance / 0.25

    @property
    def legible(self) -> bool:
        """Whether projections can be read off: the features have the form of f, and both sides see one draw."""
        return self.name != "sgn" and self.worst <= self.tolerance and self.sides <= self.room

    def at(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        """Features of queries and keys at points in the units of the kernel."""
        return self.client.features(x / self.scale, seed)


def probed(
    client: Client, name: str, d: int, scale: float, seeds: tuple[int, ...]
) -> InducedFeatures | Unreadable:
    """The features at the probes, where they have a shape that the map can have, and are numbers near 0."""
    points = probes(d)
    found = [client.features(points / scale, seed) for seed in seeds[:FEW]]
    functions, shapes = len(own_maps()[name]), {part.shape for pair in found for part in pair}
    shape = next(iter(shapes))
    if len(shapes) > 1 or shape[0] != len(points) or shape[1] % functions:
        text = f"{len(points)} points give shapes {sorted(shapes)}"
        return Unreadable("shape", text, INDUCED_KERNEL)
    near = slice(0, 3 * d + 6)
    if not all(np.all(np.isfinite(part[near])) for pair in found for part in pair):
        return Unreadable("not finite", "features at norms of at most 1 are not finite", INDUCED_KERNEL)
    queries, keys = (np.stack([pair[side] for pair in found]) for side in (0, 1))
    return InducedFeatures(client, name, d, scale, seeds, queries, keys, client.rounding)
