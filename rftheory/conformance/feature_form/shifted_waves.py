"""Sines and cosines to which one constant was added: an odd function has at both ends what it has twice at 0."""

from __future__ import annotations

import numpy as np

from rftheory.conformance.feature_form.recovery import FeatureForm, fitting, paired
from rftheory.measured.inputs import Floats

HARMLESS = 1e-4
"""A relative change of estimates that harms nobody."""


def constant(phi: Floats, d: int, rounding: float) -> float:
    """What was added to every one of the features (4d + 1, F) at the probes; 0 where they are no such waves.

    Half of them are one number c at 0 and odd about it. Without c they are zero there, and sin^2 + cos^2 with the others
    is the same at all points.
    """
    origin, limit = phi[0], 64.0 * rounding * float(np.max(np.abs(phi)))
    plus, minus = (
        np.concatenate([phi[1 + k * d : 1 + (k + 1) * d], phi[1 + (k + 2) * d : 1 + (k + 3) * d]])
        for k in (0, 1)
    )
    odd = np.all(np.abs(plus + minus - 2.0 * origin) <= 4.0 * limit, axis=0)
    moved = np.max(np.abs(plus - minus), axis=0) > limit
    sines, cosines = np.flatnonzero(odd & moved), np.flatnonzero(~odd)
    if len(sines) != len(cosines) or 2 * len(sines) != phi.shape[1]:
        return 0.0
    found = float(np.median(origin[sines]))
    harm = 2.0 * abs(found) * float(np.sum(np.abs(origin))) / float(np.vdot(origin, origin))
    if abs(found) <= limit or harm <= HARMLESS or np.ptp(origin[sines]) > limit:
        return 0.0
    clean = phi - found
    form = FeatureForm("trigonometric", len(sines), sines, cosines)
    return found if bool(fitting(clean, d, *paired(clean, d, form))) else 0.0
