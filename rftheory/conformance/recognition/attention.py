"""What attention is, and all of which only ratios of estimates are claimed: the family and kernel of its features."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rftheory.conformance.attention import ratios
from rftheory.conformance.attention.matrix import AttentionMatrix
from rftheory.conformance.feature_form.probing import FEW
from rftheory.conformance.recognition.examination import Recognised
from rftheory.conformance.references import ATTENTION
from rftheory.conformance.unreadable import Unreadable
from rftheory.errors import InputError, shorten
from rftheory.measured.protocol import Kernel

TILTED = (
    "; queries and keys are scaled differently, which e^(x.y) does not show: estimates are those of queries and keys that "
    "the code takes to one scale, and x = y stands for such"
)
SKEWED = (
    "; queries are mapped by a matrix and keys by the inverse of its transpose, which e^(x.y) does not show: estimates are "
    "those of points that the code takes to one map"
)
MASKED = "; later keys are masked: queries were asked after all keys"
UNREFERENCED = (
    "estimates are not read: the key by which they are known, -x of a query x, or x of waves, weighs 0"
)
DIRECTIONS = "estimates are not read: queries and keys enter by their directions alone, as points that are divided by their norms do"
FAMILIES = ("positive", "hyperbolic", "trigonometric")


def attention(known: Recognised) -> Recognised:
    """The matrix of one-hot values, then ratios of its entries."""
    exam = known.examination
    matrix = AttentionMatrix(exam.client, exam.scale, exam.d, exam.seeds[:FEW])
    masked = matrix.finite and matrix.hides_later
    matrix = replace(matrix, masked=masked)
    known = known.seeing(matrix)
    if not matrix.legible:
        return known
    if not matrix.ordered:
        text = "ratios of estimates are not read: they need every query to see every key alike"
        return replace(known, preflight=text)
    if not matrix.linear:
        return replace(
            known, preflight="ratios are not read: they need outputs that are linear in the values"
        )
    known = by_ratios(known, matrix, matrix.tolerance, None)
    return known.noting(MASKED) if masked else known


def by_ratios(known: Recognised, entries: ratios.Entries, tolerance: float, form: str | None) -> Recognised:
    """Estimates up to a factor of each query and one of all keys: exactly, then their means and variances."""
    exam, declaration = known.examination, known.declaration
    kernel: Kernel = known.kernel or "softmax"
    name = declaration.map or form
    if name not in (None, *FAMILIES) or declaration.hybrid:
        raise InputError(
            f"attention by {shorten(declaration.name)} features is not read: no key of theirs has a known weight; allowed "
            "for attention and --ratios: positive, hyperbolic or trigonometric features (or give the feature map itself)"
        )
    waves = None if name is None else name == "trigonometric"
    if ratios.by_direction(entries, exam.d, tolerance, exam.seeds[:FEW]):
        return known.seeing(Unreadable("no norms", DIRECTIONS, ATTENTION))
    subject = ratios.recognised(entries, waves, kernel, exam.d, tolerance, exam.seeds[:FEW])
    known = known.seeing(subject).mapped(name or ("trigonometric" if subject.waves else "positive"))
    known = replace(known, kernel=kernel)
    known = replace(known, preflight=known.errors(kernel) + (TILTED if subject.tilted else ""))
    x, y = exam.points()
    values = np.stack([subject.estimates(x, y, seed) for seed in exam.seeds])
    if not np.all(np.isfinite(values)) and any(subject.vanish(x, seed) for seed in exam.seeds):
        return known.seeing(Unreadable("no reference", UNREFERENCED, ATTENTION))
    return known.estimates(values, kernel)
