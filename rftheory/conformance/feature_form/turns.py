"""The step at which angles of waves are read off, short enough for the longest rows."""

from __future__ import annotations

import math

import numpy as np

from rftheory.conformance.feature_form.random_phases import NEAR
from rftheory.conformance.feature_form.recovery import STEPS, FeatureForm, probes, rows
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.measured.inputs import Floats

SHORTER, TRIES = 2.0**-7, 3
"""From one step to the next, and how many of them."""
REACH = {"trigonometric": math.pi, "phase": math.pi / 2.0}
"""The largest angles that are told from others."""
CLEAR = 0.1
"""The share of these that rounding may make of an angle at the shorter step: beyond it nothing is told."""


def error(form: FeatureForm, rounding: float, step: float = STEPS["trigonometric"]) -> float:
    """How far rounding moves rows that are read off."""
    if form.name == "phase":
        return _of_phases(rounding, step)
    return 4.0 * rounding / (STEPS["exponential"] if form.exponential else step)


def _of_phases(rounding: float, step: float) -> float:
    """The same of the worst of some million entries, whose phase and angle are both near 0.

    As random_phases reads them at the long step: an angle is off by rounding over the larger of the two, of which the
    least is some 1e-3 among as many. Where the short step leaves too much, by that root of rounding.
    """
    if math.sqrt(8.0 * rounding) / step * STEPS["exponential"] > NEAR:
        return math.sqrt(8.0 * rounding) / step
    return 8e3 * rounding / STEPS["exponential"]


def furthest(form: FeatureForm, rounding: float, step: float = STEPS["trigonometric"]) -> float:
    """The same for the worst entry: of a wave at its top, whose phase hides its sine, the angle is a root of rounding."""
    hidden = 8.0 * rounding if form.name == "phase" else 0.0
    return max(error(form, rounding, step), math.sqrt(hidden) / step)


def step(features: RecognisedFeatures, amplitude: float) -> float:
    """The usual step, or a shorter one where some entry, read at one shorter still, is of a larger angle than it shows.

    Entries beyond pi/step, pi/(2 step) of a phase map, are read off modulo a turn. amplitude: what features of random
    phases are divided by.
    """
    form, found = features.form, STEPS["trigonometric"]
    if form.name not in REACH:
        return found
    for _ in range(TRIES):
        shorter, reach = SHORTER * found, REACH[form.name] / found
        if furthest(form, features.rounding, shorter) > CLEAR * reach:
            return found
        longest = max(_longest(features, seed, shorter, amplitude) for seed in features.seeds[:2])
        if not longest > reach:
            return found
        found = shorter
    return found


def _longest(features: RecognisedFeatures, seed: int, step: float, amplitude: float) -> float:
    points = probes(features.d, step)
    with np.errstate(all="ignore"):
        phi: Floats = features.at(points, seed)[0] / amplitude
        rng = np.random.Generator(np.random.PCG64DXSM(seed))
        return float(np.max(np.abs(rows(phi, features.d, features.form, 0.0, rng, step))))
