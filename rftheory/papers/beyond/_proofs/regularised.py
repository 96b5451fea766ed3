"""The regularised softmax kernel: comparisons of C_k in SMREG/SM = e^-w sum C_k w^k/k!, term by term."""

from __future__ import annotations

from rftheory.papers._shared.regularised_bounds import quadratic, rational, times_decay
from rftheory.papers._shared.regularised_series import HALF, compared, kernel_series, share, shares_grow
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.terms import Term

_B: Term = ("*", "d", HALF)
_NEXT: Term = ("*", ("+", "d", 1), HALF)


def increasing(prover: Prover, goal: Term) -> Theorem:
    """C_k grows with d."""
    smaller, exists = kernel_series(prover, _B)
    larger, also = kernel_series(prover, _NEXT)
    less = compared(prover, share(_B), share(_NEXT), shares_grow(prover, _B, _NEXT), exists, also)
    return times_decay(prover, goal, less, smaller, larger)


PROOFS: Scripts = {
    "beyond/smreg/increasing-in-d": (increasing,),
    "beyond/smreg/quadratic": (quadratic,),
    "beyond/smreg/rational": (rational,),
}
