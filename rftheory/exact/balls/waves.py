"""0F1(; b; -t^2/4) = Gamma(b) (t/2)^(1-b) J_(b-1)(t) where both b and t are large: Schlaefli's integral through its saddle.

J_n(t) is 1/(2 pi i) times the integral of e^f, f = t sinh w - n w, from oo - i pi to oo + i pi. Re f = t sinh x cos y - n x falls
along a vertical line x > 0 as |y| grows to pi, and from there to the right; so beyond a height Y of that line it is at most
its value there. For t > n half of the path may begin at -oo, and J_n(t) is the real part of twice its integral: it crosses
the saddle i acos(n/t) under 45 degrees, then turns up where x > 0 and down where x < 0, where Re f falls again.
"""

from __future__ import annotations

import math
from fractions import Fraction

import flint

from rftheory.exact.balls.integration import integrate
from rftheory.exact.balls.numbers import acb, arb, ball, fmpq, power
from rftheory.exact.balls.precision import precision, working_precision
from rftheory.exact.balls.reading import exact, is_finite, to_float
from rftheory.exact.scalars import Ball, ComplexBall, Rational

_LONG = 10_000  # terms of the power series from which on this is the sooner
_ORDER = 50


def suits(b: Rational, z: Ball) -> bool:
    """Whether the power series of 0F1(; b; z) is long and the expansion for large -z begins badly."""
    if not (z < 0 and is_finite(z)):
        return False
    order, t = to_float(b), 2 * math.sqrt(-to_float(z))
    return order > _ORDER and order * order > t / 4 and (math.hypot(order, t) - order) / 2 > _LONG


def wave(b: Rational, t: Ball) -> Ball:
    """0F1(; b; -t^2/4) for b > 1, t > 0."""
    bits, n, size = precision(), b - 1, to_float(t)
    with working_precision(bits + 2 * int(math.log2(size + to_float(b))) + 40):
        found = _bessel(n, ball(t), to_float(n), size, (bits + 8) * math.log(2))
        return ball(b).gamma() * power(ball(t) / 2, -n) * found


def _bessel(n: Rational, t: Ball, order: float, size: float, nats: float) -> Ball:
    turning = (nats / size) ** (1 / 3)
    if order > size and math.acosh(order / size) > turning:
        return _along_line(n, t, math.acosh(order / size), size, nats, True)
    if order < size and (size - order) * turning > nats / 4:
        angle = math.acos(order / size)
        reach = math.sqrt(2.4 * nats / (size * math.sin(angle)))
        if reach < 1.4 * min(angle, math.pi - angle):
            return _through_saddle(n, t, _short(reach))
    return _along_line(n, t, turning, size, nats, False)


def _along_line(n: Rational, t: Ball, place: float, size: float, nats: float, at_saddle: bool) -> Ball:
    """1/pi int_0^Y Re e^f dy at x = place, or at the saddle, and what is beyond."""
    x = (n / t).acosh() if at_saddle else ball(_short(place))
    share = min(1.0, nats / (size * math.sinh(place)) / 2)  # (1 - cos Y)/2, however small
    top = _short(min(2 * math.asin(math.sqrt(share)), 3.1415))
    steep = t * x.sinh()
    slope = arb(0) if at_saddle else t * x.cosh() - n
    value = _segment(steep, t * x.cosh(), slope, acb(0, 1), (fmpq(0), top)).real / arb.pi()
    beyond = (steep * (ball(top).cos() - 1)).exp() * (1 + 1 / (t + n))
    return (steep - n * x).exp() * (value + arb(0, beyond.upper()))


def _through_saddle(n: Rational, t: Ball, reach: Rational) -> Ball:
    """The real part of 1/(pi i) int e^f dw from -oo to oo + i pi through i theta."""
    theta, away = (n / t).acos(), reach / arb(2).sqrt()
    up, down = theta + away, theta - away
    if not (up < arb.pi() and down > 0):
        return arb("nan")
    turn = acb(0, arb.pi() / 4).exp()
    value = _segment(acb(0, t * theta.sin()), ball(n), arb(0), turn, (-reach, reach)) * turn
    right = (t * away.sinh() * up.cos() - n * away).exp() * (arb.pi() + 1 / (t + n))
    left = (n * away - t * away.sinh() * down.cos()).exp() * (arb.pi() + 1 / (t * away.cosh() - n))
    phase = acb(0, t * theta.sin() - n * theta).exp()
    found: Ball = (phase * value / acb(0, arb.pi())).real + arb(0, ((right + left) / arb.pi()).upper())
    return found


def _segment(
    steep: Ball | ComplexBall, odd: Ball, slope: Ball, turn: ComplexBall, ends: tuple[Rational, Rational]
) -> ComplexBall:
    """int exp(steep (cosh v - 1) + odd (sinh v - v) + slope v) ds along v = turn s: no large terms cancel."""
    longest = to_float(ends[1])
    terms = 2
    while 2 * terms * math.log2(longest) - math.lgamma(2 * terms + 4) / math.log(2) > -precision():
        terms += 1
    odd_part = flint.acb_poly([fmpq(1, math.factorial(2 * k + 3)) for k in range(terms)])

    def along(s: ComplexBall, _: bool) -> ComplexBall:
        v = turn * s
        square, size = v * v, abs(v).upper()
        left = (size.cosh() * size ** (2 * terms) / math.factorial(2 * terms + 3)).upper()
        total = odd_part(square) + acb(arb(0, left), arb(0, left))
        half = (v * acb(0, 1) / 2).sin()  # cosh v - 1 = -2 half^2
        exponent: ComplexBall = -2 * steep * half * half + odd * v * square * total + slope * v
        return exponent.exp()

    return acb(integrate(along, *ends, False))


def _short(number: float) -> Rational:
    """An exact number near it."""
    return exact(Fraction(number).limit_denominator(1 << 20)) if number > 1e-3 else exact(Fraction(number))
