"""Features held against the definition of a map, to rounding: one draw, one point, the form, where nothing varies. No statistics here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rftheory.conformance.causes import CAUSES
from rftheory.conformance.claim.declaration import Declaration
from rftheory.conformance.feature_form import gerf
from rftheory.conformance.feature_form.probing import FEW, Look, generic, relative
from rftheory.conformance.feature_form.recovery import probes
from rftheory.conformance.feature_form.weights import coarse, floor, maxima, scale, weight
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.bands import exact
from rftheory.moments.catalogue import definition
from rftheory.moments.row_maps import Exponential

STABILISERS = ("max-subtracted", "epsilon-added")
ALIKE = 0.99
UNSTEADY = "not-reproducible"


def examine(look: Look, declaration: Declaration) -> Iterator[Finding]:
    """Every check of the map, cheap ones first; each remembers in `look` what explains later failures."""
    yield exact(
        "shape and finiteness", "hrf/def2.1", 0.0, 0.0, None, FEW, f"{look.queries.shape[-1]} features"
    )
    yield reproducible(look)
    if look.form.exponential:
        yield maxima(look)
        yield floor(look)
    yield batch(look)
    yield form(look, declaration)
    yield one_draw(look)
    if look.form.exponential:
        yield weight(look)
    if look.form.generalised:
        yield from generalised(look, declaration)
    if look.form.name in ("positive", "hyperbolic", "trigonometric") or _cosines(look):
        yield scale(look)
    if look.form.generalised or look.form.name in ("positive", "hyperbolic", "trigonometric"):
        yield zero_variance(look)


def reproducible(look: Look) -> Finding:
    """One seed gives one result."""
    again = look.at(probes(look.d), look.seeds[0])[0]
    gap = relative(again, look.queries[0])
    look.steady = gap <= look.tolerance
    return exact(
        "one seed, one draw", "simrf/eq1", gap, look.tolerance, "not-reproducible", 2, "largest change"
    )


def batch(look: Look) -> Finding:
    """Features of a point do not depend on the others of its batch; one factor for all of them is a maximum's."""
    x = generic(look.d)[:1]
    others = np.concatenate([x, 3.0 * x, -3.0 * x, -x, 0.0 * x])
    cause, gap = "batch-dependent", 0.0
    for seed in look.seeds[:FEW]:
        for one, many in zip(look.at(x, seed), look.at(others, seed), strict=True):
            gap = max(gap, relative(many[:1], one))
            if look.form.exponential and np.all(one > 0.0) and np.all(many[0] > 0.0):
                logs = np.log(many[0] / one[0])
                size = float(np.max(np.abs(logs)))
                if look.tolerance < size and float(np.ptp(logs)) <= 0.05 * size + look.tolerance:
                    cause = "max-subtracted"
    cause = look.cause if look.cause in STABILISERS else cause
    cause = coarse(look, gap, cause) if look.steady else UNSTEADY
    found = exact(
        "one point, one feature vector", "hrf/def2.1", gap, look.tolerance, cause, 1, "largest change"
    )
    look.cause = look.cause or (None if found.cause in ("precision", UNSTEADY) else found.cause)
    return found


def form(look: Look, declaration: Declaration) -> Finding:
    """The features are those of a known map, of the declared one if any."""
    cause = {"sines": "sine-without-cosine", "cosines": "cosine-without-sine"}.get(look.form.name)
    if look.form.name == "phase" and look.phases()[1] > _blur(look):
        look.form = replace(look.form, name="unknown")
    if not look.form.legible:
        cause = cause or "unknown-map"
    if (
        look.form.exponential is False
        and declaration.map in ("positive", "hyperbolic", "gerf", "gerf-antithetic")
        and np.any(look.queries < 0.0)
    ):
        cause = cause or "negative"
    elif look.form.generalised and declaration.map in ("positive", "hyperbolic"):
        cause = cause or "gerf-parameter"
    elif declaration.map is not None and declaration.map != look.form.name:
        cause = cause or "unknown-map"
    statement = definition(declaration.map or look.form.name)
    text = f"{look.form.name} features of {look.form.m} projections"
    found = exact("form of the map", statement, 1.0 if cause else 0.0, 0.0, cause, FEW, text)
    look.cause = look.cause or found.cause
    return found


def _cosines(look: Look) -> bool:
    """Whether features are cosines of one amplitude, which can be read off."""
    return look.form.name == "phase" and look.phases()[1] <= _blur(look)


def _blur(look: Look) -> float:
    """How far amplitudes that are read off may differ."""
    return 1e-3 + 1e3 * look.client.rounding


def generalised(look: Look, declaration: Declaration) -> Iterator[Finding]:
    """A and D of generalised exponential features; `look.parameter` is A from then on."""
    line = gerf.line(look.queries, look.keys, look.d, look.form, look.floor, look.client.rounding)
    row = declaration.row
    known = row.a.real if isinstance(row, Exponential) and row.a is not None else None
    look.parameter, found = gerf.examine(line, known, look.d, look.queries.shape[-1])
    for finding in found:
        yield finding if look.cause is None or finding.cause is None else explained(finding, look.cause)
    look.cause = look.cause or next((finding.cause for finding in found if finding.cause), None)


def explained(finding: Finding, cause: str) -> Finding:
    """A failure that an earlier mistake explains."""
    return replace(finding, cause=cause, diagnosis=CAUSES[cause])


def zero_variance(look: Look) -> Finding:
    """At y = -x (exponential) or y = x (waves) the estimate is the kernel, up to the factor that `scale` reports."""
    x, gap = generic(look.d), 0.0
    sign = -1.0 if look.form.exponential else 1.0
    exponents = (
        np.vecdot(x - sign * x, x - sign * x) / -2.0 if look.kernel == "gaussian" else sign * np.vecdot(x, x)
    )
    for index, seed in enumerate(look.seeds[:FEW]):
        queries, keys = look.at(x, seed)[0], look.at(sign * x, seed)[1]
        origin = float(look.queries[index, 0] @ look.keys[index, 0])
        ratio = np.vecdot(queries, keys) / (origin * np.exp(exponents))
        gap = max(gap, float(np.max(np.abs(ratio - 1.0))))
    text = f"largest relative error at y = {'-' if sign < 0 else ''}x"
    return exact(
        "zero variance",
        "hrf/sec2.2/perfect-ends",
        gap,
        8.0 * look.tolerance,
        (look.cause or coarse(look, gap, "zero-variance")) if look.steady else UNSTEADY,
        FEW,
        text,
    )


def one_draw(look: Look) -> Finding:
    """Queries and keys see the same projections (slopes of both at the axes agree)."""
    d, gap, correlation = look.d, 0.0, 1.0
    if look.queries is not look.keys and look.form.legible:
        short = slice(2 * d + 1, 3 * d + 1) if not look.form.exponential else slice(1, d + 1)
        mirrored = slice(3 * d + 1, None) if not look.form.exponential else slice(d + 1, 2 * d + 1)
        slopes = []
        for phi in (look.queries, look.keys):
            if look.form.exponential:
                part = np.log(np.maximum(phi[:, short], 1e-300) / np.maximum(phi[:, mirrored], 1e-300))
            else:
                part = phi[:, short] - phi[:, mirrored]
            many = part.shape[-1] > 1
            slopes.append(part - np.mean(part, axis=-1, keepdims=True) if many else part)
        size = float(np.sqrt(np.mean(slopes[0] ** 2)))
        gap = float(np.max(np.abs(slopes[0] - slopes[1]))) / size
        correlation = float(np.corrcoef(slopes[0].ravel(), slopes[1].ravel())[0, 1])
    stabilised = look.cause in STABILISERS and correlation >= ALIKE
    found = exact(
        "one draw for queries and keys",
        "hrf/def2.1",
        gap,
        512.0 * look.tolerance,
        look.cause if stabilised else "separate-projections",
        FEW,
        f"correlation of both sides' projections {correlation:.4g}",
    )
    look.cause = look.cause or found.cause
    return found
