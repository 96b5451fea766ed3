"""Estimates at pairs under examination, and what their mechanism claims of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.claim.declaration import Declaration
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments import catalogue
from rftheory.moments.entries import MechanismMoments
from rftheory.moments.pairs import Pair
from rftheory.moments.term_moments import TermMoments


@dataclass(frozen=True)
class Estimates:
    """n estimates at each pair (n, p), what they claim, their rounding, the ledger, rows that were read off.

    required: how many of the pairs have to be decided; of the others means are checked where they are. form: the map
    that features show, empty where they show none.
    """

    values: Floats
    pairs: tuple[Pair, ...]
    declaration: Declaration
    kernel: Kernel
    m: int | None
    rounding: float
    ledger: ErrorBudget
    rows: DrawnRows | None = None
    required: int | None = None
    form: str = ""

    @property
    def map(self) -> str:
        """The declared map, that of most code where none is."""
        return self.declaration.map or "positive"

    @cached_property
    def theory(self) -> MechanismMoments:
        """What the catalogue says of the mechanism."""
        return catalogue.moments(self.declaration.coupling, self.map, self.kernel, self.declaration.row)

    def variance(self, pair: Pair, term: TermMoments) -> float | None:
        """The variance of an estimate by the closed form; None where there is none, or m or the map is not known."""
        named = self.declaration.map is not None or self.declaration.row is not None
        return self.theory.variance(pair, self.m, term) if named and self.m is not None else None

    def variance_bound(self, pair: Pair, term: TermMoments) -> float:
        """At least the variance of an estimate; of one feature where m is not known."""
        return self.theory.variance_bound(pair, self.m or 1, term, self.variance(pair, term))
