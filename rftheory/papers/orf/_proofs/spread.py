"""x(z) = z^2 e^(-z^2/2)/(1 - e^(-z^2)) = t/sinh t at t = z^2/2 falls with z: sinh t/t = 0F1(; 3/2; t^2/4) grows."""

from __future__ import annotations

from rftheory.papers._shared.regularised_series import K, running, share, weight
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import instance, rewritten
from rftheory.proof.tactics.series import dominated, induction, onward, summed
from rftheory.proof.terms import Term, substitute

_B: Term = ("q", 3, 2)
_SIZE: Term = ("*", share(_B, 1), ("^", ("gamma", ("+", K, 1)), -1))


def _series(z: Term) -> Term:
    return ("hyper", (), (_B,), z)


def _powers(prover: Prover) -> Theorem:
    """a^k <= b^k: b^(k+1) - a^(k+1) = b (b^k - a^k) + a^k (b - a)."""
    less: Term = ("<=", ("^", "a", K), ("^", "b", K))

    def onwards(inner: Prover, goal: Term) -> Theorem:
        def multiplied(within: Prover, wanted: Term) -> Theorem:
            premises = [
                within.given(less), within.given(("<", 0, "b")), within.show(("<", 0, ("^", "a", K))),
                within.given(("<", "a", "b")), within.given(("<", 0, "a")),
            ]  # fmt: skip
            return within.combine(wanted, [product(0, 1), product(2, 3)], premises)

        steps = [each for side in ("a", "b") for each in onward(inner, ("^", side, K), K)]
        return rewritten(inner, goal, steps, multiplied)

    return induction(prover, K, 0, less, onwards)


def _grows(prover: Prover) -> Theorem:
    """0F1(; 3/2; a) < 0F1(; 3/2; b) for 0 < a < b: term by term, strictly at k = 1."""
    bodies = [("*", share(_B, 1), weight(side)) for side in ("a", "b")]
    (smaller, exists), (larger, also) = (
        summed(prover, K, each, _series(side)) for each, side in zip(bodies, ("a", "b"), strict=True)
    )
    inner = running(prover)
    below = inner.combine(("<=", *bodies), [product(0, 1)], [_powers(prover), inner.show(("<", 0, _SIZE))])
    first = prover.show(("<", 0, substitute(_SIZE, {K: 1})))
    at_1: Term = ("<", *(substitute(each, {K: 1}) for each in bodies))
    strictly = prover.combine(at_1, [product(0, 1)], [prover.given(("<", "a", "b")), first])
    less = dominated(prover, K, bodies[0], bodies[1], below, [exists, also], (1, strictly))
    goal: Term = ("<", _series("a"), _series("b"))
    return prover.combine(goal, [product(0), multiple(-1, 1), multiple(1, 2)], [less, smaller, larger])


def _parts(z: Term) -> tuple[Term, Term, Term]:
    """x, t^2/4 and 1 - e^(-z^2)."""
    rest: Term = ("+", 1, ("*", -1, ("exp", ("*", -1, ("^", z, 2)))))
    x: Term = ("*", ("^", z, 2), ("exp", ("*", ("^", z, 2), ("q", -1, 2))), ("^", rest, -1))
    return x, ("*", ("q", 1, 16), ("^", z, 4)), rest


def _inverse(prover: Prover, z: Term) -> Theorem:
    """x 0F1(; 3/2; z^4/16) = 1, the series of sinh."""
    x, at, rest = _parts(z)
    half: Term = ("*", ("q", 1, 2), ("^", z, 2))
    wave = prover.fact("sinh-series", t=half)
    times: Term = ("*", -2, ("exp", ("*", -1, half)), ("^", rest, -1))
    return prover.combine(("=", ("*", x, _series(at)), 1), [multiple(times, 0)], [wave])


def rising(prover: Prover, goal: Term) -> Theorem:
    """x^2 falls, as x - x' = x x' (F' - F) for x F = x' F' = 1."""
    (x, at, _), (later, at_later, _) = _parts("z"), _parts("z_later")
    local = prover.within(("a", "real"), ("b", "real"), given=(("<", 0, "a"), ("<", 0, "b"), ("<", "a", "b")))
    general = _grows(local)
    outer = prover.within()
    gap: Term = ("+", "z_later", ("*", -1, "z"))
    outer.add(outer.show(("<", 0, gap)))
    squares = outer.combine(
        ("<", ("^", "z", 2), ("^", "z_later", 2)),
        [product(0, 0), product(0, 1, coefficient=2)],
        [outer.lemmas[-1], outer.given(("<", 0, "z"))],
    )
    outer.add(outer.combine(
        ("<", at, at_later),
        [product(0, 0, coefficient=("q", 1, 16)), product(0, 1, 1, coefficient=("q", 1, 8))],
        [squares, outer.given(("<", 0, "z"))],
    ))  # fmt: skip
    less = instance(outer, general, {"a": at, "b": at_later})
    positive = [outer.show(("<", 0, each)) for each in (x, later)]
    premises = [less, *positive, _inverse(outer, "z"), _inverse(outer, "z_later")]
    falls = outer.combine(
        ("<", later, x), [product(0, 1, 2), multiple(("*", -1, later), 3), multiple(x, 4)], premises
    )
    premises = [falls, *positive, outer.show(("<", 1, "D")), outer.show(("<", 0, ("^", "d", -1)))]
    return outer.combine(goal, [product(0, 1, 3, 4), product(0, 2, 3, 4)], premises)


PROOFS: Scripts = {"orf/sec5/sigma": (rising,)}
