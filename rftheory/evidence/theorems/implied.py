"""What a claim names without a parameter: numbers of rows, and the dimension of a conformity that is a number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy as sp

from rftheory.claims import Row
from rftheory.exact.functions.conformity import Conformity
from rftheory.proof.kernel import ProofContext
from rftheory.proof.kernel.definitions import PAIR
from rftheory.proof.terms import ProofError, Term, compound, free, parts, subterms

_INDEPENDENT = ("iid", "sphere", "any")


def within_blocks(
    context: ProofContext, proposition: Term, names: Iterable[str]
) -> tuple[ProofContext, tuple[str, ...]]:
    """The context with n <= d for numbers n of rows that are no parameters, where the rows of a block are dependent.

    With it what that leaves out, in words: rows of several blocks are beyond it. A mean needs no such bound, since it
    is that of every row. ProofError where d is no parameter.
    """
    given = set(names)
    bounds: list[Term] = []
    narrower: list[str] = []
    for name in sorted(free(proposition) - given):
        couplings = {compound(each)[1][1] for each in _beside_means(proposition) if _of(each, name)}
        if couplings - set(_INDEPENDENT):
            if "d" not in given:
                raise ProofError(f"how many rows a block has, as d is no parameter: {name}")
            bounds.append(("<=", name, "d"))
            narrower.append(f"{name} <= d")
    return ProofContext(context.variables, (*context.constraints, *bounds)), tuple(narrower)


def _beside_means(term: Term) -> Iterator[Term]:
    """The subterms, but for the estimates of which nothing but the mean is asked."""
    yield term
    if not (isinstance(term, tuple) and term[0] == "E" and compound(term[1])[0] == "estimate"):
        for part in parts(term):
            yield from _beside_means(part)


def _of(term: Term, name: str) -> bool:
    """Whether it is an estimate from so many rows."""
    return is_estimate(term) and compound(term)[3] == name


def require_one_row(sides: Iterable[sp.Basic]) -> None:
    """ProofError where a row is named by a symbol, for any row, and another one stands beside it."""
    indices: set[sp.Basic] = set()
    for side in sides:
        summed = {index for total in side.atoms(sp.Sum) for index in total.variables}
        indices |= {node.args[1] for node in side.atoms(Row)} - summed
    if len(indices) > 1 and any(each.is_Symbol for each in indices):
        raise ProofError("rows are named by numbers where there are several")


PARAMETER_BY_RHO: Term = ("=", ("*", "rho", ("+", 1, ("*", -8, "A"))), 1)
"""crt, Section 9.4: rho = 1/(1 - 8A), where a claim about generalised features names rho alone."""


def needs_parameter(proposition: Term, names: Iterable[str]) -> bool:
    """Whether a claim estimates through generalised features whose parameter A it gives by rho."""
    features = {compound(each)[2] for each in subterms(proposition) if is_estimate(each)}
    return ("name", "gerf") in features and "rho" in names and "A" not in names


def there(context: ProofContext, proposition: Term) -> ProofContext:
    """The context of a claim about rows of a pair of cosine c, which is a cosine; on the line it is 1 or -1."""
    if not any(
        isinstance(each, tuple) and each[:2] == ("row", ("name", PAIR)) for each in subterms(proposition)
    ):
        return context
    room: Term = ("<=", 2, "d")
    wanted: tuple[Term, ...] = (("<=", -1, "c"), ("<=", "c", 1))
    if room not in context.constraints:
        wanted = (*wanted, ("or", room, ("=", ("^", "c", 2), 1)))
    more = tuple(each for each in wanted if each not in context.constraints)
    return ProofContext(context.variables, (*context.constraints, *more))


def is_estimate(term: Term) -> bool:
    """Whether it is an estimate."""
    return isinstance(term, tuple) and term[0] == "estimate"


def conformity_dimension(sides: Iterable[sp.Basic], names: Iterable[str]) -> int | None:
    """The number that is the dimension of the conformities of a claim, where no parameter d is; None without one."""
    dimensions = {node.args[0] for side in sides for node in side.atoms(Conformity)}
    if not dimensions or "d" in set(names):
        return None
    if len(dimensions) > 1 or not all(each.is_Integer for each in dimensions):
        raise ProofError("the conformities of a claim have one dimension")
    return int(dimensions.pop())
