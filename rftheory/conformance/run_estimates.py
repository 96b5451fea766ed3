"""The run of samplers and of estimators: draws, then the law of rows or the moments of estimates. No check is defined here."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rftheory.conformance.examination import Run
from rftheory.conformance.feature_form.probing import broken
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments import hybrids
from rftheory.conformance import bands
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel


def frequencies(run: Run) -> Iterator[Finding]:
    """W for every seed: reproducible, of the right shape, finite, of the declared law."""
    m = run.m = run.m or 3 * run.d
    drawn = [run.client.frequencies(run.d, m, seed) for seed in run.seeds]
    yield run.repeats(drawn[0], run.client.frequencies(run.d, m, run.seeds[0]))
    shapes = {w.shape for w in drawn}
    if shapes != {(m, run.d)}:
        yield broken("shape", f"({m}, {run.d}) asked for, {sorted(shapes)} given")
        return
    w = np.stack(drawn) / run.scale
    if not np.all(np.isfinite(w)):
        yield broken("overflow", "frequencies are not finite")
        return
    run.preflight = "frequencies alone: no estimate, no norm of points"
    yield from run.rows(w, 16.0 * run.client.rounding)


def estimates(run: Run) -> Iterator[Finding]:
    """Estimates (or products of features of a hybrid) at the pairs for every seed, then the claims of the mechanism."""
    if run.declaration.map is None and run.declaration.hybrid is None:
        raise InputError(
            "estimates alone do not show the mechanism; allowed: --mechanism COUPLING-MAP or a hybrid"
        )
    kernel: Kernel = run.kernel or ("softmax" if run.declaration.hybrid else "gaussian")
    kernel = "own" if run.own else kernel
    run.kernel = kernel
    run.preflight = run.errors(kernel)

    def draw(x: Floats, y: Floats, seed: int) -> Floats:
        if run.client.contract == "estimates":
            return run.client.estimates(x / run.scale, y / run.scale, seed)
        queries, keys = run.client.features(np.concatenate([x, y]) / run.scale, seed)
        products: Floats = np.vecdot(queries[: len(x)], keys[len(x) :])
        return products

    x, y = run.points()
    values = np.stack([draw(x, y, seed) for seed in run.seeds])
    if values.shape[1] != len(run.pairs):
        yield broken("shape", f"{len(run.pairs)} pairs give {values.shape[1]} estimates")
        return
    yield run.repeats(values[:1], draw(x, y, run.seeds[0])[None, :])
    frozen = bool(np.max(np.ptp(values, axis=0)) == 0.0)
    yield bands.exact(
        "redraws", "simrf/eq1", float(frozen), 0.0, "seed-ignored", len(values), "draws that repeat"
    )
    if run.declaration.hybrid is None:
        yield from run.moments(values, kernel, None)
        return
    checks = hybrids.Checks(run.declaration, kernel, run.d, run.m, run.norm, run.client.rounding, run.ledger)
    yield from checks.findings(draw, values, run.pairs, run.seeds)
