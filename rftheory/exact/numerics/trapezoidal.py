"""The conformity of two independent chi_d lengths by the trapezoidal rule with proved errors: for long inputs.

With sech y for the sine of the split, rho_c(t) = C int_R F(y) dy, F(y) = sech(y)^d G((t/2) Z), Z = 1 + c sech y, where
G(z) = 1F1(d; d/2; z) and C = Gamma((d+1)/2)/(sqrt(pi) Gamma(d/2)). G(z) is a mean of 0F1(; d/2; z g) over g > 0, and
0F1(; d/2; u^2/4) one of e^(u s) over s in [-1, 1]; so |G((t/2) Z)| <= G((|t|/2) M), M = (|Z| + Re Z)/2 for t > 0 and
(|Z| - Re Z)/2 for t < 0. By the maximum principle |F/sech| in |Im y| <= a < pi/2 is at most its supremum S on
Im y = a, and int |sech(u+ib)| du <= pi/cos b; so the step h errs by at most 2N/(exp(2 pi a/h) - 1), N = S pi/cos a
(Trefethen and Weideman, SIAM Review 56, 2014, Theorem 5.1). S comes from boxes that cover the line.
"""

from __future__ import annotations

import math

from rftheory.exact import balls
from rftheory.exact.positive_series import height, peak_of
from rftheory.exact.scalars import Ball, Rational, Real

_SLACK = 16  # nats by which the bound of a box may exceed the largest value seen
_MOST = 20_000  # boxes or nodes: some seconds
_ROUGH = 96  # bits of bounds, which need to be right, not sharp
_WIDEST = 0.9  # of the strips tried, well below pi/2, where the bound is infinite


def by_trapezoid(d: Rational, c: Real, t: Rational) -> Ball:
    """rho_c(t) at exact d >= 1, -1 <= c <= 1 and t != 0; its error is small beside the largest value of the integrand."""
    bits = balls.precision()
    guard = 40 + 2 * int(math.log2(abs(balls.to_float(t)) + balls.to_float(d) + 2))
    with balls.working_precision(bits + guard):
        value = _rule(d, c, t, bits)
    return +value


def _inner(d: Rational, z: Real) -> Real:
    """G(z) = 1F1(d; d/2; z)."""
    return balls.hypergeometric([d], [d / 2], z)


def _rule(d: Rational, c: Real, t: Rational, bits: int) -> Ball:
    a, log_largest, lost = _strip(d, c, t, bits)
    with balls.working_precision(_ROUGH):
        supremum = _supremum(d, c, t, balls.ball(a), log_largest + lost + _SLACK)
        if supremum is None:
            return balls.arb("nan")
        bound = (supremum * balls.arb.pi() / balls.ball(a).cos()).upper()
        top = balls.ball(_inner(d, t / 2) if t > 0 else 1).upper()  # of |G| at the nodes, unless c >= 0 < t
    h = _short(2 * math.pi * balls.to_float(a) / (bits * math.log(2) + lost + _SLACK + 12))
    small, total, half = balls.arb(2) ** (-bits - 4), _inner(d, t / 2 * (1 + c)) / 2, d / 2
    for k in range(1, _MOST):
        balls.spend()
        y = balls.ball(h * k)
        sech = 1 / y.cosh()
        power = balls.power(sech, d)
        value = power * _inner(d, t / 2 * (1 + c * sech))
        total = total + value
        rest = (value if t > 0 and c >= 0 else power * top) / ((d * h * y.tanh()).exp() - 1)
        if rest < abs(total) * small:
            break
    else:
        return balls.arb("nan")
    error = bound / ((2 * balls.arb.pi() * a / h).exp() - 1) + h * rest
    weight = balls.gamma(half + balls.fmpq(1, 2)) / (balls.arb.pi().sqrt() * balls.gamma(half))
    return 2 * weight * (h * total + balls.arb(0, error.upper()))


def _short(number: float) -> Real:
    """An exact number near it, of few bits."""
    mantissa, exponent = math.frexp(number)
    return balls.fmpq(int(mantissa * 4096)) * balls.power(balls.fmpq(2), balls.fmpq(exponent - 12))


def _strip(d: Rational, c: Real, t: Rational, bits: int) -> tuple[Real, float, float]:
    """The half-width that needs about the fewest nodes; nats of the largest integrand, and of the bound beyond it.

    An effort in floats, not a bound.
    """
    dimension, cosine, size = balls.to_float(d), balls.to_float(c), balls.to_float(t)
    places = [0.0, *(1e-7 * 1.7**j for j in range(36))]
    if size * cosine < 0 and size > 0:
        sines = (-dimension / (size * cosine) * 1.15**j for j in range(-2, 16))
        places += [math.acosh(1 / sine) for sine in sines if sine < 1]

    def log_inner(z: float) -> float:
        if z <= 0:
            return 0.0
        peak = peak_of([dimension], [dimension / 2], z)
        return height([dimension], [dimension / 2], z, peak) - height([dimension], [dimension / 2], z, 0)

    def nats(u: float, a: float) -> float:
        square = math.cosh(u) ** 2 - math.sin(a) ** 2
        real = 1 + cosine * math.cosh(u) * math.cos(a) / square
        size_of = math.hypot(real, cosine * math.sinh(u) * math.sin(a) / square)
        larger = (size_of + real if size > 0 else size_of - real) / 2
        return log_inner(abs(size) / 2 * larger) - dimension / 2 * math.log(square)

    largest = max(nats(u, 0.0) for u in places)

    def cost(a: float) -> tuple[float, float]:
        lost = max(0.0, max(nats(u, a) for u in places) - largest) + math.log(dimension + abs(size)) / 2
        return (bits * math.log(2) + lost) / a, lost

    width = _WIDEST
    while cost(width / 1.5)[0] < cost(width)[0]:
        width /= 1.5
    return _short(width), largest, cost(width)[1]


def _supremum(d: Rational, c: Real, t: Rational, a: Ball, nats: float) -> Ball | None:
    """An upper bound of |sech^(d-1) G| on Im y = a, at most e^nats; None where that takes too many boxes."""
    enough = balls.arb(nats).exp()

    def at(modulus: Ball, larger: Ball) -> Ball:
        return (balls.power(modulus.upper(), d - 1) * _inner(d, abs(t) / 2 * larger.upper())).upper()

    def over(low: Ball, high: Ball | None) -> Ball:
        """The bound over a box of Re y; high None for all that follow."""
        if high is None:
            modulus = 1 / (low.cosh() ** 2 - a.sin() ** 2).sqrt()
            return at(modulus, abs(balls.ball(c)) * modulus + (1 if t > 0 else 0))
        sech = 1 / balls.acb(low.union(high), a).cosh()
        root = balls.power(1 + c * sech, balls.fmpq(1, 2))  # Re(root)^2 and Im(root)^2 are both kinds of M
        part = root.real if t > 0 else root.imag
        return at(abs(sech), part * part)

    best, end = balls.arb(0), balls.arb(1)
    while not over(end, None) < enough:
        if end > 1000:
            return None
        end = end * 2
    boxes = [(balls.arb(0), end)]
    best = over(end, None)
    for _ in range(_MOST):
        balls.spend()
        if not boxes:
            return best
        low, high = boxes.pop()
        value = over(low, high)
        if value < enough:
            best = best.max(value)
            continue
        middle = ((low + high) / 2).mid()
        boxes += [(middle, high), (low, middle)]
        if high - low < balls.arb(2) ** -60:
            return None
    return None
