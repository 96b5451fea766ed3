"""Sums above 0 because a term is: at some place, as the domain says, and nowhere below 0."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.finite.ranges import inside
from rftheory.proof.tactics.moves import Script, by_ways
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import ProofError, Term, compound, free, substitute


def positive(prover: Prover, total: Term) -> Theorem:
    """0 < sum of a body that is nowhere below 0, and above 0 where some constraint says so."""
    nowhere = inside(prover, total).show(("<=", 0, compound(total)[4]))
    return positive_with(prover, total, nowhere, _above)


def positive_with(prover: Prover, total: Term, nowhere: Theorem, above: Script) -> Theorem:
    """The same from what shows that it is nowhere below 0, and a script that shows it above 0 from the last hypothesis."""
    _, index, low, high, body = compound(total)
    goal: Term = ("<", 0, total)
    for constraint in prover.context.constraints:
        match constraint:
            case ("somewhere", k, first, final, holds) if k not in free(total):
                within = prover.within((k, "integer"), given=(("<=", first, k), ("<=", k, final), holds))
                at = substitute(body, {index: k})
                try:
                    shown = above(within, ("<", 0, at))
                except ProofError:
                    continue
                ends = [within.show(("<=", low, k)), within.show(("<=", k, high))]
                most = within.infer("sum-term", ("<=", at, total), [nowhere, *ends], {"at": k})
                way = within.combine(goal, [product(0), product(1)], [shown, most])
                premises = [prover.given(constraint), way]
                return prover.infer("somewhere", goal, premises, {"of": 0, "way": 1})
    raise ProofError(f"no place is known where {body} is above 0")


def _above(prover: Prover, goal: Term) -> Theorem:
    """0 < term from the last hypothesis: itself, or a square of what is not 0."""
    holds = prover.hypotheses[-1]
    if compound(holds)[0] != "!=":
        return prover.show(goal)

    def square(inner: Prover, wanted: Term) -> Theorem:
        return inner.combine(wanted, [product(0, 0)], [inner.given(inner.hypotheses[-1])])

    return by_ways(prover, prover.fact("trichotomy", a=compound(holds)[1], b=0), goal, square)
