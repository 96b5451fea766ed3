"""Conformities: SimRFs have a smaller one than ORFs, and what follows for their errors."""

from __future__ import annotations

from rftheory.papers.simrf._proofs.orthogonal_series import smaller_errors
from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import X, Y
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, conformity, hypergeometric, means, oblique
from rftheory.proof.tactics.conformity import HALF, K
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import attached, rewritten, together
from rftheory.proof.tactics.powers import zeroth
from rftheory.proof.tactics.series import induction, onward
from rftheory.proof.terms import INFINITY, Term, compound, exchanged, moments, subterms


def smaller(prover: Prover, goal: Term) -> Theorem:
    """The conformity at the cosine -1/(d-1) is below the one at 0, and all else is the same."""
    (factor, low), (_, high) = (
        conformity.taken_apart(compound(each)[1]) for each in dict.fromkeys(moments(goal))
    )
    return together(prover, [conformity.falls(prover, factor, low, high)], goal)


_FACTOR: Term = ("*", ("q", 1, 4), ("^", "v", 2))
_QUARTERS: Term = ("*", ("^", _FACTOR, K), ("^", 2, K))
_SQUARES: Term = ("*", ("^", "v", ("*", K, 2)), ("^", 2, ("*", K, -1)))


def _powers(prover: Prover) -> Theorem:
    """(v^2/4)^k 2^k = v^(2k) 2^-k."""

    def onwards(inner: Prover, goal: Term) -> Theorem:
        steps = [*onward(inner, _QUARTERS, K), *onward(inner, _SQUARES, K)]

        def halved(within: Prover, wanted: Term) -> Theorem:
            times: Term = ("*", HALF, ("^", "v", 2))
            return within.combine(wanted, [multiple(times, 0)], [within.given(("=", _QUARTERS, _SQUARES))])

        return rewritten(inner, goal, steps, halved)

    def base(inner: Prover, goal: Term) -> Theorem:
        return rewritten(inner, goal, list(zeroth(inner, goal)))

    return induction(prover, K, 0, ("=", _QUARTERS, _SQUARES), onwards, base)


def oblique_series(prover: Prover, goal: Term) -> Theorem:
    """(24): the means of the terms are those that the claim writes out, times a constant."""
    assert isinstance(goal, tuple)
    factor, cosine = conformity.taken_apart(goal[1][1])
    pair = conformity.RowPair(prover, factor, cosine)
    total = next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sum")
    _, _, _, _, printed = total
    constant: Term = ("*", *(each for each in goal[2][1:] if each != total))
    series = pair.series()
    power = oblique.moment(pair)
    inner = pair.running
    before = compound(compound(series.then)[2])[4]
    after: Term = ("*", constant, printed)
    valued = inner.replaced(("=", before, pair.body(compound(power.then)[2])), power)
    rearranged = inner.combine(
        ("=", compound(valued.then)[2], after), [multiple(_rest(pair, power), 0)], [_powers(prover)]
    )
    same = inner.through(valued, rearranged, proposition=("=", before, after))
    exists = pair.summable()
    scaled_exists = prover.replaced(("summable", K, 0, after), same, of=exists)
    inverse: Term = ("^", constant, -1)
    back: Term = ("*", inverse, after)
    again = prover.infer("summable-scale", ("summable", K, 0, back), [scaled_exists])
    plain = prover.replaced(("summable", K, 0, printed), inner.equal(back, printed), of=again)
    scaled = prover.infer(
        "sum-scale", ("=", ("sum", K, 0, INFINITY, before), ("*", constant, total)), [same, plain]
    )
    whole = prover.through(series, scaled, proposition=("=", goal[1], ("*", constant, total)))
    end = prover.equal(("*", constant, total), goal[2])
    return attached(prover, prover.through(whole, end, proposition=goal), plain)


def _rest(pair: conformity.RowPair, power: Theorem) -> Term:
    """The body over (v^2/4)^k 2^k."""
    value = compound(power.then)[2]
    body = pair.body(value)
    constant = tuple(each for each in compound(value[1])[1:] if each != ("^", 2, K))
    return ("*", *constant, value[2], *compound(body)[3:])


def ratio(prover: Prover, goal: Term) -> Theorem:
    """The errors are e^(4 x.y - 2 v^2)/m times functions of v = |x + y|."""
    length: Term = ("^", "v", 2)
    scale: Term = ("*", ("^", "m", -1), ("exp", ("+", ("*", -2, length), ("*", 4, ("dot", X, Y)))))
    one, other = dict.fromkeys(moments(goal))
    spread: Term = ("+", ("exp", ("*", 2, length)), ("*", -1, ("exp", length)))
    series = hypergeometric.closed(prover, next(hypergeometric.infinite_sums(goal)))
    pair: Term = ("hyper", ("d",), (("*", "d", HALF),), ("*", HALF, length))
    share: Term = ("*", ("+", "m", -1), ("+", pair, ("*", -1, ("exp", length))))
    values = [("*", scale, spread), ("*", scale, ("+", spread, share))]
    plain = [_settled(prover, *each) for each in zip((one, other), values, strict=True)]
    outer = prover.within()
    outer.add(outer.show(("<", 0, spread)))
    moved = exchanged(
        goal, {each.then[1]: each.then[2] for each in (*plain, series) if isinstance(each.then, tuple)}
    )
    positive = outer.replaced(("<", 0, one), plain[0], of=outer.show(("<", 0, values[0])))
    return attached(outer, outer.replaced(goal, *plain, series, of=outer.show(moved)), positive)


def _settled(prover: Prover, moment: Term, value: Term) -> Theorem:
    """The moment in closed form, as it is written here."""
    found = means.settled(prover, moment)
    return prover.through(
        found, prover.equal(compound(found.then)[2], value), proposition=("=", moment, value)
    )


PROOFS: Scripts = {
    "simrf/cor3.3/corrected": (smaller,),
    "simrf/thm4.3/simrf": (oblique_series,),
    "simrf/sec5.1/always": (smaller, smaller_errors),
    "simrf/fig6/orf": (ratio,),
}
