"""The variance at real A and s = 1 in rho = 1/(1-8A): the logarithm of its first term, the slope, the stationary points."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers._shared import gerf
from rftheory.papers._shared.invariants import V2, d
from rftheory.papers._shared.optimal_positive import rho, v2
from rftheory.papers.crt._notation import N2

A_OF_RHO = (1 - 1 / rho) / 8
LOG_FIRST = -d * sp.log(2) + d * sp.log(rho + 1) - d / 2 * sp.log(rho) + (1 + rho) * V2 - 2 * N2
SLOPE = d / (rho + 1) - d / (2 * rho) + v2
QUADRATIC = 2 * v2 * rho**2 + (2 * v2 + d) * rho - d
_R = sp.sqrt((2 * v2 + d) ** 2 + 8 * d * v2)
PLUS, MINUS = (_R - 2 * v2 - d) / (4 * v2), (-_R - 2 * v2 - d) / (4 * v2)


def real_a_steps(proof: Proof) -> None:
    """The two exponentials of (6) are one at real A, s = 1."""
    gerf.variance_steps(proof)
    gap = sp.Symbol("w", positive=True)  # 1 - 8A
    proof.equal(((1 + gap) / 2) ** 2 / gap, 1 + 16 * ((1 - gap) / 8) ** 2 / gap, "alpha1 and alpha3, A real")
    proof.equal(
        1 + 1 / gap, sp.S.Half + (1 + 2 * (1 + gap) / 2) / (2 * gap), "alpha2 = alpha4, as 1-4A = (1+w)/2 > 0"
    )
    proof.equal(2 * ((1 + gap) / 2) / gap, 1 + 1 / gap, "both are 2(1-4A)/(1-8A)")


def change_steps(proof: Proof) -> None:
    """The same in rho."""
    real_a_steps(proof)
    proof.equal((1 - 8 * A_OF_RHO), 1 / rho, "rho = 1/(1-8A): A below 1/8 and rho > 0 correspond")
    proof.equal((1 - 4 * A_OF_RHO) * sp.sqrt(rho), (rho + 1) / (2 * sp.sqrt(rho)), "(1-4A)/sqrt(1-8A) in rho")
    proof.equal(2 * (1 - 4 * A_OF_RHO) * rho, 1 + rho, "2(1-4A)/(1-8A) in rho")


def quadratic_steps(proof: Proof) -> None:
    """g' = 0 is a quadratic in rho with the roots PLUS and MINUS."""
    proof.equal(
        2 * rho * (rho + 1) * SLOPE,
        d * (rho - 1) + 2 * rho * (rho + 1) * v2,
        "times 2 rho (rho+1) > 0, the derivative is the first form",
    )
    proof.equal(d * (rho - 1) + 2 * rho * (rho + 1) * v2, QUADRATIC, "which is the quadratic")
    for root in (PLUS, MINUS):
        proof.equal(QUADRATIC.subs(rho, root), 0, "a root")
    proof.equal(2 * v2 * (rho - PLUS) * (rho - MINUS), QUADRATIC, "both, with the leading term")
