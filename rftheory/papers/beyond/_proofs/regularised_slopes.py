"""Bounds of ln(SMREG/SM) = ln 0F1(; b; bt) - t, b = d/2, by its slope, with 0F1(; b) = 0F1(; b + 1) + z/(b(b+1)) 0F1(; b + 2)."""

from __future__ import annotations

from collections.abc import Callable

from rftheory.papers._shared.regularised_series import (
    HALF,
    K,
    compared,
    running,
    share,
    shares_grow,
    weight,
    weight_nonnegative,
)
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import Script, instance
from rftheory.proof.tactics.series import nonnegative, summed
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import Term, substitute

_B: Term = ("*", "d", HALF)
_RUNNING: Term = ("*", _B, "t")
_AT_LEAST: Term = ("<=", 0, "t")


def _kernel(raised: int = 0, z: Term = _RUNNING) -> Term:
    """0F1(; b + raised; z)."""
    return ("hyper", (), (("+", _B, raised) if raised else _B,), z)


_LOG: Term = ("+", ("log", _kernel()), ("*", -1, "t"))
_SLOPE: Term = ("+", ("*", _kernel(1), ("^", _kernel(), -1)), -1)


def nonnegative_kernel(prover: Prover, raised: int, z: Term = _RUNNING) -> Theorem:
    """0 <= 0F1(; b + raised; z) for z >= 0."""
    value = _kernel(raised, z)
    assert isinstance(value, tuple)
    (low,) = value[2]
    body: Term = ("*", share(low, 1), weight(z))
    whole, exists = summed(prover, K, body, value)
    inner = running(prover)
    premises = [inner.show(("<=", 0, share(low, 1))), weight_nonnegative(prover, z)]
    below = inner.combine(("<=", 0, body), [product(0, 1)], premises)
    total = nonnegative(prover, K, below, exists)
    return prover.combine(("<=", 0, value), [product(0), multiple(1, 1)], [total, whole])


def falling(prover: Prover, raised: int) -> Theorem:
    """0F1(; b + raised + 1; bt) <= 0F1(; b + raised; bt) for the local t >= 0."""
    inner = prover.within(("t", "real"), given=(_AT_LEAST,))
    high, low = _kernel(raised + 1), _kernel(raised)
    assert isinstance(high, tuple)
    assert isinstance(low, tuple)
    smaller, exists = summed(inner, K, ("*", share(high[2][0], 1), weight(_RUNNING)), high)
    larger, also = summed(inner, K, ("*", share(low[2][0], 1), weight(_RUNNING)), low)
    below = shares_grow(inner, high[2][0], low[2][0], 1)
    less = compared(inner, share(high[2][0], 1), share(low[2][0], 1), below, exists, also, _RUNNING)
    entries = [product(0), multiple(-1, 1), multiple(1, 2)]
    return inner.combine(("<=", high, low), entries, [less, smaller, larger])


def positive_kernel(prover: Prover) -> Theorem:
    """0 < 0F1(; b; bt) for the local t >= 0: it rises from 1."""
    inner = prover.within(("t", "real"), given=(_AT_LEAST,))
    function = _kernel(0, ("*", _B, "s"))
    rate = _kernel(1, ("*", _B, "s"))

    def sign(between: Prover, wanted: Term) -> Theorem:
        del wanted
        return nonnegative_kernel(between, 1, ("*", _B, "s"))

    risen = rising(inner, function, (0, "t"), rate, sign, variable="s")
    start = _start(inner)
    return inner.combine(("<", 0, _kernel()), [product(0), product(), multiple(-1, 1)], [risen, start])


def _start(prover: Prover) -> Theorem:
    """0F1(; b; b 0) = 1."""
    same = prover.equal(("*", _B, 0), 0)
    return prover.replaced(("=", _kernel(0, ("*", _B, 0)), 1), same, of=prover.fact("bessel-zero", b=_B))


_SHARE: Term = ("*", 2, "t", ("^", ("+", "d", 2), -1))
_SQUARE: Term = ("*", -1, ("^", "t", 2), ("^", ("+", "d", 2), -1))
_ABOVE: Term = ("*", 8, ("^", "t", 2), ("^", ("*", ("+", "d", 4), ("+", "d", 2)), -1))
_CUBE: Term = ("*", 8, ("^", "t", 3), ("^", ("+", "d", 4), -1), ("^", ("+", 6, ("*", 3, "d")), -1))
_INVERSE: Term = ("^", _kernel(), -1)


def _ready(prover: Prover) -> Prover:
    """For a local v >= 0, with 0 < 0F1(; b; bt) for t >= 0."""
    prover = prover.within(("v", "real"), given=(("<=", 0, "v"),))
    prover.add(positive_kernel(prover))
    return prover


def lower(prover: Prover) -> Theorem:
    """e^(-v^2/(d + 2)) <= e^-v 0F1(; b; bv) for the local v >= 0: the logarithm of the quotient rises."""
    prover = _ready(prover)
    fall, deeper = falling(prover, 0), falling(prover, 1)

    def sign(inner: Prover, wanted: Term) -> Theorem:
        """c (0F1(; b) - 0F1(; b + 2))/0F1(; b) with c = 2t/(d + 2)."""
        inverse = inner.fact("power-positive", b=_kernel(), p=-1)
        following = inner.fact("bessel-next", b=_B, z=_RUNNING)
        premises = [inner.show(("<=", 0, _SHARE)), fall, deeper, inverse, following]
        entries = [product(0, 1, 3), product(0, 2, 3), multiple(_INVERSE, 4)]
        return inner.combine(wanted, entries, premises)

    function: Term = ("+", _LOG, ("*", -1, _SQUARE))
    risen = rising(prover, function, (0, "v"), ("+", _SLOPE, _SHARE), sign)
    return _powers(prover, risen, _SQUARE, upwards=True)


def upper(prover: Prover) -> Theorem:
    """e^-v 0F1(; b; bv) <= e^(-v^2/(d + 2) + 8v^3/((d + 4)(3d + 6))) for the local v >= 0."""
    prover = _ready(prover)
    deeper = falling(prover, 2)
    following: Term = ("*", 2, "d", "t", ("^", ("*", ("+", "d", 2), ("+", "d", 4)), -1))
    change: Term = ("+", _ABOVE, ("*", -1, _SHARE))

    def sign(inner: Prover, wanted: Term) -> Theorem:
        """With c = 2t/(d + 2), k = 2dt/((d + 2)(d + 4)), e = c (c + k): c k (F2 - F3) + e k F3 + e c F2, over F0."""
        facts = [inner.fact("bessel-next", b=each, z=_RUNNING) for each in (_B, ("+", _B, 1))]
        signs = [inner.show(("<=", 0, each)) for each in (_SHARE, following, _ABOVE)]
        values = [nonnegative_kernel(inner, raised) for raised in (2, 3)]
        inverse = inner.fact("power-positive", b=_kernel(), p=-1)
        premises = [*signs, deeper, *values, inverse, *facts]
        entries = [
            product(0, 1, 3, 6), product(2, 1, 5, 6), product(2, 0, 4, 6),
            multiple(("*", -1, ("+", 1, change), _INVERSE), 7), multiple(("*", -1, change, _INVERSE), 8),
        ]  # fmt: skip
        return inner.combine(wanted, entries, premises)

    function: Term = ("+", _SQUARE, _CUBE, ("*", -1, _LOG))
    risen = rising(prover, function, (0, "v"), ("+", change, ("*", -1, _SLOPE)), sign)
    return _powers(prover, risen, ("+", _SQUARE, _CUBE), upwards=False)


def _powers(prover: Prover, risen: Theorem, bound: Term, *, upwards: bool) -> Theorem:
    """e^bound <= e^-v 0F1, or the other way, from the comparison of logarithms."""
    value = _kernel(0, ("*", _B, "v"))
    bound = substitute(bound, {"t": "v"})
    positive = instance(prover, _positive(prover), {"t": "v"})
    prover.add(positive)
    logarithm: Term = ("+", ("log", value), ("*", -1, "v"))
    ends = (bound, logarithm) if upwards else (logarithm, bound)
    start = prover.replaced(("=", ("log", _kernel(0, ("*", _B, 0))), ("log", 1)), _start(prover))
    one = prover.equal(("log", 1), 0)
    sign = -1 if upwards else 1
    less = prover.combine(
        ("<=", *ends), [product(0), multiple(sign, 1), multiple(sign, 2)], [risen, start, one]
    )
    powers = prover.fact("exp-at-most", [less], a=ends[0], b=ends[1])
    product_of: Term = ("*", ("exp", ("*", -1, "v")), value)
    plain = prover.infer("ring", ("=", ("exp", logarithm), product_of), [positive])
    sides = (("exp", bound), product_of) if upwards else (product_of, ("exp", bound))
    return prover.replaced(("<=", *sides), plain, of=powers)


def _positive(prover: Prover) -> Theorem:
    """That 0F1(; b; bt) > 0 for the local t >= 0, as a lemma has it."""
    return next(each for each in prover.lemmas if each.then == ("<", 0, _kernel()))


def at_w(bound: Callable[[Prover], Theorem]) -> Script:
    """The bound at w."""

    def script(prover: Prover, goal: Term) -> Theorem:
        prover = prover.within()
        prover.add(instance(prover, bound(prover), {"v": "w"}))
        return prover.show(goal)

    return script


def bounded_inputs(prover: Prover, goal: Term) -> Theorem:
    """The lower bound at w = |x + y|^2/2, which is at most 2K."""
    prover = prover.within()
    for sign in (1, -1):
        prover.add(square_nonnegative(prover, sign))
    half: Term = ("+", "xy", ("*", "x2", HALF), ("*", "y2", HALF))
    prover.add(prover.combine(("<=", 0, half), [product(0, coefficient=HALF)], [prover.lemmas[0]]))
    twice = prover.combine(
        ("<=", half, ("*", 2, "K")),
        [product(0, coefficient=HALF), product(1), product(2)],
        [prover.lemmas[1], prover.given(("<=", "x2", "K")), prover.given(("<=", "y2", "K"))],
    )
    over = prover.show(("<", 0, ("^", ("+", "d", 2), -1)))
    assert isinstance(goal, tuple)
    low: Term = ("*", -1, ("^", half, 2), ("^", ("+", "d", 2), -1))
    premises = [twice, over, prover.lemmas[2]]
    smaller = prover.combine(
        ("<=", goal[1][1], low), [product(0, 0, 1), product(0, 2, 1, coefficient=2)], premises
    )
    powers = prover.fact("exp-at-most", [smaller], a=goal[1][1], b=low)
    bound = instance(prover, lower(prover), {"v": half})
    return prover.combine(goal, [product(0), product(1)], [powers, bound])


PROOFS: Scripts = {
    "beyond/smreg/lower": (at_w(lower),),
    "beyond/smreg/upper": (at_w(upper),),
    "beyond/smreg/theorem1": (bounded_inputs,),
}
