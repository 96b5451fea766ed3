"""The run of attention, and of all of which only ratios of estimates are claimed. No check is defined here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rftheory.conformance.examination import Run
from rftheory.conformance.feature_form import ratios
from rftheory.conformance.feature_form.attention import Matrix, examine
from rftheory.conformance.feature_form.probing import FEW
from rftheory.conformance.findings import Finding
from rftheory.errors import InputError, shorten
from rftheory.measured.protocol import Kernel


def attention(run: Run) -> Iterator[Finding]:
    """What any attention obeys, then ratios of the entries of its matrix."""
    matrix = Matrix(run.client, run.scale, run.d)
    found = tuple(examine(matrix, run.seeds[:FEW]))
    yield from found
    causes = {f.cause for f in found}
    if {"overflow", "seed-ignored"} & causes and found[0].cause is not None:
        return
    if "order-dependent" in causes:
        run.preflight = "ratios of estimates are not read: they need every query to see every key alike"
        return
    run.cause = "seed-ignored" if "seed-ignored" in causes else None
    yield from by_ratios(run, matrix, matrix.tolerance, None)


def by_ratios(run: Run, entries: ratios.Entries, tolerance: float, form: str | None) -> Iterator[Finding]:
    """Estimates up to a factor of each query and one of all keys: exactly, then their means and variances."""
    kernel: Kernel = run.kernel or "softmax"
    name = run.declaration.map or form
    if name not in (None, "positive", "hyperbolic", "trigonometric") or run.declaration.hybrid:
        raise InputError(
            f"no key is a reference for {shorten(run.declaration.name)}; allowed for ratios and attention: "
            "positive, hyperbolic or trigonometric features"
        )
    waves = None if name is None else name == "trigonometric"
    subject, found = ratios.recognised(entries, waves, kernel, run.d, tolerance, run.seeds[:FEW])
    yield found
    run.cause = run.cause or found.cause
    if run.declaration.map is None:
        name = name or ("trigonometric" if subject.waves else "positive")
        run.declaration, run.recognised = replace(run.declaration, map=name), True
    run.kernel = kernel
    run.preflight = run.errors(kernel)
    x, y = run.points()
    values = np.stack([subject.estimates(x, y, seed) for seed in run.seeds])
    yield from run.moments(values, kernel, run.cause)
