"""Means of (1 + q/G)^(-c), or (1 + q G)^(-c), over a Gamma variable for many complex q at once, by one trapezoidal rule along u = log G.

On the line of height v the weight is at most e^(nu u - cos v e^u), whose integral is Gamma(nu) (cos v)^(-nu), and the power
at most S: 1 where the argument of q turned by v is at most pi/2, else |sin|^(-c) of it. So the step h errs by at most
2 S (cos v)^(-nu)/(exp(2 pi v/h) - 1) (Trefethen and Weideman, SIAM Review 56, 2014, Theorem 5.1).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rftheory.exact import balls
from rftheory.exact.numerics.enclosing import short
from rftheory.exact.scalars import Ball, ComplexBall, Rational

_MOST = 20_000  # nodes
_SHARES = tuple(0.8 * 0.85**k for k in range(120))
_ROUGH = 96  # bits of bounds


@dataclass(frozen=True)
class PowerMeans:
    """E (1 + q x)^(-c) for |arg q| <= reach < pi: nodes x (G or 1/G, G of a Gamma law), their weights, the error."""

    c: Rational
    reach: Rational
    nodes: list[Ball]
    weights: list[Ball]
    error: Ball

    def at(self, q: ComplexBall) -> ComplexBall:
        """The mean, its error proved; nan where q is outside."""
        if not abs(q.arg()) < self.reach:
            return balls.acb("nan")
        exponent, total = balls.acb(balls.ball(-self.c)), balls.acb(0)
        for node, weight in zip(self.nodes, self.weights, strict=True):
            balls.spend()
            total = total + weight * (1 + q * node).pow(exponent)
        return total + balls.acb(balls.arb(0, self.error), balls.arb(0, self.error))


def power_means(nu: Rational, c: Rational, reach: Rational, inverse: bool) -> PowerMeans | None:
    """E (1 + q/G)^(-c), or without `inverse` E (1 + q G)^(-c), G of shape nu: the rule for an absolute error of about 2^-bits at every q; None where it takes too many nodes."""
    bits, shape = balls.precision(), balls.to_float(nu)
    nats = bits * math.log(2) + 12
    v, lost = min(
        ((width, _lost(shape, balls.to_float(c), balls.to_float(reach), width)) for width in _SHARES),
        key=lambda each: (nats + each[1]) / each[0],
    )
    h, height = short(2 * math.pi * v / (nats + lost)), short(v)
    with balls.working_precision(bits + 2 * int(math.log2(shape + 2)) + 20):
        found = _nodes(nu, h, balls.arb(2) ** (-bits - 8))
    if found is None:
        return None
    nodes, weights, beyond = found
    with balls.working_precision(_ROUGH):
        error = 2 * _power(c, reach + height) * balls.power(balls.ball(height).cos(), -nu)
        error = error / ((2 * balls.arb.pi() * height / h).exp() - 1) + _power(c, reach) * beyond
    return PowerMeans(c, reach, [1 / t for t in nodes] if inverse else nodes, weights, error.upper())


def _lost(nu: float, c: float, reach: float, v: float) -> float:
    """Nats by which the bound on the line of height v exceeds 1."""
    turned = reach + v
    if turned >= math.pi - 1e-3:
        return math.inf
    return -nu * math.log(math.cos(v)) - (c * math.log(math.sin(turned)) if turned > math.pi / 2 else 0.0) + 2


def _power(c: Rational, turned: Rational) -> Ball:
    """The most that |1 + q|^(-c) is for |arg q| <= turned < pi."""
    if turned < balls.arb.pi() / 2:
        return balls.arb(1)
    return balls.power(balls.ball(turned).sin(), -c) if turned < balls.arb.pi() else balls.arb("inf")


def _nodes(nu: Rational, h: Rational, small: Ball) -> tuple[list[Ball], list[Ball], Ball] | None:
    """G and weights at log nu + k h, largest first on either side; and what all beyond weigh at most."""
    peak = balls.ball(nu).log()
    largest = (nu * peak - nu).exp() * balls.reciprocal_gamma(nu) * h
    nodes, weights, beyond = [balls.ball(nu)], [largest], balls.arb(0)
    for direction in (1, -1):
        last = largest
        for k in range(1, _MOST):
            u = peak + direction * k * h
            t = u.exp()
            weight = (nu * u - t).exp() * balls.reciprocal_gamma(nu) * h
            ratio, last = weight / last, weight
            nodes.append(t)
            weights.append(weight)
            if ratio < 1 and weight * ratio < small * (1 - ratio):  # the weights are log-concave
                beyond = beyond + weight * ratio / (1 - ratio)
                break
        else:
            return None
    return nodes, weights, beyond
