"""Where the printed bound of the angular hybrid fails: the error at the angle 1/(sqrt 2 r) is above it for r >= 2.03 + 2.11 n.

There cos >= 1 - 1/(4r^2), so that 4 e^(-4r^2) sinh^2(r^2 (1 + cos)) >= e^(-1/2) (1 - e^(1/2 - 4r^2))^2.
"""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, roots
from rftheory.proof.tactics.bounds import suprema
from rftheory.proof.tactics.bounds.suprema import supremum, under_root
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import attached, instance
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.tactics.values import decided
from rftheory.proof.terms import PI, Term, compound

_HALF: Term = ("q", 1, 2)
_R2: Term = ("^", "r", 2)
_FIXED: Term = ("*", ("^", 2, ("q", -1, 2)), ("^", PI, -1))
_P: Term = ("*", ("^", 2, ("q", -1, 2)), ("^", PI, -1), ("^", "r", -1))
_REST: Term = ("+", 1, ("*", -1, _P))
_COS: Term = ("cos", ("*", _P, PI))
_TALL: Term = ("*", ("+", 1, _COS), _R2)
_SHORT: Term = ("*", ("+", 1, ("*", -1, _COS)), _R2)
_LEAST: Term = ("+", ("*", 2, _R2), ("q", -1, 4))
_GROUND: Term = ("exp", ("*", -4, _R2))
_SMALL: Term = ("exp", ("+", _HALF, ("*", -4, _R2)))
_SQUARE: Term = ("^", ("+", 1, ("*", -1, ("exp", -60))), 2)
_SCALE: Term = ("*", ("exp", ("q", -1, 2)), _SQUARE)
_SLOPE: Term = (
    "+",
    ("*", _SCALE, ("+", ("*", _HALF, ("^", PI, -2)), ("*", ("q", 211, 100), _FIXED))),
    ("*", -1, ("^", PI, -1)),
)
_START: Term = ("+", ("*", _SCALE, ("q", 207, 50), _FIXED), ("*", -1, ("^", PI, ("q", -1, 2))))
_WEIGHT: Term = ("*", _P, ("+", _P, ("*", _REST, ("^", "n", -1))))
_OTHER: Term = ("*", _REST, ("+", 1, ("*", -1, _P), ("*", _P, ("^", "n", -1))))


def _sinh(t: Term) -> Term:
    return ("*", _HALF, ("+", ("exp", t), ("*", -1, ("exp", ("*", -1, t)))))


def _cosine(prover: Prover) -> Theorem:
    """1 - u^2/2 <= cos u for the local u >= 0, by two slopes."""
    inner = prover.within(("u", "real"), given=(("<=", 0, "u"),))

    def below(between: Prover, wanted: Term) -> Theorem:
        return between.combine(wanted, [product(0)], [between.fact("cos-at-most", t="s")])

    line: Term = ("+", "s", ("*", -1, ("sin", "s")))
    lines = rising(inner, line, (0, "u"), ("+", 1, ("*", -1, ("cos", "s"))), below, variable="s")
    less = inner.combine(("<=", ("sin", "u"), "u"), [product(0)], [lines])

    def sign(between: Prover, wanted: Term) -> Theorem:
        return between.combine(wanted, [product(0)], [instance(between, less, {"u": "t"})])

    function: Term = ("+", ("cos", "t"), ("*", _HALF, ("^", "t", 2)))
    risen = rising(inner, function, (0, "u"), ("+", "t", ("*", -1, ("sin", "t"))), sign)
    goal: Term = ("<=", ("+", 1, ("*", ("q", -1, 2), ("^", "u", 2))), ("cos", "u"))
    return inner.combine(goal, [product(0)], [risen])


def _ready(prover: Prover) -> Prover:
    """The prover that knows 0 < p <= 1 and 0 < r."""
    inner = prover.within()
    inner.add(inner.show(("<", 0, "r")))
    inner.add(inner.show(("<", 0, "n")))
    signs = [
        decided(inner, ("<", 0, _FIXED)),
        decided(inner, ("<=", _FIXED, 1)),
        inner.show(("<", 0, ("^", "r", -1))),
    ]
    premises = [*signs, inner.given(("<=", 1, "r"))]
    inner.add(inner.combine(("<", 0, _P), [product(0, 2)], premises))
    inner.add(inner.combine(("<=", _P, 1), [product(1), product(0, 2, 3)], premises))
    return inner


def _tall(inner: Prover) -> list[Theorem]:
    """0 <= sinh(2r^2 - 1/4) <= sinh(r^2 (1 + cos))."""
    angle: Term = ("*", _P, PI)
    turned = inner.show(("<=", 0, angle))
    cosine = instance(_with(inner, turned), _cosine(inner), {"u": angle})
    high = inner.combine(
        ("<=", _LEAST, _TALL), [product(0, squares=("r",))], [cosine, inner.show(("<", 0, "r"))]
    )
    low = inner.combine(("<=", ("*", -1, _TALL), ("*", -1, _LEAST)), [product(0)], [high])
    powers = [
        inner.fact("exp-at-most", [high], a=_LEAST, b=_TALL),
        inner.fact("exp-at-most", [low], a=("*", -1, _TALL), b=("*", -1, _LEAST)),
    ]
    halves = [product(place, coefficient=_HALF) for place in (0, 1)]
    above = inner.combine(("<=", _sinh(_LEAST), _sinh(_TALL)), halves, powers)
    order = inner.show(("<=", ("*", -1, _LEAST), _LEAST))
    grown = inner.fact("exp-at-most", [order], a=("*", -1, _LEAST), b=_LEAST)
    return [above, inner.combine(("<=", 0, _sinh(_LEAST)), halves[:1], [grown])]


def _with(prover: Prover, *known: Theorem) -> Prover:
    inner = prover.within()
    for each in known:
        inner.add(each)
    return inner


def _high(inner: Prover, top: Term) -> Theorem:
    """e^(-1/2) (1 - e^(1/2 - 4r^2))^2 p (p + (1 - p)/n) <= sup."""
    inverse = inner.show(("<", 0, ("^", "n", -1)))
    rest = inner.combine(("<=", 0, _REST), [product(0)], [inner.show(("<=", _P, 1))])
    positive = inner.show(("<", 0, _P))
    weight = inner.combine(("<=", 0, _WEIGHT), [product(0, 0), product(0, 1, 2)], [positive, rest, inverse])
    other = inner.combine(("<=", 0, _OTHER), [product(1, 1), product(0, 1, 2)], [positive, rest, inverse])
    ground = inner.fact("exp-positive", t=("*", -4, _R2))
    premises = [suprema.above(inner, top, _P), ground, weight, *_tall(inner), other]
    entries = [
        product(0), product(1, 2, 3, 3, coefficient=4), product(1, 2, 3, 4, coefficient=8),
        product(1, 5, coefficient=4, squares=(_sinh(_SHORT),)),
    ]  # fmt: skip
    low: Term = ("*", ("exp", ("q", -1, 2)), ("^", ("+", 1, ("*", -1, _SMALL)), 2), _WEIGHT)
    return inner.combine(("<=", low, top), entries, [*premises, *inner.conditions(_WEIGHT)])


def _settled(inner: Prover) -> Theorem:
    """(1 - e^-60)^2 <= (1 - e^(1/2 - 4r^2))^2."""
    far = inner.show(("<=", ("+", _HALF, ("*", -4, _R2)), -60))
    small = inner.fact("exp-at-most", [far], a=("+", _HALF, ("*", -4, _R2)), b=-60)
    one = decided(inner, ("<=", ("exp", -60), 1))
    goal: Term = ("<=", _SQUARE, ("^", ("+", 1, ("*", -1, _SMALL)), 2))
    return inner.combine(goal, [product(0, 0), product(0, 1, coefficient=2)], [small, one])


def fails(prover: Prover, goal: Term) -> Theorem:
    """Squares compared, over a factor of both sides."""
    top = supremum(goal)
    radicand = under_root(compound(goal)[1])
    inner = _ready(prover)
    signs = [
        inner.show(("<", 0, ("^", "n", -1))),
        inner.given(("<=", 1, "n")),
        decided(inner, ("<", 0, ("^", PI, ("q", -1, 2)))),
    ]
    pi_back = decided(inner, ("<", 0, ("^", PI, -1)))
    apart = inner.add(inner.combine(("<", 0, radicand), [product(0, 2), product(0, 1, 3)], [*signs, pi_back]))
    decay: Term = ("+", 1, ("*", -1, _GROUND))
    least = inner.combine(("<=", ("*", -4, _R2), 0), [product(coefficient=4, squares=("r",))], [])
    below = inner.fact("exp-at-most", [least], a=("*", -4, _R2), b=0)
    ground = inner.fact("exp-positive", t=("*", -4, _R2))
    bound: Term = ("*", decay, ("^", "r", -1), ("^", radicand, _HALF))
    over = inner.show(("<", 0, ("^", "r", -1)))
    plain: Term = ("*", ("^", "r", -2), radicand)
    entries = [product(0, 1, 2, 2, 3), product(0, 2, 2, 3)]
    less = inner.combine(("<=", ("^", bound, 2), plain), entries, [ground, below, over, apart])
    far = inner.given(("<=", ("+", ("*", "n", ("q", 211, 100)), ("q", 203, 100)), "r"))
    premises = [
        less, _high(inner, top), _settled(inner), decided(inner, ("<", 0, _SLOPE)), decided(inner, ("<", 0, _START)),
        far, signs[0], over, signs[1], decided(inner, ("<", 0, _SCALE)), decided(inner, ("<", 0, _FIXED)),
        inner.fact("exp-positive", t=("q", -1, 2)), inner.show(("<", 0, _WEIGHT)),
    ]  # fmt: skip
    entries = [
        product(0), product(1), product(2, 11, 12), product(3, 8, 6, 7, 7), product(4, 6, 7, 7), product(5, 9, 10, 6, 7, 7)
    ]  # fmt: skip
    square = inner.combine(("<", ("^", bound, 2), top), entries, premises)
    shown = roots.beyond(inner, square)
    positive = inner.combine(("<=", 0, top), [product(0), product(squares=(bound,))], [square])
    inner.add(positive)
    scale = [
        inner.fact("power-positive", b="m", p=("q", -1, 2)), decided(inner, ("<", 0, ("^", 2, _HALF))),
        inner.fact("exp-positive", t=("*", 2, _R2)), inner.show(("<", 0, "m")),
    ]  # fmt: skip
    found = inner.combine(goal, [product(0, 1, 2, 3, coefficient=_HALF)], [shown, *scale])
    return attached(prover, found, positive, apart, prover.show(("<=", 0, 1)))


PROOFS: Scripts = {"beyond/angular/threshold/hopeless": (fails,)}
