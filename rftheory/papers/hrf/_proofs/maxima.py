"""Largest values over the angle against each other: of a sum, of a mirrored sum, of powers of the share."""

from __future__ import annotations

from rftheory.papers.hrf._proofs.shares import HALF, LEFT, R2, in_sine, linear_bound, square_bound
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, roots, signs
from rftheory.proof.tactics.bounds.suprema import above, below
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached
from rftheory.proof.terms import PI, Term, compound, subterms

_INVERSE: Term = ("^", "n", -1)
_REST: Term = ("+", 1, ("*", -1, _INVERSE))


def _suprema(goal: Term) -> list[Term]:
    return list(dict.fromkeys(e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "sup"))


def _least(prover: Prover, top: Term) -> Theorem:
    """0 <= sup f, as 0 <= f(0)."""
    first = above(prover, top, 0)
    start = signs.by_parts(prover, compound(first.then)[1])
    return prover.combine(("<=", 0, top), [product(0), product(1)], [start, first])


def same(prover: Prover, goal: Term) -> Theorem:
    """Both are suprema of one function."""
    one, other = _suprema(goal)

    def at_most(low: Term, high: Term) -> Theorem:
        def script(inner: Prover, wanted: Term) -> Theorem:
            value = above(inner, high, "p")
            equal = in_sine(
                inner, ("=", compound(wanted)[1], compound(value.then)[1]), lambda p, g: p.show(g)
            )
            return inner.combine(wanted, [multiple(1, 0), product(1)], [equal, value])

        return below(prover, low, high, script)

    alike = prover.fact("antisymmetric", [at_most(one, other), at_most(other, one)], a=one, b=other)
    inner = prover.within()
    least = [_least(Prover(prover.context), each) for each in (one, other)]
    for each in least:
        inner.add(each)
    return attached(inner, inner.replaced(goal, alike), *least)


def twice(prover: Prover, goal: Term) -> Theorem:
    """E = a(p) + a(1 - p) is at most twice the largest a; the root of 2 is taken out."""
    error, own = _suprema(goal)

    def script(inner: Prover, wanted: Term) -> Theorem:
        here, there = above(inner, own, "p"), above(inner, own, LEFT)
        total: Term = ("+", compound(here.then)[1], compound(there.then)[1])
        equal = in_sine(inner, ("=", compound(wanted)[1], total), lambda p, g: p.show(g))
        return inner.combine(wanted, [multiple(1, 0), product(1), product(2)], [equal, here, there])

    plain = Prover(prover.context)
    less = below(plain, error, ("*", 2, own), script)
    inner = prover.within()
    least = [inner.add(_least(plain, each)) for each in (error, own)]
    term: Term = ("*", ("^", 2, HALF), ("^", own, HALF))
    inner.add(inner.combine(("<=", error, ("^", term, 2)), [product(0)], [less]))
    root = roots.at_most(inner, error, term)
    scale: Term = ("*", ("^", "m", ("q", -1, 2)), ("^", 2, HALF), ("exp", ("*", 2, R2)), HALF)
    found = inner.combine(goal, [product(0, 1)], [root, inner.show(("<", 0, scale))])
    return attached(prover, found, *least)


def summed(prover: Prover, goal: Term) -> Theorem:
    """(1 - 1/n) p^2 v + p v/n by the largest of each."""
    left, right = compound(goal)[1:]
    (both,) = _suprema(left)
    square, plain = sorted(_suprema(right), key=lambda each: ("^", "p", 2) not in subterms(each))
    bound: Term = ("+", ("*", _REST, square), ("*", _INVERSE, plain))

    def script(inner: Prover, wanted: Term) -> Theorem:
        known = [above(inner, square, "p"), above(inner, plain, "p")]
        known += [inner.show(("<=", 0, _REST)), inner.show(("<", 0, _INVERSE))]
        return inner.combine(wanted, [product(0, 2), product(1, 3)], known)

    less = below(prover, both, bound, script)
    growth = prover.fact("exp-positive", t=("*", 2, R2))
    return prover.combine(goal, [product(0, 1)], [less, growth])


def squares(prover: Prover, goal: Term) -> Theorem:
    """p^2 v <= e^-1/(4 r^2) < 1/(2 pi r^2)."""
    (top,) = _suprema(goal)
    bound: Term = ("*", ("q", 1, 4), ("exp", -1), ("^", "r", -2))
    less = below(prover, top, bound, lambda p, g: in_sine(p, g, lambda q, _: square_bound(q, "p", "s")))
    return _of_square(prover, goal, less, prover.fact("exp-positive", t=("*", 2, R2)))


def _of_square(prover: Prover, goal: Term, less: Theorem, growth: Theorem) -> Theorem:
    size = prover.infer("number", ("<", ("*", HALF, ("exp", -1)), ("^", PI, -1)), by={"bits": 64})
    known = [less, growth, prover.show(("<=", 0, _REST)), size, prover.show(("<", 0, ("^", "r", -1)))]
    entries = [product(0, 1, 2), product(1, 2, 3, 4, 4, coefficient=HALF)]
    return prover.combine(goal, entries, known)


def firsts(prover: Prover, goal: Term) -> Theorem:
    """p v <= e^(-3/4)/(2r) < 1/(2 pi^(1/2) r)."""
    (top,) = _suprema(goal)
    bound: Term = ("*", HALF, ("exp", ("q", -3, 4)), ("^", "r", -1))
    less = below(prover, top, bound, lambda p, g: in_sine(p, g, lambda q, _: linear_bound(q, "p", "s")))
    by_root: Term = ("^", PI, ("q", -1, 2))
    size = prover.infer("number", ("<", ("exp", ("q", -3, 4)), by_root), by={"bits": 64})
    known = [
        less, prover.fact("exp-positive", t=("*", 2, R2)), prover.show(("<", 0, _INVERSE)), size,
        prover.show(("<", 0, ("^", "r", -1))),
    ]  # fmt: skip
    entries = [product(0, 1, 2), product(1, 2, 3, 4, coefficient=HALF)]
    return prover.combine(goal, entries, known)


PROOFS: Scripts = {
    "hrf/eq48": (same,),
    "hrf/eq51": (twice,),
    "hrf/eq56": (summed,),
    "hrf/eq63": (squares,),
    "hrf/eq64/corrected": (firsts,),
}
