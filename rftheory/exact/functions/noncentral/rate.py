"""The Legendre transform of one positive exponential projection Z above the kernel: a concave maximum by Newton's method."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import scipy

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.noncentral.generating import LONGEST, Generating
from rftheory.exact.functions.noncentral.peaked_generating import PeakedGenerating
from rftheory.exact.functions.noncentral.projection import GUARD, kernel, largest, levels
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational, Real

_MANY = 2000.0  # of s, from which the powers of Z that count are sampled instead of summed
_FIRST = 64  # bits of the first step, and beyond half the precision of the last

Moments = tuple[Ball, Ball, Ball]
"""M - 1, M\' and M\'\' of a moment generating function M."""


class ProjectionRate(BallFunction):
    """L(K + eps) of Z, the supremum over theta of theta (K + eps) - log E exp(theta Z); arguments as ProjectionTail."""

    nargs = 5

    @staticmethod
    def ball(d: Real, A: Real, v2: Real, n2: Real, eps: Real) -> Ball:
        """The function of theta is concave: a change of sign of its slope encloses the maximiser, the slope there the rest."""
        given = (d, A, v2, n2, eps)
        if balls.all_rational(given):
            return +_kept(*(balls.as_fraction(value) for value in given), balls.precision())
        return balls.arb("nan")

    @staticmethod
    def oracle(
        ctx: MpContext, d: MpNumber, A: MpNumber, v2: MpNumber, n2: MpNumber, eps: MpNumber
    ) -> MpNumber:
        """Powers of Z summed term by term, the slope's root by the secant method."""
        high, _, top = levels(ctx, d, A, v2, n2, eps)
        level = high / top

        @functools.cache
        def moment(k: int) -> MpNumber:
            spread = 1 - 4 * A * k
            return spread ** (-d / ctx.mpf(2)) * ctx.exp(k * (1 - 4 * A) * v2 / (8 * A * spread))

        def total(s: MpNumber, first: int) -> MpNumber:
            count = int(6 * s) + 3 * ctx.prec
            return ctx.fsum(s**k / ctx.factorial(k) * moment(k + first) for k in range(count))

        low, high = ctx.mpf(0), ctx.mpf(1)
        while total(high, 1) < level * total(high, 0):
            high *= 2
        for _ in range(ctx.prec + 40):
            middle = (low + high) / 2
            low, high = (middle, high) if total(middle, 1) < level * total(middle, 0) else (low, middle)
        return low * level - ctx.log(total(low, 0))

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\mathcal L\left(K+{printer.doprint(self.args[4])}\right)"


class OppositeRate(BallFunction):
    """ProjectionRate at d = 2 and x = -y, where Z/Z_max is a power of a uniform variable; arguments A, n2, eps."""

    nargs = 3

    @staticmethod
    def ball(A: Rational, n2: Rational, eps: Rational) -> Ball:
        """E exp(s U^(1/k)) = 1F1(k; k+1; s), k = -1/(4A), in the same concave maximisation."""
        with balls.working_precision(balls.precision() + GUARD):
            k = -1 / (4 * A)
            level = (balls.ball(-n2).exp() + eps) / ((1 - 4 * A) * balls.ball(-n2).exp())
            if not level < 1:
                return balls.arb("nan")

            def at(s: Ball) -> Moments:
                means = [balls.hypergeometric([k + i], [k + i + 1], s) * (k / (k + i)) for i in range(3)]
                return means[0] - 1, means[1], means[2]

            start = _guess(2.0, balls.to_float(A), 0.0, balls.to_float(level.log()))
            value = _supremum(level, at, start)
        return +value

    @staticmethod
    def oracle(ctx: MpContext, A: MpNumber, n2: MpNumber, eps: MpNumber) -> MpNumber:
        """The general oracle."""
        return ProjectionRate.oracle(ctx, ctx.mpf(2), A, ctx.mpf(0), n2, eps)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\mathcal L_{{x=-y}}\left(K+{printer.doprint(self.args[2])}\right)"


@balls.kept(maxsize=512)
def _kept(d: Fraction, A: Fraction, v2: Fraction, n2: Fraction, eps: Fraction, bits: int) -> Ball:
    with balls.working_precision(bits + GUARD):
        values = (balls.exact(value) for value in (d, A, v2, n2, eps))
        return _rate(*values)


def _rate(d: Rational, A: Rational, v2: Rational, n2: Rational, eps: Rational) -> Ball:
    if not A < 0:
        return balls.arb("nan")
    level = (kernel(v2, n2) + eps) / balls.ball(largest(d, A, v2, n2))
    if not level < 1:
        return balls.arb("inf") if level > 1 else balls.arb("nan")
    generating = Generating(d, A, v2)
    peaked = PeakedGenerating(d, A, v2)
    logs = level.log(), (balls.ball(eps) / balls.ball(largest(d, A, v2, n2))).log()
    log_s = peaked.start(*(balls.to_float(value) for value in logs))
    if log_s is not None and log_s > math.log(_MANY):
        value = _supremum(level, peaked.at, _nearer(level, peaked.at, math.exp(log_s)))
        if balls.is_finite(value) or 2 * math.exp(log_s) > LONGEST:
            return value
    start = _guess(balls.to_float(d), balls.to_float(A), balls.to_float(v2), balls.to_float(level.log()))
    return _supremum(level, generating.at, start)


def _nearer(level: Ball, at: Callable[[Ball], Moments], start: float) -> Ball:
    """A start within about 1 of the maximiser of _supremum, by halving: far from it, where M grows like e^s, Newton's
    steps are of length 1 or far too long."""  # fmt: skip
    with balls.working_precision(_FIRST + 2 * int(math.log2(start))):

        def short(s: Ball) -> bool:
            rest, first, _ = at(s)
            return bool(first < level * (1 + rest))

        low = high = balls.arb(start)
        step = (low * balls.arb(2) ** -44).ceil()
        while short(high) and step < start:
            low, high, step = high, high + step, 4 * step
        while not short(low) and step < start:
            low, high, step = (low - step).max(balls.arb(2)), low, 4 * step
        while high - low > 1:
            middle = ((low + high) / 2).mid()
            low, high = (middle, high) if short(middle) else (low, middle)
        return high.mid()


def _supremum(level: Ball, at: Callable[[Ball], Moments], start: float | Ball) -> Ball:
    """sup over s of s level - log M(s), M - 1 and two derivatives of M by `at`: Newton's method, then a certified bracket."""

    def slope(s: Ball) -> tuple[Ball, Ball]:
        rest, first, second = at(s)
        mean = first / (1 + rest)
        return level - mean, second / (1 + rest) - mean * mean

    whole, half = balls.precision(), balls.precision() // 2
    wanted, most = balls.arb(2) ** (-half), min(half + _FIRST, whole)
    s, moved, bits = balls.arb(start), balls.arb(1), _FIRST
    for _ in range(60):
        with balls.working_precision(min(bits, most)):
            rise, curve = slope(s)
            if not curve > 0:
                if min(bits, most) == whole:
                    return balls.arb("nan")
                bits, most = (2 * bits, most) if bits < most else (whole, whole)
                continue
            step = (rise / curve).mid()
            s = (s + step).mid() if s + step > s / 2 else (s / 2).mid()
            moved, before = abs(step / s), moved
            # M grows like e^s at most, so an error e of s leaves one of about e^2
            if bits >= most and moved * moved * s.max(balls.arb(1)) <= wanted / 4:
                break
            if moved < 2**-8 or not moved < before:
                bits = 2 * bits
    near = [(s * (1 + sign * wanted)).mid() for sign in (-1, 1)]
    for bits in sorted({most, whole}):
        with balls.working_precision(bits):
            if slope(near[0])[0] > 0 and slope(near[1])[0] < 0:
                break
    else:
        return balls.arb("nan")
    rest, first, _ = at(s)
    rise = level - first / (1 + rest)
    return s * level - rest.log1p() + balls.arb(0, (abs(rise) * (near[1] - near[0])).upper())


def _guess(d: float, A: float, v2: float, log_level: float) -> float:
    """A float near the maximiser, by bisection: where Newton's method starts, nothing is concluded from it."""
    low, high = math.log(1e-30), math.log(LONGEST / 2)
    index = np.arange(LONGEST + 2, dtype=float)
    spread = 1 - 4 * A * index
    moments = index * (1 - 4 * A) * v2 / (8 * A * spread) - d / 2 * np.log(spread)
    factorials = scipy.special.gammaln(index + 1)
    while high - low > 1e-14 * max(1.0, abs(high)):
        middle = (low + high) / 2
        count = min(int(2 * math.exp(middle)) + 400, LONGEST)
        terms = index[:count] * middle - factorials[:count]
        mean = scipy.special.logsumexp(terms + moments[1 : count + 1]) - scipy.special.logsumexp(
            terms + moments[:count]
        )
        low, high = (middle, high) if mean < log_level else (low, middle)
    return math.exp(low)
