"""Exact maxima over the angle of the error of the angular hybrid and of the pieces of its bound, and their angles.

With p = theta/pi, s = sin^2(theta/2), c = cos^2(theta/2), g(p) = p (p + (1-p)/n) every quantity is e^(4r^2) times
a function that is at most 1, so that no size of r costs anything; the maxima themselves are `maximum`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import sympy as sp

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.numerics.maximisation import Jet, Peak, Smooth, greatest, peaks
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational, Real

_NEAREST = 400  # equally spaced angles of the oracles, before their search


class LargestError(BallFunction):
    """max over theta of 2m eps^2 e^(-4r^2), eps the relative error of the angular hybrid on the sphere of radius r."""

    nargs = 2
    plain = """\
def LargestError(n, r):
    part = lambda q, t: q*(q + (1 - q)/n)*sinh(r*r*t)**2
    error = lambda p: 4*exp(-4*r*r)*(part(p, 1 + cos(pi*p)) + part(1 - p, 1 - cos(pi*p)))
    near, step = max(linspace(0, mpf(1)/2, 401), key=error), mpf(1)/800
    for _ in range(70):
        near, step = max([max(near - step, 0), near, min(near + step, mpf(1)/2)], key=error), step/2
    return error(near)
"""

    @staticmethod
    def ball(n: Real, r: Real) -> Ball:
        """Over half of the angles: the error is symmetric about pi/2."""
        return _largest("error", n, r)

    @staticmethod
    def oracle(ctx: MpContext, n: MpNumber, r: MpNumber) -> MpNumber:
        """A scan of 4 (g(p) sinh^2(r^2 (1+cos)) + g(1-p) sinh^2(r^2 (1-cos))) e^(-4r^2)."""

        def error(p: MpNumber) -> MpNumber:
            turn = ctx.cos(ctx.pi * p)
            terms = ((p, 1 + turn), (1 - p, 1 - turn))
            return (
                4
                * sum(q * (q + (1 - q) / n) * ctx.sinh(r * r * t) ** 2 for q, t in terms)
                * ctx.exp(-4 * r * r)
            )

        return _scan(ctx, error, r, ctx.mpf(1) / 2)

    def _latex(self, printer: Printer, *_: object) -> str:
        return _text(printer, r"2m\,e^{-4r^2}\epsilon^2", self.args)


class LargestH(BallFunction):
    """max of e^(-2r^2) h_r over [0, pi], h_r(theta) = a_r(theta) + a_r(pi - theta)."""

    nargs = 2

    @staticmethod
    def ball(n: Real, r: Real) -> Ball:
        """Over all angles, as printed."""
        return _largest("h", n, r)

    @staticmethod
    def oracle(ctx: MpContext, n: MpNumber, r: MpNumber) -> MpNumber:
        """A scan."""
        return _scan(ctx, lambda p: _plain_a(ctx, n, r, p) + _plain_a(ctx, n, r, 1 - p), r)

    def _latex(self, printer: Printer, *_: object) -> str:
        return _text(printer, "e^{-2r^2}h_r", self.args)


class LargestA(BallFunction):
    """max of e^(-2r^2) a_r over [0, pi]."""

    nargs = 2

    @staticmethod
    def ball(n: Real, r: Real) -> Ball:
        """Over all angles."""
        return _largest("a", n, r)

    @staticmethod
    def oracle(ctx: MpContext, n: MpNumber, r: MpNumber) -> MpNumber:
        """A scan."""
        return _scan(ctx, lambda p: _plain_a(ctx, n, r, p), r)

    def _latex(self, printer: Printer, *_: object) -> str:
        return _text(printer, "e^{-2r^2}a_r", self.args)


class LargestB(BallFunction):
    """max of e^(-2r^2) b_r over [0, pi], b_r = b^1_r + b^2_r."""

    nargs = 2

    @staticmethod
    def ball(n: Real, r: Real) -> Ball:
        """Over all angles."""
        return _largest("b", n, r)

    @staticmethod
    def oracle(ctx: MpContext, n: MpNumber, r: MpNumber) -> MpNumber:
        """A scan."""
        return _scan(ctx, lambda p: p * (p + (1 - p) / n) * _decay(ctx, r, p), r)

    def _latex(self, printer: Printer, *_: object) -> str:
        return _text(printer, "e^{-2r^2}b_r", self.args)


class LargestPower(BallFunction):
    """max over p in [0, 1] of p^k exp(-4 r^2 sin^2(pi p/2)), k = 1 or 2."""

    nargs = 2

    @staticmethod
    def ball(k: Real, r: Real) -> Ball:
        """Over all angles."""
        return _largest("power", k, r)

    @staticmethod
    def oracle(ctx: MpContext, k: MpNumber, r: MpNumber) -> MpNumber:
        """A scan."""
        return _scan(ctx, lambda p: p**k * _decay(ctx, r, p), r)

    def _latex(self, printer: Printer, *_: object) -> str:
        k, r = (printer.doprint(a) for a in self.args)
        return rf"\max_p p^{{{k}}}e^{{-4 {r}^2\sin^2(\pi p/2)}}"


class PeakAngle(BallFunction):
    """The smallest positive root of theta sin(theta) = q, for 0 < q <= 3/2: it lies in (0, pi/2)."""

    nargs = 1

    @staticmethod
    def ball(q: Real) -> Ball:
        """Newton in balls: theta sin(theta) rises on [0, pi/2], and 2 theta/pi <= sin(theta) <= theta brackets it."""
        target = balls.ball(q)
        if not (target > 0 and target <= balls.fmpq(3, 2)):
            return balls.arb("nan")
        wanted = balls.precision()
        with balls.working_precision(wanted + 30):
            low, high = target.sqrt(), (balls.arb.pi() * target / 2).sqrt()
            found = low.union(high)
            for _ in range(wanted):
                middle = found.mid()
                rest = middle * middle.sin() - target
                following = middle - rest / (found.sin() + found * found.cos())
                if not following.rad() < found.rad() / 2:
                    break
                found = following.intersection(found)
            return found

    @staticmethod
    def oracle(ctx: MpContext, q: MpNumber) -> MpNumber:
        """A root finder between the same brackets."""
        q = ctx.mpf(q)
        return ctx.findroot(
            lambda t: t * ctx.sin(t) - q,
            (ctx.sqrt(q), ctx.sqrt(ctx.pi * q / 2)),
            solver="anderson",
            tol=ctx.eps**2,
        )

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\theta^*\left({printer.doprint(self.args[0])}\right)"


def two_radii(n: Rational, outer: Rational, inner: Rational) -> Ball:
    """max over p of g(p) e^(-4 outer^2 s) (1 - e^(-4 inner^2 c))^2 + its mirror image.

    It falls in `outer` and rises in `inner`: at (a, b) it bounds the scaled error from above for every r in
    [a, b], and at (b, a) from below.
    """
    function = _error(n, outer, inner)
    return greatest(function, peaks(function, balls.fmpq(0), balls.fmpq(1, 2), flat=True))


def _largest(name: str, n: Real, r: Real) -> Ball:
    """The maximum of one of the functions at exact arguments; its boxes are kept for other precisions."""
    if not (isinstance(n, balls.fmpq) and isinstance(r, balls.fmpq) and n > 0 and r >= 0):
        return balls.arb("nan")
    if r == 0:  # the estimates of inputs of length 0 are 1
        return balls.arb(0) if name == "error" else balls.arb("nan")
    try:
        return greatest(_FUNCTIONS[name](n, r), _peaks(name, balls.as_fraction(n), balls.as_fraction(r)))
    except PrecisionError:
        return balls.arb("nan")


@balls.kept(maxsize=4096)
def _peaks(name: str, n: Fraction, r: Fraction) -> tuple[Peak, ...]:
    function = _FUNCTIONS[name](balls.exact(n), balls.exact(r))
    if name == "error":
        return peaks(function, balls.fmpq(0), balls.fmpq(1, 2), flat=True)
    return peaks(function, balls.fmpq(0), balls.fmpq(1))


def _half_sine(p: Jet) -> Jet:
    """sin^2(pi p/2)."""
    angle: Jet = p * (balls.arb.pi() / 2)
    return angle.sin().squared()


def _share(n: Rational, p: Jet) -> Jet:
    """g(p) = p (p + (1-p)/n)."""
    share: Jet = p * (p * balls.ball(1 - 1 / n) + balls.ball(1 / n))
    return share


def _a(n: Rational, outer: Rational, inner: Rational, p: Jet) -> Jet:
    decay: Jet = _half_sine(p) * (-4 * outer * outer)
    lost: Jet = _half_sine(1 - p) * (-4 * inner * inner)
    return _share(n, p) * decay.exp() * lost.expm1().squared()


def _error(n: Rational, outer: Rational, inner: Rational) -> Smooth:
    return lambda p: _a(n, outer, inner, p) + _a(n, outer, inner, 1 - p)


def _hybrid(n: Rational, r: Rational) -> Smooth:
    """4 e^(-4r^2) (g(p) sinh^2(r^2 (1+cos)) + g(1-p) sinh^2(r^2 (1-cos))), where e^-x sinh(x) = -expm1(-2x)/2."""
    return _error(n, r, r)


def _h(n: Rational, r: Rational) -> Smooth:
    """e^(-2r^2) a_r at both angles, a_r = g(p) e^(2r^2 cos) (1 - e^(-2r^2 (1+cos)))^2 with the cosine itself."""
    size = 2 * r * r

    def a(p: Jet) -> Jet:
        angle: Jet = p * balls.arb.pi()
        turn = angle.cos()
        decay: Jet = (turn + balls.fmpq(-1)) * size
        lost: Jet = (turn + 1) * (-size)
        return _share(n, p) * decay.exp() * lost.expm1() * lost.expm1()

    return lambda p: a(p) + a(1 - p)


_FUNCTIONS: dict[str, Callable[[Rational, Rational], Smooth]] = {
    "error": _hybrid,
    "h": _h,
    "a": lambda n, r: lambda p: _a(n, r, r, p),
    "b": lambda n, r: lambda p: _share(n, p) * (_half_sine(p) * (-4 * r * r)).exp(),
    "power": lambda k, r: lambda p: (p if k == 1 else p * p) * (_half_sine(p) * (-4 * r * r)).exp(),
}


def _decay(ctx: MpContext, r: MpNumber, p: MpNumber) -> MpNumber:
    return ctx.exp(-4 * r * r * ctx.sin(ctx.pi * p / 2) ** 2)


def _plain_a(ctx: MpContext, n: MpNumber, r: MpNumber, p: MpNumber) -> MpNumber:
    lost = 1 - ctx.exp(-4 * r * r * ctx.cos(ctx.pi * p / 2) ** 2)
    return p * (p + (1 - p) / n) * _decay(ctx, r, p) * lost**2


def _scan(
    ctx: MpContext, function: Callable[[MpNumber], MpNumber], r: MpNumber, high: MpNumber | int = 1
) -> MpNumber:
    """The best of a grid that is finer near 0 for large r, then golden-section search around it."""
    r = ctx.mpf(r)
    top = ctx.mpf(high)
    grid = [top * i / _NEAREST for i in range(_NEAREST + 1)]
    grid = sorted({*grid, *(min(top, x * 6 / (ctx.pi * r)) for x in grid)})
    values = [function(x) for x in grid]
    best = values.index(max(values))
    low, high = grid[max(0, best - 1)], grid[min(len(grid) - 1, best + 1)]
    ratio = (ctx.sqrt(5) - 1) / 2
    for _ in range(int(ctx.prec * 0.8) + 20):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if function(left) > function(right):
            high = right
        else:
            low = left
    return max(function((low + high) / 2), values[best])


def _text(printer: Printer, body: str, arguments: Sequence[sp.Basic]) -> str:
    n, r = (printer.doprint(a) for a in arguments)
    return rf"\max_\theta {body}\big|_{{n={n},\,r={r}}}"
