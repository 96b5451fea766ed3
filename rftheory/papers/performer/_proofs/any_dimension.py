"""Section 2.4: what two orthogonal rows or more gain in every dimension, of the error and of the generating function."""

from __future__ import annotations

from rftheory.papers._shared.orthogonal_gap import gap
from rftheory.papers.performer._proofs import frames, tails
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, means
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import attached, instance
from rftheory.proof.terms import Term, compound

_HALF: Term = ("q", 1, 2)
_DECAY: Term = ("exp", ("+", ("*", "x2", -1), ("*", "y2", -1)))


def pairs(prover: Prover, goal: Term) -> Theorem:
    """1 - 1/m of Lambda^2 times e^(|x + y|^2) - 1F1(d; d/2; |x + y|^2/2), which is positive."""
    w: Term = ("+", "xy", ("*", "x2", _HALF), ("*", "y2", _HALF))
    inverse = prover.show(("<", 0, ("^", "m", -1)))
    share = prover.combine(
        ("<", 0, ("+", 1, ("*", -1, ("^", "m", -1)))),
        [product(0, 1), product(1)],
        [prover.given(("<=", 2, "m")), inverse],
    )
    premises = [instance(prover, gap(prover), {"z": w}), share, prover.show(("<", 0, _DECAY))]
    return prover.combine(goal, [product(0, 1, 2)], premises)


def errors(prover: Prover, goal: Term) -> Theorem:
    """The errors of the two in closed form differ by that."""
    prover.add(two(prover))
    return means.show(prover, goal, pairs)


def two(prover: Prover) -> Theorem:
    """2 <= d, where a block has two rows."""
    bounds = [prover.given(("<=", 2, "m")), prover.given(("<=", "m", "d"))]
    return prover.combine(("<=", 2, "d"), [product(0), product(1)], bounds)


def generating(prover: Prover, goal: Term) -> Theorem:
    """Both are below the same power of a row's mean; the one of orthogonal rows by what their pairs have less."""
    prover.add(square_nonnegative(prover))
    prover.add(two(prover))
    left, right = (compound(each)[1] for each in compound(goal)[1:])
    orthogonal, independent = (compound(compound(each)[1])[-1] for each in (left, right))
    value = tails.over_the_angle()
    less = frames.below(prover, orthogonal, value, left)
    same = tails.exponential(prover, independent, value, right)
    known = frames.covariance_by_parameters(prover, value)
    size = prover.show(("<", 0, ("*", ("^", "theta", 4), ("^", tails.weight(value), 4), ("^", tails.SUM, 2))))
    above = prover.combine(("<", 0, ("+", "m", -1)), [product(0), product()], [prover.given(("<=", 2, "m"))])
    premises = [
        less,
        same,
        known,
        size,
        above,
        prover.show(("<", 0, "m")),
        prover.show(("<", 0, frames.SHARE)),
    ]
    entries = [product(0), multiple(-1, 1), product(2, 4, 5, coefficient=_HALF), product(3, 4, 5, 6)]
    exist = [
        prover.infer("bounded", ("integrable", each), [prover.show(("<=", 1, "m"))]) for each in (left, right)
    ]
    whole = prover.combine(goal, entries, premises)
    return attached(prover, tails.defined(prover, whole, value), *exist)


PROOFS: Scripts = {"performer/sec2.4/any-d/corrected": (errors, pairs, generating)}
