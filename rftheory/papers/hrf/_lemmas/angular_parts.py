"""The two parts of b_r in Appendix D.3: their largest values, their slopes and the angle of the interior maximum."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.angular_maximum import LargestPower, PeakAngle
from rftheory.kit import Proof
from rftheory.papers._shared.angular_bound import FIRST, SECOND
from rftheory.papers._shared.angular_hybrid import n, r, theta

GAUSSIAN = sp.exp(2 * r**2) * sp.exp(-4 * r**2 * sp.sin(theta / 2) ** 2)
PEAK = PeakAngle(1 / r**2)
LARGEST_FIRST = sp.exp(2 * r**2) * (1 - 1 / n) * LargestPower(2, r)
LARGEST_SECOND = sp.exp(2 * r**2) / n * LargestPower(1, r)
FIRST_SLOPE = (
    sp.exp(2 * r**2 * sp.cos(theta)) * (1 - 1 / n) * 2 * theta / sp.pi**2 * (1 - r**2 * theta * sp.sin(theta))
)
SECOND_SLOPE = sp.exp(2 * r**2 * sp.cos(theta)) / (n * sp.pi) * (1 - 2 * r**2 * theta * sp.sin(theta))


def first_slope(proof: Proof) -> None:
    """(57)."""
    proof.equal(sp.diff(FIRST, theta), FIRST_SLOPE, "d b^1_r/d theta")


def second_slope(proof: Proof) -> None:
    """(58)."""
    proof.equal(sp.diff(SECOND, theta), SECOND_SLOPE, "d b^2_r/d theta")
