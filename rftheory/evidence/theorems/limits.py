"""Limits and orders as propositions of proofs: quantifiers over a threshold, a constant or an error, and the variable."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import sympy as sp

from rftheory.claims import Limit, Order
from rftheory.proof.terms import ProofError, Term, free, literal


def order(claim: Order, scaled: Term, kind: str, conditions: Iterable[Term], taken: Collection[str]) -> Term:
    """For some constant and threshold: `scaled`, the scale times the difference, is at most the constant beyond it.

    With `vanishing`: for every error > 0 there is a threshold beyond which it is at most that.
    """
    size: Term = scaled if claim.one_sided else ("abs", scaled)
    if claim.vanishing:
        return _small(size, claim.variable, claim.toward, kind, conditions, taken)
    constant = _fresh("C", taken)
    beyond = _beyond(
        ("<=", size, constant), claim.variable, claim.toward, kind, conditions, {*taken, constant}
    )
    return ("some", constant, "real", beyond)


def limit(
    claim: Limit,
    term: Term,
    value: Term | None,
    kind: str,
    conditions: Iterable[Term],
    taken: Collection[str],
) -> Term:
    """For every error > 0 there is a threshold beyond which the term is that near to the value; infinite without one."""
    if value is not None:
        gap: Term = term if value == 0 else ("+", term, ("*", -1, value))
        return _small(("abs", gap), claim.variable, claim.toward, kind, conditions, taken)
    level = _fresh("B", taken)
    body: Term = ("<=", level, term) if claim.value == sp.oo else ("<=", term, level)
    return (
        "all",
        level,
        "real",
        _beyond(body, claim.variable, claim.toward, kind, conditions, {*taken, level}),
    )


def _small(
    size: Term, variable: str, toward: sp.Expr, kind: str, conditions: Iterable[Term], taken: Collection[str]
) -> Term:
    error = _fresh("epsilon", taken)
    inner = _beyond(("<=", size, error), variable, toward, kind, conditions, {*taken, error})
    return ("all", error, "real", ("where", (("<", 0, error),), inner))


def _beyond(
    body: Term, variable: str, toward: sp.Expr, kind: str, conditions: Iterable[Term], taken: Collection[str]
) -> Term:
    """The body for all values of the variable that satisfy the conditions, from some threshold on."""
    given = tuple(conditions)
    if toward == 0 and kind == "integer":
        raise ProofError(f"the integer {variable} does not reach 0")
    for condition in given:
        _reaches(condition, variable, toward)
    if toward in (sp.oo, -sp.oo):
        threshold = _fresh("N", taken)
        far: Term = ("<=", threshold, variable) if toward == sp.oo else ("<=", variable, threshold)
        return ("some", threshold, "real", ("all", variable, kind, ("where", (*given, far), body)))
    if toward != 0:
        raise ProofError(f"a limit toward {toward} has no word")
    threshold = _fresh("delta", taken)
    above = any(each in (("<", 0, variable), ("<=", 0, variable)) for each in given)
    near: tuple[Term, ...] = (("<", 0, variable), ("<=", variable, threshold))
    if not above:
        near = (("!=", variable, 0), ("<=", ("abs", variable), threshold))
    every: Term = ("all", variable, kind, ("where", tuple(dict.fromkeys((*given, *near))), body))
    return ("some", threshold, "real", ("and", ("<", 0, threshold), every))


def _reaches(condition: Term, variable: str, toward: sp.Expr) -> None:
    """ProofError unless the condition is seen to hold near the limit, so that the claim is not about nothing."""
    match condition:
        case ("<" | "<=", low, str() as name) if name == variable and variable not in free(low):
            if toward == sp.oo or (toward == 0 and (literal(low) or 0) <= 0 and literal(low) is not None):
                return
        case ("<" | "<=", str() as name, high) if name == variable and variable not in free(high):
            if toward == -sp.oo or (toward == 0 and (high == ("pi",) or (literal(high) or 0) > 0)):
                return
        case ("!=", one, other) if {one, other} == {variable, 0}:
            return
    raise ProofError(f"the domain is not seen to reach the limit of {variable}: {condition}")


def _fresh(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "_"
    return name
