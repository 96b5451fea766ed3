"""Every check of projections, cheap ones first, and the tests of the error budget that they make.

Proofs of the bands: rftheory.battery.concentration; here the rate of each test comes from the ledger of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.directions import (
    between_blocks,
    diagonal_signs,
    entry_signs,
    independence,
    marginal,
    within_block,
)
from rftheory.conformance.projections.draws import Projections
from rftheory.conformance.projections.norms import norm_law, norms_and_directions, norms_within
from rftheory.conformance.projections.structure import blocks, gram, redraws
from rftheory.conformance.references import (
    BLOCKS,
    COSINES,
    ESTIMATE,
    FIXED_MARGINAL,
    FIXED_NORMS,
    INDEPENDENT_ROWS,
    MARGINAL,
    NORMS,
    SIGNED_QR,
)

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


def _check(
    name: str, references: Sequence[str], measure: Callable[[Projections], Finding], *needs: str
) -> ClientCheck[Projections]:
    return ClientCheck(name, "projections", Projections, tuple(references), measure, frozenset(needs))


CHECKS = (
    _check("redraws", [ESTIMATE], redraws),
    _check("cosines of a block", [*COSINES.values()], gram),
    _check("blocks", [BLOCKS], blocks),
    _check("norm law", [NORMS, FIXED_NORMS], norm_law, "unpadded"),
    _check("norms within a draw", [NORMS], norms_within, "unpadded"),
    _check("signs of entries", [SIGNED_QR], entry_signs, "isotropic"),
    _check("signs of diagonals", [SIGNED_QR], diagonal_signs, "isotropic"),
    _check("marginal law", [MARGINAL, FIXED_MARGINAL], marginal, "isotropic"),
    _check("directions between blocks", [BLOCKS], between_blocks, "isotropic"),
    _check("directions within a block", [INDEPENDENT_ROWS], within_block, "isotropic", "independent"),
    _check("norms and directions", [NORMS], norms_and_directions, "isotropic", "chi_d"),
    _check("independence of draws", [ESTIMATE], independence),
)
