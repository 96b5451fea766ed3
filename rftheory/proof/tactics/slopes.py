"""Inequalities by the sign of a derivative."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import Term, factors, free, literal, parts, substitute


def rising(
    prover: Prover,
    function: Term,
    ends: tuple[Term, Term],
    rate: Term,
    sign: Callable[[Prover, Term], Theorem],
    *,
    strict: bool = False,
    variable: str = "t",
) -> Theorem:
    """f(low) <= f(high) (or < where `strict`), from the sign of its derivative `rate` in the variable between them.

    `sign` shows 0 <= rate (or 0 <) between the ends; what the derivative needs to exist is searched, where no lemma
    says it. A decreasing function is a negative one that increases.
    """
    relation = "<" if strict else "<="
    low, high = ends
    closed: tuple[Term, ...] = (("<=", low, variable), ("<=", variable, high))
    on = prover.within((variable, "real"), given=closed)
    between = on.within(given=(("<", low, variable), ("<", variable, high)))
    exists = [on.show(proposition) for proposition in dict.fromkeys(_exists(function, variable))]
    premises = [
        sign(between, (relation, 0, rate)), prover.show((relation, low, high)), *exists,
        *between.conditions(function, rate),
    ]  # fmt: skip
    by = {"variable": variable, "function": function, "low": low, "high": high, "slope": 0}
    sides = (substitute(function, {variable: end}) for end in ends)
    return prover.infer("slope", (relation, *sides), premises, by)


def _exists(term: Term, x: str) -> Iterator[Term]:
    """What is to be shown for a term to have a derivative in x."""
    if x not in free(term) or not isinstance(term, tuple):
        return
    for part in parts(term):
        yield from _exists(part, x)
    if term[0] == "log":
        yield ("<", 0, term[1])
    elif term[0] == "hyper":
        for each in term[2]:
            yield from (("<", 0, one) for one in (each, *factors(each)) if literal(one) is None)
    elif term[0] == "^":
        value = literal(term[2])
        if value is None or value.denominator > 1:
            yield ("<", 0, term[1])
        elif value < 0:
            yield from (("<", 0, each) for each in factors(term[1]))
