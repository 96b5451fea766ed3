"""Positive features with a real A (OPRF): the A of the least variance, by closed form and by a certified minimum.

With u = log(1-8A) = -log rho the log second moment over K^2 is d log cosh(u/2) + e^-u t, t = |x+y|^2: a sum of convex
functions of u, strictly convex, so that its slope (d/2) tanh(u/2) - t e^-u has one root.
"""

from __future__ import annotations

from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.functions.tilts import PositiveTilt
from rftheory.exact.optimal.optimum import Certificate, Certifier, Optimum, enclosed, exactly, rounded
from rftheory.exact.scalars import Ball, Rational, Real

MEANING = "log(E Z^2/K^2), the log of the second moment of one projection over the squared kernel"


def objective(d: Rational, t: Rational, a: Real) -> Ball:
    """log(E Z^2/K^2) at a real A < 1/8, as a ball."""
    u = (1 - 8 * balls.ball(a)).log()
    return d * (u / 2).cosh().log() + t * (-u).exp()


def root(d: Rational, t: Rational) -> Ball:
    """rho* of (7), free of cancellation."""
    return 2 * d / (((2 * t + d) ** 2 + 8 * d * balls.ball(t)).sqrt() + 2 * t + d)


def a_of(d: Rational, t: Rational) -> Ball:
    """A* = (1 - 1/rho*)/8, which is -t (1 + rho*)/(4d) at the root of 2t rho^2 + (2t+d) rho - d."""
    return -t * (1 + root(d, t)) / (4 * d)


def optimise(d: int, v2: Fraction, digits: int) -> Optimum:
    """The best real A at |x+y|^2 = v2 in dimension d."""
    size, t = balls.fmpq(d), balls.exact(v2)
    if t == 0:
        proof = Certifier()
        proof.require(
            balls.endpoints(objective(size, t, balls.fmpq(0))) == (Fraction(0), Fraction(0)),
            "at A = 0 E Z^2 = K^2",
        )
        proof.cite("E Z^2 >= (E Z)^2 = K^2 for every unbiased estimate (Jensen)")
        zero = {"A": exactly(0, digits), "rho": exactly(1, digits)}
        return Optimum(
            "oprf", zero, exactly(0, digits), MEANING, proof.certify("no estimate has less variance")
        )
    parameters = {
        "A": enclosed(lambda: a_of(size, t), digits, "closed form"),
        "rho": enclosed(lambda: root(size, t), digits, "closed form"),
    }
    others = {
        "A_by_minimisation": enclosed(
            lambda: -balls.ball(PositiveTilt.ball(size, t)).expm1() / 8, digits, "Newton in balls"
        ),
        "positive_features": exactly(v2, digits),
    }
    value = enclosed(lambda: objective(size, t, a_of(size, t)), digits)
    return Optimum("oprf", parameters, value, MEANING, _certificate(size, t, digits), others)


def _certificate(d: Rational, t: Rational, digits: int) -> Certificate:
    proof = Certifier()
    with balls.working_precision(4 * digits + 128):
        u = balls.ball(PositiveTilt.ball(d, t))
    with balls.working_precision(12 * digits + 384):
        low, high = u.lower(), u.upper()
        proof.require(
            d > 0 and t > 0,
            "u = log(1-8A) = -log rho: the second derivative (d/4)/cosh(u/2)^2 + e^-u |x+y|^2 is positive for all u",
        )
        proof.require(
            _slope(d, t, low) < 0 and _slope(d, t, high) > 0,
            "the slope in u changes its sign between these two points: the one minimum lies between them",
            low=rounded(low, digits),
            high=rounded(high, digits),
        )
        closed = -root(d, t).log()
        apart = abs(closed - u)
        proof.require(
            apart < balls.arb(10) ** (-digits),
            "the closed form of (7) is the minimum found by Newton's method: they differ by less than",
            bound=rounded(apart.upper(), 1),
        )
        proof.require(_slope(d, t, closed).contains(0), "and the slope at the closed form encloses 0")
    return proof.certify("no other real A < 1/8 has a second moment as small, at s = 1")


def _slope(d: Rational, t: Rational, u: Ball) -> Ball:
    return d * (u / 2).tanh() / 2 - t * (-u).exp()
