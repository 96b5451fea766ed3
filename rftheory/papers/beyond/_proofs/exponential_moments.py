"""The improvement of exponential moments: e^(ms) - m e^s + m - 1 >= m (m - 1) s^2/2 for s >= 0, by two derivatives."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import instance
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import Term, compound

_HALF: Term = ("q", 1, 2)
_LESS: Term = ("+", "m", -1)


def _all(s: Term) -> Term:
    return ("exp", ("*", "m", s))


def _slope(s: Term) -> Term:
    """1/m of the derivative: e^(ms) - e^s - (m - 1) s."""
    return ("+", _all(s), ("*", -1, ("exp", s)), ("*", -1, _LESS, s))


def _gap(s: Term) -> Term:
    square: Term = ("*", ("q", -1, 2), "m", _LESS, ("^", s, 2))
    return ("+", _all(s), ("*", -1, "m", ("exp", s)), "m", -1, square)


def _slope_nonnegative(prover: Prover) -> Theorem:
    """0 <= slope for the local t >= 0, as m e^(ms) - e^s - (m - 1) = (m - 1)(e^(ms) - 1) + e^(ms) - e^s."""
    inner = prover.within(("t", "real"), given=(("<=", 0, "t"),))

    def sign(between: Prover, wanted: Term) -> Theorem:
        start, more = between.given(("<=", 0, "u")), between.show(("<=", 0, _LESS))
        above = between.combine(("<=", "u", ("*", "m", "u")), [product(0, 1)], [start, more])
        high = between.combine(("<=", 0, ("*", "m", "u")), [product(0), product(1)], [above, start])
        premises = [
            more, between.fact("exp-at-most", [high], a=0, b=("*", "m", "u")),
            between.fact("exp-at-most", [above], a="u", b=("*", "m", "u")),
        ]  # fmt: skip
        return between.combine(wanted, [product(0, 1), product(2)], premises)

    rate: Term = ("+", ("*", "m", _all("u")), ("*", -1, ("exp", "u")), ("*", -1, _LESS))
    risen = rising(inner, _slope("u"), (0, "t"), rate, sign, variable="u")
    return inner.combine(("<=", 0, _slope("t")), [product(0)], [risen])


def _gap_nonnegative(prover: Prover) -> Theorem:
    """0 <= gap for the local s >= 0."""
    rate = _slope_nonnegative(prover)
    inner = prover.within(("s", "real"), given=(("<=", 0, "s"),))

    def sign(between: Prover, wanted: Term) -> Theorem:
        return between.combine(wanted, [product(0, 1)], [rate, between.show(("<=", 0, "m"))])

    risen = rising(inner, _gap("t"), (0, "s"), ("*", "m", _slope("t")), sign)
    return inner.combine(("<=", 0, _gap("s")), [product(0)], [risen])


def improvement(prover: Prover, goal: Term) -> Theorem:
    """At s = a1^2 theta^2 v^2/2, times 2/(d + 2), with e^(a0 m theta) >= 1; nothing where m = 1."""
    first, second = compound(goal)[1:]

    def one(inner: Prover, wanted: Term) -> Theorem:
        left = compound(wanted)[1]
        factors = tuple(each for each in compound(left)[1:] if each != ("+", "m", -1))
        single = inner.given(("=", "m", 1))
        return inner.combine(wanted, [multiple(("*", *factors), 0)], [single])

    def more(inner: Prover, wanted: Term) -> Theorem:
        s: Term = ("*", ("^", "a1", 2), ("^", "theta", 2), ("^", "v", 2), _HALF)
        inner = inner.within()
        inner.add(
            inner.combine(
                ("<=", 0, s), [product(coefficient=_HALF, squares=(("*", "a1", "theta", "v"),))], []
            )
        )
        least = instance(inner, _gap_nonnegative(prover), {"s": s})
        height: Term = ("*", "a0", "m", "theta")
        grown = inner.combine(
            ("<=", 0, height), [product(0, 1, 2)],
            [inner.given(("<=", 0, "a0")), inner.show(("<=", 0, "m")), inner.given(("<", 0, "theta"))],
        )  # fmt: skip
        premises = [
            least, inner.fact("exp-at-most", [grown], a=0, b=height), inner.fact("exp-positive", t=height),
            inner.show(("<", 0, ("^", ("+", "d", 2), -1))), inner.show(("<=", 0, "m")), inner.show(("<=", 0, _LESS)),
        ]  # fmt: skip
        return inner.combine(
            wanted, [product(0, 2, 3, coefficient=2), product(1, 3, 4, 5, squares=(s,))], premises
        )

    shown = []
    for each, script in ((first, one), (second, more)):
        given, wanted = compound(each)[1:]
        shown.append(prover.infer("where", each, [script(prover.within(given=given), wanted)]))
    return prover.infer("and", goal, shown)


PROOFS: Scripts = {"beyond/favor/exponential-moment-sharper": (improvement,)}
