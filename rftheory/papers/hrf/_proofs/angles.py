"""Statements in the angle theta: cos theta and sin^2(theta/2) by c = cos(theta/2), which exponents keep as a variable."""

from __future__ import annotations

from rftheory.papers._shared.abs_terms import without_abs
from rftheory.papers._shared.half_angles import HALF, half_angle
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, roots, signs
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import Script, generally, rewrite, rewritten
from rftheory.proof.terms import PI, Term, substitute, subterms


def same_root(prover: Prover, goal: Term) -> Theorem:
    """Both sides are products with a square root; their squares are equal, and neither is negative."""

    def general(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        roots_of = dict.fromkeys(
            term[1]
            for term in subterms(wanted)
            if isinstance(term, tuple) and term[0] == "^" and term[2] == HALF
        )
        first, second = (radicand for radicand in roots_of if radicand != 2)
        inner = inner.within()
        for radicand in (first, second):
            inner.add(signs.by_parts(inner, radicand))
        back = {first: "a", second: "b"}
        sides = [rewrite(side, back) for side in wanted[1:]]
        squared = tuple(_squared(side) for side in sides)
        given: tuple[Term, ...] = (("<=", 0, "a"), ("<=", 0, "b"), ("=", *squared))
        inner.add(inner.show(("=", *(substitute(side, {"a": first, "b": second}) for side in squared))))
        return generally(inner, wanted, {"a": first, "b": second}, given, compare)

    def compare(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        inner = inner.within()
        for side in wanted[1:]:
            inner.add(signs.by_parts(inner, side))
        same = inner.given(inner.hypotheses[-1])
        goal: Term = ("=", ("^", wanted[1], 2), ("^", wanted[2], 2))
        squares = inner.combine(goal, [multiple(1, 0)], [same])
        return roots.equal_by_squares(inner, wanted[1], wanted[2], squares)

    return half_angle(prover, goal, general)


def _squared(side: Term) -> Term:
    """A product with its square roots taken away and its other factors squared."""
    assert isinstance(side, tuple)
    factors = (
        each[1] if isinstance(each, tuple) and each[0] == "^" and each[2] == HALF else ("^", each, 2)
        for each in side[1:]
    )
    return ("*", *factors)


def ends(prover: Prover, goal: Term) -> Theorem:
    """cos 0 = 1 and cos pi = -1."""
    return rewritten(prover, goal, [prover.equal(("cos", 0), 1), prover.fact("cos-pi")])


def equal_lengths(prover: Prover, goal: Term) -> Theorem:
    """y2 is x2."""
    same = prover.given(("=", "x2", "y2"))
    return rewritten(prover, goal, [same])


def largest(sign: int) -> Script:
    """|e^(-2u) - 1| e^u = e^u - e^-u for u = r^2 (1 - sign cos theta), which is at most 2r^2."""

    def script(prover: Prover, goal: Term) -> Theorem:
        prover = prover.within()
        prover.add(prover.fact("cos-at-most", t="theta"))
        prover.add(prover.fact("cos-at-least", t="theta"))
        given: tuple[Term, ...] = (("<=", "c", 1), ("<=", -1, "c"))
        return generally(prover, goal, {"c": ("cos", "theta")}, given, general)

    def general(prover: Prover, goal: Term) -> Theorem:
        half: Term = ("*", ("^", "r", 2), ("+", 1, ("*", -sign, "c")))
        size: Term = ("*", 2, ("^", "r", 2))
        prover = prover.within()
        prover.add(prover.show(("<=", 0, half)))
        prover.add(prover.show(("<=", half, size)))
        prover.add(prover.fact("exp-at-most", a=half, b=size))
        prover.add(prover.show(("<=", ("*", -1, size), ("*", -1, half))))
        prover.add(prover.fact("exp-at-most", a=("*", -1, size), b=("*", -1, half)))
        return without_abs(prover, goal)

    return script


def shrinking(prover: Prover, goal: Term) -> Theorem:
    """(1 - e^(-4 r^2 c^2))^2 <= (1 - e^(-4 r^2))^2 for c^2 <= 1."""

    def general(inner: Prover, wanted: Term) -> Theorem:
        low: Term = ("*", -4, ("^", "r", 2))
        high: Term = ("*", low, ("^", "c", 2))
        inner = inner.within()
        inner.add(inner.combine(
            ("<=", ("^", "c", 2), 1),
            [product(0, 1)],
            [inner.given(("<=", "c", 1)), inner.given(("<=", -1, "c"))],
        ))  # fmt: skip
        shrinks = inner.combine(
            ("<=", low, high),
            [product(0, coefficient=4, squares=("r",))],
            [inner.lemmas[-1]],
        )
        first = inner.fact("exp-at-most", [shrinks], a=low, b=high)
        below = inner.combine(("<=", high, 0), [product(coefficient=4, squares=("r", "c"))], [])
        second = inner.fact("exp-at-most", [below], a=high, b=0)
        third = inner.fact("exp-at-most", [inner.show(("<=", low, 0))], a=low, b=0)
        weight: Term = (
            "+", ("*", "theta", ("^", "n", -1), ("^", PI, -1)),
            ("*", ("+", 1, ("*", -1, ("^", "n", -1))), ("^", "theta", 2), ("^", PI, -2)),
        )  # fmt: skip
        wave: Term = ("*", 2, ("^", "r", 2), ("+", ("*", 2, ("^", "c", 2)), -1))
        premises = [inner.show(("<=", 0, weight)), inner.fact("exp-positive", t=wave), first, second, third]
        entries = [
            product(0, 1, 2, place) for place in (3, 4)
        ]  # fmt: skip
        return inner.combine(wanted, entries, premises)

    return half_angle(prover, goal, general)


PROOFS: Scripts = {
    "hrf/eq47/corrected": (half_angle,),
    "hrf/eq66": (same_root,),
    "hrf/appF/lambda-ends": (ends, ends),
    "hrf/appF/cos-term": (equal_lengths,),
    "hrf/lemma3.4/max": (largest(1), without_abs, largest(-1), without_abs),
    "hrf/eq52": (shrinking,),
}
