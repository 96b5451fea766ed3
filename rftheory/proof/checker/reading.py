"""Strict reading: JSON without duplicate keys or floats, known heads with their arities, and bounds on everything.

A term or proposition is read into nested tuples, which compare as their JSON does: an integer, a variable's name, or
`(head, part, ...)`. The lists of `hyper` and of `where` get the head `[]`. Vectors stand in `dot` alone.
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
MAX_VARIABLES = 1000  # of a context or a step
TOO_LONG, TOO_DEEP = f"an integer has more than {MAX_DIGITS} digits", f"deeper than {MAX_DEPTH}"

Term = Any  # int | str | tuple[str, *parts]: a recursive type that tells no more than `read_term` checks

MOMENTS = {"E": 1, "Var": 1, "Cov": 2, "mse": 2, "tail": 2}
FUNCTIONS = ("exp", "log", "cos", "sin", "abs", "gamma", "acos", "sign")
NORMAL = ("normal-real", "normal-imaginary")
ARITIES = {"pi": 0, "^": 2, "arg": 2} | dict.fromkeys(NORMAL, 4) | dict.fromkeys(FUNCTIONS, 1) | MOMENTS
RANDOM = ("row", "estimate", "draw", "count")
RELATIONS = {"=": 2, "<": 2, "<=": 2, "!=": 2, "int": 1, "integrable": 1}
JUNCTIONS = ("and", "or")
RANGED = ("every", "somewhere")
REAL_RANGES = ("integral", "sup")
OVER_REALS = (*REAL_RANGES, "continuous")
BINDERS = ("sum", "prod", "summable", *OVER_REALS, *RANGED)
QUANTIFIERS = ("all", "some")
KINDS = ("integer", "real")
ENTRIES = {"entry": (2, 3), "height": (1,), "width": (1,)}
ATOMS = ("q", "name", "vec", "list", "pi", "oo")
INFINITY = ("oo",)
RESERVED = {*ATOMS, *ARITIES, *RELATIONS, *JUNCTIONS, *BINDERS, *QUANTIFIERS} | {
    *("+", "*", "hyper", "row", "dot", "estimate", "[]", "where", "draw", "count", "independent", *ENTRIES)
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
class Line:
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
        need(len(digits) <= MAX_DIGITS, TOO_LONG)
        return int(digits)

    def number(digits: str) -> Any:
        raise BadForm(f"{digits[:20]} is no integer")

    def pairs_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len(found := dict(pairs)) == len(pairs), "a key occurs twice")
        return found

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
    if type(value) is int:
        return value
    if type(value) is str:
        return name(value)
    head, parts = _headed(value, "a term must be an integer, a name or a list with a head", depth)

    def read(*values: Any) -> tuple[Term, ...]:
        return tuple(read_term(t, depth + 1) for t in values)

    if head == "q":
        _arity(head, parts, 2)
        need(type(parts[0]) is int and type(parts[1]) is int, "q takes two integers")
        need(parts[1] > 1 and gcd(*parts) == 1, "q must be in lowest terms with a denominator above 1")
        return ("q", *parts)
    if head == "name":
        _arity(head, parts, 1)
        return ("name", text(parts[0], "a name"))
    if head == "draw":
        _arity(head, parts, 1)
        found = read(*parts)
        need(type(found[0]) is tuple and found[0][0] == "name", "a random variable has a name")
        return ("draw", *found)
    if head == "count":
        _arity(head, parts, 4)
        return _count(*read(*parts))
    if head == "dot":
        _arity(head, parts, 2)
        return ("dot", *(read_vector(v, depth + 1) for v in parts))
    if head == "estimate":
        _arity(head, parts, 5)
        found = read(*parts)
        names = (*found[:2], *found[3:])
        need(all(type(t) is tuple and t[0] == "name" for t in names), "an estimate takes names")
        return ("estimate", *found)
    if head == "hyper":
        _arity(head, parts, 3)
        above, below = (items(p, "a list of hyper") for p in parts[:2])
        return ("hyper", ("[]", *read(*above)), ("[]", *read(*below)), *read(parts[2]))
    if head in REAL_RANGES:
        _arity(head, parts, 4)
        return (head, name(parts[0]), *read(*parts[1:]))
    if head in ("sum", "prod"):
        _arity(head, parts, 4)
        k, low, high, body = parts
        return (head, name(k), *read(low), *([INFINITY] if high == ["oo"] else read(high)), *read(body))
    if head in ENTRIES:
        need(len(parts) in ENTRIES[head], f"{head} takes a vector and its indices")
        return (head, ("list", name(parts[0])), *read(*parts[1:]))
    if head in ("+", "*"):
        need(len(parts) >= 2, f"{head} takes two or more terms")
    elif head in ARITIES:
        _arity(head, parts, ARITIES[head])
    else:
        unknown = head not in RESERVED and head.replace("-", "_").isidentifier() and len(head) <= MAX_NAME
        need(unknown, f"{head[:20]!a} heads no term")
    return (head, *read(*parts))


def _count(law: Term, parameter: Term, row: Term, place: Term) -> Term:
    """A coordinate of a row of counts."""
    need(type(law) is tuple and law[0] == "name", "the law of a count is a name")
    need(type(row) is int and row >= 1, "the index of a row must be a literal from 1")
    return ("count", law, parameter, row, place)


def read_vector(value: Any, depth: int = 0) -> Term:
    """A vector, fixed or random: combinations of `vec` and `row`; raises BadForm."""
    head, parts = _headed(value, "a vector must be a list with a head", depth)
    if head == "vec":
        _arity(head, parts, 1)
        return ("vec", text(parts[0], "a vector"))
    if head == "row":
        _arity(head, parts, 2)
        coupling = read_term(parts[0], depth + 1)
        need(type(coupling) is tuple and coupling[0] == "name", "a coupling must be a name")
        need(type(parts[1]) is int and parts[1] >= 1, "the index of a row must be a literal from 1")
        return ("row", coupling, parts[1])
    need(head in ("+", "*") and len(parts) >= 2, f"{head[:20]!a} heads no vector")
    vectors = [_is_vector(part) for part in parts]
    need(head == "+" or sum(vectors) == 1, "a product of one vector and scalars is needed")
    readers = (read_vector if head == "+" or vector else read_term for vector in vectors)
    return (head, *(reader(part, depth + 1) for reader, part in zip(readers, parts, strict=True)))


def _is_vector(value: Any) -> bool:
    if type(value) is not list or not value:
        return False
    return value[0] in ("vec", "row") or (value[0] in ("+", "*") and any(map(_is_vector, value[1:])))


def _headed(value: Any, reason: str, depth: int) -> tuple[str, list[Any]]:
    need(depth <= MAX_DEPTH, TOO_DEEP)
    need(type(value) is list and value and type(value[0]) is str, reason)
    return value[0], value[1:]


def _arity(head: str, parts: list[Any], n: int) -> None:
    need(len(parts) == n, f"{head} takes {n} parts")


def read_proposition(value: Any, depth: int = 0) -> Term:
    """A proposition; raises BadForm."""
    head, parts = _headed(value, "a proposition must be a list with a head", depth)
    if head in RELATIONS:
        _arity(head, parts, RELATIONS[head])
        return (head, *(read_term(t, depth + 1) for t in parts))
    if head in ("summable", "continuous"):
        _arity(head, parts, 3 if head == "summable" else 4)
        return (head, name(parts[0]), *(read_term(t, depth + 1) for t in parts[1:]))
    if head == "independent":
        need(len(parts) > 1, "two terms or more are independent")
        return (head, *(read_term(t, depth + 1) for t in parts))
    if head in RANGED:
        _arity(head, parts, 4)
        ends = (read_term(t, depth + 1) for t in parts[1:3])
        return (head, name(parts[0]), *ends, read_proposition(parts[3], depth + 1))
    if head in JUNCTIONS:
        need(parts, f"{head} takes one proposition or more")
        return (head, *(read_proposition(p, depth + 1) for p in parts))
    if head in QUANTIFIERS:
        _arity(head, parts, 3)
        need(parts[1] in KINDS, f"{head}: a variable, its kind and a proposition")
        return (head, name(parts[0]), parts[1], read_proposition(parts[2], depth + 1))
    need(head == "where", f"{head[:20]!a} heads no proposition")
    _arity(head, parts, 2)
    conditions = [read_proposition(p, depth + 1) for p in items(parts[0], "the conditions of where")]
    need(conditions, "where takes one condition or more")
    return (head, ("[]", *conditions), read_proposition(parts[1], depth + 1))


def read_variables(
    value: Any, what: str, taken: dict[str, str], kinds: tuple[str, ...] = KINDS
) -> dict[str, str]:
    """Variables with their kinds, all different and none of them taken."""
    found: dict[str, str] = {}
    need(len(items(value, what)) <= MAX_VARIABLES, f"{what}: more than {MAX_VARIABLES}")
    for pair in value:
        fits = type(pair) is list and len(pair) == 2 and pair[1] in kinds
        need(fits, f"{what}: pairs of name and kind")
        need(name(pair[0]) not in found and pair[0] not in taken, f"{what}: {pair[0]} occurs twice")
        found[pair[0]] = pair[1]
    return found


def read_step(
    value: Any, number: int, context: dict[str, str], free: Callable[[Term], frozenset[str]]
) -> Line:
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
    return Line(step["rule"], premises, variables, hypotheses, then, by)
