"""What samplers and estimators are: rows for every seed, or estimates at the pairs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rftheory.conformance.claim.declaration import Declaration
from rftheory.conformance.feature_form.recovery import probes
from rftheory.conformance.induced_kernel import conventions
from rftheory.conformance.moments.hybrids import Estimate, HybridAt, HybridEstimates
from rftheory.conformance.recognition.examination import Examination, Recognised
from rftheory.conformance.redraws import DrawnEstimates, RepeatedDraw
from rftheory.conformance.unreadable import Unreadable
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot
from rftheory.measured.protocol import Kernel

MEANS = "estimates alone: means against the declared kernel, no variance is known without --mechanism"


def frequencies(known: Recognised) -> Recognised:
    """W for every seed, where it has the right shape and is finite; the coupling, where none is declared.

    A matrix (d, m), of which the columns are the frequencies, is W^T.
    """
    exam = known.examination
    client, d, m = exam.client, exam.d, exam.m or 3 * exam.d
    first = client.frequencies(d, m, exam.seeds[0])
    turned = first.shape == (d, m) != (m, d)

    def drawn(seed: int) -> Floats:
        w = client.frequencies(d, m, seed)
        return w.T if turned else w

    first = first.T if turned else first
    reader, shapes = known.reader(None, 16.0 * client.rounding), {first.shape}
    for index, seed in enumerate(exam.seeds):
        w = drawn(seed) if index else first
        shapes.add(w.shape)
        if w.shape == (m, d):
            reader.take(w / exam.scale)
    known = replace(known, m=m)
    if not client.replayed:
        again = drawn(exam.seeds[0])
        known = known.seeing(RepeatedDraw(first, again, client.rounding))
    if shapes != {(m, d)}:
        return known.seeing(Unreadable("shape", f"({m}, {d}) asked for, {sorted(shapes)} given"))
    rows = reader.rows()
    if rows is None:
        return known.seeing(Unreadable("undefined", "frequencies are NaN or infinite"))
    text = "frequencies alone: no estimate, no norm of points"
    known = replace(known, preflight=f"{text}; they are columns, (d, m)" if turned else text)
    return known.rows(rows)


def estimates(known: Recognised) -> Recognised:
    """Estimates (or products of features of a hybrid) at the pairs for every seed, of the declared mechanism.

    Of a kernel that is declared alone they have the means, and no variance is known.
    """
    exam, declaration = known.examination, known.declaration
    if declaration == Declaration() and exam.kernel is not None and not exam.only_ratios:
        return means(known, MEANS)
    if declaration.map is None and declaration.hybrid is None:
        raise InputError(
            "estimates alone do not show the mechanism; allowed: --mechanism COUPLING-MAP or a hybrid, or --kernel "
            "without --mechanism, of which means are checked"
        )
    kernel: Kernel = known.kernel or ("softmax" if declaration.hybrid else "gaussian")
    kernel = "own" if exam.own else kernel
    known = replace(known, kernel=kernel)
    known = replace(known, preflight=known.errors(kernel))
    known, values = _drawn(known)
    if values is None:
        return known
    if declaration.hybrid is None:
        name = declaration.map or ""
        factor = conventions.of_estimates(name, values, exam.pairs)
        return known.noting(conventions.note(name, factor)).estimates(values / factor, kernel)
    known, values = known.placed(values, kernel), values[:, : len(exam.pairs)]
    whole = HybridEstimates(
        declaration,
        kernel,
        exam.d,
        exam.m,
        exam.norm,
        exam.client.rounding,
        exam.ledger,
        _drawing(exam),
        values,
        exam.pairs,
        exam.seeds,
    )
    return known.seeing(whole, *(HybridAt(whole, index) for index in range(len(exam.pairs))))


def means(known: Recognised, note: str) -> Recognised:
    """Estimates, or products of features, against the means of the declared kernel; `note` is what a report says of it."""
    exam = known.examination
    if exam.client.contract == "features":
        exam.client.orient(probes(exam.d) / exam.scale, exam.seeds[0])
    known, values = _drawn(replace(known, preflight=note))
    return known if values is None else known.unknown(values)


def _drawn(known: Recognised) -> tuple[Recognised, Floats | None]:
    """Estimates (n, pairs and places), of which one seed gives one and several seeds several; None of another shape."""
    exam = known.examination
    draw, (x, y) = _drawing(exam), exam.points()
    values = np.stack([draw(x, y, seed) for seed in exam.seeds])
    if values.shape[1] != len(x):
        return known.seeing(Unreadable("shape", f"{len(x)} pairs give {values.shape[1]} estimates")), None
    if not exam.client.replayed:
        again = draw(x, y, exam.seeds[0])[None, :]
        known = known.seeing(RepeatedDraw(values[:1], again, exam.client.rounding))
    return known.seeing(DrawnEstimates(values)), values


def _drawing(exam: Examination) -> Estimate:
    """Estimates at pairs of points in the units of the kernel, for one seed."""

    def draw(x: Floats, y: Floats, seed: int) -> Floats:
        if exam.client.contract == "estimates":
            return exam.client.estimates(x / exam.scale, y / exam.scale, seed)
        queries, keys = exam.client.features(np.concatenate([x, y]) / exam.scale, seed)
        products: Floats = vecdot(queries[: len(x)], keys[len(x) :])
        return products

    return draw
