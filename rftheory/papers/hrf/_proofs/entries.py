"""Statements about the entries of the inputs and of matrices."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import Entry, multiple, product
from rftheory.proof.tactics.finite import coefficients
from rftheory.proof.tactics.finite.ranges import inside, renamed, right_of
from rftheory.proof.tactics.moves import rewritten
from rftheory.proof.terms import Term, compound, substitute, subterms

_HALF: Term = ("q", 1, 2)


def at_most_one(prover: Prover, goal: Term) -> Theorem:
    """e^t <= e^0 = 1 for -sum of squares/(2 c^2)."""
    coefficients.sized(prover)
    exponent = compound(compound(goal)[1])[1]
    total = next(each for each in subterms(exponent) if isinstance(each, tuple) and each[0] == "sum")
    least = prover.show(("<=", 0, total))
    inverse: Term = ("^", "c", -1)
    below = prover.combine(("<=", exponent, 0), [product(0, coefficient=_HALF, squares=(inverse,))], [least])
    less = prover.fact("exp-at-most", [below], a=exponent, b=0)
    return prover.combine(goal, [product(0)], [less])


def at_zero(prover: Prover, goal: Term) -> Theorem:
    """Every square in the sum is 0."""
    coefficients.sized(prover)
    total = next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sum")
    within = inside(prover, total)
    constraint = next(c for c in prover.context.constraints if compound(c)[0] == "every")
    _, k, low, high, holds = compound(constraint)
    ends = [within.show(("<=", low, "i")), within.show(("<=", "i", high))]
    there = within.infer(
        "every", substitute(holds, {k: "i"}), [within.given(constraint), *ends], {"of": 0, "at": "i"}
    )
    other = next(each for each in subterms(there.then) if isinstance(each, tuple) and each[0] == "sum")
    own = next(each for each in subterms(compound(total)[4]) if isinstance(each, tuple) and each[0] == "sum")
    size = within.combine(("=", compound(other)[3], compound(own)[3]), *_sizes(within))
    same = within.replaced(("=", other, (*compound(other)[:3], compound(own)[3], compound(other)[4])), size)
    turned = renamed(within, right_of(same), compound(own)[1])
    alike = within.through(same, turned, proposition=("=", other, own))
    nothing = within.combine(
        ("=", compound(compound(total)[4])[1], 0), [multiple(1, 0), multiple(-1, 1)], [there, alike]
    )
    square = within.combine(
        ("=", compound(total)[4], 0), [multiple(compound(compound(total)[4])[1], 0)], [nothing]
    )
    plain: Term = (*compound(total)[:4], 0)
    zeros = prover.replaced(("=", total, plain), square)
    none = coefficients.settled(prover, plain)
    assert none is not None
    whole = prover.through(zeros, none, proposition=("=", total, right_of(none)))
    return rewritten(prover, goal, [whole])


def _sizes(prover: Prover) -> tuple[list[Entry], list[Theorem]]:
    """-1 + height y = d - 1, by height x = height y and d = height x."""
    premises = [
        prover.given(("=", ("height", "x"), ("height", "y"))),
        prover.given(("=", "d", ("height", "x"))),
    ]
    return [multiple(-1, 0), multiple(-1, 1)], premises


PROOFS: Scripts = {
    "hrf/sec2.4/gaussian-window": (automatic, at_most_one, at_zero, automatic),
}
