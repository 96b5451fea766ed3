"""Code that is declared to have a stationary kernel: rows where they can be read off, and estimates."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from rftheory.conformance.feature_form.recognition import probed
from rftheory.conformance.feature_form.recovery import STEPS, probes, rows
from rftheory.conformance.recognition.examination import Recognised
from rftheory.conformance.redraws import DrawnEstimates, RepeatedDraw
from rftheory.conformance.spectral.rows import Gauges, SpectralRows, gauges
from rftheory.conformance.unreadable import Unreadable
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot
from rftheory.moments.radial_kernels import StationaryKernel

PERIODS = {"trigonometric": math.pi / STEPS["trigonometric"], "phase": 0.5 * math.pi / STEPS["trigonometric"]}
"""Beyond these, entries of rows are read off modulo a period."""
WAVES = (None, "trigonometric", "phase")


def spectral(known: Recognised) -> Recognised:
    """By its contract; InputError for a mechanism or a contract that has no such kernel."""
    exam, declared = known.examination, known.declaration
    if declared.map not in WAVES or declared.hybrid or declared.row is not None:
        raise InputError(
            f"{declared.name} has no such kernel; allowed: rff, orf, a coupling, trigonometric or phase"
        )
    if exam.client.contract == "attention":
        raise InputError("attention has the softmax kernel; allowed: --kernel softmax")
    return {"features": _features, "frequencies": _frequencies, "estimates": _estimates}[
        exam.client.contract
    ](known)


def _features(known: Recognised) -> Recognised:
    exam = known.examination
    found = probed(exam.client, known.declaration, "gaussian", exam.d, exam.scale, exam.seeds)
    if isinstance(found, Unreadable):
        return known.seeing(found)
    known = replace(known, m=found.form.m).seeing(found)
    x, y = exam.points()
    points, count, p = np.concatenate([probes(exam.d), x, y]), 4 * exam.d + 1, len(x)
    legible = found.form.name in ("trigonometric", "phase") and not found.additive and not found.blurred
    known = known if legible else known.mapped(found.form.name if found.form.exponential else "trigonometric")
    rng = np.random.Generator(np.random.PCG64DXSM(exam.seeds[0]))
    values, drawn = np.empty((len(exam.seeds), p)), []
    at = gauges(_law(known), _lengthscale(known), exam.d)
    with np.errstate(all="ignore"):
        for index, seed in enumerate(exam.seeds):
            queries, keys = found.whole(points, seed)
            values[index] = vecdot(queries[count : count + p], keys[count + p :])
            queries = queries if found.kept is None else queries[:, found.kept]
            if legible:
                near = queries[:count] * (
                    np.sqrt(1.0 / found.phases[0]) if found.form.name == "phase" else 1.0
                )
                drawn.append(at.shares(rows(near, exam.d, found.form, 0.0, rng)))
    known = known.seeing(DrawnEstimates(values))
    if legible:
        known = _rows(known.mapped(found.form.name), drawn, at, PERIODS[found.form.name])
    return known.unknown(values)


def _frequencies(known: Recognised) -> Recognised:
    exam = known.examination
    client, d, m = exam.client, exam.d, exam.m or 3 * exam.d
    at, drawn = gauges(_law(known), _lengthscale(known), d), []
    first = client.frequencies(d, m, exam.seeds[0])
    for index, seed in enumerate(exam.seeds):
        w = client.frequencies(d, m, seed) if index else first
        if w.shape != (m, d):
            return known.seeing(Unreadable("shape", f"({m}, {d}) asked for, {w.shape} given"))
        if not np.all(np.isfinite(w)):
            return known.seeing(Unreadable("not finite", "frequencies are not finite"))
        drawn.append(at.shares(w / exam.scale))
    known = replace(known, m=m, preflight="frequencies alone: no estimate, no norm of points")
    if not client.replayed:
        again = client.frequencies(d, m, exam.seeds[0])
        known = known.seeing(RepeatedDraw(first, again, client.rounding))
    return _rows(known.seeing(DrawnEstimates(np.stack(drawn))), drawn, at)


def _rows(known: Recognised, drawn: list[Floats], at: Gauges, seen: float = math.inf) -> Recognised:
    """With shares of rows, where these are drawn anew at all: one draw shows no law."""
    shares = np.stack(drawn)
    if np.all(shares == shares[:1]):
        return known
    return known.seeing(
        SpectralRows(shares, at, _law(known), _lengthscale(known), known.examination.ledger, seen)
    )


def _estimates(known: Recognised) -> Recognised:
    exam = known.examination
    x, y = (part / exam.scale for part in exam.points())
    values: Floats = np.stack([exam.client.estimates(x, y, seed) for seed in exam.seeds])
    if values.shape[1] != len(x):
        return known.seeing(Unreadable("shape", f"{len(x)} pairs give {values.shape[1]} estimates"))
    return known.seeing(DrawnEstimates(values)).unknown(values)


def _law(known: Recognised) -> StationaryKernel:
    found = known.examination.stationary
    assert found is not None
    return found


def _lengthscale(known: Recognised) -> float:
    return 1.0 / known.examination.scale
