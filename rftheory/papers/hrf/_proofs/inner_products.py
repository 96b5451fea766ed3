"""Statements in x2, y2 and xy: what the variance of a hybrid loses, and opposite slopes."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import by_ways, instance
from rftheory.proof.terms import PI, Term

_DIFFERENCE: Term = ("+", "x2", ("*", "y2", -1))
_GAIN: Term = ("+", 1, ("*", -1, ("cos", _DIFFERENCE)))


def _times_gain(prover: Prover, goal: Term, gain: Theorem, weight: Theorem) -> Theorem:
    """The sides differ by 2 l (1 - cos(x2 - y2)) e^(2xy)/m."""
    inverse = prover.fact("power-positive", b="m", p=-1)
    positive = prover.fact("exp-positive", t=("*", "xy", 2))
    entry = product(0, 1, 2, 3, coefficient=2)
    return prover.combine(goal, [entry], [gain, weight, inverse, positive])


def reduced(prover: Prover, goal: Term) -> Theorem:
    """cos is at most 1."""
    gain = prover.combine(
        ("<=", 0, _GAIN),
        [product(0)],
        [prover.fact("cos-at-most", t=_DIFFERENCE)],
    )
    return _times_gain(prover, goal, gain, prover.given(("<=", 0, "el1l")))


def strictly_reduced(prover: Prover, goal: Term) -> Theorem:
    """1 - cos t = 2 sin^2(t/2) > 0 for 0 < |t| < 6 < 2 pi."""

    def way(inner: Prover, wanted: Term) -> Theorem:
        size = 1 if inner.hypotheses[-1] == ("<", "y2", "x2") else -1
        half: Term = ("*", ("q", size, 2), _DIFFERENCE)
        inner = inner.within()
        inner.add(inner.infer("number", ("<", 3, PI), by={"bits": 64}))
        wave = inner.fact("sin-positive", t=half)
        return inner.combine(wanted, [product(0, 0, coefficient=2)], [wave])

    gain = by_ways(prover, prover.fact("trichotomy", a="x2", b="y2"), ("<", 0, _GAIN), way)
    return _times_gain(prover, goal, gain, prover.given(("<", 0, "el1l")))


def _lengths(prover: Prover, sign: int) -> tuple[Prover, Term, Term]:
    """|x - sign y|^2 at xy and at xy_later, and the prover that knows that neither is negative."""
    now, later = (("+", "x2", "y2", ("*", -2 * sign, name)) for name in ("xy", "xy_later"))
    outer = prover.within()
    outer.add(square_nonnegative(prover, -sign))
    outer.add(instance(prover, _sum_nonnegative(prover, -sign), {"t": "xy_later"}))
    return outer, now, later


def falling(prover: Prover, goal: Term) -> Theorem:
    """(1 - a)^2 - (1 - b)^2 = (b - a)(2 - a - b) for a < b <= 1, a and b the exponentials of -|x - y|^2."""
    outer, now, later = _lengths(prover, 1)
    small, large = ("*", -1, now), ("*", -1, later)
    return _product(outer, goal, small, large, (large, 0), ("+", "x2", "y2"))


def rising(prover: Prover, goal: Term) -> Theorem:
    """(b - 1)^2 - (a - 1)^2 = (b - a)(a + b - 2) for 1 <= a < b, a and b the exponentials of |x + y|^2."""
    outer, now, later = _lengths(prover, -1)
    return _product(outer, goal, now, later, (0, now), ("+", ("*", -1, "x2"), ("*", -1, "y2")))


def _product(
    prover: Prover, goal: Term, small: Term, large: Term, ends: tuple[Term, Term], scale: Term
) -> Theorem:
    """(b - a)((b - a) + 2 gap) e^scale/(2m) with a = e^small < b = e^large, and what the ends are apart."""
    premises = [
        prover.fact("exp-increasing", a=small, b=large), prover.fact("exp-at-most", a=ends[0], b=ends[1]),
        prover.fact("exp-positive", t=scale), prover.fact("power-positive", b="m", p=-1),
    ]  # fmt: skip
    entries = [
        product(0, 0, 2, 3, coefficient=("q", 1, 2)),
        product(0, 1, 2, 3),
    ]
    return prover.combine(goal, entries, premises)


def _sum_nonnegative(prover: Prover, sign: int) -> Theorem:
    """0 <= x2 + y2 + 2 sign t for every t with t^2 <= x2 y2."""
    local = prover.within(("t", "real"), given=(("<=", ("^", "t", 2), ("*", "x2", "y2")),))
    return square_nonnegative(local, sign, "t")


PROOFS: Scripts = {
    "hrf/thm3.1/reduced/corrected": (reduced, strictly_reduced),
    "hrf/sec2.1/opposite": (falling, rising),
}
