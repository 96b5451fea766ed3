"""Linear attention: the sums over tokens and over features may be taken in either order."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.finite.coefficients import sized
from rftheory.proof.tactics.finite.ranges import finite, inside, right_of, swapped
from rftheory.proof.tactics.moves import attached
from rftheory.proof.terms import Term, compound, exchanged


def _ended(prover: Prover, total: Term) -> Theorem:
    """A sum with its end written as size - 1."""
    head, k, low, high, body = compound(total)
    if compound(high)[2] == -1:
        return prover.infer("replace", ("=", total, total))
    end = prover.equal(high, ("+", compound(high)[2], -1))
    return prover.replaced(("=", total, (head, k, low, right_of(end), body)), end)


def _inward(prover: Prover, total: Term) -> Theorem:
    """sum of c sum of t = sum of sum of c t."""
    head, k, low, high, body = compound(total)
    parts = compound(body)[1:] if compound(body)[0] == "*" else (body,)
    (inner,) = (each for each in parts if compound(each)[0] == "sum")
    rest = [each for each in parts if each != inner]
    within = inside(prover, compound(total))
    if not rest:
        return prover.infer("replace", ("=", total, total))
    (factor,) = rest
    _, index, start, end, term = compound(inner)
    scaled: Term = ("*", factor, term)
    deeper = inside(within, compound(inner))
    same = deeper.infer("replace", ("=", scaled, scaled))
    whole: Term = ("sum", index, start, end, scaled)
    pulled = within.infer("sum-scale", ("=", whole, ("*", factor, inner)), [same])
    alike = within.equal(body, ("*", factor, inner))
    back = within.combine(("=", body, whole), [multiple(1, 0), multiple(-1, 1)], [alike, pulled])
    return prover.replaced(("=", total, (head, k, low, high, whole)), back)


def turned(prover: Prover, one: Term, other: Term) -> Theorem:
    """A sum over features of sums over tokens is the sum over tokens of sums over features with the same terms."""
    ended = _ended(prover, one)
    first = _inward(prover, right_of(ended))
    second = swapped(prover, right_of(first))
    last = _inward(prover, other)
    _, k, low, high, inner = compound(right_of(second))
    _, index, start, _, body = compound(inner)
    wanted = compound(compound(right_of(last))[4])
    end = prover.equal(compound(inner)[3], wanted[3])
    same_end: Term = ("sum", k, low, high, ("sum", index, start, wanted[3], body))
    third = prover.replaced(("=", right_of(second), same_end), end)
    deep = inside(inside(prover, compound(same_end)), wanted)
    fourth = prover.replaced(("=", same_end, right_of(last)), deep.equal(body, wanted[4]))
    chain = [ended, first, second, third, fourth]
    entries = [multiple(1, place) for place in range(len(chain))] + [multiple(-1, len(chain))]
    return prover.combine(("=", one, other), entries, [*chain, last])


def either_order(prover: Prover, goal: Term) -> Theorem:
    """The sums of both sides by pairs; the sum of all weights is not 0 in either order."""
    sized(prover)
    left, right = compound(goal)[1:]
    ones, others = (list(dict.fromkeys(finite(side))) for side in (left, right))
    if len(ones) == 1:
        by_features, by_tokens = sorted((ones[0], others[0]), key=lambda each: each[1])
        found = turned(prover, by_features, by_tokens)
        return found if found.then == goal else prover.combine(goal, [multiple(-1, 0)], [found])
    moves = [turned(prover, one, other) for one, other in zip(ones, others, strict=True)]
    (apart,) = (c for c in prover.context.constraints if compound(c)[0] == "!=")
    total = prover.given(apart)
    below = next(move for move in moves if right_of(move) == compound(apart)[1])
    nonzero = prover.replaced(("!=", compound(below.then)[1], 0), below, of=total)
    values = {compound(move.then)[1]: right_of(move) for move in moves}
    plain = prover.infer("ring", exchanged(goal, values), [total])
    return attached(prover, prover.replaced(goal, *moves, of=plain), nonzero, total)


PROOFS: Scripts = {
    "performer/eq4": (either_order,),
    "performer/eq11": (either_order,),
    "performer/alg1": (either_order, either_order),
}
