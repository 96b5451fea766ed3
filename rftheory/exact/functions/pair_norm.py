"""The law of |w_1+w_2| for two vectors of fixed cosine with independent chi_d norms.

With r_2/r_1 = e^u the angular integrals of (20) and (55) in simrf run over all real u, and the substitution
sinh(u/2) = sqrt((1+c)/2) sinh(y) makes their integrands analytic and bounded in |Im y| < pi/4 for every c > -1.
There the trapezoidal rule converges geometrically (`strip_rule`). At c = -1 the density is a Tricomi function, and
q = e^y = 1/(2 sinh(u/2)^2) serves the law.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.incomplete_gamma import regular_lower, regular_upper
from rftheory.exact.numerics.enclosing import enclose
from rftheory.exact.numerics.strip_rule import Term, choose, gather, geometric, rule_error
from rftheory.exact.numerics.tricomi_integral import tricomi_integral
from rftheory.exact.scalars import Ball, ComplexBall, MpContext, MpNumber, Rational, Real

_GUARD = 48  # bits: rules of some thousand nodes lose a dozen, Gamma functions of large d the rest
_HUGE = 2**49  # dimensions; beyond 10^15 FLINT finds no Tricomi function in time

Route = Callable[[Rational, Rational, Real], Ball]


class PairDensity(BallFunction):
    """p(w), the density of |w_1+w_2| at w >= 0 in dimension d for the cosine c, as (20) of simrf states it."""

    nargs = 3
    plain = """\
def PairDensity(d, c, w):
    chi = lambda r: 2**(1 - d/2)/gamma(d/2)*r**(d - 1)*exp(-r*r/2)
    f, side = acos(c), w/sin(acos(c))
    return side*quad(lambda a: chi(side*sin(f - a))*chi(side*sin(a)), linspace(0, f, 9))
"""

    @staticmethod
    def ball(d: Rational, c: Rational, w: Real) -> Real:
        """chi_{2d} at c = 0, a Tricomi function at c = -1 (d < 2^49), else the trapezoidal rule with proved errors."""
        if isinstance(w, balls.fmpq) and w == 0 and c > -1:
            return balls.fmpq(0)
        return _at(_density, d, c, w)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, c: MpNumber, w: MpNumber) -> MpNumber:
        """The triangle of sides r_1, r_2, w: quadrature over the angle between w_1 and the sum."""
        c, w, half = ctx.mpf(c), ctx.mpf(w), d / ctx.mpf(2)
        scale = 2 ** (1 - half) / ctx.gamma(half)

        def chi(r: MpNumber) -> MpNumber:
            return scale * r ** (d - 1) * ctx.exp(-r * r / 2)

        if c == 1:
            return ctx.quad(lambda r: chi(r) * chi(w - r), ctx.linspace(0, w, 5))
        if c == -1:
            return 2 * ctx.quad(lambda r: chi(r) * chi(w + r), [0, 1, 3, 9, 27, ctx.inf])
        angle = ctx.acos(c)
        side = w / ctx.sin(angle)
        return side * ctx.quad(
            lambda a: chi(side * ctx.sin(angle - a)) * chi(side * ctx.sin(a)), ctx.linspace(0, angle, 9)
        )

    def _latex(self, printer: Printer, *_: object) -> str:
        d, c, w = (printer.doprint(argument) for argument in self.args)
        return rf"p^{{({d})}}_{{{c}}}\left({w}\right)"


class PairCdf(BallFunction):
    """P(|w_1+w_2| < w) in dimension d for the cosine c."""

    nargs = 3

    @staticmethod
    def ball(d: Rational, c: Rational, w: Real) -> Real:
        """The incomplete Gamma function at c = 0, else the trapezoidal rule with proved errors."""
        if isinstance(w, balls.fmpq) and w == 0:
            return balls.fmpq(0)
        return _at(_law, d, c, w)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, c: MpNumber, w: MpNumber) -> MpNumber:
        """The density integrated up to w."""
        return ctx.quad(lambda t: PairDensity.oracle(ctx, d, c, t), ctx.linspace(0, ctx.mpf(w), 3))

    def _latex(self, printer: Printer, *_: object) -> str:
        d, c, w = (printer.doprint(argument) for argument in self.args)
        return rf"P^{{({d})}}_{{{c}}}\left({w}\right)"


def _at(route: Route, d: Rational, c: Rational, w: Real) -> Real:
    """The route's value with guard bits; kept at rational arguments, because many statements ask for the same pair."""
    bits = balls.precision() + _GUARD
    if isinstance(w, balls.fmpq):
        value = _kept(route, *(balls.as_fraction(a) for a in (d, c, w)), bits)
    else:
        with balls.working_precision(bits):
            value = route(d, c, w)
    return +value


@balls.kept(maxsize=4096)
def _kept(route: Route, d: Fraction, c: Fraction, w: Fraction, bits: int) -> Real:
    with balls.working_precision(bits):
        return route(*(balls.exact(a) for a in (d, c, w)))


def _density(d: Rational, c: Rational, w: Real) -> Ball:
    x, two = w * w / 2, balls.ball(2)
    if c == 0:
        shape = 2 / (balls.power(two, d) * balls.gamma(d))
    elif c == -1 and d >= _HUGE:
        shape = 4 * balls.gamma(d) / (balls.power(two, d) * balls.gamma(d / 2) ** 2 * balls.arb.pi().sqrt())
        return shape * tricomi_integral(d, x / 2) * balls.ball(-x).exp()
    elif c == -1:
        tricomi = (balls.ball(x) / 2).hypgeom_u(balls.ball(d), balls.ball(d + balls.fmpq(1, 2)))
        shape = 8 * balls.gamma(d) * tricomi / (balls.power(two, 3 * d) * balls.gamma(d / 2) ** 2)
    elif _smooth(d, c):
        shape = 4 * _split_integral(d, c, lambda a: (-x / a).exp() / balls.power(a, d)) / balls.power(two, d)
        return shape / balls.gamma(d / 2) ** 2 * balls.power(balls.ball(w), 2 * d - 1)
    else:
        angular = balls.ball((1 + c) / 2).sqrt() * _density_integral(d, c, x)
        spread = balls.power(balls.ball(1 + c), d) * balls.power(two, 2 * d)
        shape = 8 * angular / (spread * balls.gamma(d / 2) ** 2)
    return shape * balls.ball(-x).exp() * balls.power(balls.ball(w), 2 * d - 1)


def _law(d: Rational, c: Rational, w: Real) -> Ball:
    x = w * w / 2
    if c == 0:
        return regular_lower(d, balls.ball(x))
    norm = 4 * balls.gamma(d) / (balls.power(balls.ball(2), d) * balls.gamma(d / 2) ** 2)
    if c == -1:
        return 1 - norm * _opposite_survival(d, x)
    if _smooth(d, c):
        share = _split_integral(d, c, lambda a: 1 - regular_upper(d, x / a))
        return 2 * share * balls.gamma(d) / balls.gamma(d / 2) ** 2
    return norm * balls.ball((1 + c) / 2).sqrt() * _law_integral(d, c, x)


def _smooth(d: Rational, c: Rational) -> bool:
    """Whether a great many digits are asked for in a low dimension, where Gauss-Legendre beats the trapezoidal rule."""
    return bool(c > balls.fmpq(-9, 10) and d <= 50 and balls.precision() > 300 * balls.to_float(d) + 200)


def _split_integral(d: Rational, c: Rational, part: Callable[[ComplexBall], ComplexBall]) -> Ball:
    """int_0^(pi/2) (sin f cos f)^(d-1) part(1 + c sin 2f) df, even about pi/4, rigorously by Gauss-Legendre."""

    def at(f: ComplexBall, analytic: bool) -> ComplexBall:  # noqa: ARG001
        sine = (2 * f).sin()
        return balls.power(sine / 2, d - 1) * part(1 + c * sine)

    return 2 * balls.integrate(at, balls.arb(0), balls.arb.pi() / 4)


def _density_integral(d: Rational, c: Rational, x: Real) -> Ball:
    """int_R sech(y)^(2d-1) exp(M sech(y)^2) / sqrt(1 + (1+c) sinh(y)^2/2) dy with M = x c/(1+c).

    On Im y = a, with C = cosh 2 Re y, k = cos 2a and q = 1/(C+k): |sech y|^2 = 2q, Re sech(y)^2 = 2(kq + (1-k^2)q^2)
    and |1 + (1+c) sinh(y)^2/2| >= 1/2, so N = 2 pi sup (2q)^(d-1) exp(M Re sech(y)^2) over 2q <= sec(a)^2.
    """
    mass, half = x * c / (1 + c), (1 + c) / 2
    n, m = balls.to_float(d) - 1, balls.to_float(mass)

    def excess(a: float) -> float:
        kappa, limit = (math.cos(2 * a) if m < 0 else 1.0), math.cos(a) ** -2
        top = min(limit, n / (-m * kappa)) if m < 0 else limit
        return n * math.log(top) + m * kappa * top if n else max(m * limit, 0.0)

    a, h = choose(lambda a: excess(a) - excess(0.0) + math.log(n + abs(m) + 2), 0.77)
    start = math.acosh(math.sqrt(-m / (n + 0.5))) if -m > n + 0.5 else 0.0
    first = round(start / balls.to_float(h))

    def term(k: int) -> tuple[Ball, Ball, Ball]:
        grown = balls.ball(h * k).exp()
        cosine = (grown + 1 / grown) / 2
        square = 1 / (cosine * cosine)
        root = (1 + half * (cosine * cosine - 1)).sqrt()
        return balls.power(square, d - 1) / cosine * (mass * square).exp(), root, square

    def after(k: int) -> Term:
        value, root, square = term(k)
        slope = (1 - square).sqrt() * (2 * d - 1 + (2 * mass * square if m < 0 else 0))
        return value / root, geometric(value / root, slope * h)

    def before(k: int) -> Term:
        value, root, square = term(k)
        return value / root, value * k if 2 * d - 1 + 2 * mass * square < 0 else None

    right, remainder = gather(after, first + 1 if first == 0 else first, 1)
    left, lower = gather(before, first - 1, -1, 1) if first > 1 else (balls.arb(0), balls.arb(0))
    whole = 2 * (right + left) + term(0)[0]
    bound = 2 * balls.arb.pi() * _density_peak(d - 1, mass, a)
    return enclose(h * whole, h * 2 * (remainder + lower) + rule_error(bound, a, h))


def _density_peak(n: Rational, mass: Real, a: Rational) -> Ball:
    """Upper bound of s^n exp(M Re sech^2) over s = 2q <= sec(a)^2; Re sech^2 is at most s for M >= 0, at least ks else."""
    limit = 1 / balls.ball(a).cos() ** 2
    if mass >= 0:
        return balls.power(limit, n) * (mass * limit).exp()
    pull = -mass * balls.ball(2 * a).cos()
    if n >= pull * limit:
        return balls.power(limit, n) * (-pull * limit).exp()
    return balls.power(n / pull, n) * balls.ball(-n).exp() if n > 0 else balls.arb(1)


def _law_integral(d: Rational, c: Rational, x: Real) -> Ball:
    """int_R (1+e S)^-d P(d, z) cosh(y) / sqrt(1 + e S/2) dy with e = 1+c, S = sinh(y)^2, z = x (1+e S)/(e + e S).

    As (1+eS)^-d Gamma(d) P(d, z) = (x/(e+eS))^d int_0^1 t^(d-1) e^(-tz) dt, the strip's N is the one of the
    density at M = x t c/(1+c), maximised over t in (0, 1).
    """
    e = 1 + c
    mass = x * c / e
    n, m, size = balls.to_float(d) - 1, balls.to_float(mass), balls.to_float(x)

    def excess(a: float) -> float:
        limit = math.cos(a) ** -2
        rate = size - m * limit * (math.cos(2 * a) if m < 0 else 1.0)
        return n * math.log(limit) + (-rate if n >= rate else n * math.log(n / rate) - n if n else 0.0)

    a, h = choose(lambda a: excess(a) - excess(0.0) + math.log(n + abs(m) + size + 2), 0.77)

    def after(k: int) -> Term:
        grown = balls.ball(h * k).exp()
        cosine = (grown + 1 / grown) / 2
        stretch, spread = 1 + e * (cosine * cosine - 1), e * cosine * cosine
        law = regular_lower(d, x * stretch / spread)
        value = law * cosine / balls.power(stretch, d) / ((1 + stretch) / 2).sqrt()
        share = 1 if c > 0 else spread / stretch
        slope = (1 - 1 / (cosine * cosine)).sqrt() * (2 * d * share - 1) if k else balls.arb(0)
        return value, geometric(value, slope * h)

    total, remainder = gather(after, 1, 1)
    limit = 1 / balls.ball(a).cos() ** 2
    rate = x - mass * limit * (balls.ball(2 * a).cos() if m < 0 else 1)
    top = (-rate).exp() if d - 1 >= rate else balls.power((d - 1) / rate, d - 1) * balls.ball(1 - d).exp()
    bound = (
        2 * balls.arb.pi() * balls.power(balls.ball(x / e), d) / balls.gamma(d) * balls.power(limit, d - 1)
    )
    whole = 2 * total + after(0)[0]
    return enclose(h * whole, 2 * h * remainder + rule_error(bound * (top if d > 1 else 1), a, h))


def _opposite_survival(d: Rational, x: Real) -> Ball:
    """int_R (q/(1+q))^d Q(d, x(1+q)) / sqrt(1+2q) dy, q = e^y: the law at c = -1; N = sec(a)^d E_1(x), a < pi/2."""
    n = balls.to_float(d)
    a, h = choose(lambda a: -n * math.log(math.cos(a)) + math.log(n + 2), 1.54)
    middle = round(math.log(n / balls.to_float(x)) / balls.to_float(h))
    first = balls.ball(x).gamma_upper(balls.ball(d), 1)

    def term(k: int) -> tuple[Ball, Ball]:
        q = balls.ball(h * k).exp()
        law = regular_upper(d, x * (1 + q))
        return q, balls.power(q / (1 + q), d) * law / (1 + 2 * q).sqrt()

    def after(k: int) -> Term:
        q, value = term(k)
        return value, geometric(value, (x * q - d) * h)

    def before(k: int) -> Term:
        q, value = term(k)
        return value, geometric(first * balls.power(q, d), balls.ball(d * h))

    right, upper = gather(after, middle, 1)
    left, lower = gather(before, middle - 1, -1)
    bound = balls.ball(x).gamma_upper(balls.arb(0)) / balls.ball(a).cos() ** d
    return enclose(h * (right + left), h * (upper + lower) + rule_error(bound, a, h))
