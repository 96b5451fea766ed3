"""SMREG/SM in powers of 1/d, from its bounds."""

from __future__ import annotations

from rftheory.papers._shared.regularised_bounds import DECAY, quadratic, rational
from rftheory.papers._shared.regularised_series import kernel
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.terms import Term

_RATIO: Term = ("*", DECAY, kernel())
_FIRST: Term = ("*", ("^", "w", 2), ("^", "d", -1))
_CONSTANT: Term = ("*", ("+", 2, ("*", "w", 4), ("^", "w", 2)), ("^", "w", 2))


def second_order(prover: Prover, goal: Term) -> Theorem:
    """0 <= d^2 (e^-w 0F1 - 1 + w^2/d) <= w^2 (w^2 + 4w + 2)."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        below = quadratic(inner, ("<=", ("+", 1, ("*", -1, _FIRST)), _RATIO))
        second: Term = ("*", _CONSTANT, ("^", "d", -2))
        above = rational(inner, ("<=", _RATIO, ("+", 1, second, ("*", -1, _FIRST))))
        least = inner.show(("<=", 0, _CONSTANT))
        assert isinstance(wanted, tuple)
        gap, bound = wanted[1][1], wanted[2]
        entries = [product(0, squares=("d",)), product(1)]
        low = inner.combine(("<=", ("*", -1, bound), gap), entries, [below, least])
        high = inner.combine(("<=", gap, bound), [product(0, squares=("d",))], [above])
        return absolute(inner, wanted, low, high)

    return introduced(prover, goal, (_CONSTANT, 1), script)


PROOFS: Scripts = {"beyond/smreg/rate": (second_order,)}
