"""What refutations say at their points, by plain mpmath: a second reading, which shares nothing with the checker's."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import mpmath

from rftheory import registry

Object = dict[str, Any]
CONTEXT = mpmath.mp.clone()
CONTEXT.dps = 30
SLACK = CONTEXT.mpf(10) ** -12  # of quadrature and summation
DIGITS = re.compile(r"\[?(?P<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?:/\d+)?)(?: \+/- [^\]]+\])?")


def test_mpmath_finds_both_sides_in_their_enclosures(refutations: dict[str, Object]) -> None:
    for name, made in refutations.items():
        env = {each: number(given) for each, given in made["point"].items()}
        env |= {f"#{place}": part for place, part in enumerate(made.get("parts", ()))}
        for side, term in zip(("left", "right"), made["claim"][1:], strict=True):
            ends = [number(end) for end in made["enclosures"][side]]
            found = CONTEXT.mpc(value(term, env))
            slack = SLACK * (1 + abs(found))
            assert ends[0] - slack <= found.real <= ends[1] + slack, (name, side)
            low, high = ends[2:] or (0, 0)
            assert low - slack <= found.imag <= high + slack, (name, side)


def test_the_enclosures_are_of_what_errata_shows(refutations: dict[str, Object]) -> None:
    """The values of the ledger, found by the search and not by the exporter, lie in the enclosures."""
    shown = registry.ledger()["errata"]
    for name, made in refutations.items():
        counterexample = shown[name]["counterexample"]
        for side, ends in made["enclosures"].items():
            found = DIGITS.match(counterexample[side])
            assert found is not None
            printed = CONTEXT.mpf(Fraction(found["number"]).numerator) / Fraction(found["number"]).denominator
            slack = SLACK * (1 + abs(printed))
            assert number(ends[0]) - slack <= printed <= number(ends[1]) + slack, (name, side)
        for variable, given in counterexample.items():
            if variable not in ("left", "right"):
                texts = [[Fraction(e) for e in row.split(",")] for row in given.split(";")]
                point = made["point"]
                assert point.get(f"{variable}_im", 0) == 0, (name, variable)
                assert _listed(point[variable if variable in point else f"{variable}_re"]) == texts, (
                    name,
                    variable,
                )


def _listed(given: Any) -> list[list[Fraction]]:
    """A number, a vector or vectors of a point as rows."""
    if isinstance(given, int) or given[0] == "q":
        return [[Fraction(given) if isinstance(given, int) else Fraction(given[1], given[2])]]
    rows = [_listed(each) for each in given]
    nested = isinstance(given[0], list) and given[0][0] != "q"
    return [row for each in rows for row in each] if nested else [[row[0][0] for row in rows]]


def number(term: Any) -> Any:
    """A literal, or a vector of them."""
    if isinstance(term, int):
        return CONTEXT.mpf(term)
    if term[0] == "q":
        return CONTEXT.mpf(term[1]) / term[2]
    return [number(each) for each in term]


def value(term: Any, env: dict[str, Any]) -> Any:
    """The value of a term, of a part where its name stands; suprema by a scan, integrals by quadrature, series by summation."""
    if isinstance(term, str):
        return value(env[term], env) if term.startswith("#") else env[term]
    if isinstance(term, int) or term[0] == "q":
        return number(term)
    head, *parts = term
    if head in ("sum", "prod", "sup", "integral"):
        return _bound(head, *parts, env=env)
    if head == "entry":
        found = env[parts[0]]
        for index in parts[1:]:
            found = found[int(value(index, env))]
        return found
    if head in ("height", "width"):
        return CONTEXT.mpf(len(env[parts[0]] if head == "height" else env[parts[0]][0]))
    if head == "if":
        return value(parts[1] if _true(parts[0], env) else parts[2], env)
    if head == "hyper":
        above, below = ([value(each, env) for each in some] for some in parts[:2])
        return CONTEXT.hyper(above, below, value(parts[2], env))
    return _plain(head, [value(part, env) for part in parts])


def _plain(head: str, v: list[Any]) -> Any:
    if head == "+":
        return CONTEXT.fsum(v)
    if head == "*":
        return CONTEXT.fprod(v)
    if head == "^":
        return CONTEXT.power(*v)
    if head == "i":
        return CONTEXT.mpc(0, 1)
    if head == "pi":
        return +CONTEXT.pi
    functions = {"abs": abs, "max": max, "re": CONTEXT.re} | {
        name: getattr(CONTEXT, name) for name in ("exp", "log", "cos", "sin", "acos", "gamma")
    }
    return functions[head](*v)


def _bound(head: str, name: str, low: Any, high: Any, body: Any, *, env: dict[str, Any]) -> Any:
    def at(place: Any) -> Any:
        return value(body, env | {name: CONTEXT.mpf(place)})

    first = value(low, env)
    if head == "integral":
        return CONTEXT.quad(at, CONTEXT.linspace(first, value(high, env), 5))
    if head == "sup":
        return max(at(place) for place in CONTEXT.linspace(first, value(high, env), 2001))
    if high == ["oo"]:
        return CONTEXT.nsum(at, [first, CONTEXT.inf])
    terms = [at(place) for place in range(int(first), int(value(high, env)) + 1)]
    return CONTEXT.fsum(terms) if head == "sum" else CONTEXT.fprod(terms)


def _true(claim: Any, env: dict[str, Any]) -> bool:
    """Of the conditions that occur in `if`: equalities of rationals, and orders of numbers that are apart."""
    head, a, b = claim
    assert head in ("=", "<=")
    one, other = value(a, env), value(b, env)
    return bool(one == other if head == "=" else one <= other)
