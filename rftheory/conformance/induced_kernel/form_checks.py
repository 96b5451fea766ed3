"""Features held against f(W x)/sqrt(m), to rounding."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding
from rftheory.conformance.induced_kernel.measurements import Factor, InducedForm
from rftheory.conformance.induced_kernel.reading import HOMOGENEOUS, probes
from rftheory.conformance.induced_kernel.traits import FEW, InducedFeatures
from rftheory.conformance.references import ESTIMATE, FEATURE_VECTOR, INDUCED_KERNEL


def readable(features: InducedFeatures) -> Finding:
    """The features could be read at all."""
    text = f"{features.queries.shape[-1]} features, m = {features.m}"
    return identity("shape and finiteness", INDUCED_KERNEL, 0.0, 0.0, FEW, text)


def reproducible(features: InducedFeatures) -> Finding:
    """One seed gives one result."""
    near = features.queries[0][: 3 * features.d + 6]
    limit = features.tolerance * (float(np.max(np.abs(near))) or 1.0)
    return identity("one seed, one draw", ESTIMATE, features.repetition, limit, 2, "largest change")


def batch(features: InducedFeatures) -> Finding:
    """Features of a point do not depend on the others of its batch."""
    x, seed = probes(features.d)[3 * features.d : 3 * features.d + 3], features.seeds[0]
    alone, among = features.at(x[:1], seed), features.at(np.concatenate([x[:1], 3.0 * x, -3.0 * x]), seed)
    gap, size = 0.0, 1e-300
    for one, many in zip(alone, among, strict=True):
        gap, size = max(gap, float(np.max(np.abs(many[:1] - one)))), max(size, float(np.max(np.abs(one))))
    name, limit = "one point, one feature vector", features.tolerance * size
    return identity(name, FEATURE_VECTOR, gap, limit, 1, "largest change")


def floor(features: InducedFeatures) -> Finding:
    """Nothing is added to the features."""
    name, text = "constant in the features", f"{features.floor:.6g} is added to every feature"
    return identity(name, INDUCED_KERNEL, abs(features.floor), 0.0, FEW, text)


def scale(features: InducedFeatures) -> Finding:
    """The features carry 1/sqrt(m); where f has no form to be read, nothing is said."""
    ratio = features.factor * math.sqrt(features.m)
    effect = abs(ratio - 1.0) if features.worst <= features.tolerance else 0.0
    text, seen = f"features are {ratio:.6g} times f(w.x)/sqrt(m)", Factor(ratio, features.m, features.d)
    return identity("scale", INDUCED_KERNEL, effect, features.tolerance, FEW, text, seen)


def form(features: InducedFeatures) -> Finding:
    """The features are f at points that were not used to read off W."""
    gap = features.worst if math.isfinite(features.worst) else 1.0
    text = f"largest error of {features.name} features of {features.m} projections, over their size"
    seen = InducedForm(features.name in HOMOGENEOUS)
    return identity("form of the map", INDUCED_KERNEL, gap, features.tolerance, FEW, text, seen)


def one_draw(features: InducedFeatures) -> Finding:
    """Queries and keys see the same projections."""
    name, text = "one draw for queries and keys", "largest difference of the projections of both sides"
    return identity(name, FEATURE_VECTOR, features.sides, features.room, FEW, text)


def _check(
    name: str, reference: str, measure: Callable[[InducedFeatures], Finding], *needs: str
) -> ClientCheck[InducedFeatures]:
    return ClientCheck(name, "induced kernel", InducedFeatures, (reference,), measure, frozenset(needs))


CHECKS = (
    _check("shape and finiteness", INDUCED_KERNEL, readable),
    _check("one seed, one draw", ESTIMATE, reproducible),
    _check("one point, one feature vector", FEATURE_VECTOR, batch),
    _check("constant in the features", INDUCED_KERNEL, floor),
    _check("scale", INDUCED_KERNEL, scale, "scaled"),
    _check("form of the map", INDUCED_KERNEL, form),
    _check("one draw for queries and keys", FEATURE_VECTOR, one_draw),
)
