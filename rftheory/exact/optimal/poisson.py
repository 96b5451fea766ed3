"""Poisson features: the best rate for all coordinates, and the best rate of each coordinate, by the inequality of means.

With t_l = |x_l y_l| and n2 = |x|^2 + |y|^2 the log second moment (11) at the rates r_l is sum_l (r_l + t_l^2/r_l) - n2.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.optimal.optimum import Certificate, Certifier, Found, Optimum, enclosed, exactly
from rftheory.exact.scalars import Real

MEANING = "log E Z^2, the log of the second moment of one draw, at one rate for all coordinates"


def objective(x: Sequence[Fraction], y: Sequence[Fraction], rates: Sequence[Real]) -> Real:
    """log E Z^2 at one rate a coordinate (a rate of 0 where x_l y_l = 0: no count is drawn), as a ball."""
    total: Real = balls.exact(-sum(a * a + b * b for a, b in zip(x, y, strict=True)))
    for a, b, rate in zip(x, y, rates, strict=True):
        square = balls.exact((a * b) ** 2)
        total = total + (rate if square == 0 else rate + square / balls.ball(rate))
    return total


def optimise(x: Sequence[Fraction], y: Sequence[Fraction], digits: int) -> Optimum:
    """lambda*, the rates |x_l y_l|, and the objective at both."""
    d, squares = len(x), sum(((a * b) ** 2 for a, b in zip(x, y, strict=True)), Fraction(0))
    sizes = [abs(a * b) for a, b in zip(x, y, strict=True)]
    norms = sum((a * a + b * b for a, b in zip(x, y, strict=True)), Fraction(0))

    def rate() -> Real:
        return balls.power(balls.exact(squares / d), balls.fmpq(1, 2))

    parameters: dict[str, Found] = {
        "lambda": enclosed(rate, digits, "closed form"),
        "lambdas": tuple(exactly(size, digits) for size in sizes),
    }
    value = enclosed(lambda: 2 * d * rate() - balls.exact(norms), digits)
    others = {"with_lambdas": exactly(2 * sum(sizes, Fraction(0)) - norms, digits)}
    return Optimum("poisson", parameters, value, MEANING, _certificate(d, squares, sizes, digits), others)


def _certificate(d: int, squares: Fraction, sizes: Sequence[Fraction], digits: int) -> Certificate:
    proof = Certifier()
    if squares == 0:
        proof.require(
            not any(sizes),
            "every product x_l y_l is 0: the log second moment is lambda d - n2, rising in lambda",
        )
        return proof.certify(
            "the infimum, at lambda -> 0: no positive rate attains it (the point mass at 0 does)",
            attained=False,
        )
    total = exactly(squares, digits)
    proof.require(
        squares > 0,
        "convex in lambda > 0: the second derivative is 2 S/lambda^3 > 0, S = sum (x_l y_l)^2",
        S=total,
    )
    best = squares / d
    proof.require(
        d - squares / best == 0,
        "the slope d - S/lambda^2 is exactly 0 at lambda*^2 = S/d",
        square=exactly(best, digits),
    )
    proof.cite("a strictly convex function has at most one minimum, where its slope vanishes")
    proof.require(
        all(size >= 0 for size in sizes),
        "rates of their own: r + t^2/r = 2t + (r - t)^2/r >= 2t, with equality at r = t = |x_l y_l| alone "
        "(r -> 0 where t = 0)",
    )
    proof.require(
        sum(sizes) ** 2 <= d * squares,
        "one rate is no better than one a coordinate: (sum t_l)^2 <= d S (Cauchy-Schwarz)",
    )
    return proof.certify(
        "lambda is the only best rate common to all coordinates, lambdas the only best rates of their own",
    )
