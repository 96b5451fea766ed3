"""Strict reading: JSON without duplicate keys or floats, known heads with their arities, and bounds on everything.

A term or proposition is read into nested tuples, which compare as their JSON does: an integer, a variable's name, or
`(head, part, ...)`. The lists of `hyper` and of `where` get the head `[]`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from math import gcd
from typing import Any

MAX_TEXT = 2**24  # characters of an object
MAX_DIGITS = 1000  # of an integer
MAX_DEPTH = 100  # of a term
MAX_NAME = 100  # characters of a name

Term = Any  # int | str | tuple[str, *parts]: a recursive type that tells no more than `read_term` checks

ARITIES = {"pi": 0, "^": 2} | dict.fromkeys(("exp", "log", "cos", "sin", "abs", "gamma"), 1)
RELATIONS = ("=", "<", "<=", "!=")
INFINITY = ("oo",)
RESERVED = {"q", "+", "*", "hyper", "sum", "prod", "name", "oo", "[]", "int", "summable", "and", "where"} | {
    *ARITIES,
    *RELATIONS,
}


class Refused(Exception):
    """The object proves nothing: `step` (or None, where no step is to blame) and `reason`."""

    def __init__(self, step: int | None, reason: str) -> None:
        super().__init__(step, reason)
        self.step, self.reason = step, reason

    def __str__(self) -> str:
        return self.reason if self.step is None else f"step {self.step}: {self.reason}"


class Malformed(Refused):
    """The input is no object at all."""


class BadForm(ValueError):
    """A piece of the input has not the form it must have."""


@dataclass(frozen=True)
class Step:
    """`then` holds for all values of the local variables that satisfy the local hypotheses, by `rule`."""

    rule: str
    premises: tuple[int, ...]
    locals: dict[str, str]
    hypotheses: frozenset[Term]
    then: Term
    by: dict[str, Any]


def need(condition: object, reason: str) -> None:
    if not condition:
        raise BadForm(reason)


def parse(text: str) -> Any:
    """JSON without floats, duplicate keys and unbounded integers."""

    def integer(digits: str) -> int:
        need(len(digits) <= MAX_DIGITS, f"an integer has more than {MAX_DIGITS} digits")
        return int(digits)

    def number(digits: str) -> Any:
        raise BadForm(f"{digits[:20]} is no integer")

    def pairs_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len(dict(pairs)) == len(pairs), "a key occurs twice")
        return dict(pairs)

    need(len(text) <= MAX_TEXT, f"more than {MAX_TEXT} characters")
    return json.loads(
        text, parse_int=integer, parse_float=number, parse_constant=number, object_pairs_hook=pairs_once
    )


def mapping(value: Any, what: str) -> dict[str, Any]:
    need(type(value) is dict, f"{what} must be a JSON object")
    result: dict[str, Any] = value
    return result


def keys(value: Any, required: set[str], optional: set[str], what: str) -> dict[str, Any]:
    result = mapping(value, what)
    need(required <= set(value), f"{what} lacks {', '.join(sorted(required - set(value)))}")
    unknown = sorted(set(value) - required - optional)
    need(not unknown, f"{what} has unknown keys: {', '.join(map(ascii, unknown))[:100]}")
    return result


def items(value: Any, what: str) -> list[Any]:
    need(type(value) is list, f"{what} must be a list")
    result: list[Any] = value
    return result


def index(value: Any, below: int, what: str) -> int:
    need(type(value) is int and 0 <= value < below, f"{what} must be the index of an earlier step")
    return int(value)


def name(value: Any) -> str:
    need(
        type(value) is str and value.isidentifier() and len(value) <= MAX_NAME,
        "a variable must be an identifier",
    )
    return str(value)


def text(value: Any, what: str) -> str:
    good = type(value) is str and 0 < len(value) <= MAX_NAME and value.isprintable()
    need(good, f"{what} must be a printable text of at most {MAX_NAME} characters")
    return str(value)


def read_term(value: Any, depth: int = 0) -> Term:
    """A term; raises BadForm."""
    need(depth <= MAX_DEPTH, f"deeper than {MAX_DEPTH}")
    if type(value) is int:
        return value
    if type(value) is str:
        return name(value)
    need(
        type(value) is list and value and type(value[0]) is str,
        "a term must be an integer, a name or a list with a head",
    )
    head, parts = value[0], value[1:]
    if head == "q":
        need(len(parts) == 2 and type(parts[0]) is int and type(parts[1]) is int, "q takes two integers")
        need(parts[1] > 1 and gcd(*parts) == 1, "q must be in lowest terms with a denominator above 1")
        return ("q", *parts)
    if head == "name":
        need(len(parts) == 1, "name takes one text")
        return ("name", text(parts[0], "a name"))
    if head == "hyper":
        need(len(parts) == 3, "hyper takes two lists and a term")
        lists = (("[]", *(read_term(t, depth + 1) for t in items(p, "a list of hyper"))) for p in parts[:2])
        return ("hyper", *lists, read_term(parts[2], depth + 1))
    if head in ("sum", "prod"):
        need(len(parts) == 4, f"{head} takes a variable, two ends and a body")
        low, body = read_term(parts[1], depth + 1), read_term(parts[3], depth + 1)
        return (
            head,
            name(parts[0]),
            low,
            INFINITY if parts[2] == ["oo"] else read_term(parts[2], depth + 1),
            body,
        )
    if head in ARITIES:
        need(len(parts) == ARITIES[head], f"{head} takes {ARITIES[head]} terms")
    elif head in ("+", "*"):
        need(len(parts) >= 2, f"{head} takes two or more terms")
    else:
        need(
            head not in RESERVED and head.replace("-", "_").isidentifier() and len(head) <= MAX_NAME,
            f"{head[:20]!a} heads no term",
        )
    return (head, *(read_term(t, depth + 1) for t in parts))


def read_proposition(value: Any, depth: int = 0) -> Term:
    """A proposition; raises BadForm."""
    need(depth <= MAX_DEPTH, f"deeper than {MAX_DEPTH}")
    need(type(value) is list and value and type(value[0]) is str, "a proposition must be a list with a head")
    head, parts = value[0], value[1:]
    if head in RELATIONS or head == "int":
        need(len(parts) == (1 if head == "int" else 2), f"{head} takes {1 if head == 'int' else 2} terms")
        return (head, *(read_term(t, depth + 1) for t in parts))
    if head == "summable":
        need(len(parts) == 3, "summable takes a variable, a term and a body")
        return (head, name(parts[0]), *(read_term(t, depth + 1) for t in parts[1:]))
    if head == "and":
        need(parts, "and takes one proposition or more")
        return (head, *(read_proposition(p, depth + 1) for p in parts))
    need(
        head == "where" and len(parts) == 2 and parts[0],
        f"{head[:20]!a} heads no proposition of {len(parts)} parts",
    )
    conditions = items(parts[0], "the conditions of where")
    return (
        head,
        ("[]", *(read_proposition(p, depth + 1) for p in conditions)),
        read_proposition(parts[1], depth + 1),
    )


def read_variables(value: Any, what: str, taken: dict[str, str]) -> dict[str, str]:
    """Variables with their kinds, all different and none of them taken."""
    found: dict[str, str] = {}
    for pair in items(value, what):
        need(
            type(pair) is list and len(pair) == 2 and pair[1] in ("integer", "real"),
            f"{what}: pairs of name and kind",
        )
        need(name(pair[0]) not in found and pair[0] not in taken, f"{what}: {pair[0]} occurs twice")
        found[pair[0]] = pair[1]
    return found


def read_step(
    value: Any, number: int, context: dict[str, str], free: Callable[[Term], frozenset[str]]
) -> Step:
    """The step of that number, with its variables within its scope; raises BadForm."""
    step = keys(value, {"rule", "then"}, {"from", "for", "if", "by"}, "a step")
    premises = tuple(index(i, number, "a premise") for i in items(step.get("from", []), "from"))
    variables = read_variables(step.get("for", []), "for", context)
    hypotheses = frozenset(read_proposition(p) for p in items(step.get("if", []), "if"))
    then = read_proposition(step["then"])
    for p in (*hypotheses, then):
        foreign = sorted(free(p) - set(variables) - set(context))
        need(not foreign, f"{', '.join(foreign)[:100]} is no variable of the step")
    need(type(step["rule"]) is str, "a rule must be a text")
    by = mapping(step.get("by", {}), "by")
    return Step(step["rule"], premises, variables, hypotheses, then, by)
