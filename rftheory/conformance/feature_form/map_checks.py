"""Features held against the definition of a map, to rounding: one draw, one point, the form, where nothing varies."""

from __future__ import annotations

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.client.arrays import ROUNDING
from rftheory.conformance.feature_form.measurements import BothSides, Ends, MapForm
from rftheory.conformance.feature_form.probing import generic
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.conformance.findings import Finding
from rftheory.conformance.references import ESTIMATE, FEATURE_VECTOR, PERFECT_ENDS
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot
from rftheory.moments.catalogue import definition


def readable(features: RecognisedFeatures) -> Finding:
    """The features could be read at all."""
    text = f"{features.queries.shape[-1]} features"
    return identity("shape and finiteness", FEATURE_VECTOR, 0.0, 0.0, len(features.queries), text)


def reproducible(features: RecognisedFeatures) -> Finding:
    """One seed gives one result."""
    gap, limit = features.repetition, features.tolerance
    return identity("one seed, one draw", ESTIMATE, gap, limit, 2, "largest change")


def arithmetic(features: RecognisedFeatures) -> Finding:
    """Features move as finely as the numbers that come back."""
    inside, seen = features.coarse or "", features.client.dtype_seen
    text = f"features move in steps as of {inside}, where {seen} comes back"
    return identity("arithmetic", FEATURE_VECTOR, ROUNDING[inside], 0.0, 1, text)


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
    text = f"{seen.name} features of {seen.m} projections" if seen.legible else f"{seen.name} features"
    measured = MapForm(
        seen.name,
        seen.legible,
        seen.generalised,
        seen.exponential,
        bool(np.any(features.queries < 0.0)),
        features.sunk,
        declared,
        features.ratios,
        None if features.ratios else features.phase_law,
        alien and _separate(features),
        alien and _normalised(features),
        features.steady,
    )
    return identity(
        "form of the map", statement, 1.0 if alien else 0.0, 0.0, len(features.queries), text, measured
    )


def _normalised(features: RecognisedFeatures) -> bool:
    """Whether positive features of a point have the same sum at all points."""
    phi = features.queries
    sums = np.sum(phi, axis=-1)
    return bool(np.all(phi > 0.0) and np.ptp(sums) <= features.tolerance * np.max(sums))


def _separate(features: RecognisedFeatures) -> bool:
    """Whether each feature is a sum of functions of one coordinate, not all linear: f(x) - f(0) = sum f(x_i e_i) - f(0)."""
    x, d = generic(features.d)[:1], features.d
    points = np.concatenate([np.zeros((1, d)), x, np.diag(x[0]), -np.diag(x[0])])
    phi = features.at(points, features.seeds[0])[0]
    if d < 2 or not np.all(np.isfinite(phi)):
        return False
    origin, whole, plus, minus = phi[0], phi[1], phi[2 : d + 2], phi[d + 2 :]
    size = float(np.max(np.abs(phi - origin)))
    gap = float(np.max(np.abs(whole - origin - np.sum(plus - origin, axis=0))))
    bent = float(np.max(np.abs(plus + minus - 2.0 * origin)))
    return gap <= d * features.tolerance * size and bent > 1e-3 * size


def zero_variance(features: RecognisedFeatures) -> Finding:
    """At y = -x (exponential) or y = x (waves) the estimate is the kernel, up to the factor that `scale` reports."""
    x, gap, ratios = generic(features.d), 0.0, []
    sign = -1.0 if features.form.exponential else 1.0
    exponents = sign * vecdot(x, x)
    if features.kernel == "gaussian":
        exponents = vecdot(x - sign * x, x - sign * x) / -2.0
    for index, seed in enumerate(features.seeds[: len(features.queries)]):
        queries, keys = features.at(x, seed)[0], features.at(sign * x, seed)[1]
        origin = float(features.queries[index, 0] @ features.keys[index, 0])
        ratio = vecdot(queries, keys) / (origin * np.exp(exponents))
        gap = max(gap, float(np.max(np.abs(ratio - 1.0))))
        ratios.append(ratio)
    text = f"largest relative error at y = {'-' if sign < 0 else ''}x"
    limit = 8.0 * features.tolerance
    seen = Ends(features.single(gap), features.steady, _weighted(np.stack(ratios), vecdot(x, x), limit))
    return identity("zero variance", PERFECT_ENDS, gap, limit, len(features.queries), text, seen)


def _weighted(ratios: Floats, squares: Floats, limit: float) -> bool:
    """Whether ratios (k, p) are one power of e^{|x|^2}, the same in all draws."""
    if not np.all(ratios > 0.0):
        return False
    powers = np.log(ratios) / squares
    return bool(np.ptp(powers) <= limit + 1e-9 < np.min(np.abs(powers)))


def _factors(features: RecognisedFeatures) -> Floats | None:
    """The number (k, F) by which each feature of the keys is that of the queries; None where there is no such number."""
    queries, keys = features.queries, features.keys
    with np.errstate(all="ignore"):
        large = np.abs(queries) > 1e-3 * np.max(np.abs(queries))
        if not np.all(np.any(large, axis=1)):
            return None
        parts = np.where(large, keys / queries, np.nan)
        spread = np.nanmax(parts, axis=1) - np.nanmin(parts, axis=1)
        middle: Floats = np.nanmedian(parts, axis=1)
    return middle if np.all(spread <= 1e-6 + 512.0 * features.tolerance) else None


def _shared(features: RecognisedFeatures, factors: Floats | None) -> bool:
    """Whether a sine and its cosine have one such number, so that estimates know the product of both sides alone."""
    form = features.form
    if factors is None or form.name != "trigonometric":
        return False
    gap = np.abs(factors[:, form.first] - factors[:, form.second])
    return bool(np.all(gap <= 1e-6 * np.abs(factors[:, form.second])))


def one_draw(features: RecognisedFeatures) -> Finding:
    """Queries and keys see the same projections: slopes of both at the axes agree, but for a factor of each projection.

    Estimates know the product of such factors of both sides alone, which scale and weights of rows are held against.
    """
    d, gap, correlation, form_, ratio = features.d, 0.0, 1.0, features.form, 1.0
    factors = _factors(features)
    if form_.legible:
        short = slice(2 * d + 1, 3 * d + 1) if not form_.exponential else slice(1, d + 1)
        mirrored = slice(3 * d + 1, None) if not form_.exponential else slice(d + 1, 2 * d + 1)
        slopes, keys = [], features.keys
        if factors is not None and _shared(features, factors):
            keys = keys / factors[:, None]
        for phi in (features.queries, keys):
            if form_.exponential:
                part = np.log(np.maximum(phi[:, short], 1e-300) / np.maximum(phi[:, mirrored], 1e-300))
            else:
                part = phi[:, short] - phi[:, mirrored]
            many = part.shape[-1] > 1
            slopes.append(part - np.mean(part, axis=-1, keepdims=True) if many else part)
        one, other = slopes
        size, span = float(np.sqrt(np.mean(one**2))), float(np.std(one) * np.std(other))
        gap = float(np.max(np.abs(one - other))) / (size or 1.0)
        correlation = float(np.corrcoef(one.ravel(), other.ravel())[0, 1]) if span > 0.0 else 1.0
        ratio = float(np.vdot(one, other)) / float(np.vdot(one, one)) if size > 0.0 else 1.0
    text = f"correlation of both sides' projections {correlation:.4g}"
    limit, name = 512.0 * features.tolerance, "one draw for queries and keys"
    return identity(
        name,
        FEATURE_VECTOR,
        gap,
        limit,
        len(features.queries),
        text,
        BothSides(correlation, ratio, factors is not None and float(np.ptp(factors, axis=1).max()) > 1e-3),
    )


def summed(features: RecognisedFeatures) -> Finding:
    """A feature depends on all coordinates: w.x is a sum over them."""
    text = "each feature depends on one coordinate of x" if features.additive else "features depend on w.x"
    statement = definition(features.form.name)
    return identity(
        "coordinates of a feature", statement, float(features.additive), 0.0, len(features.queries), text
    )
