"""Projections of a client and the error budget of the run that checks them."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.battery.rows.draws import DrawnRows
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.mechanisms.hadamard import Hadamard


@dataclass(frozen=True)
class Projections:
    """Draws of W by successive seeds with the coupling they claim, and the ledger of the run.

    norm_law: whether the law of norms is checked here. free_norms: whether norms are claimed to be independent. lawful:
    whether single rows are not known to have another law. lengths: the lengthscales of coordinates that are taken out
    of the rows.
    """

    rows: DrawnRows
    ledger: ErrorBudget
    norm_law: bool = True
    free_norms: bool = True
    lawful: bool = True
    lengths: tuple[float, ...] | None = None

    @property
    def tags(self) -> frozenset[str]:
        """What the claimed coupling lets be checked, and whether rows are drawn anew at all."""
        rows = self.rows
        found = {
            "redrawn": not rows.frozen_directions,
            "products": isinstance(rows.claim, Hadamard),
            "varying": not (rows.constant or rows.frozen_norms),
            "norm law": self.norm_law,
            "free norms": self.free_norms,
            "lawful": self.lawful,
            "lengths": self.lengths is not None and len(set(self.lengths)) > 1 and rows.m > 1,
        }
        return rows.tags | {tag for tag, holds in found.items() if holds}
