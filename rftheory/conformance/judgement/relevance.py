"""Which failures are notes: what nothing was claimed of, and what does no harm to the declared use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rftheory.conformance.attention.ratio_checks import RatioPattern
from rftheory.conformance.diagnosis.rules import caused, unnamed
from rftheory.conformance.feature_form.measurements import MapForm
from rftheory.conformance.findings import Finding
from rftheory.conformance.induced_kernel.measurements import InducedVariance
from rftheory.conformance.judgement.harm import HARM, harmless
from rftheory.conformance.moments.measurements import FamiliarVariances
from rftheory.conformance.unreadable import Unread
from rftheory.verdict import Outcome

SELF_EVIDENT = frozenset(
    {
        "shape",
        "overflow",
        "underflow",
        "not-finite",
        "seed-ignored",
        "not-reproducible",
        "norms-frozen",
        "directions-frozen",
        "unsigned-qr",
        "wrong-axis",
        "blocks-repeated",
        "batch-dependent",
        "separate-projections",
        "max-subtracted",
        "epsilon-added",
        "other-rows",
        "not-normalised",
        "not-linear",
        "order-dependent",
        "mixing-one",
        "phase-shared",
    }
)
"""Mistakes that code shows by itself, whatever it is meant for."""
RIGID = frozenset({"norms-shared", "norm-direction"})
"""Mistakes that rows at fixed angles show by themselves: their directions are of a rotation, and their norms are not."""
LENGTHS = frozenset({"bandwidth", "bandwidth-2", "bandwidth-2pi", "norms-unit"})
"""What a declared kernel says of rows, where no estimate is held against it."""
JOINT = frozenset(
    {"antithetic-rows", "gram", "rows-spread", "correlated-rows", "blocks-dependent", "variance", "uncoupled"}
)
"""What rows that are not independent leave behind; it harms an estimate through its variance alone."""
SIGNS = frozenset({"unsigned-qr", "not-centred"})
EVEN = frozenset(
    {
        "trigonometric",
        "phase",
        "hyperbolic",
        "gerf-antithetic",
        "abs",
        "cosine",
        "sine-cosine",
        "sgn",
        "tanh",
        "identity",
    }
)
"""Maps with f(-p) f(-q) = f(p) f(q), so that the sign of a row is nowhere in an estimate."""
NORMAL_ROWS = {"anisotropic": "covariance", "bandwidth": "length"}
"""Mistakes of normal rows, and what takes each out of them."""
ORDERED = frozenset({"order-dependent"})
"""What attention with a mask or with places of its own shows."""
LAW = frozenset({"projections", "count rows", "disclosed", "sharing"})
MOMENTS = frozenset({"moments", "induced moments", "hybrids"})


@dataclass(frozen=True)
class Asserted:
    """What was declared: the law of rows (a coupling), a map, a kernel; and what the code was found to be.

    form: its map. independent, rigid: rows that are claimed or seen to be independent, or at fixed angles. seeded:
    whether it takes a seed at all.
    """

    law: bool
    map: bool
    kernel: bool
    form: str | None
    independent: bool
    contract: str
    rigid: bool
    seeded: bool

    @property
    def anything(self) -> bool:
        """Whether there is a claim that estimates can violate."""
        return self.law or self.map or self.kernel


def judged(findings: Sequence[Finding], claim: Asserted) -> tuple[Finding, ...]:
    """The findings, with the reason why a failure is a note where it is one."""
    findings = findings if claim.anything else _one_phase(findings)
    noted = tuple(
        _noted(found, findings, claim) if found.fails else _left_open(found, claim) for found in findings
    )
    plain = not any(found.counts and found.area == "features" for found in noted)
    sampled = plain and claim.form in ("positive", "hyperbolic") and claim.independent and not claim.law
    return tuple(map(_or_unweighted, noted)) if sampled and claim.kernel else noted


def _or_unweighted(found: Finding) -> Finding:
    """Rows of N(0, Sigma) in exponential features that are right otherwise: wrong ones, or importance samples without their
    weights. Nothing tells which.
    """
    repair = NORMAL_ROWS.get(found.cause or "")
    if not (repair and found.counts) or found.candidates or not found.mended(repair):
        return found
    return replace(found, candidates=("weights-forgotten",))


def unjudged(findings: Sequence[Finding], claim: Asserted) -> bool:
    """Whether nothing was declared, or a kernel alone of features of no known form, so that no check held its estimates."""
    alien = any(f.check == "form of the map" and f.fails and f.note for f in findings)
    return not claim.anything or (alien and not claim.map and not any(f.area in MOMENTS for f in findings))


def _left_open(found: Finding, claim: Asserted) -> Finding:
    """An undecided variance counts only where a coupling claims it."""
    undecided = found.outcome is Outcome.UNDECIDED and found.area in MOMENTS and _is_variance(found)
    if claim.law or not undecided:
        return found
    return replace(found, note="no coupling was declared, and with it no variance")


def _noted(found: Finding, findings: Sequence[Finding], claim: Asserted) -> Finding:
    cause = found.cause or ""
    if harmless(found, findings):
        return replace(found, note=f"a warning: below {HARM:g}, the level of harm, at norms up to 1")
    if _unseen(found, claim):
        return replace(found, note="the sign of a row cancels in an even map: no estimate knows it")
    if _smaller(found):
        return replace(found, note="less than claimed, which harms no estimate")
    if cause == "seed-ignored" and not claim.seeded:
        return replace(
            found, note="it takes no seed: one draw is part of it, of which no mean and no law can be seen"
        )
    if cause == "precision" and not claim.anything:
        return replace(found, note="coarse arithmetic, and nothing was declared that asks for more")
    if cause in ORDERED and claim.contract == "attention" and not claim.anything:
        return unnamed(found, "keys are told apart by their places, as by a mask: nothing was declared")
    if cause == "max-subtracted" and not claim.anything and _kept(findings):
        return unnamed(
            found, "a maximum is subtracted, and ratios survive it: right for attention (--ratios)"
        )
    if found.check == "form of the map" and not claim.anything and cause == "epsilon-added":
        return unnamed(found, "nothing was declared that this contradicts")
    if claim.contract == "attention" and not claim.anything and _other_attention(found, findings):
        return unnamed(found, "no kernel or scale was declared that this contradicts")
    if cause == "not-normalised" and not claim.anything and not _softmax(findings):
        return unnamed(found, "weights of its own, and nothing was declared that asks for their sum")
    if cause == "columns-apart" and not claim.anything:
        return unnamed(found, "another attention, and nothing was declared that this contradicts")
    if cause in SELF_EVIDENT - _own_map(findings) or _undrawn(found) or (claim.rigid and cause in RIGID):
        return found if claim.anything else _alone(found)
    if not claim.anything and claim.contract != "attention":
        return unnamed(found, "nothing was declared that this contradicts")
    if claim.contract == "attention" and not claim.anything and found.area in (*MOMENTS, "ratios"):
        return unnamed(found, "no kernel or scale was declared that this contradicts")
    if cause in LENGTHS and claim.kernel and not any(f.area in MOMENTS for f in findings):
        return found
    if _of_single_rows(found, claim):
        return found
    if found.area in LAW and not claim.law and cause not in _behind(findings, "mean"):
        beside = (
            "nothing that asks for it" if claim.contract == "frequencies" else "no estimate is wrong by it"
        )
        return unnamed(found, f"no coupling was declared, and {beside}")
    if found.area in MOMENTS and not claim.law and _is_variance(found):
        return unnamed(found, "no coupling was declared, and with it no variance")
    if cause == "zero-variance" and not claim.map and not _behind(findings, "mean"):
        return unnamed(found, "no map was declared, and no estimate is biased by it")
    if found.check == "form of the map" and not claim.map:
        return unnamed(found, "no map was declared")
    if cause == "antithetic-rows":
        return _antithetic(found, findings, claim)
    if _joint(found, claim) and not _worse(findings):
        return replace(found, note="rows are not independent, and no estimate is the worse for it")
    return found


def _alone(found: Finding) -> Finding:
    """Without names that are told apart from it only by what was not declared."""
    return replace(found, candidates=tuple(name for name in found.candidates if name in SELF_EVIDENT | RIGID))


def _other_attention(found: Finding, findings: Sequence[Finding]) -> bool:
    """Whether it is about ratios, or means of estimates by them, of another attention, as linear ones are."""
    ratios = (f.measurements for f in findings if f.fails and isinstance(f.measurements, RatioPattern))
    return found.area in (*MOMENTS, "ratios") and not all(seen.sure for seen in ratios)


def _softmax(findings: Sequence[Finding]) -> bool:
    """Whether weights of keys are in the ratios of a softmax kernel of some scale, of which a sum of one is part."""
    return any(f.area == "ratios" and (f.outcome is Outcome.HOLDS or _weighs(f)) for f in findings)


def _one_phase(findings: Sequence[Finding]) -> Sequence[Finding]:
    """Variances under the name of one phase for all features, whatever bandwidth would explain them too."""
    phases = (f.measurements.phases for f in findings if isinstance(f.measurements, MapForm))
    if not any(seen and seen.shared and not seen.frozen for seen in phases):
        return findings
    return [caused(f, "phase-shared") if f.fails and _is_variance(f) else f for f in findings]


def _own_map(findings: Sequence[Finding]) -> frozenset[str]:
    """One phase for all features is no mistake by itself where it is the same in every draw: then it is part of the map."""
    phases = (f.measurements.phases for f in findings if isinstance(f.measurements, MapForm))
    return frozenset({"phase-shared"}) if any(seen and seen.frozen for seen in phases) else frozenset()


def _of_single_rows(found: Finding, claim: Asserted) -> bool:
    """Whether single frequencies of a declared kernel have another law, but for their signs: every mean of cosines is off."""
    alone = claim.contract == "frequencies" and claim.kernel and not claim.law
    return alone and found.check == "marginal law" and not found.mended("row signs")


def _undrawn(found: Finding) -> bool:
    return isinstance(found.measurements, Unread) and found.measurements.reason == "one value"


def _antithetic(found: Finding, findings: Sequence[Finding], claim: Asserted) -> Finding:
    """Opposite rows are of use in positive features; for an even map they are one row twice."""
    if any(f.fails and f.area in MOMENTS and not _smaller(f) for f in findings):
        return caused(found, "correlated-rows") if claim.form in EVEN else found
    return replace(found, note="rows come with their opposites, and no estimate is the worse for it")


def _kept(findings: Sequence[Finding]) -> bool:
    """Whether ratios of estimates are right, or would be for another scale or kernel, of which none was declared."""
    return any(f.area == "stabilisers" and _survives(f, findings) for f in findings)


def _survives(found: Finding, findings: Sequence[Finding]) -> bool:
    return found.outcome is Outcome.HOLDS or _weighs(found) or harmless(found, findings)


def _weighs(found: Finding) -> bool:
    seen = found.measurements
    return isinstance(seen, RatioPattern) and seen.pattern.startswith("weight")


def _unseen(found: Finding, claim: Asserted) -> bool:
    """Whether it is about signs that an even map does not see."""
    return claim.form in EVEN and found.area in LAW and found.cause in SIGNS and found.mended("row signs")


def _smaller(found: Finding) -> bool:
    seen = found.measurements
    return isinstance(seen, (FamiliarVariances, InducedVariance)) and not seen.larger


def _is_variance(found: Finding) -> bool:
    return found.check.startswith("variance") and found.cause != "phase-shared"


def _behind(findings: Sequence[Finding], what: str) -> frozenset[str]:
    """The causes of failing means of estimates."""
    failing = (f for f in findings if f.fails and f.area in MOMENTS and f.check.startswith(what))
    return frozenset(name for f in failing for name in (f.cause, *f.candidates) if name is not None)


def _joint(found: Finding, claim: Asserted) -> bool:
    """Whether rows claimed to be independent depend on one another, in code that gives estimates."""
    return claim.independent and claim.contract == "features" and found.area in LAW and found.cause in JOINT


def _worse(findings: Sequence[Finding]) -> bool:
    """Whether an estimate is: biased, or of more variance than claimed, or not decided."""
    return any(
        found.area in MOMENTS and found.outcome is not Outcome.HOLDS and not _smaller(found)
        for found in findings
    )
