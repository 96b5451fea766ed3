"""The best weight of a hybrid: hyperbolic sines of 2r^2 cos^2 and 2r^2 sin^2 of half the angle."""

from __future__ import annotations

from rftheory.papers._shared.abs_terms import without_abs
from rftheory.papers._shared.half_angles import half_angle
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import attached
from rftheory.proof.terms import Term, subterms

_HALF: Term = ("q", 1, 2)
_R2: Term = ("^", "r", 2)
FIRST: Term = ("*", 2, _R2, ("^", "c", 2))
SECOND: Term = ("*", 2, _R2, ("+", 1, ("*", -1, ("^", "c", 2))))
_DELTA: Term = ("*", _R2, ("+", ("*", 2, ("^", "c", 2)), -1))


def _wave(angle: Term) -> Term:
    """sinh."""
    return ("*", _HALF, ("+", ("exp", angle), ("*", -1, ("exp", ("*", -1, angle)))))


def _at_least(prover: Prover, angle: Term) -> list[Theorem]:
    """t/2 <= sinh t and 0 <= sinh t for t >= 0, by e^t >= 1 + t and e^-t <= 1."""
    least = prover.show(("<=", 0, angle))
    premises = [
        prover.fact("exp-tangent", t=angle),
        prover.fact("exp-at-most", [prover.combine(
            ("<=", ("*", -1, angle), 0), [product(0)], [least]
        )], a=("*", -1, angle), b=0),
        least,
    ]  # fmt: skip
    halves = [product(place, coefficient=_HALF) for place in range(3)]
    above = prover.combine(("<=", ("*", _HALF, angle), _wave(angle)), halves[:2], premises)
    return [above, prover.combine(("<=", 0, _wave(angle)), halves, premises)]


SINH_FIRST, SINH_SECOND = _wave(FIRST), _wave(SECOND)
TOTAL: Term = ("+", ("*", 2, ("^", SINH_FIRST, 2)), ("*", 2, ("^", SINH_SECOND, 2)))


def sines(inner: Prover) -> tuple[Theorem, Theorem, Theorem]:
    """0 <= a, 0 <= b and 0 < 2a^2 + 2b^2, for a + b >= (2r^2 c^2 + 2r^2 (1 - c^2))/2 = r^2."""
    inner = inner.within()
    square = inner.combine(
        ("<=", 0, ("+", 1, ("*", -1, ("^", "c", 2)))),
        [product(0, 1)],
        [inner.given(("<=", "c", 1)), inner.given(("<=", -1, "c"))],
    )
    inner.add(square)
    inner.add(inner.combine(("<=", 0, SECOND), [product(0, coefficient=2, squares=("r",))], [square]))
    (a_high, a_least), (b_high, b_least) = _at_least(inner, FIRST), _at_least(inner, SECOND)
    both = inner.combine(
        ("<", 0, ("+", SINH_FIRST, SINH_SECOND)),
        [product(*places) for places in ((0,), (1,), (2, 2))],
        [a_high, b_high, inner.given(("<", 0, "r"))],
    )
    entries = [
        product(0, 0),
        product(squares=(("+", SINH_FIRST, ("*", -1, SINH_SECOND)),)),
    ]
    return a_least, b_least, inner.combine(("<", 0, TOTAL), entries, [both])


def _in_cosine(inner: Prover, wanted: Term) -> Theorem:
    a_least, b_least, positive = sines(inner)
    inverse = inner.fact("power-positive", [positive], b=TOTAL, p=-1)
    swing: Term = ("+", ("exp", _DELTA), ("*", -1, ("exp", ("*", -1, _DELTA))))
    inner = inner.within()
    inner.add(positive)
    premises = [inner.fact("power-positive", b="m", p=-1), a_least, b_least, inverse, positive]
    entries = [
        product(0, coefficient=("q", 1, 4), squares=(swing,)),
        product(0, 1, 2, 3, coefficient=2, squares=(("+", SINH_FIRST, ("*", -1, SINH_SECOND)),)),
    ]
    needed = _conditions(inner, wanted, positive)
    return inner.infer("combine", wanted, [*premises, *needed], {"terms": tuple(entries)})


def _conditions(inner: Prover, wanted: Term, positive: Theorem) -> list[Theorem]:
    """The sum of squares as the goal writes it, and m, are apart from 0."""
    stated = [
        inner.combine(("<", 0, each[1]), [product(0)], [positive])
        for each in subterms(wanted)
        if isinstance(each, tuple) and each[0] == "^" and each[2] == -1 and isinstance(each[1], tuple)
    ]
    return [*stated, inner.show(("<", 0, "m"))]


def between(prover: Prover, goal: Term) -> Theorem:
    """With a, b the two sines: 2 a^2 b^2/(a^2 + b^2) <= ab = sinh^2 r^2 - sinh^2 delta."""
    shown = half_angle(prover, goal, _in_cosine)
    total = next(
        each[1] for each in subterms(goal)
        if isinstance(each, tuple) and each[0] == "^" and each[2] == -1 and isinstance(each[1], tuple)
    )  # fmt: skip

    def positive(inner: Prover, wanted: Term) -> Theorem:
        entry = product(0)
        return inner.combine(wanted, [entry], [sines(inner)[2]])

    return attached(prover, shown, half_angle(prover, ("<", 0, total), positive))


PROOFS: Scripts = {"beyond/lambda/theorem": (without_abs, between, automatic)}
