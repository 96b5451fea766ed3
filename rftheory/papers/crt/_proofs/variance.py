"""The variance of OPRF at its optimal parameter is below that of positive features.

With v = |x + y|^2 and R = d + 2v + sqrt((d + 2v)^2 + 8dv), so R (R - 2d) = 4v (R + 2d): the factor Q has
Q^2 = (R + 2d)^2/(8dR), and log Q <= (Q^2 - 1)/2 = (R - 2d)^2/(16dR).
"""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, roots
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import generally
from rftheory.proof.terms import Term, subterms

_V: Term = ("+", "x2", "y2", ("*", "xy", 2))
_HALF: Term = ("q", 1, 2)


def _sum_of_root(goal: Term) -> Term:
    """R, the sum with a square root in it."""
    return next(
        each
        for each in subterms(goal)
        if isinstance(each, tuple)
        and each[0] == "+"
        and any(isinstance(part, tuple) and part[0] == "^" and part[2] == _HALF for part in each[1:])
    )


def lower(prover: Prover, goal: Term) -> Theorem:
    """d log Q + v (1 + 2d/R) < 2v, in R."""
    total = _sum_of_root(goal)
    assert isinstance(total, tuple)
    radicand = next(p[1] for p in total[1:] if isinstance(p, tuple) and p[0] == "^" and p[2] == _HALF)
    prover = prover.within()
    prover.add(_radicand_positive(prover, radicand))
    prover.add(prover.fact("root-positive", b=radicand))
    double: Term = ("+", "d", ("*", 2, _V))
    prover.add(roots.above(prover, ("+", "d", ("*", -2, _V)), radicand))
    given: tuple[Term, ...] = (
        ("<", 0, "R"), ("<", ("*", 2, "d"), "R"),
        ("=", ("*", "R", ("+", "R", ("*", -2, double))), ("*", 8, "d", _V)),
    )  # fmt: skip
    return generally(prover, goal, {"R": total}, given, _in_r)


def _radicand_positive(prover: Prover, radicand: Term) -> Theorem:
    entries = [
        product(0, 0),
        product(0, 1, coefficient=12),
        product(1, 1, coefficient=4),
    ]
    premises = [prover.show(("<", 0, "d")), prover.given(("<", 0, _V))]
    return prover.combine(("<", 0, radicand), entries, premises)


def _in_r(prover: Prover, goal: Term) -> Theorem:
    power = next(
        each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "^" and each[2] == "d"
    )
    q = power[1]
    prover = prover.within()
    prover.add(prover.show(("<", 0, "d")))
    inverse: Term = ("^", "R", -1)
    prover.add(prover.fact("power-positive", b="R", p=-1))
    prover.add(prover.fact("power-positive", b=inverse, p=("q", -1, 2)))
    prover.add(prover.fact("power-positive", b="d", p=("q", -1, 2)))
    prover.add(prover.fact("power-positive", b=2, p=_HALF))
    prover.add(prover.show(("<", 0, q)))
    doubled = prover.fact("log-product", a=q, b=q)
    prover.add(prover.show(("<", 0, ("*", q, q))))
    tangent = prover.fact("log-tangent", t=("*", q, q))
    # Q^2 - 1 = (R - 2d)^2/(8dR)
    logarithm: Term = ("log", q)
    bound: Term = ("*", ("q", 1, 16), ("^", ("+", "R", ("*", -2, "d")), 2), inverse, ("^", "d", -1))
    entries = [
        product(0, coefficient=_HALF),
        multiple(("q", -1, 2), 1),
    ]
    less = prover.combine(("<=", logarithm, bound), entries, [tangent, doubled])
    share: Term = ("+", 1, ("*", 2, "d", inverse))
    exponent: Term = ("+", ("*", "d", logarithm), ("*", _V, share))
    # 2v - v (1 + 2d/R) - (R - 2d)^2/(16R) = (R - 2d)^2 (3R - 2d)/(16 R (R + 2d))
    above = prover.show(("<", 0, ("+", "R", ("*", 2, "d"))))
    value = prover.combine(
        ("=", _V, ("*", ("q", 1, 4), "R", ("+", "R", ("*", -2, "d")), ("^", ("+", "R", ("*", 2, "d")), -1))),
        [multiple(("*", ("q", -1, 4), ("^", ("+", "R", ("*", 2, "d")), -1)), 0)],
        [prover.given(prover.hypotheses[-1]), above],
    )
    apart = prover.given(("<", ("*", 2, "d"), "R"))
    third = prover.show(("<", 0, ("+", ("*", 3, "R"), ("*", -2, "d"))))
    inverses = [
        prover.fact("power-positive", b="R", p=-1),
        prover.fact("power-positive", [above], b=("+", "R", ("*", 2, "d")), p=-1),
    ]
    entries = [
        product(0, 1),
        product(2, 2, 3, 4, 5, coefficient=("q", 1, 16)),
        multiple(("+", -1, ("*", 2, "d", inverse)), 6),
    ]
    premises = [less, prover.show(("<", 0, "d")), apart, third, *inverses, value, above]
    smaller = prover.combine(("<", exponent, ("*", 2, _V)), entries, premises)
    first = prover.fact("exp-increasing", [smaller], a=exponent, b=("*", 2, _V))
    scale: Term = ("+", ("*", "x2", -2), ("*", "y2", -2))
    premises = [first, prover.fact("exp-positive", t=scale), prover.show(("<", 0, q))]
    return prover.combine(goal, [product(0, 1)], premises)


PROOFS: Scripts = {"crt/abstract/lower-variance/corrected": (lower,)}
