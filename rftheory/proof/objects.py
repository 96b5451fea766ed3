"""Proof objects: a theorem with all the steps behind it, as data that the checker reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rftheory.proof.kernel import Sequent, Theorem, require_defined
from rftheory.proof.terms import thawed

FORMAT = 1
_PLACES = ("of", "base", "step", "yes", "no", "slope", "way")


def exported(theorem: Theorem, about: str) -> dict[str, Any]:
    """The object of a theorem without local variables; ProofError where its conclusion is not all defined.

    What several steps say is said once.
    """
    every = ordered(theorem)
    require_defined(theorem, every)
    first: dict[Sequent, Theorem] = {}
    for step in every[:-1]:
        first.setdefault(step.sequent, step)
    steps = list(first.values())
    if not steps or steps[-1].sequent != theorem.sequent:
        steps.append(theorem)
    place = {step.sequent: place for place, step in reversed(list(enumerate(steps)))}
    places = {id(step): place[step.sequent] for step in every}
    return {
        "format": FORMAT,
        "about": about,
        "context": {
            "variables": thawed(theorem.context.variables),
            "constraints": thawed(theorem.context.constraints),
        },
        "steps": [_step(step, places) for step in steps],
        "conclusion": thawed(theorem.then),
    }


def ordered(theorem: Theorem) -> list[Theorem]:
    """Every theorem behind this one, premises first, itself last."""
    found: dict[int, Theorem] = {}
    pending = [(theorem, False)]
    while pending:
        step, ready = pending.pop()
        if id(step) in found:
            continue
        if ready:
            found[id(step)] = step
        else:
            pending.append((step, True))
            pending += [(premise, False) for premise in reversed(step.premises)]
    return list(found.values())


def _step(step: Theorem, places: Mapping[int, int]) -> dict[str, Any]:
    indices = [places[id(premise)] for premise in step.premises]
    written: dict[str, Any] = {"rule": step.rule, "then": thawed(step.then)}
    if indices:
        written["from"] = list(dict.fromkeys(indices))
    if step.sequent.local:
        written["for"] = thawed(step.sequent.local)
    if step.sequent.given:
        written["if"] = thawed(step.sequent.given)
    if step.by:
        written["by"] = {key: _named(key, value, indices) for key, value in step.by.items()}
    return written


def _named(key: str, value: Any, indices: list[int]) -> Any:
    """What a rule asks for, with the indices of steps in place of places among the premises."""
    if key in _PLACES:
        return indices[value]
    if key == "ways":
        return [indices[place] for place in value]
    if key == "terms":
        return [_entry(entry, indices) for entry in value]
    if isinstance(value, Mapping):
        return {name: thawed(term) for name, term in value.items()}
    return thawed(value)


def _entry(entry: Mapping[str, Any], indices: list[int]) -> dict[str, Any]:
    if "premise" in entry:
        return {"times": thawed(entry["times"]), "premise": indices[entry["premise"]]}
    return {
        "coefficient": thawed(entry["coefficient"]),
        "squares": thawed(entry["squares"]),
        "factors": [indices[place] for place in entry["factors"]],
    }
