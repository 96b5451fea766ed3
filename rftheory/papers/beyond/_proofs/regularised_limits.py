"""What the bounds of ln(SMREG/SM) say as limits: of short inputs, and at |x + y|^2/2 = c sqrt d."""

from __future__ import annotations

from rftheory.papers.beyond._proofs.regularised_slopes import lower, upper
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, roots
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import instance
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.terms import Term

_A: Term = ("*", ("^", "w", 2), ("^", ("+", "d", 2), -1))
_W3: Term = ("^", "w", 3)
_B: Term = ("*", 8, _W3, ("^", ("+", "d", 4), -1), ("^", ("+", 6, ("*", 3, "d")), -1))
_X: Term = ("+", _B, ("*", -1, _A))
_MOST: Term = ("+", 1, ("*", -1, _A), _W3)


def _power(inner: Prover) -> Theorem:
    """e^x <= 1/(1 - x) <= 1 - a + w^3 for w <= 1, with x = b - a, b <= 8 w^3/45 and a^2 <= w^3/9."""
    rest: Term = ("+", 1, ("*", -1, _X))
    small = [
        inner.show(("<=", _B, ("*", ("q", 8, 45), _W3))), inner.show(("<=", _W3, 1)), inner.show(("<=", 0, _A)),
        inner.show(("<=", ("^", _A, 2), ("*", ("q", 1, 9), _W3))), inner.show(("<=", 0, _W3)),
        inner.show(("<=", 0, _B)),
    ]  # fmt: skip
    eighth: Term = ("q", 8, 45)
    entries = [product(0), product(1, coefficient=eighth), product(2), product(coefficient=("q", 37, 45))]
    apart = inner.combine(("<", 0, rest), entries, small)
    entries = [
        product(0), product(3), product(0, 4), product(4, 1, coefficient=eighth), product(2, 5), product(2, 4),
        product(4, coefficient=("q", 8, 15)),
    ]  # fmt: skip
    over = inner.combine(("<=", 1, ("*", rest, _MOST)), entries, small)
    inverse = inner.fact("power-positive", [apart], b=rest, p=-1)
    tangent, value = inner.fact("exp-tangent", t=("*", -1, _X)), inner.fact("exp-positive", t=_X)
    inner = inner.within()
    inner.add(apart)
    premises = [over, inverse, tangent, value]
    return inner.combine(("<=", ("exp", _X), _MOST), [product(0, 1), product(2, 3, 1)], premises)


def short(prover: Prover, goal: Term) -> Theorem:
    """0 <= SMREG/SM - 1 + a <= w^3 for w <= 1, with a = w^2/(d + 2)."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        if wanted[1] == 0:
            return inner.show(wanted)
        gap = wanted[1][1]
        below = _power(inner)
        above, beneath = (instance(inner, bound(inner), {"v": "w"}) for bound in (upper, lower))
        line = inner.fact("exp-tangent", t=("*", -1, _A))
        scale = inner.show(("<", 0, ("^", "w", -3)))
        entries = [product(0, 2), product(1, 2), product()]
        low = inner.combine(("<=", ("*", -1, 1), gap), entries, [beneath, line, scale])
        high = inner.combine(("<=", gap, 1), entries[:2], [above, below, scale])
        return absolute(inner, wanted, low, high)

    return introduced(prover, goal, (1, 1), script)


_ROOT: Term = ("^", "d", ("q", 1, 2))
_INPUT: Term = ("*", "c", _ROOT)
_LONG: Term = ("*", ("^", "c", 3), ("^", "d", ("q", -1, 2)), ("q", 8, 3))
_SHORT: Term = ("*", 2, ("^", "c", 2), ("^", ("+", "d", 2), -1))


def above(prover: Prover, goal: Term) -> Theorem:
    """8 c^3 d^(3/2)/((d + 4)(3d + 6)) <= 8 c^3/(3 sqrt d)."""
    assert isinstance(goal, tuple)
    bound = instance(prover, upper(prover), {"v": _INPUT})
    assert isinstance(bound.then, tuple)
    premises = [
        prover.given(("<=", 0, "c")), prover.show(("<", 0, ("^", "d", ("q", -1, 2)))),
        prover.show(("<", 0, ("+", 8, ("*", 6, "d")))), prover.show(("<", 0, ("^", ("+", "d", 4), -1))),
        prover.show(("<", 0, ("^", ("+", "d", 2), -1))),
    ]  # fmt: skip
    less = prover.combine(
        ("<=", bound.then[2][1], goal[2][1]),
        [product(0, 0, 0, 1, 2, 3, 4, coefficient=("q", 8, 3))],
        premises,
    )
    powers = prover.fact("exp-at-most", [less], a=bound.then[2][1], b=goal[2][1])
    return prover.combine(goal, [product(0), product(1)], [bound, powers])


def beneath(prover: Prover, goal: Term) -> Theorem:
    """-c^2 <= -c^2 d/(d + 2)."""
    assert isinstance(goal, tuple)
    bound = instance(prover, lower(prover), {"v": _INPUT})
    assert isinstance(bound.then, tuple)
    premises = [prover.show(("<", 0, ("^", ("+", "d", 2), -1)))]
    less = prover.combine(
        ("<=", goal[1][1], bound.then[1][1]), [product(0, coefficient=2, squares=("c",))], premises
    )
    powers = prover.fact("exp-at-most", [less], a=goal[1][1], b=bound.then[1][1])
    return prover.combine(goal, [product(0), product(1)], [bound, powers])


_Q: Term = ("+", ("*", ("q", 8, 3), ("^", "c", 3)), ("*", 2, ("^", "c", 2)))
_LEVEL: Term = ("+", 1, ("*", _Q, ("+", 1, "epsilon"), ("^", "epsilon", -1)))
_EXCESS: Term = ("+", _LONG, _SHORT)
_BACK: Term = ("^", "d", ("q", -1, 2))


def _far(prover: Prover) -> Prover:
    """The prover that knows 1 <= level < sqrt d and 0 < 1 + epsilon, as its last lemmas in this order."""
    inner = prover.within()
    start = inner.given(("<=", 0, "c"))
    parts = [product(0, 0, 0, coefficient=("q", 8, 3)), product(squares=("c",), coefficient=2)]
    inner.add(inner.combine(("<=", 0, _Q), parts, [start]))
    share = inner.show(("<", 0, ("^", "epsilon", -1)))
    wide = inner.combine(
        ("<", 0, ("+", 1, "epsilon")), [product(0), product()], [inner.given(("<", 0, "epsilon"))]
    )
    least = inner.combine(("<=", 1, _LEVEL), [product(0, 1, 2)], [inner.lemmas[-1], wide, share])
    inner.add(inner.combine(("<", 0, _LEVEL), [product(0), product()], [least]))
    far = inner.given(inner.hypotheses[-1])
    inner.add(inner.combine(("<", ("^", _LEVEL, 2), "d"), [product(0), product()], [far]))
    beyond = roots.above(inner, _LEVEL, "d")
    for each in (least, beyond, wide):
        inner.add(each)
    return inner


def _excess(inner: Prover) -> list[Theorem]:
    """0 <= u and e^u <= 1 + epsilon, since u <= q/sqrt d <= epsilon/(1 + epsilon)."""
    least, beyond, wide = inner.lemmas[-3:]
    signs = [
        inner.show(("<", 0, _BACK)), inner.show(("<", 0, ("^", ("+", "d", 2), -1))), inner.given(("<=", 0, "c")),
        inner.show(("<", 0, _ROOT)),
    ]  # fmt: skip
    one = inner.combine(("<=", 1, _ROOT), [product(0), product(1)], [beyond, least])
    spread = inner.combine(
        ("<=", _EXCESS, ("*", _Q, _BACK)),
        [product(0, 1, 2, 3, squares=("c",), coefficient=2), product(0, 1, squares=("c",), coefficient=4)],
        [signs[0], signs[1], one, signs[3]],
    )
    inverse = inner.fact("power-positive", [wide], b=("+", 1, "epsilon"), p=-1)
    positive = inner.given(("<", 0, "epsilon"))
    small = inner.combine(
        ("<=", ("*", _Q, _BACK), ("*", "epsilon", ("^", ("+", 1, "epsilon"), -1))),
        [product(0, 1, 2, 3), product(1, 2, 3)],
        [beyond, positive, inverse, signs[0]],
    )
    parts = [product(0, 0, 0, 1, coefficient=("q", 8, 3)), product(2, squares=("c",), coefficient=2)]
    above = inner.combine(("<=", 0, _EXCESS), parts, [signs[2], signs[0], signs[1]])
    tangent, value = inner.fact("exp-tangent", t=("*", -1, _EXCESS)), inner.fact("exp-positive", t=_EXCESS)
    most = inner.combine(
        ("<=", ("exp", _EXCESS), ("+", 1, "epsilon")),
        [product(0, 1, 4), product(2, 1, 4), product(3, 1, 4)],
        [tangent, value, spread, small, wide],
    )
    return [above, most]


def limit(prover: Prover, goal: Term) -> Theorem:
    """e^(-c^2)(e^u - 1) with 0 <= u and e^u <= 1 + epsilon."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        inner = _far(inner)
        gap, decay = wanted[1][1], ("*", -1, ("^", "c", 2))
        least, most = _excess(inner)
        under = inner.combine(("<=", decay, 0), [product(squares=("c",))], [])
        at_most = inner.fact("exp-at-most", [under], a=decay, b=0)
        scale, positive = inner.fact("exp-positive", t=decay), inner.given(("<", 0, "epsilon"))
        premises = [most, scale, at_most, positive]
        high = inner.combine(("<=", gap, "epsilon"), [product(0, 1), product(2, 3)], premises)
        premises = [inner.fact("exp-tangent", t=_EXCESS), scale, least, positive]
        entries = [product(0, 1), product(2, 1), product(3)]
        low = inner.combine(("<=", ("*", -1, "epsilon"), gap), entries, premises)
        return absolute(inner, wanted, low, high)

    return introduced(prover, goal, (("+", 1, ("^", _LEVEL, 2)),), script)


PROOFS: Scripts = {
    "beyond/smreg/best-constant": (short,),
    "beyond/smreg/threshold": (above, beneath, limit),
}
