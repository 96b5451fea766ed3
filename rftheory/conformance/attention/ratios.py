"""Ratios of estimates within one draw, to rounding: what is left when every query, and all keys together, have a free factor.

An estimate of positive or hyperbolic features is h(x) h(y) G(x + y), of trigonometric ones h(x) h(y) G(x - y), with
G(0) = 1 whatever was drawn. So the key -x (x for waves) is a reference: the estimate there is known. Dividing by it
removes a factor of each query and one of all keys, and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot
from rftheory.measured.protocol import Kernel

Entries = Callable[[Floats, Floats, int], Floats]
"""(queries (p, d), keys (k, d), seed) -> estimates (p, k), up to a factor of each query and one of all keys."""

WEIGHTS = {
    (True, "softmax"): -0.5,
    (True, "gaussian"): -1.0,
    (False, "softmax"): 0.5,
    (False, "gaussian"): 0.0,
}
STEPS = {False: 0.3, True: 0.04}
"""Of points on a line; for waves so short that cosines stay positive."""
WIDTH = 4
FAR = (40.0, 12.0, 6.0)
SPREAD = (1.0, 2.0, 4.0)
"""Norms at which cosines are of both signs."""
SLIGHT = 1e-4
"""A relative change of entries that harms nobody."""
TILTS = (0.25, -0.25, 0.125, -0.125)
"""Powers of d by which code that scales one side alone, or one more than the other, takes both from the same scale."""


Pattern = Literal[
    "",
    "two maps",
    "a constant",
    "no map",
    "company",
    "factors of keys",
    "sums of keys",
    "weight",
    "weight of the other kernel",
]
"""What the departures of ratios look like."""


@dataclass(frozen=True)
class RatioReading:
    """The largest departures over all draws, of logarithms of entries.

    shared: from a sum of a query's part, a key's part and g(x + y); cycle: from symmetry, free factors taken out;
    keys: from the weight of the kernel as the key's part; quadratic: the multiple of |y|^2 that the key's part has
    too much, rest: what this leaves over.
    """

    shared: float
    cycle: float
    keys: float
    quadratic: float
    rest: float


@dataclass(frozen=True)
class Ratios:
    """Where entries come from, which family of features, kernel, dimension and tolerance.

    beside: features that are claimed to be unbiased, of which only their attention is asked. tilted: entries are those
    at queries times a number and keys over it, since the code scales both sides differently.
    """

    entries: Entries
    waves: bool
    kernel: Kernel
    d: int
    tolerance: float
    seeds: Sequence[int]
    beside: bool = False
    tilted: bool = False

    @property
    def tags(self) -> frozenset[str]:
        """Whether ratios are the claim, or a remark beside it."""
        return frozenset(("beside",) if self.beside else ("claimed",))

    @property
    def sign(self) -> float:
        """The reference key of x is sign * x."""
        return 1.0 if self.waves else -1.0

    @property
    def weight(self) -> float:
        """h(x) = e^{weight |x|^2}."""
        return WEIGHTS[not self.waves, self.kernel]

    @property
    def other(self) -> float:
        """The same of the other kernel."""
        return WEIGHTS[not self.waves, "gaussian" if self.kernel == "softmax" else "softmax"]

    @property
    def step(self) -> float:
        """The distance of two points on a line."""
        return STEPS[self.waves]

    @cached_property
    def reading(self) -> RatioReading:
        """The departures of its entries."""
        return _read(self)

    @cached_property
    def flat(self) -> bool:
        """Whether opposite queries far out see all keys alike: features are a constant there, and nothing else."""
        return not self.waves and _constant(self)

    @property
    def effect(self) -> float:
        """The largest departure; what is flat far out departs, however little near 0."""
        effect = max(self.reading.shared, self.reading.keys, self.company)
        return max(effect, 2.0 * self.tolerance) if self.flat else effect

    @cached_property
    def company(self) -> float:
        """How much the weight of a key against another one changes with the other keys, to the largest entries."""
        return max(_company(self, seed) for seed in self.seeds)

    @cached_property
    def level(self) -> bool:
        """Whether the query 0, whose features are all alike, sees all keys alike: they are divided by their sums."""
        keys = 2.0 * self.step * np.concatenate([_directions(self.d), -2.0 * _directions(self.d)])
        rows = [self.entries(np.zeros((1, self.d)), keys, seed)[0] for seed in self.seeds]
        return all(np.all(np.isfinite(row)) and np.ptp(row) <= self.tolerance * np.max(row) for row in rows)

    @property
    def near(self) -> bool:
        """Whether G depends on x + y (waves: x - y) but for little."""
        return self.reading.shared < 0.2 * self.step**2

    @cached_property
    def frozen(self) -> bool:
        """Whether no seed changes anything."""
        points = self.step * np.concatenate([_directions(self.d), -_directions(self.d)])
        found = [self.entries(points, points, seed) for seed in self.seeds]
        return len(found) > 1 and all(np.array_equal(one, found[0]) for one in found)

    @property
    def slight(self) -> bool:
        """Whether a constant changes no entry by more than SLIGHT, and departures of another kind are far larger.

        Not where no seed changes anything: elu + 1 is near e^x to that.
        """
        seen = self.reading
        found = max(seen.shared, self.company)
        return (
            self.near
            and not self.waves
            and not self.frozen
            and found <= SLIGHT
            and seen.keys > 100.0 * max(found, self.tolerance)
        )

    @property
    def sure(self) -> bool:
        """Whether departures are those of a constant or of factors of keys, on features that are powers of e but for that."""
        return (self.flat and self.near and not self.slight) or self.pattern == "factors of keys"

    @property
    def pattern(self) -> Pattern:
        """What the departures look like."""
        seen, limit, step = self.reading, self.tolerance, self.step
        symmetric = seen.cycle <= 0.1 * step**2
        looks = symmetric and self.near and not self.frozen  # what no seed changes is seldom features at all
        added = self.flat or (seen.shared > limit and looks and not self.waves)
        if added and not self.slight:
            return "a constant"
        if self.company > limit and not self.slight:
            return "company"
        if seen.shared > limit and not self.slight:
            if not symmetric:
                return "no map" if self._mirrored else "two maps"
            return "a constant" if looks else "no map"
        if seen.keys <= limit:
            return ""
        if seen.rest > 0.01 * seen.keys + limit:
            return "sums of keys" if not self.waves and self.level else "factors of keys"
        near = not self.tilted and abs(self.weight + seen.quadratic - self.other) < 0.01
        return "weight of the other kernel" if near else "weight"

    @property
    def _mirrored(self) -> bool:
        """Whether entries are those of one map where keys are taken at their opposites."""
        other = replace(self, entries=lambda x, y, seed: self.entries(x, -y, seed))
        return other.reading.shared <= self.tolerance and other.reading.cycle <= 0.1 * self.step**2

    def reference(self, x: Floats) -> Floats:
        """The estimate at (x, sign * x), the same for every draw."""
        found: Floats = np.exp(2.0 * self.weight * vecdot(x, x))
        return found

    def estimates(self, x: Floats, y: Floats, seed: int) -> Floats:
        """Estimates at the pairs (x_i, y_i), (p,), by the reference key of each query."""
        p = len(x)
        found = self.entries(x, np.concatenate([y, self.sign * x]), seed)
        with np.errstate(all="ignore"):
            values: Floats = np.diagonal(found[:, :p]) / np.diagonal(found[:, p:]) * self.reference(x)
        return values

    def vanish(self, x: Floats, seed: int) -> bool:
        """Whether all entries are numbers, and that of some query's reference key is 0, so that nothing is known by it."""
        found = self.entries(x, self.sign * x, seed)
        return bool(np.all(np.isfinite(found)) and np.any(np.diagonal(found) == 0.0))


def _read(subject: Ratios) -> RatioReading:
    """Departures at queries i t u and keys on the same line, for two directions u.

    log M_ij = a_i + b_j + g(i + j), so mixed differences depend on i + j alone, whatever a and b are; not if a
    constant is added to features, or if queries and keys see different projections. With the reference key of each
    query taken off, b_j is known as well: the weight of the kernel.
    """
    steps: Floats = subject.step * np.arange(WIDTH, dtype=np.float64)
    found = [_line(subject, u, steps, seed) for u in _directions(subject.d) for seed in subject.seeds]
    cycle = max(_cycle(subject, seed) for seed in subject.seeds)
    shared, keys = (max(part[k] for part in found) for k in (0, 1))
    quadratic, rest = max(found, key=lambda part: part[3])[2], max(part[3] for part in found)
    return RatioReading(shared, cycle, keys, quadratic, rest)


def _line(subject: Ratios, u: Floats, steps: Floats, seed: int) -> tuple[float, float, float, float]:
    """shared, keys, quadratic and rest of one draw on one line; infinite where an entry is no number or zero."""
    points, order = steps[:, None] * u, np.arange(WIDTH)
    found = subject.entries(points, subject.sign * np.concatenate([-points, points]), seed)
    if not np.all(np.isfinite(found)) or np.any(found == 0.0):
        return (math.inf, math.inf, 0.0, math.inf)
    logs = np.log(np.abs(found))
    mixed = np.diff(np.diff(logs[:, :WIDTH], axis=0), axis=1)[:, ::-1]
    shared = max(float(np.ptp(np.diagonal(mixed, k))) for k in range(2 - WIDTH, WIDTH - 1))
    excess = np.concatenate([steps, steps])[None, :] ** 2 - (steps**2)[:, None]
    level = logs - np.diagonal(logs[:, WIDTH:])[:, None] - subject.weight * excess
    sums = np.add.outer(order, np.concatenate([order, -order]))
    gaps, design = [], []
    for total in np.unique(sums):
        here = sums == total
        gaps.append(level[here] - level[here][0])
        design.append(excess[here] - excess[here][0])
    gap, slope = np.concatenate(gaps), np.concatenate(design)
    quadratic = float(gap @ slope / (slope @ slope))
    return shared, float(np.max(np.abs(gap))), quadratic, float(np.max(np.abs(gap - quadratic * slope)))


def _cycle(subject: Ratios, seed: int) -> float:
    """|log M_12 M_23 M_31 / (M_21 M_32 M_13)|: zero for one feature map, up to factors of queries and of keys."""
    u = _directions(subject.d)
    x = 2.0 * subject.step * np.concatenate([u, np.eye(subject.d)[-1:]])
    found = subject.entries(x, -subject.sign * x, seed)
    if not np.all(np.isfinite(found)) or np.any(found == 0.0):
        return math.inf
    turn = np.log(np.abs(found)) - np.log(np.abs(found)).T
    return abs(float(turn[0, 1] + turn[1, 2] + turn[2, 0]))


def _company(subject: Ratios, seed: int) -> float:
    """By two keys, seen alone and among others, for two queries."""
    u = _directions(subject.d)
    keys = 2.0 * subject.step * np.concatenate([u, -u, 2.0 * np.eye(subject.d)[:1]])
    alone, among = (subject.entries(2.0 * subject.step * u, part, seed)[:, :2] for part in (keys[:2], keys))
    if not (np.all(np.isfinite(alone)) and np.all(np.isfinite(among))):
        return math.inf
    turned = alone[:, 0] * among[:, 1] - alone[:, 1] * among[:, 0]
    size = np.max(np.abs(alone), axis=1) * np.max(np.abs(among), axis=1)
    return float(np.max(np.abs(turned) / np.maximum(size, 1e-300)))


def _constant(subject: Ratios) -> bool:
    """Whether opposite queries far out see all keys alike."""
    u = _directions(subject.d)[0]
    keys = subject.step * np.outer([1.0, -1.0, 2.0, -2.0], u)
    for far in FAR:
        gaps = []
        for seed in subject.seeds:
            found = subject.entries(far * np.stack([u, -u]), keys, seed)
            if not np.all(np.isfinite(found)) or np.any(found <= 0.0):
                break
            rows = found / found[:, :1]
            gaps.append(float(np.max(np.abs(rows[0] - rows[1]))))
        if len(gaps) == len(subject.seeds):
            return max(gaps) <= 1e-3
    return False


def by_direction(entries: Entries, d: int, limit: float, seeds: Sequence[int]) -> bool:
    """Whether no query tells a key from a longer one of the same direction, while directions are told apart."""
    u = _directions(d)
    keys = np.concatenate([0.3 * u, 0.6 * u])
    found = np.stack([entries(0.5 * np.concatenate([u, -u]), keys, seed) for seed in seeds])
    if not np.all(np.isfinite(found)):
        return False
    size = float(np.max(np.abs(found)))
    same = np.max(np.abs(found[..., : len(u)] - found[..., len(u) :]))
    return bool(same <= limit * size < np.max(np.abs(found[..., 0] - found[..., 1])))


def _directions(d: int) -> Floats:
    wave = np.cos(1.0 + 2.399963 * np.arange(d))
    return np.stack([wave / np.linalg.norm(wave), np.full(d, 1.0 / math.sqrt(d))])


def recognised(
    entries: Entries, waves: bool | None, kernel: Kernel, d: int, limit: float, seeds: Sequence[int]
) -> Ratios:
    """The ratios of the declared family, else of the one that needs the least explanation.

    A family whose G(x + y) fits comes before one whose G does not, whatever its weight: keys of another scale leave
    a large departure in their own family, and in the other a smaller one that no weight explains. Entries that are
    never negative, however far queries are from keys, are not those of waves. Features of queries and keys that are
    scaled differently fit neither: of the softmax kernel, which knows their product alone, they are read where both
    have one scale.
    """
    families = (False, True) if waves is None else (waves,)
    tried = [Ratios(entries, w, kernel, d, limit, seeds) for w in families]

    def misfit(ratios: Ratios) -> tuple[bool, float]:
        seen = ratios.reading
        return seen.shared > limit, max(seen.shared, seen.keys)

    best = min(tried, key=misfit)
    if waves is None and best.waves and not _negative(best):
        best = tried[0]
    if best.reading.shared <= limit:
        return best
    if kernel == "softmax":
        tilted = [_tilted(ratios, d**power) for ratios in tried for power in TILTS]
        fitting = next((ratios for ratios in tilted if ratios.reading.shared <= limit), None)
        if fitting is not None:
            return fitting
    return best if waves is not None else tried[_negative(best)]


def _negative(subject: Ratios) -> bool:
    """Whether a query far from keys weighs one of them by another sign than the rest: sums of cosines do."""
    apart = np.concatenate([_directions(subject.d), np.eye(subject.d)[:2]])
    found = np.stack([subject.entries(r * apart, -r * apart, seed) for r in SPREAD for seed in subject.seeds])
    return bool(np.any(found < 0.0) and np.any(found > 0.0))


def _tilted(ratios: Ratios, factor: float) -> Ratios:
    """The same of queries times a factor and keys over it: e^{x.y} is what it was."""

    def entries(x: Floats, y: Floats, seed: int) -> Floats:
        return ratios.entries(factor * x, y / factor, seed)

    return replace(ratios, entries=entries, tilted=True)
