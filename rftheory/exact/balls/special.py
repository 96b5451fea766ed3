"""Special functions of balls: Gamma, Bessel, and hypergeometric series by whichever algorithm is sharp enough."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, overload

from rftheory.exact.balls import waves
from rftheory.exact.balls.binomial import binomial
from rftheory.exact.balls.effort import spend
from rftheory.exact.balls.numbers import Gauss, Scalar, acb, arb, ball, fmpq
from rftheory.exact.balls.pfaff import pfaff
from rftheory.exact.balls.precision import precision, working_precision
from rftheory.exact.balls.reading import accuracy_bits, is_finite, to_float
from rftheory.exact.balls.seconds import foresee
from rftheory.exact.balls.watson import watson
from rftheory.exact.positive_series import around_peak, paired, peak_of, window
from rftheory.exact.scalars import Ball, ComplexBall, Real

_LONGEST_SERIES = 2e6  # terms of one series: some seconds
# series are summed around their peak from _FAR terms on, below which a sum from the first term is as fast; up to
# arguments _FARTHEST, where floats still place the peak to a fraction of the width of its window
_FAR, _FARTHEST = 300, 1e13
_MOST_BITS = 1e15  # that an error may be said to grow by: beyond any precision
_SHORT = 300_000  # terms of a series summed in Python, a second or two


@overload
def gamma(x: Real) -> Ball: ...
@overload
def gamma(x: ComplexBall) -> ComplexBall: ...
def gamma(x: Real | ComplexBall) -> Ball | ComplexBall:
    """Gamma(x)."""
    foresee(_cost_of_gamma())
    if isinstance(x, fmpq):
        return arb.gamma_fmpq(x) if x.q <= 2 and abs(x.p) < 1 << 20 else arb(x).gamma()
    return x.gamma()


def _cost_of_gamma() -> float:
    """Seconds of one value at high precision, as measured."""
    return float(1.1 * (precision() / 100_000) ** 2.4)


@overload
def reciprocal_gamma(x: Real) -> Ball: ...
@overload
def reciprocal_gamma(x: Scalar) -> Ball | ComplexBall: ...
def reciprocal_gamma(x: Scalar) -> Ball | ComplexBall:
    """1/Gamma(x), entire: 0 at the poles of Gamma."""
    foresee(_cost_of_gamma())
    return ball(x).rgamma()


@overload
def hypergeometric(above: Sequence[Real], below: Sequence[Real], z: Ball) -> Ball: ...
@overload
def hypergeometric(above: Sequence[Real], below: Sequence[Real], z: Real) -> Real: ...
@overload
def hypergeometric(above: Sequence[Scalar], below: Sequence[Scalar], z: Scalar) -> Scalar: ...
def hypergeometric(above: Sequence[Scalar], below: Sequence[Scalar], z: Scalar) -> Scalar:
    """pFq(above; below; z) with FLINT's proved truncation bound; tries several algorithms unless z is very wide."""
    if isinstance(z, fmpq) and z == 0:
        return fmpq(1)
    spend()
    foresee(0.4 * _cost_of_gamma())
    complex_input = any(isinstance(v, (acb, Gauss)) for v in (*above, *below, z))
    argument: Any = acb(ball(z)) if complex_input else ball(z)  # real with real parameters alone
    attempts: list[Callable[[], Scalar]] = []
    if len(above) == 1 and len(below) == 1:
        a, b = above[0], below[0]
        attempts.append(lambda: argument.hypgeom_1f1(ball(a), ball(b)))
    elif not above and len(below) == 1:
        order = below[0]
        if isinstance(order, fmpq) and isinstance(argument, arb) and waves.suits(order, argument):
            attempts.append(lambda: waves.wave(order, 2 * (-argument).sqrt()))
        attempts.append(lambda: argument.hypgeom_0f1(ball(below[0])))
    elif complex_input and len(above) == 2 and len(below) == 1:
        a, b = above
        attempts.append(lambda: argument.hypgeom_2f1(acb(ball(a)), acb(ball(b)), acb(ball(below[0]))))
    elif isinstance(argument, arb) and len(above) == 2 and len(below) == 1:
        attempts.append(lambda: pfaff(above[0], above[1], below[0], argument))
        attempts.append(lambda: watson(above[0], above[1], below[0], argument))
        attempts.append(lambda: binomial(above[0], above[1], below[0], argument))
    if len(above) == 2 and len(below) == 1 and _beside_one(argument):
        return _first_finite(attempts[-3:]) if isinstance(argument, arb) and not complex_input else acb("nan")
    lists = [ball(v) for v in above], [ball(v) for v in below]
    attempts.append(lambda: _around_peak(above, below, argument))
    attempts.append(lambda: argument.hypgeom(*lists))
    if len(above) == 2 and len(below) == 1:  # FLINT chooses by the first of both
        attempts.append(lambda: argument.hypgeom(lists[0][::-1], lists[1]))
        attempts.append(lambda: _gauss(above, below[0], argument))
    attempts.append(lambda: _long_series(argument, *lists))
    if len(above) == 1 and len(below) == 1:
        a, b = above[0], below[0]
        attempts.append(lambda: argument.exp() * _long_series(-argument, [ball(b - a)], [ball(b)]))
    best, wanted = None, precision() // 4
    if not argument.is_exact():
        reachable = accuracy_bits(argument) - _magnitude_bits(argument)
        wanted = min(wanted, reachable - 16)
        if wanted < 0:
            with working_precision(64):
                return attempts[0]()
    if len(above) == len(below) == 1 and _falls(above[0], below[0], argument):
        attempts.insert(0, lambda: _geometric(above[0], below[0], argument))
    for attempt in attempts:
        value = attempt()
        if is_finite(value):
            if accuracy_bits(value) > wanted:
                return value
            if best is None or accuracy_bits(value) > accuracy_bits(best):
                best = value
    return best if best is not None else acb("nan") if complex_input else arb("nan")


def _beside_one(z: Ball | ComplexBall) -> bool:
    """Whether FLINT's series for Gauss's function in 1 - z may take for ever, as seen for |1 - z| < 2^(-precision/2)."""
    off = abs(1 - acb(z)).upper()
    return bool(0 < off < arb(2) ** (-(7 * precision() // 16)))


def _first_finite(attempts: Sequence[Callable[[], Scalar]]) -> Scalar:
    """Without one nan, so that more precision is taken."""
    return next((value for value in (attempt() for attempt in attempts) if is_finite(value)), arb("nan"))


def _magnitude_bits(z: Ball | ComplexBall) -> int:
    """About log2|z| where |z| > 1, else 0: the bits by which an error of z grows in e^z."""
    size = abs(acb(z)).upper()
    return (
        int(min(max(0.0, to_float(size.log().mid()) * 1.4427), _MOST_BITS))
        if size.is_finite() and size > 1
        else 0
    )


def _around_peak(above: Sequence[Scalar], below: Sequence[Scalar], z: Ball | ComplexBall) -> Ball:
    """A series of positive terms with a far peak, nan where it is none."""
    tops, lows = ([v for v in side if isinstance(v, fmpq)] for side in (above, below))
    exact = len(tops) == len(above) and len(lows) == len(below)
    if not exact or not isinstance(z, arb) or not 0 < z < _FARTHEST:
        return arb("nan")
    floats, bits = ([to_float(v) for v in tops], [to_float(v) for v in lows], to_float(z)), precision()
    held = all(0.0 < one < math.inf for one in (*floats[0], *floats[1], floats[2]))  # none leaves the doubles
    peak = peak_of(*floats) if held and paired(tops, lows) else 0
    if peak < _FAR:
        return arb("nan")
    with working_precision(bits + 2 * peak.bit_length() + 20):
        value = around_peak(tops, lows, z, peak, window(*floats, peak, bits + 8))
    return +value


def _falls(a: Scalar, b: Scalar, z: Ball | ComplexBall) -> bool:
    """Whether the terms of 1F1(a; b; z) fall like (z/b)^j from early on, z far from 0."""
    if not (isinstance(a, fmpq) and isinstance(b, fmpq) and isinstance(z, arb) and is_finite(z)):
        return False
    size = 4 * abs(z)
    return bool(0 < 8 * a < b and size > _FAR and size < ball(b))


def _geometric(a: Any, b: Any, z: Ball) -> Ball:
    """1F1(a; b; z) by its series, where `_falls`: FLINT prefers e^z 1F1(b-a; b; -z), whose terms grow first."""
    total = term = arb(1)
    index, smallest = 0, arb(2) ** -(precision() + 8)
    while True:
        term = term * z * (a + index) / ((b + index) * (index + 1))
        index += 1
        ratio = abs(z) / b * max(fmpq(1), (a + index) / (index + 1))  # of all terms from here on
        if abs(term) < smallest and ratio < 1:
            tail = abs(term) / (1 - ratio)
            return total + arb(0, tail.upper())
        if index > _LONGEST_SERIES:
            return arb("nan")
        total += term


def _gauss(above: Sequence[Scalar], c: Scalar, z: Ball | ComplexBall) -> Ball:
    """2F1(a, b; c; z) for large parameters, real z and c > 0, where terms fall like a geometric series from early on.

    |a + k|/(c + k) and |b + k|/(k + 1) are at most the larger of 1 and their values at k = n for all k >= n.
    """
    tops = [v for v in above if isinstance(v, fmpq)]
    if len(tops) < 2 or not (isinstance(c, fmpq) and c > 0 and isinstance(z, arb) and abs(z) < 1):
        return arb("nan")
    one, two = sorted(tops, key=abs, reverse=True)
    total = term = arb(1)
    small = arb(2) ** -(precision() + 8)
    if not abs((one + _SHORT) * (two + _SHORT)) / ((c + _SHORT) * _SHORT) * abs(z) < 1:
        return arb("nan")
    for n in range(1, _SHORT):
        term = term * z * ((one + n - 1) * (two + n - 1) / ((c + n - 1) * n))
        total = total + term
        if n % 8 == 0:
            spend()
            most = max(fmpq(1), abs(one + n) / (c + n)) * max(fmpq(1), abs(two + n) / (n + 1))
            ratio = most * abs(z)
            if ratio < 1 and abs(term) * ratio < small * abs(total) * (1 - ratio):
                return total + arb(0, (abs(term) * ratio / (1 - ratio)).upper())
    return arb("nan")


def _long_series(
    z: Ball | ComplexBall, above: list[Ball | ComplexBall], below: list[Ball | ComplexBall]
) -> Ball | ComplexBall:
    """FLINT's series with enough terms for large |z|, nan where that is too many; its remainder bound is rigorous."""
    size = float(abs(acb(z)).mid()) if is_finite(z) else 0.0
    if len(below) > len(above):
        least = abs(float(acb(below[0]).real.mid()))
        size = (
            2.0 * size / (least + (least * least + 8.0 * size) ** 0.5 + 1e-300)
        )  # where terms begin to halve
    if not size < 100 * _LONGEST_SERIES:
        return acb("nan") if isinstance(z, acb) else arb("nan")
    terms = int(min(6.0 * size + 2.0 * precision() + 100, _LONGEST_SERIES))
    foresee(2e-9 * terms * precision())
    value = acb(z).hypgeom(above, below, n=terms)
    return value if isinstance(z, acb) else value.real


def erfc(x: Scalar) -> Ball | ComplexBall:
    """erfc(x); it falls, so that of a far real ball the values at both ends enclose it more sharply than FLINT does."""
    z: Any = ball(x)
    whole = not isinstance(z, arb) or z.is_exact() or not z > 100
    found: Ball | ComplexBall = z.erfc() if whole else z.lower().erfc().union(z.upper().erfc())
    return found


_LARGE_ORDER, _LARGE_ARGUMENT = 10**5, 1000


def _above(x: Scalar, limit: int) -> bool:
    return bool(abs(ball(x)).upper() > limit)


def bessel(kind: str, order: Scalar, z: Scalar) -> Ball | ComplexBall:
    """J_order(z), I_order(z) or K_order(z), of kind j, i or k."""
    argument: Any = ball(z)  # of the kind of the order
    if _above(order, _LARGE_ORDER) and (kind == "k" or _above(z, _LARGE_ARGUMENT)):
        foresee((precision() / 4000) ** 2.5)  # measured for orders of 10^6 and 10^13
    found: Ball | ComplexBall = getattr(argument, f"bessel_{kind}")(ball(order))
    return found
