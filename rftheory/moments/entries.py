"""What an entry of the catalogue says of a feature map or a coupling, and the moments of both together."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling, Kernel
from rftheory.moments.block_covariance import block_share
from rftheory.moments.block_powers import Spread
from rftheory.moments.coupled_bound import largest_factor
from rftheory.moments.pairs import Invariants, Pair, scaled
from rftheory.moments.relative_moments import AbstractRelativeMoments, Gap
from rftheory.moments.row_maps import Row
from rftheory.moments.term_moments import TermMoments, estimate_moments, fourth_bound

Term = Callable[[Kernel, Floats, Floats, bool, Row | None], TermMoments]
"""Moments of what one projection adds to an estimate at (x, y), its rows of length sqrt(d) where the flag says so."""


@dataclass(frozen=True)
class CertifyingSide:
    """A statement (and its side) whose value is the variance of m projections, their mean, or that less the kernel."""

    id: str
    kernel: Kernel
    map: str = ""
    what: Literal["variance", "mean", "bias"] = "variance"


@dataclass(frozen=True)
class MapEntry:
    """One feature map: its moments, None where none are known, and the statements that they stand on.

    `means` by kernel; `variance`, `coupled` and `fixed` name what the variance of independent rows, that of coupled
    rows and the mean with rows of length sqrt(d) stand on. `term`: at one pair, which `conform` asks for; `relative`:
    over many pairs in logarithms, by which `recommend` ranks. `pair` certifies `gap`, the covariance of two rows.
    """

    name: str
    definition: str
    means: Mapping[Kernel, str] = field(default_factory=dict)
    variance: str = ""
    coupled: str = ""
    fixed: str = ""
    term: Term | None = None
    relative: AbstractRelativeMoments | None = None
    gap: Callable[[Invariants, float], Gap] | None = None
    pair: str = ""
    certificates: tuple[CertifyingSide, ...] = ()


@dataclass(frozen=True)
class CouplingEntry:
    """One coupling; `ranked`: its rows are Gaussian, a block has one cosine, and `recommend` compares it.

    `conformity`: the statement of its RF-conformity. `note`: what is known, where it is not ranked.
    """

    name: str
    ranked: bool = False
    certificates: tuple[CertifyingSide, ...] = ()
    conformity: str = ""
    note: str = ""

    def check(self, coupling: AbstractCoupling) -> None:
        """InputError where a ranked coupling is not what ranking needs."""
        plain = coupling.isotropic and coupling.padded(8) == 8 and coupling.law.norm == "chi_d"
        one = coupling.law.directions == "independent" or coupling.law.cosine(8) is not None
        if self.ranked and not (plain and one):
            raise InputError(
                f"{self.name} cannot be ranked; needed: isotropic rows with chi_d norms, not padded, of one cosine"
            )


@dataclass(frozen=True)
class MechanismMoments:
    """Estimates of a kernel by a feature map on rows of a coupling; without a coupling, of any familiar one.

    `row`: the parameters of a map of whole rows. `pairwise`: whether the covariance of two rows of a block is used.
    """

    coupling: AbstractCoupling | None
    map: MapEntry
    kernel: Kernel
    row: Row | None = None
    pairwise: bool = False

    def term(self, pair: Pair) -> TermMoments:
        """One projection's share."""
        if self.map.term is None:
            raise InputError(f"no moments of {self.map.name} features are known")
        fixed = self.coupling is not None and self.coupling.law.norm == "sqrt(d)"
        return self.map.term(self.kernel, pair.x, pair.y, fixed, self.row)

    def exact(self, pair: Pair, m: int) -> Spread | None:
        """Variance and fourth moment of m projections where both have a closed form."""
        if self.coupling is None or self.row is not None:
            return None
        return estimate_moments(self.coupling, self.map.name, self.kernel, pair, m)

    def variance(self, pair: Pair, m: int, term: TermMoments) -> float | None:
        """The variance of m projections by the closed form, None where there is none."""
        coupling = self.coupling
        if coupling is None:
            return None
        if coupling.law.directions == "independent":
            return term.variance / m
        known = self.exact(pair, m)
        if known is not None:
            return known.variance
        d = len(pair.x)
        cosine = coupling.law.cosine(d)
        if not self.pairwise or cosine is None or self.map.gap is None:
            return None
        sizes, scales = self.map.gap(pair.invariants, cosine)
        level = 2.0 * math.log(abs(term.mean)) if term.mean else -math.inf
        covariance = scaled(float(sizes[0]), float(scales[0]) + level)
        return (term.variance + block_share(coupling.height(d), m) * covariance) / m

    def variance_bound(self, pair: Pair, m: int, term: TermMoments, exact: float | None) -> float:
        """At least the variance: `exact` where that is known, else the proved factor of the coupling.

        Never below that of independent rows, so that rows without the claimed coupling are not taken for a bias.
        """
        if exact is not None:
            return max(exact, term.variance / m)
        return max(1.0, largest_factor(self.coupling, len(pair.x), m)) * term.variance / m

    def fourth(self, pair: Pair, m: int, term: TermMoments, variance: float) -> tuple[float, bool] | None:
        """The fourth central moment of an estimate of this variance, and whether it is exact or a bound."""
        known = self.exact(pair, m)
        if known is not None:
            return known.fourth, True
        if self.coupling is None:
            return None
        bound = fourth_bound(self.coupling, term, variance, len(pair.x), m)
        return bound, self.coupling.law.directions == "independent"
