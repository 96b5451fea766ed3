"""Errors of bipolar hybrids at inputs of one length, in c = cos(theta/2)."""

from __future__ import annotations

from rftheory.papers._shared.half_angles import half_angle
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, means
from rftheory.proof.terms import Term


def in_half_angle(prover: Prover, goal: Term) -> Theorem:
    """Moments in closed form, in c."""
    return means.show(prover, goal, half_angle)


PROOFS: Scripts = {"beyond/sphere/relmse": (in_half_angle,) * 4}
