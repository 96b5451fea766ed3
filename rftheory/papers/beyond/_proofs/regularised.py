"""The regularised softmax kernel: comparisons of C_k in SMREG/SM = e^-w sum C_k w^k/k!, term by term."""

from __future__ import annotations

from rftheory.papers._shared.regularised_bounds import DECAY, quadratic, rational, times_decay
from rftheory.papers._shared.regularised_series import (
    HALF,
    K,
    compared,
    kernel_series,
    share,
    shares_grow,
    weight,
)
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.series import summed
from rftheory.proof.terms import Term

_B: Term = ("*", "d", HALF)
_NEXT: Term = ("*", ("+", "d", 1), HALF)


def increasing(prover: Prover, goal: Term) -> Theorem:
    """C_k grows with d."""
    smaller, exists = kernel_series(prover, _B)
    larger, also = kernel_series(prover, _NEXT)
    less = compared(prover, share(_B), share(_NEXT), shares_grow(prover, _B, _NEXT), exists, also)
    return times_decay(prover, goal, less, smaller, larger)


def long_inputs(prover: Prover, goal: Term) -> Theorem:
    """cosh sqrt(2dw) = 0F1(; 1/2; dw/2), whose coefficients are those of d = 1."""
    smaller, exists = kernel_series(prover, _B)
    body: Term = ("*", share(HALF, _B), weight())
    larger, also = summed(prover, K, body, ("hyper", (), (HALF,), ("*", _B, "w")))
    less = compared(prover, share(_B), share(HALF, _B), shares_grow(prover, _B, HALF, _B), exists, also)
    angle: Term = ("*", ("^", "d", HALF), ("^", "w", HALF), ("^", 2, HALF))
    wave = prover.fact("cosh-series", t=angle)
    premises = [less, prover.fact("exp-positive", t=("*", "w", -1)), smaller, larger, wave]
    entries = [
        product(0, 1),
        multiple(("*", -1, DECAY), 2),
        multiple(DECAY, 3),
        multiple(("*", -1, DECAY), 4),
    ]
    return prover.combine(goal, entries, premises)


PROOFS: Scripts = {
    "beyond/smreg/increasing-in-d": (increasing,),
    "beyond/smreg/long-inputs": (long_inputs,),
    "beyond/smreg/quadratic": (quadratic,),
    "beyond/smreg/rational": (rational,),
}
