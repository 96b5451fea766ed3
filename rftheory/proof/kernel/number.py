"""The rule for numbers: a comparison without variables, decided by balls."""

from __future__ import annotations

from functools import reduce
from operator import add, mul

from rftheory.exact.balls import arb, fmpq, working_precision
from rftheory.exact.scalars import Ball
from rftheory.proof.kernel.rules import compared
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import PI, ProofError, Term, literal

MOST_BITS = 4096


def number(step: Inference) -> None:
    """Enclosures of both sides are apart in the right order."""
    relation, left, right = compared(step.then, "<", "<=", "!=")
    bits = step.by.get("bits")
    if not isinstance(bits, int) or isinstance(bits, bool) or not 2 <= bits <= MOST_BITS:
        raise ProofError(f"bits: allowed are 2 to {MOST_BITS}")
    with working_precision(bits):
        gap = _ball(right) - _ball(left)
        above, below = bool(gap > 0), bool(gap < 0)
    exact = literal(left), literal(right)
    if relation == "<=" and None not in exact and exact[0] == exact[1]:
        return
    if not (above or (relation == "!=" and below)):
        raise ProofError(f"{bits} bits do not decide {step.then}")


def _ball(term: Term) -> Ball:
    value = literal(term)
    if value is not None:
        return arb(fmpq(value.numerator, value.denominator))
    if term == PI:
        return arb.pi()
    if not isinstance(term, tuple):
        raise ProofError(f"{term} is a variable")
    head, *rest = term
    if head in ("+", "*"):
        return reduce(add if head == "+" else mul, map(_ball, rest))
    if head == "^":
        power = literal(rest[1])
        if power is None:
            raise ProofError("a power with a rational exponent is needed")
        base = _ball(rest[0])
        if power.denominator == 1:
            return base ** int(power)
        return base ** arb(fmpq(power.numerator, power.denominator))
    if head in ("exp", "log", "cos", "sin"):
        enclosed: Ball = getattr(_ball(rest[0]), head)()
        return enclosed
    raise ProofError(f"{head} has no enclosure here")
