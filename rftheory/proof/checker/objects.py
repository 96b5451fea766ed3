"""An object, from its text to what it proves."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from .definedness import Definedness
from .entries import LISTS, well_placed
from .facts import Schema, library
from .here import Here, Setting
from .reading import (
    Malformed,
    Refused,
    items,
    keys,
    need,
    parse,
    read_proposition,
    read_step,
    read_variables,
    text,
)
from .rules import RULES
from .terms import free


@dataclass(frozen=True)
class Checked:
    """A theorem: what it is about, its context and conclusion as in the object, the facts (with references) used.

    `steps` is how many steps led to it.
    """

    about: str
    context: dict[str, Any]
    conclusion: Any
    facts: dict[str, str]
    steps: int


def check(value: Any) -> Checked:
    """The theorem of an object (its text, or the object itself); raises Refused, or Malformed where it is no object."""
    step, facts = None, library()
    try:
        entire = parse(value if isinstance(value, str) else json.dumps(value))
        required = {"format", "about", "context", "steps", "conclusion"}
        read = keys(entire, required, {"part"}, "an object")
        need(type(read["format"]) is int and read["format"] == 1, "the format is 1")
        need(type(read.get("part", 0)) is int, "the part of a claim is a number")
        about, context = text(read["about"], "about"), _context(read["context"], facts)
        conclusion, steps = read_proposition(read["conclusion"]), items(read["steps"], "steps")
    except (ValueError, TypeError, RecursionError) as error:
        raise Malformed(None, f"no object: {_reason(error)}") from None
    try:
        for step, given in enumerate(steps):
            here = Here(context, read_step(given, step, context.variables, free))
            well_placed((here.then, *here.step.hypotheses), context.lists)
            need(not set(here.step.locals) & set(context.lists), "a local variable has the name of a vector")
            need(here.step.rule in RULES, f"there is no rule {ascii(here.step.rule)[:40]}")
            RULES[here.step.rule](here)
            context.steps.append(here.step)
        step = None
        need(context.steps, "an object has a step at least")
        last = context.steps[-1]
        need(not last.locals and not last.hypotheses, "the last step has local variables or hypotheses")
        need(last.then == conclusion, "the conclusion is not what the last step proves")
        Definedness(context).proposition(conclusion)
    except (ValueError, RecursionError, OverflowError) as error:
        raise Refused(step, _reason(error)) from None
    return Checked(about, read["context"], read["conclusion"], context.used, len(steps))


def _context(value: Any, facts: dict[str, Schema]) -> Setting:
    read = keys(value, {"variables", "constraints"}, set(), "the context")
    kinds = read_variables(read["variables"], "variables", {}, ("integer", "real", *LISTS))
    variables = {v: kind for v, kind in kinds.items() if kind not in LISTS}
    lists = {v: kind for v, kind in kinds.items() if kind in LISTS}
    constraints = frozenset(read_proposition(p) for p in items(read["constraints"], "constraints"))
    need(all(free(p) <= set(variables) for p in constraints), "a constraint has foreign variables")
    well_placed(constraints, lists)
    return Setting(variables, constraints, facts, lists=lists)


def _reason(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error) or type(error).__name__
