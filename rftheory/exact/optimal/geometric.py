"""Geometric features: the one p of the least second moment, from a strictly convex function and the signs of its slope.

The log second moment is psi(p) = -d log p + sum_l log I_0(2 t_l (1-p)^(-1/2)) - n2, t_l = |x_l y_l|.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.functions.geometric_rate import GeometricRate, geometric_slope
from rftheory.exact.optimal.optimum import Certificate, Certifier, Optimum, enclosed, exactly, rounded
from rftheory.exact.scalars import Ball, Rational, Real

_MOST_BITS = 1 << 20
MEANING = "log E Z^2, the log of the second moment of one draw"


def objective(x: Sequence[Fraction], y: Sequence[Fraction], p: Real) -> Ball:
    """psi(p), as a ball."""
    p = balls.ball(p)
    total = -len(x) * p.log() - balls.exact(sum(a * a + b * b for a, b in zip(x, y, strict=True)))
    for a, b in zip(x, y, strict=True):
        square = balls.exact((a * b) ** 2) / (1 - p)
        total = total + balls.hypergeometric([], [balls.fmpq(1)], square).log()
    return total


def optimise(x: Sequence[Fraction], y: Sequence[Fraction], digits: int) -> Optimum:
    """p* and psi(p*)."""
    if not any(a * b for a, b in zip(x, y, strict=True)):
        return _at_the_end(x, y, digits)
    first, second = ([balls.exact(entry) for entry in vector] for vector in (x, y))
    parameters = {
        "p": enclosed(lambda: GeometricRate.ball(first, second), digits, "certified signs of the slope")
    }
    value = enclosed(lambda: objective(x, y, GeometricRate.ball(first, second)), digits)
    return Optimum("geometric", parameters, value, MEANING, _certificate(first, second, digits))


def _certificate(x: list[Rational], y: list[Rational], digits: int) -> Certificate:
    proof = Certifier()
    sizes = [abs(a * b) for a, b in zip(x, y, strict=True) if a * b != 0]
    proof.cite(
        "I_0(2t(1-p)^(-1/2)) = sum_k t^(2k)/(k!)^2 (1-p)^(-k) is a sum of log-convex functions of p, hence log-convex; "
        "-d log p is strictly convex: so is psi on (0, 1)"
    )
    bits = 4 * digits + 64
    low, high = _ends(x, y, bits)
    while not high < 1 and bits < _MOST_BITS:  # small overlaps bring p* nearer to 1 than its digits tell
        bits *= 2
        low, high = _ends(x, y, bits)
    with balls.working_precision(5 * bits // 2 + 96):
        slopes = [geometric_slope(sizes, len(x), end / (1 - end)) for end in (low, high)]
        proof.require(
            high < 1 and slopes[0] < 0 and slopes[1] > 0,
            "the slope of psi is negative at the lower end of the enclosure of p and positive at the upper one",
            low=rounded(low, digits),
            slope_at_low=rounded(slopes[0], 3),
            high=rounded(high, digits),
            slope_at_high=rounded(slopes[1], 3),
        )
    return proof.certify("no other p in (0, 1) has a second moment as small")


def _ends(x: list[Rational], y: list[Rational], bits: int) -> tuple[Ball, Ball]:
    with balls.working_precision(bits):
        p = GeometricRate.ball(x, y)
        return p.lower(), p.upper()


def _at_the_end(x: Sequence[Fraction], y: Sequence[Fraction], digits: int) -> Optimum:
    norms = sum((a * a + b * b for a, b in zip(x, y, strict=True)), Fraction(0))
    proof = Certifier()
    proof.require(
        not any(a * b for a, b in zip(x, y, strict=True)),
        "every product x_l y_l is 0: psi(p) = -d log p - n2 falls on the whole of (0, 1)",
    )
    certificate = proof.certify("the infimum, at p -> 1: no p in (0, 1) attains it", attained=False)
    return Optimum("geometric", {"p": exactly(1, digits)}, exactly(-norms, digits), MEANING, certificate)
