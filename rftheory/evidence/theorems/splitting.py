"""Terms by cases as propositions: each case of a piecewise term, a minimum or a maximum where it is the one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import sympy as sp

from rftheory.proof.terms import ProofError, Term

Sides = tuple[sp.Basic, sp.Basic]
Case = tuple[tuple[sp.Basic, ...], Mapping[sp.Basic, sp.Basic]]
"""Conditions, and what stands in place of the terms by cases where they hold."""


def split(
    sides: Sides, relation: Callable[[Sides], Term], condition: Callable[[sp.Basic], tuple[Term, ...]]
) -> Term:
    """The relation of the sides; where these have terms by cases, one for every case, and that there is no other.

    ProofError where a case is one of a bound variable.
    """
    found = next(_cases(sides), None)
    if found is None:
        return relation(sides)
    claims: list[Term] = []
    if found[-1][0][-1:] != (sp.true,):
        ways = [condition(sp.And(*conditions)) for conditions, _ in found]
        claims.append(("or", *(way[0] if len(way) == 1 else ("and", *way) for way in ways)))
    for conditions, values in found:
        if any(each == sp.false for each in conditions):
            continue
        holds = tuple(each for one in conditions for each in condition(one))
        left, right = (side.xreplace(dict(values)) for side in sides)
        claim = split((left, right), relation, condition)
        claims.append(("where", holds, claim) if holds else claim)
    return claims[0] if len(claims) == 1 else ("and", *claims)


def _cases(sides: Sides) -> Iterator[list[Case]]:
    """The cases of the first term by cases, and of those with the same conditions."""
    for side in sides:
        for node in sp.preorder_traversal(side):
            if isinstance(node, sp.Piecewise):
                _outside(node, sides)
                yield _piecewise(node, sides)
            if isinstance(node, (sp.Min, sp.Max)):
                _outside(node, sides)
                yield _extremum(node)


def _outside(node: sp.Basic, sides: Sides) -> None:
    bound = {index for side in sides for total in side.atoms(sp.Sum, sp.Product) for index in total.variables}
    if node.free_symbols & bound:
        raise ProofError("a case of a bound variable")


def _piecewise(node: sp.Piecewise, sides: Sides) -> list[Case]:
    conditions = [pair.cond for pair in node.args]
    alike = [
        each
        for side in sides
        for each in side.atoms(sp.Piecewise)
        if [p.cond for p in each.args] == conditions
    ]
    return [
        ((*map(sp.Not, conditions[:place]), own), {each: each.args[place].expr for each in alike})
        for place, own in enumerate(conditions)
    ]


def _extremum(node: sp.Min | sp.Max) -> list[Case]:
    """Of two: where the first is not beyond the second, and where it is."""
    first, *rest = sorted(node.args, key=str)
    other = rest[0] if len(rest) == 1 else node.func(*rest)
    within = sp.Le(first, other) if isinstance(node, sp.Min) else sp.Ge(first, other)
    return [((within,), {node: first}), ((sp.Not(within), sp.true), {node: other})]
