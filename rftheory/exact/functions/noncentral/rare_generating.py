"""E exp(s q) of a nearly unbounded projection, q = exp(-2|A| R) in (0, 1], by quadrature near q = 1; rests are proved.

R = S^2 is noncentral chi-square with a noncentrality delta^2 so large that q is near 0 but for rare R. With x = s q,
e^x - 1 - x <= x^2 and e^x - 1 <= 2x for x <= 1 bound what S > U contributes, s exp(-2|A| U^2) = 1, by moments of q in closed
form. Between the end of the integral and U, pieces [b, b'] contribute at most e^(s q(b)) P[S < b'], P[S < b'] <= e^(-(delta-b')^2/2).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import scipy

from rftheory.exact import balls
from rftheory.exact.scalars import Ball, ComplexBall, Rational

_PIECE = 1.05  # ratio of the ends of a piece: finer ones bound a little better, with more terms


class RareGenerating:
    """M(s) - 1, M'(s), M''(s) of M(s) = E e^(sq); nan where the rests do not vanish."""

    def __init__(self, d: Rational, A: Rational, v2: Rational, moment: Callable[[int], Ball]) -> None:
        """`moment(k)` is E q^k."""
        self.d, self.rate, self.moment = d, -2 * A, moment
        self.delta = ((1 - 4 * A) * balls.ball(v2)).sqrt() / (-4 * A)

    def start(self, log_goal: float) -> float:
        """A float s with E q e^(sq) near e^(log_goal) over the rare values: where Newton's method starts."""
        delta, rate, order = (
            balls.to_float(self.delta),
            balls.to_float(self.rate),
            balls.to_float(self.d) / 2 - 1,
        )

        def height(s: float) -> float:
            top = delta / (2 * rate * s + 1)
            u = np.linspace(0.0, 4 * top + 4, 20001)[1:]
            # from s - delta^2/2 on, which cancel
            log = s * np.expm1(-rate * u * u) - rate * u * u - u * u / 2 + u * delta
            log += np.log(u) + order * np.log(u / delta) + np.log(scipy.special.ive(order, u * delta))
            peak = float(log.max())
            return s - delta * delta / 2 + peak + math.log(float(np.exp(log - peak).sum() * (u[1] - u[0])))

        low, high = delta * delta * 1e-6, delta * delta
        for _ in range(100):
            middle = (low + high) / 2
            low, high = (middle, high) if height(middle) < log_goal else (low, middle)
        return low

    def at(self, s: Ball) -> tuple[Ball, Ball, Ball]:
        """The three values at an exact s > 1."""
        half, scale = self.d / 2, balls.gamma(self.d / 2)
        delta, rate, degree = self.delta, balls.ball(self.rate), int(self.d.p) - 1
        reach = (balls.ball(s).log() / rate).sqrt()
        if not reach < delta:
            return (balls.arb("nan"),) * 3
        end, between = self._end(s, reach)

        def rare(part: int) -> Ball:
            def body(u: ComplexBall, _: bool) -> ComplexBall:
                square = u * u
                q = (-rate * square).exp()
                x = s * q
                gain = x.exp() - 1 - (x if part == 0 else 0)
                weight = u**degree * balls.acb(square * delta * delta / 4).hypgeom_0f1(balls.acb(half))
                return gain * q**part * weight * (-(square + delta * delta) / 2).exp()

            constant = balls.power(balls.ball(2), 1 - half) / scale
            return constant * balls.integrate(body, balls.arb(0), end) + balls.arb(0, between.upper())

        rests = [s * s * self.moment(2), 2 * s * self.moment(2), 2 * s * self.moment(3)]
        known = [s * self.moment(1), self.moment(1), self.moment(2)]
        first, second, third = (
            known[part] + rare(part) + balls.arb(0, rests[part].upper()) for part in range(3)
        )
        return first, second, third

    def _end(self, s: Ball, reach: Ball) -> tuple[Ball, Ball]:
        """Where to end the integral, and the bound of what lies between there and `reach`."""
        delta, rate = self.delta, balls.ball(self.rate)
        top = delta / (2 * rate * s + 1)
        size = s * (-rate * top * top).exp() - (delta - top) ** 2 / 2 - 0.7 * (balls.precision() + 60)
        low, total = reach.upper(), balls.arb(0)
        while low > top:
            next_low = (low / _PIECE).mid()
            piece = s * (-rate * next_low * next_low).exp() - (delta - low) ** 2 / 2
            if piece > size - balls.to_float(self.d) * 4:
                break
            total = total + piece.exp()
            low = next_low
        return low.mid(), total
