"""The RF-conformity of a pair of fixed cosine with independent chi_d norms: by series, recurrence and quadrature."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.numerics.trapezoidal import by_trapezoid
from rftheory.exact.scalars import Ball, ComplexBall, MpContext, MpNumber, Rational, Real

_COSTLY = 5000  # -v2 beyond which the cancelling series in c is not summed

Route = Callable[[Rational, Rational, Rational], Ball]


class Conformity(BallFunction):
    """rho_c(t) = E 0F1(; d/2; t |w_1+w_2|^2/4), t = v^2, for a pair of cosine c with independent chi_d norms.

    Equals the RF-conformity of Definition 3.1 of simrf for equal pair cosines, and E b_1 b_2 there.
    """

    nargs = 3
    plain = """\
def Conformity(d, c, t):
    weight = gamma((d + 1)/2)/(sqrt(pi)*gamma(d/2))
    return weight*quad(lambda p: sin(p)**(d - 1)*hyp1f1(d, d/2, t*(1 + c*sin(p))/2), linspace(0, pi, 9))
"""

    @staticmethod
    def ball(d: Real, c: Real, t: Real) -> Real:
        """Exact arguments by the route of `_exact_conformity`, balls by the series in c; every tail is proved."""
        if isinstance(t, balls.fmpq) and t == 0:
            return balls.fmpq(1)
        if isinstance(c, balls.fmpq) and c == 0:
            return balls.hypergeometric([d], [d / 2], t / 2)
        given = (d, c, t)
        if balls.all_rational(given):
            return _exact_conformity(*(balls.as_fraction(a) for a in given), balls.precision())
        if isinstance(d, balls.fmpq) and isinstance(t, balls.fmpq) and d.q == 1 and d <= 300 and t > 300:
            long = t > 1000 and balls.precision() <= 700
            return by_trapezoid(d, c, t) if long else _conformity_integral(d, c, t)
        return _conformity_series(d, c, t)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, c: MpNumber, t: MpNumber) -> MpNumber:
        """Average of the sphere integral over the chi_{2d} radius and the split of the two norms."""

        def over_split(phi: MpNumber) -> MpNumber:
            stretch = 1 + c * ctx.sin(phi)
            return ctx.sin(phi) ** (d - 1) * ctx.hyp1f1(d, d / ctx.mpf(2), t * stretch / 2)

        weight = ctx.gamma((d + 1) / ctx.mpf(2)) / (ctx.sqrt(ctx.pi) * ctx.gamma(d / ctx.mpf(2)))
        return weight * ctx.quad(over_split, ctx.linspace(0, ctx.pi, 9))

    def _latex(self, printer: Printer, *_: object) -> str:
        d, c, t = (printer.doprint(a) for a in self.args)
        return rf"\rho^{{({d})}}_{{{c}}}\left({t}\right)"


class ConformityBesideSquare(Conformity):
    """rho_c(t), t >= 0, as a summand beside e^(2t): where it is rounded off, 0 <= rho_c(t) <= e^(t (1 + max(c, 0))).

    1F1(d; d/2; z) <= e^(2z) for z >= 0, as (d)_k <= 2^k (d/2)_k, and z = (t/2)(1 + c sin f) <= (t/2)(1 + max(c, 0)).
    """

    @staticmethod
    def ball(d: Real, c: Real, t: Real) -> Real:
        """The bound where it is far below 2^-precision e^(2t), else the value."""
        bound = negligible_beside_square(balls.ball(c), t)
        return Conformity.ball(d, c, t) if bound is None else bound


def negligible_beside_square(c: Ball, t: Real) -> Ball | None:
    """A ball of [0, e^(t (1 + max(c, 0)))] where that is below e^(2t-1000) 2^-precision, else None."""
    largest = balls.ball(t) * (1 + c.max(balls.arb(0)))
    if not 2 * t - largest > 1000 + balls.precision():
        return None
    half = (largest.exp() / 2).upper()
    return half + balls.arb(0, half)


@balls.kept(maxsize=4096)
def _exact_conformity(d: Fraction, c: Fraction, t: Fraction, bits: int) -> Real:
    """The value at rational arguments; kept, because many statements ask for the same pair."""
    with balls.working_precision(bits):
        arguments = [balls.exact(a) for a in (d, c, t)]
        if t < -_COSTLY and (d > 300 or abs(c * t) <= 1):
            return _conformity_bound(*arguments)
        if abs(c * t) <= 1:
            with balls.working_precision(bits + max(0, int(-3 * t))):  # for t < 0 the value is about e^t
                return +_conformity_series(*arguments)
        if t > 0 and d > 300 and abs(c * t) <= 20:
            with balls.working_precision(bits + int(3 * abs(c * t)) + 20):  # for c < 0 the terms cancel
                return _conformity_series(*arguments)
        return _route(d, c, t, bits)(*arguments)


def _conformity_bound(d: Rational, c: Rational, t: Rational) -> Ball:
    """A ball around 0 for t < 0 and even d, where only sums with larger terms need the value.

    |1F1(2n; n; -x)| = e^-x |1F1(-n; n; x)| <= e^-x (1 + x/n)^n, n = d/2, which falls in x >= |t| (1 + min(c, 0))/2.
    """
    if d.p % 2 or d.q > 1:
        raise PrecisionError(
            f"no value for t = {t} below -{_COSTLY} in the odd dimension d = {d}: too many terms"
        )
    least = -t / 2 * (1 + min(c, balls.fmpq(0)))
    size = (d / 2 * balls.ball(1 + 2 * least / d).log() - least).exp()
    return balls.arb(0, size.upper())


def _route(d: Fraction, c: Fraction, t: Fraction, bits: int) -> Route:
    """What is fastest: the recurrence for short inputs or many digits, quadrature or the trapezoidal rule for long ones."""
    if t > 0 and (d > 300 or t > (4000 if bits > 600 else 1000)):
        many = bits > 600 and c * t > 1000
        far = d > 300 or not (c < 0 and t > 10**8)
        return by_trapezoid if far and (d >= 20 or t > 100_000 or many) else _conformity_integral
    if t < -5000 and d <= 300 and d.denominator == 1:
        return by_trapezoid if d >= 20 and abs(t) * (1 + c) <= 20 else _conformity_integral
    return _conformity_recurrence


def _conformity_series(d: Real, c: Real, t: Real) -> Ball:
    """sum_p f_p c^p, f_p = t^p Gamma((d+p)/2)^2 / (p! Gamma(d/2) Gamma(d/2+p)) 1F1(d+p; d/2+p; t/2).

    For t >= 0 the ratio f_{p+1}/f_p is at most t (d+p)/((p+1)(d+2p)): Gamma(x+1/2)^2 <= x Gamma(x)^2 and
    1F1(d+p; d/2+p; t/2) falls in p. For t < 0 |1F1| <= 1 gives the same ratio for the bound without 1F1.
    """
    half = d / 2
    product = balls.ball(c) * balls.ball(t)
    size = abs(product)
    positive = bool(balls.ball(t) >= 0)
    gammas = balls.gamma(half) ** 2 / balls.gamma(half)
    other = balls.gamma((d + 1) / 2) ** 2 / balls.gamma(half + 1)
    inverse = balls.reciprocal_gamma(half)
    total = balls.arb(0)
    scale = balls.arb(1)
    coefficient = [gammas * inverse, other * inverse]
    p, small = 0, balls.arb(2) ** (-balls.precision())
    while True:
        # Gamma((d+p)/2)^2/Gamma(d/2+p), two steps at a time: ((d+p)/2)^2 / ((d/2+p)(d/2+p+1))
        inner = balls.hypergeometric([d + p], [half + p], t / 2)
        term = scale * coefficient[p % 2] * inner
        total = total + term
        magnitude = abs(term) if positive else abs(scale * coefficient[p % 2])
        step = size * balls.ball((d + p) / ((p + 1) * (d + 2 * p)))
        if step < 0.5 and magnitude * step * 2 <= abs(total).upper() * small:
            return total + balls.arb(0, (magnitude * step * 2).upper())
        coefficient[p % 2] = coefficient[p % 2] * balls.ball(
            (d + p) * (d + p) / 4 / ((half + p) * (half + p + 1))
        )
        p += 1
        scale = scale * product / p


def _conformity_recurrence(d: Rational, c: Rational, t: Rational) -> Ball:
    """sum_k a_k I_k, a_k = (t/2)^k (d)_k/(k! (d/2)_k), I_k the mean of (1 + c sin f)^k under sin^(d-1).

    Integrating the derivative of s^d (1+cs)^n sqrt(1-s^2) over s = sin f gives, with n = k + 1,
    (d+n+1) I_{k+3} = (2d+3n+2) I_{k+2} + ((c^2-1)(d+n)-2n-1) I_{k+1} + (1-c^2) n I_k.
    The balls grow by less than two bits a step, which the working precision pays for.
    """
    wanted = balls.precision()
    count = _series_length(d, c, t, wanted)
    with balls.working_precision(wanted + 2 * count + int(3 * abs(balls.to_float(t))) * (t < 0) + 64):
        start = balls.gamma((d + 1) / 2) ** 2 / (balls.gamma(d / 2) * balls.gamma(d / 2 + 1))
        means = [balls.arb(1), 1 + start * c]
        means.append(means[1] * 2 - 1 + c * c * d / (d + 1))
        squared, weight, total = c * c, balls.arb(1), balls.arb(0)
        for k in range(count):
            total = total + weight * means[0]
            weight = weight * (t / 2 * (d + k) / ((k + 1) * (d / 2 + k)))
            n = k + 1
            following = (
                means[2] * (2 * d + 3 * n + 2)
                + means[1] * ((squared - 1) * (d + n) - 2 * n - 1)
                + means[0] * ((1 - squared) * n)
            ) / (d + n + 1)
            means = [means[1], means[2], following]
        base = 1 + c if c > 0 else balls.fmpq(1)
        ratio = abs(balls.ball(t / 2 * base * (d + count) / ((count + 1) * (d / 2 + count))))
        tail = abs(weight) * balls.ball(base) ** count / (1 - ratio)
        if not ratio < 1:
            return balls.arb("nan")
        total = total + balls.arb(0, tail.upper())
    return +total


def _conformity_integral(d: Rational, c: Real, t: Rational) -> Ball:
    """The definition by rigorous quadrature over the split of the two norms, their radius integrated in closed form.

    The integrand is entire, so the analytic flag needs no attention.
    """
    power, half = int(d.p) - 1, d / 2
    with balls.working_precision(balls.precision() + 60):

        def over_split(angle: ComplexBall, _: bool) -> ComplexBall:
            sine = balls.ball(angle).sin()
            return sine**power * balls.hypergeometric([d], [half], t / 2 * (1 + c * sine))

        weight = balls.gamma((d + 1) / 2) / (balls.arb.pi().sqrt() * balls.gamma(half))
        return 2 * weight * balls.integrate(over_split, balls.arb(0), balls.arb.pi() / 2)


def _series_length(d: Real, c: Real, t: Real, bits: int) -> int:
    """A float estimate of how many terms reach `bits`; the caller bounds the true remainder."""
    dimension, size = balls.to_float(d), abs(balls.to_float(t)) / 2 * max(1.0, 1.0 + balls.to_float(c))
    log_term, peak, k = 0.0, 0.0, 0
    while True:
        ratio = size * (dimension + k) / ((k + 1) * (dimension / 2 + k))
        if ratio < 0.5 and log_term < min(peak, 0.0) - bits * math.log(2) - 20:
            return k
        log_term += math.log(ratio) if ratio > 0 else -math.inf
        peak = max(peak, log_term)
        k += 1
