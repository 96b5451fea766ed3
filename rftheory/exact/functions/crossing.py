"""The first sign change of the trigonometric orthogonality gap, isolated and enclosed by proof. No scan can miss it.

With s = z^2/2 and n = d/2 put y(s) = e^(2s) 1F1(2n; n; -s) = e^s 1F1(-n; n; s), so that the gap e^(-z^2) - 1F1(d; d/2; -z^2/2) has the
sign of 1 - y. Then y(0) = 1, y' = -(2s/(n+1)) e^s R with R = 1F1(1-n; n+2; s), and s y'' = (3s-n) y' - 2s y, so
V = y^2 + y'^2/2 obeys V' = (3 - n/s) y'^2: it falls from 1 up to s = n/3 and rises after. Hence y < 1 as long as
V <= 1, and each local maximum of y after that exceeds 1. By Sturm's comparison zeros of R lie more than 2 apart:
u = s^(n/2+1) e^(-s/2) R solves u'' + Q u = 0, Q = -1/4 + 3n/(2s) - n(n+2)/(4s^2) < 2, and Q < 0 from s = 6n on.
"""

from __future__ import annotations

from collections.abc import Callable

from rftheory.errors import DomainError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.balls.loops import loop, oscillates
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational, Real

Function = Callable[[Rational, Rational], Real]

_LOOPED = 1000  # n from which loop integrals beat the series, whose terms cancel
_STEP = 2  # below pi/sqrt(2), the least distance between zeros of R


class ZCrit(BallFunction):
    """z_crit(d): the smallest z > 0 where e^(-z^2) - 1F1(d; d/2; -z^2/2) changes sign."""

    nargs = 1

    @staticmethod
    def ball(d: Real) -> Ball:
        """Certified root at the working precision; DomainError where the gap never changes sign."""
        if not isinstance(d, balls.fmpq):
            return balls.arb("nan")
        wanted = balls.precision()
        low, high = _bracket(d / 2)
        return _refine(d / 2, low, high, wanted)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber) -> MpNumber:
        """A plain walk in z until the sign changes, then bisection: may miss a narrow pair of zeros."""

        def gap(z: MpNumber) -> MpNumber:
            return 1 - ctx.exp(z * z) * ctx.hyp1f1(d, d / ctx.mpf(2), -z * z / 2)

        z, step = ctx.mpf(1) / 2, ctx.mpf(1) / 64
        while gap(z + step) > 0:
            z += step
        return ctx.findroot(gap, (z, z + step), solver="anderson", tol=ctx.eps)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"z_{{\rm crit}}\left({printer.doprint(self.args[0])}\right)"


def _excess(n: Rational, s: Rational) -> Ball:
    """y - 1."""
    if _looped(n, s):
        return _scaled(2 * n, n, s) * balls.ball(s).exp() - 1
    return balls.ball(s).exp() * balls.hypergeometric([-n], [n], s) - 1


def _rest(n: Rational, s: Rational) -> Real:
    """R, which has the sign of -y'."""
    if _looped(n, s):
        return _scaled(2 * n + 1, n + 2, s)
    return balls.hypergeometric([1 - n], [n + 2], s)


def _slope(n: Rational, s: Rational) -> Ball:
    """y'."""
    return -2 * balls.ball(s) / (n + 1) * balls.ball(s).exp() * _rest(n, s)


def _looped(n: Rational, s: Rational) -> bool:
    """Whether the loop integral is taken; what it leaves open for a half-integer n is below e^(-n/3) up to s = 4n/3."""
    return n > _LOOPED and balls.precision() < balls.to_float(n) / 2 and oscillates(2 * n, n, s)


def _scaled(a: Rational, b: Rational, s: Rational) -> Ball:
    """e^s 1F1(a; b; -s), which is 1F1(b-a; b; s)."""
    bits = balls.precision()
    with balls.working_precision(bits + int(s.p // s.q).bit_length() + 8):
        value = balls.ball(s).exp() * loop(a, b, s)
    return +value


def _energy(n: Rational, s: Rational) -> Ball:
    """V - 1."""
    y = _excess(n, s)
    return y * (y + 2) + _slope(n, s) ** 2 / 2


def _lost(n: Rational, s: Rational) -> int:
    """Bits by which the terms of the series exceed their sum."""
    return 0 if n > _LOOPED and oscillates(2 * n, n, s) else int(balls.to_float(s))


def _sign(function: Function, n: Rational, s: Rational) -> int:
    """The certified sign at a rational point, 0 where it stays open."""
    bits = 64 + _lost(n, s)
    for _ in range(7):
        with balls.working_precision(bits):
            value = function(n, s)
            found = balls.sign(value) if balls.is_finite(value) else None
        if found:
            return found
        bits *= 2
    return 0


def _decided(function: Function, n: Rational, s: Rational) -> tuple[Rational, int]:
    """A point at s or barely before it where the sign is certified, and the sign."""
    return _first_decided(function, n, [s - balls.fmpq(nudge, 4099) for nudge in range(4)])


def _split(function: Function, n: Rational, low: Rational, high: Rational) -> tuple[Rational, int]:
    """A point in the middle of (low, high) where the sign is certified, and the sign."""
    return _first_decided(function, n, [low + (high - low) * balls.fmpq(i, 32) for i in (16, 13, 18, 11)])


def _first_decided(function: Function, n: Rational, points: list[Rational]) -> tuple[Rational, int]:
    for point in points:
        found = _sign(function, n, point)
        if found:
            return point, found
    raise PrecisionError(f"no certified sign near s = {balls.to_float(points[0])}")


def _quiet_until(n: Rational) -> Rational:
    """A point beyond n/3 with V < 1 up to it, at most 1/16 before V reaches 1."""
    low, high = n / 3, 2 * n / 3
    while True:
        high, found = _decided(_energy, n, high)
        if found > 0:
            break
        low, high = high, 2 * high
    while high - low > balls.fmpq(1, 16):
        middle, found = _split(_energy, n, low, high)
        low, high = (middle, high) if found < 0 else (low, middle)
    return low


def _bracket(n: Rational) -> tuple[Rational, Rational]:
    """low < high with y < 1 on (0, low], y > 1 at high, and a single crossing between them."""
    low, rest = _decided(_rest, n, _quiet_until(n))
    while True:
        high, following = _decided(_rest, n, low + balls.fmpq(15 * _STEP, 16))
        above = _sign(_excess, n, high)
        if above > 0:
            return low, high
        if rest < 0 < following:
            peak = _above_one(n, low, high)
            if peak is not None:
                return low, peak
        elif above == 0:
            raise PrecisionError(f"the gap is too close to zero at s = {balls.to_float(high)}")
        if following > 0 and high >= 6 * n and _last_sign(n) > 0:
            raise DomainError(
                "d", str(2 * n), "a dimension whose gap changes sign; here it is positive for every z > 0"
            )
        low, rest = high, following


def _last_sign(n: Rational) -> int:
    """The sign of R near infinity: it has ceil(n - 1) positive zeros (DLMF 13.9.1), all simple."""
    zeros = -int((1 - n).p // (1 - n).q)
    return -1 if zeros % 2 else 1


def _above_one(n: Rational, low: Rational, high: Rational) -> Rational | None:
    """A point with y > 1 around the only local maximum in (low, high), or None where V < 1 still holds there."""
    while high - low > balls.fmpq(1, 1 << 40):
        middle, rest = _split(_rest, n, low, high)
        if _sign(_excess, n, middle) > 0:
            return middle
        low, high = (middle, high) if rest < 0 else (low, middle)
    if _sign(_energy, n, high) < 0:
        return None
    raise PrecisionError(f"the gap touches zero near s = {balls.to_float(low)}: no certified crossing")


def _refine(n: Rational, low: Rational, high: Rational, wanted: int) -> Ball:
    """sqrt(2 s) for the crossing in (low, high): Newton where it halves the bracket, else bisection."""
    curve = _curvature(n, low, high)
    tolerance = balls.fmpq(1, 1 << (wanted + 8))
    while high - low > tolerance * low:
        middle, radius = (low + high) / 2, (high - low) / 2
        value = _to_error(_excess, n, middle, wanted + 24)
        slope = _to_error(_slope, n, middle, wanted + 24)
        with balls.working_precision(2 * wanted + 64):
            slope = slope + balls.arb(0, (curve * radius).upper())
            ends = balls.endpoints(balls.ball(middle) - value / slope) if slope > 0 else None
        if ends is not None:
            left, right = max(low, balls.exact(ends[0])), min(high, balls.exact(ends[1]))
            if 4 * (right - left) <= high - low:
                low, high = left, right
                continue
        middle, found = _split(_excess, n, low, high)
        low, high = (middle, high) if found < 0 else (low, middle)
    with balls.working_precision(wanted + 16):
        root = balls.ball((low + high) / 2) + balls.arb(0, balls.ball((high - low) / 2).upper())
        return (2 * root).sqrt()


def _curvature(n: Rational, low: Rational, high: Rational) -> Ball:
    """A bound of |y''| = |(3 - n/s) y' - 2 y| on [low, high], where y^2 + y'^2/2 <= V(high)."""
    with balls.working_precision(64):
        size = (1 + abs(balls.ball(_to_error(_energy, n, high, 8)))).sqrt()
        return ((3 + n / low) * balls.arb(2).sqrt() + 2) * size


def _to_error(function: Function, n: Rational, s: Rational, bits: int) -> Real:
    """The value with an absolute error of at most 2^-bits."""
    guard = 64 + _lost(n, s)
    while guard < 1 << 22:
        with balls.working_precision(bits + guard):
            value = function(n, s)
            if balls.is_finite(value) and balls.ball(value).rad() < balls.arb(2) ** (-bits):
                return value
        guard *= 2
    raise PrecisionError(f"no value near s = {balls.to_float(s)}")
