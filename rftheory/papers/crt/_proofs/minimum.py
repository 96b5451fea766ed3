"""Section 9.4: ln of the second moment falls up to its stationary point s and rises from there, by the sign of its slope.

Its slope in t is N(t)/(2t(1 + t)) with N(t) = 2vt^2 + (d + 2v)t - d, and N(t) - N(s) = (t - s)(2v(t + s) + d + 2v).
"""

from __future__ import annotations

from rftheory.papers._shared.optimal_root import RADICAND, rational, with_root
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached, by_ways, instance
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import Term, substitute

_HALF: Term = ("q", 1, 2)
_ROOT: Term = (
    "*", ("+", ("*", "d", -1), ("*", "v2", -2), ("^", RADICAND, _HALF)), ("^", "v2", -1), ("q", 1, 4),
)  # fmt: skip
MOMENT: Term = (
    "+", ("*", ("q", -1, 2), "d", ("log", "t")), ("*", "d", ("log", ("+", "t", 1))), ("*", "v2", "t"),
)  # fmt: skip
_SLOPE: Term = (
    "+", ("*", ("q", -1, 2), "d", ("^", "t", -1)), ("*", "d", ("^", ("+", "t", 1), -1)), "v2",
)  # fmt: skip
QUADRATIC: Term = (
    "+",
    ("*", 2, "v2", ("^", "s", 2)),
    ("*", ("+", "d", ("*", 2, "v2")), "s"),
    ("*", -1, "d"),
)
_CHORD: Term = ("+", ("*", 2, "v2", ("+", "t", "s")), "d", ("*", 2, "v2"))


def beside(prover: Prover, *, above: bool) -> Theorem:
    """f(s) < f(rho) for the local stationary s on one side of rho."""
    order: Term = ("<", "s", "rho") if above else ("<", "rho", "s")
    given: tuple[Term, ...] = (("<", 0, "s"), ("=", QUADRATIC, 0), order)
    inner = prover.within(("s", "real"), given=given)
    turn = 1 if above else -1

    def sign(between: Prover, wanted: Term) -> Theorem:
        between = between.within()
        apart = between.given(between.hypotheses[-2 if above else -1])
        under = between.given(("<=", "s" if above else "rho", "t"))
        positive = between.combine(
            ("<", 0, "t"), [product(0), product(1)], [between.show(("<", 0, "s" if above else "rho")), under]
        )
        between.add(positive)
        over: Term = ("^", ("*", "t", ("+", 1, "t")), -1)
        premises = [
            apart, between.show(("<", 0, _CHORD)), between.show(("<", 0, over)), between.given(("=", QUADRATIC, 0)),
        ]  # fmt: skip
        entries = [product(0, 1, 2, coefficient=_HALF), multiple(("*", ("q", -turn, 2), over), 3)]
        return between.combine(wanted, entries, premises)

    ends: tuple[Term, Term] = ("s", "rho") if above else ("rho", "s")
    return rising(inner, ("*", turn, MOMENT), ends, ("*", turn, _SLOPE), sign, strict=True)


def minimum(prover: Prover, goal: Term) -> Theorem:
    """rho is above or below the optimum, which is stationary."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        inner = with_root(inner)
        for each in (("<", 0, _ROOT), ("=", substitute(QUADRATIC, {"s": _ROOT}), 0)):
            inner.add(inner.show(each))
        ways = inner.fact("trichotomy", [inner.given(inner.hypotheses[-1])], a="rho", b=_ROOT)

        def way(side: Prover, aim: Term) -> Theorem:
            above = side.hypotheses[-1] == ("<", _ROOT, "rho")
            less = instance(side, beside(prover, above=above), {"s": _ROOT})
            return side.combine(aim, [product(0)], [less])

        defined = [
            inner.show(("<", 0, ("+", 1, _ROOT))),
            inner.show(("<", 0, ("+", "rho", 1))),
            *inner.lemmas,
        ]
        return attached(inner, by_ways(inner, ways, wanted, way), *defined)

    return introduced(prover, goal, (), script)


def falls(prover: Prover, goal: Term) -> Theorem:
    """For rho <= d/(2M), M = v + d + B^2 + 1, the slope is at most v + d - M < B."""
    size: Term = ("+", "v2", "d", ("^", "B", 2), 1)

    def script(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        if wanted[:2] == ("<", 0):
            inner = inner.within()
            inner.add(_positive(inner, size))
            return inner.show(wanted)
        inner = inner.within()
        inner.add(_positive(inner, size))
        premises = [
            inner.given(inner.hypotheses[-1]), inner.lemmas[-1], inner.show(("<", 0, ("^", "rho", -1))),
            inner.show(("<=", 0, "d")), inner.given(("<", 0, "rho")), inner.show(("<", 0, ("^", ("+", "rho", 1), -1))),
        ]  # fmt: skip
        entries = [
            product(0, 1, 2), product(squares=(("+", "B", _HALF),)), product(coefficient=("q", 3, 4)), product(3, 4, 5),
        ]  # fmt: skip
        return inner.combine(wanted, entries, premises)

    return introduced(prover, goal, (("*", _HALF, "d", ("^", size, -1)),), script)


def _positive(prover: Prover, size: Term) -> Theorem:
    premises = [prover.given(("<", 0, "v2")), prover.show(("<", 0, "d"))]
    return prover.combine(
        ("<", 0, size), [product(0), product(1), product(squares=("B",)), product()], premises
    )


def settles(prover: Prover, goal: Term) -> Theorem:
    """For rho >= d/epsilon the slope is v up to d/rho."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        gap = wanted[1][1]
        premises = [
            inner.given(inner.hypotheses[-1]), inner.given(("<", 0, "epsilon")), inner.show(("<", 0, ("^", "rho", -1))),
            inner.show(("<=", 0, "d")), inner.show(("<", 0, ("^", ("+", "rho", 1), -1))),
        ]  # fmt: skip
        near, half = product(0, 1, 2), product(3, 2, coefficient=_HALF)
        low = inner.combine(("<=", ("*", -1, "epsilon"), gap), [near, half, product(3, 4)], premises)
        high = inner.combine(("<=", gap, "epsilon"), [near, half, product(3, 2, 4)], premises)
        return absolute(inner, wanted, low, high)

    return introduced(prover, goal, (("*", "d", ("^", "epsilon", -1)),), script)


PROOFS: Scripts = {"crt/sec9.4/unique": (rational, minimum, falls, settles)}
