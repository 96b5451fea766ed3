"""The log second moment of generalised exponential features over the complex half plane: values and derivatives in balls.

With 1-8A = e^(sigma + i theta), |theta| < pi/2, u = |x+sy|^2 and e = e^-sigma, the second moment of Re Z over K^2 is
(e^P/2)(1 + e^Q cos phi): e^P = E|Z|^2/K^2 and e^(P+Q) e^(i phi) = E Z^2/K^2, where E Z^2/K^2 =
cosh((sigma+i theta)/2)^d e^(s u e^-(sigma+i theta)). Every function is even in theta.
"""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.exact import balls
from rftheory.exact.scalars import Ball, Rational

Pair = tuple[Ball, Ball]
Triple = tuple[Ball, Ball, Ball]


@dataclass(frozen=True)
class Surface:
    """f(sigma, theta) = log(E (Re Z)^2/K^2) in dimension d at the sign s and u = |x+sy|^2."""

    d: Rational
    s: int
    u: Rational

    def lower(self, sigma: Ball, theta: Ball) -> Ball | None:
        """A number below f on the box, from its value alone; None where the box is too wide for one."""
        point = _Point(self, sigma, theta)
        size = point.q().min(balls.arb(0)).exp()
        share = (1 + size * point.phi().cos()).lower().max((1 - size).lower())
        return (point.p() + (share / 2).log()).lower() if share > 0 else None

    def value(self, sigma: Ball, theta: Ball) -> Ball:
        """f at a point."""
        point = _Point(self, sigma, theta)
        point.mix()
        return point.value()

    def slopes(self, sigma: Ball, theta: Ball) -> tuple[Ball, Pair]:
        """f and its two first derivatives."""
        point = _Point(self, sigma, theta)
        point.mix()
        return point.value(), point.slopes()

    def curves(self, sigma: Ball, theta: Ball) -> tuple[Pair, Triple] | None:
        """The first derivatives and the second ones (sigma sigma, sigma theta, theta theta); None near zeros of e^f."""
        point = _Point(self, sigma, theta)
        point.mix()
        return (point.slopes(), point.curves()) if point.share > 0 else None


class _Point:
    """Everything at one point or over one box; P, Q and phi with their derivatives."""

    def __init__(self, surface: Surface, sigma: Ball, theta: Ball) -> None:
        self.d, self.s, self.u = surface.d, surface.s, surface.u
        self.e = (-sigma).exp()
        self.cosine, self.sine = theta.cos(), theta.sin()
        self.wide, self.steep = sigma.cosh(), sigma.sinh()
        self.total = self.wide + self.cosine  # 2|cosh((sigma + i theta)/2)|^2
        self.norm = ((self.e + self.cosine) ** 2 + self.sine**2).sqrt()  # |1 + e^-(sigma + i theta)|
        self.half = sigma / 2, theta / 2

    def h(self) -> Ball:
        """P = d log|cosh| - (d/2) log cos theta + u h."""
        if self.s > 0:
            return ((self.e + self.norm) / self.cosine - 1) / 2
        return ((1 + 2 * self.e * self.cosine) / (self.norm + self.e) / self.cosine + 1) / 2

    def p(self) -> Ball:
        return self.d * (self.total / (2 * self.cosine)).log() / 2 + self.u * self.h()

    def q(self) -> Ball:
        """(d/2) log cos theta + u (s Re z - |z|)/(2 cos theta), z = e^(i theta) + e^(2 i theta - sigma): never positive."""
        real = self.cosine + self.e * (1 - 2 * self.sine**2)
        tilt = self.s * self.e * self.cosine - self.h()
        if self.s > 0 and self.norm + real > 0:
            imaginary = self.sine * (1 + 2 * self.e * self.cosine)
            tilt = -(imaginary**2) / (2 * self.cosine * (self.norm + real))
        return self.d * self.cosine.log() / 2 + self.u * tilt

    def phi(self) -> Ball:
        turn = (self.half[0].tanh() * self.half[1].tan()).atan()
        return self.d * turn - self.s * self.u * self.e * self.sine

    def mix(self) -> None:
        """X + iY = e^(Q + i phi), 1 + X and its inverse."""
        size, angle = self.q().min(balls.arb(0)).exp(), self.phi()
        self.x, self.y = size * angle.cos(), size * angle.sin()
        self.share = 1 + self.x
        self.over = 1 / self.share

    def value(self) -> Ball:
        """f, after `mix`."""
        return self.p() + (self.share / 2).log()

    def slopes(self) -> Pair:
        """The gradient."""
        d, s, u, e, tangent = self.d, self.s, self.u, self.e, self.sine / self.cosine
        real, imaginary = self.steep / self.total / 2, self.sine / self.total / 2  # of (log cosh(zeta/2))'
        over = 1 / self.norm
        self.n = -e * (self.cosine + e) * over, -e * self.sine * over  # slopes of the norm
        self.k = 1 / (2 * self.cosine)
        self.r = self.n[0] - s * e, self.n[1]  # slopes of norm + s e
        self.whole = self.norm + s * e
        h = self.r[0] * self.k, (self.r[1] + self.whole * tangent) * self.k
        self.p1 = d * real + u * h[0], d * (tangent / 2 - imaginary) + u * h[1]
        self.q1 = -u * (s * e * self.cosine + h[0]), -d * tangent / 2 - u * (s * e * self.sine + h[1])
        self.phi1 = d * imaginary + s * u * e * self.sine, d * real - s * u * e * self.cosine
        self.x1 = tuple(self.x * a - self.y * b for a, b in zip(self.q1, self.phi1, strict=True))
        self.tangent = tangent
        first, second = (p + x * self.over for p, x in zip(self.p1, self.x1, strict=True))
        return first, second

    def curves(self) -> Triple:
        """The Hessian."""
        d, s, u, e = self.d, self.s, self.u, self.e
        cosine, sine, tangent = self.cosine, self.sine, self.tangent
        scale = 1 / (2 * self.total * self.total)
        real, imaginary = (
            (1 + self.wide * cosine) * scale,
            -self.steep * sine * scale,
        )  # of (log cosh(zeta/2))''
        over = 1 / self.norm
        n = (
            (e * cosine + 2 * e * e - self.n[0] ** 2) * over,
            (e * sine - self.n[0] * self.n[1]) * over,
            (-e * cosine - self.n[1] ** 2) * over,
        )
        square = tangent * tangent
        h = (
            (n[0] + s * e) * self.k,
            (n[1] + self.r[0] * tangent) * self.k,
            (n[2] + 2 * self.r[1] * tangent + self.whole * (1 + 2 * square)) * self.k,
        )
        p2 = (
            d * real + u * h[0],
            -d * imaginary + u * h[1],
            d * ((1 + square) / 2 - real) + u * h[2],
        )
        q2 = (
            u * (s * e * cosine - h[0]),
            u * (s * e * sine - h[1]),
            -d * (1 + square) / 2 - u * (s * e * cosine + h[2]),
        )
        phi2 = (
            d * imaginary - s * u * e * sine,
            d * real + s * u * e * cosine,
            -d * imaginary + s * u * e * sine,
        )
        found = []
        for place, (i, j) in enumerate(((0, 0), (0, 1), (1, 1))):
            q, phi = self.q1, self.phi1
            x = self.x * (q[i] * q[j] - phi[i] * phi[j] + q2[place]) - self.y * (
                q[i] * phi[j] + q[j] * phi[i] + phi2[place]
            )
            found.append(p2[place] + (x - self.x1[i] * self.x1[j] * self.over) * self.over)
        return found[0], found[1], found[2]
