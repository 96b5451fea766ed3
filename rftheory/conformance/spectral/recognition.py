"""Code that is declared to have a stationary kernel: rows where they can be read off, and estimates."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from rftheory.conformance.feature_form.recognition import probed
from rftheory.conformance.feature_form.recovery import probes
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.conformance.feature_form.turns import error
from rftheory.conformance.recognition.examination import Recognised
from rftheory.conformance.redraws import DrawnEstimates, RepeatedDraw
from rftheory.conformance.spectral.collecting import Collected, described
from rftheory.conformance.spectral.estimates import Claimed, SpectralEstimatesAt
from rftheory.conformance.spectral.reading import RowAngles, coarse_probes
from rftheory.conformance.unreadable import Unreadable
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot
from rftheory.moments.radial_kernels import StationaryKernel

WAVES = (None, "trigonometric", "phase")
FINE = 1e-12


def spectral(known: Recognised) -> Recognised:
    """By its contract; InputError for a mechanism or a contract that has no such kernel."""
    exam, declared = known.examination, known.declaration
    if declared.map not in WAVES or declared.hybrid or declared.row is not None:
        raise InputError(
            f"{declared.name} has no such kernel; allowed: rff, orf, a coupling, trigonometric or phase"
        )
    if exam.client.contract == "attention":
        raise InputError("attention has the softmax kernel; allowed: --kernel softmax")
    coupling, law = declared.coupling, _law(known)
    independent = coupling is None or coupling.law.directions == "independent"
    if coupling is not None and not (
        coupling.isotropic and coupling.law.norm == "chi_d" and (law.radial or independent)
    ):
        raise InputError(
            f"rows of the {law.title} take no coupling {coupling.name}; allowed: {described(law)}"
        )
    if law.additive and exam.client.contract == "frequencies":
        raise InputError(f"rows of the {law.title} have one coordinate each; allowed: features or estimates")
    if exam.sharing != "row" and not law.radial:
        raise InputError(f"rows of the {law.title} have no mixing variable to share; allowed: sharing row")
    return {"features": _features, "frequencies": _frequencies, "estimates": _estimates}[
        exam.client.contract
    ](known)


def _features(known: Recognised) -> Recognised:
    exam = known.examination
    found = probed(exam.client, known.declaration, "gaussian", exam.d, exam.scale, exam.seeds)
    if isinstance(found, Unreadable):
        return known.seeing(found)
    found = replace(found, apart=_law(known).additive)
    known = replace(known, m=found.form.m).seeing(found)
    legible = found.form.name in ("trigonometric", "phase") and not found.additive and not found.blurred
    known = known.mapped(found.form.name) if legible or found.form.exponential else known
    if not legible or found.apart:
        return _judged(*_drawn(known, found, None, None))
    exact = exam.client.rounding < FINE
    amplitude = math.sqrt(found.phases[0]) if found.form.name == "phase" else 1.0
    reading = RowAngles(exam.d, found.form, amplitude, exact=exact, seed=exam.seeds[0])
    rows = Collected(known, error(found.form, found.rounding), found.form.name)
    known, values = _drawn(known, found, reading, rows)
    return _judged(rows.seen_of(known, reading.seen), values)


def _drawn(
    known: Recognised, found: RecognisedFeatures, reading: RowAngles | None, rows: Collected | None
) -> tuple[Recognised, Floats]:
    """Estimates (n, pairs and places) of every draw, whose rows are taken where they are read."""
    exam = known.examination
    x, y = exam.points()
    near, p = np.concatenate([probes(exam.d), coarse_probes(exam.d)]), len(x)
    points, count, first = np.concatenate([near, x, y]), len(near), 4 * exam.d + 1
    values = np.empty((len(exam.seeds), p))
    with np.errstate(all="ignore"):
        for index, seed in enumerate(exam.seeds):
            queries, keys = found.whole(points, seed)
            values[index] = vecdot(queries[count : count + p], keys[count + p :])
            queries = queries if found.kept is None else queries[:, found.kept]
            if reading is not None and rows is not None:
                rows.take(reading.rows(queries[:first], queries[first:count]))
    return known.seeing(DrawnEstimates(values)), values


def _frequencies(known: Recognised) -> Recognised:
    exam = known.examination
    client, d, m = exam.client, exam.d, exam.m or 3 * exam.d
    rows = Collected(known, 16.0 * client.rounding, None)
    first = client.frequencies(d, m, exam.seeds[0])
    for index, seed in enumerate(exam.seeds):
        w = client.frequencies(d, m, seed) if index else first
        if w.shape != (m, d):
            return known.seeing(Unreadable("shape", f"({m}, {d}) asked for, {w.shape} given"))
        if not np.all(np.isfinite(w)):
            return known.seeing(Unreadable("undefined", "frequencies are NaN or infinite"))
        rows.take(w / exam.scale)
    known = replace(known, m=m, preflight="frequencies alone: no estimate, no norm of points")
    if not client.replayed:
        again = client.frequencies(d, m, exam.seeds[0])
        known = known.seeing(RepeatedDraw(first, again, client.rounding))
    return rows.seen_of(known.seeing(DrawnEstimates(rows.shares)), math.inf)


def _estimates(known: Recognised) -> Recognised:
    exam = known.examination
    x, y = (part / exam.scale for part in exam.points())
    values: Floats = np.stack([exam.client.estimates(x, y, seed) for seed in exam.seeds])
    if values.shape[1] != len(x):
        return known.seeing(Unreadable("shape", f"{len(x)} pairs give {values.shape[1]} estimates"))
    return _judged(known.seeing(DrawnEstimates(values)), values)


def _judged(known: Recognised, values: Floats) -> Recognised:
    """With estimates against what is known of them: by the declared coupling of so many rows, or means alone."""
    exam = known.examination
    coupling, form = exam.declaration.coupling, known.declaration.map
    if coupling is None or known.m is None or form not in ("trigonometric", "phase") or _law(known).additive:
        return known.unknown(values)
    claimed = Claimed(_law(known), coupling, exam.sharing, known.m, form == "phase")
    if not claimed.known:
        shared = "" if exam.sharing == "row" else f" that share tau ({exam.sharing})"
        text = f"; the variance of {coupling.name} rows{shared} of this kernel is not known here, and not checked"
        return known.unknown(values).noting(text)
    placed = known.placed(values, "gaussian", exact=False)
    near = values[:, : len(exam.pairs)]
    if not np.all(np.isfinite(near)) or (len(near) > 1 and np.all(near == near[:1])):
        return placed
    columns, pairs = placed.beside(values)
    count, rounding = len(exam.pairs), placed.budget()
    return placed.seeing(
        *(
            SpectralEstimatesAt(columns[:, i], pair, claimed, rounding, exam.ledger, i >= count)
            for i, pair in enumerate(pairs)
        )
    )


def _law(known: Recognised) -> StationaryKernel:
    found = known.examination.stationary
    assert found is not None
    return found
