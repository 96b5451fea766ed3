"""Ratios of estimates within one draw, to rounding: what is left when every query, and all keys together, have a free factor.

An estimate of positive or hyperbolic features is h(x) h(y) G(x + y), of trigonometric ones h(x) h(y) G(x - y), with
G(0) = 1 whatever was drawn. So the key -x (x for waves) is a reference: the estimate there is known. Dividing by it
removes a factor of each query and one of all keys, and nothing else. No statistics here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rftheory.conformance.findings import Finding
from rftheory.conformance.bands import exact
from rftheory.measured.inputs import Floats
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


@dataclass(frozen=True)
class Ratios:
    """What is needed to read entries: where they come from, which family of features, kernel, dimension and tolerance."""

    entries: Entries
    waves: bool
    kernel: Kernel
    d: int
    tolerance: float
    seeds: Sequence[int]

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

    def reference(self, x: Floats) -> Floats:
        """The estimate at (x, sign * x), the same for every draw."""
        found: Floats = np.exp(2.0 * self.weight * np.vecdot(x, x))
        return found

    def estimates(self, x: Floats, y: Floats, seed: int) -> Floats:
        """Estimates at the pairs (x_i, y_i), (p,), by the reference key of each query."""
        p = len(x)
        found = self.entries(x, np.concatenate([y, self.sign * x]), seed)
        with np.errstate(all="ignore"):
            values: Floats = np.diagonal(found[:, :p]) / np.diagonal(found[:, p:]) * self.reference(x)
        return values


@dataclass(frozen=True)
class Reading:
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

    def cause(self, limit: float, step: float) -> str | None:
        """The mistake that the departures are the signature of; None where there is none."""
        if self.shared > limit:
            if self.cycle > 0.1 * step**2:
                return "separate-projections"
            return "epsilon-added" if self.shared < 0.2 * step**2 else "unknown-map"
        if self.keys <= limit:
            return None
        if self.rest > 0.01 * self.keys + limit:
            return "max-subtracted"
        return "weight"


def read(subject: Ratios) -> Reading:
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
    return Reading(shared, cycle, keys, quadratic, rest)


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


def constant(subject: Ratios) -> bool:
    """Whether opposite queries far out see all keys alike: features are a constant there, and nothing else."""
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


def examine(subject: Ratios, statement: str, found: Reading | None = None) -> Finding:
    """Whether estimates are right up to a factor of each query and one of all keys: then attention by them is unbiased."""
    found = found or read(subject)
    flat = not subject.waves and constant(subject)
    effect, limit = max(found.shared, found.keys), subject.tolerance
    cause = "epsilon-added" if flat else found.cause(limit, subject.step)
    text = "largest relative departure once one factor of each query and one of all keys are taken out"
    if cause == "weight":
        weight = subject.weight + found.quadratic
        text = f"keys weigh e^(c |y|^2) with c = {weight:.5g}, claimed {subject.weight:g}"
        if abs(weight - subject.other) < 0.01:
            cause = "other-kernel"
        elif weight * subject.weight > 1e-6:
            text = f"{text}: as of a scale {math.sqrt(weight / subject.weight):.5g} times the declared one"
    elif cause == "max-subtracted":
        text = "keys have factors of their own: attention is biased; one factor for all keys would cancel"
    elif flat:
        text = f"{text}; far out all keys look alike"
    effect = max(effect, 2.0 * limit) if flat else effect
    return exact("ratios", statement, effect, limit, cause, len(subject.seeds), text)


def _directions(d: int) -> Floats:
    wave = np.cos(1.0 + 2.399963 * np.arange(d))
    return np.stack([wave / np.linalg.norm(wave), np.full(d, 1.0 / math.sqrt(d))])


def recognised(
    entries: Entries, waves: bool | None, kernel: Kernel, d: int, limit: float, seeds: Sequence[int]
) -> tuple[Ratios, Finding]:
    """The subject and its finding; where the family is not declared, the one that needs the least explanation.

    A family whose G(x + y) fits comes before one whose G does not, whatever its weight: keys of another scale leave
    a large departure in their own family, and in the other a smaller one that no weight explains.
    """
    families = (False, True) if waves is None else (waves,)
    tried = [
        (subject, read(subject))
        for subject in (Ratios(entries, w, kernel, d, limit, seeds) for w in families)
    ]
    subject, found = min(tried, key=lambda pair: (pair[1].shared > limit, max(pair[1].shared, pair[1].keys)))
    return subject, examine(subject, "performer/eq4", found)
