"""Any coupling, feature map, hybrid or row map held against what it declares, before any moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rftheory.battery.check import Examined, StructureCheck
from rftheory.battery.concentration import RATE, Deviation
from rftheory.battery.couplings.checks import CHECKS as OF_COUPLINGS
from rftheory.battery.couplings.draws import ExaminedCoupling
from rftheory.battery.features.checks import CHECKS as OF_FEATURE_MAPS
from rftheory.battery.features.checks import ExaminedFeatureMap
from rftheory.battery.hybrids.checks import CHECKS as OF_HYBRIDS
from rftheory.battery.hybrids.checks import ExaminedHybrid
from rftheory.battery.rowmaps.checks import CHECKS as OF_ROW_MAPS
from rftheory.battery.rowmaps.checks import ExaminedRowMap
from rftheory.context import Context
from rftheory.errors import RFTheoryError
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.protocol import AbstractCoupling, AbstractFeatureMap
from rftheory.measured.rowmaps.protocol import AbstractRowMap
from rftheory.verdict import Evidence, EvidenceKind, Outcome

Mechanism = AbstractCoupling | AbstractFeatureMap | AbstractHybrid | AbstractRowMap

CHECKS: tuple[StructureCheck[Any], ...] = (*OF_COUPLINGS, *OF_FEATURE_MAPS, *OF_HYBRIDS, *OF_ROW_MAPS)
"""Every check of a mechanism, cheap ones of a kind first; tags of the claim select those that apply."""


def examine_mechanism(
    mechanism: Mechanism, context: Context, *, claim: Mechanism | None = None
) -> list[Evidence]:
    """Every check of a mechanism against what `claim` declares (itself unless given), cheap ones first.

    The battery is the same in every profile: its sizes are fixed by the effects it must see, and each
    statistical test has both error rates at most 1e-10. Equal seeds give equal evidence.
    """
    return list(examination(mechanism, context, claim=claim))


def examination(
    mechanism: Mechanism, context: Context, *, claim: Mechanism | None = None
) -> Iterator[Evidence]:
    """`examine_mechanism` check by check, so that a caller may stop at the first failure.

    A decisive check that fails ends it: nothing can be said of the law of arrays of the wrong shape.
    """
    subject = examined(mechanism, mechanism if claim is None else claim, context.seed)
    for check in CHECKS:
        if check.applies(subject):
            found = evidence(check, subject)
            yield found
            if check.decisive and found.outcome is Outcome.FAILS:
                return


def examined(mechanism: Mechanism, claim: Mechanism, seed: int) -> Examined:
    """The mechanism with what it claims; TypeError where both are not of one kind."""
    if isinstance(mechanism, AbstractCoupling) and isinstance(claim, AbstractCoupling):
        return ExaminedCoupling(mechanism, claim, seed)
    if isinstance(mechanism, AbstractFeatureMap) and isinstance(claim, AbstractFeatureMap):
        return ExaminedFeatureMap(mechanism, claim)
    if isinstance(mechanism, AbstractHybrid) and isinstance(claim, AbstractHybrid):
        return ExaminedHybrid(mechanism, claim)
    if isinstance(mechanism, AbstractRowMap) and isinstance(claim, AbstractRowMap):
        return ExaminedRowMap(mechanism, claim, seed)
    raise TypeError(f"{mechanism!r} and {claim!r} are not two couplings, two maps or two hybrids")


def evidence(check: StructureCheck[Any], subject: Examined) -> Evidence:
    """What one check finds; a refused legal call fails, and what nothing is known of is undecided."""
    try:
        measured = check.measure(subject)
        if not isinstance(measured, str):
            return summary(check.name, list(measured))
    except (RFTheoryError, ValueError, IndexError) as error:
        detail = f"{check.name}: a legal call raises {type(error).__name__}: {error}"
        return Evidence(EvidenceKind.STRUCTURE, Outcome.FAILS, detail, data={"check": check.name})
    detail, data = f"{check.name}: {measured}", {"check": check.name}
    return Evidence(EvidenceKind.STRUCTURE, Outcome.UNDECIDED, detail, data=data)


def summary(name: str, deviations: Sequence[Deviation]) -> Evidence:
    """One evidence of several tests: it fails where any of them does, and shows the worst."""
    failed = [found for found in deviations if not found.holds]
    effect = max(found.effect for found in deviations)
    data = {"check": name, "tests": len(deviations), "rate": RATE, "effect": effect}
    if failed:
        worst = max(failed, key=lambda found: found.ratio)
        text = f"{name}: {worst.what}: distance {worst.distance:.3g} exceeds {worst.limit:.3g}"
        return Evidence(EvidenceKind.STRUCTURE, Outcome.FAILS, text, data={**data, "failed": len(failed)})
    ratio = max(found.ratio for found in deviations)
    text = f"{name}: {len(deviations)} tests, the worst at {ratio:.2f} of its limit"
    return Evidence(EvidenceKind.STRUCTURE, Outcome.HOLDS, text, data=data)
