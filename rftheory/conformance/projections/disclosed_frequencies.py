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


@dataclass
class DisclosedFrequencies:
    """Rows (m, d) that a client shows of n draws, against those read off from its features, in the units of the kernel.

    Rows may be shown as they act on the client's points, or on scale times these: `gaps` are the largest differences
    under both readings. signs: rows are known up to one. square: the mean square of an entry. misfit: another shape.
    """

    scale: float
    error: float
    signs: bool
    gaps: tuple[float, float] = (0.0, 0.0)
    square: float = 0.0
    n: int = 0
    misfit: str = ""

    def take(self, shown: Floats, used: Floats) -> None:
        """The rows of one more draw."""
        self.n += 1
        if shown.shape != used.shape:
            self.misfit = f"shape {shown.shape} where the features use {used.shape}"
            return
        self.square += (float(np.mean(used**2)) - self.square) / self.n
        wanted, units = _sorted(used, self.signs), (1.0, self.scale)
        here = (float(np.max(np.abs(_sorted(shown / unit, self.signs) - wanted))) for unit in units)
        one, other = (float(np.maximum(gap, found)) for gap, found in zip(self.gaps, here, strict=True))
        self.gaps = (one, other)

    @property
    def tags(self) -> frozenset[str]:
        """None: one check."""
        return frozenset()


def compared(rows: DisclosedFrequencies) -> Finding:
    """frequencies() are the rows that the features use, in any order and, where `signs`, up to a sign."""
    gap = math.inf if rows.misfit else min(rows.gaps) / math.sqrt(rows.square)
    text = rows.misfit or "largest difference of an entry, relative to a typical one"
    return identity("frequencies()", ESTIMATE, gap, 1e-6 + 16.0 * rows.error, rows.n, text)


def unit(shown: Floats, scale: float) -> float:
    """What rows are divided by: of both conventions that by which entries are nearer to variance one."""
    square = max(float(np.mean(shown**2)), 1e-300)
    return min((1.0, scale), key=lambda by: abs(math.log(square / by**2)))


def _sorted(w: Floats, signs: bool) -> Floats:
    """Rows (m, d) in the order of their products with a direction without pattern."""
    along = w @ np.cos(1.0 + 2.399963 * np.arange(w.shape[1]))
    if signs:
        w, along = w * np.where(along < 0.0, -1.0, 1.0)[:, None], np.abs(along)
    found: Floats = w[np.argsort(along)]
    return found


CHECKS = (ClientCheck("frequencies()", "disclosed", DisclosedFrequencies, (ESTIMATE,), compared),)
