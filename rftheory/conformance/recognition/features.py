"""What features are: of projections, of counts or of an induced kernel, whichever is declared or shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rftheory.conformance.counts import opaque, reading
from rftheory.conformance.counts.law_checks import CountDraws
from rftheory.conformance.feature_form import softmax_stabilisers
from rftheory.conformance.feature_form.recognition import probed
from rftheory.conformance.feature_form.traits import PLAIN, RecognisedFeatures
from rftheory.conformance.induced_kernel import traits as induced
from rftheory.conformance.induced_kernel.reading import READABLE, tolerance
from rftheory.conformance.projections.disclosed_frequencies import DisclosedFrequencies
from rftheory.conformance.recognition import drawing
from rftheory.conformance.recognition.attention import by_ratios
from rftheory.conformance.recognition.drawing import DrawnFeatures
from rftheory.conformance.recognition.examination import Recognised
from rftheory.conformance.redraws import DrawnEstimates
from rftheory.conformance.unreadable import Unreadable
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments.row_maps import Counts, Exponential, slope


def features(known: Recognised) -> Recognised:
    """Features of projections, counts or an induced kernel."""
    exam = known.examination
    if known.declaration.map in READABLE:
        return _induced(known)
    if isinstance(known.declaration.row, Counts):
        return _counts(known, known.declaration.row)
    if opaque.shows_no_projections(known.declaration):
        return _opaque(known)
    found = probed(
        exam.client,
        known.declaration,
        known.kernel,
        exam.d,
        exam.scale,
        exam.seeds,
        ratios=exam.only_ratios,
    )
    if isinstance(found, Unreadable):
        return known.seeing(found)
    return _stabilised(known, found) if exam.only_ratios else _projected(known, found)


def _projected(known: Recognised, found: RecognisedFeatures) -> Recognised:
    """Features of projections, which are claimed to be unbiased."""
    exam, declared = known.examination, known.kernel
    known = replace(known, m=found.form.m, kernel=found.kernel).seeing(found)
    if found.subtracted and found.form.name in PLAIN:
        known = known.seeing(softmax_stabilisers.kept_ratios(found, declared))
    drawn = drawing.projected(exam, found)
    known = replace(known, preflight=drawn.note)
    if drawn.least < 0.0:
        return known.seeing(Unreadable("negative", "features of some draws are negative"))
    if not drawn.finite:
        return known.seeing(Unreadable("not finite", "features of some draws are NaN or infinite"))
    known = _settled(known, found)
    if drawn.rows is not None:
        known = _read(known, found, drawn.rows, drawn.shown)
    elif drawn.shown is not None and found.form.legible:
        known = _shown(known, found, drawn.shown)
    else:
        known = known.mapped(found.form.name if found.form.legible else "trigonometric")
    known = replace(known, preflight=known.errors(found.kernel) + drawn.note)
    row = known.declaration.row
    if isinstance(row, Exponential) and row.a is None:
        return known
    return known.estimates(drawn.values, found.kernel)


def _settled(known: Recognised, found: RecognisedFeatures) -> Recognised:
    """With the A that was read off, where none was declared."""
    row = known.declaration.row
    if not found.form.generalised or (isinstance(row, Exponential) and row.a is not None):
        return known
    antithetic = found.form.name == "gerf-antithetic"
    row = Exponential(complex(found.generalised.rows_a), antithetic=antithetic)
    return replace(known, declaration=replace(known.declaration, row=row))


def _read(known: Recognised, found: RecognisedFeatures, w: Floats, shown: Floats | None) -> Recognised:
    """With rows that were read off: against those that the client shows, then against the law."""
    exam, error = known.examination, drawing.error(known.examination, found.form)
    if found.form.generalised:
        factor = slope(found.generalised.rows_a)
        w, error = w / factor, error / factor
    known = known.coupled(w, found.form.name, error)
    if not exam.only_ratios and found.subtracted:
        return known
    error += 1e-3 if found.floor else 0.0
    if shown is not None:
        signs = found.form.name == "phase"
        known = known.seeing(DisclosedFrequencies(shown, w, exam.scale, error, signs))
    return known.rows(w, error)


def _shown(known: Recognised, found: RecognisedFeatures, shown: Floats) -> Recognised:
    """With rows that only the client shows."""
    error = 16.0 * known.examination.client.rounding
    return known.coupled(shown, found.form.name, error).rows(shown, error)


def _stabilised(known: Recognised, found: RecognisedFeatures) -> Recognised:
    """Features of which only ratios are claimed."""
    exam = known.examination
    known = replace(known, m=found.form.m).seeing(found)
    if exam.client.last_rows is not None or found.legible:
        drawn = drawing.projected(exam, found)
        known = replace(known, preflight=drawn.note)
        if drawn.rows is not None and found.legible:
            known = _read(known, found, drawn.rows, drawn.shown)
        elif drawn.shown is not None:
            known = _shown(known, found, drawn.shown)
    limit = softmax_stabilisers.tolerance(found)
    return by_ratios(known, softmax_stabilisers.entries(found), limit, found.form.name)


def _induced(known: Recognised) -> Recognised:
    """Features of a generalised map: rows by the inverse of its function, estimates of the kernel that it induces."""
    exam, name = known.examination, known.declaration.map or ""
    known = replace(known, kernel="own")
    known = replace(known, preflight=known.errors("own"), m=None)
    found = induced.probed(exam.client, name, exam.d, exam.scale, exam.seeds)
    if isinstance(found, Unreadable):
        return known.seeing(found)
    drawn: DrawnFeatures = drawing.induced(exam, found)
    known = replace(known, m=found.m).seeing(found)
    if drawn.rows is not None:
        known = known.rows(drawn.rows, tolerance(name, exam.d, exam.client.rounding))
    return known.estimates(drawn.values, "own")


def _counts(known: Recognised, row: Counts) -> Recognised:
    """Features of counts: the counts of every draw, then estimates."""
    exam, name = known.examination, known.declaration.map or ""
    found = reading.probed(exam.client, row, known.kernel, exam.d, exam.scale, exam.seeds)
    if isinstance(found, Unreadable):
        return known.seeing(found)
    known = replace(known, kernel=found.kernel, m=found.m).seeing(found)
    points = (reading.probes(exam.d) + np.asarray(row.shift)) / exam.scale
    phi, values = drawing.probes_and_estimates(exam, points)
    if found.legible and bool(np.all((phi > 0.0) & np.isfinite(phi))):
        w = np.maximum(np.round(reading.counted(phi, row, found.kernel, exam.d)), 0.0)
        known = known.seeing(CountDraws(w, row, name, exam.ledger, exam.seeds[0]))
    known = replace(known, preflight=known.errors(found.kernel))
    return known.estimates(values, found.kernel)


def _opaque(known: Recognised) -> Recognised:
    """Features that show no rows: estimates alone."""
    exam, row = known.examination, known.declaration.row
    if isinstance(row, Exponential):
        row.given()
    kernel: Kernel = "own" if exam.own else known.kernel or "gaussian"
    x = exam.points()[0] / exam.scale
    found = opaque.probed(exam.client, known.declaration, x, exam.seeds[0], exam.m)
    known = replace(known, kernel=kernel)
    if isinstance(found, Unreadable):
        return known.seeing(found)
    _, values = drawing.probes_and_estimates(exam, x[:1])
    known = replace(known, m=found.m).seeing(found, DrawnEstimates(values))
    known = replace(known, preflight=known.errors(kernel))
    return known.estimates(values, kernel)
