"""Features of all seeds at once: estimates at the pairs, and rows where they can be read off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory.conformance.feature_form.recovery import STEPS, FeatureForm, probes
from rftheory.conformance.feature_form.recovery import rows as recovered
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.conformance.induced_kernel import reading
from rftheory.conformance.induced_kernel.reading import EVEN, unsure
from rftheory.conformance.induced_kernel.traits import InducedFeatures
from rftheory.conformance.projections import disclosed_frequencies
from rftheory.conformance.recognition.examination import Examination
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats

RARE = 1e-3
"""The share of rows of unknown sign that does not change the law of the others."""


@dataclass(frozen=True)
class DrawnFeatures:
    """Estimates (n, p); rows (n, m, d) that were read off; rows that are shown; the least feature; what is not read, and why."""

    values: Floats
    rows: Floats | None
    shown: Floats | None = None
    least: float = np.inf
    note: str = ""

    @property
    def finite(self) -> bool:
        """Whether all of it are numbers."""
        parts = (self.values,) if self.rows is None else (self.values, self.rows)
        return all(bool(np.all(np.isfinite(part))) for part in parts)


def error(exam: Examination, form: FeatureForm) -> float:
    """How far rounding moves rows that are read off."""
    rounding = exam.client.rounding
    found = 4.0 * rounding / STEPS["exponential" if form.exponential else "trigonometric"]
    return found * (1e3 if form.name == "phase" and rounding < 1e-12 else 1.0)


def projected(exam: Examination, found: RecognisedFeatures) -> DrawnFeatures:
    """Features of projections for every seed.

    Rows are not read from numbers too coarse to tell independent directions from orthogonal ones, nor from features
    too small to have the precision of their dtype.
    """
    x, y = exam.points()
    points, form = np.concatenate([probes(exam.d), x, y]), found.form
    count, p = 4 * exam.d + 1, len(x)
    rng = np.random.Generator(np.random.PCG64DXSM(exam.seeds[0]))
    weights, floor = _weights(found, points[:count]), found.floor
    legible = form.legible and error(exam, form) <= 0.5 / np.sqrt(exam.d)
    values, w, shown, least = np.empty((len(exam.seeds), p)), [], [], np.inf
    with np.errstate(all="ignore"):
        for index, seed in enumerate(exam.seeds):
            queries, keys = found.at(points, seed)
            values[index] = np.vecdot(queries[count : count + p], keys[count + p :])
            if legible:
                w.append(recovered(queries[:count] / weights, exam.d, form, floor, rng))
            if form.exponential:
                least = min(least, float(np.min(queries[1 : 2 * exam.d + 1])))
            rows_now = exam.client.rows()
            if rows_now is not None:
                shown.append(rows_now)
    if len({part.shape for part in shown}) > 1:
        raise InputError(f"{exam.client.name}: frequencies() changes its shape from draw to draw")
    note = ""
    if legible and least < exam.client.smallest:
        legible, w = False, []
        note = "; projections are not read: features are too small for the precision of their dtype"
    stacked = np.stack(shown) if shown else None
    if stacked is not None and not legible:
        stacked = disclosed_frequencies.in_units(stacked, exam.scale)
    return DrawnFeatures(values, np.stack(w) if w else None, stacked, least, note)


def _weights(found: RecognisedFeatures, points: Floats) -> Floats:
    """What features of random phases are divided by, so that they are sqrt(2/m) cos(w.x + b)."""
    weights: Floats = np.ones((len(points), 1))
    if found.form.name == "phase" and found.kernel == "softmax":
        weights = np.exp(np.vecdot(points, points) / 2.0)[:, None]
    return weights * np.sqrt(found.phases[0]) if found.rescaled and not found.ratios else weights


def induced(exam: Examination, found: InducedFeatures) -> DrawnFeatures:
    """Features of a kernel of their own for every seed; rows of an even function have one random sign each."""
    x, y = exam.points()
    near = reading.probes(exam.d)[: 3 * exam.d]
    points, count, p = np.concatenate([near, x, y]), len(near), len(x)
    rng = np.random.Generator(np.random.PCG64DXSM(exam.seeds[0]))
    even, legible, floor, factor = found.name in EVEN, found.legible, found.floor, found.factor
    estimates, w = [], []
    for seed in exam.seeds:
        queries, keys = found.at(points, seed)
        estimates.append(np.vecdot(queries[count : count + p], keys[count + p :]))
        if legible:
            with np.errstate(all="ignore"):
                clean = (queries[:count] - floor) / factor
                rows = reading.rows(found.name, clean, exam.d, found.m)
            w.append(rng.choice([-1.0, 1.0], (found.m, 1)) * rows if even else rows)
    read = np.stack(w) if legible and np.all(np.isfinite(w)) else None
    if even and read is not None and float(np.mean(unsure(read))) > RARE:
        read = None
    return DrawnFeatures(np.stack(estimates), read)


def probes_and_estimates(exam: Examination, points: Floats) -> tuple[Floats, Floats]:
    """Query features at `points` (in the client's units), and estimates at the pairs (n, p), for every seed."""
    x, y = (part / exam.scale for part in exam.points())
    count, p = len(points), len(x)
    every, phi, values = np.concatenate([points, x, y]), [], []
    for seed in exam.seeds:
        queries, keys = exam.client.features(every, seed)
        phi.append(queries[:count])
        values.append(np.vecdot(queries[count : count + p], keys[count + p :]))
    return np.stack(phi), np.stack(values)
