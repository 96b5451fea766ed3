"""The largest error of the linear hybrid: s sinh(a (1 - s)) <= sinh(a)/(e a) for 0 <= s <= 1 and a = 2r^2."""

from __future__ import annotations

from rftheory.papers._shared.half_angles import HALF, half_angle
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, roots
from rftheory.proof.tactics.bounds import suprema
from rftheory.proof.tactics.bounds.suprema import supremum, under_root
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import attached, instance, rewritten
from rftheory.proof.terms import Term, compound

_A: Term = ("*", 2, ("^", "r", 2))
_V = "p"
_LOW, _HIGH = ("<=", 0, _V), ("<=", _V, 1)
_S = "s"
_START, _END = ("<=", 0, _S), ("<=", _S, 1)
_ANGLE: Term = ("*", "theta", HALF)
_TOP: Term = ("exp", -1)
_BACK: Term = ("^", "r", -2)


def _sinh(t: Term) -> Term:
    return ("*", HALF, ("+", ("exp", t), ("*", -1, ("exp", ("*", -1, t)))))


_WHOLE = _sinh(_A)


def _sinh_nonnegative(prover: Prover, t: Term, least: Theorem) -> Theorem:
    """0 <= sinh t from 0 <= t."""
    below = prover.combine(("<=", ("*", -1, t), t), [product(0, coefficient=2)], [least])
    grown = prover.fact("exp-at-most", [below], a=("*", -1, t), b=t)
    return prover.combine(("<=", 0, _sinh(t)), [product(0, coefficient=HALF)], [grown])


def _least(prover: Prover) -> Theorem:
    return prover.combine(("<=", 0, _A), [product(coefficient=2, squares=("r",))], [])


def _peak(prover: Prover) -> Theorem:
    """0 <= s sinh(a (1 - s)) <= sinh(a)/(e a) for the local s of [0, 1]: e^(-as) sinh a is more, and a s <= e^(as - 1)."""
    inner = prover.within((_S, "real"), given=(_START, _END))
    rest: Term = ("*", _A, ("+", 1, ("*", -1, _S)))
    low = inner.given(_START)
    grown: Term = ("*", _A, _S)
    back: Term = ("*", -1, grown)
    below = inner.combine(("<=", back, grown), [product(0, coefficient=4, squares=("r",))], [low])
    premises = [
        inner.fact("exp-at-most", [below], a=back, b=grown), inner.fact("exp-positive", t=("*", -1, _A)),
        inner.fact("exp-tangent", t=("+", grown, -1)), inner.fact("exp-positive", t=back),
        _sinh_nonnegative(inner, _A, _least(inner)), low, inner.show(("<", 0, _BACK)), inner.show(("<", 0, "r")),
    ]  # fmt: skip
    entries = [product(0, 1, 5, coefficient=HALF), product(2, 3, 4, 6, coefficient=HALF)]
    return inner.combine(("<=", ("*", _S, _sinh(rest)), _PEAK), entries, premises)


_PEAK: Term = ("*", HALF, _WHOLE, _TOP, _BACK)


def _square(prover: Prover, share: Term, bounds: tuple[Theorem, Theorem]) -> Theorem:
    """(s sinh(a (1 - s)))^2 <= (sinh(a)/(e a))^2."""
    inner = prover.within()
    for each in bounds:
        inner.add(each)
    less = instance(inner, _peak(prover), {_S: share})
    own = compound(less.then)[1]
    rest: Term = ("*", _A, ("+", 1, ("*", -1, share)))
    room = inner.combine(("<=", 0, rest), [product(0, coefficient=2, squares=("r",))], [bounds[1]])
    signs = [_sinh_nonnegative(inner, rest, room), bounds[0], inner.show(("<", 0, "r"))]
    entries = [product(0, 0), product(0, 1, 2, coefficient=2)]
    return inner.combine(("<=", ("^", own, 2), ("^", _PEAK, 2)), entries, [less, *signs])


def _nonnegative(prover: Prover, top: Term) -> Theorem:
    """0 <= sup, as the value at 0 is 0."""
    return prover.combine(("<=", 0, top), [product(0)], [suprema.above(prover, top, 0)])


def at_most(prover: Prover, goal: Term) -> Theorem:
    """The root of the supremum is at most sqrt 2 e^(-2r^2) sinh(2r^2)/(e r^2)."""
    top = supremum(goal)
    body = compound(top)[4]
    inner = prover.within((_V, "real"), given=(_LOW, _HIGH))
    low, high = inner.given(_LOW), inner.given(_HIGH)
    other: Term = ("+", 1, ("*", -1, _V))
    turned = (
        inner.combine(("<=", 0, other), [product(0)], [high]), inner.combine(("<=", other, 1), [product(0)], [low])
    )  # fmt: skip
    scale = inner.fact("exp-positive", t=("*", -4, ("^", "r", 2)))
    squares = [_square(inner, _V, (low, high)), _square(inner, other, turned)]
    limit: Term = ("*", 8, ("exp", ("*", -4, ("^", "r", 2))), ("^", _PEAK, 2))
    entries = [product(place, 2, coefficient=4) for place in (0, 1)]
    below = inner.combine(("<=", body, limit), entries, [*squares, scale, inner.show(("<", 0, "r"))])
    most = prover.infer(
        "sup-below", ("<=", top, limit), [below, suprema.continuity(prover, top), prover.show(("<=", 0, 1))]
    )
    root: Term = ("*", 2, ("^", 2, HALF), ("exp", ("*", -2, ("^", "r", 2))), _PEAK)
    signs = [
        prover.show(("<", 0, ("^", 2, HALF))), prover.fact("exp-positive", t=("*", -2, ("^", "r", 2))),
        _sinh_nonnegative(prover, _A, _least(prover)), prover.fact("exp-positive", t=-1), prover.show(("<", 0, _BACK)),
        prover.show(("<", 0, "r")),
    ]  # fmt: skip
    above = prover.combine(("<=", 0, root), [product(0, 1, 2, 3, 4)], signs)
    least = _nonnegative(prover, top)
    smaller = prover.combine(("<=", top, ("^", root, 2)), [product(0)], [most, signs[-1]])
    shown = roots.at_most_in_general(prover, (smaller, least, above))
    outer = prover.within()
    outer.add(least)
    scales = [
        outer.fact("power-positive", b="m", p=("q", -1, 2)), signs[0], outer.fact("exp-positive", t=("*", 2, ("^", "r", 2))),
        outer.show(("<", 0, "m")), outer.show(("<", 0, "r")),
    ]  # fmt: skip
    return outer.combine(goal, [product(0, 1, 2, 3, coefficient=HALF)], [shown, *scales])


def _not_below(prover: Prover, radicand: Term) -> Theorem:
    """A sum of two squares, each times 2."""
    parts = [compound(each)[1:] for each in compound(radicand)[1:]]
    entries = []
    for factors in parts:
        base = ("*", *(("^", f[1], f[2] // 2) for f in factors if isinstance(f, tuple)), 1)
        entries.append(product(coefficient=2, squares=(base,)))
    return prover.combine(("<=", 0, radicand), entries, [])


def at_angle(prover: Prover, goal: Term) -> Theorem:
    """The error at an angle is the value at s = sin^2(theta/2)."""
    top = supremum(goal)
    sine: Term = ("sin", _ANGLE)
    fourth = prover.equal(("^", sine, 4), ("^", ("+", 1, ("*", -1, ("^", ("cos", _ANGLE), 2))), 2))

    def script(inner: Prover, wanted: Term) -> Theorem:
        share: Term = ("+", 1, ("*", -1, ("^", "c", 2)))
        bounds = [inner.given(("<=", "c", 1)), inner.given(("<=", -1, "c"))]
        inner = inner.within()
        inner.add(inner.combine(("<=", 0, share), [product(0, 1)], bounds))
        inner.add(inner.combine(("<=", share, 1), [product(squares=("c",))], []))
        value = suprema.above(inner, top, share)
        least = inner.add(_nonnegative(inner, top))
        radicand = under_root(compound(wanted)[1])
        sum_of_squares = inner.add(_not_below(inner, radicand))
        height = inner.fact("exp-positive", t=("*", 4, ("^", "r", 2)))
        root: Term = ("*", HALF, ("^", 2, HALF), ("exp", _A), ("^", top, HALF))
        smaller = inner.combine(
            ("<=", radicand, ("^", root, 2)), [product(0, 1, coefficient=HALF)], [value, height]
        )
        signs = [
            inner.show(("<", 0, ("^", 2, HALF))), inner.fact("exp-positive", t=_A), inner.fact("root-nonnegative", b=top)
        ]  # fmt: skip
        above = inner.combine(("<=", 0, root), [product(0, 1, 2, coefficient=HALF)], [*signs, least])
        shown = roots.at_most_in_general(inner, (smaller, sum_of_squares, above))
        scale = inner.fact("power-positive", b="m", p=("q", -1, 2))
        return inner.combine(wanted, [product(0, 1)], [shown, scale, inner.show(("<", 0, "m"))])

    shown = rewritten(prover, goal, [fourth], lambda inner, wanted: half_angle(inner, wanted, script))
    return attached(
        prover, shown, _nonnegative(prover, top), _not_below(prover, under_root(compound(goal)[1]))
    )


PROOFS: Scripts = {"beyond/linear/max": (at_most, at_angle)}
