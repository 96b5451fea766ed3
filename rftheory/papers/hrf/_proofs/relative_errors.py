"""Relative errors of the base estimates at inputs of one length: roots of squares, in c = cos(theta/2)."""

from __future__ import annotations

from contextlib import suppress

from rftheory.papers._shared.half_angles import half_angle
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, means, roots, signs
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached, generally, rewritten, search
from rftheory.proof.terms import ProofError, Term, compound, exchanged, subterms

_HALF: Term = ("q", 1, 2)


def rooted(prover: Prover, goal: Term) -> Theorem:
    """The root of the error in closed form; the error is the square of the same without the absolute value."""
    left, right = compound(goal)[1:]
    mse = next(each for each in subterms(left) if isinstance(each, tuple) and each[0] == "mse")
    scale = next(each for each in compound(left)[1:] if isinstance(each, tuple) and each[0] == "exp")
    size = next(each for each in subterms(right) if isinstance(each, tuple) and each[0] == "abs")
    value: Term = ("*", exchanged(right, {size: size[1]}), ("exp", ("*", -1, compound(scale)[1])))
    same = means.show(prover, ("=", mse, ("^", value, 2)), half_angle)
    square = prover.combine(("<=", 0, ("^", value, 2)), [product(squares=(value,))], [])
    least = prover.replaced(("<=", 0, mse), same, of=square)
    found = means.show(prover, goal, lambda p, g: half_angle(p, g, lambda q, h: _signed(q, h, root=True)))
    return attached(prover, found, least)


def plain(prover: Prover, goal: Term) -> Theorem:
    """Both sides in c."""
    return half_angle(prover, goal, _signed)


def _signed(prover: Prover, goal: Term, *, root: bool = False) -> Theorem:
    """|e^-u - 1| = 1 - e^-u for u = 4 r^2 (1 - c^2) or 4 r^2 c^2."""
    size = next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "abs")
    inside = compound(size)[1]
    exponent = next(each[1] for each in subterms(inside) if isinstance(each, tuple) and each[0] == "exp")
    ends = [prover.given(("<=", "c", 1)), prover.given(("<=", -1, "c"))]
    small = prover.combine(("<=", ("^", "c", 2), 1), [product(0, 1)], ends)
    shrinks = prover.fact("exp-at-most", [_below(prover, exponent, small)], a=exponent, b=0)
    falls = prover.combine(("<=", inside, 0), [product(0)], [shrinks])
    turned = prover.fact("abs-negative", [falls], t=inside)
    prover = prover.within()
    prover.add(prover.combine(("<=", 0, ("*", -1, inside)), [product(0)], [falls]))
    return rewritten(prover, goal, [turned], _root if root else search)


def _below(prover: Prover, exponent: Term, small: Theorem) -> Theorem:
    with suppress(ProofError):
        return prover.combine(("<=", exponent, 0), [product(0, coefficient=4, squares=("r",))], [small])
    return prover.combine(("<=", exponent, 0), [product(coefficient=4, squares=("r", "c"))], [])


def _root(prover: Prover, goal: Term) -> Theorem:
    """sqrt(M) e = w from M = (w/e)^2."""
    left, right = compound(goal)[1:]
    own = next(each for each in compound(left)[1:] if isinstance(each, tuple) and each[0] == "^")
    scale = next(each for each in compound(left)[1:] if each != own)
    value: Term = ("*", right, ("exp", ("*", -1, compound(scale)[1])))
    prover = prover.within()
    least = prover.combine(("<=", 0, own[1]), [product(squares=(value,))], [])
    prover.add(least)
    falls = prover.lemmas[-2]
    rest = exchanged(value, {compound(falls.then)[2]: 1})
    prover.add(prover.combine(("<=", 0, value), [product(0, 1)], [falls, signs.by_parts(prover, rest)]))
    given: tuple[Term, ...] = (("<=", 0, "s"), ("<=", 0, "w"), ("=", "s", ("^", "w", 2)))
    values = {"s": own[1], "w": value}
    return rewritten(prover, goal, [generally(prover, ("=", own, value), values, given, _of_square)])


def _of_square(prover: Prover, goal: Term) -> Theorem:
    """sqrt(s) = w for s = w^2, w >= 0."""
    prover = prover.within()
    prover.add(prover.fact("root-nonnegative", b="s"))
    same = prover.given(("=", "s", ("^", "w", 2)))
    squares = prover.combine(("=", ("^", ("^", "s", _HALF), 2), ("^", "w", 2)), [multiple(1, 0)], [same])
    return prover.replaced(goal, of=roots.equal_by_squares(prover, ("^", "s", _HALF), "w", squares))


PROOFS: Scripts = {"hrf/lemma3.4/pointwise": (rooted, rooted, plain, plain)}
