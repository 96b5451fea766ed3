"""Square roots against other terms, by their squares."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import by_cases, generally, instance
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import Term

_HALF: Term = ("q", 1, 2)


def above(prover: Prover, term: Term, radicand: Term) -> Theorem:
    """t < sqrt r from t^2 < r: for t > 0, sqrt r - t = (r - t^2)/(sqrt r + t)."""
    root: Term = ("^", radicand, _HALF)
    goal: Term = ("<", term, root)
    larger = prover.show(("<", ("^", term, 2), radicand))
    positive = prover.show(("<", 0, radicand))
    outer = prover.within()
    outer.add(prover.fact("root-positive", [positive], b=radicand))

    def yes(inner: Prover, wanted: Term) -> Theorem:
        total: Term = ("+", root, term)
        inverse = inner.fact("power-positive", b=total, p=-1)
        entry = product(0, 1)
        return inner.combine(wanted, [entry], [larger, inverse, positive])

    return by_cases(outer, ("<", 0, term), goal, yes)


def below(prover: Prover, radicand: Term, term: Term) -> Theorem:
    """sqrt r < t from r < t^2 and t > 0: t - sqrt r = (t^2 - r)/(t + sqrt r)."""
    root: Term = ("^", radicand, _HALF)
    smaller = prover.show(("<", radicand, ("^", term, 2)))
    least = prover.show(("<=", 0, radicand))
    outer = prover.within()
    outer.add(prover.show(("<", 0, term)))
    outer.add(prover.fact("root-nonnegative", [least], b=radicand))
    inverse = outer.fact("power-positive", b=("+", term, root), p=-1)
    entry = product(0, 1)
    return outer.combine(("<", root, term), [entry], [smaller, inverse, least])


def at_most(prover: Prover, radicand: Term, term: Term) -> Theorem:
    """sqrt r <= t from 0 <= r <= t^2 and 0 <= t: else t - sqrt r = (t^2 - r)/(t + sqrt r) is not below 0."""
    root: Term = ("^", radicand, _HALF)
    smaller = prover.show(("<=", radicand, ("^", term, 2)))
    least = prover.show(("<=", 0, radicand))
    outer = prover.within()
    outer.add(prover.show(("<=", 0, term)))

    def no(inner: Prover, wanted: Term) -> Theorem:
        total: Term = ("+", term, root)
        apart = [inner.given(("<", term, root)), inner.show(("<=", 0, term))]
        inner.add(inner.combine(("<", 0, total), [product(0), product(1, coefficient=2)], apart))
        inverse = inner.fact("power-positive", b=total, p=-1)
        return inner.combine(wanted, [product(0, 1)], [smaller, inverse, least])

    return by_cases(outer, ("<=", root, term), ("<=", root, term), no=no)


def at_most_in_general(prover: Prover, known: Sequence[Theorem]) -> Theorem:
    """sqrt r <= t from r <= t^2, 0 <= r and 0 <= t: where t < sqrt r, t - sqrt r = (t^2 - r)/(t + sqrt r)."""
    given: tuple[Term, ...] = (
        ("<=", "radicand", ("^", "bound", 2)),
        ("<=", 0, "radicand"),
        ("<=", 0, "bound"),
    )
    inner = prover.within(("radicand", "real"), ("bound", "real"), given=given)
    root: Term = ("^", "radicand", _HALF)
    goal: Term = ("<=", root, "bound")

    def no(case: Prover, wanted: Term) -> Theorem:
        smaller, least, above = map(case.given, given)
        apart = case.given(case.hypotheses[-1])
        total: Term = ("+", "bound", root)
        positive = case.combine(("<", 0, total), [product(0), product(1, coefficient=2)], [apart, above])
        inverse = case.fact("power-positive", [positive], b=total, p=-1)
        return case.combine(wanted, [product(0, 1)], [smaller, inverse, positive, least])

    general = by_cases(inner, goal, goal, no=no)
    outer = prover.within()
    for each in known:
        outer.add(each)
    assert isinstance(known[0].then, tuple)
    radicand, square = known[0].then[1:]
    return instance(outer, general, {"radicand": radicand, "bound": square[1]})


def equal_by_squares(prover: Prover, one: Term, other: Term, squares: Theorem) -> Theorem:
    """a = b from a^2 = b^2 with a, b >= 0: if b < a, then b - a = (b^2 - a^2)/(a + b) = 0.

    `squares` is the equality of the squares, written as powers.
    """
    outer = prover.within()
    for term in (one, other):
        outer.add(prover.show(("<=", 0, term)))

    def at_most(left: Term, right: Term, times: int) -> Theorem:
        def no(inner: Prover, wanted: Term) -> Theorem:
            total: Term = ("+", left, right)
            apart = [inner.given(("<", right, left)), inner.show(("<=", 0, right))]
            sizes = [product(place, coefficient=size) for place, size in enumerate((1, 2))]
            positive = inner.combine(("<", 0, total), sizes, apart)
            entry = multiple(("*", times, ("^", total, -1)), 0)
            return inner.combine(wanted, [entry], [squares, positive])

        return by_cases(outer, ("<=", left, right), ("<=", left, right), no=no)

    premises = [at_most(one, other, 1), at_most(other, one, -1)]
    return prover.fact("antisymmetric", premises, a=one, b=other)


def inverse_root(prover: Prover, power: Term, root: Term) -> Theorem:
    """t^(-1/2) = s from s^2 t = 1 with t, s > 0, whatever the two are made of."""
    given: tuple[Term, ...] = (("<", 0, "t"), ("<", 0, "s"), ("=", ("*", ("^", "s", 2), "t"), 1))

    def script(inner: Prover, wanted: Term) -> Theorem:
        own = ("^", "t", ("q", -1, 2))
        inner.add(inner.fact("power-positive", b="t", p=("q", -1, 2)))
        known = [inner.given(given[2]), inner.given(given[0])]
        entry = multiple(("*", -1, ("^", "t", -1)), 0)
        same = inner.combine(("=", ("^", own, 2), ("^", "s", 2)), [entry], known)
        return inner.replaced(wanted, of=equal_by_squares(inner, own, "s", same))

    values = {"t": power, "s": root}
    return generally(prover, ("=", ("^", power, ("q", -1, 2)), root), values, given, script)
