"""Hypergeometric series of expansions: parameters that are fixed, or that grow linearly with V."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.asymptotics.expansion import ONE, Expansion
from rftheory.exact.asymptotics.frame import Frame, Unclear, Unsupported
from rftheory.exact.asymptotics.functions import exp, number, split, tidy
from rftheory.exact.scalars import Ball, Rational, Real

_HEAD = 40  # terms whose remainders are added up one by one before the tail is bounded


def hypergeometric(above: Sequence[Expansion], below: Sequence[Expansion], z: Expansion) -> Expansion:
    """pFq(above; below; z)."""
    fixed = [[value.exact for value in side] for side in (above, below)]
    if all(value is not None for side in fixed for value in side):
        known = [[v for v in side if v is not None] for side in fixed]
        return _fixed(known[0], known[1], z)
    if any(value is not None for side in fixed for value in side):
        raise Unsupported("a series with fixed and growing parameters")
    return _growing([_linear(a) for a in above], [_linear(b) for b in below], z)


def _fixed(above: list[Real], below: list[Real], z: Expansion) -> Expansion:
    """Taylor's formula about the limit of z: the k-th derivative is a multiple of the series of shifted parameters."""
    parts = split(z)
    if parts.unbounded:
        raise Unsupported("a series of an unbounded argument")
    centre = balls.arb(0)
    for monomial, c in parts.constants:
        centre = centre + monomial.constant() * c
    around = centre + (parts.rest.range() if parts.rest.parts else balls.arb(0))
    factor: Real = balls.fmpq(1)
    terms: list[Real] = []
    order = z.frame.order
    for k in range(order + 1):
        place: Real = balls.ball(around) if k == order else tidy(centre)
        terms.append(factor * _value([a + k for a in above], [b + k for b in below], place))
        for a in above:
            factor = factor * (a + k)
        for b in below:
            factor = factor / (b + k)
        factor = factor / (k + 1)
    total = number(z.frame, terms[-1])
    for term in reversed(terms[:-1]):
        total = total * parts.rest + number(z.frame, term)
    return total


def _value(above: list[Real], below: list[Real], place: Real) -> Real:
    found = balls.hypergeometric(above, below, place)
    if not balls.is_finite(found):
        raise Unclear("a series that is not enclosed")
    return found


@dataclass(frozen=True)
class _LinearParameter:
    """slope V + shift, the slope positive."""

    slope: Fraction
    shift: Fraction

    def rate(self, j: int) -> Fraction:
        """slope V + shift + j = slope V (1 + rate/V)."""
        return (self.shift + j) / self.slope


def _linear(given: Expansion) -> _LinearParameter:
    part = given.parts.get(ONE)
    if len(given.parts) != 1 or part is None or part.top != 1:
        raise Unsupported("a parameter that is not linear")
    exact = [balls.as_fraction(a) for a in part.coefficients if isinstance(a, balls.fmpq)]
    if len(exact) < len(part.coefficients) or any(exact[2:]) or exact[0] <= 0:
        raise Unsupported("a parameter that is not linear")
    return _LinearParameter(exact[0], exact[1])


def _growing(above: list[_LinearParameter], below: list[_LinearParameter], z: Expansion) -> Expansion:
    """sum_k y^k/k! P_k(1/V), P_k = prod_{j<k} prod (1 + u_j/V)/prod (1 + w_j/V) and y = z times the slopes.

    The coefficient p_i of V^-i in P_k is a polynomial in k of degree 2i; with its differences at 0 the sum of
    y^k/k! p_i(k) is e^y sum_j y^j (D^j p_i)(0)/j!. What is left of each P_k is bounded by Taylor's formula.
    """
    frame = z.frame
    if len(above) > len(below):
        raise Unsupported("a series with more growing parameters above than below")
    scale = math.prod((a.slope for a in above), start=Fraction(1)) / math.prod(b.slope for b in below)
    y = z.scaled(balls.exact(scale)) * Expansion.monomial(frame, power=Fraction(len(above) - len(below)))
    if split(y).unbounded:
        raise Unsupported("a series of an unbounded argument")
    order = frame.order
    head = _exact_products(above, below, order)
    total = number(frame, 0)
    for i in range(order):
        values = [series[i] for series in head[: 2 * i + 1]]
        inner = number(frame, 0)
        for difference in reversed(_newton(values)):
            inner = inner * y + number(frame, difference)
        total = total + inner * Expansion.monomial(frame, power=Fraction(-i))
    rest = _remainder(above, below, abs(y.range()), frame)
    either = balls.arb(0, 1) * rest
    return total * exp(y) + number(frame, either) * Expansion.monomial(frame, power=Fraction(-order))


def _newton(values: list[Rational]) -> list[Rational]:
    """(D^j p)(0)/j! of the values p(0), p(1), .."""
    found = []
    for j in range(len(values)):
        found.append(values[0] / math.factorial(j))
        values = [b - a for a, b in itertools.pairwise(values)]
    return found


def _exact_products(
    above: list[_LinearParameter], below: list[_LinearParameter], order: int
) -> list[list[Rational]]:
    """The power series of P_0, P_1, .. P_(2 order), exactly."""
    series = [balls.fmpq(1)] + [balls.fmpq(0)] * (order - 1)
    found = [series]
    for j in range(2 * order):
        for line in above:
            u = balls.exact(line.rate(j))
            series = [a + (u * series[i - 1] if i else 0) for i, a in enumerate(series)]
        for line in below:
            w = balls.exact(line.rate(j))
            divided: list[Rational] = []
            for i, a in enumerate(series):
                divided.append(a - (w * divided[i - 1] if i else 0))
            series = divided
        found.append(series)
    return found


def _remainder(above: list[_LinearParameter], below: list[_LinearParameter], y: Ball, frame: Frame) -> Ball:
    """An upper bound of sum_k |y|^k/k! |r_k|, P_k = its series to V^-(n-1) + r_k V^-n, n the order.

    At every s in [0, 1/cutoff] the factor (1 + u s)/(1 + w s) has Taylor coefficients below those of m/(1 - o t), so
    P_k has those of prod m (1 - max o t)^(-kL), L the number of parameters below: |r_k| <= prod m o^n C(kL+n-1, n).
    """
    n, count = frame.order, len(below)
    total, factor, fastest = balls.arb(0), balls.arb(1), Fraction(1)
    for k in range(_HEAD):
        size = balls.exact(fastest**n * math.comb(k * count + n - 1, n)) if k else balls.fmpq(0)
        total = total + factor * size
        for u, w in _pairs(above, below, k):
            m, o = _majorant(u, w, frame)
            factor, fastest = factor * m, max(fastest, o)
        factor = factor * y / (k + 1)
    last = factor * balls.exact(fastest**n * math.comb(_HEAD * count + n - 1, n))
    q = _tail_ratio(above, below, y, n)
    if not q < 1:
        raise Unclear("a series whose terms fall too late")
    return total + last / (1 - q)


def _pairs(
    above: list[_LinearParameter], below: list[_LinearParameter], j: int
) -> list[tuple[Fraction, Fraction]]:
    rates = [line.rate(j) for line in above] + [Fraction(0)] * (len(below) - len(above))
    return [(u, line.rate(j)) for u, line in zip(rates, below, strict=True)]


def _majorant(u: Fraction, w: Fraction, frame: Frame) -> tuple[Ball, Fraction]:
    """m, o with |f^(i)/i!| <= m o^i on [0, 1/cutoff], f = (1 + u s)/(1 + w s), f^(i)/i! = (u-w)(-w)^(i-1)/(1+ws)^(i+1)."""
    end = Fraction(1, 10**frame.cutoff)
    if not 1 + w * end > 0:
        raise Unclear("a parameter with a pole in the frame")
    stretch = max(Fraction(1), 1 / (1 + w * end))
    o = max(Fraction(1), abs(w) * stretch)
    m = max(Fraction(1), abs((1 + u * end) / (1 + w * end)), abs(u - w) * stretch**2 / o)
    return balls.ball(balls.exact(m)), o


def _tail_ratio(above: list[_LinearParameter], below: list[_LinearParameter], y: Ball, n: int) -> Ball:
    """An upper bound of the ratio of successive bounds from the term _HEAD on: each factor of it falls or is monotone.

    There all rates are at least 1, so m is at most max(1, u/w, |u/w - 1|), and u/w moves monotonely to its limit.
    """
    worst, step = Fraction(1), Fraction(1)
    for i, line in enumerate(below):
        w = line.rate(_HEAD)
        if line.rate(_HEAD - 1) < 1 or (i < len(above) and above[i].rate(_HEAD) < 0):
            raise Unclear("parameters that are negative too long")
        step = max(step, w / line.rate(_HEAD - 1))  # of the largest rate; later steps are smaller
        if i < len(above):
            ends = (above[i].rate(_HEAD) / w, line.slope / above[i].slope)
            worst *= max(Fraction(1), *ends, *(abs(e - 1) for e in ends))
    growth = balls.exact(worst * (step * Fraction(_HEAD + 1, _HEAD)) ** n)
    return y * growth / (_HEAD + 1)
