"""Every check of an array of draws, cheap ones first: the shelf's own couplings and everybody else's are put to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rftheory.battery.concentration import Deviation
from rftheory.battery.rows.directions import (
    between_blocks,
    diagonal_signs,
    entry_signs,
    independence,
    marginal_law,
    within_block,
)
from rftheory.battery.rows.draws import DrawnRows
from rftheory.battery.rows.norms import norm_law, norms_and_directions, norms_within
from rftheory.battery.rows.structure import blocks, cosines, redraws
from rftheory.measured.inference.error_budget import Share


@dataclass(frozen=True)
class RowCheck:
    """One test of draws of W whose claimed coupling has all the tags it `needs`, at the rates of its share.

    statistical: whether it spends a share; else its limit is rounding.
    """

    name: str
    measure: Callable[[DrawnRows, Share], Deviation]
    needs: str = ""
    statistical: bool = True

    def applies(self, rows: DrawnRows) -> bool:
        """Whether the claimed coupling calls for it."""
        return rows.tags.issuperset(self.needs.split())


ROW_CHECKS = (
    RowCheck("redraws", redraws, statistical=False),
    RowCheck("cosines of a block", cosines, statistical=False),
    RowCheck("blocks", blocks, statistical=False),
    RowCheck("norm law", norm_law),
    RowCheck("norms within a draw", norms_within, "unpadded"),
    RowCheck("signs of entries", entry_signs, "isotropic"),
    RowCheck("signs of diagonals", diagonal_signs, "isotropic"),
    RowCheck("marginal law", marginal_law, "isotropic"),
    RowCheck("directions between blocks", between_blocks, "isotropic"),
    RowCheck("directions within a block", within_block, "isotropic independent"),
    RowCheck("norms and directions", norms_and_directions, "isotropic chi_d"),
    RowCheck("independence of draws", independence),
)
