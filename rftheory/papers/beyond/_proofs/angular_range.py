"""Where the printed bound of the angular hybrid holds: a term of the error is at most q^2 g(p) e^(-4 r^2 p^2), q = 1 - e^(-4r^2).

For p = theta/pi, g(p) = p (p + (1 - p)/n): cos(pi p) <= 1 - 2p^2 by Jordan's inequality, p^2 e^(-4 r^2 p^2) <= 1/(4 e r^2) and
p e^(-4 r^2 p^2) <= 1/(2 sqrt(2e) r).
"""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, roots
from rftheory.proof.tactics.angular.jordan import jordan
from rftheory.proof.tactics.angular.turns import sine_of_pi
from rftheory.proof.tactics.bounds import suprema
from rftheory.proof.tactics.bounds.suprema import supremum, under_root
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached, instance
from rftheory.proof.tactics.values import decided
from rftheory.proof.terms import PI, Term, compound

_HALF: Term = ("q", 1, 2)
_R2: Term = ("^", "r", 2)
_GROUND: Term = ("exp", ("*", -4, _R2))
_DECAY: Term = ("+", 1, ("*", -1, _GROUND))
_FALL: Term = ("exp", ("*", -2, _R2, ("^", "p", 2)))
_WEIGHT: Term = ("*", "p", ("+", "p", ("*", ("+", 1, ("*", -1, "p")), ("^", "n", -1))))
_TALL: Term = ("*", ("+", 1, "c"), _R2)
_GIVEN: tuple[Term, ...] = (
    ("<=", 0, "p"), ("<=", "p", 1), ("<=", -1, "c"), ("<=", "c", ("+", 1, ("*", -2, ("^", "p", 2)))),
)  # fmt: skip
_S: Term = ("*", ("^", 2, ("q", -1, 2)), ("exp", ("q", -1, 2)))
_FIRST: Term = ("*", ("q", 1, 4), ("exp", -1), ("^", "r", -2))
_SECOND: Term = ("*", _HALF, _S, ("^", "r", -1))
_MOST: Term = ("+", ("*", ("+", 1, ("*", -1, ("^", "n", -1))), _FIRST), ("*", ("^", "n", -1), _SECOND))
_SLOPE: Term = ("+", ("^", PI, -1), ("*", ("q", -1, 2), ("exp", -1)), ("*", ("q", -3133, 10000), _S))
_START: Term = ("+", ("^", PI, ("q", -1, 2)), ("*", ("q", -6577, 5000), _S))


def _sinh(t: Term) -> Term:
    return ("*", _HALF, ("+", ("exp", t), ("*", -1, ("exp", ("*", -1, t)))))


def _heights(inner: Prover) -> list[Theorem]:
    """0 <= sinh(r^2 (1 + c)) <= e^(-2 r^2 p^2) sinh(2r^2)."""
    limit: Term = ("+", ("*", 2, _R2), ("*", -2, _R2, ("^", "p", 2)))
    above = inner.combine(("<=", _TALL, limit), [product(0, squares=("r",))], [inner.given(_GIVEN[3])])
    least = inner.combine(
        ("<=", ("*", -1, _TALL), _TALL), [product(0, coefficient=2, squares=("r",))], [inner.given(_GIVEN[2])]
    )
    turned = inner.combine(("<=", ("*", -1, limit), ("*", -1, _TALL)), [product(0)], [above])
    lower: Term = ("+", ("*", -2, _R2), ("*", -2, _R2, ("^", "p", 2)))
    order = inner.combine(
        ("<=", lower, ("*", -1, limit)), [product(coefficient=4, squares=(("*", "r", "p"),))], []
    )
    powers = [
        inner.fact("exp-at-most", [above], a=_TALL, b=limit),
        inner.fact("exp-at-most", [turned], a=("*", -1, limit), b=("*", -1, _TALL)),
        inner.fact("exp-at-most", [order], a=lower, b=("*", -1, limit)),
        inner.fact("exp-at-most", [least], a=("*", -1, _TALL), b=_TALL),
    ]
    halves = [product(place, coefficient=_HALF) for place in range(4)]
    below = inner.combine(("<=", _sinh(_TALL), ("*", _FALL, _sinh(("*", 2, _R2)))), halves[:3], powers)
    return [below, inner.combine(("<=", 0, _sinh(_TALL)), halves[3:], powers)]


def _peaks(inner: Prover) -> list[Theorem]:
    """The largest values of p^2 e^(-4 r^2 p^2) and p e^(-4 r^2 p^2)."""
    own: Term = ("*", 4, _R2, ("^", "p", 2))
    found = []
    for size, power, most in ((1, 2, _FIRST), (_HALF, 1, _SECOND)):
        tangent = inner.fact("exp-tangent", t=("+", own, ("*", -1, size)))
        fall, over = inner.fact("exp-positive", t=("*", -1, own)), inner.show(("<", 0, ("^", "r", -1)))
        two = decided(inner, ("<", 0, ("^", 2, ("q", -1, 2))))
        premises = [tangent, fall, over, two, inner.show(("<", 0, "r"))]
        entries = [product(0, 1, 2, 2, coefficient=("q", 1, 4))]
        if power == 1:
            root: Term = ("+", ("*", 2, "r", "p"), ("*", -1, ("^", 2, ("q", -1, 2))))
            entries = [
                product(0, 1, 2, 3, coefficient=_HALF),
                product(1, 2, 3, coefficient=_HALF, squares=(root,)),
            ]
        goal: Term = ("<=", ("*", ("^", "p", power), ("^", _FALL, 2)), most)
        found.append(inner.combine(goal, entries, premises))
    return found


def _term(prover: Prover) -> Theorem:
    """4 e^(-4r^2) g(p) sinh^2(r^2 (1 + c)) <= q^2 ((1 - 1/n)/(4 e r^2) + 1/(2 sqrt(2e) n r)) for the local p and c."""
    inner = prover.within(("p", "real"), ("c", "real"), given=_GIVEN)
    inverse = inner.show(("<", 0, ("^", "n", -1)))
    rest = inner.combine(("<=", 0, ("+", 1, ("*", -1, "p"))), [product(0)], [inner.given(_GIVEN[1])])
    start = inner.given(_GIVEN[0])
    weight = inner.combine(("<=", 0, _WEIGHT), [product(0, 0), product(0, 1, 2)], [start, rest, inverse])
    share = inner.combine(
        ("<=", 0, ("+", 1, ("*", -1, ("^", "n", -1)))),
        [product(0, 1)],
        [inner.given(("<=", 1, "n")), inverse],
    )
    ground = inner.fact("exp-positive", t=("*", -4, _R2))
    premises = [ground, weight, *_heights(inner), *_peaks(inner), share, inverse, inner.show(("<", 0, "r"))]
    entries = [
        product(0, 1, 2, 2, coefficient=4), product(0, 1, 2, 3, coefficient=8), product(4, 6, squares=(_DECAY,)),
        product(5, 7, squares=(_DECAY,)),
    ]  # fmt: skip
    goal: Term = ("<=", ("*", 4, _WEIGHT, ("^", _sinh(_TALL), 2), _GROUND), ("*", ("^", _DECAY, 2), _MOST))
    return inner.combine(goal, entries, premises)


def _chord(prover: Prover) -> Theorem:
    """cos(pi p) <= 1 - 2p^2 for the local p of [0, 1]."""
    end: Term = ("*", PI, _HALF)
    wide = prover.within(("theta", "real"), given=(("<=", 0, "theta"), ("<=", "theta", end)))
    general = jordan(wide, ("<=", "theta", ("*", end, ("sin", "theta"))))
    inner = prover.within(("p", "real"), given=_GIVEN[:2])
    pi, back = decided(inner, ("<", 0, PI)), decided(inner, ("<", 0, ("^", PI, -1)))
    angle: Term = ("*", "p", PI, _HALF)
    ends = inner.within()
    low, high = map(inner.given, _GIVEN[:2])
    ends.add(inner.combine(("<=", 0, angle), [product(0, 1, coefficient=_HALF)], [low, pi]))
    ends.add(inner.combine(("<=", angle, end), [product(0, 1, coefficient=_HALF)], [high, pi]))
    line = instance(ends, general, {"theta": angle})
    sine = inner.combine(("<=", "p", ("sin", angle)), [product(0, 1, coefficient=2)], [line, back])
    goal: Term = ("<=", ("cos", ("*", "p", PI)), ("+", 1, ("*", -2, ("^", "p", 2))))
    entries = [product(0, 0, coefficient=2), product(0, 1, coefficient=4)]
    return inner.combine(goal, entries, [sine, low])


def _body(prover: Prover, top: Term) -> tuple[Theorem, Term]:
    """The error at any angle, in two terms, one of them at pi - theta."""
    v, low, high, body = compound(top)[1:]
    assert isinstance(v, str)
    inner = prover.within((v, "real"), given=(("<=", low, v), ("<=", v, high)))
    ends = [inner.given(("<=", low, v)), inner.given(("<=", v, high))]
    other: Term = ("+", 1, ("*", -1, v))
    inner.add(inner.combine(("<=", 0, other), [product(0)], [ends[1]]))
    inner.add(inner.combine(("<=", other, 1), [product(0)], [ends[0]]))
    cosine: Term = ("cos", ("*", v, PI))
    turned: Term = ("*", -1, cosine)
    chord, term = _chord(prover), _term(prover)
    inner.add(inner.fact("cos-at-least", t=("*", v, PI)))
    inner.add(inner.combine(("<=", -1, turned), [product(0)], [inner.fact("cos-at-most", t=("*", v, PI))]))
    inner.add(instance(inner, chord, {"p": v}))
    beside = instance(inner, chord, {"p": other})
    goal: Term = ("<=", turned, ("+", 1, ("*", -2, ("^", other, 2))))
    entries = [product(0), multiple(turned, 1), multiple(("*", -1, ("sin", ("*", v, PI))), 2)]
    inner.add(inner.combine(goal, entries, [beside, inner.fact("cos-pi"), sine_of_pi(inner)]))
    parts = [instance(inner, term, {"p": p, "c": c}) for p, c in ((v, cosine), (other, turned))]
    limit: Term = ("*", 2, ("^", _DECAY, 2), _MOST)
    below = inner.combine(("<=", body, limit), [product(0), product(1)], [*parts, inner.show(("<", 0, "r"))])
    return below, limit


def holds(prover: Prover, goal: Term) -> Theorem:
    """The bound's square less that of the supremum, times n r^2, is linear in n - 1 and in the distance to the end of the range."""
    top = supremum(goal)
    inner = prover.within()
    for each in ("r", "n"):
        inner.add(inner.show(("<", 0, each)))
    radicand = under_root(compound(goal)[2])
    apart = inner.add(_apart(inner, radicand))
    below, limit = _body(inner, top)
    premises = [below, suprema.continuity(inner, top), inner.show(("<=", 0, 1))]
    most = inner.infer("sup-below", ("<=", top, limit), premises)
    bound: Term = ("*", _DECAY, ("^", "r", -1), ("^", radicand, _HALF))
    far = inner.given(compound(("and", *inner.context.constraints))[4])
    inverse, over = inner.show(("<", 0, ("^", "n", -1))), inner.show(("<", 0, ("^", "r", -1)))
    premises = [
        most, decided(inner, ("<", 0, _SLOPE)), decided(inner, ("<", 0, _START)), far, decided(inner, ("<", 0, _S)),
        inverse, over, inner.given(("<=", 1, "n")), apart, inner.show(("<", 0, "r")),
    ]  # fmt: skip
    scale: tuple[int, ...] = (5, 6, 6)
    entries = [
        product(0), product(1, 7, *scale, squares=(_DECAY,)), product(2, *scale, squares=(_DECAY,)),
        product(3, 4, *scale, squares=(_DECAY,)),
    ]  # fmt: skip
    smaller = inner.combine(("<=", top, ("^", bound, 2)), entries, premises)
    least = inner.combine(("<=", 0, top), [product(0)], [suprema.above(inner, top, 0)])
    ground = inner.combine(("<=", ("*", -4, _R2), 0), [product(coefficient=4, squares=("r",))], [])
    decay = inner.combine(
        ("<=", 0, _DECAY), [product(0)], [inner.fact("exp-at-most", [ground], a=("*", -4, _R2), b=0)]
    )
    root = inner.fact("root-positive", [apart], b=radicand)
    above = inner.combine(("<=", 0, bound), [product(0, 1, 2)], [decay, over, root, apart])
    shown = roots.at_most_in_general(inner, (smaller, least, above))
    inner.add(least)
    scales = [
        inner.fact("power-positive", b="m", p=("q", -1, 2)), decided(inner, ("<", 0, ("^", 2, _HALF))),
        inner.fact("exp-positive", t=("*", 2, _R2)), inner.show(("<", 0, "m")), apart,
    ]  # fmt: skip
    found = inner.combine(goal, [product(0, 1, 2, 3, coefficient=_HALF)], [shown, *scales])
    return attached(prover, found, least, apart)


def _apart(inner: Prover, radicand: Term) -> Theorem:
    """0 < 1/pi - 1/(n pi) + 1/(n sqrt pi)."""
    signs = [
        inner.show(("<", 0, ("^", "n", -1))), inner.given(("<=", 1, "n")), decided(inner, ("<", 0, ("^", PI, ("q", -1, 2)))),
        decided(inner, ("<", 0, ("^", PI, -1))),
    ]  # fmt: skip
    return inner.combine(("<", 0, radicand), [product(0, 2), product(0, 1, 3)], signs)


PROOFS: Scripts = {"beyond/angular/threshold/safe": (holds,)}
