"""Means of powers and exponentials of 1/S for the positive stable law, E e^(-sS) = e^(-s^b), 0 < b <= 1.

J(b, h, p) = E[S^(-h) e^(-p/S)], h, p >= 0. With the moments E S^(-q) = Gamma(1+q/b)/Gamma(1+q), q > -b, it is
* sum_k (-p)^k/k! E S^(-h-k), for b > 1/2 and every p (and at p = 0);
* sum_k (-1)^(k+1)/k! Gamma(h+bk) Gamma(1+bk) sin(pi b k)/pi p^(-h-bk), k >= 1, for b < 1/2 and p > 0;
* 4^h Gamma(h+1/2)/(sqrt(pi) (1+4p)^(h+1/2)) for b = 1/2, where 1/S is four Gamma variables of shape 1/2;
* (1/2 pi i) int Gamma(s) p^(-s) E S^(s-h) ds along Re s = c, 0 < c < h + b (Mellin's inversion).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.numerics.enclosing import enclose, short
from rftheory.exact.scalars import Ball, ComplexBall, MpContext, MpNumber, Rational

_NODES = 50_000
_DEEPEST = 6_000  # bits that a series may lose
_HALF = balls.fmpq(1, 2)
Q = TypeVar("Q", Ball, ComplexBall)


class StableMean(BallFunction):
    """J(b, h, p) by its series, by the contour where these are too long."""

    nargs = 3

    @staticmethod
    def ball(b: Rational, h: Rational, p: Rational) -> Ball:
        """By whichever form is short enough."""
        if not (0 < b <= 1 and h >= 0 and p >= 0):
            return balls.arb("nan")
        if b == 1:
            return balls.ball(-p).exp()
        if p == 0:
            return _moment(b, balls.ball(h))
        if b == _HALF:
            front = balls.power(balls.fmpq(4), h) * balls.gamma(h + _HALF) / balls.arb.pi().sqrt()
            return balls.ball(front * balls.power(1 + 4 * p, -h - _HALF))
        value = _series(b, h, p)
        return by_contour(b, h, p) if value is None else value

    @staticmethod
    def oracle(ctx: MpContext, b: MpNumber, h: MpNumber, p: MpNumber) -> MpNumber:
        """The mean over Kanter's two variables, S = A(U) E^(-(1-b)/b): plain sums over log E, quadrature over U."""
        if b == 1:
            return ctx.exp(-p)
        return kanter(
            ctx, b, lambda s: s ** -ctx.mpf(h) * ctx.exp(-p / s), ctx.mpf(1) / (1 + h * (1 - ctx.mpf(b)) / b)
        )

    def _latex(self, printer: Printer, *_: object) -> str:
        b, h, p = (printer.doprint(argument) for argument in self.args)
        return rf"\mathbb E\left[S_{{{b}}}^{{-{h}}}e^{{-{p}/S_{{{b}}}}}\right]"


class StableMeanByContour(BallFunction):
    """J(b, h, p), p > 0, by Mellin's inversion of the moments alone."""

    nargs = 3

    @staticmethod
    def ball(b: Rational, h: Rational, p: Rational) -> Ball:
        """A certified integral along a vertical line."""
        return by_contour(b, h, p) if 0 < b <= 1 and h >= 0 and p > 0 else balls.arb("nan")

    @staticmethod
    def oracle(ctx: MpContext, b: MpNumber, h: MpNumber, p: MpNumber) -> MpNumber:
        """As the mean over Kanter's two variables."""
        return StableMean.oracle(ctx, b, h, p)

    def _latex(self, printer: Printer, *_: object) -> str:
        b, h, p = (printer.doprint(argument) for argument in self.args)
        moment = rf"\frac{{\Gamma(1+({h}-s)/{b})}}{{\Gamma(1+{h}-s)}}"
        return rf"\tfrac1{{2\pi i}}\int\Gamma(s)\left({p}\right)^{{-s}}{moment}\,ds"


class StableLaplace(BallFunction):
    """E e^(-tS), t > 0, by Mellin's inversion of the moments alone; it is e^(-t^b)."""

    nargs = 2

    @staticmethod
    def ball(b: Rational, t: Rational) -> Ball:
        """A certified integral along a vertical line."""
        return by_contour(b, balls.fmpq(0), t, -1) if 0 < b <= 1 and t > 0 else balls.arb("nan")

    @staticmethod
    def oracle(ctx: MpContext, b: MpNumber, t: MpNumber) -> MpNumber:
        """The mean over Kanter's two variables."""
        return ctx.exp(-t) if b == 1 else kanter(ctx, b, lambda s: ctx.exp(-t * s), ctx.mpf(1))

    def _latex(self, printer: Printer, *_: object) -> str:
        b, t = (printer.doprint(argument) for argument in self.args)
        moment = rf"\frac{{\Gamma(1+s/{b})}}{{\Gamma(1+s)}}"
        return rf"\tfrac1{{2\pi i}}\int\Gamma(s)\left({t}\right)^{{-s}}{moment}\,ds"


def kanter(
    ctx: MpContext, b: MpNumber, function: Callable[[MpNumber], MpNumber], reach: MpNumber
) -> MpNumber:
    """E function(S) by Kanter's form of S, in plain sums; `reach` is the inverse rate of decay towards E = 0."""
    power = (1 - ctx.mpf(b)) / b
    step = 1 / (5 * (1 + power))
    count = int(36 * reach / step) + 1

    def inner(u: MpNumber) -> MpNumber:
        a = ctx.sin(b * u) * ctx.sin((1 - b) * u) ** power / ctx.sin(u) ** (1 / ctx.mpf(b))
        places = (step * k for k in range(-count, int(4 / step)))
        return step * ctx.fsum(ctx.exp(v - ctx.exp(v)) * function(a * ctx.exp(-power * v)) for v in places)

    return ctx.quad(inner, [0, ctx.pi]) / ctx.pi


def _moment(b: Rational, q: Q) -> Q:
    """E S^(-q) = Gamma(1+q/b)/Gamma(1+q)."""
    value: Any = balls.gamma(1 + q / balls.ball(b)) * balls.reciprocal_gamma(1 + q)
    found: Q = value
    return found


def _series(b: Rational, h: Rational, p: Rational) -> Ball | None:
    """The convergent series, None where it takes more terms than the contour or loses too many bits."""
    bits = balls.precision()
    nats = _powers(b, h, p) if b > _HALF else _tails(b, h, p)
    largest, first, k = -math.inf, nats(0 if b > _HALF else 1), 0
    while True:
        k += 1
        size = nats(k)
        largest = max(largest, size, first)
        if size < largest - (bits + 40) * math.log(2) and size < nats(k - 1 or 1):
            break
        if k > 2 * bits or largest - first > _DEEPEST * math.log(2):
            return None
    lost = int((largest - first) / math.log(2)) + 2 * k.bit_length()
    with balls.working_precision(bits + max(0, lost) + 40):
        return _sum_of_powers(b, h, p, k) if b > _HALF else _sum_of_tails(b, h, p, k)


def _powers(b: Rational, h: Rational, p: Rational) -> Callable[[int], float]:
    """Nats of the terms in powers of p, in floats."""
    beta, shift, log_p = balls.to_float(b), balls.to_float(h), math.log(balls.to_float(p))
    return lambda k: (
        k * log_p - math.lgamma(k + 1) + math.lgamma(1 + (shift + k) / beta) - math.lgamma(1 + shift + k)
    )


def _tails(b: Rational, h: Rational, p: Rational) -> Callable[[int], float]:
    """Nats of the terms in powers of p^(-b), in floats."""
    beta, shift, log_p = balls.to_float(b), balls.to_float(h), math.log(balls.to_float(p))
    return lambda k: (
        math.lgamma(shift + beta * k) + math.lgamma(1 + beta * k) - math.lgamma(k + 1) - beta * k * log_p
    )


def _sum_of_powers(b: Rational, h: Rational, p: Rational, count: int) -> Ball:
    """Terms before `count`, and a geometric bound of the rest: Gamma(x+s)/Gamma(x) <= (x+s)^s.

    That bound of the ratios, ((h+k+1)/b)^(1/b) p/((k+1)(h+k)) with 1/b < 2, decreases in k.
    """
    total, factor = balls.arb(0), balls.arb(1)
    for k in range(count):
        balls.spend()
        total = total + factor * _moment(b, balls.ball(h + k))
        factor = factor * (-p) / (k + 1)
    last = abs(factor * _moment(b, balls.ball(h + count)))
    ratio = balls.ball((h + count + 1) / b) ** balls.ball(1 / b) * p / ((count + 1) * (h + count))
    return enclose(total, last / (1 - ratio)) if ratio < 1 else balls.arb("nan")


def _sum_of_tails(b: Rational, h: Rational, p: Rational, count: int) -> Ball:
    """Terms before `count`, and a geometric bound of the rest, without the sines.

    Ratios are at most (h+b(k+1))^b (1+b(k+1))^b p^(-b)/(k+1), which decreases in k for b < 1/2.
    """
    root = balls.power(balls.ball(p), -b)
    total, factor, pi = balls.arb(0), balls.arb(-1), balls.arb.pi()
    for k in range(1, count):
        balls.spend()
        factor = -factor * root / k
        size = balls.gamma(balls.ball(h + b * k)) * balls.gamma(balls.ball(1 + b * k))
        total = total + factor * size * (pi * (b * k)).sin()
    last = (
        abs(factor * root / count)
        * balls.gamma(balls.ball(h + b * count))
        * balls.gamma(balls.ball(1 + b * count))
    )
    ratio = balls.ball((h + b * (count + 1)) * (1 + b * (count + 1))) ** balls.ball(b) * root / (count + 1)
    value = enclose(total, last / (1 - ratio)) if ratio < 1 else balls.arb("nan")
    return value * balls.power(balls.ball(p), -h) / pi


def by_contour(b: Rational, h: Rational, p: Rational, inverse: int = 1) -> Ball:
    """E[S^(-h) exp(-p S^(-inverse))], inverse +-1, along Re s = c near the saddle by the trapezoidal rule.

    |f(c + iy)| is at most p^(-c) E S^(inverse c - h) |Gamma(c + iy)|, which falls in |y|; and int |Gamma(c + iy)| dy at most
    (2 pi^2 2^(-2c-2) Gamma(2c+2)/c)^(1/2), by the norm of x^(c+1) e^(-x) and that of 1/(c + iy). So the step errs by at most
    2N/(exp(2 pi v/step) - 1) with N that bound at c +- v (Trefethen and Weideman, SIAM Review 56, 2014, Theorem 5.1). Both
    factors of f fall in |y|, that of Gamma at the rate sum_k y/((c+k)^2+y^2) >= atan(y/c), which rises.
    """
    bits = balls.precision()
    c, laplace = _saddle(b, h, p, inverse), inverse < 0 and h == 0
    nats = (bits + 20) * math.log(2)
    v, lost = _strip(b, h, p, inverse, c, nats)
    wide = short(v)
    step = short(2 * math.pi * v / (nats + lost))
    with balls.working_precision(bits + 40 + 2 * int(math.log2(balls.to_float(h + c) + 2))):
        power, small = -balls.ball(p).log(), balls.arb(2) ** (-bits - 8)

        def along(y: Rational) -> ComplexBall:
            s = balls.acb(balls.ball(c), balls.ball(y))
            if laplace:  # Gamma(s)/Gamma(1+s) = 1/s
                return balls.gamma(1 + s / balls.ball(b)) * (power * s).exp() / s
            return balls.gamma(s) * (power * s).exp() * _moment(b, h - inverse * s)

        total = along(balls.fmpq(0)).real / 2
        for k in range(1, _NODES):
            balls.spend()
            value = along(step * k)
            total = total + value.real
            rest = abs(value) / balls.ball(step * k / c).atan()
            if rest < abs(total) * step * small:
                break
        else:
            return balls.arb("nan")
        largest = _line(b, h, p, inverse, c + wide).max(_line(b, h, p, inverse, c - wide))
        error = largest / ((2 * balls.arb.pi() * wide / step).exp() - 1)
        return enclose(step * total, rest + error) / balls.arb.pi()


def _strip(
    b: Rational, h: Rational, p: Rational, inverse: int, c: Rational, nats: float
) -> tuple[float, float]:
    """A half-width of the strip, and by how many nats the bound on its edges exceeds that at c, in floats."""
    beta, shift, log_p, middle = (
        *(balls.to_float(value) for value in (b, h)),
        math.log(balls.to_float(p)),
        balls.to_float(c),
    )

    def height(at: float) -> float:
        q = shift - inverse * at
        return (
            math.lgamma(1 + q / beta) - math.lgamma(1 + q) - at * (log_p + math.log(2))
            + math.lgamma(2 * at + 2) / 2 - math.log(at) / 2
        )  # fmt: skip

    room = min(middle, shift + beta - middle) if inverse > 0 else middle
    widths = [0.95 * room * 0.75**k for k in range(100)]
    losses = [max(height(middle - w), height(middle + w)) - height(middle) + 2 for w in widths]
    return min(zip(widths, losses, strict=True), key=lambda each: (nats + max(0.0, each[1])) / each[0])


def _height(b: Rational, h: Rational, p: Rational, inverse: int, c: Rational) -> Ball:
    """p^(-c) E S^(inverse c - h)."""
    return balls.power(balls.ball(p), -c) * _moment(b, balls.ball(h - inverse * c))


def _line(b: Rational, h: Rational, p: Rational, inverse: int, c: Rational) -> Ball:
    """A bound of the integral of |f| along Re s = c."""
    if not c > 0 or not (inverse < 0 or h + b > c):
        return balls.arb("inf")
    square = (
        2
        * balls.arb.pi() ** 2
        * balls.power(balls.fmpq(2), -2 * c - 2)
        * balls.gamma(balls.ball(2 * c + 2))
        / c
    )
    return abs(_height(b, h, p, inverse, c)) * square.sqrt()


def _saddle(b: Rational, h: Rational, p: Rational, inverse: int) -> Rational:
    """An abscissa near the least value on the real line, off the poles at both ends, in floats."""
    beta, shift, log_p = balls.to_float(b), balls.to_float(h), math.log(balls.to_float(p))

    def nats(c: float) -> float:
        q = shift - inverse * c
        return math.lgamma(c) - c * log_p + math.lgamma(1 + q / beta) - math.lgamma(1 + q)

    far = shift + beta / 2 if inverse > 0 else 2 + 2 * math.exp(beta * log_p)
    low, high = min(0.25, far / 2), far
    for _ in range(60):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, right) if nats(left) < nats(right) else (left, high)
    return short(low)
