"""Failures of projections: their names, and which of them follow from an earlier one."""

from __future__ import annotations

import math
from collections.abc import Callable

from rftheory.battery.concentration import reach
from rftheory.conformance.causes import BANDWIDTHS
from rftheory.conformance.diagnosis.rules import NamingRule, measured
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.measurements import (
    BlockCosines,
    ConstantNorm,
    Corner,
    EntrySizes,
    EqualNorms,
    RepeatedBlocks,
    Repetition,
    VaryingNorms,
)

CONSEQUENCES = frozenset(
    {"anisotropic", "blocks-dependent", "norm-law", "not-centred", "norms-dependent", "norm-direction"}
)
"""What any earlier mistake of the rows explains."""


def _redraws(found: Finding) -> str:
    seen = measured(found, Repetition)
    if seen.directions and (seen.norms or seen.constant_norms):
        return "seed-ignored"
    return "norms-frozen" if seen.norms else "directions-frozen"


def _cosines(found: Finding) -> str:
    seen = found.measurements
    if not isinstance(seen, BlockCosines):
        return "gram"
    if seen.wrong_axis:
        return "wrong-axis"
    if seen.mean < 1.0 and seen.spread > 0.3 / math.sqrt(seen.d):
        return "uncoupled"
    return "not-orthogonal" if seen.declared == "orthogonal" else "gram"


def _norm_law(found: Finding) -> str:
    seen = found.measurements
    if isinstance(seen, ConstantNorm):
        return _scale(seen) or ("bandwidth" if seen.claimed else "norms-sqrt-d")
    return _law(seen) if isinstance(seen, VaryingNorms) else "norms-random"


def _law(seen: VaryingNorms) -> str:
    """The law that the norms are nearest to, where it is near at all."""
    if seen.wrong_axis:
        return "wrong-axis"
    candidates = [(seen.by_factor[factor], cause) for factor, cause, _ in BANDWIDTHS]
    candidates += [
        (gap, "d-and-m-swapped" if k == seen.m else "chi-degrees") for k, gap in seen.by_degrees.items()
    ]
    candidates.append((seen.of_their_size, "bandwidth"))
    best = min(candidates)
    return best[1] if best[0] <= max(0.02, 2.0 * reach(seen.n, 1e-6)) else "norm-law"


def _scale(seen: ConstantNorm) -> str | None:
    """What one constant norm means; None where it is sqrt(d)."""

    def near(other: float) -> bool:
        return abs(seen.value / other - 1.0) <= 1e-6 + seen.tolerance

    if near(math.sqrt(seen.d)):
        return None
    if near(math.sqrt(seen.m)):
        return "d-and-m-swapped"
    if near(1.0):
        return "norms-unit"
    return next((cause for c, cause, _ in BANDWIDTHS if near(math.sqrt(c * seen.d))), "bandwidth")


def _norms_within(found: Finding) -> str:
    return "norms-shared" if isinstance(found.measurements, EqualNorms) else "norms-dependent"


def _signs(found: Finding) -> str:
    seen = measured(found, Corner)
    return "unsigned-qr" if seen.one_sign else "not-centred"


def _marginal(found: Finding) -> str:
    seen = measured(found, EntrySizes)
    if not seen.alike:
        return "anisotropic"
    return next(
        (cause for c, cause, _ in BANDWIDTHS if abs(seen.square / c - 1.0) < 0.08),
        "norm-law" if abs(seen.square - 1.0) < 0.08 else "bandwidth",
    )


def _between(found: Finding) -> str:
    return "blocks-repeated" if isinstance(found.measurements, RepeatedBlocks) else "blocks-dependent"


def _follows(own: str | Callable[[Finding], str]) -> NamingRule:
    """An earlier mistake of the rows explains its consequences; rows that are not redrawn explain everything."""
    plain = NamingRule(own)
    return NamingRule(
        own, explained=lambda known, found: known == "seed-ignored" or plain.named(found) in CONSEQUENCES
    )


RULES = {
    "redraws": _follows(_redraws),
    "cosines of a block": _follows(_cosines),
    "blocks": _follows("blocks-repeated"),
    "norm law": _follows(_norm_law),
    "norms within a draw": _follows(_norms_within),
    "signs of entries": _follows(_signs),
    "signs of diagonals": _follows(_signs),
    "marginal law": _follows(_marginal),
    "directions between blocks": _follows(_between),
    "directions within a block": _follows("gram"),
    "norms and directions": _follows("norm-direction"),
    "independence of draws": _follows("blocks-dependent"),
}
EXPLAINED = {check: NamingRule(rule.own, explained=True) for check, rule in RULES.items()}
"""Where what was found in the features themselves explains all that is wrong with the rows."""
DISCLOSED = {"frequencies()": NamingRule("other-rows")}
