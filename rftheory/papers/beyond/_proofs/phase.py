"""Random phase features: integrals over the phase of constants and of cosines of its multiples."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import attached, rewritten
from rftheory.proof.tactics.sine_integrals import sine_of_pi
from rftheory.proof.terms import PI, Term, compound, substitute, subterms

_B = "b"


def over_the_phase(prover: Prover, goal: Term) -> Theorem:
    """Every integral is 2 pi times the constants in it."""
    totals = [e for e in dict.fromkeys(subterms(goal)) if isinstance(e, tuple) and e[0] == "integral"]
    found = [_integral(prover, each) for each in totals]
    shown = rewritten(prover, goal, [value for value, _ in found])
    return attached(prover, shown, *(exists for _, exists in found))


def _integral(prover: Prover, total: Term) -> tuple[Theorem, Theorem]:
    """The value of an integral from 0 to 2 pi, and that what is integrated is continuous."""
    _, _, _, end, body = compound(total)
    whole: list[Term] = [0, 0]
    plain: list[Term] = [0, 0]
    vanishing: list[Term] = [0, 0]
    for addend in compound(body)[1:]:
        factors = compound(addend)[1:] if isinstance(addend, tuple) and addend[0] == "*" else (addend,)
        waves = [each for each in factors if isinstance(each, tuple) and each[0] == "cos"]
        if not waves:
            whole.append(("*", addend, _B))
            plain.append(addend)
            continue
        (wave,) = waves
        times = next(each for each in compound(wave[1])[1:] if isinstance(each, int))
        rest = tuple(each for each in factors if each != wave)
        whole.append(("*", 1, *rest, ("q", 1, times), ("sin", wave[1])))
        # sin(2 n pi) = sin pi times 2 cos pi times 2 cos 2pi ..
        turns: list[Term] = [("*", 2, ("cos", ("*", power, PI))) for power in (1, 2, 4)[: times.bit_length()]]
        vanishing.append(("*", 1, *rest, ("q", 1, times), *turns))
    function: Term = ("+", *whole)
    exists = prover.infer("continuous", ("continuous", _B, 0, end, body))
    ends: Term = ("+", _at(function, end), ("*", -1, _at(function, 0)))
    needs = [exists, prover.show(("<=", 0, end))]
    first = prover.infer("integral-ends", ("=", total, ends), needs, {"function": function})
    value: Term = ("*", 2, PI, ("+", *plain))
    entries = [multiple(1, 0), multiple(("+", *vanishing), 1)]
    return prover.combine(("=", total, value), entries, [first, sine_of_pi(prover)]), exists


def _at(function: Term, value: Term) -> Term:
    return substitute(function, {_B: value})


PROOFS: Scripts = {"beyond/phase/mean": (over_the_phase,), "beyond/phase/variance": (over_the_phase,)}
