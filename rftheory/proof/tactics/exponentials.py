"""Signs of exponential polynomials: sums of coefficient times exp(exponent)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.reading import RationalReader
from rftheory.proof.tactics.steps import Steps
from rftheory.proof.terms import ProofError, Term

Entry = dict[str, Any]
Addend = tuple[sp.Expr, sp.Expr]


def positive(prover: Steps, reader: RationalReader, factor: sp.Expr, strict: bool) -> Theorem | None:
    """0 < factor (or <=) where every addend is positive, or where it pairs off addends by their exponents."""
    addends = reader.split(factor)
    if addends == [(factor, sp.S.Zero)]:
        return None
    relation = "<" if strict else "<="
    goal: Term = (relation, 0, reader.write(factor))
    try:
        return _all_positive(prover, reader, addends, goal)
    except ProofError:
        pass
    if len(addends) == 2:
        for higher, lower in (addends, addends[::-1]):
            try:
                return _pair(prover, reader, higher, lower, goal)
            except ProofError:
                continue
    return None


def _all_positive(prover: Steps, reader: RationalReader, addends: list[Addend], goal: Term) -> Theorem:
    """Every coefficient is >= 0, one of them > 0 if that is asked for."""
    premises: list[Theorem] = []
    entries: list[Entry] = []
    strict = False
    for coefficient, exponent in addends:
        shown = _sign(prover, reader, coefficient, "<")
        if shown is None:
            shown = _sign(prover, reader, coefficient, "<=")
        else:
            strict = True
        if shown is None:
            raise ProofError(f"no sign is found for {coefficient}")
        premises += [shown, prover.fact("exp-positive", t=reader.write(exponent))]
        entries.append(_entry(len(premises) - 2, len(premises) - 1))
    assert isinstance(goal, tuple)
    if goal[0] == "<" and not strict:
        raise ProofError("no addend is positive")
    return prover.combine(goal, entries, premises)


def _pair(prover: Steps, reader: RationalReader, higher: Addend, lower: Addend, goal: Term) -> Theorem:
    """c e^a - b e^l = (c - b) e^a + b (e^a - e^l), with c >= b > 0 and a >= l."""
    assert isinstance(goal, tuple)
    strict = goal[0] == "<"
    size = sp.expand(-lower[0])
    less = _sign(prover, reader, size, "<") or (None if strict else _sign(prover, reader, size, "<="))
    if less is None:
        raise ProofError("the lower addend has no sign")
    top, bottom = reader.write(higher[1]), reader.write(lower[1])
    steps = _exponents(prover, bottom, top, strict)
    premises, entries = [less, steps], [_entry(0, 1)]
    left = sp.expand(higher[0] - size)
    if left != 0:
        rest = _sign(prover, reader, left, "<=")
        if rest is None:
            raise ProofError("the coefficients are the other way round")
        premises += [rest, prover.fact("exp-positive", t=top)]
        entries.append(_entry(2, 3))
    return prover.combine(goal, entries, premises)


def _exponents(prover: Steps, low: Term, high: Term, strict: bool) -> Theorem:
    relation = "<" if strict else "<="
    below = prover.show((relation, low, high))
    return prover.fact("exp-increasing" if strict else "exp-at-most", [below], a=low, b=high)


def _sign(prover: Steps, reader: RationalReader, coefficient: sp.Expr, relation: str) -> Theorem | None:
    return prover.sign(reader.write(coefficient), relation)


def _entry(*factors: int) -> Entry:
    return product(*factors)
