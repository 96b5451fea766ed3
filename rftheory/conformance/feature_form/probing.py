"""A client's features at the probes, their form and kernel. Nothing is judged but whether they can be read at all."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from rftheory.conformance.causes import CAUSES
from rftheory.conformance.claim.declaration import Declaration
from rftheory.conformance.client.clients import Client
from rftheory.conformance.feature_form import gerf
from rftheory.conformance.feature_form.recovery import STEPS, Form, amplitude, probes, recognise
from rftheory.conformance.findings import Finding
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.verdict import Outcome

FEW = 8


@dataclass
class Look:
    """A client's features at the probes for a few seeds, and what has been found out about them so far."""

    client: Client
    d: int
    scale: float
    seeds: tuple[int, ...]
    queries: Floats
    keys: Floats
    form: Form
    kernel: Kernel
    floor: float = 0.0
    cause: str | None = None
    parameter: float = 0.0
    steady: bool = True

    @property
    def tolerance(self) -> float:
        """Relative, for products and logarithms of a handful of operations in the coarsest dtype seen."""
        return 1e-12 + 64.0 * math.sqrt(self.d) * self.client.rounding

    def phases(self) -> tuple[float, float]:
        """a^2 m / 2 of features a cos(w.x + b), one where a is right, and how far features are from having one a."""
        weight = 0.5 if self.kernel == "softmax" else 0.0
        found = [amplitude(phi, self.d, weight) for phi in self.queries]
        return float(np.median([a for a, _ in found])) * self.form.m / 2.0, float(
            np.max([b for _, b in found])
        )

    def phase_cause(self) -> str | None:
        """What a failing estimate of phase features is put down to: one phase for all features, or E cos(2b) far from 0."""
        square = 2.0 * self.phases()[0] / self.form.m
        origin = self.queries[:, 0]
        if self.form.m > 1 and float(np.max(np.ptp(origin, axis=1))) <= self.tolerance * float(
            np.max(np.abs(origin))
        ):
            return "phase-shared"
        mean = float(np.mean(2.0 * origin**2 / square - 1.0))
        return "phase-law" if abs(mean) > max(0.25, 6.0 / math.sqrt(2.0 * origin.size)) else None

    def at(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        """Features of queries and keys at points in the units of the kernel."""
        return self.client.features(x / self.scale, seed)


def first_look(
    client: Client,
    declaration: Declaration,
    kernel: Kernel | None,
    d: int,
    scale: float,
    seeds: tuple[int, ...],
) -> Look | Finding:
    """The features at the probes, their form and kernel; a failing Finding where they cannot be read at all."""
    points = probes(d)
    found = [client.features(points / scale, seed) for seed in seeds[:FEW]]
    shapes = {part.shape for pair in found for part in pair}
    if len(shapes) > 1 or next(iter(shapes))[0] != len(points):
        return broken("shape", f"{len(points)} points give shapes {sorted(shapes)}")
    queries, keys = (np.stack([pair[side] for pair in found]) for side in (0, 1))
    if not (np.all(np.isfinite(queries)) and np.all(np.isfinite(keys))):
        return broken("overflow", "features at norms of at most 1/2 are not finite")
    if np.all(queries == queries[:, :1]) and np.all(keys == keys[:, :1]):
        return broken(
            "unknown-map", "features are the same at all points: projections are 0, or were never drawn"
        )
    form = recognise(queries[0], d, client.rounding, declaration.map)
    if form.exponential and np.allclose(
        queries[:, 1 : d + 1], queries[:, d + 1 : 2 * d + 1], rtol=1e-9, atol=0.0
    ):
        return broken(
            "unknown-map",
            "positive features that do not tell x from -x (cosh in place of both exponentials?)",
        )
    exponential = declaration.map in (None, "positive", "hyperbolic", "gerf", "gerf-antithetic")
    if exponential and np.all(queries >= 0.0) and np.any(queries[:, : 2 * d + 1] == 0.0):
        return _vanishing(queries)
    for plain, name in (("positive", "gerf"), ("hyperbolic", "gerf-antithetic")):
        if form.name == plain and declaration.map in (None, name, plain):
            line = gerf.line(queries, keys, d, form, 0.0, client.rounding)
            if declaration.map == name or gerf.shows(line):
                form = replace(form, name=name)
    return Look(client, d, scale, seeds, queries, keys, form, kernel or _kernel(queries, d, form))


def _vanishing(queries: Floats) -> Finding:
    """What it means that features which are never negative are 0 somewhere."""
    if np.all(queries[:, 0] == 0.0):
        return broken("unknown-map", "all features at 0 are 0, and none is negative")
    return broken(
        "underflow", "features at norms of at most 1/2 vanish: exponents are too large for this dtype"
    )


def broken(cause: str, detail: str) -> Finding:
    return Finding(
        "shape and finiteness", "hrf/def2.1", Outcome.FAILS, detail, cause=cause, diagnosis=CAUSES[cause]
    )


def _kernel(phi: Floats, d: int, form: Form) -> Kernel:
    """Which kernel the weight belongs to: softmax where it is nearer to e^{-|x|^2/2} (exponential), e^{|x|^2/2} (waves)."""
    step = STEPS["exponential"]
    if form.exponential:
        return "gaussian" if _curvature(phi, d, form) / step**2 < -1.5 else "softmax"
    if form.name == "phase":
        return min(("gaussian", "softmax"), key=lambda kernel: _misfit(phi, d, kernel))
    size = np.vecdot(phi, phi)
    return (
        "softmax"
        if form.legible and float(np.median(size[:, 1] / size[:, 0])) > math.exp(step**2 / 2.0)
        else "gaussian"
    )


def _misfit(phi: Floats, d: int, kernel: Kernel) -> float:
    """How far cos(w.x + b) h(x) are from this h: the mean of phi(x), phi(-x) over phi(0) is cos(w.x) h(x) at both steps.

    The length of phi tells nothing, as it varies with the phases.
    """
    long, short = STEPS["exponential"], STEPS["trigonometric"]
    weight = 0.5 if kernel == "softmax" else 0.0
    with np.errstate(all="ignore"):
        far = (phi[:, 1 : d + 1] + phi[:, d + 1 : 2 * d + 1]) / (2.0 * phi[:, :1])
        near = (phi[:, 2 * d + 1 : 3 * d + 1] + phi[:, 3 * d + 1 : 4 * d + 1]) / (2.0 * phi[:, :1])
        angle = np.arccos(np.clip(near * math.exp(-weight * short**2), -1.0, 1.0))
        gap = np.abs(far * math.exp(-weight * long**2) - np.cos(long / short * angle))
    return float(np.nanmedian(gap))


def _curvature(phi: Floats, d: int, form: Form) -> float:
    """The median of log phi(x) + log phi(-x) - 2 log phi(0), x = step e_j: twice the logarithm of the weight."""
    plus, minus = phi[:, 1 : d + 1][..., form.first], phi[:, d + 1 : 2 * d + 1][..., form.first]
    return float(np.median(np.log(plus) + np.log(minus) - 2.0 * np.log(phi[:, :1][..., form.first])))


def relative(found: Floats, expected: Floats) -> float:
    if found.shape != expected.shape:
        return math.inf
    size = float(np.max(np.abs(expected))) or 1.0
    return float(np.max(np.abs(found - expected))) / size


def generic(d: int) -> Floats:
    """Three points of norm 1/2 and 1: all ones, an axis, no pattern."""
    wave = np.cos(1.0 + 2.399963 * np.arange(d))
    return np.stack([wave / np.linalg.norm(wave), np.full(d, 0.5 / math.sqrt(d)), np.eye(d)[-1]])
