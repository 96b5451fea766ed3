"""Features held against the definition of a map, to rounding: one draw, one point, the form, where nothing varies."""

from __future__ import annotations

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.feature_form.measurements import BothSides, Ends, MapForm
from rftheory.conformance.feature_form.probing import FEW, generic
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.conformance.findings import Finding
from rftheory.conformance.references import ESTIMATE, FEATURE_VECTOR, PERFECT_ENDS
from rftheory.moments.catalogue import definition


def readable(features: RecognisedFeatures) -> Finding:
    """The features could be read at all."""
    text = f"{features.queries.shape[-1]} features"
    return identity("shape and finiteness", FEATURE_VECTOR, 0.0, 0.0, FEW, text)


def reproducible(features: RecognisedFeatures) -> Finding:
    """One seed gives one result."""
    gap, limit = features.repetition, features.tolerance
    return identity("one seed, one draw", ESTIMATE, gap, limit, 2, "largest change")


def batch(features: RecognisedFeatures) -> Finding:
    """Features of a point do not depend on the others of its batch."""
    seen, name = features.batch, "one point, one feature vector"
    return identity(name, FEATURE_VECTOR, seen.gap, features.tolerance, 1, "largest change", seen)


def form(features: RecognisedFeatures) -> Finding:
    """The features are those of a known map, of the declared one if any."""
    declared, seen = features.declaration.map, features.form
    alien = not seen.legible or declared not in (None, seen.name)
    return _form(features, alien)


def family(features: RecognisedFeatures) -> Finding:
    """The features are exponentials or waves, as declared if anything is: a maximum hides which."""
    declared, seen = features.declaration.map, features.form
    waves = declared == "trigonometric"
    return _form(features, not seen.legible or (declared is not None and waves == seen.exponential))


def _form(features: RecognisedFeatures, alien: bool) -> Finding:
    declared, seen = features.declaration.map, features.form
    statement = definition(declared or seen.name)
    text = f"{seen.name} features of {seen.m} projections"
    measured = MapForm(
        seen.name,
        seen.legible,
        seen.generalised,
        seen.exponential,
        bool(np.any(features.queries < 0.0)),
        declared,
        features.ratios,
        None if features.ratios else features.phase_law,
    )
    return identity("form of the map", statement, 1.0 if alien else 0.0, 0.0, FEW, text, measured)


def zero_variance(features: RecognisedFeatures) -> Finding:
    """At y = -x (exponential) or y = x (waves) the estimate is the kernel, up to the factor that `scale` reports."""
    x, gap = generic(features.d), 0.0
    sign = -1.0 if features.form.exponential else 1.0
    exponents = sign * np.vecdot(x, x)
    if features.kernel == "gaussian":
        exponents = np.vecdot(x - sign * x, x - sign * x) / -2.0
    for index, seed in enumerate(features.seeds[:FEW]):
        queries, keys = features.at(x, seed)[0], features.at(sign * x, seed)[1]
        origin = float(features.queries[index, 0] @ features.keys[index, 0])
        ratio = np.vecdot(queries, keys) / (origin * np.exp(exponents))
        gap = max(gap, float(np.max(np.abs(ratio - 1.0))))
    text = f"largest relative error at y = {'-' if sign < 0 else ''}x"
    seen, limit = Ends(features.single(gap), features.steady), 8.0 * features.tolerance
    return identity("zero variance", PERFECT_ENDS, gap, limit, FEW, text, seen)


def one_draw(features: RecognisedFeatures) -> Finding:
    """Queries and keys see the same projections (slopes of both at the axes agree)."""
    d, gap, correlation, form_ = features.d, 0.0, 1.0, features.form
    if form_.legible:
        short = slice(2 * d + 1, 3 * d + 1) if not form_.exponential else slice(1, d + 1)
        mirrored = slice(3 * d + 1, None) if not form_.exponential else slice(d + 1, 2 * d + 1)
        slopes = []
        for phi in (features.queries, features.keys):
            if form_.exponential:
                part = np.log(np.maximum(phi[:, short], 1e-300) / np.maximum(phi[:, mirrored], 1e-300))
            else:
                part = phi[:, short] - phi[:, mirrored]
            many = part.shape[-1] > 1
            slopes.append(part - np.mean(part, axis=-1, keepdims=True) if many else part)
        size = float(np.sqrt(np.mean(slopes[0] ** 2)))
        gap = float(np.max(np.abs(slopes[0] - slopes[1]))) / size
        correlation = float(np.corrcoef(slopes[0].ravel(), slopes[1].ravel())[0, 1])
    text = f"correlation of both sides' projections {correlation:.4g}"
    limit, name = 512.0 * features.tolerance, "one draw for queries and keys"
    return identity(name, FEATURE_VECTOR, gap, limit, FEW, text, BothSides(correlation))
