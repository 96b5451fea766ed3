"""Rows that a client shows of its last draw, against those that its features use. Nothing is drawn here."""

from __future__ import annotations

import math

import numpy as np

from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.bands import exact
from rftheory.measured.inputs import Floats


def compared(shown: Floats, used: Floats, scale: float, error: float, signs: bool) -> Finding:
    """frequencies() (n, m, d) are the rows read off from the features, in any order and, where `signs`, up to a sign.

    used: in the units of the kernel. Rows may be shown as they act on the client's points, or on scale times these.
    """
    if shown.shape != used.shape:
        gap, text = math.inf, f"shape {shown.shape[1:]} where the features use {used.shape[1:]}"
    else:
        size = float(np.sqrt(np.mean(used**2)))
        wanted = _sorted(used, signs)
        gap = min(float(np.max(np.abs(_sorted(shown / s, signs) - wanted))) for s in (1.0, scale)) / size
        text = "largest difference of an entry, relative to a typical one"
    return exact("frequencies()", "simrf/eq1", gap, 1e-6 + 16.0 * error, "other-rows", len(shown), text)


def in_units(shown: Floats, scale: float) -> Floats:
    """Rows in the units of the kernel: of both conventions the one whose entries are nearer to variance one."""
    tried = [shown / s for s in (1.0, scale)]
    return min(tried, key=lambda w: abs(math.log(max(float(np.mean(w**2)), 1e-300))))


def _sorted(w: Floats, signs: bool) -> Floats:
    """Rows in the order of their products with a direction without pattern."""
    along = w @ np.cos(1.0 + 2.399963 * np.arange(w.shape[2]))
    if signs:
        w, along = w * np.where(along < 0.0, -1.0, 1.0)[..., None], np.abs(along)
    return np.take_along_axis(w, np.argsort(along, axis=1)[..., None], axis=1)
