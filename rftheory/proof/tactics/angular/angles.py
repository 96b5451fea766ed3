"""Signs of products with rows: their means by the angle of x and y, wherever the context says what it is."""

from __future__ import annotations

from functools import partial

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import HALF, X, Y
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import by_cases, rewritten
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import PI, ProofError, Term, compound, subterms

_SQUARED, _CROSSED, _OTHER = ("dot", X, X), ("dot", X, Y), ("dot", Y, Y)
_ROOTS: tuple[Term, Term] = (("^", "x2", HALF), ("^", "y2", HALF))


def signed(term: Term) -> bool:
    """Whether it is made of signs."""
    return any(isinstance(each, tuple) and each[0] == "sign" for each in subterms(term))


def integrable(prover: Prover, term: Term) -> Theorem:
    """That a product of signs has a mean."""
    return prover.infer("bounded", ("integrable", term))


def mean(prover: Prover, moment: Term) -> Theorem:
    """E of the product of the signs of one row or two, or of its square."""
    term = compound(compound(moment)[1])
    lengths = [_positive(prover, each) for each in (_SQUARED, _OTHER)]
    if term[0] == "^":
        return prover.infer("sign-mean", ("=", moment, 1), lengths)
    angle, needs = _angle(prover)
    once: Term = ("+", 1, ("*", -2, angle, ("^", PI, -1)))
    twice = all(isinstance(part, tuple) and part[0] == "*" for part in term[1:])
    value: Term = ("^", once, 2) if twice else once
    return prover.infer("sign-mean", ("=", moment, value), [*lengths, *needs], {"angle": angle})


def _known(prover: Prover) -> dict[Term, Theorem]:
    """What the context says of the inner products of x and y."""
    stated = [c for c in prover.context.constraints if isinstance(c, tuple) and c[0] == "="]
    return {c[1]: prover.given(c) for c in stated if c[1] in (_SQUARED, _CROSSED, _OTHER)}


def _positive(prover: Prover, square: Term) -> Theorem:
    wanted: Term = ("<", 0, square)
    if wanted in prover.context.constraints:
        return prover.given(wanted)
    own = _known(prover)[square]
    return prover.replaced(wanted, own, of=prover.show(("<", 0, compound(own.then)[2])))


def _angle(prover: Prover) -> tuple[Term, list[Theorem]]:
    """The angle of x and y, that it lies in [0, pi], and that it is this angle."""
    known = _known(prover)
    variables = {name for name, _ in prover.context.variables}
    value = compound(known[_CROSSED].then)[2] if _CROSSED in known else None
    if value is None:
        raise ProofError("the context does not say what the inner product of x and y is")
    if "theta" in variables:
        angle: Term = "theta"
        within = [prover.given(("<=", 0, angle)), prover.given(("<=", angle, PI))]
    elif value == "xy":
        angle = ("acos", cosine())
        prover = with_cosine(prover)
        within = [prover.fact("acos-nonnegative", t=cosine()), prover.fact("acos-at-most", t=cosine())]
    else:
        angle = PI if isinstance(value, tuple) and value[1] == -1 else 0
        within = [prover.show(("<=", 0, angle)), prover.show(("<=", angle, PI))]
    said: Term = ("=", _CROSSED, ("*", *(("^", each, HALF) for each in (_SQUARED, _OTHER)), ("cos", angle)))
    if said in prover.context.constraints:
        return angle, [*within, prover.given(said)]
    x2, y2 = (compound(known[each].then)[2] for each in (_SQUARED, _OTHER))
    plain: Term = ("=", value, ("*", ("^", x2, HALF), ("^", y2, HALF), ("cos", angle)))
    turned = _turns(prover, angle)
    shown = rewritten(prover, plain, turned)
    return angle, [*within, prover.replaced(said, *known.values(), of=shown)]


def _turns(prover: Prover, angle: Term) -> list[Theorem]:
    if angle == PI:
        return [prover.fact("cos-pi")]
    if isinstance(angle, tuple):
        return [prover.fact("cos-acos", t=cosine())]
    return []


def cosine(sign: int = 1) -> Term:
    """The cosine of the angle of x and y, or its negative, as claims write it."""
    roots = tuple(("^", each, ("q", -1, 2)) for each in ("x2", "y2"))
    return ("*", "xy", *roots) if sign > 0 else ("*", "xy", -1, *roots)


def with_cosine(prover: Prover) -> Prover:
    """The prover that knows that the cosine of the angle of x and y, and its negative, lie in [-1, 1]."""
    inner = prover.within()
    own = cosine()
    if any(each.then == ("<=", own, 1) for each in inner.lemmas):
        return inner
    inverses = [inner.fact("power-positive", b=each, p=-1) for each in ("x2", "y2")]
    for each in ("x2", "y2"):
        inner.add(inner.fact("power-positive", b=each, p=("q", -1, 2)))
    bound = inner.given(("<=", ("^", "xy", 2), ("*", "x2", "y2")))
    small = inner.combine(("<=", ("^", own, 2), 1), [product(0, 1, 2)], [*inverses, bound])
    limits: tuple[tuple[int, Term], ...] = ((1, ("<=", own, 1)), (-1, ("<=", -1, own)))
    for limit, goal in limits:
        inner.add(by_cases(inner, goal, goal, no=partial(_beyond, small=small, limit=limit)))
    below, above = inner.lemmas[-2:]
    inner.add(inner.combine(("<=", cosine(-1), 1), [product(0)], [above]))
    inner.add(inner.combine(("<=", -1, cosine(-1)), [product(0)], [below]))
    return inner


def _beyond(prover: Prover, goal: Term, small: Theorem, limit: int) -> Theorem:
    """s <= 1 from s^2 <= 1 where 1 < s: 1 - s = (1 - s^2)/(1 + s)."""
    total: Term = ("+", 1, ("*", limit, cosine()))
    outside = prover.given(prover.hypotheses[-1])
    positive = prover.combine(("<", 0, total), [product(0), product(coefficient=2)], [outside])
    inverse = prover.fact("power-positive", [positive], b=total, p=-1)
    return prover.combine(goal, [product(0, 1)], [small, inverse, positive])


def negated(prover: Prover) -> Theorem:
    """acos(-c) = pi - acos c, the left side as claims write it."""
    own: Term = ("acos", ("*", -1, cosine()))
    same = prover.equal(("acos", cosine(-1)), own)
    turned = prover.fact("acos-negative", t=cosine())
    goal: Term = ("=", ("acos", cosine(-1)), compound(turned.then)[2])
    return prover.combine(goal, [multiple(1, 0), multiple(1, 1)], [same, turned])
