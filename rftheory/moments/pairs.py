"""Pairs of points: one at a time with a label, and many at once as the invariants that errors depend on."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel

_LARGEST_LOG = 700.0
_LINE = (("opposite", -1.0), ("unequal norms", 1.0 / 3.0), ("opposite, unequal norms", -1.0 / 3.0))


@dataclass(frozen=True)
class Pair:
    """Two test points and what they are an example of."""

    label: str
    x: Floats
    y: Floats

    @property
    def invariants(self) -> Invariants:
        """What errors depend on, the squared norms as inner products."""
        plus, minus = self.x + self.y, self.x - self.y
        found = Pairs(self.x[None, :], self.y[None, :]).invariants
        return replace(found, plus=np.array([plus @ plus]), minus=np.array([minus @ minus]))


@dataclass(frozen=True, eq=False)
class Invariants:
    """For each of n pairs: |x+y|^2, |x-y|^2, |x|^2 - |y|^2, x.y, the angle, |x_l y_l| and x_l + y_l (n, d)."""

    d: int
    plus: Floats
    minus: Floats
    difference: Floats
    inner: Floats
    angle: Floats
    products: Floats
    sums: Floats


@dataclass(frozen=True, eq=False)
class Pairs:
    """n pairs: x (n, d), y (n, d)."""

    x: Floats
    y: Floats

    def shifted(self, c: Floats) -> Pairs:
        """The pairs (x - c, y - c)."""
        return Pairs(self.x - c, self.y - c)

    @cached_property
    def invariants(self) -> Invariants:
        """What errors depend on, without cancellation."""
        x, y = self.x, self.y
        lengths = [np.sqrt(np.sum(u * u, axis=1, keepdims=True)) for u in (x, y)]
        ends = [
            np.divide(u, r, out=np.zeros_like(u), where=r > 0.0) for u, r in zip((x, y), lengths, strict=True)
        ]
        apart, along = (np.sqrt(np.sum((ends[0] + s * ends[1]) ** 2, axis=1)) for s in (-1, 1))
        return Invariants(
            x.shape[1],
            np.sum((x + y) ** 2, axis=1),
            np.sum((x - y) ** 2, axis=1),
            np.sum((x + y) * (x - y), axis=1),
            np.sum(x * y, axis=1),
            2.0 * np.arctan2(apart, along),
            np.abs(x * y),
            x + y,
        )


def pairs(d: int, norm: float) -> tuple[Pair, ...]:
    """All-ones, axes, generic directions, unequal norms, obtuse: the same for every run; in one dimension signs and sizes."""
    if d == 1:
        return tuple(Pair(label, norm * np.ones(1), part * norm * np.ones(1)) for label, part in _LINE)
    ones, generic = np.full(d, 1.0 / math.sqrt(d)), _spread(d, 1)
    first, last = np.eye(d)[0], np.eye(d)[-1]
    other = _spread(d, 2)
    return (
        Pair("all ones and an axis", norm * ones, norm * first),
        Pair("two axes", norm * first, norm * last),
        Pair("generic directions", norm * generic, norm * other),
        Pair("unequal norms", norm * generic, norm / 3.0 * ones),
        Pair("obtuse", norm * generic, norm * _unit(0.6 * other - 0.8 * generic)),
    )


def scaled(value: float, log: float) -> float:
    """value e^log; infinite where that is above the largest number; 0 stays 0, and what is infinite infinite."""
    if abs(log) < _LARGEST_LOG or value == 0.0 or math.isinf(value):
        return value * math.exp(log) if abs(log) < _LARGEST_LOG else value
    whole = log + math.log(abs(value))
    return math.copysign(math.exp(whole) if whole < _LARGEST_LOG else math.inf, value)


def kernel_value(kernel: Kernel, x: Floats, y: Floats) -> float:
    """exp(-|x - y|^2 / 2), or exp(x.y); infinite above the largest number."""
    return scaled(1.0, -float((x - y) @ (x - y)) / 2.0 if kernel == "gaussian" else float(x @ y))


def _spread(d: int, shift: int) -> Floats:
    """A unit vector without a pattern."""
    golden = (math.sqrt(5.0) - 1.0) / 2.0
    return _unit(2.0 * np.mod((np.arange(1.0, d + 1.0) + 97.0 * shift) * golden, 1.0) - 1.0)


def _unit(v: Floats) -> Floats:
    found: Floats = v / np.linalg.norm(v)
    return found
