"""Gamma variables cut into strata of equal probability: their quantiles, and means of exp(-y/G) over one stratum.

Along G = e^u the density times e^(-y/G) is exp(h(u))/Gamma(nu), h(u) = nu u - e^u - y e^(-u), which is concave; so what lies
beyond a point c with h'(c) > 0 (on the left, or < 0 on the right) is at most e^(h(c))/|h'(c)|.
"""

from __future__ import annotations

import math
from statistics import NormalDist

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.radial import panel_quantiles
from rftheory.exact.functions.radial.matern import MaternKernel
from rftheory.exact.numerics.gamma_panels import gamma_panels
from rftheory.exact.scalars import Ball, ComplexBall, MpContext, MpNumber, Rational

_NEWTON = 4000  # steps: monotone from the left, quadratic at the end
_TERMS = 5_000_000  # some seconds
_GUARD = 48
_QUADRATURE = 600  # bits up to which quadrature is the faster one
_REACH = 9  # log of the quantile up to which the series is
_NOTHING = 10**15  # nats below which a stratum weighs nothing beside the others


class GammaQuantile(BallFunction):
    """q with P(nu, q) = p: the quantile of the Gamma law of shape nu > 0, 0 < p < 1."""

    nargs = 2

    @staticmethod
    def ball(nu: Rational, p: Rational) -> Ball:
        """Newton's method along log q, then certified signs at both ends."""
        return log_quantile(nu, p, balls.precision()).exp()

    @staticmethod
    def oracle(ctx: MpContext, nu: MpNumber, p: MpNumber) -> MpNumber:
        """Bisection of the distribution function, a quadrature of the density along log q."""

        def below(u: MpNumber) -> MpNumber:
            ends = [u - k / nu - j for k, j in ((0, 0), (1, 0), (9, 2), (90, 9))]
            return ctx.quad(lambda t: ctx.exp(nu * t - ctx.exp(t) - ctx.loggamma(nu)), ends[::-1]) - p

        low = (ctx.log(p) + ctx.loggamma(nu + 1)) / nu
        high = ctx.log(nu + 9 - ctx.log(1 - p) * 9)
        while high - low > ctx.mpf(10) ** (2 - ctx.dps) * (1 + abs(low)):
            middle = (low + high) / 2
            low, high = (middle, high) if below(middle) < 0 else (low, middle)
        return ctx.exp(low)

    def _latex(self, printer: Printer, *_: object) -> str:
        nu, p = (printer.doprint(argument) for argument in self.args)
        return rf"q_{{{nu}}}\left({p}\right)"


class GammaStratum(BallFunction):
    """E[exp(-y/G); G in the b-th of B strata of probability 1/B each], G of the Gamma law of shape nu."""

    nargs = 4

    @staticmethod
    def ball(nu: Rational, y: Rational, b: Rational, B: Rational) -> Ball:
        """A certified quadrature along log G between quantiles, the tails bounded."""
        if not (nu > 0 and y >= 0 and b.q == B.q == 1 and 1 <= b <= B):
            return balls.arb("nan")
        return _between(nu, y, b, B)

    @staticmethod
    def oracle(ctx: MpContext, nu: MpNumber, y: MpNumber, b: MpNumber, B: MpNumber) -> MpNumber:
        """Plain quadrature of exp(-y/q) over the probability of q."""
        ends = [ctx.mpf(0), ctx.inf]
        for k, share in enumerate(((b - 1) / ctx.mpf(B), b / ctx.mpf(B))):
            if 0 < share < 1:
                ends[k] = GammaQuantile.oracle(ctx, ctx.mpf(nu), share)
        low, high = ends
        middle = low + 1 if high == ctx.inf else (low + high) / 2
        density = lambda t: t ** (nu - 1) * ctx.exp(-t - y / t)
        return ctx.quad(density, [low, low + (middle - low) / 8, middle, high]) / ctx.gamma(nu)

    def _latex(self, printer: Printer, *_: object) -> str:
        nu, y, b, B = (printer.doprint(argument) for argument in self.args)
        return rf"\mathbb E\left[e^{{-({y})/G_{{{nu}}}}};\,{b}\text{{ of }}{B}\right]"


@balls.kept(maxsize=4096)
def log_quantile(nu: Rational, p: Rational, bits: int) -> Ball:
    """log q with P(nu, q) = p, to an absolute error of about 2^-bits."""
    if not (nu > 0 and 0 < p < 1):
        return balls.arb("nan")
    if panel_quantiles.suits(nu, p, bits):
        found = panel_quantiles.log_quantile(nu, p, bits, _log_mass)
        if found is not None:
            return found
    lost = int(math.log2(balls.to_float(nu) + 2))
    with balls.working_precision(64 + lost):
        u, step = _start(nu, p), balls.arb(1)
        for _ in range(_NEWTON):
            u, step = _newton(nu, p, u)
            if abs(step) < balls.arb(2) ** -30:
                break
    precision = 64
    while precision < bits + _GUARD:
        precision = min(2 * precision - 16, bits + _GUARD)
        with balls.working_precision(precision + lost):
            u, step = _newton(nu, p, u)
    for wide in (bits + _GUARD, bits + 2 * _GUARD, 2 * bits):
        with balls.working_precision(wide + lost):
            off, goal = balls.arb(2) ** (-bits - 4), balls.ball(p).log()
            low, high = (u - off).mid(), (u + off).mid()
            if _log_mass(nu, low)[0] < goal < _log_mass(nu, high)[0]:
                return u + balls.arb(0, 2 * off)  # wider than low and high, which were rounded
    return balls.arb("nan")


def _start(nu: Rational, p: Rational) -> Ball:
    """Near log q: Wilson and Hilferty's, or where P is at most q^nu/Gamma(nu+1)."""
    shape, share = balls.to_float(nu), balls.to_float(p)
    root = (
        1 - 1 / (9 * shape) + NormalDist().inv_cdf(share) / (3 * math.sqrt(shape)) if 0 < share < 1 else 0.0
    )
    if shape > 1 and root > 0:
        return balls.arb(math.log(shape) + 3 * math.log(root))
    return ((balls.ball(p).log() + balls.ball(nu + 1).lgamma()) / nu).mid()


def _newton(nu: Rational, p: Rational, u: Ball) -> tuple[Ball, Ball]:
    """A step towards log P = log p, which is concave in u: from the left it never goes too far."""
    balls.spend()
    log_mass, slope = _log_mass(nu, u)
    step = (balls.ball(p).log() - log_mass) / slope
    return (u + step).mid(), step


def _log_mass(nu: Rational, u: Ball) -> tuple[Ball, Ball]:
    """log P(nu, e^u) and its slope in u; P = q^nu e^(-q) 1F1(1; nu+1; q)/Gamma(nu+1), a series of positive terms."""
    q = u.exp()
    series = _rising_series(balls.ball(nu), q)
    return nu * u - q - balls.ball(nu + 1).lgamma() + series.log(), nu / series


def _rising_series(nu: Ball, q: Ball) -> Ball:
    """1F1(1; nu+1; q) = sum q^k/(nu+1)_k, the rest below a geometric series."""
    total = term = balls.arb(1)
    small = balls.arb(2) ** (-balls.precision() - 4)
    for k in range(1, _TERMS):
        ratio = q / (nu + k)
        term = term * ratio
        total = total + term
        if k % 16 == 0 and ratio < 1 and term * ratio < total * small * (1 - ratio):
            balls.spend()
            return total + balls.arb(0, (term * ratio / (1 - ratio)).upper())
    return balls.arb("nan")


def _between(nu: Rational, y: Rational, b: Rational, B: Rational) -> Ball:
    bits = balls.precision()
    if B == 1:  # one stratum is the whole law
        return balls.ball(MaternKernel.ball(nu, y)) if y > 0 else balls.arb(1)
    with balls.working_precision(bits + _GUARD):
        low = None if b == 1 else log_quantile(nu, (b - 1) / B, bits)
        high = None if b == B else log_quantile(nu, b / B, bits)
        furthest = low if high is None else high
        assert furthest is not None
        if y > 0 and bits > _QUADRATURE and furthest < _REACH:
            whole = MaternKernel.ball(nu, y) if high is None else _below(nu, y, high)
            value = whole if low is None else whole - _below(nu, y, low)
            if balls.is_finite(value):
                return balls.ball(value)
        if high is not None and y * (-high).exp() > _NOTHING:
            return balls.arb(0).union((-y * (-high).exp()).exp())  # at most e^(-y/q_b)
        if balls.all_rational([y]) and panel_quantiles.suits(
            nu, 1 / B, bits
        ):  # no ball of a number too large
            mass = gamma_panels(nu, y, bits + _GUARD).between(low, high)
            if mass is not None:
                return mass
        scale = balls.gamma(balls.ball(nu))
        peak = ((nu + (balls.ball(nu * nu + 4 * y)).sqrt()) / 2).log().mid()
        top = peak if low is None or low < peak else low.mid()
        top = top if high is None or top < high else high.mid()
        height = _height(nu, y, top)
        nats = balls.arb(bits + _GUARD)
        error = balls.arb(0)
        if low is None or _height(nu, y, low) < height - nats:
            low, rest = _cut(nu, y, top, height - nats, -1, low)
            error += rest
        if high is None or _height(nu, y, high) < height - nats:
            high, rest = _cut(nu, y, top, height - nats, 1, high)
            error += rest
        shift = height.mid()

        def integrand(u: ComplexBall, analytic: bool) -> ComplexBall:  # noqa: ARG001  # entire
            return (nu * u - u.exp() - y * (-u).exp() - shift).exp()

        value = balls.integrate(integrand, low, high) * shift.exp()
        return (value + error * balls.arb("0 +/- 1")) / scale


def _below(nu: Rational, y: Rational, u: Ball) -> Ball:
    """E[exp(-y/G); log G < u] = sum_k (-1)^k A_k/(k! Gamma(nu)), A_k = int_0^q t^(nu+k-1) e^(-y/t) dt, q = e^u.

    By parts (nu+k+1) A_(k+1) = q^(nu+k+1) e^(-y/q) - y A_k; |A_(k+1)| <= q A_k, so that the terms end in a geometric series.
    """
    q = u.exp()
    if not (y < balls.precision() and q < balls.precision()):
        return balls.arb("nan")
    extra = int(1.5 * (balls.to_float(y) + 2 * balls.to_float(q))) + 20
    with balls.working_precision(balls.precision() + extra):
        edge = (nu * u - y / q).exp()
        area = balls.power(balls.ball(y), nu) * (y / q).gamma_upper(balls.ball(-nu))
        total, factor = area, balls.arb(1)
        small = abs(area) * balls.arb(2) ** (-balls.precision())
        for k in range(_TERMS):
            edge = edge * q
            area = (edge - y * area) / (nu + k + 1)
            factor = -factor / (k + 1)
            total = total + factor * area
            if k + 2 > 2 * q and abs(factor) * edge < small:
                break
        rest = 2 * abs(factor) * edge
        return (total + balls.arb(0, rest.upper())) * balls.reciprocal_gamma(nu)


def _height(nu: Rational, y: Rational, u: Ball) -> Ball:
    return nu * u - u.exp() - y * (-u).exp()


def _cut(nu: Rational, y: Rational, top: Ball, level: Ball, side: int, end: Ball | None) -> tuple[Ball, Ball]:
    """A point beyond `top` on a side where h lies below a level but not far below, and a bound of what is cut off there."""
    near, far, step = top, top, balls.arb(1)
    while not _height(nu, y, far) < level:
        near, far, step = far, (far + side * step).mid(), 2 * step
    for _ in range(24):
        middle = ((near + far) / 2).mid()
        near, far = (near, middle) if _height(nu, y, middle) < level else (middle, far)
    if end is not None and not side * (end - far) > 0:
        return end, balls.arb(0)
    slope = -side * (nu - far.exp() + y * (-far).exp())
    return far, (_height(nu, y, far).exp() / slope).upper()
