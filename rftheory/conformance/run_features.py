"""The run of a feature map: its form, its rows where they can be read off, its estimates. No check is defined here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rftheory.conformance.counts import whole_rows
from rftheory.conformance.examination import Run
from rftheory.conformance.feature_form import map_checks, softmax_stabilisers
from rftheory.conformance.feature_form.probing import Look, broken, first_look
from rftheory.conformance.feature_form.recovery import STEPS, Form, probes
from rftheory.conformance.feature_form.recovery import rows as recovered
from rftheory.conformance.findings import Finding
from rftheory.conformance.induced_kernel import kernel_checks, kernel_reading
from rftheory.conformance.projections import disclosed_frequencies
from rftheory.conformance.run_attention import by_ratios
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments.row_maps import Exponential, slope

SCALES = ("scale", "missing-1/sqrt-m", "extra-1/sqrt-m", "d-and-m-swapped")


def features(run: Run) -> Iterator[Finding]:
    """Features of projections, counts or an own kernel, whichever is declared or shows."""
    if run.declaration.map in kernel_reading.READABLE:
        yield from _own_kernel(run)
    elif whole_rows.opaque(run.declaration):
        yield from _whole_rows(run)
    else:
        yield from _projected(run)


def _projected(run: Run) -> Iterator[Finding]:
    look = first_look(run.client, run.declaration, run.kernel, run.d, run.scale, run.seeds)
    if isinstance(look, Finding):
        yield look
        return
    if run.only_ratios:
        yield from _stabilised(run, look)
        return
    declared_kernel = run.kernel
    run.m, run.kernel = look.form.m, look.kernel
    yield from map_checks.examine(look, run.declaration)
    run.cause = look.cause
    if look.cause == "max-subtracted" and look.form.name in ("positive", "hyperbolic", "trigonometric"):
        yield softmax_stabilisers.verdict(look, declared_kernel)
    queries, w, beside, least = _drawn(run, look)
    if least < 0.0:
        yield broken("negative", "features of some draws are negative")
        return
    if not np.all(np.isfinite(queries)) or (w is not None and not np.all(np.isfinite(w))):
        yield broken("overflow", "features of some draws are NaN or infinite")
        return
    if look.form.generalised:
        _settle(run, look)
    if w is not None:
        error = _error(run, look.form)
        if look.form.generalised:
            w, error = w / slope(look.parameter), error / slope(look.parameter)
        yield from _read(run, w, beside, look, error)
    elif beside is not None and look.form.legible:
        run.recognise(beside, look.form.name, 16.0 * run.client.rounding)
        yield from run.rows(beside, 16.0 * run.client.rounding)
    elif run.declaration.map is None:
        name = look.form.name if look.form.legible else "trigonometric"
        run.declaration, run.recognised = replace(run.declaration, map=name), True
    run.preflight = run.errors(look.kernel) + run.preflight
    if isinstance(run.declaration.row, Exponential) and run.declaration.row.a is None:
        return
    cause = look.cause or run.cause or (look.phase_cause() if look.form.name == "phase" else None)
    yield from run.moments(queries, look.kernel, cause)


def _settle(run: Run, look: Look) -> None:
    """The A that was read off, where none was declared."""
    row = run.declaration.row
    if not isinstance(row, Exponential) or row.a is None:
        row = Exponential(complex(look.parameter), antithetic=look.form.name == "gerf-antithetic")
        run.declaration = replace(run.declaration, row=row)


def _stabilised(run: Run, look: Look) -> Iterator[Finding]:
    """Features of which only ratios are claimed."""
    subtracted = softmax_stabilisers.subtracted(look)
    yield from softmax_stabilisers.examine(look, run.declaration)
    run.m, run.cause = look.form.m, look.cause
    if run.client.last_rows is not None or not subtracted:
        _, w, beside, _ = _drawn(run, look)
        if w is not None and not subtracted:
            yield from _read(run, w, beside, look, _error(run, look.form))
        elif beside is not None:
            run.recognise(beside, look.form.name, 16.0 * run.client.rounding)
            yield from run.rows(beside, 16.0 * run.client.rounding)
    yield from by_ratios(
        run, softmax_stabilisers.entries(look), softmax_stabilisers.tolerance(look), look.form.name
    )


def _read(run: Run, w: Floats, beside: Floats | None, look: Look, error: float) -> Iterator[Finding]:
    """Rows that were read off: against those that the client shows, then against the law."""
    run.recognise(w, look.form.name, error)
    if look.cause == "max-subtracted":
        return
    error += 1e-3 if look.floor else 0.0
    if beside is not None:
        yield disclosed_frequencies.compared(beside, w, run.scale, error, look.form.name == "phase")
    yield from run.rows(w, error)


def _error(run: Run, form: Form) -> float:
    """How far rounding moves rows that are read off."""
    error = 4.0 * run.client.rounding / STEPS["exponential" if form.exponential else "trigonometric"]
    return error * (1e3 if form.name == "phase" and run.client.rounding < 1e-12 else 1.0)


def _drawn(run: Run, look: Look) -> tuple[Floats, Floats | None, Floats | None, float]:
    """Estimates at the pairs (n, p); where they can be read off, the rows (n, m, d); those that are shown; the least feature.

    Rows are not read from numbers too coarse to tell independent directions from orthogonal ones, nor from features
    too small to have the precision of their dtype.
    """
    x, y = run.points()
    points = np.concatenate([probes(run.d), x, y])
    count, p = 4 * run.d + 1, len(x)
    rng = np.random.Generator(np.random.PCG64DXSM(run.seeds[0]))
    weights = np.ones((count, 1))
    if look.form.name == "phase" and look.kernel == "softmax":
        weights = np.exp(np.vecdot(points[:count], points[:count]) / 2.0)[:, None]
    if look.form.name == "phase" and look.cause in SCALES:
        weights *= np.sqrt(look.phases()[0])
    legible = look.form.legible and _error(run, look.form) <= 0.5 / np.sqrt(run.d)
    values, w, beside, least = np.empty((len(run.seeds), p)), [], [], np.inf
    with np.errstate(all="ignore"):
        for index, seed in enumerate(run.seeds):
            queries, keys = look.at(points, seed)
            values[index] = np.vecdot(queries[count : count + p], keys[count + p :])
            if legible:
                w.append(recovered(queries[:count] / weights, run.d, look.form, look.floor, rng))
            if look.form.exponential:
                least = min(least, float(np.min(queries[1 : 2 * run.d + 1])))
            rows_now = run.client.rows()
            if rows_now is not None:
                beside.append(rows_now)
    if len({part.shape for part in beside}) > 1:
        raise InputError(f"{run.client.name}: frequencies() changes its shape from draw to draw")
    if legible and least < run.client.smallest:
        legible, w = False, []
        run.preflight = "; projections are not read: features are too small for the precision of their dtype"
    stacked = np.stack(beside) if beside else None
    if stacked is not None and not legible:
        stacked = disclosed_frequencies.in_units(stacked, run.scale)
    return values, np.stack(w) if w else None, stacked, least


def _own_kernel(run: Run) -> Iterator[Finding]:
    """A generalised map: its form by the inverse of its function, its rows, then estimates of its own kernel."""
    run.kernel, run.preflight = "own", run.errors("own")
    inner = kernel_checks.Run(run.client, run.declaration, run.d, run.scale, run.seeds, run.pairs)
    yield from inner.findings()
    run.m, run.cause = inner.m, inner.cause
    if inner.w is not None:
        for found in run.rows(inner.w, kernel_reading.tolerance(inner.name, run.d, run.client.rounding)):
            explained = inner.cause is not None and found.cause is not None
            yield map_checks.explained(found, inner.cause or "") if explained else found
    if inner.values is not None:
        yield from run.moments(inner.values, "own", inner.cause or run.cause)


def _whole_rows(run: Run) -> Iterator[Finding]:
    """Counts, and rows that do not show: form, counts, then estimates."""
    run.kernel = "own" if run.own else run.kernel
    inner = whole_rows.Run(
        run.client,
        run.declaration,
        run.d,
        run.scale,
        run.seeds,
        run.pairs,
        run.ledger,
        run.kernel,
        run.m,
    )
    yield from inner.findings()
    run.m, run.kernel = inner.m, inner.kernel
    if inner.values is None:
        return
    kernel: Kernel = inner.kernel or "gaussian"
    run.preflight = run.errors(kernel)
    yield from run.moments(inner.values, kernel, inner.cause)
