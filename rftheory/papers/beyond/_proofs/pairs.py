"""Pairs of rows of one cosine in proofs: their conformity, and what it is as a series in the cosine."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import X, Y, estimate_parts
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover, conformity, means
from rftheory.proof.tactics.conformity import HALF
from rftheory.proof.tactics.cosines.columns import B
from rftheory.proof.tactics.cosines.frames import of_cosine
from rftheory.proof.tactics.cosines.printed import integral_of
from rftheory.proof.tactics.cosines.series import printed, printed_even
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.gaussian import chained
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import attached, rewritten
from rftheory.proof.terms import INFINITY, PI, ProofError, Term, compound, exchanged, moments, subterms

DIRECTION: Term = ("vec", "direction")
QUARTER: Term = ("q", 1, 4)


def by_series(prover: Prover, goal: Term) -> Theorem:
    """Both sides are the same once conformities are the printed series, and those at a right angle in closed form."""
    prover = prover.within()
    if {"x2", "y2", "xy"} <= {name for name, _ in prover.context.variables}:
        prover.add(square_nonnegative(prover))
    known: list[Theorem] = []
    shown: list[Theorem] = []
    total = next(_series(goal))
    for moment in dict.fromkeys(moments(goal)):
        if conformity.is_oblique(moment):
            whole, exists = printed(prover, moment, total)
            known, shown = [*known, whole], [*shown, exists]
        else:
            known.append(conformity.closed(prover, moment))
    values = {compound(each.then)[1]: compound(each.then)[2] for each in known}
    left, right = (exchanged(side, values) for side in compound(goal)[1:])
    return attached(prover, prover.replaced(goal, *known, of=prover.equal(left, right)), *shown)


def _series(goal: Term) -> Iterator[Term]:
    return (e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "sum" and e[3] == INFINITY)


def per_feature(prover: Prover, goal: Term) -> Theorem:
    """The error of a block over that of as many independent rows: these have e^(4 x.y - 2 v^2)/m (e^(2 v^2) - e^(v^2)).

    Through trigonometric features they have (1 - e^(-z^2))^2/(2 m).
    """
    errors = [each for each in dict.fromkeys(moments(goal)) if compound(each)[0] == "mse"]
    independent = next(each for each in errors if compound(compound(each)[1])[1] == ("name", "iid"))
    _, features, count, _, _ = estimate_parts(compound(independent)[1])
    if features == "positive":
        length: Term = ("^", "v", 2)
        scale: Term = ("exp", ("+", ("*", -2, length), ("*", 4, ("dot", X, Y))))
        spread: Term = ("+", ("exp", ("*", 2, length)), ("*", -1, ("exp", length)))
    else:
        near: Term = ("+", 1, ("*", -1, ("exp", ("*", -1, ("^", "z", 2)))))
        prover = prover.within()
        prover.add(prover.show(("<", 0, near)))
        scale, spread = HALF, ("^", near, 2)
    value: Term = ("*", ("^", count, -1), scale, spread)
    plain = means.settled(prover, independent)
    first = prover.through(
        plain, prover.equal(compound(plain.then)[2], value), proposition=("=", independent, value)
    )
    inner = prover.within()
    inner.add(inner.show(("<", 0, spread)))
    positive = inner.replaced(("<", 0, independent), first, of=inner.show(("<", 0, value)))
    others = [means.settled(inner, each) for each in errors if each != independent]
    straight = [
        conformity.closed(inner, each)
        for each in dict.fromkeys(moments(goal))
        if compound(each)[0] == "E" and not conformity.is_oblique(each)
    ]
    known = [first, *others, *straight]
    values = {compound(each.then)[1]: compound(each.then)[2] for each in known}
    left, right = (exchanged(side, values) for side in compound(goal)[1:])
    return attached(inner, inner.replaced(goal, *known, of=inner.equal(left, right)), positive)


def by_even_series(prover: Prover, goal: Term) -> Theorem:
    """Half the sum of the conformities of opposite cosines is the printed series of even powers."""
    pair = dict.fromkeys(moments(goal))
    total = next(_series(goal))
    found, exists = printed_even(prover, (next(iter(pair)), next(reversed(pair))), total)
    prover = prover.within()
    if ("<", 0, "z") in prover.context.constraints:
        prover.add(prover.show(("<", 0, ("+", 1, ("*", -1, ("exp", ("*", -1, ("^", "z", 2))))))))
    for size in _SIZES:
        for turn in (1, -1):
            with contextlib.suppress(ProofError):
                shown = prover.combine(goal, [multiple(("*", turn, size), 0)], [found])
                return attached(prover, shown, exists)
    raise ProofError("the sides are not the series and the conformities, times one of the known factors")


_SIZES: tuple[Term, ...] = (
    1,
    ("+", 1, ("*", -1, ("^", "m", -1))),
    ("*", 2, ("+", "m", -1), ("^", ("+", 1, ("*", -1, ("exp", ("*", -1, ("^", "z", 2))))), -2)),
)


def waves(prover: Prover, goal: Term) -> Theorem:
    """E cos cos is half the sum of the conformities of opposite cosines, or the series of even powers."""
    _, moment, right = compound(goal)
    one, other = (compound(each)[1] for each in compound(compound(moment)[1])[1:])
    sides = [("cos", ("+", one, ("*", sign, other))) for sign in (1, -1)]
    value: Term = ("+", *(("*", HALF, ("E", each)) for each in sides))
    needs = [prover.infer("integrable", ("integrable", each)) for each in sides]
    first = prover.infer("mean-linear", ("=", moment, value), needs)
    turned = [conformity_of(prover, ("E", each), sign) for each, sign in zip(sides, (1, -1), strict=True)]
    found = chained(prover, first, *turned)
    if any(moments(right)):
        end = prover.equal(compound(found.then)[2], right)
        return prover.through(found, end, proposition=goal)
    pair = tuple(compound(each.then)[2] for each in turned)
    series, exists = printed_even(prover, (pair[0], pair[1]), next(_series(right)))
    end = prover.equal(compound(series.then)[2], right)
    return attached(prover, prover.through(found, series, end, proposition=goal), exists)


def at_zero(prover: Prover, goal: Term) -> Theorem:
    """The same where x + y = 0: conformities are 1."""
    size: Term = ("+", "x2", "y2", ("*", "xy", 2))
    value: Term = ("+", ("*", -1, "y2"), ("*", -2, "xy"))
    known = prover.combine(("=", "x2", value), [multiple(1, 0)], [prover.given(("=", size, 0))])

    def settled(inner: Prover, wanted: Term) -> Theorem:
        return rewritten(inner, wanted, [_one(inner, each) for each in dict.fromkeys(moments(wanted))])

    return rewritten(prover, goal, [known], settled)


def _one(prover: Prover, moment: Term) -> Theorem:
    """E 0F1(; d/2; 0) = 1."""
    series = compound(compound(moment)[1])
    nothing = prover.replaced(("=", moment, ("E", (*series[:3], 0))), prover.equal(series[3], 0))
    plain = prover.replaced(
        ("=", ("E", (*series[:3], 0)), ("E", 1)), prover.fact("bessel-zero", b=series[2][0])
    )
    one = prover.infer("gaussian", ("=", ("E", 1), 1))
    return prover.through(nothing, plain, one, proposition=("=", moment, 1))


def along(prover: Prover, goal: Term) -> Theorem:
    """E e^(v (w_1 + w_2).u) is the conformity at v^2, and this is the printed series."""
    _, moment, right = compound(goal)
    total = next(_series(right))
    turned = conformity_of(prover, moment)
    whole, exists = printed(prover, compound(turned.then)[2], total)
    end = prover.equal(compound(whole.then)[2], right)
    return attached(prover, prover.through(turned, whole, end, proposition=goal), exists)


def conformity_of(prover: Prover, moment: Term, sign: int = 1) -> Theorem:
    """The mean of exp or cos of v (w_1 +- w_2).u for a direction u, as a conformity at v^2, or at -v^2 for cos."""
    wave = compound(moment)[1]
    rows = tuple(dict.fromkeys(e for e in subterms(wave) if isinstance(e, tuple) and e[0] == "row"))
    scale, square = _length(compound(wave)[1])
    vector: Term = ("*", scale, DIRECTION)
    turned = of_cosine(prover, wave, vector, (rows[0], rows[1]), sign)
    unit = prover.given(("=", ("dot", DIRECTION, DIRECTION), 1))
    left, right = compound(turned.then)[1:]
    factor, cosine = conformity.taken_apart(compound(right)[1])
    plain: Term = square if compound(factor)[1] == QUARTER else ("*", -1, square)
    size = prover.combine(
        ("=", factor, ("*", QUARTER, plain)),
        [multiple(("*", compound(factor)[1], ("^", scale, 2)), 0)],
        [unit],
    )
    goal: Term = ("=", left, conformity.conformity(cosine, plain))
    return prover.replaced(goal, size, of=turned)


def _length(exponent: Term) -> tuple[Term, Term]:
    """v and v^2, where the exponent is v times products with rows, or a sum of such."""
    if compound(exponent)[0] == "+":
        return _length(compound(exponent)[1])
    for scale in compound(exponent)[1:]:
        if isinstance(scale, str):
            return scale, ("^", scale, 2)
        if isinstance(scale, tuple) and scale[0] == "^":
            return scale, scale[1]
    raise ProofError(f"no length stands in {exponent}")


def by_integral(prover: Prover, goal: Term) -> Theorem:
    """A conformity, an exponential moment of a pair or the series of one is a printed integral over the angle."""
    total = next(e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "integral")
    known: list[Theorem] = []
    shown: list[Theorem] = []
    found = list(dict.fromkeys(moments(goal)))
    if not found:
        moment = conformity.conformity("c", "v2")
        series = next(_series(goal))
        whole, exists = printed(prover, moment, series)
        size: Term = ("*", ("gamma", B), ("exp", ("*", ("q", -1, 2), "v2")))
        back: Term = ("*", size, moment)
        signs = [prover.show(("<", 0, ("gamma", B)))]
        known.append(prover.combine(("=", series, back), [multiple(("*", -1, size), 0)], [whole, *signs]))
        shown.append(exists)
    else:
        moment = found[0]
        if not conformity.is_pair(compound(moment)[1]):
            turned = conformity_of(prover, moment)
            known.append(turned)
            moment = compound(turned.then)[2]
    closed, plain, exists = integral_of(prover, moment, total)
    known += [closed, plain]
    changed = goal
    for each in known:
        changed = exchanged(changed, {compound(each.then)[1]: compound(each.then)[2]})
    at: Term = ("+", B, HALF)
    signs = [prover.show(("<", 0, ("gamma", each))) for each in (B, at)]
    prover = prover.within()
    for each in signs:
        prover.add(each)
    integral = compound(compound(closed.then)[2])[2]
    settled = _by_duplication(prover, changed, integral)
    return attached(prover, _unfolded(prover, goal, known, settled), *shown, exists)


def _unfolded(prover: Prover, goal: Term, known: list[Theorem], settled: Theorem) -> Theorem:
    """The goal, from the one in which left sides have become right sides, one after the other."""
    stages = [goal]
    for each in known:
        stages.append(exchanged(stages[-1], {compound(each.then)[1]: compound(each.then)[2]}))
    for before, each in zip(reversed(stages[:-1]), reversed(known), strict=True):
        settled = prover.replaced(before, each, of=settled)
    return settled


def _by_duplication(prover: Prover, goal: Term, integral: Term) -> Theorem:
    """By normal forms, or these and the duplication of the Gamma function."""
    try:
        return prover.equal(*compound(goal)[1:])
    except ProofError:
        known = prover.fact("gamma-duplication", t=B)
        size: Term = ("*", ("^", ("gamma", B), -2), ("^", PI, ("q", -1, 2)), integral)
        for turn in (1, -1):
            with contextlib.suppress(ProofError):
                return prover.combine(goal, [multiple(("*", turn, size), 0)], [known])
        raise


PROOFS: Scripts = {
    "beyond/pair/rho": (along, by_series, by_integral),
    "beyond/rho-beta": (by_integral, by_integral, by_integral),
    "beyond/rho-single-series": (along, by_series, by_series),
    "beyond/simplex-d+1/mse": (automatic, by_series, at_zero),
    "beyond/cross-polytope/mse": (automatic, by_series, at_zero),
    "beyond/simplex-d/ratio": (per_feature, by_series),
    "beyond/simplex-d+1/ratio": (per_feature, by_series),
    "beyond/cross-polytope/ratio": (per_feature, by_series),
    "beyond/rff-simplex/mse": (automatic, by_even_series),
    "beyond/rff-simplex/ratio": (per_feature, by_even_series),
    "beyond/rff-pair": (waves, by_even_series),
    "beyond/rff-antithetic": (waves,),
    "beyond/rff-simplex/c2-coefficient": (waves,),
}
