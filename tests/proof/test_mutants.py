"""Every small change of an accepted object is refused, or leaves only steps that are true at sampled points."""

from __future__ import annotations

import copy
import functools
import itertools
import json
from collections.abc import Iterator
from typing import Any

import mpmath
import pytest

from rftheory.proof.checker import Refused, check
from rftheory.proof.checker.facts import library

Json = Any
REALS = [mpmath.mpf(x) for x in ("-1.75", "-0.5", "0", "0.3", "1.5", "2.25")]
INTEGERS = [mpmath.mpf(n) for n in (-3, -1, 0, 1, 2, 5)]
TERMS = 60  # of a series
KINDS = {"integer": INTEGERS, "real": REALS}


class Unspecified(Exception):
    """A function outside its domain, of whose value nothing is said."""


def value(t: Json, at: dict[str, Any]) -> Any:
    """The value of a term (lists, or tuples as the checker reads them) at a point."""
    if isinstance(t, int | str):
        return at[t] if isinstance(t, str) else mpmath.mpf(t)
    head, parts = t[0], list(t[1:])
    if head == "q":
        return mpmath.mpf(parts[0]) / parts[1]
    if head in ("sum", "prod"):
        k, low, high, body = parts
        first = int(mpmath.ceil(value(low, at)))
        last = first + TERMS if high in (["oo"], ("oo",)) else int(mpmath.floor(value(high, at)))
        terms = [value(body, at | {k: mpmath.mpf(n)}) for n in range(first, last + 1)]
        return mpmath.fsum(terms) if head == "sum" else mpmath.fprod(terms)
    if head == "hyper":
        above, below = ([value(c, at) for c in p if c != "[]"] for p in parts[:2])
        return mpmath.hyper(above, below, value(parts[2], at), zeroprec=400)  # a value may be 0
    inner = [value(p, at) for p in parts]
    if head in ("+", "*"):
        return mpmath.fsum(inner) if head == "+" else mpmath.fprod(inner)
    if head == "^":
        base, exponent = inner
        if (base == 0 and exponent < 0) or (base < 0 and exponent != int(exponent)):
            raise Unspecified
        return base**exponent
    if (head == "log" or head == "gamma") and inner[0] <= 0:
        raise Unspecified
    if head == "acos" and abs(inner[0]) > 1:
        raise Unspecified
    if head == "arg":
        return mpmath.arg(mpmath.mpc(*inner))
    if head in ("normal-real", "normal-imaginary"):
        mean = _normal_mean(*inner, mpmath.mp.dps)
        return mean.imag if head == "normal-imaginary" else mean.real
    functions = {"exp": mpmath.exp, "log": mpmath.log, "cos": mpmath.cos, "sin": mpmath.sin}
    functions |= {"abs": abs, "gamma": mpmath.gamma, "acos": mpmath.acos, "pi": lambda: +mpmath.pi}
    return functions[head](*inner)


@functools.cache
def _normal_mean(a: Any, b: Any, c: Any, e: Any, _digits: int) -> Any:
    """E exp((a + ib) g^2 + (c + ie) g): its definition, an integral, by trapezoids until e^-100."""
    falls = mpmath.mpf(1) / 2 - a
    if falls <= 0:
        raise Unspecified
    width = mpmath.pi * mpmath.sqrt(falls / (falls**2 + b**2)) / 20
    end = int((abs(c) / falls + mpmath.sqrt(100 / falls)) / width) + 1
    square, slope = mpmath.mpc(a, b) - mpmath.mpf(1) / 2, mpmath.mpc(c, e)
    terms = [mpmath.mpc(1)]
    with mpmath.extradps(10):  # for the steps: neighbours have a ratio, and neighbours of these another
        change = mpmath.exp(2 * square * width**2)
        for step in (width, -width):
            term, ratio = mpmath.mpc(1), mpmath.exp(square * step**2 + slope * step)
            for _ in range(end):
                term *= ratio
                ratio *= change
                terms.append(term)
        return width * mpmath.fsum(terms) / mpmath.sqrt(2 * mpmath.pi)


def holds(p: Json, at: dict[str, Any]) -> bool:
    """Whether a proposition holds at a point, as far as forty digits tell; `summable` is not looked at."""
    head = p[0]
    if head in ("and", "or"):
        return (all if head == "and" else any)(holds(part, at) for part in p[1:])
    if head == "where":
        return not all(holds(part, at) for part in p[1] if part != "[]") or holds(p[2], at)
    if head == "summable":
        return True
    if head == "int":
        return bool(value(p[1], at) == int(value(p[1], at)))
    a, b = value(p[1], at), value(p[2], at)
    close = abs(a - b) <= mpmath.mpf(10) ** -30 * (1 + abs(a) + abs(b))
    return bool({"=": close, "!=": not close, "<": a < b and not close, "<=": a < b or close}[head])


def points(variables: list[list[str]], conditions: list[Json]) -> Iterator[dict[str, Any]]:
    """Sampled points where the conditions hold."""
    names = [v for v, _ in variables]
    for values in itertools.product(*(KINDS[kind] for _, kind in variables)):
        at = dict(zip(names, values, strict=True))
        try:
            if all(holds(p, at) for p in conditions):
                yield at
        except Unspecified:
            continue


def false_steps(written: Json, known: Json = None) -> list[Json]:
    """Steps that fail at a sampled point; those of an object that is known to be true are not looked at."""
    context = written["context"]
    true = known["steps"] if known and known["context"] == context else []
    failing = []
    for step in written["steps"]:
        if step in true:
            continue
        for at in points(context["variables"] + step["for"], context["constraints"] + step["if"]):
            try:
                if not holds(step["then"], at):
                    failing.append((step, at))
            except Unspecified:
                continue
    return failing


def places(written: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all parts of an object."""
    yield path
    if isinstance(written, dict | list):
        for key in written if isinstance(written, dict) else range(len(written)):
            yield from places(written[key], (*path, key))


def variants(part: Json) -> Iterator[Json]:
    """What a part is changed into: other numbers, relations, functions and variables, and lists with one part less."""
    others = {
        "<": ["<="],
        "<=": ["<", "="],
        "=": ["<=", "!="],
        "!=": ["="],
        "+": ["*"],
        "*": ["+"],
        "sum": ["prod"],
    }
    others |= {"integer": ["real"], "real": ["integer"], "cos": ["sin"], "sin": ["cos"], "exp": ["log"]}
    others |= {"x": ["y"], "y": ["x"], "k": ["n", "t"], "m": ["n"], "n": ["m"], "t": ["k"], "given": ["ring"]}
    if type(part) is int:
        yield from (part + 1, part - 1, -part)
    elif isinstance(part, str):
        yield from others.get(part, [])
    elif isinstance(part, list):
        yield from (part[:i] + part[i + 1 :] for i in range(len(part)))
        yield from (part[:1] + part[i : i + 1] + part[1:i] + part[i + 1 :] for i in range(2, len(part)))


def mutants(written: Json) -> Iterator[tuple[tuple[Any, ...], Json]]:
    """Every object with one part changed; a conclusion follows its last step."""
    text = json.dumps(written)
    for path in places(written):
        if path[:1] in (("conclusion",), ("about",), ()):
            continue
        part = written
        for key in path:
            part = part[key]
        for variant in variants(part):
            mutant = json.loads(text)
            target = mutant
            for key in path[:-1]:
                target = target[key]
            target[path[-1]] = variant
            if mutant["steps"] and isinstance(mutant["steps"][-1], dict):
                mutant["conclusion"] = mutant["steps"][-1]["then"]
            yield path, mutant


def test_the_meaning_finds_falsehoods(objects: dict[str, Json]) -> None:
    """The judge of mutants is no rubber stamp: a wrong square, a wrong sum and a wrong series are false."""
    for name, change in (("square", ["=", ["^", ["+", "x", 1], 2], ["^", "x", 2]]),
                         ("gauss", ["=", ["sum", "k", 1, "n", "k"], "n"]),
                         ("first term", ["=", ["exp", "t"], ["sum", "k", 0, ["oo"], ["^", "t", "k"]]])):  # fmt: skip
        wrong = copy.deepcopy(objects[name])
        wrong["steps"][-1]["then"] = change
        assert false_steps(wrong)


def test_mutants(objects: dict[str, Json]) -> None:
    tried = accepted = unchanged = 0
    with mpmath.workdps(40):
        for name, written in objects.items():
            assert not false_steps(written), name
            for path, mutant in mutants(written):
                tried += 1
                try:
                    check(mutant)
                except Refused:
                    continue
                accepted += 1
                unchanged += mutant["conclusion"] == written["conclusion"]
                assert not false_steps(mutant, written), (name, path)
    assert 0 < unchanged < accepted < tried / 10


@pytest.mark.parametrize("name", library())
def test_fact(name: str) -> None:
    """A fact holds wherever its needs do, at the sampled points."""
    fact = library()[name]
    found = 0
    with mpmath.workdps(40):
        for at in points([list(v) for v in fact.variables.items()], list(fact.needs)):
            assert holds(fact.claim, at), at
            found += 1
    assert found


JUNK = [
    None,
    True,
    1.5,
    "",
    "x",
    [],
    {},
    -1,
    10**50,
    ["q", 1, 2],
    ["oo"],
    ["=", 1, 1],
    ["[]"],
    ["sum", "k", 0, 3, "k"],
]


@pytest.mark.parametrize("name", ["gauss", "means", "finite sums"])
def test_junk(name: str, objects: dict[str, Json]) -> None:
    """Junk in any place is refused, and is no other error; what is still accepted has the same meaning or is true."""
    text = json.dumps(objects[name])
    for path in places(objects[name]):
        for junk in JUNK if path else ():
            mutant = json.loads(text)
            target = mutant
            for key in path[:-1]:
                target = target[key]
            target[path[-1]] = junk
            try:
                check(mutant)
            except Refused:
                continue
            with mpmath.workdps(40):
                assert not false_steps(mutant, objects[name]), path
