"""Statements about the entries of the inputs."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Script, Scripts, automatic
from rftheory.proof.tactics import Prover, absolute
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.finite import coefficients, somewhere
from rftheory.proof.tactics.finite.ranges import inside, right_of
from rftheory.proof.tactics.moves import rewritten
from rftheory.proof.tactics.roots import inverse_root
from rftheory.proof.terms import Term, compound, exchanged, subterms

_HALF: Term = ("q", 1, 2)


def _sums(term: Term) -> list[Term]:
    """The sums in a term, outermost first, without repetition."""
    return list(dict.fromkeys(e for e in subterms(term) if isinstance(e, tuple) and e[0] == "sum"))


def linear_identity(prover: Prover, goal: Term) -> Theorem:
    """The factor that no coordinate has is taken out; the lengths are above 0, as some entries are not 0."""
    return _with_lengths(prover, goal, coefficients.show)


def _with_lengths(prover: Prover, goal: Term, script: Script) -> Theorem:
    coefficients.sized(prover)
    for each in _sums(goal):
        body = compound(each[4]) if isinstance(each, tuple) and isinstance(each[4], tuple) else ()
        if body and body[0] == "^":
            prover.add(somewhere.positive(prover, each))
    return script(prover, goal)


def parallel(prover: Prover, goal: Term) -> Theorem:
    """(c^2 S S)^(-1/2) = 1/(c S) for y = c x or -c x, c > 0."""

    return _with_lengths(prover, goal, _with_root)


def _with_root(outer: Prover, wanted: Term) -> Theorem:
    root = next(e for e in subterms(wanted) if isinstance(e, tuple) and e[0] == "^" and e[2] == ("q", -1, 2))
    plain = next(e for e in _sums(root) if compound(compound(e)[4])[0] == "^")
    moves = [_scaled(outer, each, plain) for each in _sums(wanted) if each != plain]
    values = {compound(move.then)[1]: right_of(move) for move in moves}
    changed = exchanged(compound(root)[1], values)
    outer.add(outer.show(("<", 0, changed)))
    for move in moves:
        total = compound(move.then)[1]
        if total in subterms(root):
            premises = [outer.show(("<", 0, plain)), outer.given(("<", 0, "c")), move]
            outer.add(outer.combine(("<", 0, total), [product(0, 1, 1), multiple(-1, 2)], premises))
    simple = inverse_root(outer, changed, ("^", ("*", "c", plain), -1))
    return outer.replaced(wanted, *moves, of=rewritten(outer, exchanged(wanted, values), [simple]))


def _scaled(prover: Prover, total: Term, plain: Term) -> Theorem:
    """sum of a multiple of x_k^2 = the multiple of the sum."""
    factors = [each for each in compound(compound(total)[4])[1:] if each != compound(plain)[4]]
    factor: Term = ("*", *factors) if len(factors) > 1 else factors[0]
    same = inside(prover, total).equal(compound(total)[4], ("*", factor, compound(plain)[4]))
    return prover.infer("sum-scale", ("=", total, ("*", factor, plain)), [same])


def no_difference(prover: Prover, goal: Term) -> Theorem:
    """|x_l y_l| = x_l y_l at every place, so the sum is 0."""
    coefficients.sized(prover)
    total = _differences(goal)
    within = inside(prover, total)
    size: Term = ("*", ("entry", "x", "j"), ("entry", "y", "j"))
    same = within.fact("abs-positive", t=size)
    plain = exchanged(total, {("abs", size): size})
    moved = prover.replaced(("=", total, plain), same)
    nothing = coefficients.settled(prover, plain)
    assert nothing is not None
    whole = prover.through(moved, nothing, proposition=("=", total, right_of(nothing)))
    return rewritten(prover, goal, [whole])


def _differences(goal: Term) -> Term:
    """The sum of 2 |x_l y_l| - 2 x_l y_l."""
    return next(each for each in _sums(goal) if compound(compound(each)[4])[0] == "+")


def difference(prover: Prover, goal: Term) -> Theorem:
    """The sum is above 0, as x_l y_l < 0 somewhere; so are its exponential less that of its opposite."""
    coefficients.sized(prover)
    total = _differences(goal)
    size: Term = ("*", ("entry", "x", "j"), ("entry", "y", "j"))
    within = inside(prover, total)
    prover.add(_sum_positive(prover, within, total, size))
    low, high = ("*", -1, ("*", _HALF, total)), ("*", _HALF, total)
    less = prover.fact("exp-increasing", a=low, b=high)
    factor = next(
        each for each in compound(compound(goal)[2])[1:] if isinstance(each, tuple) and each[0] == "exp"
    )
    return prover.combine(goal, [product(0, 1)], [less, prover.show(("<", 0, factor))])


def _sum_positive(prover: Prover, within: Prover, total: Term, size: Term) -> Theorem:
    least = absolute.at_least(within, size)
    body = compound(total)[4]
    below = within.combine(("<=", 0, body), [product(0, coefficient=2)], [least])
    return somewhere.positive_with(prover, total, below, _at_negative)


def _at_negative(inner: Prover, wanted: Term) -> Theorem:
    """0 < 2|t| - 2t for t < 0."""
    below = inner.given(inner.hypotheses[-1])
    size = compound(below.then)[1]
    weak = inner.combine(("<=", size, 0), [product(0)], [below])
    same = inner.fact("abs-negative", [weak], t=size)
    return inner.combine(wanted, [product(0, coefficient=4), multiple(-2, 1)], [below, same])


PROOFS: Scripts = {
    "beyond/linear/identity": (linear_identity, automatic, parallel, parallel),
    "beyond/dirf/zero-variance": (no_difference, difference),
}
