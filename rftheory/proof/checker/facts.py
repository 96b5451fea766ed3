"""The library of facts: each is a schema with its reference, read from `facts.json` beside this file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .reading import Term, items, keys, mapping, need, parse, read_proposition, read_variables, text
from .terms import free


@dataclass(frozen=True)
class Schema:
    """`claim` holds for all values of the variables for which every one of `needs` holds."""

    reference: str
    variables: dict[str, str]
    needs: tuple[Term, ...]
    claim: Term


def read_facts(library: Any) -> dict[str, Schema]:
    """The facts by name; raises BadForm."""
    facts = {}
    for name, value in mapping(library, "the library").items():
        entry = keys(value, {"reference", "variables", "needs", "claim"}, set(), f"the fact {name}")
        variables = read_variables(entry["variables"], "variables", {})
        needs = tuple(read_proposition(p) for p in items(entry["needs"], "needs"))
        claim = read_proposition(entry["claim"])
        need(
            all(free(p) <= set(variables) for p in (*needs, claim)), f"the fact {name} has foreign variables"
        )
        facts[text(name, "a name")] = Schema(text(entry["reference"], "a reference"), variables, needs, claim)
    return facts


@cache
def library() -> dict[str, Schema]:
    """The facts that the checker knows."""
    return read_facts(parse(Path(__file__).with_name("facts.json").read_text(encoding="utf-8")))
