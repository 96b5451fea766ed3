"""The noncentral chi-square law, and one positive exponential projection Z of it: tails and Legendre transform.

For real A < 0, Z = f1 f2 of a generalised exponential map with s = 1 is Z_max exp(-2|A| R) with R of the noncentral
chi-square law, d degrees of freedom, noncentrality (1-4A) v2/(16 A^2). Sums over a window, remainders by ratios.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.special import gammaln, logsumexp

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction
from rftheory.exact.functions.noncentral_rate import RareGenerating
from rftheory.exact.functions.noncentral_rule import lower_by_rule, upper_by_rule

_MOST = 2_000_000  # terms of one window
_WIDE = 10**6  # half a noncentrality, from which quadrature beats the sum
_WIDEST = 10**10
_RARE = 10_000  # half a noncentrality, from which values of Z near its largest are rare
_LONGEST = 100_000  # terms of one moment generating function
_GUARD = 80
_FIRST = 64  # bits of the first step, and beyond half the precision of the last


def regular_lower(a: Any, x: Any) -> Any:
    """P(a, x) for a half-integer a > 0 and x > 0, without cancellation below x = a."""
    if x < balls.ball(a):
        return _lower_series(a, x)
    return 1 - _upper_series(a, x)


def regular_upper(a: Any, x: Any) -> Any:
    """Q(a, x) for a half-integer a > 0 and x > 0, without cancellation above x = a."""
    if x > balls.ball(a):
        return _upper_series(a, x)
    return 1 - _lower_series(a, x)


def _lower_series(a: Any, x: Any) -> Any:
    """x^a e^-x/Gamma(a+1) sum_i x^i/((a+1)..(a+i)); the ratio of terms falls below 1 and decreases."""
    total, term, i = balls.arb(1), balls.arb(1), 0
    small = balls.arb(2) ** (-balls.precision())
    while True:
        i += 1
        term = term * x / (a + i)
        total = total + term
        ratio = x / (a + i + 1)
        if ratio < 1 and term * ratio / (1 - ratio) < total * small:
            rest = term * ratio / (1 - ratio)
            return _density(a + 1, x) * (total + balls.arb(0, rest.upper()))
        if i > _MOST:
            return balls.arb("nan")


def _upper_series(a: Any, x: Any) -> Any:
    """x^(a-1) e^-x/Gamma(a) (1 + (a-1)/x + (a-1)(a-2)/x^2 + ..) down to Q(1, x) = e^-x or Q(1/2, x) = erfc(sqrt x)."""
    base = (-x).exp() if a.q == 1 else x.sqrt().erfc()
    steps = int((a - balls.fmpq(1, a.q)).p) if a.q == 1 else int((a - balls.fmpq(1, 2)).p)
    if steps == 0:
        return base
    small = balls.arb(2) ** (-balls.precision())
    total = term = balls.arb(1)
    for i in range(1, steps):
        term = term * (a - i) / x
        total = total + term
        ratio = balls.ball(a - i - 1) / x
        if ratio < 1 and term * ratio / (1 - ratio) < total * small:
            rest = term * ratio / (1 - ratio)
            return _density(a, x) * (total + balls.arb(0, rest.upper())) + balls.arb(0, base.upper())
    return _density(a, x) * total + base


def _density(a: Any, x: Any) -> Any:
    """x^(a-1) e^-x/Gamma(a)."""
    return ((a - 1) * x.log() - x - balls.ball(a).lgamma()).exp()


def _end(start: float, direction: int, ratio: Callable[[int], float]) -> int:
    """An index from `start` on past which ratios of terms make the rest small: an effort, not a bound."""
    j, fall = max(0, int(start)), 0.0
    wanted = -0.6932 * (balls.precision() + 20)
    for _ in range(_MOST):
        if fall < wanted or (j == 0 and direction < 0):
            return j
        r = ratio(j)
        fall = min(0.0, fall + math.log(r)) if r > 0 else wanted
        j += direction
    raise PrecisionError("the noncentrality is too large for a sum of Poisson weights")


def _peak(a: float, h: float, y: float) -> float:
    """Where the products of both factors of a tail far out are largest: (j+1)(a+j+1) = h y."""
    return (-a + math.sqrt(a * a + 4 * h * y)) / 2 - 1


def noncentral_lower(d: Any, half: Any, y: Any) -> Any:
    """P[R <= 2y] for noncentrality 2 `half`: the mean of P(d/2+j, y) over Poisson j, summed from the top.

    Ratios of terms: at most half/(j+1) min(1, y/(d/2+j+1)) upwards and j/half (1 + (d/2+j)/y) downwards; P <= 1.
    """
    a = d / 2
    if not half > 0:
        return regular_lower(a, y)
    af, h, yf = balls.to_float(a), balls.to_float(half), balls.to_float(y)
    top = _end(
        min(h, _peak(af, h, yf)) if yf < af + h else h,
        1,
        lambda j: h / (j + 1) * min(1.0, yf / (af + j + 1)),
    )
    weight, lower = _poisson(half, top), regular_lower(a + top, y)
    step = _density(a + top, y)  # P(a+top-1) - P(a+top)
    ratio = half / (top + 1) * (balls.ball(y) / (a + top + 1)).min(balls.arb(1))
    total = weight * lower + _rest(weight * lower, ratio)
    for count in range(_MOST):
        j = top - count
        if j == 0:
            return total
        if count % 32 == 0:
            share = j / half
            rest = _smaller(_rest(weight * lower, share * (1 + (a + j) / y)), _rest(weight, share))
            if _negligible(rest, total):
                return total + rest
        weight = weight * j / half
        lower = lower + step
        step = step * (a + j - 1) / y
        total = total + weight * lower
    raise PrecisionError("the noncentrality is too large for a sum of Poisson weights")


def noncentral_upper(d: Any, half: Any, y: Any) -> Any:
    """P[R > 2y] for noncentrality 2 `half`: the mean of Q(d/2+j, y) over Poisson j, summed from the bottom.

    Ratios of terms: at most half/(j+1) (1 + y/(d/2+j)) upwards where d/2+j >= 1, and j/half downwards; Q <= 1.
    """
    a = d / 2
    if not half > 0:
        return regular_upper(a, y)
    af, h, yf = balls.to_float(a), balls.to_float(half), balls.to_float(y)
    low = _end(max(h, _peak(af, h, yf)) if yf > af + h else h, -1, lambda j: j / h)
    weight, upper = _poisson(half, low), regular_upper(a + low, y)
    step = _density(a + low + 1, y)
    total = weight * upper + _rest(weight * upper, balls.ball(low / half))
    for j in range(low + 1, low + _MOST):
        weight = weight * half / j
        upper = upper + step
        step = step * y / (a + j)
        total = total + weight * upper
        if j % 32 == 0:
            share = half / (j + 1)
            rest = _smaller(_rest(weight * upper, share * (1 + y / (a + j))), _rest(weight, share))
            if _negligible(rest, total):
                return total + rest
    raise PrecisionError("the noncentrality is too large for a sum of Poisson weights")


def _poisson(half: Any, j: int) -> Any:
    return (j * balls.ball(half).log() - half - balls.arb(j + 1).lgamma()).exp()


def _rest(last: Any, ratio: Any) -> Any:
    """An enclosure of what follows a term when every later ratio is at most this one."""
    q = balls.ball(ratio)
    return balls.arb(0, (last * q / (1 - q)).upper()) if q < 1 else balls.arb(0, float("inf"))


def _smaller(one: Any, other: Any) -> Any:
    return one if one.rad() < other.rad() else other


def _negligible(rest: Any, total: Any) -> bool:
    return bool(rest.rad() < total * balls.arb(2) ** (-balls.precision()) or rest.rad() < total.rad() / 8)


def _half_noncentrality(A: Any, v2: Any) -> Any:
    return (1 - 4 * A) * v2 / (32 * A * A)


def largest(d: Any, A: Any, v2: Any, n2: Any) -> Any:
    """Z_max = (1-4A)^(d/2) exp(-(1-4A) v2/(8A) - n2)."""
    exponent = -(1 - 4 * A) * v2 / (8 * A) - n2
    power = balls.power(1 - 4 * A, d / 2)
    return power if exponent == 0 else power * balls.ball(exponent).exp()


def _kernel(v2: Any, n2: Any) -> Any:
    exponent = v2 / 2 - n2
    return balls.fmpq(1) if exponent == 0 else balls.ball(exponent).exp()


def _level_tail(d: Any, A: Any, v2: Any, n2: Any, eps: Any, side: int) -> Any:
    """P[Z >= K + eps] (side 1), a lower tail of R, or P[Z <= K - eps] (side -1), an upper one; 0 where no Z is there."""
    with balls.working_precision(balls.precision() + _GUARD):
        top, level, half = largest(d, A, v2, n2), _kernel(v2, n2) + side * eps, _half_noncentrality(A, v2)
        positive, inside = balls.sign(level), balls.sign(top - level)
        if positive is None or inside is None:
            return balls.arb("nan")
        if positive <= 0 or inside <= 0:
            return balls.fmpq(0)
        y = (balls.ball(top) / level).log() / (-4 * A)
        if half > _WIDE:
            value = lower_by_rule(d, half, y) if side > 0 else upper_by_rule(d, half, y)
            if balls.is_finite(value):
                return value
        if half > _WIDEST:
            raise PrecisionError("the noncentrality is too large for a sum of Poisson weights")
        return noncentral_lower(d, half, y) if side > 0 else noncentral_upper(d, half, y)


def _below(ctx: Any, d: Any, A: Any, v2: Any, radius: Any) -> Any:
    """P[R <= radius] by quadrature over the component along x + y, and a chi-square law across it."""
    shift = ctx.sqrt((1 - 4 * A) * v2) / (-4 * A)

    order, root = (d - 1) / ctx.mpf(2), ctx.sqrt(radius)

    def body(angle: Any) -> Any:
        normal = (
            ctx.exp(-((root * ctx.sin(angle) - shift) ** 2) / 2)
            / ctx.sqrt(2 * ctx.pi)
            * root
            * ctx.cos(angle)
        )
        if d == 1:
            return normal
        rest = radius * ctx.cos(angle) ** 2 / 2
        series = ctx.hyp1f1(1, order + 1, rest) * ctx.exp(-rest)
        return normal * rest**order / ctx.gamma(order + 1) * series

    return ctx.quad(body, ctx.linspace(-ctx.pi / 2, ctx.pi / 2, 5))


def _levels(ctx: Any, d: Any, A: Any, v2: Any, n2: Any, eps: Any) -> tuple[Any, Any, Any]:
    """K + eps, K - eps and Z_max."""
    kernel = ctx.exp(v2 / 2 - n2)
    top = (1 - 4 * A) ** (d / ctx.mpf(2)) * ctx.exp(-(1 - 4 * A) * v2 / (8 * A) - n2)
    return kernel + eps, kernel - eps, top


class ProjectionUpperTail(BallFunction):
    """P[Z - K >= eps] of one positive projection for the Gaussian kernel, real A < 0; arguments d, A, |x+y|^2, n2, eps."""

    nargs = 5

    @staticmethod
    def ball(d: Any, A: Any, v2: Any, n2: Any, eps: Any) -> Any:
        """A lower tail of the noncentral chi-square law, 0 from Z_max on."""
        value = _level_tail(d, A, v2, n2, eps, 1)
        return value if isinstance(value, balls.fmpq) else +value

    @staticmethod
    def oracle(ctx: Any, d: Any, A: Any, v2: Any, n2: Any, eps: Any) -> Any:
        """Quadrature."""
        high, _, top = _levels(ctx, d, A, v2, n2, eps)
        return _below(ctx, d, A, v2, ctx.log(top / high) / (-2 * A)) if high < top else ctx.mpf(0)

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\Pr\left[Z-K\ge {printer.doprint(self.args[4])}\right]"


class ProjectionTail(BallFunction):
    """P[|Z - K| >= eps]; arguments as ProjectionUpperTail."""

    nargs = 5

    @staticmethod
    def ball(d: Any, A: Any, v2: Any, n2: Any, eps: Any) -> Any:
        """Both tails."""
        value = sum((_level_tail(d, A, v2, n2, eps, side) for side in (1, -1)), balls.fmpq(0))
        return value if isinstance(value, balls.fmpq) else +value

    @staticmethod
    def oracle(ctx: Any, d: Any, A: Any, v2: Any, n2: Any, eps: Any) -> Any:
        """Quadrature."""
        high, low, top = _levels(ctx, d, A, v2, n2, eps)
        total = _below(ctx, d, A, v2, ctx.log(top / high) / (-2 * A)) if high < top else ctx.mpf(0)
        return total + (1 - _below(ctx, d, A, v2, ctx.log(top / low) / (-2 * A)) if low > 0 else 0)

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\Pr\left[|Z-K|\ge {printer.doprint(self.args[4])}\right]"


class ProjectionRate(BallFunction):
    """L(K + eps) of Z, the supremum over theta of theta (K + eps) - log E exp(theta Z); arguments as ProjectionTail."""

    nargs = 5

    @staticmethod
    def ball(d: Any, A: Any, v2: Any, n2: Any, eps: Any) -> Any:
        """The function of theta is concave: a change of sign of its slope encloses the maximiser, the slope there the rest."""
        if all(isinstance(value, balls.fmpq) for value in (d, A, v2, n2, eps)):
            return +_kept(*(balls.as_fraction(value) for value in (d, A, v2, n2, eps)), balls.precision())
        return balls.arb("nan")

    @staticmethod
    def oracle(ctx: Any, d: Any, A: Any, v2: Any, n2: Any, eps: Any) -> Any:
        """Powers of Z summed term by term, the slope's root by the secant method."""
        high, _, top = _levels(ctx, d, A, v2, n2, eps)
        level = high / top

        def moment(k: Any) -> Any:
            spread = 1 - 4 * A * k
            return spread ** (-d / ctx.mpf(2)) * ctx.exp(k * (1 - 4 * A) * v2 / (8 * A * spread))

        def total(s: Any, first: int) -> Any:
            count = int(6 * s) + 3 * ctx.prec
            return ctx.fsum(s**k / ctx.factorial(k) * moment(k + first) for k in range(count))

        low, high = ctx.mpf(0), ctx.mpf(1)
        while total(high, 1) < level * total(high, 0):
            high *= 2
        for _ in range(ctx.prec + 40):
            middle = (low + high) / 2
            low, high = (middle, high) if total(middle, 1) < level * total(middle, 0) else (low, middle)
        return low * level - ctx.log(total(low, 0))

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\mathcal L\left(K+{printer.doprint(self.args[4])}\right)"


class OppositeRate(BallFunction):
    """ProjectionRate at d = 2 and x = -y, where Z/Z_max is a power of a uniform variable; arguments A, n2, eps."""

    nargs = 3

    @staticmethod
    def ball(A: Any, n2: Any, eps: Any) -> Any:
        """E exp(s U^(1/k)) = 1F1(k; k+1; s), k = -1/(4A), in the same concave maximisation."""
        with balls.working_precision(balls.precision() + _GUARD):
            k = -1 / (4 * A)
            level = (balls.ball(-n2).exp() + eps) / ((1 - 4 * A) * balls.ball(-n2).exp())
            if not level < 1:
                return balls.arb("nan")

            def at(s: Any) -> tuple[Any, Any, Any]:
                means = [balls.hypergeometric([k + i], [k + i + 1], s) * (k / (k + i)) for i in range(3)]
                return means[0] - 1, means[1], means[2]

            start = _guess(2.0, balls.to_float(A), 0.0, balls.to_float(level.log()))
            value = _supremum(level, at, start)
        return +value

    @staticmethod
    def oracle(ctx: Any, A: Any, n2: Any, eps: Any) -> Any:
        """The general oracle."""
        return ProjectionRate.oracle(ctx, ctx.mpf(2), A, ctx.mpf(0), n2, eps)

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\mathcal L_{{x=-y}}\left(K+{printer.doprint(self.args[2])}\right)"


@functools.lru_cache(maxsize=512)
def _kept(d: Fraction, A: Fraction, v2: Fraction, n2: Fraction, eps: Fraction, bits: int) -> Any:
    with balls.working_precision(bits + _GUARD):
        values = (balls.exact(value) for value in (d, A, v2, n2, eps))
        return _rate(*values)


class _Generating:
    """E exp(s q) of q = Z/Z_max in (0, 1] by the powers of q, with its first two derivatives."""

    def __init__(self, d: Any, A: Any, v2: Any) -> None:
        self.d, self.A, self.v2 = d, A, v2
        self.moments, self.bits = [balls.arb(1)], 0

    def moment(self, k: int) -> Any:
        """E q^k = (1-4Ak)^(-d/2) exp(k (1-4A) v2/(8A(1-4Ak)))."""
        if balls.precision() > self.bits:
            self.moments, self.bits = [balls.arb(1)], balls.precision()
        while len(self.moments) <= k:
            n = len(self.moments)
            spread = 1 - 4 * self.A * n
            exponent = (
                n * (1 - 4 * self.A) * self.v2 / (8 * self.A * spread) - self.d / 2 * balls.ball(spread).log()
            )
            self.moments.append(exponent.exp())
        return self.moments[k]

    def at(self, s: Any) -> tuple[Any, Any, Any]:
        """E e^(sq) - 1, E q e^(sq), E q^2 e^(sq); E q^k falls in k, so ratios are at most s/(k+1)."""
        size = balls.to_float(s)
        if 2 * size > _LONGEST:
            raise PrecisionError("the level is too close to the largest value of Z for a sum over its powers")
        small = balls.arb(2) ** (-balls.precision())
        term, sums = balls.arb(1), [balls.arb(0)] * 3
        sums[1], sums[2] = self.moment(1), self.moment(2)
        for k in range(1, _LONGEST):
            term = term * s / k
            sums = [sums[i] + term * self.moment(k + i) for i in range(3)]
            if k > 2 * size and term * self.moment(k) < small * sums[2]:
                rest = balls.arb(0, (2 * term * self.moment(k)).upper())
                return sums[0] + rest, sums[1] + rest, sums[2] + rest
        raise PrecisionError("the powers of Z decrease too slowly for a sum over them")


def _rate(d: Any, A: Any, v2: Any, n2: Any, eps: Any) -> Any:
    level = (_kernel(v2, n2) + eps) / balls.ball(largest(d, A, v2, n2))
    if not level < 1:
        return balls.arb("inf") if level > 1 else balls.arb("nan")
    generating = _Generating(d, A, v2)
    if _half_noncentrality(A, v2) > _RARE:
        rare = RareGenerating(d, A, v2, generating.moment)
        goal = (balls.ball(eps) / balls.ball(largest(d, A, v2, n2))).log()
        value = _supremum(level, rare.at, rare.start(balls.to_float(goal)))
        if balls.is_finite(value):
            return value
    start = _guess(balls.to_float(d), balls.to_float(A), balls.to_float(v2), balls.to_float(level.log()))
    return _supremum(level, generating.at, start)


def _supremum(level: Any, at: Callable[[Any], tuple[Any, Any, Any]], start: float) -> Any:
    """sup over s of s level - log M(s), M - 1 and two derivatives of M by `at`: Newton's method, then a certified bracket."""

    def slope(s: Any) -> tuple[Any, Any]:
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
            if bits >= most and moved * moved <= wanted / 4:
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
    low, high = math.log(1e-30), math.log(_LONGEST / 2)
    index = np.arange(_LONGEST + 2, dtype=float)
    spread = 1 - 4 * A * index
    moments = index * (1 - 4 * A) * v2 / (8 * A * spread) - d / 2 * np.log(spread)
    factorials = gammaln(index + 1)
    while high - low > 1e-14 * max(1.0, abs(high)):
        middle = (low + high) / 2
        count = min(int(2 * math.exp(middle)) + 400, _LONGEST)
        terms = index[:count] * middle - factorials[:count]
        mean = logsumexp(terms + moments[1 : count + 1]) - logsumexp(terms + moments[:count])
        low, high = (middle, high) if mean < log_level else (low, middle)
    return math.exp(low)
