"""The tilt of the least second moment in claims: the root that defines it, as a variable with an equation."""

from __future__ import annotations

from collections.abc import Iterable

import sympy as sp

from rftheory.exact.functions.tilts import PositiveTilt
from rftheory.proof.kernel import ProofContext
from rftheory.proof.terms import ProofError, Term, free
from rftheory.proof.wording import Words

TILT = "tilt"


def with_tilt(
    context: ProofContext, proposition: Term, sides: Iterable[sp.Basic], spoken: Words
) -> ProofContext:
    """The context with the tilt u as a variable, where d/2 tanh(u/2) = t e^-u; ProofError for several of them."""
    if TILT not in free(proposition):
        return context
    found = {node.args for side in sides for node in side.atoms(PositiveTilt)}
    if len(found) != 1:
        raise ProofError("the tilts of a claim are at several places")
    d, square = map(spoken.term, found.pop())
    slope = spoken.term(sp.tanh(sp.Symbol(TILT) / 2))
    equation: Term = ("=", ("*", ("q", 1, 2), d, slope), ("*", square, ("exp", ("*", -1, TILT))))
    return ProofContext((*context.variables, (TILT, "real")), (*context.constraints, equation))
