"""The pair moment of rows through a map that differs from the identity along one line, over the simplex itself; h = d/2, c = s v^2/2.

With (q_1, q_2, q_3) = (R p, R (1-p), 1)/(1+R) and p = E/(1+E) the mean of h(q_1) h(q_2) is (h-1)/pi int int f d(log R) d(log E),
f = (q_1 q_2)^(1/2) q_3^(h-1) (kappa_1 kappa_2)^(-h) F(z_1) F(z_2), z_i = c q_i/kappa_i, F(z) = 1F1(h; 1/2; z); for h = 1 it is
1/pi int f d(log E) at R = oo. Nothing has a sign: with a = 1 + sR, b = 1 + R
f = R b^h E^(1/2) (1+E)^(2h-1) ((aE + b)(bE + a))^(-h) F(cRE/(aE + b)) F(cR/(bE + a)).

Both rules are of `turned_line`, around 1 and s^(-1/2): of positive numbers the sum, one of them turned, keeps 1/L of itself. As
F(z) = E cosh 2(Gz)^(1/2), G of the Gamma law of shape h, has z F'/F <= z + h (integrate by parts, 2 (Gz)^(1/2) <= G + z),
|F(z)| <= F(Lx) <= F(x) L^h e^((L-1) x) for |z| <= Lx. So |f| is at most K = L^(4h) exp((L-1) max(z_1 + z_2)) times what it is
at the moduli, and both rules err relatively.

Where s v^2 is large a second K is less. z_i is Z or less, Z <= v^2/2, times p = 1/(1 + t), t > 0 turned by phi, p_0 at |t|. As
|cosh y| <= cosh Re y, |F(Zp)| <= F(Z y), y = (|p| + Re p)/2 <= L p_0. If cos phi >= 0, Re(1 - p) and 1 - |p| are cos phi (1 - p_0) at
least, for |1 + t| lies between 1 + |t| cos phi and 1 + |t|; if |t| <= w or 1/|t| <= w, |y - p_0| <= 2w/(1-w). So with D = v^2 - z_1 - z_2 at the
moduli |f| <= L^(4h) e^(2w/(1-w) v^2) f e^((1-C) D), C the least cos phi before w, and by Hoelder's inequality the integral of f e^((1-C) D) is
at most (M(0)/M(1))^(1-C) M(1), M(C) = int int f e^D e^(-CD): this for one rule over both integrals, for the other over the sums of the first.
e^(-z) F(z) rises (the series of F' - F is positive, h > 1/2), so M(0) <= F(v^2/2)^2 max(1, 1/s)^(2h) pi/(h-1); and with |d log f| <= l in
log R and in log E, l = 1 + 4h + v^2/4, M(1) >= (2/l)^2 f at any place.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from rftheory.exact import balls
from rftheory.exact.functions.radial.half_kummer import HalfKummer
from rftheory.exact.functions.radial.turned_line import KeptOnLines, TurnedLine, turned_line
from rftheory.exact.numerics.enclosing import enclose, short
from rftheory.exact.scalars import Ball, Rational, Real

_ROUGH = 96  # bits of bounds
_HALF = balls.fmpq(1, 2)
_LEAF = 12  # nodes that are not bounded together
_MOST = 800_000  # nodes and bounds
_WIDEST = 500.0  # of |log s|
_MARGIN = 12.0  # nats below what is asked for
_SHARP, _LATER = 50, 2.0  # v^2 from which double exponentials may begin later, by that and log v^2
_COARSE = 16  # places a direction that are looked at for the top


def by_simplex(half: Rational, width: Callable[[], Real], v2: Rational) -> Ball | None:
    """P, d = 2 half, s = width() at any precision; None where it takes too many nodes."""
    bits = balls.precision()
    nats = bits * math.log(2) + _MARGIN
    with balls.working_precision(_ROUGH):
        s = balls.ball(width())
        if not (s > 0 and abs(balls.to_float(s.log())) < _WIDEST):
            return None
        terms = _SimplexBounds(half, s, v2)
        rules = _rules(terms, nats)
        if any(rule is not None and rule.last - rule.first > _MOST // 8 for rule in rules):
            return None
        kept = _CountedNodes(terms, *rules, nats)
        if not kept.found():
            return None
    with balls.working_precision(bits + 40):
        s = balls.ball(width())
        value = enclose(_sum(half, s, v2, kept), kept.missed)
        for rule in rules:
            value = value if rule is None else value / (1 + balls.arb(0, rule.error))
        front = (half - 1) / balls.arb.pi() if half > 1 else 1 / balls.arb.pi()
        return s * balls.ball(-v2).exp() * front * value


_Ends = tuple[tuple[float, Rational], tuple[float, Rational]]


@dataclass
class _RatioNode:
    """R or E at a node: x/(1+x), 1/(1+x) and the logarithm of the node's weight."""

    share: Ball
    rest: Ball
    weight: Ball


class _SimplexBounds:
    """Bounds of log f over boxes."""

    def __init__(self, half: Rational, s: Ball, v2: Rational) -> None:
        self.half, self.s, self.v2 = half, s, v2
        self.c, self.function = s * v2 / 2, HalfKummer(half)
        self.steepest = v2 * (s / (1 + s)).max(balls.arb(0.5))  # of z_1 + z_2

    def growth(self, kept: KeptOnLines, ratio: Ball) -> Ball:
        """The less of both log K, `ratio` a bound of log M(0)/M(1)."""
        least = (kept.bound - 1) * self.steepest
        for phi, w in kept.places:
            cosine = phi.cos()
            if w < 1 and cosine > 0:
                least = least.min((1 - cosine) * ratio + 2 * w / (1 - w) * self.v2)
        return 4 * self.half * kept.bound.log() + least.upper()

    def ratio(self, top: float) -> Ball:
        """A bound of log M(0)/M(1), log f being `top` somewhere: of integrals, and of sums that err by less than half."""
        steep = (1 + 4 * self.half + balls.ball(self.v2) / 4) / 2
        fewer = self.half - 1 if self.half > 1 else balls.fmpq(1)
        inner = (balls.arb.pi() / fewer).log() + (2 if self.half > 1 else 1) * steep.log()
        return (self.crude() - balls.arb(top) + inner + 2).max(balls.arb(0)).upper()

    def crude(self) -> Ball:
        """log C of f <= C min(R, R^(1-h)) min(E, 1/E)^(1/2): kappa >= min(1, s), z_1 and z_2 at most v^2/2."""
        return 2 * self.function.at(balls.ball(self.v2) / 2).log() - 2 * self.half * self.s.log().min(
            balls.arb(0)
        )

    def most(self, low: _RatioNode, high: _RatioNode, left: _RatioNode, right: _RatioNode) -> Ball:
        """A bound of log f for R between low and high, E between left and right: its value where these are one."""
        first = self._factor(
            low.share * left.share,
            low.rest + low.share * left.rest,
            high.share * right.share,
            high.rest + high.share * right.rest,
        )
        other = self._factor(
            low.share * right.rest,
            low.rest + low.share * right.share,
            high.share * left.rest,
            high.rest + high.share * left.share,
        )
        inner = first + other
        return inner + (self.half - 1) * low.rest.log() if self.half > 1 else inner

    def _factor(self, least: Ball, least_rest: Ball, q: Ball, rest: Ball) -> Ball:
        """log q^(1/2) kappa^(-h) F(c q/kappa) for q from `least` on, 1 - q = rest; kappa is monotone, q/kappa rises."""
        kappa = self.s * q + rest
        smallest = kappa if self.s < 1 else self.s * least + least_rest
        return q.log() / 2 - self.half * smallest.log() + self.function.at(self.c * q / kappa).log()

    def top(self) -> float:
        """About the largest log f, from a coarse look and a climb; it sets the effort alone."""
        wide = abs(balls.to_float(self.s.log())) + 4
        low = wide + math.log(balls.to_float(self.half))

        def at(x: float, y: float) -> float:
            r, e = _place(balls.arb(x).exp()), _place(balls.arb(y).exp())
            r = r if self.half > 1 else _END
            return balls.to_float(self.most(r, r, e, e))

        best, x, y = max(
            (at(i, j), i, j)
            for i in (k * (wide + low) / _COARSE - low for k in range(_COARSE + 1))
            for j in (k * wide / _COARSE for k in range(_COARSE + 1))
        )
        step = wide / _COARSE
        while step > 1e-9 and step * step * balls.to_float(self.steepest) > 1e-2:
            better = max(
                (at(x + i, y + j), x + i, y + j) for i, j in ((step, 0), (-step, 0), (0, step), (0, -step))
            )
            if better[0] > best:
                best, x, y = better
            else:
                step /= 2
        return best


_END = _RatioNode(balls.arb(1), balls.arb(0), balls.arb(0))


def _place(x: Ball, weight: Ball | None = None) -> _RatioNode:
    return _RatioNode(x / (1 + x), 1 / (1 + x), balls.arb(0) if weight is None else weight.log())


def _rules(terms: _SimplexBounds, nats: float) -> tuple[TurnedLine | None, TurnedLine]:
    """Of R, none for h = 1, and of E."""
    half, length, top = terms.half, abs(terms.s.log()).upper(), terms.top()
    depth = max(nats + 2 * _MARGIN + balls.to_float(terms.crude()) - top, nats)
    most = terms.ratio(top)

    def line(center: Rational, reach: Ball, ends: _Ends) -> TurnedLine:
        """Where v^2 is large, that of the fewer nodes of one for each K."""
        places = (1.0, _LATER + math.log(balls.to_float(terms.v2))) if terms.v2 > _SHARP else (1.0,)
        found = [
            turned_line(
                lambda: balls.ball(center), reach, ends, nats, lambda kept: terms.growth(kept, most), later
            )
            for later in places
        ]
        return min(found, key=lambda each: each.last - each.first)

    two = (2 * depth, _HALF)
    across = line(balls.fmpq(0), length, (two, two))
    if half == 1:
        return None, across
    middle = short(-balls.to_float(terms.s.log()) / 2)
    shift, power = balls.to_float(middle), balls.to_float(half - 1)
    ends = (max(depth + shift, 1.0), balls.fmpq(1)), (max(depth / power - shift, 1.0), half - 1)
    return line(middle, (length / 2 + balls.arb(0.01)).upper(), ends), across


class _CountedNodes:
    """The nodes that count, as boxes of indices, and a bound of what all others add up to."""

    def __init__(
        self, terms: _SimplexBounds, along: TurnedLine | None, across: TurnedLine, nats: float
    ) -> None:
        self.terms, self.along, self.across = terms, along, across
        self.rows = (
            [_END] if along is None else [_place(*along.node(k)) for k in range(along.first, along.last + 1)]
        )
        self.columns = [_place(*across.node(k)) for k in range(across.last + 1)]
        steps = math.log(balls.to_float(across.step)) + (
            0 if along is None else math.log(balls.to_float(along.step))
        )
        self.low = terms.top() + steps - nats - _MARGIN
        self.boxes: list[tuple[int, int, int, int]] = []
        self.missed = balls.arb(0)

    def found(self) -> bool:
        """Whether there are few enough."""
        waiting, count = [(0, len(self.rows), 0, len(self.columns))], 0
        while waiting:
            box = waiting.pop()
            k, l, i, j = box
            size, count = (l - k) * (j - i), count + 1
            bound = self._most(*box) + math.log(2 * size)
            if bound < self.low:
                self.missed = self.missed + bound.exp()
            elif size <= _LEAF:
                self.boxes.append(box)
                count += size
            elif l - k > j - i:
                waiting += [(k, (k + l) // 2, i, j), ((k + l) // 2, l, i, j)]
            else:
                waiting += [(k, l, i, (i + j) // 2), (k, l, (i + j) // 2, j)]
            if count > _MOST:
                return False
        self.missed = self.missed + self._outside()
        return True

    def _most(self, k: int, l: int, i: int, j: int) -> Ball:
        """A bound of the logarithm of one node of the box; the weights are the largest at an end."""
        low, high, left, right = self.rows[k], self.rows[l - 1], self.columns[i], self.columns[j - 1]
        weight = low.weight.max(high.weight) + left.weight.max(right.weight)
        return (self.terms.most(low, high, left, right) + weight).upper()

    def _outside(self) -> Ball:
        """What the nodes past the ends add up to at most."""
        size = self.terms.crude().exp()
        inner = sum(
            (2 * (each.weight + (each.rest / each.share).log() / 2).exp() for each in self.columns),
            balls.arb(0),
        )
        outer = 2 * self.across.beyond(self.across.last, _HALF)
        if self.along is None:
            return size * outer
        power, middle = self.terms.half - 1, self.along.center()
        rows = balls.arb(0)
        for each in self.rows:
            x = (each.share / each.rest).log()
            rows = rows + (each.weight + x.min(-power * x)).exp()
        ends = self.along.beyond(self.along.first, balls.fmpq(1)) * middle.exp()
        ends = ends + self.along.beyond(self.along.last, power) * (-power * middle).exp()
        return size * (outer * (rows + ends) + inner * ends)


def _sum(half: Rational, s: Ball, v2: Rational, kept: _CountedNodes) -> Ball:
    """The nodes that count."""
    function, c = HalfKummer(half), s * v2 / 2
    rows: dict[int, tuple[Ball, Ball, Ball, Ball]] = {}
    columns: dict[int, tuple[Ball, Ball]] = {}
    total = balls.arb(0)
    for k, l, i, j in kept.boxes:
        for row in range(k, l):
            if row not in rows:
                rows[row] = _row(half, s, c, kept.along, row)
            a, b, times, weight = rows[row]
            line = balls.arb(0)
            for column in range(i, j):
                if column not in columns:
                    e, factor = kept.across.node(column)
                    factor = factor * e.sqrt() * balls.power(1 + e, 2 * half - 1)
                    columns[column] = e, factor if column == 0 else 2 * factor
                e, factor = columns[column]
                first, other = a * e + b, b * e + a
                value = factor * balls.power(first * other, -half)
                if v2 > 0:
                    value = value * function.at(times * e / first) * function.at(times / other)
                line = line + value
            total = total + line * weight
    return total


def _row(half: Rational, s: Ball, c: Ball, along: TurnedLine | None, k: int) -> tuple[Ball, Ball, Ball, Ball]:
    """a, b, cR and the factor of R with its weight."""
    if along is None:
        return s, balls.arb(1), c, balls.arb(1)
    r, weight = along.node(along.first + k)
    return 1 + s * r, 1 + r, c * r, weight * r * balls.power(1 + r, half)
