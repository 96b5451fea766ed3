"""Features of all seeds at once: estimates at the pairs, and rows where they can be read off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.feature_form import random_phases
from rftheory.conformance.feature_form.recovery import STEPS, probes
from rftheory.conformance.feature_form.recovery import rows as recovered
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.conformance.feature_form.turns import furthest
from rftheory.conformance.induced_kernel import reading
from rftheory.conformance.induced_kernel.reading import EVEN, unsure
from rftheory.conformance.induced_kernel.traits import InducedFeatures
from rftheory.conformance.projections.disclosed_frequencies import DisclosedFrequencies
from rftheory.conformance.recognition.examination import Examination
from rftheory.conformance.recognition.row_reader import RowReader
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot

BLOCK = 1 << 16
"""Features whose rows are read off together."""
RARE = 1e-3
"""The share of rows of unknown sign that does not change the law of the others."""


@dataclass(frozen=True)
class Readers:
    """What takes the rows of every draw: those that are read off, made rows of N(0, I), and those that are shown."""

    used: RowReader
    shown: RowReader
    standard: Callable[[Floats], Floats]
    disclosed: DisclosedFrequencies


@dataclass(frozen=True)
class DrawnFeatures:
    """Estimates (n, p); rows that were read off, and whether they were; rows that are shown; the least feature; a note.

    finite: whether rows, and the estimates at test points, are numbers; at other points they may be infinite.
    """

    values: Floats
    rows: DrawnRows | None
    read: bool
    finite: bool
    shown: DrawnRows | None = None
    disclosed: DisclosedFrequencies | None = None
    least: float = np.inf
    note: str = ""


Signs = Callable[[Floats], None]
"""Puts rows in place of those of (m, d) whose signs are hidden."""


class _Taken:
    """Features (.., F) at the probes of n draws, a few of which are read off at once and then handed on one by one."""

    def __init__(self, read: Callable[[Floats], Floats], readers: Readers, n: int) -> None:
        self._read, self._readers, self._missing = read, readers, n
        self._waiting: list[tuple[Floats, Floats | None, Signs | None]] = []

    def take(self, phi: Floats, shown: Floats | None, signs: Signs | None = None) -> None:
        """Those of the next draw, the rows that are shown of it, and what finds signs that they hide."""
        self._missing -= 1
        if self._missing and (len(self._waiting) + 2) * phi.size <= BLOCK:
            # a copy: the rest of the features, at the test points, is not kept
            self._waiting.append((phi.copy(), shown, signs))
            return
        self._waiting.append((phi, shown, signs))
        together = [features for features, _, _ in self._waiting]
        read = self._read(np.stack(together) if len(together) > 1 else phi[None])
        for w, (_, rows, hidden) in zip(read, self._waiting, strict=True):
            if hidden is not None:
                hidden(w)
            standard = self._readers.standard(w)
            self._readers.used.take(standard)
            if rows is not None:
                self._readers.disclosed.take(rows, standard)
        self._waiting.clear()


def projected(
    exam: Examination, found: RecognisedFeatures, readers: Readers, step: float = STEPS["trigonometric"]
) -> DrawnFeatures:
    """Features of projections for every seed, of which rows are taken draw by draw; angles are read at this step.

    Rows are not read from numbers too coarse to tell independent directions from orthogonal ones, nor from features
    too small to have the precision of their dtype.
    """
    x, y = exam.points()
    points, form = np.concatenate([probes(exam.d, step), x, y]), found.form
    count, p = 4 * exam.d + 1, len(x)
    rng = np.random.Generator(np.random.PCG64DXSM(exam.seeds[0]))
    needed = 2 * exam.d + 1 if form.exponential else count
    weights, floor = _weights(found, points[:count]), found.floor
    fine = furthest(form, found.rounding, step) <= 0.5 / np.sqrt(exam.d)
    legible = form.legible and not found.additive and not found.blurred and not found.hidden and fine
    values, shapes, least = np.empty((len(exam.seeds), p)), set(), np.inf
    taken = _Taken(
        lambda phi: recovered(phi / weights[:needed], exam.d, form, floor, rng, step),
        readers,
        len(exam.seeds),
    )
    with np.errstate(all="ignore"):
        for index, seed in enumerate(exam.seeds):
            queries, keys = found.whole(points, seed)
            values[index] = vecdot(queries[count : count + p], keys[count + p :])
            queries = queries if found.kept is None else queries[:, found.kept]
            if form.exponential:
                least = min(least, float(np.min(queries[1:needed])))
            shown = exam.client.rows()
            if shown is not None:
                shapes.add(shown.shape)
                readers.shown.take(shown)
            if legible:
                taken.take(queries[:needed], shown, _signs(found, queries[:count], weights, seed))
    if len(shapes) > 1:
        raise InputError(f"{exam.client.name}: frequencies() changes its shape from draw to draw")
    note = "; projections are not read: phases are 0 or pi" if found.hidden else ""
    if not fine and step < STEPS["trigonometric"]:
        note = "; projections are not read: rows are too long for the precision of features"
    if legible and least < exam.client.smallest:
        legible = False
        note = "; projections are not read: features are too small for the precision of their dtype"
    finite = bool(np.all(np.isfinite(values[:, : len(exam.pairs)])))
    return DrawnFeatures(
        values,
        readers.used.rows() if legible else None,
        legible,
        finite and (readers.used.finite or not legible),
        readers.shown.rows(),
        readers.disclosed if legible and shapes else None,
        least,
        note,
    )


def _signs(found: RecognisedFeatures, features: Floats, weights: Floats, seed: int) -> Signs | None:
    """What reads the rows of this draw again whose phases hide their signs; None where none does."""
    if found.form.name != "phase":
        return None
    phi = features / weights
    columns = random_phases.hidden(phi, found.d, found.rounding)
    if not len(columns):
        return None
    rows = random_phases.HiddenRows(phi, found.d, columns, STEPS["exponential"])
    values = found.whole(rows.points, seed)[0]
    values = values if found.kept is None else values[:, found.kept]
    again = rows.rows(values / _weights(found, rows.points))

    def give(w: Floats) -> None:
        w[columns] = again

    return give


def _weights(found: RecognisedFeatures, points: Floats) -> Floats:
    """What features of random phases are divided by, so that they are sqrt(2/m) cos(w.x + b)."""
    weights: Floats = np.ones((len(points), 1))
    if found.form.name == "phase" and found.kernel == "softmax":
        weights = np.exp(vecdot(points, points) / 2.0)[:, None]
    return weights * amplitude(found)


def amplitude(found: RecognisedFeatures) -> float:
    """The factor of features of random phases over sqrt(2/m) cos(w.x + b), one where it is right."""
    return float(np.sqrt(found.phases[0])) if found.rescaled and not found.ratios else 1.0


def induced(exam: Examination, found: InducedFeatures, reader: RowReader) -> DrawnFeatures:
    """Features of a kernel of their own for every seed; rows of an even function have one random sign each."""
    x, y = exam.points()
    near = reading.probes(exam.d)[: 3 * exam.d]
    points, count, p = np.concatenate([near, x, y]), len(near), len(x)
    rng = np.random.Generator(np.random.PCG64DXSM(exam.seeds[0]))
    even, legible, floor, factor = found.name in EVEN, found.legible, found.floor, found.factor
    estimates, unknown, count_of_rows = [], 0, len(exam.seeds) * found.m
    for seed in exam.seeds:
        queries, keys = found.at(points, seed)
        estimates.append(vecdot(queries[count : count + p], keys[count + p :]))
        if legible:
            with np.errstate(all="ignore"):
                clean = (queries[:count] - floor) / factor
                rows = reading.rows(found.name, clean, exam.d, found.m)
            unknown += int(np.sum(unsure(rows)))
            reader.take(rng.choice([-1.0, 1.0], (found.m, 1)) * rows if even else rows)
    read = legible and reader.finite and not (even and unknown > RARE * count_of_rows)
    return DrawnFeatures(np.stack(estimates), reader.rows() if read else None, read, reader.finite)


def estimates(
    exam: Examination, points: Floats | None = None, read: Callable[[Floats], None] | None = None
) -> Floats:
    """Estimates at the pairs (n, p) for every seed; `read` is given query features at `points`, in the client's units."""
    x, y = (part / exam.scale for part in exam.points())
    near = x[:1] if points is None else points
    count, p = len(near), len(x)
    every, values = np.concatenate([near, x, y]), []
    for seed in exam.seeds:
        queries, keys = exam.client.features(every, seed)
        if read is not None:
            read(queries[:count])
        values.append(vecdot(queries[count : count + p], keys[count + p :]))
    return np.stack(values)
