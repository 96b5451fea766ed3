"""Finite sums as combinations of others over one range, where the bodies are so at every place; no induction is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.finite.coefficients import settled
from rftheory.proof.tactics.finite.ranges import finite, inside, right_of
from rftheory.proof.tactics.moves import attached, rewritten
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import ProofError, Term, compound, exchanged, literal, number, subterms

Place = Callable[[Prover, str], list[Theorem]]
"""Adds to a prover what it knows at a place, and gives equalities that hold there."""


def related(prover: Prover, goal: Term, place: Place) -> Theorem:
    """The goal, with sums written by shorter ones where that is possible."""
    totals = sorted(dict.fromkeys(finite(goal, ("sum",))), key=lambda each: len(repr(each[4])))
    bases: list[tuple[Any, ...]] = []
    moves, known = [], []
    for total in totals:
        equalities = place(inside(prover, total), total[1])
        known += equalities
        values = {compound(each.then)[1]: compound(each.then)[2] for each in equalities}
        alike = [each for each in bases if each[:4] == total[:4]]
        times = _coefficients(exchanged(total[4], values), [exchanged(each[4], values) for each in alike])
        if times is None:
            bases.append(total)
            continue
        pieces = [(c, each) for c, each in zip(times, alike, strict=True) if c != 0]
        moves.append(_combined(prover, total, pieces, place))
    return attached(prover, rewritten(prover, goal, moves), *known)


def _combined(
    prover: Prover, total: tuple[Any, ...], pieces: Sequence[tuple[Fraction, Term]], place: Place
) -> Theorem:
    """sum of (c b + ..) = c sum b + .."""
    ends, body = total[:4], total[4]
    multiples: list[Term] = [("*", number(c), compound(each)[4]) for c, each in pieces]
    written = multiples[-1] if multiples else 0
    for each in multiples[-2::-1]:
        written = ("+", each, written)
    within = inside(prover, total)
    same = rewritten(within, ("=", body, written), place(within, str(total[1])))
    first = prover.replaced(("=", total, (*ends, written)), same)
    second = _apart(prover, ends, written) if multiples else settled(prover, (*ends, 0))
    assert second is not None
    return prover.through(first, second, proposition=("=", total, right_of(second)))


def _apart(prover: Prover, ends: tuple[Any, ...], written: Term) -> Theorem:
    """The same for what is written so."""
    if compound(written)[0] == "*":
        _, c, body = compound(written)
        alike = inside(prover, (*ends, written)).equal(written, written)
        return prover.infer("sum-scale", ("=", (*ends, written), ("*", c, (*ends, body))), [alike])
    parts = [(*ends, each) for each in compound(written)[1:]]
    added = prover.infer("sum-add", ("=", (*ends, written), ("+", *parts)))
    moves = [_apart(prover, ends, each) for each in compound(written)[1:]]
    values = tuple(right_of(each) for each in moves)
    return prover.replaced(("=", (*ends, written), ("+", *values)), *moves, of=added)


def _coefficients(body: Term, others: list[Term]) -> list[Fraction] | None:
    """The numbers with which the body is a combination of the others; None where it is none, as values at places tell."""
    if not others:
        return None
    atoms = {
        e for each in (body, *others) for e in subterms(each) if isinstance(e, tuple) and e[0] == "entry"
    }
    rows = []
    for row in range(1, len(others) + 4):
        values = {
            each: Fraction((7 * row * place**2 + 5 * row**2 + 3 * place) % 47 + 1, (row * place) % 5 + 1)
            for place, each in enumerate(sorted(atoms, key=repr), 1)
        }
        rows.append([_value(each, values) for each in (*others, body)])
    matrix = sp.Matrix([[sp.Rational(v.numerator, v.denominator) for v in row] for row in rows])
    try:
        found, free = matrix[:, :-1].gauss_jordan_solve(matrix[:, -1])
    except ValueError:
        return None
    found = found.subs(dict.fromkeys(free, 0))
    return [Fraction(int(each.p), int(each.q)) for each in found]


def _value(term: Term, values: Mapping[Any, Fraction]) -> Fraction:
    """A rational term at numbers for its entries."""
    known = literal(term)
    if known is not None:
        return known
    if term in values:
        return values[term]
    head, *inner = compound(term)
    if head == "+":
        return sum((_value(each, values) for each in inner), Fraction(0))
    if head == "*":
        total = Fraction(1)
        for each in inner:
            total *= _value(each, values)
        return total
    if head == "^" and isinstance(inner[1], int):
        return Fraction(_value(inner[0], values) ** inner[1])
    raise ProofError(f"not rational in entries: {term}")
