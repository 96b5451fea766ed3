"""Discretely-induced features: the best of all laws for one pair, and the best law common to all coordinates.

For one pair independent Poisson counts with the rates |x_l y_l| are best among all laws on vectors of counts
(Cauchy-Schwarz). One law (p_k) for every coordinate has a convex problem in (log p_k) with an explicit dual.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.enclosure import Enclosure
from rftheory.exact.functions.common_law import dual, primal, settled
from rftheory.exact.optimal.optimum import Certificate, Certifier, Optimum, enclosed, exactly, rounded
from rftheory.exact.scalars import Ball, Real

MEANING = "log E Z^2, the log of the second moment of one draw, at the best law of all"
_SHOWN = 12  # digits of a mass; masses that round to 0 in them are left out
_BITS_A_DIGIT, _TRIES = 3.4, 4  # a little above log2(10); each try doubles the bits
_LEAST_MASS = Fraction(1, 10**_SHOWN)


def objective(x: Sequence[Fraction], y: Sequence[Fraction], masses: Sequence[Ball]) -> Ball:
    """An upper bound of log E Z^2 at one law for all coordinates: these masses, scaled, and a thin tail beyond them.

    The tail has the shape of a Poisson law and a mass far below the last digit that counts.
    """
    sizes = [balls.exact(abs(a * b)) for a, b in zip(x, y, strict=True)]
    norms = balls.exact(sum((a * a + b * b for a, b in zip(x, y, strict=True)), Fraction(0)))
    return primal(sizes, list(masses)) - norms


def common_masses(x: Sequence[Fraction], y: Sequence[Fraction], bits: int) -> list[Ball]:
    """The masses p_0, p_1, ... of the common law, settled to about half the bits (the objective to all)."""
    return settled([balls.exact(abs(a * b)) for a, b in zip(x, y, strict=True)], bits)


def optimise(x: Sequence[Fraction], y: Sequence[Fraction], digits: int) -> Optimum:
    """The rates of the best law, the common law, and the second moments of both."""
    sizes = [abs(a * b) for a, b in zip(x, y, strict=True)]
    norms = sum((a * a + b * b for a, b in zip(x, y, strict=True)), Fraction(0))
    value = 2 * sum(sizes, Fraction(0)) - norms
    overlap = sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))
    proof = _best_of_all(value, x, y, digits)
    others = {"variance": enclosed(lambda: _variance(value, 2 * overlap - norms), digits)}
    rates = tuple(exactly(size, digits) for size in sizes)
    if not any(sizes):
        proof.require(not any(sizes), "every product x_l y_l is 0: the common law is the point mass at 0 too")
        masses: tuple[Enclosure, ...] = (exactly(1, digits),)
        others["common_law"] = exactly(value, digits)
    else:
        masses, others["common_law"] = _common(proof, x, y, norms, digits)
    found = {"lambdas": rates, "common_law": masses}
    return Optimum("discrete", found, exactly(value, digits), MEANING, _closed(proof), others)


def _variance(second: Fraction, squared_kernel: Fraction) -> Real:
    """e^second - e^squared_kernel."""
    low = balls.ball(balls.exact(squared_kernel)).exp()
    return (
        balls.fmpq(0)
        if second == squared_kernel
        else low * balls.ball(balls.exact(second - squared_kernel)).expm1()
    )


def _best_of_all(value: Fraction, x: Sequence[Fraction], y: Sequence[Fraction], digits: int) -> Certifier:
    proof = Certifier()
    proof.cite(
        "E Z^2 = e^-n2 sum_k a_k^2/p_k with a_k = prod_l t_l^(k_l)/k_l!, t_l = |x_l y_l|, is at least "
        "e^-n2 (sum a_k)^2 = e^(2 sum t_l - n2) by Cauchy-Schwarz, with equality for p_k proportional to a_k alone"
    )
    gaps = -sum(((abs(a) - abs(b)) ** 2 for a, b in zip(x, y, strict=True)), Fraction(0))
    proof.require(
        value == gaps, "2 sum t_l - n2 = -sum (|x_l| - |y_l|)^2 exactly", value=exactly(value, digits)
    )
    return proof


def _common(
    proof: Certifier, x: Sequence[Fraction], y: Sequence[Fraction], norms: Fraction, digits: int
) -> tuple[tuple[Enclosure, ...], Enclosure]:
    sizes = [balls.exact(abs(a * b)) for a, b in zip(x, y, strict=True)]
    bits = int(_BITS_A_DIGIT * digits) + 64
    for _ in range(_TRIES):
        with balls.working_precision(bits + 64):
            masses = settled(sizes, bits)
            gap = abs(primal(sizes, masses) - dual(sizes, masses))
            close = bool(gap < balls.arb(10) ** (-digits))
            whole = sum(masses, balls.arb(0))
            least = balls.ball(balls.exact(_LEAST_MASS))
            shown = tuple(rounded(mass / whole, _SHOWN) for mass in masses if mass / whole > least)
        if close:
            break
        bits *= 2
    proof.require(
        close,
        "common law: its objective and the dual bound at weights t_l^(2k)/((k!)^2 p_k S_l) differ by less than the gap",
        gap=rounded(gap.upper(), 1),
    )
    proof.cite("weak duality, by Gibbs' inequality twice; the problem is convex in the log masses")

    def value() -> Ball:
        bits = balls.precision()
        found = settled(sizes, bits)
        return primal(sizes, found).union(dual(sizes, found)) - balls.exact(norms)

    return shown, enclosed(value, digits, "between primal and dual values")


def _closed(proof: Certifier) -> Certificate:
    return proof.certify(
        "no law on vectors of counts is better for this pair; no common law is better beyond the gap"
    )
