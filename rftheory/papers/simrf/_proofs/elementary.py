"""Shorter rows, shrinking products, and a prefactor of Gamma functions."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import instance, rewritten, together
from rftheory.proof.tactics.series import induction
from rftheory.proof.tactics.values import gammas
from rftheory.proof.terms import Term

_HALF: Term = ("q", 1, 2)


def shorter(prover: Prover, goal: Term) -> Theorem:
    """sqrt a < sqrt b from 0 <= a < b: sqrt b - sqrt a = (b - a)/(sqrt a + sqrt b)."""
    assert isinstance(goal, tuple)
    small, large = goal[1][1], goal[2][1]
    # a = (u - w)^2 + 2uw (1 - 1/(d-1)), where 1/(d-1) <= 1
    share: Term = ("^", ("+", "d", -1), -1)
    premises = [
        prover.show(("<=", share, 1)), prover.given(("<", 0, "u")), prover.given(("<", 0, "w")),
    ]  # fmt: skip
    entries = [
        product(squares=(("+", "u", ("*", -1, "w")),)),
        product(0, 1, 2, coefficient=2),
    ]
    prover.add(prover.combine(("<=", 0, small), entries, premises))
    prover.add(prover.show(("<", 0, large)))
    prover.add(prover.fact("root-nonnegative", b=small))
    prover.add(prover.fact("root-positive", b=large))
    total: Term = ("+", ("^", small, _HALF), ("^", large, _HALF))
    inverse = prover.fact("power-positive", b=total, p=-1)
    steps = [prover.show(("<", small, large)), inverse, *prover.lemmas]
    return prover.combine(goal, [product(0, 1)], steps)


def _ratio(j: Term) -> Term:
    return ("*", ("+", "d", j), ("^", ("+", "d", ("*", j, 2)), -1))


def _product(high: Term) -> Term:
    return ("prod", "j", 0, high, _ratio("j"))


def _one_more(prover: Prover, high: Term, before: Term) -> Theorem:
    """The product up to high is the one up to before = high - 1, times the last factor."""
    goal: Term = ("=", _product(high), ("*", _product(before), _ratio(high)))
    ends = [prover.show(("int", high)), prover.show(("<=", 0, high))]
    return prover.infer("prod-last", goal, ends)


def shrinking(prover: Prover, goal: Term) -> Theorem:
    """0 <= prod < 1 by induction from the product 1 (d + 1)/(d + 2) of two factors on."""
    both: Term = ("and", ("<=", 0, _product(("+", "n", -1))), ("<", _product(("+", "n", -1)), 1))
    general = induction(prover, "n", 2, both, _step, _start)
    inner = prover.within(("n", "integer"), given=(("<=", 2, "n"),))
    assert isinstance(both, tuple)
    less = inner.infer("part", both[2], [general])
    return together(prover, [instance(prover, less, {"n": "k"})], goal)


def _start(prover: Prover, goal: Term) -> Theorem:
    ends: tuple[Term, ...] = (("+", 2, -1), ("+", 2, -2), ("+", 2, -3))
    known = [_one_more(prover, ends[0], ends[1]), _one_more(prover, ends[1], ends[2])]
    known.append(prover.infer("prod-empty", ("=", _product(ends[2]), 1)))
    value: Term = ("*", 1, _ratio(ends[1]), _ratio(ends[0]))
    same = prover.combine(
        ("=", _product(ends[0]), value),
        [
            multiple(1, 0),
            multiple(_ratio(ends[0]), 1),
            multiple(("*", _ratio(ends[1]), _ratio(ends[0])), 2),
        ],
        known,
    )
    return _both(prover, goal, same)


def _step(prover: Prover, goal: Term) -> Theorem:
    before: Term = ("+", "n", -1)
    last: Term = ("+", ("+", "n", 1), -1)
    hypothesis = prover.hypotheses[-1]
    assert isinstance(hypothesis, tuple)
    outer = prover.within()
    for each in hypothesis[1:]:
        outer.add(prover.infer("part", each, [prover.given(hypothesis)]))
    outer.add(outer.show(("<=", 0, _ratio(last))))
    outer.add(outer.show(("<=", _ratio(last), 1)))
    same = _one_more(outer, last, before)
    assert isinstance(goal, tuple)
    entries = [
        product(0, 2),
        multiple(-1, 4),
    ]
    least = outer.combine(goal[1], entries, [*outer.lemmas, same])
    entries = [
        product(0, 3),
        product(1),
        multiple(1, 4),
    ]
    most = outer.combine(goal[2], entries, [*outer.lemmas, same])
    return prover.infer("and", goal, [least, most])


def _both(prover: Prover, goal: Term, same: Theorem) -> Theorem:
    assert isinstance(goal, tuple)
    shown = [rewritten(prover, each, [same]) for each in goal[1:]]
    return prover.infer("and", goal, shown)


def prefactor(prover: Prover, goal: Term) -> Theorem:
    """Gamma functions at d = 64 are rationals and multiples of sqrt pi."""
    return rewritten(prover, goal, gammas(prover, goal))


PROOFS: Scripts = {
    "simrf/sec3.1/wij": (shorter,),
    "simrf/eq70/corrected": (shrinking,),
    "simrf/sec5.1/prefactor": (prefactor, prefactor, prefactor),
}
