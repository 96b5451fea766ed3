"""Jordan's inequality: (pi/2) sin t - t is concave on [0, pi/2] and 0 at both ends."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import by_cases
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import PI, Term

_END: Term = ("*", PI, ("q", 1, 2))
_WAVE: Term = ("*", _END, ("sin", "t"))
_RATE: Term = ("+", ("*", _END, ("cos", "t")), -1)
_HERE: Term = ("+", ("*", _END, ("cos", "theta")), -1)


def jordan(prover: Prover, goal: Term) -> Theorem:
    """t <= (pi/2) sin t, at theta; the slope falls: where it is at least 0 at theta the function has risen from 0, else it falls to 0 at the end."""
    prover = prover.within()
    prover.add(prover.infer("number", ("<", 0, PI), by={"bits": 64}))
    return by_cases(prover, ("<=", 0, _HERE), goal, _risen, _falling)


def _risen(prover: Prover, goal: Term) -> Theorem:
    function: Term = ("+", _WAVE, ("*", -1, "t"))

    def sign(inner: Prover, wanted: Term) -> Theorem:
        below = _cosines(inner, ("t", "theta"))
        entries = [product(0, 1, coefficient=("q", 1, 2)), product(2)]
        return inner.combine(
            wanted, entries, [below, inner.show(("<", 0, PI)), inner.given(("<=", 0, _HERE))]
        )

    risen = rising(prover, function, (0, "theta"), _RATE, sign)
    return prover.combine(goal, [product(0), multiple(-1, 1)], [risen, prover.equal(("sin", 0), 0)])


def _falling(prover: Prover, goal: Term) -> Theorem:
    function: Term = ("+", "t", ("*", -1, _WAVE))

    def sign(inner: Prover, wanted: Term) -> Theorem:
        below = _cosines(inner, ("theta", "t"))
        premises = [below, inner.show(("<", 0, PI)), inner.given(("<", _HERE, 0))]
        return inner.combine(wanted, [product(0, 1, coefficient=("q", 1, 2)), product(2)], premises)

    fallen = rising(prover, function, ("theta", _END), ("*", -1, _RATE), sign)
    entries = [product(0), multiple(("*", -1, _END), 1)]
    return prover.combine(goal, entries, [fallen, prover.fact("sin-half-pi")])


def _cosines(prover: Prover, ends: tuple[Term, Term]) -> Theorem:
    """cos u <= cos t for t <= u in [0, pi/2]."""

    def sign(inner: Prover, wanted: Term) -> Theorem:
        return inner.combine(wanted, [product(0)], [inner.fact("sin-positive", t="s")])

    low, high = ends
    less = rising(prover, ("*", -1, ("cos", "s")), ends, ("sin", "s"), sign, variable="s")
    return prover.combine(("<=", ("cos", high), ("cos", low)), [product(0)], [less])
