"""What multiplies features or is added to them, to rounding: constant, maximum, weight, scale."""

from __future__ import annotations

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.feature_form.measurements import Scale, Weight
from rftheory.conformance.feature_form.recovery import STEPS
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.conformance.findings import Finding
from rftheory.measured.products import vecdot
from rftheory.moments.catalogue import definition


def floor(features: RecognisedFeatures) -> Finding:
    """The least feature falls with the distance from 0; one that stays the same above zero is a constant added."""
    text = "least feature far out, over the feature at 0"
    statement = definition(features.apparent.name)
    return identity(
        "constant in the features", statement, features.floor_share, 0.0, len(features.queries), text
    )


def maxima(features: RecognisedFeatures) -> Finding:
    """The largest feature of a point changes with the seed: a row whose maximum was subtracted has a constant one."""
    effect = 1.0 if features.constant_maxima else 0.0
    text = "seeds leave the largest feature of a point as it is"
    return identity(
        "maximum over features", definition(features.form.name), effect, 0.0, len(features.queries), text
    )


def weight(features: RecognisedFeatures) -> Finding:
    """log phi(x) + log phi(-x) - 2 log phi(0) is -2|x|^2 (Gaussian) or -|x|^2 (softmax) for every feature."""
    d, step = features.d, STEPS["exponential"]
    expected = -2.0 if features.kernel == "gaussian" else -1.0
    gap, value = 0.0, expected
    for phi in (features.queries, features.keys):
        clean = np.maximum(phi - features.floor, 1e-300)
        plus, minus = clean[:, 1 : d + 1], clean[:, d + 1 : 2 * d + 1]
        slopes = (np.log(plus) + np.log(minus) - 2.0 * np.log(clean[:, :1])) / step**2
        worst = float(slopes.flat[int(np.argmax(np.abs(slopes - expected)))])
        if abs(worst - expected) > gap:
            gap, value = abs(worst - expected), worst
    factor, square = value / expected, _quadratic(features)
    text = f"exponent {value / 2.0:.6g} |x|^2 where {expected / 2.0:g} |x|^2 belongs (factor {factor:.4g})"
    text += "" if square else ", of |x| = 1/2; it is no multiple of |x|^2"
    seen = Weight(value, expected, features.single(gap), square, features.scale, features.d)
    limit = 32.0 * features.tolerance
    return identity(
        "weight of the features",
        definition(features.form.name),
        gap,
        limit,
        len(features.queries),
        text,
        seen,
    )


def _quadratic(features: RecognisedFeatures) -> bool:
    """Whether the weight has the same exponent per |x|^2 at both steps."""
    d, found = features.d, []
    clean = np.maximum(features.queries - features.floor, 1e-300)
    for first, step in ((1, STEPS["exponential"]), (2 * d + 1, STEPS["trigonometric"])):
        plus, minus = clean[:, first : first + d], clean[:, first + d : first + 2 * d]
        found.append(float(np.median(np.log(plus) + np.log(minus) - 2.0 * np.log(clean[:, :1]))) / step**2)
    noise = 64.0 * features.rounding / STEPS["trigonometric"] ** 2
    return abs(found[0] - found[1]) <= 0.05 + noise


def scale(features: RecognisedFeatures) -> Finding:
    """phi(0).phi(0) = 1, whatever the projections; of random phases its mean, by the amplitude of the cosines."""
    values = vecdot(features.queries[:, 0], features.keys[:, 0])
    value = float(values[int(np.argmax(np.abs(values - 1.0)))])
    m, d, name, limit = features.form.m, features.d, "phi(0).phi(0)", features.tolerance
    if features.form.name == "phase":
        value, name, limit = features.phases[0], "amplitude^2 m/2", 1e4 * features.tolerance
    phases = features.form.name == "phase"
    seen = Scale(value, m, d, features.tolerance, features.single(value - 1.0), phases)
    text = f"{name} = {value:.6g}; m = {m}, d = {d}"
    return identity(
        "scale", definition(features.form.name), abs(value - 1.0), limit, len(features.queries), text, seen
    )


def constants(features: RecognisedFeatures) -> Finding:
    """No feature is the same at all points: it adds a constant to the kernel."""
    text = f"features that do not depend on x add {features.beside.constant:.6g} to every estimate"
    effect, statement = abs(features.beside.constant), definition(features.form.name)
    return identity("constant features", statement, effect, 0.0, len(features.queries), text)


def linear(features: RecognisedFeatures) -> Finding:
    """No feature is a linear function of x: such ones add their own product to the kernel."""
    text = f"features that are linear in x add {features.beside.linear:.6g} x.y to every estimate"
    effect, statement = abs(features.beside.linear), definition(features.form.name)
    return identity("linear features", statement, effect, 0.0, len(features.queries), text)
