"""Mutants of mechanisms: every coupling, feature map and hybrid of the shelf, made wrong."""

from __future__ import annotations

from collections.abc import Iterator

from rftheory.battery.examination import Mechanism, examination
from rftheory.context import Context
from rftheory.evidence.mutants.trial import Trial
from rftheory.mechanisms._shelf import couplings, feature_maps, hybrids, row_maps
from rftheory.verdict import Outcome


def mechanism_trials(context: Context) -> Iterator[Trial]:
    """Every mutant of every coupling, feature map and hybrid, held against what the right one declares.

    Where the right one does not pass everything, a kill would mean nothing, and none is counted.
    """
    shelf: dict[str, Mechanism] = {**couplings(), **feature_maps(), **hybrids(), **row_maps()}
    for base in shelf.values():
        broken = [e for e in examination(base, context) if e.outcome is not Outcome.HOLDS]
        for mutant in base.mutants():
            wrong = str(getattr(mutant, "wrong", ""))
            if broken:
                reason = f"{base.name} itself does not pass: {broken[0].detail}"
                yield Trial(mutant.name, wrong, "survived", reason, "mechanism")
            else:
                yield _examine(mutant, base, wrong, context)


def _examine(mutant: Mechanism, base: Mechanism, wrong: str, context: Context) -> Trial:
    for found in examination(mutant, context, claim=base):
        if found.outcome is Outcome.FAILS:
            return Trial(mutant.name, wrong, "killed", found.detail, "mechanism")
    return Trial(mutant.name, wrong, "survived", f"no check separates it from {base.name}", "mechanism")
