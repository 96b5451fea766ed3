"""Figure 2 (b): the ratio of variances at D = d, and its two forms by Kummer's transformation."""

from __future__ import annotations

from rftheory.papers.orf._proofs.theorem1 import series_and_kummer
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, hypergeometric, means
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import attached
from rftheory.proof.terms import Term, compound, exchanged, moments

_HALF: Term = ("q", 1, 2)
_W: Term = ("^", "z", 2)
_LESS: Term = ("+", 1, ("*", -1, ("exp", ("*", -1, _W))))
_SHARE: Term = ("+", 1, ("*", -1, ("^", "d", -1)))


def variances(prover: Prover, goal: Term) -> Theorem:
    """Both variances in closed form; that of independent rows is (1 - e^(-z^2))^2/(2d)."""
    alone: Term = ("*", _HALF, ("^", "d", -1), ("^", _LESS, 2))
    pair: Term = ("hyper", ("d",), (("*", "d", _HALF),), ("*", ("q", -1, 2), _W))
    gap: Term = ("+", pair, ("*", -1, ("exp", ("*", -1, _W))))
    values: dict[str, Term] = {"iid": alone, "orthogonal": ("+", alone, ("*", _SHARE, gap))}
    outer = prover.within()
    outer.add(outer.show(("<", 0, _LESS)))
    known = []
    for each in dict.fromkeys(moments(goal)):
        found = means.settled(outer, each)
        value = values[compound(each)[1][1][1]]
        plain = outer.equal(compound(found.then)[2], value)
        known.append(outer.through(found, plain, proposition=("=", each, value)))
    positive = [
        outer.replaced(("<", 0, compound(each.then)[1]), each, of=outer.show(("<", 0, alone)))
        for each in known
        if compound(each.then)[2] == alone
    ]
    series = [
        hypergeometric.closed(outer, each) for each in dict.fromkeys(hypergeometric.infinite_sums(goal))
    ]
    moved = exchanged(goal, {e.then[1]: e.then[2] for e in (*known, *series) if isinstance(e.then, tuple)})
    return attached(outer, outer.replaced(goal, *known, *series, of=outer.show(moved)), *positive)


def two_forms(prover: Prover, goal: Term) -> Theorem:
    """The forms of the pair's mean, times 2d (1 - 1/d)/(1 - e^(-z^2))^2."""
    outer = prover.within()
    outer.add(outer.show(("<", 0, _LESS)))
    whole, kummer, exists = series_and_kummer(outer, goal)
    front: Term = ("*", 2, "d", _SHARE, ("^", _LESS, -2))
    inverse: Term = ("*", ("gamma", ("*", "d", _HALF)), ("^", ("gamma", "d"), -1))
    entries = [multiple(("*", front, inverse), 0), multiple(front, 1)]
    return attached(outer, outer.combine(goal, entries, [whole, kummer]), exists)


PROOFS: Scripts = {"orf/fig2/b": (variances, two_forms)}
