"""What features are: of projections, of counts or of an induced kernel, whichever is declared or shows."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.counts import opaque, reading
from rftheory.conformance.counts.digest import CountDigest
from rftheory.conformance.counts.law_checks import CountDraws
from rftheory.conformance.feature_form import softmax_stabilisers, turns
from rftheory.conformance.feature_form.recognition import probed
from rftheory.conformance.feature_form.recovery import STEPS, probes
from rftheory.conformance.feature_form.sides import skew, tilt
from rftheory.conformance.feature_form.traits import PLAIN, RecognisedFeatures
from rftheory.conformance.induced_kernel import conventions
from rftheory.conformance.induced_kernel import traits as induced
from rftheory.conformance.induced_kernel.reading import HOMOGENEOUS, READABLE, tolerance
from rftheory.conformance.projections.disclosed_frequencies import DisclosedFrequencies, unit
from rftheory.conformance.recognition import drawing
from rftheory.conformance.recognition.attention import SKEWED, TILTED, by_ratios
from rftheory.conformance.recognition.drawing import DrawnFeatures, Readers
from rftheory.conformance.recognition.examination import Recognised
from rftheory.conformance.redraws import DrawnEstimates
from rftheory.conformance.unreadable import Unreadable, lost_at
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments.row_maps import Counts, Exponential, slope

UNCHECKED = "; the variance of weighted rows is not checked, but for whether it is finite"
HUGE = 200.0
"""A mean square of entries beyond which angles are read off modulo 2 pi."""


def features(known: Recognised) -> Recognised:
    """Features of projections, counts or an induced kernel."""
    exam = known.examination
    exam.client.orient(probes(exam.d) / exam.scale, exam.seeds[0])
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
    factor = None if exam.client.tilt != 1.0 else tilt(found)
    if factor is not None:
        exam.client.tilt = factor
        return features(known).noting(TILTED)
    if exam.client.tilt == 1.0 and exam.client.skew is None:
        exam.client.skew = skew(found)
        if exam.client.skew is not None:
            return features(known).noting(SKEWED)
    return _stabilised(known, found) if exam.only_ratios else _projected(known, found)


def _projected(known: Recognised, found: RecognisedFeatures) -> Recognised:
    """Features of projections, which are claimed to be unbiased."""
    exam, declared = known.examination, known.kernel
    form = found.form.name if found.form.legible else ""
    known = replace(known, m=found.form.m, kernel=found.kernel, form=form).seeing(found)
    if found.subtracted and found.form.name in PLAIN:
        known = known.seeing(softmax_stabilisers.kept_ratios(found, declared))
    step = turns.step(found, drawing.amplitude(found))
    drawn = drawing.projected(exam, found, _readers(known, found, step), step)
    known = replace(known, preflight=drawn.note)
    if drawn.least < 0.0:
        return known.seeing(Unreadable("negative", "features of some draws are negative"))
    if not drawn.finite:
        text = "features of some draws are NaN or infinite"
        return known.seeing(lost_at(exam.norm, found.kernel, text))
    known = _settled(known, found)
    if drawn.read:
        known = _read(known, found, drawn)
    elif drawn.shown is not None and found.form.legible:
        known = _shown(known, found, drawn.shown)
    elif found.form.legible:
        known = known.mapped(found.form.name)
    undeclared = exam.declaration.map is None and not found.form.legible
    known = replace(known, preflight=("" if undeclared else known.errors(found.kernel)) + drawn.note)
    row = known.declaration.row
    if isinstance(row, Exponential) and row.a is None:
        return known
    if undeclared or found.weighting is not None or found.hartley:
        weighted = exam.declaration.dense is not None
        return known.unknown(drawn.values).noting(UNCHECKED if weighted else "")
    rows = None if found.form.generalised else known.drawn
    if rows is not None and rows.square > HUGE:
        rows = None
    return known.estimates(drawn.values, found.kernel, rows)


def _settled(known: Recognised, found: RecognisedFeatures) -> Recognised:
    """With the A that was read off, where none was declared."""
    row = known.declaration.row
    if not found.form.generalised or (isinstance(row, Exponential) and row.a is not None):
        return known
    antithetic = found.form.name == "gerf-antithetic"
    row = Exponential(complex(found.generalised.rows_a), antithetic=antithetic)
    return replace(known, declaration=replace(known.declaration, row=row))


def _readers(known: Recognised, found: RecognisedFeatures, step: float = STEPS["trigonometric"]) -> Readers:
    """What takes rows of every draw, as rows of N(0, I): those of importance sampling and of another A are made so."""
    exam, name, error = known.examination, found.form.name, turns.error(found.form, found.rounding, step)
    known, weighting = _settled(known, found), found.weighting
    factor = slope(found.generalised.rows_a) if found.form.generalised else 1.0
    slack = 1e-3 if found.floor else 0.0

    def standard(w: Floats) -> Floats:
        return (weighting.standardised(w) if weighting is not None and weighting.known else w) / factor

    return Readers(
        known.reader(name, error / factor, slack),
        known.reader(name, 16.0 * exam.client.rounding, unit=lambda first: unit(first, exam.scale)),
        standard,
        DisclosedFrequencies(exam.scale, error / factor + slack, name == "phase"),
    )


def _read(known: Recognised, found: RecognisedFeatures, drawn: DrawnFeatures) -> Recognised:
    """With rows that were read off: against those that the client shows, then against the law."""
    rows, exam = drawn.rows, known.examination
    assert rows is not None
    if found.weighting is not None and (not found.weighting.known or found.weighting.off):
        return known
    known = known.coupled(rows.w, found.form.name, rows.error)
    if not exam.only_ratios and found.subtracted:
        return known
    if drawn.disclosed is not None:
        known = known.seeing(drawn.disclosed)
    return known.rows(rows)


def _shown(known: Recognised, found: RecognisedFeatures, shown: DrawnRows) -> Recognised:
    """With rows that only the client shows."""
    return known.coupled(shown.w, found.form.name, shown.error).rows(shown)


def _stabilised(known: Recognised, found: RecognisedFeatures) -> Recognised:
    """Features of which only ratios are claimed."""
    exam = known.examination
    known = replace(known, m=found.form.m).seeing(found)
    if exam.client.last_rows is not None or found.legible:
        drawn = drawing.projected(exam, found, _readers(known, found))
        known = replace(known, preflight=drawn.note)
        if drawn.rows is not None and found.legible:
            known = _read(known, found, drawn)
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
    error = tolerance(name, exam.d, exam.client.rounding)
    free = exam.only_ratios and name in HOMOGENEOUS
    reader = known.reader(None, error, unit=lambda first: math.sqrt(conventions.of_rows(name, first, free)))
    drawn = drawing.induced(exam, found, reader)
    known = replace(known, m=found.m).seeing(found)
    factor = conventions.of_estimates(name, drawn.values, exam.pairs, free)
    if drawn.rows is not None:
        known, factor = known.rows(drawn.rows), reader.by**2
    known = known.noting(conventions.note(name, factor, free))
    return known.estimates(drawn.values / factor, "own", known.drawn)


def _counts(known: Recognised, row: Counts) -> Recognised:
    """Features of counts: the counts of every draw, then estimates."""
    exam, name = known.examination, known.declaration.map or ""
    found = reading.probed(exam.client, row, known.kernel, exam.d, exam.scale, exam.seeds)
    if isinstance(found, Unreadable):
        return known.seeing(found)
    known = replace(known, kernel=found.kernel, m=found.m).seeing(found)
    points = (reading.probes(exam.d) + np.asarray(row.shift)) / exam.scale
    digest, sound = CountDigest(len(exam.seeds), row, exam.seeds[0]), found.legible

    def read(phi: Floats) -> None:
        nonlocal sound
        sound = sound and bool(np.all((phi > 0.0) & np.isfinite(phi)))
        if sound:
            digest.take(np.maximum(np.round(reading.counted(phi, row, found.kernel, exam.d)), 0.0))

    values = drawing.estimates(exam, points, read)
    if sound:
        known = known.seeing(CountDraws(digest, row, name, exam.ledger))
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
    values = drawing.estimates(exam)
    known = replace(known, m=found.m).seeing(found, DrawnEstimates(values))
    known = replace(known, preflight=known.errors(kernel))
    return known.estimates(values, kernel)
