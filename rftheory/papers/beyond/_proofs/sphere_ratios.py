"""The gain of orthogonal rows of one length against (V - 1)^2: its upper bound and its least ratio 2/(d + 2)."""

from __future__ import annotations

from rftheory.papers._shared.regularised_series import B, Z, above_line, at_least_one, value
from rftheory.papers.beyond._proofs import sphere_bounds as bounds
from rftheory.papers.beyond._proofs.sphere_bounds import V
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, by_parts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.terms import Term, compound

_LESS: Term = ("+", V, -1)
_WRITTEN: Term = ("+", -1, ("hyper", (), (B,), ("*", "d", "w", ("q", 1, 2))))
_POWER: Term = ("exp", ("*", 2, "w"))


def _apart(prover: Prover) -> tuple[Theorem, Theorem]:
    """w <= V - 1, and 0 < 1/(V - 1), for w > 0; that V - 1 > 0, as the goal writes it, is a lemma from then on."""
    line, positive = above_line(prover), prover.given(("<", 0, "w"))
    above = prover.add(prover.combine(("<", 0, _WRITTEN), [product(0), product(1)], [line, positive]))
    return line, prover.fact("power-positive", [above], b=_WRITTEN, p=-1)


def upper(prover: Prover, goal: Term) -> Theorem:
    """2V - 1 <= 0F1(; b; 2z), and V^2 - 0F1(; b; 2z) <= w^2 V_2^2/(b + 1), where V_2 <= V_1."""
    first, second, fall = (
        bounds.first_bound(prover),
        bounds.second_bound(prover),
        bounds.at_most(prover, 2, 1),
    )
    one = at_least_one(prover, 2)
    inverses = [prover.show(("<", 0, ("^", base, -1))) for base in ("d", ("+", "d", 2))]

    def way(inner: Prover, wanted: Term) -> Theorem:
        if compound(compound(wanted)[2])[0] == "^":
            return inner.combine(wanted, [product(0)], [first])
        entries = [
            product(0), product(1, 1, 3, coefficient=2, squares=("w",)), product(1, 2, 3, coefficient=4, squares=("w",)),
            product(1, 3, coefficient=4, squares=("w",)), product(3, 4, coefficient=4, squares=(("*", "w", value(2)),)),
        ]  # fmt: skip
        return inner.combine(wanted, entries, [second, fall, one, *inverses])

    return by_parts(prover, goal, way)


def _least(prover: Prover) -> Theorem:
    """(V - 1)^2/(b + 1) < V^2 - 0F1(; b; 2z), as V - V_1 = w V_2/(b + 1)."""
    line, positive = above_line(prover), prover.given(("<", 0, "w"))
    share = prover.show(("<", 0, ("^", ("+", "d", 2), -1)))
    following = prover.fact("bessel-next", b=B, z=Z)
    premises = [bounds.apart(prover), bounds.below_tangent(prover), line, positive, share, following]
    goal: Term = (
        "<", ("*", 2, ("^", ("+", "d", 2), -1), ("^", _LESS, 2)), ("+", ("^", V, 2), ("*", -1, bounds.DOUBLE)),
    )  # fmt: skip
    entries = [
        product(0),
        product(1, 2, 4, coefficient=2),
        product(1, 3, 4, coefficient=2),
        multiple(("*", -1, _LESS), 5),
    ]
    return prover.combine(goal, entries, premises)


def above_constant(prover: Prover, goal: Term) -> Theorem:
    """The strict bound, over (V - 1)^2."""
    inner = prover.within()
    _, over = _apart(inner)
    return inner.combine(goal, [product(0, 1, 1)], [_least(inner), over])


def _near(inner: Prover, wanted: Term) -> Theorem:
    """0 <= ratio - a <= 4w for w <= 1/4, as w <= V - 1 and V_2^2 <= V^2 <= e^(2w) <= 1 + 4w."""
    line, over = _apart(inner)
    gap = compound(compound(wanted)[1])[1]
    back, share = inner.show(("<", 0, ("^", "w", -1))), inner.show(("<", 0, ("^", ("+", "d", 2), -1)))
    start = inner.given(("<", 0, "w"))
    low = inner.combine(("<=", 0, gap), [product(0, 1, 1, 2)], [_least(inner), over, back])
    under = inner.combine(("<=", -4, gap), [product(0), product(coefficient=4)], [low])
    square = inner.combine(
        ("<=", ("^", "w", 2), ("^", _LESS, 2)), [product(0, 0), product(0, 1, coefficient=2)], [line, start]
    )
    tangent, power = inner.fact("exp-tangent", t=("*", -2, "w")), inner.fact("exp-positive", t=("*", 2, "w"))
    quarter = inner.given(("<=", "w", ("q", 1, 4)))
    wide = inner.combine(("<", 0, ("+", 1, ("*", 4, "w"))), [product(0, coefficient=4), product()], [start])
    entries = [product(0, 1, 2), product(1, 3, 4, coefficient=8)]
    small = inner.combine(
        ("<=", _POWER, ("+", 1, ("*", 4, "w"))), entries, [tangent, power, wide, start, quarter]
    )
    premises = [
        bounds.at_most(inner, 2, 0),
        bounds.at_most_exponential(inner),
        at_least_one(inner, 2),
        small,
    ]
    premises.append(inner.fact("exp-positive", t="w"))
    entries = [
        product(0, 0), product(0, 2, coefficient=2), product(0, coefficient=2), product(1, 1), product(1, 2, coefficient=2),
        product(1, coefficient=2), product(0, 1, coefficient=2), product(3),
    ]  # fmt: skip
    most = inner.combine(("<=", ("^", value(2), 2), ("+", 1, ("*", 4, "w"))), entries, premises)
    premises = [bounds.second_bound(inner), over, back, share, square, most, inner.show(("<", 0, "d"))]
    entries = [
        product(0, 1, 1, 2), product(4, 1, 1, 2, 3, coefficient=2, squares=(value(2),)), product(5, 2, 3, coefficient=2),
        product(6, 3, coefficient=4),
    ]  # fmt: skip
    return absolute(inner, wanted, under, inner.combine(("<=", gap, 4), entries, premises))


def best_constant(prover: Prover, goal: Term) -> Theorem:
    """The ratio is a + O(w)."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        return inner.show(wanted) if compound(wanted)[1] == 0 else _near(inner.within(), wanted)

    shown = introduced(prover, goal, (4, ("q", 1, 4)), script)
    everywhere = prover.within(("w", "real"), given=(("<", 0, "w"),))
    _apart(everywhere)
    return attached(prover, shown, *everywhere.lemmas)


PROOFS: Scripts = {
    "beyond/favor/best-constant-sphere": (best_constant, above_constant),
    "beyond/favor/gap-upper-sphere": (upper,),
}
