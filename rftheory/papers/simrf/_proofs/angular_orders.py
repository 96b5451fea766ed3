"""(22) as it is right: at a negative cosine the integral of sin^(d-1) (1 + c sin)^k is less than Wallis' integral."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.cosines.bounds import bounded_powers
from rftheory.proof.tactics.cosines.waves import HALF, Waves, sine_bounds
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached, instance
from rftheory.proof.tactics.powers import following
from rftheory.proof.terms import PI, Term, compound

_LESS: Term = ("+", "d", -1)
_N = "n"


def below_wallis(prover: Prover, goal: Term) -> Theorem:
    """The integral of sin^(d-1) (1 + c sin)^k is less than that of sin^(d-1): 0 <= 1 + c sin < 1 between the ends."""
    waves = Waves(prover, "f", "f", 1, PI)
    _, left, _ = compound(goal)
    body = compound(left)[4]
    power, front = compound(body)[1:]
    gap: Term = ("+", ("*", 1, front), ("*", -1, body))
    inside = prover.within(("f", "real"), given=(("<", 0, "f"), ("<", "f", PI)))
    positive = inside.add(inside.fact("sin-positive", t="f"))
    less = _less_than_one(inside, waves, compound(power)[1], positive)
    apart = instance(inside, less, {_N: ("+", "k", -1)})
    shorter = inside.combine(("<", power, 1), [product(0)], [apart])
    above = inside.combine(("<", 0, gap), [product(0, 1)], [shorter, inside.show(("<", 0, front))])
    exist = [waves.continuous(prover, each, _LESS, "k") for each in (body, front, gap)]
    size = prover.infer(
        "integral-positive", ("<", 0, waves.over(gap)), [exist[2], prover.show(("<", 0, PI)), above]
    )
    both: Term = ("+", ("*", 1, waves.over(front)), ("*", -1, left))
    same = waves.between(prover).equal(gap, gap)
    split = prover.infer("integral-linear", ("=", waves.over(gap), both), [same, *exist])
    wallis = instance(prover, waves.powers(), {"n": _LESS})
    signs = [prover.show(("<", 0, ("gamma", ("+", ("*", "d", HALF), HALF))))]
    entries = [product(0), multiple(1, 1), multiple(1, 2)]
    return attached(prover, prover.combine(goal, entries, [size, split, wallis, *signs]), exist[0])


def _less_than_one(prover: Prover, waves: Waves, base: Term, positive: Theorem) -> Theorem:
    """b^(n + 1) < 1 for the local n >= 0 and b = 1 + c sin, -1 <= c < 0 < sin."""
    most = sine_bounds(prover, waves)[1]
    fall = prover.given(("<", "c", 0))
    least = [prover.given(("<=", -1, "c")), positive, most]
    # 1 + c s = (1 + c) s + (1 - s)
    low = prover.combine(("<=", 0, base), [product(0, 1), product(2)], least)
    high = prover.combine(("<", base, 1), [product(0, 1)], [fall, positive])
    prover.add(low)
    prover.add(prover.combine(("<=", -1, base), [product(0), product()], [low]))
    prover.add(prover.combine(("<=", base, 1), [product(0)], [high]))
    inner = prover.within((_N, "integer"), given=(("<=", 0, _N),))
    at_most = bounded_powers(prover, _N, base, 1)[1]
    plain: Term = ("^", base, _N)
    raised = following(inner, plain, _N)
    entries = [product(0), product(1, 2), multiple(1, 3)]
    return inner.combine(("<", ("^", base, ("+", _N, 1)), 1), entries, [high, at_most, low, raised])


PROOFS: Scripts = {"simrf/eq22/corrected": (below_wallis,)}
