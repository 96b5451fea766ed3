"""The public names of a paper, a mechanism or a cause of one's own: `from rftheory.authoring import ...`.

Papers: statements, claims, domains and evidence, as `rftheory.kit` has them. Mechanisms: what couplings and feature
maps are made of, their entries in the catalogue and the battery that examines them. Proof scripts: the prover. Each is
loaded at its first use; `docs/own_papers.md` says what they are for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rftheory import kit

if TYPE_CHECKING:
    from rftheory.battery.examination import examine_mechanism
    from rftheory.conformance.own_causes import RowMistake
    from rftheory.context import Context
    from rftheory.domain.roaming import at_most
    from rftheory.kit import *
    from rftheory.measured.couplings.blocks import AbstractBlockCoupling as BlockCoupling
    from rftheory.measured.couplings.frames import AbstractNorms as Norms
    from rftheory.measured.couplings.frames import AbstractRotation as Rotation
    from rftheory.measured.couplings.frames import ChiNorms, FixedNorms, HaarRotation
    from rftheory.measured.inputs import Array, Floats
    from rftheory.measured.inputs import integer as whole_number
    from rftheory.measured.mutants.couplings import Scaled, chi_mutants, rotation_mutants
    from rftheory.measured.mutants.couplings import mutant as coupling_mutant
    from rftheory.measured.mutants.feature_maps import common_mutants as feature_mutants
    from rftheory.measured.mutants.feature_maps import mutant as feature_mutant
    from rftheory.measured.protocol import AbstractCoupling as Coupling
    from rftheory.measured.protocol import AbstractFeatureMap as FeatureMap
    from rftheory.measured.protocol import Growth, Kernel, SignedLog
    from rftheory.measured.protocol import Law as RowLaw
    from rftheory.moments.block_covariance import positive_gap
    from rftheory.moments.entries import CertifyingSide, CouplingEntry, MapEntry
    from rftheory.moments.log_fourths import central as central_fourth
    from rftheory.moments.pairs import Invariants, Pairs
    from rftheory.moments.relative_moments import AbstractRelativeMoments as RelativeMoments
    from rftheory.moments.relative_moments import Gap, Parameters
    from rftheory.moments.row_maps import Row as RowParameters
    from rftheory.moments.term_moments import TermMoments
    from rftheory.moments.term_moments import weight as feature_weight
    from rftheory.proof.kernel import Theorem
    from rftheory.proof.scripts import automatic, by_parts
    from rftheory.proof.tactics import Prover
    from rftheory.proof.terms import Term
    from rftheory.statements import Kind
    from rftheory.verdict import Outcome

_HOMES = {
    "Coupling": "rftheory.measured.protocol:AbstractCoupling",
    "BlockCoupling": "rftheory.measured.couplings.blocks:AbstractBlockCoupling",
    "Norms": "rftheory.measured.couplings.frames:AbstractNorms",
    "ChiNorms": "rftheory.measured.couplings.frames:ChiNorms",
    "FixedNorms": "rftheory.measured.couplings.frames:FixedNorms",
    "Rotation": "rftheory.measured.couplings.frames:AbstractRotation",
    "HaarRotation": "rftheory.measured.couplings.frames:HaarRotation",
    "RowLaw": "rftheory.measured.protocol:Law",
    "Scaled": "rftheory.measured.mutants.couplings:Scaled",
    "coupling_mutant": "rftheory.measured.mutants.couplings:mutant",
    "chi_mutants": "rftheory.measured.mutants.couplings:chi_mutants",
    "rotation_mutants": "rftheory.measured.mutants.couplings:rotation_mutants",
    "FeatureMap": "rftheory.measured.protocol:AbstractFeatureMap",
    "Kind": "rftheory.statements:Kind",
    "Growth": "rftheory.measured.protocol:Growth",
    "Kernel": "rftheory.measured.protocol:Kernel",
    "SignedLog": "rftheory.measured.protocol:SignedLog",
    "feature_mutant": "rftheory.measured.mutants.feature_maps:mutant",
    "feature_mutants": "rftheory.measured.mutants.feature_maps:common_mutants",
    "Array": "rftheory.measured.inputs:Array",
    "Floats": "rftheory.measured.inputs:Floats",
    "whole_number": "rftheory.measured.inputs:integer",
    "CouplingEntry": "rftheory.moments.entries:CouplingEntry",
    "MapEntry": "rftheory.moments.entries:MapEntry",
    "CertifyingSide": "rftheory.moments.entries:CertifyingSide",
    "TermMoments": "rftheory.moments.term_moments:TermMoments",
    "RelativeMoments": "rftheory.moments.relative_moments:AbstractRelativeMoments",
    "Gap": "rftheory.moments.relative_moments:Gap",
    "Parameters": "rftheory.moments.relative_moments:Parameters",
    "Invariants": "rftheory.moments.pairs:Invariants",
    "Pairs": "rftheory.moments.pairs:Pairs",
    "RowParameters": "rftheory.moments.row_maps:Row",
    "positive_gap": "rftheory.moments.block_covariance:positive_gap",
    "central_fourth": "rftheory.moments.log_fourths:central",
    "feature_weight": "rftheory.moments.term_moments:weight",
    "at_most": "rftheory.domain.roaming:at_most",
    "RowMistake": "rftheory.conformance.own_causes:RowMistake",
    "Prover": "rftheory.proof.tactics:Prover",
    "Term": "rftheory.proof.terms:Term",
    "Theorem": "rftheory.proof.kernel:Theorem",
    "automatic": "rftheory.proof.scripts:automatic",
    "by_parts": "rftheory.proof.scripts:by_parts",
    "Context": "rftheory.context:Context",
    "Outcome": "rftheory.verdict:Outcome",
    "examine_mechanism": "rftheory.battery.examination:examine_mechanism",
}

__all__ = (  # noqa: PLE0604
    *kit.__all__,
    "Array",
    "BlockCoupling",
    "CertifyingSide",
    "ChiNorms",
    "Context",
    "Coupling",
    "CouplingEntry",
    "FeatureMap",
    "FixedNorms",
    "Floats",
    "Gap",
    "Growth",
    "HaarRotation",
    "Invariants",
    "Kernel",
    "Kind",
    "MapEntry",
    "Norms",
    "Outcome",
    "Pairs",
    "Parameters",
    "Prover",
    "RelativeMoments",
    "Rotation",
    "RowLaw",
    "RowMistake",
    "RowParameters",
    "Scaled",
    "SignedLog",
    "TermMoments",
    "Term",
    "Theorem",
    "at_most",
    "automatic",
    "by_parts",
    "central_fourth",
    "chi_mutants",
    "coupling_mutant",
    "examine_mechanism",
    "feature_mutant",
    "feature_mutants",
    "feature_weight",
    "positive_gap",
    "rotation_mutants",
    "whole_number",
)


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        module, _, attribute = _HOMES[name].partition(":")
        return getattr(import_module(module), attribute)
    if name in kit.__all__:
        return getattr(kit, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)
