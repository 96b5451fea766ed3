"""What an orthogonal block costs that forgets the signs of R: the mean of its estimates by the direction of the points."""

from __future__ import annotations

import math

import numpy as np

from rftheory.measured.engine.streams import stream
from rftheory.measured.inputs import Floats, integer
from rftheory.studies.experiments.measurements import MEANS, ExperimentResult, mean

BATCHES = 20


def directions(
    *, d: int = 8, norm: float = 0.7, steps: int = 16, blocks: int = 20_000, seed: int = 0
) -> ExperimentResult:
    """The mean estimate of exp(x.x) over its value, for x of this norm turned from an axis to -(1, ..., 1).

    Q comes from a QR decomposition, with and without the signs of the diagonal of R, rows have chi_d lengths. The
    kernel is that of positive features, whose estimates are unbiased where Q is uniform; `blocks` draws in 20 batches,
    the same for all directions. Source: orf, footnote 1.
    """
    rng = stream(seed, "experiment/directions", d, 0)
    each = integer("blocks", blocks, 2 * BATCHES) // BATCHES
    q, r = np.linalg.qr(rng.standard_normal((BATCHES, each, d, d)))
    lengths = np.sqrt(rng.chisquare(d, (BATCHES, each, d)))[..., None]
    signs = np.sign(np.diagonal(r, axis1=-2, axis2=-1))[..., None, :]
    found = []
    for name, rows in (("Q as LAPACK gives it", q), ("with the signs of R", q * signs)):
        for step in range(steps + 1):
            angle = math.pi * step / steps
            values = np.exp(2.0 * (lengths * rows) @ _turned(d, norm, angle) - 2.0 * norm**2)
            found.append(mean(name, math.degrees(angle), np.mean(values, axis=(1, 2)).tolist()))
    title = f"Estimates of exp(x.x) by direction: d = {d}, |x| = {norm:g}"
    note = f"{blocks} blocks in {BATCHES} batches; {MEANS}"
    return ExperimentResult(
        title, "angle of x and (1, ..., 1), degrees", "mean estimate over truth", note, tuple(found)
    )


def _turned(d: int, norm: float, angle: float) -> Floats:
    """A vector at this angle to (1, ..., 1), in the plane of it and the first axis."""
    ones, axis = np.full(d, 1.0 / math.sqrt(d)), np.eye(d)[0]
    across = axis - ones * ones[0]
    return np.asarray(norm * (math.cos(angle) * ones + math.sin(angle) * across / np.linalg.norm(across)))
