"""The gain of orthogonal rows against (e^w - 1)^2: its upper bound, its least ratio 2/(d + 2), and 1 for large w."""

from __future__ import annotations

from rftheory.papers._shared.orthogonal_gap import gain
from rftheory.papers.beyond._proofs.gain_bounds import first_bound, second_bound, third_bound
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, by_parts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import Entry, product
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.terms import Term, compound

_ONE: Term = ("exp", "w")
_LESS: Term = ("+", -1, _ONE)
_OVER: Term = ("^", _LESS, -1)


def _apart(prover: Prover) -> tuple[Theorem, Theorem]:
    """0 < e^w - 1, and its inverse, for w > 0; the former is a lemma from then on."""
    tangent, positive = prover.fact("exp-tangent", t="w"), prover.given(("<", 0, "w"))
    above = prover.add(prover.combine(("<", 0, _LESS), [product(0), product(1)], [tangent, positive]))
    return above, prover.fact("power-positive", [above], b=_LESS, p=-1)


def upper(prover: Prover, goal: Term) -> Theorem:
    """2 e^w - 1 <= 1F1, and e^(2w) - 1F1 <= 2 w^2 e^(2w)/(d + 2)."""
    first, second = first_bound(prover), second_bound(prover)

    def way(inner: Prover, wanted: Term) -> Theorem:
        if compound(compound(wanted)[2])[0] == "^":
            return inner.combine(wanted, [product(0)], [first])
        double = inner.fact("exp-positive", t=("*", 2, "w"))
        signs = [inner.show(("<", 0, ("^", base, -1))) for base in ("d", ("+", "d", 2))]
        entries = [product(0), product(1, 2, 3, coefficient=4, squares=("w",))]
        return inner.combine(wanted, entries, [second, double, *signs])

    return by_parts(prover, goal, way)


def _near(inner: Prover, wanted: Term) -> Theorem:
    """0 <= ratio - a <= a ((1 + w)^2 - 1) <= 2w for w <= 1, as w e^w <= (1 + w)(e^w - 1)."""
    above, over = _apart(inner)
    value = compound(compound(wanted)[1])[1]
    back, share = inner.show(("<", 0, ("^", "w", -1))), inner.show(("<", 0, ("^", ("+", "d", 2), -1)))
    signs = [over, back, share]
    low = inner.combine(("<=", 0, value), [product(0, 1, 1, 2)], [gain(inner), *signs])
    under = inner.combine(("<=", -2, value), [product(0), product(coefficient=2)], [low])
    wider: Term = ("*", ("+", 1, "w"), _LESS)
    tangent = inner.fact("exp-tangent", t="w")
    more = inner.combine(("<=", ("*", "w", _ONE), wider), [product(0)], [tangent])
    start = inner.given(("<", 0, "w"))
    both = [more, start, inner.fact("exp-positive", t="w"), above]
    entries = [product(0, 1, 2), product(0, 3), product(0, 1, 3)]
    square = inner.combine(("<=", ("^", ("*", "w", _ONE), 2), ("^", wider, 2)), entries, both)
    premises = [
        *signs, second_bound(inner), square, inner.show(("<=", 0, ("+", "d", -1))), inner.given(("<=", "w", 1))
    ]  # fmt: skip
    entries = [
        product(3, 1, 0, 0), product(4, 2, 1, 0, 0, coefficient=2), product(5, 2, coefficient=2), product(6, 2, coefficient=2)
    ]  # fmt: skip
    return absolute(inner, wanted, under, inner.combine(("<=", value, 2), entries, premises))


def best_constant(prover: Prover, goal: Term) -> Theorem:
    """The ratio is a + O(w)."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        return inner.show(wanted) if compound(wanted)[1] == 0 else _near(inner.within(), wanted)

    return introduced(prover, goal, (2, 1), script)


def above_constant(prover: Prover, goal: Term) -> Theorem:
    """The strict bound, over (e^w - 1)^2."""
    inner = prover.within()
    _, over = _apart(inner)
    return inner.combine(goal, [product(0, 1, 1)], [gain(inner, strict=True), over])


def _far(inner: Prover, wanted: Term) -> Theorem:
    """0 <= 1 - ratio = (1F1 - 2 e^w + 1)/(e^w - 1)^2 <= epsilon, as 1F1 <= (d + 1) e^(2w)/(2w) and e^w >= 2."""
    above, over = _apart(inner)
    value, level = compound(compound(wanted)[1])[1], compound(inner.hypotheses[-1])[1]
    far, positive = inner.given(("<=", level, "w")), inner.given(("<", 0, "epsilon"))
    wide, inverse = inner.show(("<", 0, ("+", "d", 1))), inner.show(("<", 0, ("^", "epsilon", -1)))
    one = inner.combine(("<=", 1, "w"), [product(0), product(1, 2, coefficient=2)], [far, wide, inverse])
    tangent, power = inner.fact("exp-tangent", t="w"), inner.fact("exp-positive", t="w")
    two = inner.combine(("<=", 2, _ONE), [product(0), product(1)], [tangent, one])
    back = inner.show(("<", 0, ("^", "w", -1)))
    premises = [over, back, positive, far, two, power, wide, third_bound(inner), above]
    quarter: Term = ("q", 1, 4)
    parts: list[tuple[Term, tuple[int, ...]]] = [
        (1, (7, 1)), (("q", 3, 4), (2, 4, 4)), (1, (2, 4)), (quarter, (3, 2, 5, 5, 1)), (quarter, (2, 5, 5, 1)),
        (("q", 1, 2), (6, 1)), (2, (8,)), (1, ()),
    ]  # fmt: skip
    entries: list[Entry] = [product(*places, 0, 0, coefficient=size) for size, places in parts]
    low = inner.combine(("<=", ("*", -1, "epsilon"), value), entries, premises)
    premises = [first_bound(inner), over, positive]
    high = inner.combine(("<=", value, "epsilon"), [product(0, 1, 1), product(2)], premises)
    return absolute(inner, wanted, low, high)


def large(prover: Prover, goal: Term) -> Theorem:
    """From w = 1 + 2 (d + 1)/epsilon on."""
    level: Term = ("+", 1, ("*", 2, ("+", "d", 1), ("^", "epsilon", -1)))
    return introduced(prover, goal, (level,), lambda inner, wanted: _far(inner.within(), wanted))


PROOFS: Scripts = {
    "beyond/favor/best-constant": (best_constant, above_constant),
    "beyond/favor/gap-ratio-large": (large,),
    "beyond/favor/gap-upper": (upper,),
}
