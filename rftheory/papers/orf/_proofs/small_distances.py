"""Section 3 for small z: 1 - w^2/S = w^2/12 + O(w^4) for S = e^w + e^-w - 2, w = z^2, by two Taylor polynomials of S."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import instance
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import Term, compound

Function = Callable[[Term], Term]


def _waves(sign: int, x: Term) -> Term:
    """e^x + e^-x or e^x - e^-x."""
    return ("+", ("exp", x), ("*", sign, ("exp", ("*", -1, x))))


def _rest(place: int) -> Function:
    """Derivative number `place` of e^x + e^-x - 2 - x^2 - x^4/12."""
    polynomials: tuple[Function, ...] = (
        lambda x: ("+", 2, ("^", x, 2), ("*", ("q", 1, 12), ("^", x, 4))),
        lambda x: ("+", ("*", 2, x), ("*", ("q", 1, 3), ("^", x, 3))),
        lambda x: ("+", 2, ("^", x, 2)),
        lambda x: ("*", 2, x),
        lambda _: 2,
        lambda _: 0,
        lambda _: 0,
    )
    return lambda x: ("+", _waves(-1 if place % 2 else 1, x), ("*", -1, polynomials[place](x)))


def _room(place: int) -> Function:
    """Derivative number `place` of x^6/180 less the rest."""
    powers: tuple[Function, ...] = (
        lambda x: ("*", ("q", 1, 180), ("^", x, 6)),
        lambda x: ("*", ("q", 1, 30), ("^", x, 5)),
        lambda x: ("*", ("q", 1, 6), ("^", x, 4)),
        lambda x: ("*", ("q", 2, 3), ("^", x, 3)),
        lambda x: ("*", 2, ("^", x, 2)),
        lambda x: ("*", 4, x),
        lambda _: 4,
    )
    return lambda x: ("+", powers[place](x), ("*", -1, _rest(place)(x)))


def _nonnegative(
    prover: Prover, chain: Sequence[Function], ends: tuple[Term, ...], last: Callable[..., Theorem]
) -> Theorem:
    """0 <= f(u) for the end u, from f(0) = 0 and 0 <= f' by the rest of the chain; `last` shows the sign of its end."""
    variable, high = f"t{len(ends)}", ends[-1]

    def sign(inner: Prover, wanted: Term) -> Theorem:
        longer = (*ends, variable)
        return _nonnegative(inner, chain[1:], longer, last) if len(chain) > 2 else last(inner, wanted, longer)

    risen = rising(prover, chain[0](variable), (0, high), chain[1](variable), sign, variable=variable)
    return prover.combine(("<=", 0, chain[0](high)), [product(0)], [risen])


def _square(inner: Prover, wanted: Term, ends: tuple[Term, ...]) -> Theorem:
    """e^x + e^-x - 2 is a square."""
    half: Term = ("*", ("q", 1, 2), ends[-1])
    return inner.combine(wanted, [product(squares=(_waves(-1, half),))], [])


def _at_most_four(inner: Prover, wanted: Term, ends: tuple[Term, ...]) -> Theorem:
    """e^x + e^-x <= e + 1 <= 4 for 0 <= x <= 1."""
    x = ends[-1]
    lower = [inner.given(("<=", new, old)) for old, new in itertools.pairwise(ends)]
    bounds = [*lower, inner.given(("<=", ends[0], 1))]
    inner = inner.within()
    inner.add(inner.combine(("<=", x, 1), [product(place) for place in range(len(bounds))], bounds))
    inner.add(inner.combine(("<=", ("*", -1, x), 0), [product(0)], [inner.given(("<=", 0, x))]))
    up, down = inner.fact("exp-at-most", a=x, b=1), inner.fact("exp-at-most", a=("*", -1, x), b=0)
    number = inner.infer("number", ("<=", ("exp", 1), 3), by={"bits": 64})
    return inner.combine(wanted, [product(0), product(1), product(2)], [up, down, number])


def leading_order(prover: Prover, goal: Term) -> Theorem:
    """With R = S - w^2 - w^4/12, 0 <= R <= w^6/180 and w <= 1: the gap is (R (1 - w^2/12) - w^6/144)/(w^4 S)."""
    local = prover.within(("u", "real"), given=(("<=", 0, "u"), ("<=", "u", 1)))
    least = _nonnegative(local, [_rest(n) for n in range(5)], ("u",), _square)
    most = _nonnegative(local, [_room(n) for n in range(7)], ("u",), _at_most_four)

    def script(inner: Prover, wanted: Term) -> Theorem:
        if compound(wanted)[0] == "<":
            return inner.show(wanted)
        w: Term = ("^", "z", 2)
        s: Term = ("+", _waves(1, w), -2)
        inner = inner.within()
        z, close = inner.given(("<", 0, "z")), inner.given(("<=", "z", 1))
        inner.add(inner.combine(("<=", w, 1), [product(0), product(0, 1)], [close, z]))
        inner.add(inner.combine(("<=", 0, w), [product(squares=("z",))], []))
        low, high = (instance(inner, each, {"u": w}) for each in (least, most))
        twelfth: Term = ("q", 1, 12)
        entries = [product(0), product(1, 1, 1, 1), product(coefficient=twelfth, squares=(("^", "z", 4),))]
        inner.add(inner.combine(("<", 0, s), entries, [low, z]))
        near: Term = ("+", 1, ("*", -1, ("exp", ("*", -1, w))))
        inner.add(inner.show(("<", 0, near)))
        inverse = inner.show(("<", 0, ("*", ("^", "z", -8), ("^", s, -1))))
        gap, bound = compound(compound(wanted)[1])[1], compound(wanted)[2]
        powers: list[Term] = [("^", "z", n) for n in range(9)]
        both = [product(0, 1, squares=(powers[4],))]
        above = [
            *both, product(0, 2), product(0, 1, coefficient=twelfth, squares=(powers[2],)),
            product(0, coefficient=("q", 721, 720), squares=(powers[6],)),
            product(0, coefficient=twelfth, squares=(powers[8],)),
        ]  # fmt: skip
        below = [
            *both, product(0, 2, coefficient=twelfth, squares=(powers[2],)), product(0, 1),
            product(0, coefficient=("q", 143, 144), squares=(powers[6],)),
            product(0, coefficient=("q", 179, 2160), squares=(powers[8],)),
        ]  # fmt: skip
        premises = [inverse, low, high, *inner.lemmas, z]
        upper = inner.combine(("<=", gap, bound), above, premises)
        lower = inner.combine(("<=", ("*", -1, bound), gap), below, premises)
        return absolute(inner, wanted, lower, upper)

    return introduced(prover, goal, (1, 1), script)


PROOFS: Scripts = {"orf/sec3/small-z-ratio/corrected": (leading_order,)}
