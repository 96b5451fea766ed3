"""Up to which radius the angular hybrid errs most at a right angle, and the cover that proves it.

With u = 2r^2, s = cos(theta), q = s^2, i = 1/n and t = arcsin(s)/s the quantity E[lam^2] P + E[(1-lam)^2] Q exceeds
its value at theta = pi/2 by (4/pi^2) q L(q), L = (1+i)/2 X + (1-i)/2 Y t^2 - Z t,

X = (pi^2/4) cosh(u) (cosh(us)-1)/q,  Y = cosh(u) cosh(us) - 1,  Z = (pi/2) u sinh(u) sinh(us)/(us).

L(0) has the sign of A (1+i) + B (1-i) - 1, A = (pi/8) u coth(u), B = tanh(u/2)/(pi u), which vanishes at the radius.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rftheory.errors import BudgetError
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.numerics.root_bracketing import crossing
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational, Real

LEAST, MOST = Fraction("0.93"), Fraction("2.2")
"""Every u = 2 r0(n)^2 lies between them."""
_BRACKET = (Fraction("0.68"), Fraction("1.05"))  # of r = sqrt(u/2)
_BOXES = 20_000  # the cover takes 1524: many more mean that it does not hold

Box = Callable[[Rational, Rational, Rational, Rational], Ball]
Rising = Callable[[Ball, Ball], Ball]


class SpreadThreshold(BallFunction):
    """r0(n), n = 0 for infinity: the zero of the curvature at pi/2 of E[lam^2] P + E[(1-lam)^2] Q."""

    nargs = 1

    @staticmethod
    def ball(n: Real) -> Ball:
        """Secants between certified signs."""
        if not (isinstance(n, balls.fmpq) and (n == 0 or n >= 1)):
            return balls.arb("nan")
        i = 1 / n if n > 0 else balls.fmpq(0)
        wanted = balls.precision()
        with balls.working_precision(2 * wanted + 40):
            low, high = (balls.exact(end) for end in _BRACKET)
            return crossing(lambda r: _curvature(i, r), low, high, wanted)

    @staticmethod
    def oracle(ctx: MpContext, n: MpNumber) -> MpNumber:
        """A root finder on the second derivative as stated."""
        i = 1 / ctx.mpf(n) if n else ctx.mpf(0)

        def error(angle: MpNumber, r: MpNumber) -> MpNumber:
            p, turn = angle / ctx.pi, ctx.cos(angle)
            return ctx.fsum(
                (q * q * (1 - i) + q * i) * (ctx.cosh(2 * r * r * (1 + sign * turn)) - 1)
                for q, sign in ((p, 1), (1 - p, -1))
            )

        def bend(r: MpNumber) -> MpNumber:
            return ctx.diff(lambda angle: error(angle, r), ctx.pi / 2, 2)

        low, high = (ctx.mpf(float(end)) for end in _BRACKET)
        return ctx.findroot(bend, (low, high), solver="anderson", tol=ctx.eps)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"r_0\left({printer.doprint(self.args[0])}\right)"


def _curvature(i: Rational, r: Rational) -> Ball:
    """Half of the second derivative in the angle at pi/2."""
    u, pi = balls.ball(2 * r * r), balls.arb.pi()
    return 2 * (1 - i) * (u.cosh() - 1) / pi**2 - 2 * u * u.sinh() / pi + (1 + i) / 4 * u**2 * u.cosh()


def right_angle_is_worst(n: Rational, r: Rational) -> bool:
    """Whether r is certainly below r0(n), so that the angular hybrid errs most at pi/2."""
    with balls.working_precision(90):
        return bool(_curvature(1 / n, r) < 0)


def ends_enclose() -> bool:
    """Whether A (1+i) + B (1-i) < 1 at u = LEAST for i = 1, and > 1 at u = MOST for i = 0; it rises in i as A > B."""
    with balls.working_precision(90):
        (first, low), (last, high) = (_parts(balls.exact(end)) for end in (LEAST, MOST))
        return bool(first > low and last > high and 2 * first < 1 and last + high > 1)


def cover() -> int:
    """How many boxes prove L' < 0 for q <= 1/2 and L < 0 for q >= 1/2 wherever L(0) = 0, LEAST <= u <= MOST."""
    half = balls.fmpq(1, 2)
    sides: tuple[tuple[Rational, Rational, Box], ...] = (
        (balls.fmpq(0), half, _slope),
        (half, balls.fmpq(1), _level),
    )
    seen = 0
    with balls.working_precision(60):
        for low, high, function in sides:
            stack = [(balls.exact(LEAST), balls.exact(MOST), low, high)]
            while stack:
                a, b, c, d = stack.pop()
                seen += 1
                if seen > _BOXES:
                    raise BudgetError(f"more than {_BOXES} boxes")
                if function(a, b, c, d) < 0:
                    continue
                if b - a > (d - c) / 4:
                    middle = (a + b) / 2
                    stack += [(a, middle, c, d), (middle, b, c, d)]
                else:
                    middle = (c + d) / 2
                    stack += [(a, b, c, middle), (a, b, middle, d)]
    return seen


def _parts(u: Rational) -> tuple[Ball, Ball]:
    """A and B at one u: A rises, B falls."""
    x, pi = balls.ball(u), balls.arb.pi()
    return pi / 8 * x * x.coth(), (x / 2).tanh() / (pi * x)


def _inverse(a: Rational, b: Rational) -> Ball:
    """The i with A (1+i) + B (1-i) = 1, over u in [a, b]."""
    (low_a, high_b), (high_a, low_b) = _parts(a), _parts(b)
    first, second = low_a.union(high_a), low_b.union(high_b)
    return (1 - first - second) / (first - second)


def _between(rising: Rising, a: Rational, b: Rational, c: Rational, d: Rational) -> Ball:
    """The range of a function of u and q that rises in both, over [a, b] x [c, d]."""
    low, high = rising(balls.ball(a), balls.ball(c)), rising(balls.ball(b), balls.ball(d))
    return low.union(high)


def _bessel_like(order: Rational, u: Ball, q: Ball, share: Rational) -> Ball:
    """0F1(; order; share u^2 q): a power series with positive coefficients."""
    return balls.hypergeometric([], [order], share * u * u * q)


_HALF, _THREE, _FIVE = balls.fmpq(1, 2), balls.fmpq(3, 2), balls.fmpq(5, 2)
_QUARTER, _SIXTEENTH = balls.fmpq(1, 4), balls.fmpq(1, 16)


def _first(u: Ball, q: Ball) -> Ball:
    """X = (pi^2/8) u^2 cosh(u) 0F1(; 3/2; u^2 q/16)^2."""
    return balls.arb.pi() ** 2 / 8 * u * u * u.cosh() * _bessel_like(_THREE, u, q, _SIXTEENTH) ** 2


def _first_slope(u: Ball, q: Ball) -> Ball:
    inner = _bessel_like(_THREE, u, q, _SIXTEENTH) * _bessel_like(_FIVE, u, q, _SIXTEENTH)
    return balls.arb.pi() ** 2 / 96 * u**4 * u.cosh() * inner


def _second(u: Ball, q: Ball) -> Ball:
    """Y."""
    return u.cosh() * _bessel_like(_HALF, u, q, _QUARTER) - 1


def _second_slope(u: Ball, q: Ball) -> Ball:
    return u.cosh() * u * u / 2 * _bessel_like(_THREE, u, q, _QUARTER)


def _third(u: Ball, q: Ball) -> Ball:
    """Z."""
    return balls.arb.pi() / 2 * u * u.sinh() * _bessel_like(_THREE, u, q, _QUARTER)


def _third_slope(u: Ball, q: Ball) -> Ball:
    return balls.arb.pi() / 12 * u**3 * u.sinh() * _bessel_like(_FIVE, u, q, _QUARTER)


def _turn(_: Ball, q: Ball) -> Ball:
    """t = arcsin(s)/s."""
    if q == 0:
        return balls.arb(1)
    return q.sqrt().asin() / q.sqrt()


def _turn_slope(_: Ball, q: Ball) -> Ball:
    """dt/dq = 2F1(3/2, 3/2; 5/2; q)/6."""
    return balls.ball(balls.hypergeometric([_THREE, _THREE], [_FIVE], q)) / 6


def _level(a: Rational, b: Rational, c: Rational, d: Rational) -> Ball:
    """L over the box."""
    i = _inverse(a, b)
    first, second, third, turn = (_between(f, a, b, c, d) for f in (_first, _second, _third, _turn))
    return (1 + i) / 2 * first + (1 - i) / 2 * second * turn**2 - third * turn


def _slope(a: Rational, b: Rational, c: Rational, d: Rational) -> Ball:
    """dL/dq over the box."""
    i = _inverse(a, b)
    second, third, turn = (_between(f, a, b, c, d) for f in (_second, _third, _turn))
    rises = (_between(f, a, b, c, d) for f in (_first_slope, _second_slope, _third_slope, _turn_slope))
    first_rise, second_rise, third_rise, turn_rise = rises
    return (
        (1 + i) / 2 * first_rise
        + (1 - i) / 2 * (second_rise * turn + 2 * second * turn_rise) * turn
        - third_rise * turn
        - third * turn_rise
    )
