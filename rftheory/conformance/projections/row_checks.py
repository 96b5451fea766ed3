"""Projections held against the law of a mechanism: exact structure, then bands of DKW and Hoeffding. Nothing is drawn here.

Proofs of the bands: rftheory.battery.concentration; here the rate of each test comes from the ledger of the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rftheory.conformance.causes import CAUSES
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.directions import (
    between_blocks,
    diagonal_signs,
    entry_signs,
    independence,
    marginal,
    within_block,
)
from rftheory.conformance.projections.norms import norm_law, norms_and_directions, norms_within
from rftheory.conformance.projections.row_reading import Subject
from rftheory.conformance.projections.structure import blocks, gram, redraws

STATISTICAL = (
    "norm law",
    "norms within a draw",
    "signs of entries",
    "signs of diagonals",
    "marginal law",
    "directions between blocks",
    "directions within a block",
    "independence of draws",
    "norms and directions",
)


CONSEQUENCES = frozenset(
    {"anisotropic", "blocks-dependent", "norm-law", "not-centred", "norms-dependent", "norm-direction"}
)


def examine(subject: Subject) -> Iterator[Finding]:
    """Every check of the projections, cheap ones first; what an earlier mistake explains is put down to it."""
    root: str | None = None
    for found in _checks(subject):
        follows = root == "seed-ignored" or found.cause in CONSEQUENCES
        if found.cause is not None and root is not None and follows:
            yield replace(found, cause=root, diagnosis=CAUSES[root])
            continue
        root = root or found.cause
        yield found


def _checks(subject: Subject) -> Iterator[Finding]:
    yield redraws(subject)
    yield gram(subject)
    yield blocks(subject)
    if subject.claim.padded(subject.d) == subject.d:
        yield norm_law(subject)
        yield norms_within(subject)
    if subject.claim.isotropic:
        yield entry_signs(subject)
        yield diagonal_signs(subject)
        yield marginal(subject)
        yield between_blocks(subject)
        if subject.claim.law.directions == "independent":
            yield within_block(subject)
        if subject.claim.law.norm == "chi_d":
            yield norms_and_directions(subject)
    yield independence(subject)
