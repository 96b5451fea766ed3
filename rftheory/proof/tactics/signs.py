"""Signs: why a term is above 0, from the signs of its parts, the bounds of its variables, and products of constraints."""

from __future__ import annotations

from typing import Any

import sympy as sp

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import cones, exponentials
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.reading import RationalReader
from rftheory.proof.tactics.steps import Steps
from rftheory.proof.terms import INFINITY, ProofError, Term, free

_BITS = 160


def compare(prover: Steps, proposition: Term) -> Theorem:
    """A comparison of two terms; ProofError where no way is found."""
    assert isinstance(proposition, tuple)
    relation, left, right = proposition
    if relation == "!=" and right == 0:
        for stronger in (("<", 0, left), ("<", left, 0)):
            try:
                shown = compare(prover, stronger)
            except ProofError:
                continue
            entry = product(0)
            return prover.infer("combine", proposition, [shown], {"terms": (entry,)})
        raise ProofError(f"no sign is found for {left}")
    if relation not in ("<", "<="):
        raise ProofError(f"no search for {relation}")
    strict = relation == "<"
    if not free(left) | free(right):
        try:
            return prover.infer("number", proposition, by={"bits": _BITS})
        except ProofError:
            pass
    if left == 0:
        found = _of_structure(prover, right, strict)
        if found is not None:
            return found
    return _rational(prover, proposition, strict)


def _of_structure(prover: Steps, term: Term, strict: bool) -> Theorem | None:
    """By the outermost operation."""
    if not isinstance(term, tuple):
        return None
    if term[0] == "exp":
        return _weaker(prover, prover.fact("exp-positive", t=term[1]), strict)
    if term[0] == "gamma" and prover.sign(term[1], "<") is not None:
        return _weaker(prover, prover.fact("gamma-positive", t=term[1]), strict)
    if term[0] == "^" and prover.sign(term[1], "<") is not None:
        return _weaker(prover, prover.fact("power-positive", b=term[1], p=term[2]), strict)
    if term == ("pi",):
        return prover.infer("number", ("<" if strict else "<=", 0, term), by={"bits": _BITS})
    if term[0] in ("sum", "prod") and term[3] != INFINITY:
        return _of_sum(prover, term, strict)
    if term[0] == "abs" and not strict:
        return prover.fact("abs-nonnegative", t=term[1])
    if not strict and term[0] == "^" and term[2] == ("q", 1, 2) and prover.sign(term[1], "<=") is not None:
        return prover.fact("root-nonnegative", b=term[1])
    return None


def _of_sum(prover: Steps, term: tuple[Any, ...], strict: bool) -> Theorem | None:
    """A finite sum or product by the sign of its body."""
    head, k, low, high, body = term
    within = prover.within((k, "integer"), given=(("<=", low, k), ("<=", k, high)))
    relation = "<" if strict else "<="
    shown = within.sign(body, relation)
    if shown is None:
        return None
    needs = (
        [*prover.integer(low), *prover.integer(high), prover.show(("<=", low, high))]
        if head == "sum" and strict
        else []
    )
    return prover.infer("sum-sign", (relation, 0, term), [shown, *needs])


def _weaker(prover: Steps, theorem: Theorem, strict: bool) -> Theorem:
    """0 <= t from 0 < t, where that is asked for."""
    if strict:
        return theorem
    entry = product(0)
    assert isinstance(theorem.then, tuple)
    return prover.combine(("<=", *theorem.then[1:]), [entry], [theorem])


def _rational(prover: Steps, proposition: tuple[Any, ...], strict: bool) -> Theorem:
    """right - left as a product of factors, each of a sign that products of constraints show."""
    _, left, right = proposition
    reader = RationalReader()
    reader.prepare(left, right)
    gap = sp.together(reader.read(right) - reader.read(left))
    top, bottom = sp.fraction(gap)
    if top == 0 and not strict:
        equality = prover.equal(left, right)
        return prover.combine(proposition, [multiple(1, 0)], [equality])
    constant, found = sp.factor_list(top)
    below, others = sp.factor_list(bottom)
    sign = sp.sign(constant / below)
    size = abs(constant / below)
    premises: list[Theorem] = []
    squares: list[Term] = []
    for factor, times in others:
        shown = _factor(prover, reader, factor, strict=True)
        sign *= shown[1] ** times
        premises += [_inverse(prover, shown[0])] * times
    for place, (factor, times) in enumerate(found, 1):
        written = reader.write(factor)
        if times % 2 == 0 and not strict:
            squares.append(("^", written, int(times) // 2))
            continue
        last = place == len(found) and times % 2 == 1
        shown = _factor(prover, reader, factor, strict or times > 1, first=sign if last else 1)
        sign *= shown[1] ** times
        premises += [shown[0]] * times
    if sign != 1:
        raise ProofError(f"the sign of {proposition} is the other one")
    entry = product(*tuple(range(len(premises))), coefficient=reader.write(size), squares=tuple(squares))
    return prover.combine(proposition, [entry], premises)


def _factor(
    prover: Steps, reader: RationalReader, factor: sp.Expr, strict: bool, first: int = 1
) -> tuple[Theorem, int]:
    """0 < factor or 0 < -factor, with the sign; the one tried first matters where a case is impossible."""
    for sign in (first, -first):
        term = reader.write(sp.expand(sign * factor))
        relation = "<" if strict else "<="
        for theorem in prover.known():
            if theorem.then == (relation, 0, term):
                return theorem, sign
        if isinstance(term, tuple) and term[0] not in ("+", "*"):
            found = _of_structure(prover, term, strict)
            if found is not None:
                return found, sign
        exponential = exponentials.positive(prover, reader, sp.expand(sign * factor), strict)
        if exponential is not None:
            return exponential, sign
        certified = cones.certificate(prover, reader, sp.expand(sign * factor), strict)
        if certified is not None:
            premises, entries = certified
            return prover.combine((relation, 0, term), entries, premises), sign
    raise ProofError(f"no sign is found for {factor}")


def _inverse(prover: Steps, theorem: Theorem) -> Theorem:
    """0 < 1/t from 0 < t."""
    assert isinstance(theorem.then, tuple)
    return prover.fact("power-positive", [theorem], b=theorem.then[2], p=-1)


def by_parts(prover: Steps, term: Term) -> Theorem:
    """0 <= term from the same of every addend, of every factor, and of squares; other parts are searched."""
    goal: Term = ("<=", 0, term)
    if isinstance(term, tuple) and term[0] == "+":
        try:
            shown = [by_parts(prover, part) for part in term[1:]]
        except ProofError:
            return prover.show(goal)
        entries = [product(place) for place in range(len(shown))]
        return prover.combine(goal, entries, shown)
    if isinstance(term, tuple) and term[0] == "*":
        shown = [by_parts(prover, part) for part in term[1:]]
        whole = product(*tuple(range(len(shown))))
        return prover.combine(goal, [whole], shown)
    if isinstance(term, tuple) and term[0] == "^" and term[2] == 2:
        return prover.combine(goal, [product(squares=(term[1],))], [])
    return prover.show(goal)
