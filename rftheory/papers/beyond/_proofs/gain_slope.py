"""The slope of the gain of OPRF, rho/(1 - e^-r) - 1/(1 - e^-v) < 0 with r = rho v + d log L, L = (1 + rho)/(2 sqrt rho).

As L >= 1 and 0 < rho < 1: 1 - e^-r >= 1 - e^(-rho v) > rho (1 - e^-v), where both sides of the last one are 0 at v = 0
and their slopes compare so.
"""

from __future__ import annotations

from rftheory.papers._shared.optimal_root import with_root
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import instance
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import Term, compound, subterms

_HALF: Term = ("q", 1, 2)
_BACK: Term = ("*", "v2", -1)


def _parts(goal: Term) -> tuple[Term, Term]:
    """L and d + 2v + S, as the goal writes them."""
    size = next(each[1] for each in subterms(goal) if isinstance(each, tuple) and each[0] == "log")
    total = next(
        each[1] for each in subterms(size) if isinstance(each, tuple) and each[0] == "^" and each[2] == _HALF
        and isinstance(each[1], tuple) and each[1][0] == "+" and each[1][1] == "d"
    )  # fmt: skip
    return size, total


def _logarithm(prover: Prover, size: Term, total: Term) -> Theorem:
    """0 <= log L, as L - 1 = (t - 1)^2/(2t) with t = 1/sqrt rho."""
    prover.add(prover.show(("<", 0, total)))
    root = prover.add(prover.fact("root-positive", b=total))
    narrow = prover.add(prover.fact("power-positive", b="d", p=("q", -1, 2)))
    slope: Term = ("*", ("^", total, _HALF), ("^", "d", ("q", -1, 2)), ("^", 2, ("q", -1, 2)))
    prover.add(prover.fact("root-positive", b="d"))
    over = prover.fact("power-positive", b=total, p=("q", -1, 2))
    other = prover.show(("<", 0, ("^", "d", _HALF)))
    two = prover.show(("<", 0, ("^", 2, _HALF)))
    entry = product(0, 1, 2, coefficient=_HALF, squares=(("+", slope, -1),))
    least = prover.combine(("<=", 1, size), [entry], [over, other, two, root, narrow])
    above = prover.add(prover.combine(("<", 0, size), [product(0), product()], [least]))
    back: Term = ("^", size, -1)
    inverse = prover.fact("power-positive", [above], b=size, p=-1)
    tangent, turned = (
        prover.fact("log-tangent", [inverse], t=back),
        prover.fact("log-inverse", [above], t=size),
    )
    entries = [product(0), product(1, 2), multiple(-1, 3)]
    return prover.combine(("<=", 0, ("log", size)), entries, [tangent, least, inverse, turned])


def _chord(prover: Prover) -> Theorem:
    """p (1 - e^-v) < 1 - e^(-pv) for the local 0 < p < 1."""
    inner = prover.within(("p", "real"), given=(("<", 0, "p"), ("<", "p", 1)))

    def sign(between: Prover, wanted: Term) -> Theorem:
        less = between.combine(
            ("<", ("*", -1, "t"), ("*", -1, "p", "t")),
            [product(0, 1)],
            [between.given(("<", 0, "t")), between.given(("<", "p", 1))],
        )
        grown = between.fact("exp-increasing", [less], a=("*", -1, "t"), b=("*", -1, "p", "t"))
        return between.combine(wanted, [product(0, 1)], [grown, between.given(("<", 0, "p"))])

    slow, fast = (("exp", ("*", -1, "p", "t")), ("exp", ("*", -1, "t")))
    function: Term = ("+", ("*", "p", fast), ("*", -1, slow))
    rate: Term = ("+", ("*", "p", slow), ("*", -1, "p", fast))
    risen = rising(inner, function, (0, "v2"), rate, sign, strict=True)
    goal: Term = (
        "<", ("*", "p", ("+", 1, ("*", -1, ("exp", _BACK)))), ("+", 1, ("*", -1, ("exp", ("*", -1, "p", "v2")))),
    )  # fmt: skip
    return inner.combine(goal, [product(0)], [risen])


def _known(prover: Prover, goal: Term) -> tuple[Prover, Theorem, list[Theorem]]:
    """What is above 0: r, e^v - 1, 1 - e^-v, e^r - 1 and 1 - e^-r; the last four are lemmas."""
    inner = with_root(prover)
    size, total = _parts(goal)
    logarithm = _logarithm(inner, size, total)
    over = inner.show(("<", 0, ("^", total, -1)))
    start = inner.given(("<", 0, "v2"))
    height: Term = ("+", ("*", "d", "v2", 2, ("^", total, -1)), ("*", "d", ("log", size)))
    above = inner.combine(
        ("<", 0, height),
        [product(0, 1, 2, coefficient=2), product(1, 3)],
        [start, inner.show(("<", 0, "d")), over, logarithm],
    )
    found: list[Theorem] = []
    terms = list(dict.fromkeys(subterms(goal)))
    for power in (each for each in terms if isinstance(each, tuple) and each[0] == "exp"):
        exponent = compound(power)[1]
        size_of = start if exponent in ("v2", _BACK) else above
        if ("+", -1, power) in terms:
            tangent = inner.fact("exp-tangent", t=exponent)
            found.append(
                inner.combine(("<", 0, ("+", -1, power)), [product(0), product(1)], [tangent, size_of])
            )
        if ("+", 1, ("*", -1, power)) in terms:
            less = inner.combine(("<", exponent, 0), [product(0)], [size_of])
            below = inner.fact("exp-increasing", [less], a=exponent, b=0)
            found.append(inner.combine(("<", 0, ("+", 1, ("*", -1, power))), [product(0)], [below]))
    for each in found:
        inner.add(each)
    return inner, logarithm, found


def derivative(prover: Prover, goal: Term) -> Theorem:
    """Normal forms."""
    inner, _, _ = _known(prover, goal)
    return inner.show(goal)


def falling(prover: Prover, goal: Term) -> Theorem:
    """1 - e^-r > rho (1 - e^-v)."""
    inner, logarithm, found = _known(prover, goal)
    _, total = _parts(goal)
    rho: Term = ("*", "d", 2, ("^", total, -1))
    inner.add(inner.show(("<", 0, rho)))
    inner.add(inner.show(("<", rho, 1)))
    chord = instance(inner, _chord(prover), {"p": rho})
    later = next(
        compound(t)[1] for t in subterms(goal) if isinstance(t, tuple) and t[0] == "exp" and t[1] != _BACK
    )
    earlier: Term = ("*", -1, rho, "v2")
    less = inner.combine(("<=", later, earlier), [product(0, 1)], [logarithm, inner.show(("<", 0, "d"))])
    power = inner.fact("exp-at-most", [less], a=later, b=earlier)
    inverses = [inner.fact("power-positive", [each], b=compound(each.then)[2], p=-1) for each in found]
    entries = [product(0, 2, 3), product(1, 2, 3)]
    return inner.combine(goal, entries, [chord, power, *inverses])


PROOFS: Scripts = {"beyond/oprf/gain": (derivative, falling)}
