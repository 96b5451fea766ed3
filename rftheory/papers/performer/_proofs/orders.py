"""Section 3: the regularised kernel is the softmax kernel up to O(1/d)."""

from __future__ import annotations

from rftheory.papers._shared.regularised_bounds import DECAY, quadratic
from rftheory.papers._shared.regularised_series import kernel
from rftheory.papers.performer._proofs.theorem1 import upper
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.terms import Term

_RATIO: Term = ("*", DECAY, kernel())


def first_order(prover: Prover, goal: Term) -> Theorem:
    """|d (e^-w 0F1(; d/2; dw/2) - 1)| <= w^2."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        above = upper(inner, ("<=", _RATIO, 1))
        first: Term = ("*", ("^", "w", 2), ("^", "d", -1))
        below = quadratic(inner, ("<=", ("+", 1, ("*", -1, first)), _RATIO))
        size = inner.show(("<=", 0, "d"))
        assert isinstance(wanted, tuple)
        gap, bound = wanted[1][1], wanted[2]
        low = inner.combine(("<=", ("*", -1, bound), gap), [product(0, 1)], [below, size])
        high = inner.combine(("<=", gap, bound), [product(0, 1), product(squares=("w",))], [above, size])
        return absolute(inner, wanted, low, high)

    return introduced(prover, goal, (("^", "w", 2), 1), script)


PROOFS: Scripts = {"performer/sec3/smreg-proxy/corrected": (first_order,)}
