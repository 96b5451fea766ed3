"""E exp(s q) of q = Z/Z_max in (0, 1] for any s: few first powers, and a far peak of the others by the trapezoidal rule.

The terms t(k) = s^k/k! m(k), m(k) = E q^k, fall at first and rise again to a peak near k = s. There they are sampled at a
step H > 1: f(x) = s^x/Gamma(x+1) m(x) is analytic, |m(x+iy)| <= m(x), and |Gamma(x+1+iy)| >= Gamma(x+1) exp(-y^2/(2x)),
as |Gamma(z+iy)/Gamma(z)|^2 = prod 1/(1 + y^2/(z+n)^2) >= exp(-y^2 psi'(z)) and psi'(x+1) <= 1/x. So with c = a^2/(2b) a
rule of step H on [b, oo), its nodes half a step off b, errs by at most 2 e^c I/(exp(2 pi a/H) - 1) + a e^c f(b), I the
integral of f there (Trefethen and Weideman, SIAM Review 56, 2014, section 5); so does the sum over k, the rule of step 1.
Between both parts blocks of k are bounded: log s^x/Gamma(x+1) is concave, log m(x) is convex.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from rftheory.exact import balls
from rftheory.exact.scalars import Ball, Rational, Real

_FEW = 2000  # powers before the valley
_HIGHEST = 100.0  # log s
_BLOCKS = 400  # of the valley, and of what follows the last node
_NODES = 20_000
_SMALL = 20.0  # nats below the precision that are left out

Moments = tuple[Ball, Ball, Ball]


class PeakedGenerating:
    """M(s) - 1, M'(s), M''(s) of M(s) = E e^(sq); nan where there is no far peak behind a deep valley."""

    def __init__(self, d: Rational, A: Rational, v2: Rational) -> None:
        self.d, self.A = d, A
        self.pull = (1 - 4 * A) * v2 / (-8 * A)
        self._floats = balls.to_float(d) / 2, -4 * balls.to_float(A), balls.to_float(self.pull)

    def log_moment(self, x: Real) -> Ball:
        """log E q^x = -(d/2) log(1-4Ax) - x (1-4A) v2/(8|A| (1-4Ax))."""
        spread = balls.ball(1 - 4 * self.A * x)
        return -(self.d / 2) * spread.log() - x * self.pull / spread

    def rough_moment(self, x: float) -> float:
        half, rate, pull = self._floats
        return -half * math.log1p(rate * x) - x * pull / (1 + rate * x)

    def peak(self, log_s: float) -> tuple[float, float] | None:
        """About the place and the width of the peak of f, None where f only falls; an effort in floats, not a bound."""
        half, rate, pull = self._floats

        def slope(log_x: float) -> float:
            spread = 1 + rate * math.exp(log_x)
            return log_s - log_x - half * rate / spread - pull / (spread * spread)

        high = log_s
        low = high
        while slope(low) <= 0:
            high, low = low, low - 0.02
            if low < 0:
                return None
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if slope(middle) > 0 else (low, middle)
        x = math.exp(low)
        spread = 1 + rate * x
        bend = 1 / x - half * (rate / spread) ** 2 - 2 * pull * rate / spread**3
        return x, 1 / math.sqrt(max(bend, 1e-3 / x))

    def start(self, log_level: float, log_excess: float) -> float | None:
        """A float near log s of the maximiser: where Newton's method starts, nothing is concluded from it."""

        def excess(log_s: float) -> float:
            """log of the slope of M less level M, above its size at s = 0; both as sums of positive terms."""
            found = self.peak(log_s)
            first, second = self.rough_moment(1.0), log_s + self.rough_moment(2.0)
            far = [-math.inf, -math.inf]
            if found is not None:
                x, width = found
                for i in (0, 1):
                    far[i] = x * log_s - math.lgamma(x + 1) + self.rough_moment(x + i) + math.log(2.5 * width)
            against = _sum(log_excess, log_level + _sum(log_s + first, far[0]))
            return _sum(second, far[1]) - against

        low, high = 0.0, 0.25
        while excess(high) < 0:
            low, high = high, high + 0.25
            if high > _HIGHEST:
                return None
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if excess(middle) < 0 else (low, middle)
        return low

    def at(self, s: Ball) -> Moments:
        """The three values at an exact s > 1."""
        bits, size = balls.precision(), balls.to_float(s)
        found = self.peak(math.log(size)) if 1 < size < math.inf else None
        if found is None:
            return (balls.arb("nan"),) * 3
        place, width = found
        largest = place * (math.log(size) + 1) + abs(self.rough_moment(place)) + 2
        with balls.working_precision(bits + int(math.log2(largest)) + 30):
            values = _Rule(self, s, place, width, bits * math.log(2) + _SMALL).values()
        return tuple(+value for value in values)  # type: ignore[return-value]


def _sum(one: float, two: float) -> float:
    """log(e^one + e^two)."""
    high, low = max(one, two), min(one, two)
    return high if low == -math.inf else high + math.log1p(math.exp(low - high))


class _Rule:
    """The sums for one s: `nats` is what is left out relative to them."""

    def __init__(self, of: PeakedGenerating, s: Ball, place: float, width: float, nats: float) -> None:
        self.of, self.s, self.log_s, self.nats = of, s, s.log(), nats
        self.place, self.width = place, width

    def log_weight(self, x: Real) -> Ball:
        """log of s^x/Gamma(x+1)."""
        return x * self.log_s - balls.ball(x + 1).lgamma()

    def values(self) -> Moments:
        known, first = self._first()
        far = self._far(first)
        if far is None:
            return (balls.arb("nan"),) * 3
        totals = [one + other for one, other in zip(known, far, strict=True)]
        return totals[0], totals[1], totals[2]

    def _first(self) -> tuple[list[Ball], int]:
        """What the first powers give to the three values, and the first power that is left."""
        small = balls.arb(-self.nats).exp()
        sums, weight = [balls.arb(0)] * 3, balls.arb(1)
        for k in range(_FEW):
            terms = [weight * self.of.log_moment(balls.fmpq(k + i)).exp() for i in range(3)]
            if k == 0:
                terms[0] = balls.arb(0)
            sums = [total + term for total, term in zip(sums, terms, strict=True)]
            if k > 1 and all(term < total * small for term, total in zip(terms, sums, strict=True)):
                return sums, k + 1
            weight = weight * self.s / (k + 1)
        return sums, _FEW

    def _far(self, first: int) -> list[Ball] | None:
        begin = self._begin(first)
        if begin is None:
            return None
        reach = math.sqrt(2 * balls.to_float(begin) * self.nats)
        a = balls.fmpq(int(reach) + 1)
        c = a * a / (2 * begin)
        step = max(1, int(2 * math.pi * balls.to_float(a) / (self.nats + balls.to_float(c) + 10)))
        valley = self._valley(first, begin)
        nodes = self._nodes(begin, step)
        if valley is None or nodes is None:
            return None
        grown, found = balls.ball(c).exp(), []
        side = a * grown * self.log_weight(begin).exp()
        for i in range(3):
            edge = side * self.of.log_moment(begin + i).exp()
            shares = [2 * grown / ((2 * balls.arb.pi() * a / h).exp() - 1) for h in (step, 1)]
            if not shares[0] < balls.fmpq(1, 2):
                return None
            rule = step * nodes[i]
            integral = (rule + edge) / (1 - shares[0])
            error = integral * (shares[0] + shares[1]) + 2 * edge + valley[i]
            found.append(rule + balls.arb(0, error.upper()))
        return found

    def _begin(self, first: int) -> Rational | None:
        """A half-integer below the peak, where f is negligible beside it even on the sides of the strip."""
        top, share = self._rough(self.place), 2.0
        while True:
            x = self.place - share * self.width
            if not x > first + 1:
                return None
            if top - self._rough(x) > 2 * self.nats * self.place / x:
                return balls.fmpq(2 * int(x) + 1, 2)
            share *= 1.15

    def _rough(self, x: float) -> float:
        """log f in balls, as a float relative to the peak, which floats alone do not resolve."""
        at, top = balls.fmpq(int(x)), balls.fmpq(int(self.place))
        value = self.log_weight(at) + self.of.log_moment(at)
        return balls.to_float(value - self.log_weight(top) - self.of.log_moment(top))

    def _valley(self, first: int, begin: Rational) -> list[Ball] | None:
        """Bounds of the terms from `first` up to `begin`, in blocks."""
        bounds, low, last = [balls.arb(0)] * 3, first, int(begin.p // begin.q)
        goal, size = self._rough_floor(), 1
        for _ in range(_BLOCKS):
            if low > last:
                return bounds
            high = min(low + size - 1, last)
            tops = [self._block(low, high, i) for i in range(3)]
            if high > low and not tops[0] < goal:
                size = max(1, size // 2)
                continue
            bounds = [total + top.exp() for total, top in zip(bounds, tops, strict=True)]
            low, size = high + 1, 2 * size
        return None

    def _block(self, low: int, high: int, i: int) -> Ball:
        """A bound of the log of the sum over low..high: the weight lies below a tangent, the moments below a chord."""
        u, v = balls.fmpq(low), balls.fmpq(high)
        weight = self.log_weight(v)
        slope = self.log_weight(v + 1) - weight  # less than that of the tangent
        left = weight - (v - u) * slope + self.of.log_moment(u + i)
        return left.max(weight + self.of.log_moment(v + i)) + balls.ball(v - u + 1).log()

    def _rough_floor(self) -> Ball:
        """The logarithm of what is negligible beside the peak."""
        top = balls.fmpq(int(self.place))
        return self.log_weight(top) + self.of.log_moment(top + 2) - self.nats

    def _nodes(self, begin: Rational, step: int) -> list[Ball] | None:
        """The sums of f over the nodes, with what follows the last."""
        small = balls.arb(-self.nats).exp()
        sums, x = [balls.arb(0)] * 3, begin + balls.fmpq(step, 2)
        for count in range(_NODES):
            balls.spend()
            weight = self.log_weight(x)
            terms = [(weight + self.of.log_moment(x + i)).exp() for i in range(3)]
            sums = [total + term for total, term in zip(sums, terms, strict=True)]
            x = x + step
            if count % 8 == 7 and all(term < total * small for term, total in zip(terms, sums, strict=True)):
                rests = [self._beyond(x - step, step, i, term) for i, term in enumerate(terms)]
                if all(rest is not None for rest in rests):
                    pairs = zip(sums, rests, strict=True)
                    return [total + balls.arb(0, rest.upper()) for total, rest in pairs if rest is not None]
        return None

    def _beyond(self, x: Rational, step: int, i: int, value: Ball) -> Ball | None:
        """A bound of the nodes after x, f(x) = value: f(y+H)/f(y) is less than s^H Gamma(u+1)/Gamma(u+H+1) m(v+H)/m(v)
        for u <= y <= v, as the first quotient falls and the second rises to 1 at most."""  # fmt: skip
        total = balls.arb(0)
        for low, high in self._spans(x, step):
            fall = self.log_weight(low + step) - self.log_weight(low)
            if high is not None:
                fall = fall + self.of.log_moment(high + step + i) - self.of.log_moment(high + i)
            ratio = fall.exp()
            if not ratio < 1:
                return None
            total = total + value / (1 - ratio)
        return total

    def _spans(self, x: Rational, size: int) -> Iterator[tuple[Rational, Rational | None]]:
        """Spans from x on up to 2s, the first ones short, and all that follow."""
        while x < 2 * self.s:
            yield x, x + size
            x, size = x + size, 2 * size
        yield x, None
