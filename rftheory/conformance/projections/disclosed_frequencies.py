"""Rows that a client shows of its last draw, against those that its features use."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding
from rftheory.conformance.references import ESTIMATE
from rftheory.measured.inputs import Floats


@dataclass(frozen=True)
class DisclosedFrequencies:
    """Rows (n, m, d) that a client shows, and those read off from its features, in the units of the kernel.

    Rows may be shown as they act on the client's points, or on scale times these. signs: rows are known up to one.
    """

    shown: Floats
    used: Floats
    scale: float
    error: float
    signs: bool

    @property
    def tags(self) -> frozenset[str]:
        """None: one check."""
        return frozenset()


def compared(rows: DisclosedFrequencies) -> Finding:
    """frequencies() are the rows that the features use, in any order and, where `signs`, up to a sign."""
    shown, used = rows.shown, rows.used
    if shown.shape != used.shape:
        gap, text = math.inf, f"shape {shown.shape[1:]} where the features use {used.shape[1:]}"
    else:
        size = float(np.sqrt(np.mean(used**2)))
        wanted = _sorted(used, rows.signs)
        gap = min(float(np.max(np.abs(_sorted(shown / s, rows.signs) - wanted))) for s in (1.0, rows.scale))
        gap, text = gap / size, "largest difference of an entry, relative to a typical one"
    return identity("frequencies()", ESTIMATE, gap, 1e-6 + 16.0 * rows.error, len(shown), text)


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


CHECKS = (ClientCheck("frequencies()", "disclosed", DisclosedFrequencies, (ESTIMATE,), compared),)
