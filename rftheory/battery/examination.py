"""Structure: any coupling, feature map or hybrid held against what it declares, before any moment. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterator

from rftheory.battery import (
    coupling_checks,
    feature_checks,
    hybrid_checks,
    hybrid_definitions,
    row_map_checks,
)
from rftheory.battery.concentration import Finding, summarise
from rftheory.battery.coupling_draws import Subject as CouplingSubject
from rftheory.context import Context
from rftheory.errors import RFTheoryError
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.protocol import AbstractCoupling, AbstractFeatureMap
from rftheory.measured.rowmaps.protocol import AbstractRowMap
from rftheory.verdict import Evidence, EvidenceKind, Outcome

Mechanism = AbstractCoupling | AbstractFeatureMap | AbstractHybrid | AbstractRowMap


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

    Arrays of the wrong shape end it: nothing can be said of their law.
    """
    declared = mechanism if claim is None else claim
    if isinstance(mechanism, AbstractCoupling) and isinstance(declared, AbstractCoupling):
        yield from _coupling(mechanism, declared, context)
    elif isinstance(mechanism, AbstractFeatureMap) and isinstance(declared, AbstractFeatureMap):
        yield from _feature_map(mechanism, declared)
    elif isinstance(mechanism, AbstractHybrid) and isinstance(declared, AbstractHybrid):
        yield from _hybrid(mechanism, declared)
    elif isinstance(mechanism, AbstractRowMap) and isinstance(declared, AbstractRowMap):
        for name, check in row_map_checks.checks_of(declared):
            yield _run(name, check(row_map_checks.Subject(mechanism, declared, context.seed)))
    else:
        raise TypeError(f"{mechanism!r} and {declared!r} are not two couplings, two maps or two hybrids")


def _coupling(coupling: AbstractCoupling, claim: AbstractCoupling, context: Context) -> Iterator[Evidence]:
    subject = CouplingSubject(coupling, claim, context.seed)
    for name, check in coupling_checks.checks_of(claim):
        found = _run(name, check(subject))
        yield found
        if name == "shapes" and found.outcome is Outcome.FAILS:
            return
    if not (claim.isotropic or isinstance(claim, coupling_checks.KNOWN)):
        yield _open(
            "directions",
            "neither isotropic nor of Hadamard or Givens products: no law of directions is known",
        )


def _feature_map(feature_map: AbstractFeatureMap, claim: AbstractFeatureMap) -> Iterator[Evidence]:
    subject = feature_checks.Subject(feature_map, claim)
    for name, check in feature_checks.checks_of(claim):
        yield _run(name, check(subject))
    if claim.name not in feature_checks.DEFINITIONS:
        yield _open("definition", f"no definition of {claim.name} is known here")


def _hybrid(hybrid: AbstractHybrid, claim: AbstractHybrid) -> Iterator[Evidence]:
    subject = hybrid_checks.Subject(hybrid, claim)
    for name, check in hybrid_checks.checks_of(claim):
        yield _run(name, check(subject))
    if not hybrid_definitions.known(claim):
        yield _open("definition", f"no definition of every part of {claim.name} is known here")


def _run(name: str, findings: Iterator[Finding]) -> Evidence:
    try:
        return summarise(name, list(findings))
    except (RFTheoryError, ValueError, IndexError) as error:
        detail = f"{name}: a legal call raises {type(error).__name__}: {error}"
        return Evidence(EvidenceKind.STRUCTURE, Outcome.FAILS, detail, data={"check": name})


def _open(name: str, reason: str) -> Evidence:
    return Evidence(EvidenceKind.STRUCTURE, Outcome.UNDECIDED, f"{name}: {reason}", data={"check": name})
