"""Largest values over the angle in claims, as suprema of what they are the largest values of; and the angle of a peak."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import sympy as sp

from rftheory.exact.functions.hybrids.angular_definitions import BODIES, SHARE
from rftheory.exact.functions.hybrids.angular_maximum import PeakAngle
from rftheory.exact.functions.hybrids.linear_maximum import LargestLinear
from rftheory.proof.kernel import ProofContext
from rftheory.proof.terms import PI, ProofError, Term, free
from rftheory.proof.wording import Words, Writer

PEAK = "peak"
_SMALL: tuple[Term, Term] = (("<=", 1, "r"), ("^", "r", -2))
"""Under this constraint this number is at most 1, so that the peak's angle is below pi/2."""


def _largest(body: Callable[..., sp.Expr]) -> Writer:
    """The supremum over the shares p of [0, 1]."""
    return lambda words, node: ("sup", str(SHARE), 0, 1, words.term(body(*node.args)))


def _linear(r: sp.Expr) -> sp.Expr:
    """4 e^(-4r^2) (s^2 sinh^2(2r^2 (1 - s)) + (1 - s)^2 sinh^2(2r^2 s)), s = sin^2(theta/2)."""
    parts = ((SHARE, 1 - SHARE), (1 - SHARE, SHARE))
    body = sp.Add(*(weight**2 * sp.sinh(2 * r**2 * other) ** 2 for weight, other in parts))
    return 4 * sp.exp(-4 * r**2) * body


WRITERS: dict[type, Writer] = {
    kind: _largest(body) for kind, body in {**BODIES, LargestLinear: _linear}.items()
} | {PeakAngle: lambda *_: PEAK}


def with_peak(
    context: ProofContext, proposition: Term, sides: Iterable[sp.Basic], spoken: Words
) -> ProofContext:
    """The context with the peak's angle t as a variable, where t sin t = q and 0 < t <= pi/2.

    ProofError for several of them, and where no constraint bounds q as it must be for there to be one.
    """
    if PEAK not in free(proposition):
        return context
    found = {node.args for side in sides for node in side.atoms(PeakAngle)}
    if len(found) != 1:
        raise ProofError("the peaks of a claim are at several places")
    size = spoken.term(found.pop()[0])
    bound, known = _SMALL
    if size != known or bound not in context.constraints:
        raise ProofError("a peak is known to exist at r^-2 for r >= 1")
    equation: Term = ("=", ("*", PEAK, ("sin", PEAK)), size)
    ends: tuple[Term, ...] = (("<", 0, PEAK), ("<=", PEAK, ("*", ("q", 1, 2), PI)))
    return ProofContext((*context.variables, (PEAK, "real")), (*context.constraints, *ends, equation))
