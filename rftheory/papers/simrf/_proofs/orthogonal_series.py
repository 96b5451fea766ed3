"""1F1(d; d/2; z) = sum G_k z^k/k! with G_k = Gamma(d + k) Gamma(d/2)/(Gamma(d) Gamma(d/2 + k)) <= 2^k."""

from __future__ import annotations

from rftheory.papers._shared.orthogonal_gap import B, gap
from rftheory.papers._shared.regularised_series import HALF, K
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, conformity
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import attached, instance, together
from rftheory.proof.tactics.series import summed
from rftheory.proof.terms import Term, moments, subterms

_Z: Term = ("+", "xy", ("*", "x2", HALF), ("*", "y2", HALF))
_FIRST: Term = ("*", ("gamma", "d"), ("^", ("gamma", B), -1))


def series(prover: Prover, goal: Term) -> Theorem:
    """The sum that the claim writes out, by the ratio of its terms."""
    total = next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sum")
    whole, exists = summed(prover, K, total[4], ("hyper", ("d",), (B,), _Z), _FIRST)
    size: Term = (
        "*", ("+", "m", -1), ("^", "m", -1), ("exp", ("+", ("*", "x2", -2), ("*", "y2", -2))),
        ("gamma", B), ("^", ("gamma", "d"), -1),
    )  # fmt: skip
    return attached(prover, prover.combine(goal, [multiple(size, 0)], [whole]), exists)


def positive(prover: Prover, goal: Term) -> Theorem:
    """The gap at z = |x + y|^2/2."""
    return together(prover, [instance(prover, gap(prover), {"z": _Z})], goal)


def smaller_errors(prover: Prover, goal: Term) -> Theorem:
    """The gap at z = v^2/2, for a conformity at a right angle."""
    at: Term = ("*", HALF, ("^", "v", 2))
    plain = [conformity.closed(prover, each) for each in dict.fromkeys(moments(goal))]
    return together(prover, [instance(prover, gap(prover), {"z": at}), *plain], goal)


PROOFS: Scripts = {"simrf/cor4.4/corrected": (series,), "simrf/cor4.4/positive/corrected": (positive,)}
