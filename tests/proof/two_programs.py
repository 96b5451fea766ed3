"""Kernel and checker on one object: what the kernel rebuilds step by step, and what the checker reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rftheory.proof.checker import Refused, check
from rftheory.proof.kernel import ProofContext, Theorem, infer, require_defined
from rftheory.proof.terms import ProofError, frozen

Json = Any
PLACES = ("of", "base", "step", "yes", "no", "slope", "way")
"""Keys of `by` that name a premise."""


def kernel_accepts(written: Json) -> bool:
    """Whether the kernel makes every step of the object, and its conclusion is defined."""
    made: list[Theorem] = []
    try:
        context = ProofContext(*(frozen(written["context"][key]) for key in ("variables", "constraints")))
        for step in written["steps"]:
            places = step.get("from", [])
            by = {key: _argument(key, value, places) for key, value in step.get("by", {}).items()}
            premises = [made[place] for place in places]
            local, given = frozen(step.get("for", [])), frozen(step.get("if", []))
            made.append(
                infer(context, step["rule"], frozen(step["then"]), premises, local=local, given=given, by=by)
            )
        require_defined(made[-1], made)
    except ProofError:
        return False
    return not made[-1].sequent.local and not made[-1].sequent.given


def checker_accepts(written: Json) -> bool:
    """Whether the checker accepts the object; its place in a file is no part of it."""
    try:
        check({key: value for key, value in written.items() if key != "part"})
    except Refused:
        return False
    return True


def _argument(key: str, value: Json, places: list[int]) -> Any:
    if key in PLACES:
        return places.index(value) if value in places else None
    if key == "ways":
        return tuple(places.index(each) for each in value)
    if key == "terms":
        return tuple(_entry(each, places) for each in value)
    return {k: frozen(v) for k, v in value.items()} if isinstance(value, Mapping) else frozen(value)


def _entry(entry: Json, places: list[int]) -> dict[str, Any]:
    if "premise" in entry:
        return {"times": frozen(entry["times"]), "premise": places.index(entry["premise"])}
    found = {key: frozen(entry[key]) for key in ("coefficient", "squares")}
    return {**found, "factors": [places.index(each) for each in entry["factors"]]}


def a_step(
    rule: str, then: Json, *premises: int, by: Json = None, over: Json = (), given: Json = ()
) -> dict[str, Json]:
    return {
        "rule": rule, "from": list(premises), "for": list(over), "if": list(given), "then": then, "by": by or {}
    }  # fmt: skip


def an_object(variables: Json, constraints: Json, *steps: Json) -> Json:
    context = {"variables": variables, "constraints": constraints}
    head = {"format": 1, "about": "test", "context": context, "steps": list(steps)}
    return head | {"conclusion": steps[-1]["then"]}


def entry(*factors: int, coefficient: Json = 1, squares: Json = ()) -> Json:
    return {"coefficient": coefficient, "squares": list(squares), "factors": list(factors)}


def combined(*entries: Json) -> Json:
    return {"terms": list(entries)}
