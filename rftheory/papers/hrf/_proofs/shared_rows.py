"""Products of the base estimates on the same rows: where x + y = 0, the inputs are of one length."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic, by_parts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import by_cases, rewritten
from rftheory.proof.terms import Term

_SUM: Term = ("+", "x2", "y2", ("*", "xy", 2))
_GAP: Term = ("+", "x2", ("*", -1, "y2"))


def by_length(prover: Prover, goal: Term) -> Theorem:
    """Each case of |x + y|^2 > 0, and that there is no other."""
    return by_parts(prover, goal, _case)


def _case(prover: Prover, goal: Term) -> Theorem:
    assert isinstance(goal, tuple)
    if goal[0] == "or":
        return by_cases(prover, goal[1], goal, _one_of, _one_of)
    if ("<=", _SUM, 0) not in prover.hypotheses:
        return prover.show(goal)
    level = _one_length(prover)
    return rewritten(prover, goal, [_opposite(prover, level), level])


def _one_of(prover: Prover, goal: Term) -> Theorem:
    return prover.infer("or", goal, [prover.given(prover.hypotheses[-1])])


def _one_length(prover: Prover) -> Theorem:
    """y2 = x2: (x2 - y2)^2 = |x+y|^2 |x-y|^2 - 4 (x2 y2 - xy^2) <= 0."""
    other: Term = ("+", "x2", "y2", ("*", "xy", -2))
    none = prover.given(("<=", _SUM, 0))
    signs = [prover.given(("<=", 0, each)) for each in ("x2", "y2")]
    apart = prover.combine(
        ("<=", 0, other), [product(0), product(1, coefficient=2), product(2, coefficient=2)], [none, *signs]
    )
    bound = prover.given(("<=", ("^", "xy", 2), ("*", "x2", "y2")))
    square = prover.combine(
        ("<=", ("^", _GAP, 2), 0), [product(0, 1), product(2, coefficient=4)], [none, apart, bound]
    )

    def at_most(left: Term, right: Term) -> Theorem:
        def no(inner: Prover, wanted: Term) -> Theorem:
            size: Term = ("+", left, ("*", -1, right))
            more = inner.combine(("<", 0, size), [product(0)], [inner.given(("<", right, left))])
            inverse = inner.fact("power-positive", [more], b=size, p=-1)
            return inner.combine(wanted, [product(0, 1)], [square, inverse, more])

        return by_cases(prover, ("<=", left, right), ("<=", left, right), no=no)

    return prover.fact("antisymmetric", [at_most("y2", "x2"), at_most("x2", "y2")], a="y2", b="x2")


def _opposite(prover: Prover, level: Theorem) -> Theorem:
    """xy = -x2: xy <= -x2 as x + y = 0, and were it less, xy^2 would be above x2^2."""
    value: Term = ("*", -1, "x2")
    below = prover.combine(
        ("<=", "xy", value),
        [product(0, coefficient=("q", 1, 2)), multiple(("q", -1, 2), 1)],
        [prover.given(("<=", _SUM, 0)), level],
    )
    goal: Term = ("<=", value, "xy")

    def no(inner: Prover, wanted: Term) -> Theorem:
        size: Term = ("+", "x2", ("*", -1, "xy"))
        known = [inner.given(("<", "xy", value)), inner.given(("<=", 0, "x2"))]
        more = inner.combine(("<", 0, size), [product(0), product(1, coefficient=2)], known)
        inverse = inner.fact("power-positive", [more], b=size, p=-1)
        bound = inner.given(("<=", ("^", "xy", 2), ("*", "x2", "y2")))
        scaled: Term = ("*", "x2", ("^", size, -1))
        return inner.combine(wanted, [product(0, 1), multiple(scaled, 2)], [bound, inverse, level, more])

    above = by_cases(prover, goal, goal, no=no)
    return prover.fact("antisymmetric", [below, above], a="xy", b=value)


PROOFS: Scripts = {"hrf/eq38": (automatic, by_length)}
