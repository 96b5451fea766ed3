"""The angular estimate of lambda, by the binomial law, and the errors of angular hybrids."""

from __future__ import annotations

from rftheory.papers._shared.half_angles import half_angle
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover, means
from rftheory.proof.tactics.angular import binomial
from rftheory.proof.tactics.angular.angles import cosine, negated, with_cosine
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached, by_cases, rewritten
from rftheory.proof.terms import PI, Term, compound, exchanged, substitute, subterms

_SHARE: Term = ("*", "theta", ("^", PI, -1))


def _sums(goal: Term) -> list[Term]:
    return list(
        dict.fromkeys(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sum")
    )


def by_law(prover: Prover, goal: Term) -> Theorem:
    """Sums over the binomial law in closed form."""
    moves = [binomial.closed(prover, each, _SHARE) for each in _sums(goal)]
    values = {compound(move.then)[1]: compound(move.then)[2] for move in moves}
    return prover.replaced(goal, *moves, of=prover.show(exchanged(goal, values)))


def from_one(prover: Prover, goal: Term) -> Theorem:
    """A sum from k = 1 of terms that vanish at k = 0: the whole sum less its first term."""
    own = compound(_sums(goal)[0])
    body = own[4]
    whole, start, none = (("sum", "k", 0, end, body) for end in ("n", 0, -1))
    prover = prover.within()
    for place in (("+", 0, 1), ("+", "n", ("*", -1, 0), 1)):
        prover.add(prover.fact("gamma-positive", t=place))
    first = substitute(body, {"k": 0})
    ends = [prover.show(("<=", 0, 0)), prover.show(("<=", 0, 1)), prover.show(("<=", 0, "n"))]
    steps = [
        prover.infer("sum-split", ("=", whole, ("+", start, own)), ends),
        prover.infer("sum-last", ("=", start, ("+", none, first)), ends),
        prover.infer("sum-empty", ("=", none, 0)),
        prover.equal(first, 0),
        binomial.closed(prover, whole, _SHARE),
    ]
    entries = [multiple(times, place) for place, times in enumerate((-1, -1, -1, -1, 1))]
    value = compound(steps[-1].then)[2]
    shorter = prover.combine(("=", own, value), entries, steps)
    return prover.replaced(goal, shorter, of=prover.show(exchanged(goal, {own: value})))


def in_half_angle(prover: Prover, goal: Term) -> Theorem:
    """Moments in closed form, in c = cos(theta/2)."""
    return means.show(prover, goal, half_angle)


def by_law_of_cosine(prover: Prover, goal: Term) -> Theorem:
    """The same at theta = acos of the cosine of x and y; acos(-c) = pi - acos c."""
    inner = with_cosine(prover)
    turned = negated(inner)
    share: Term = ("*", ("^", PI, -1), ("acos", cosine()))
    plain = exchanged(goal, {compound(turned.then)[1]: compound(turned.then)[2]})
    moves = [binomial.closed(inner, each, share) for each in _sums(plain)]
    values = {compound(move.then)[1]: compound(move.then)[2] for move in moves}
    shown = inner.replaced(plain, *moves, of=inner.show(exchanged(plain, values)))
    return attached(inner, inner.replaced(goal, turned, of=shown), *inner.lemmas)


def with_angles(prover: Prover, goal: Term) -> Theorem:
    """Moments in closed form, where y2 is x2 if it is; acos(-c) = pi - acos c."""
    return means.show(prover, goal, _with_angles)


def _with_angles(prover: Prover, goal: Term) -> Theorem:
    inner = with_cosine(prover)
    turned = negated(inner)
    plain = exchanged(goal, {compound(turned.then)[1]: compound(turned.then)[2]})
    level: Term = ("=", "x2", "y2")
    same = [inner.given(level)] if level in inner.context.constraints else []
    shown = rewritten(inner, plain, same)
    return attached(inner, inner.replaced(goal, turned, of=shown), *inner.lemmas)


def never_equal(prover: Prover, goal: Term) -> Theorem:
    """l E (1 - (1 - cos)/m) < E for 0 <= l <= 1/4."""
    angle: Term = ("+", "x2", ("*", -1, "y2"))
    known = [
        prover.given(("<=", 0, "el1l")),
        prover.fact("cos-at-most", t=angle),
        prover.show(("<", 0, ("^", "m", -1))),
        prover.fact("exp-positive", t=("*", "xy", 2)),
        prover.given(("<=", "el1l", ("q", 1, 4))),
    ]
    return prover.combine(
        goal, [product(0, 1, 2, 3), product(3, 4), product(3, coefficient=("q", 3, 4))], known
    )


def at_ends(prover: Prover, goal: Term) -> Theorem:
    """Moments in closed form where y = x or y = -x: the angle is 0 or pi."""
    return means.show(prover, goal, _parallel)


def _parallel(prover: Prover, goal: Term) -> Theorem:
    inner = with_cosine(prover)
    on: Term = ("<", "xy", "x2")
    found = by_cases(inner, on, goal, lambda p, g: _end(p, g, -1), lambda p, g: _end(p, g, 1))
    return attached(inner, found, *inner.lemmas)


def _end(prover: Prover, goal: Term, sign: int) -> Theorem:
    """xy = x2 or xy = -x2 with y2 = x2: acos of the cosine is 0 or pi, of its negative the other."""
    value: Term = "x2" if sign > 0 else ("*", -1, "x2")
    size = prover.combine(("=", "y2", "x2"), [multiple(-1, 0)], [prover.given(("=", "x2", "y2"))])
    squares = prover.given(("=", ("^", "xy", 2), ("*", "x2", "y2")))
    other: Term = ("+", "xy", ("*", sign, "x2"))
    if sign > 0:
        known = [prover.given(("<=", "x2", "xy")), prover.given(("<", 0, "x2"))]
        apart = prover.combine(("<", 0, other), [product(0), product(1, coefficient=2)], known)
    else:
        apart = prover.combine(("<", other, 0), [product(0)], [prover.given(("<", "xy", "x2"))])
    entries = [multiple(("*", times, ("^", other, -1)), place) for place, times in ((0, 1), (1, "x2"))]
    angle = prover.combine(("=", "xy", value), entries, [squares, size, apart])
    turns = []
    for own, end in ((cosine(), 0 if sign > 0 else PI), (cosine(-1), PI if sign > 0 else 0)):
        flat = exchanged(own, {"xy": value, "y2": "x2"})
        same = prover.equal(flat, 1 if end == 0 else -1)
        turn = prover.equal(("cos", 0), 1) if end == 0 else prover.fact("cos-pi")
        back = prover.combine(("=", flat, ("cos", end)), [multiple(1, 0), multiple(-1, 1)], [same, turn])
        turns.append(prover.replaced(("=", ("acos", flat), end), back, of=prover.fact("acos-cos", t=end)))
    plain = exchanged(goal, {"xy": value, "y2": "x2"})
    values = {compound(each.then)[1]: compound(each.then)[2] for each in turns}
    shown = prover.replaced(plain, *turns, of=prover.show(exchanged(plain, values)))
    return prover.replaced(goal, angle, size, of=shown)


PROOFS: Scripts = {
    "hrf/lemma3.2/mean": (automatic, by_law),
    "hrf/lemma3.2/second": (automatic, by_law),
    "hrf/thmD.1/independent": (automatic, by_law_of_cosine),
    "hrf/eq44": (automatic, automatic, from_one),
    "hrf/sec2.4/zero-ends": (at_ends, at_ends),
    "hrf/sec3/zero-ends": (at_ends, at_ends),
    "hrf/sec2.2/linear-lambda": (automatic, automatic, at_ends, at_ends),
    "hrf/appC/not-equal": (automatic, never_equal),
    "hrf/eq47/sharing": (with_angles,) * 3,
    "hrf/thmD.1/shared": (automatic, by_law_of_cosine),
    "hrf/def3.3/angle-only": (in_half_angle,) * 3,
}
