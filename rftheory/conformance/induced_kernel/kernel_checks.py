"""Generalised features held against f(W x)/sqrt(m), and their estimates against the kernel they induce. Nothing is drawn here."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rftheory.conformance.causes import CAUSES
from rftheory.conformance.claim.declaration import Declaration, Pair
from rftheory.conformance.client.clients import Client
from rftheory.conformance.findings import Finding
from rftheory.conformance.induced_kernel.kernel_reading import (
    EVEN,
    HOMOGENEOUS,
    Reading,
    constant,
    probes,
    read,
    rows,
    tolerance,
    unsure,
)
from rftheory.conformance.moments import catoni
from rftheory.conformance.projections.bands import exact
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.moments.coupled_bound import largest_factor
from rftheory.moments.induced_kernels import kernel, own_maps, row_moments
from rftheory.verdict import Outcome

FEW = 8
RARE = 1e-3
DEFINITION = "performer/eq5"


@dataclass
class Run:
    """Features of a declared own kernel under examination; fills in m, rows, estimates at the pairs and the cause."""

    client: Client
    declaration: Declaration
    d: int
    scale: float
    seeds: tuple[int, ...]
    pairs: tuple[Pair, ...]
    m: int | None = None
    w: Floats | None = None
    values: Floats | None = None
    cause: str | None = None

    @property
    def name(self) -> str:
        """The map."""
        return self.declaration.map or ""

    def findings(self) -> Iterator[Finding]:
        """Form, to rounding; rows are left in `w`, estimates in `values`."""
        queries = [self._at(probes(self.d), seed) for seed in self.seeds[:FEW]]
        functions, shapes = len(own_maps()[self.name]), {part.shape for pair in queries for part in pair}
        shape = next(iter(shapes))
        if len(shapes) > 1 or shape[0] != len(probes(self.d)) or shape[1] % functions:
            yield _broken("shape", f"{len(probes(self.d))} points give shapes {sorted(shapes)}")
            return
        near = slice(0, 3 * self.d + 6)
        if not all(np.all(np.isfinite(part[near])) for pair in queries for part in pair):
            yield _broken("overflow", "features at norms of at most 1 are not finite")
            return
        self.m = shape[1] // functions
        yield exact(
            "shape and finiteness", DEFINITION, 0.0, 0.0, None, FEW, f"{shape[1]} features, m = {self.m}"
        )
        yield self._repeats(queries[0][0])
        yield self._batch()
        first = np.stack([pair[0] for pair in queries])
        floor = constant(self.name, first, self.d, self.client.rounding)
        yield self._kept(
            exact(
                "constant in the features",
                DEFINITION,
                abs(floor),
                0.0,
                "epsilon-added",
                FEW,
                f"{floor:.6g} is added to every feature",
            )
        )
        readings = [read(self.name, phi, self.d, self.client.rounding, floor) for phi in first]
        yield from self._form(readings)
        yield self._one_draw(readings, np.stack([pair[1] for pair in queries]), floor)
        self._draw(float(np.median([reading.c for reading in readings])), floor)

    def _at(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        return self.client.features(x / self.scale, seed)

    def _kept(self, found: Finding) -> Finding:
        """The finding; an earlier cause explains its failure."""
        if found.outcome is not Outcome.FAILS:
            return found
        self.cause = self.cause or found.cause
        assert self.cause is not None
        return replace(found, cause=self.cause, diagnosis=CAUSES[self.cause])

    @property
    def _tolerance(self) -> float:
        return tolerance(self.name, self.d, self.client.rounding)

    def _repeats(self, first: Floats) -> Finding:
        near = slice(0, 3 * self.d + 6)
        gap = float(np.max(np.abs(self._at(probes(self.d), self.seeds[0])[0][near] - first[near])))
        limit = self._tolerance * (float(np.max(np.abs(first[near]))) or 1.0)
        return self._kept(
            exact("one seed, one draw", "simrf/eq1", gap, limit, "not-reproducible", 2, "largest change")
        )

    def _batch(self) -> Finding:
        x = probes(self.d)[3 * self.d : 3 * self.d + 3]
        gap, size = 0.0, 1e-300
        for one, many in zip(
            self._at(x[:1], self.seeds[0]),
            self._at(np.concatenate([x[:1], 3.0 * x, -3.0 * x]), self.seeds[0]),
            strict=True,
        ):
            gap, size = max(gap, float(np.max(np.abs(many[:1] - one)))), max(size, float(np.max(np.abs(one))))
        limit = self._tolerance * size
        name = "one point, one feature vector"
        return self._kept(exact(name, "hrf/def2.1", gap, limit, "batch-dependent", 1, "largest change"))

    def _form(self, readings: Sequence[Reading]) -> Iterator[Finding]:
        """The scale (of functions that are not homogeneous), and f at points that were not used to read off W."""
        m, worst = readings[0].m, max(readings, key=lambda reading: reading.gap)
        text = f"largest error of {self.name} features of {m} projections, over their size"
        if self.name not in HOMOGENEOUS:
            ratio = float(np.median([reading.c for reading in readings])) * math.sqrt(m)
            fits = worst.gap <= self._tolerance
            effect = abs(ratio - 1.0) if fits else 0.0
            found = exact(
                "scale",
                DEFINITION,
                effect,
                self._tolerance,
                scale_cause(ratio, m, self.d),
                FEW,
                f"features are {ratio:.6g} times f(w.x)/sqrt(m)",
            )
            yield self._kept(found)
        gap = worst.gap if math.isfinite(worst.gap) else 1.0
        yield self._kept(exact("form of the map", DEFINITION, gap, self._tolerance, "unknown-map", FEW, text))

    def _one_draw(self, readings: Sequence[Reading], keys: Floats, floor: float) -> Finding:
        gap = 0.0
        for mine, phi in zip(readings, keys, strict=True):
            other = read(self.name, phi, self.d, self.client.rounding, floor)
            if mine.w is not None and other.w is not None:
                gap = max(gap, float(np.max(np.abs(mine.w - other.w))))
        limit = 1e-6 + 64.0 * self._tolerance / 0.25
        return self._kept(
            exact(
                "one draw for queries and keys",
                "hrf/def2.1",
                gap,
                limit,
                "separate-projections",
                FEW,
                "largest difference of the projections of both sides",
            )
        )

    def _draw(self, c: float, floor: float) -> None:
        """Rows and estimates for every seed; rows of an even function have one random sign each."""
        x, y = (np.stack([getattr(pair, side) for pair in self.pairs]) for side in ("x", "y"))
        near = probes(self.d)[: 3 * self.d]
        points, count, p, m = np.concatenate([near, x, y]), len(near), len(x), self.m or 1
        rng = np.random.Generator(np.random.PCG64DXSM(self.seeds[0]))
        legible = self.name != "sgn" and self.cause not in ("unknown-map", "separate-projections")
        even = self.name in EVEN
        estimates, w = [], []
        for seed in self.seeds:
            queries, keys = self._at(points, seed)
            estimates.append(np.vecdot(queries[count : count + p], keys[count + p :]))
            if legible:
                with np.errstate(all="ignore"):
                    read_off = rows(self.name, (queries[:count] - floor) / c, self.d, m)
                w.append(rng.choice([-1.0, 1.0], (m, 1)) * read_off if even else read_off)
        self.values = np.stack(estimates)
        self.w = np.stack(w) if legible and np.all(np.isfinite(w)) else None
        if even and self.w is not None and float(np.mean(unsure(self.w))) > RARE:
            self.w = None
        if self.w is not None and self.name in HOMOGENEOUS and self.cause in (None, "epsilon-added"):
            self.cause = self._length_cause(self.w) or self.cause

    def _length_cause(self, w: Floats) -> str | None:
        """What the size of the projections says of the scale: it names a mistake that the checks of rows find."""
        ratio = math.sqrt(float(np.mean(w**2)))
        found = scale_cause(ratio, w.shape[1], self.d, 0.1)
        return None if found == "scale" else found


def scale_cause(ratio: float, m: int, d: int, near: float = 1e-3) -> str:
    """Which factor of features this is."""
    named = (
        (math.sqrt(m), "missing-1/sqrt-m"),
        (1.0 / math.sqrt(m), "extra-1/sqrt-m"),
        (math.sqrt(m / d), "d-and-m-swapped"),
    )
    return next(
        (cause for c, cause in named if abs(c - 1.0) > 2.0 * near and abs(ratio / c - 1.0) < near), "scale"
    )


def examine(
    values: Floats,
    pairs: Sequence[Pair],
    declaration: Declaration,
    m: int | None,
    rounding: float,
    ledger: ErrorBudget,
    cause: str | None,
) -> Iterator[Finding]:
    """Mean and, of independent rows, variance of estimates (n, p) at every pair; no moment of rows that are not isotropic.

    Kernels of odd functions vanish at orthogonal points, so errors are relative to k(x, y) + 2 sqrt(k(x, x) k(y, y)).
    """
    coupling, name = declaration.coupling, declaration.map or ""
    if coupling is not None and not coupling.isotropic:
        return
    fixed = coupling is not None and coupling.law.norm == "sqrt(d)"
    independent = coupling is not None and coupling.law.directions == "independent"
    for index, pair in enumerate(pairs):
        drawn, label = values[:, index], f"mean: {pair.label}"
        mean, spread, fourth = row_moments(name, pair.x, pair.y, fixed=fixed)
        lift = 2.0 * math.sqrt(kernel(name, pair.x, pair.x) * kernel(name, pair.y, pair.y))
        factor = largest_factor(coupling, len(pair.x), m or 1)
        share, claim = ledger.share(label), mean + lift
        found, rule = catoni.tested(drawn + lift, claim, factor * spread / (m or 1), share, rounding * claim)
        text = f"mean {np.mean(drawn):.6g}, claimed {mean:.6g}; errors relative to {claim:.4g}"
        likely = cause or (
            mean_cause(float(np.mean(drawn)) / mean, m or 1, len(pair.x))
            if abs(mean) > 1e-6 * lift
            else "biased"
        )
        yield catoni.finding(label, DEFINITION, found, rule, drawn + lift, share, text, likely, claim)
        if independent and m is not None and spread > 0.0:
            judged = _variance(pair, drawn, (mean, spread, fourth), m, rounding, ledger, cause)
            if judged is not None:
                yield judged


def _variance(
    pair: Pair,
    drawn: Floats,
    law: tuple[float, float, float],
    m: int,
    rounding: float,
    ledger: ErrorBudget,
    cause: str | None,
) -> Finding | None:
    """The mean squared error of m independent rows, of exact kurtosis; None where this many draws do not resolve it."""
    name, (mean, spread, fourth) = f"variance: {pair.label}", law
    share, claim = ledger.share(name), spread / m
    beyond = (2.0 + max(fourth / spread**2 - 3.0, -2.0) / m) * claim**2
    squares = (drawn - mean) ** 2
    budget = 4.0 * rounding * (mean**2 + spread)
    found, rule = catoni.tested(squares, claim, beyond, share, budget)
    if rule is None or rule.margin - 2.0 * budget > catoni.VISIBLE * claim:
        return None
    text = f"variance {np.mean(squares):.4g}, claimed {claim:.4g}; kurtosis {beyond / claim**2 + 1.0:.3g}"
    likely = cause or "variance"
    return catoni.finding(name, DEFINITION, found, rule, squares, share, text, likely, claim)


def mean_cause(ratio: float, m: int, d: int) -> str:
    """Which factor of an estimate this is; `biased` for any other."""
    if ratio <= 0.0:
        return "biased"
    found = scale_cause(math.sqrt(ratio), m, d, 0.05)
    return "biased" if found == "scale" else found


def preflight(name: str, d: int, m: int | None) -> str:
    """How large the error of one estimate is, over the root of k(x, x) k(y, y), for orthogonal points of norm 1."""
    x, y = np.eye(max(d, 2))[:2]
    spread = row_moments(name, x, y)[1] / (kernel(name, x, x) * kernel(name, y, y))
    error = math.sqrt(spread / (m or 1))
    return f"error of one estimate over sqrt(k(x,x) k(y,y)), |x| = |y| = 1, x orthogonal to y: {error:.2g}"


def _broken(cause: str, detail: str) -> Finding:
    return Finding(
        "shape and finiteness", DEFINITION, Outcome.FAILS, detail, cause=cause, diagnosis=CAUSES[cause]
    )
