"""Two more ways to the pair moment of rows through a map that differs from the identity along one line; h = d/2, c = s v^2/2.

Powers: h(q) = kappa^(-h) 1F1(h; 1/2; c q/kappa), kappa = 1 - e q, e = 1 - s, is sum_i (h)_i w_i q^i/(1/2)_i with
sum_i w_i x^i = (1 - e x)^(-1/2) exp(c x/(1 - e x)), so that P = s e^(-v^2) sum_ij w_i w_j (h)_i (h)_j/(h)_(i+j) for |e| < 1.

Contour, s > 1: w_i are the means over a Gamma variable G of shape h of the powers of F, and
P = s e^(2C - v^2) Gamma(h)/(2 pi i) int e^p p^(1-h) L(p)^2 dp, L = E (p + a G)^(-1/2) exp(-C p/(p + a G)), a = s - 1, C = c/a.
Along G = e^(t + ib) with |b - arg p| <= pi/2 the mean has no factor above |p|^(-1/2) (cos b)^(-h), and b = arg(p)/2 leaves, on the
parabola p = mu (r + iu)^2, at most 2 mu^(1-h) r^(-2h) (r + |u|) e^(mu (r^2 - u^2)) of the integrand. Both rules are trapezoidal
(Trefethen and Weideman, SIAM Review 56, 2014, Theorem 5.1).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.functions.radial.turned_line import ceiling
from rftheory.exact.numerics.enclosing import enclose, short
from rftheory.exact.scalars import Ball, ComplexBall, Rational, Real

_MOST_BITS, _FEW_BITS = 3e7, 1e6  # of all powers: some seconds, less than one
_MOST = 20_000  # nodes of a rule
_ROUGH = 96  # bits of bounds
_SHARES = tuple(1 - 0.8**k for k in range(1, 24))
_WIDTHS = tuple(0.9 * 0.8**k for k in range(120))
_CANCELLED = 8.0  # nats that cancel for one that is asked for


def by_few_powers(half: Rational, width: Callable[[], Real], v2: Rational) -> Ball | None:
    """P by `by_powers` where that takes a fraction of a second."""
    return by_powers(half, width, v2, _FEW_BITS)


def by_powers(
    half: Rational, width: Callable[[], Real], v2: Rational, size: float = _MOST_BITS
) -> Ball | None:
    """P for |1 - s| < 1, s = width() at any precision; None where that takes too many terms, of more bits than `size`."""
    bits = balls.precision()
    with balls.working_precision(_ROUGH):
        s = balls.ball(width())
        rate, most = abs(1 - s).upper(), (s * v2 / 2).upper()
        found = _length(rate, most, bits) if rate < 1 else None
    if found is None or found[0] * (bits + found[2]) > size:
        return None
    count, error, lost = found
    with balls.working_precision(bits + lost + 2 * count.bit_length() + 20):
        s = balls.ball(width())
        e, c = 1 - s, s * v2 / 2
        value, step, factor, weighted = balls.arb(1), balls.arb(1), balls.arb(1), []
        for i in range(count):
            weighted.append(value * factor)
            factor = factor * (half + i)
            step = (e * (balls.fmpq(2 * i - 1, 2) * step) + c * value) / (i + 1)
            value = e * value + step
        total, factor = balls.arb(0), balls.arb(1)
        for m, product in enumerate(balls.multiplied(weighted, weighted, count)):
            total = total + product * factor
            factor = factor / (half + m)
        return s * balls.ball(-v2).exp() * enclose(total, error)


def _length(size: Ball, c: Ball, bits: int) -> tuple[int, Ball, int] | None:
    """How many powers, what those of i + j from there on add up to at most, and the bits that signs may cost.

    With G(x) = (1 - size x)^(-1/2) exp(c x/(1 - size x)), x > 1: w_i w_j (h)_i (h)_j/(h)_(i+j) of i + j = m add up to G^2/x^m at most.
    """
    best: tuple[int, Ball, int] | None = None
    for share in _SHARES:
        x = 1 + short(share) * (1 / size.max(balls.arb("1e-9")) - 1).min(balls.arb(63))
        x = x.mid()
        inside = 1 - size * x
        if not (inside > 0 and x > 1):
            continue
        square = (2 * c * x / inside).exp() / inside
        nats = bits * math.log(2) + 8 + balls.to_float((square / (1 - 1 / x)).log())
        count = max(8, ceiling(nats / balls.to_float(x.log())))
        if best is None or count < best[0]:
            signs = balls.to_float(2 * c / (1 - size)) * 1.45 - 0.73 * balls.to_float((1 - size).log())
            lost = ceiling(signs) + 8
            best = count, (square * balls.power(x, balls.fmpq(-count)) / (1 - 1 / x)).upper(), lost
    return best


def by_contour(half: Rational, width: Callable[[], Real], v2: Rational) -> Ball | None:
    """P for s > 1; None where that takes too many nodes."""
    bits = balls.precision()
    with balls.working_precision(_ROUGH):
        a = balls.to_float(balls.ball(width()) - 1)
    h, wanted = balls.to_float(half), bits * math.log(2) + 12
    level = (1 + a) * balls.to_float(v2) / 2 / a

    def nats(p: float) -> float:
        return p - h * math.log(p) - 2 * level * p / (p + a * h) - math.log(p + a * h)

    place = max(min((h * 1.1**k for k in range(-60, 200)), key=nats), wanted / 5)
    scale = half if place == h else short(place)  # exactly there, where the integrand is steep
    extra = max(0.0, 2 * level * place / (place + a * h) + math.log(place + a * h)) + 8
    if extra > _CANCELLED * wanted:
        return None
    v, lost = min(
        ((r, max((place - h) * (t * t + 2 * t) + h * _bent(t) for t in (-r, r))) for r in _WIDTHS),
        key=lambda each: (wanted + extra + max(0.0, each[1])) / each[0],
    )
    line = short(v)
    step = short(2 * math.pi * v / (wanted + extra + max(0.0, lost)))
    count = math.ceil(math.sqrt((wanted + extra) / place) / balls.to_float(step))
    if count > _MOST:
        return None
    with balls.working_precision(bits + int(extra * 1.45 + 4 * math.log2(place + h + a + 2)) + 60):
        s = balls.ball(width())
        mean, total = _TurnedMean(half, s - 1, s * v2 / (2 * (s - 1)), wanted + extra), balls.arb(0)
        for k in range(count + 1):
            root = balls.acb(1, balls.ball(step * k))
            p = scale * root * root
            inner = mean.at(p)
            if inner is None:
                return None
            value = (root * p.exp() * p.pow(balls.acb(balls.ball(1 - half))) * inner * inner).real
            total = total + (value if k == 0 else 2 * value)
        total = enclose(total * step * scale, _error(half, scale, step, count, line))
        front = (balls.ball(v2) / (s - 1) + balls.ball(half).lgamma()).exp() * s / balls.arb.pi()
        return total * front


def _bent(r: float) -> float:
    """(1 + r)^2 - 1 - 2 log(1 + r)."""
    return 2 * r * r if abs(r) < 1e-5 else r * r + 2 * r - 2 * math.log1p(r)


def _error(half: Rational, mu: Rational, step: Rational, count: int, v: Rational) -> Ball:
    """What the rule along the parabola errs by and what is cut off: int r + |u| e^(-mu u^2) du is r (pi/mu)^(1/2) + 1/mu."""
    with balls.working_precision(_ROUGH):
        scale = balls.power(balls.ball(mu), 1 - half)

        def height(r: Rational) -> Ball:
            return scale * balls.power(balls.ball(r), -2 * half) * balls.ball(mu * r * r).exp()

        spread = (balls.arb.pi() / mu).sqrt() * (1 + v) + balls.arb(1) / mu
        largest = height(1 - v).max(height(1 + v)) * spread
        end = balls.ball(step * count)
        tail = height(balls.fmpq(1)) * (1 + 1 / end) * (-mu * end * end).exp() / mu
        return 2 * largest / ((2 * balls.arb.pi() * v / step).exp() - 1) + tail


class _TurnedMean:
    """L(p) = E (p + a G)^(-1/2) exp(-C p/(p + a G)) along G = e^(t + ib), b about half the argument of p."""

    def __init__(self, half: Rational, a: Ball, level: Ball, nats: float) -> None:
        self.half, self.a, self.level, self.nats = half, a, level, nats
        self.scale = (-balls.ball(half).lgamma()).exp()

    def at(self, p: ComplexBall) -> ComplexBall | None:
        """The mean, its error proved; None where it takes too many nodes."""
        h, phi = balls.to_float(self.half), balls.to_float(p.arg())
        turn = short(phi / 2)
        room = math.pi / 2 - abs(phi) / 2 - 1e-3
        delta, lost = min(
            (
                (room * 0.8**k, -h / 2 * math.log1p(-(math.sin(abs(phi) / 2 + room * 0.8**k) ** 2)))
                for k in range(1, 120)
            ),
            key=lambda each: (self.nats + each[1] + 8) / each[0],
        )
        eta, strip = short(2 * math.pi * delta / (self.nats + lost + 8)), short(delta)
        if not (
            abs(p.arg() - turn) + strip < balls.arb.pi() / 2
            and abs(balls.arb(turn)) + strip < balls.arb.pi() / 2
        ):
            return balls.acb("nan")
        rotation, cosine = balls.acb(0, balls.ball(turn)).exp(), balls.ball(turn).cos()
        small = balls.arb(-self.nats - 8).exp()
        start = balls.exact(Fraction(math.log(h / math.cos(phi / 2))))
        total, beyond = balls.acb(0), balls.arb(0)
        for direction in (1, -1):
            t, last = start if direction == 1 else start - eta, None
            for _ in range(_MOST):
                balls.spend()
                real = balls.ball(t).exp()
                g = rotation * real
                below = p + self.a * g
                total = total + (self.half * t - g - self.level * p / below).exp() / below.sqrt()
                height = (self.half * t - cosine * real).exp() * self.scale * eta
                ratio, last = balls.arb(1) if last is None else height / last, height
                if height < small and ratio < 1 and height * ratio < small * (1 - ratio):
                    beyond = beyond + height * ratio / (1 - ratio)
                    break
                t = t + direction * eta
            else:
                return None
        unit = balls.acb(0, self.half * balls.ball(turn)).exp() * self.scale * eta
        with balls.working_precision(_ROUGH):
            most = balls.power((abs(balls.ball(turn)) + strip).cos(), -self.half)
            error = 2 * most / ((2 * balls.arb.pi() * strip / eta).exp() - 1) + beyond
            error = (error / abs(p).sqrt()).upper()
        return total * unit + balls.acb(balls.arb(0, error), balls.arb(0, error))
