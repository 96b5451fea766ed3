"""Appendix A.5 and Lemma 4.2: Wallis' integrals, of which the angles between two lengths give means."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.cosine_integrals import angular
from rftheory.proof.tactics.cosines import anywhere
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import attached, instance
from rftheory.proof.tactics.series import power_of_product
from rftheory.proof.tactics.sine_integrals import HALF, Waves
from rftheory.proof.terms import PI, Term, compound, substitute, subterms

_LESS: Term = ("+", "d", -1)
_B: Term = ("*", "d", HALF)


def first(prover: Prover, goal: Term) -> Theorem:
    """(64), the first equality: the power d - 1."""
    waves = Waves(prover, "f", "f", 1, PI)
    found = instance(prover, waves.powers(), {"n": _LESS})
    exists = waves.continuous(prover, ("^", ("sin", "f"), _LESS), _LESS)
    signs = [prover.show(("<", 0, ("gamma", at))) for at in (_B, ("+", _B, HALF))]
    entries = [multiple(("^", ("gamma", _B), -1), 0)]
    return attached(prover, prover.combine(goal, entries, [found, *signs]), exists)


def second(prover: Prover, goal: Term) -> Theorem:
    """(64), the second: the duplication of the Gamma function."""
    known = prover.fact("gamma-duplication", t=_B)
    at: Term = ("+", _B, HALF)
    signs = [prover.show(("<", 0, ("gamma", each))) for each in (at, "d")]
    rest: Term = ("*", ("^", 2, _LESS), ("^", ("gamma", at), -1), ("^", ("gamma", "d"), -1))
    return prover.combine(goal, [multiple(("*", -1, rest), 0)], [known, *signs])


def right_angle(prover: Prover, goal: Term) -> Theorem:
    """Lemma 4.2 at a right angle: cos f sin f = sin(2f)/2."""
    total = next(e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "integral")
    body = compound(total)[4]
    waves = Waves(prover, "f", ("*", "f", 2), 2, ("*", PI, HALF))
    power: Term = ("^", waves.sine, _LESS)
    scale: Term = ("*", ("^", HALF, _LESS), ("exp", ("*", ("^", "w", 2), ("q", -1, 2))))
    inner = waves.between(prover)
    apart = instance(
        inner, power_of_product(prover.within(("r", "real")), "n", HALF, "r"), {"r": waves.sine, "n": _LESS}
    )
    front: Term = compound(scale)[2]
    same = inner.combine(("=", body, ("*", scale, power)), [multiple(front, 0)], [apart])
    exist = [waves.continuous(prover, each, _LESS) for each in (body, power)]
    plain = prover.infer("integral-linear", ("=", total, ("*", scale, waves.over(power))), [same, *exist])
    found = instance(prover, waves.powers(), {"n": _LESS})
    known = prover.fact("gamma-duplication", t=_B)
    at: Term = ("+", _B, HALF)
    signs = [prover.show(("<", 0, ("gamma", each))) for each in (at, "d", _B)]
    outside: Term = ("*", *(e for e in compound(compound(goal)[1])[1:] if e != total))
    over: Term = (
        "*",
        outside,
        scale,
        ("q", 1, 2),
        ("^", ("gamma", _B), 1),
        ("^", ("gamma", at), -1),
        ("^", ("gamma", "d"), -1),
        ("^", 2, _LESS),
    )
    entries = [multiple(outside, 0), multiple(("*", outside, scale), 1), multiple(("*", -1, over), 2)]
    shown = prover.combine(goal, entries, [plain, found, known, *signs])
    return attached(prover, shown, exist[0])


def simplex(prover: Prover, goal: Term) -> Theorem:
    """(66): the binomial theorem under the integral, at the cosine -1/(d - 1)."""
    _, total, right = compound(goal)
    cosine: Term = ("*", -1, ("^", _LESS, -1))
    known = angular(prover.context, "f")
    found = anywhere(prover, known.binomial, cosine, 0)
    body = substitute(known.body, {"kappa": cosine})
    exist = [known.waves.continuous(prover, each, _LESS, "k") for each in (compound(total)[4], body)]
    same = known.waves.between(prover).equal(compound(total)[4], ("*", 1, body))
    plain = prover.infer("integral-linear", ("=", total, ("*", 1, known.waves.over(body))), [same, *exist])
    value = compound(found.then)[2]
    inner = prover.within(("p", "integer"), given=(("<=", 0, "p"), ("<=", "p", "k")))
    terms = inner.equal(compound(right)[4], ("*", compound(value)[1], compound(compound(value)[2])[4]))
    out = prover.infer("sum-scale", ("=", right, value), [terms])
    entries = [multiple(1, 0), multiple(1, 1), multiple(-1, 2)]
    return attached(prover, prover.combine(goal, entries, [plain, found, out]), exist[0])


PROOFS: Scripts = {
    "simrf/eq64": (first, second),
    "simrf/lemma4.2/orthogonal": (right_angle,),
    "simrf/eq66": (simplex,),
}
