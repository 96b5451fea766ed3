"""Errors of bipolar hybrids at inputs of one length, in c = cos(theta/2); the gap of rows of one length."""

from __future__ import annotations

from rftheory.papers._shared.half_angles import half_angle
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover, means
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.terms import Term


def in_half_angle(prover: Prover, goal: Term) -> Theorem:
    """Moments in closed form, in c."""
    return means.show(prover, goal, half_angle)


def squared(prover: Prover, goal: Term) -> Theorem:
    """0F1(; b; z)^2 as one series, for b = d/2 >= 1."""
    b: Term = ("*", "d", ("q", 1, 2))
    z: Term = ("*", "d", ("+", "x2", "y2", ("*", "xy", 2)), ("q", 1, 4))
    share: Term = ("+", 1, ("*", -1, ("^", "m", -1)))
    decay: Term = ("exp", ("+", ("*", "x2", -1), ("*", "y2", -1)))
    square = prover.fact("bessel-square", b=b, z=z)
    return prover.combine(goal, [multiple(("*", -1, share, decay), 0)], [square, prover.show(("<", 0, "m"))])


PROOFS: Scripts = {
    "beyond/favor/sphere-gap": (automatic, squared),
    "beyond/sphere/relmse": (in_half_angle,) * 4,
}
