"""The first line of (56) of simrf as printed, at c = -1: two rigorous integrals and a bound for the gap between them."""

from __future__ import annotations

import math

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.numerics.enclosing import enclose, short
from rftheory.exact.scalars import Ball, ComplexBall, MpContext, MpNumber, Rational, Real

_ROUGH = 64  # bits of a value that only decides how much is left out


class OppositeFirstLine(BallFunction):
    """The first line of (56) of simrf, as printed, at c = -1: its integrand is singular, and flat, at f = pi/4.

    With A = 1 - sin 2f the integrand is 4 w^(2d-1) (sin f cos f)^(d-1) A^-P exp(-(w cos f)^2/(2A) - (w sin f)^2/(2A^2))
    over 2^d Gamma(d/2)^2, P = (3d-2)/2. In s = cot(pi/4 - f), |s| > 1, where A = 2/(1+s^2), it is
    2^(1-d-P) (s^2-1)^(d-1) (s^2+1)^(d/2-1) exp(-(w^2/16) (s^4 - 2s^3 + 4s^2 + 2s + 3)) but for the first factor.
    """

    nargs = 2

    @staticmethod
    def ball(d: Rational, w: Real) -> Ball:
        """Rigorous integrals on both sides of a gap around pi/4, and a bound for the gap."""
        if isinstance(w, balls.fmpq) and w == 0:
            return balls.arb("nan")
        power, size = (3 * d - 2) / 2, balls.to_float(w) ** 2
        scale = (
            4
            * balls.power(balls.ball(w), 2 * d - 1)
            / (balls.power(balls.ball(2), d) * balls.gamma(d / 2) ** 2)
        )
        small = balls.arb(2) ** (-balls.precision())
        quarter = balls.arb.pi() / 4
        fold = balls.power(balls.ball(2), 1 - d - power)

        def at(s: ComplexBall, analytic: bool) -> ComplexBall:
            square = s * s
            decay = -w * w / 16 * (square * square - 2 * s * square + 4 * square + 2 * s + 3)
            weight = balls.power(square + 1, d / 2 - 1, analytic)
            return balls.power(square - 1, d - 1) * weight * decay.exp()

        def outside(end: Ball) -> Ball:
            """The integral over 1 < |s| < end."""
            ends = ((balls.arb(1), end), (-end, balls.arb(-1)))
            return fold * sum((balls.integrate(at, *pair) for pair in ends), balls.arb(0))

        depth = balls.precision() * 0.7 + size + 20
        for _ in range(40):
            g = short(min(0.3, math.sqrt(math.sqrt(size / 4 / depth) / 2)))
            widest = 2 * balls.ball(g).sin() ** 2
            push = w * w * (quarter - g).sin() ** 2 / 2
            if widest * widest * power < 2 * push:
                gap = 2 * g / balls.power(balls.ball(2), d - 1) * balls.power(widest, -power)
                rest = gap * (-push / (widest * widest)).exp()
                end = balls.ball(g).cot()
                with balls.working_precision(_ROUGH):
                    rough = outside(+end)
                if rest < rough * small:
                    return enclose(outside(end), rest) * scale
            depth *= 1.5
        return balls.arb("nan")

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, w: MpNumber) -> MpNumber:
        """Quadrature of the printed integrand on both sides of pi/4."""
        half = d / ctx.mpf(2)

        def chi(r: MpNumber) -> MpNumber:
            return 2 ** (1 - half) * r ** (d - 1) * ctx.exp(-r * r / 2) / ctx.gamma(half)

        def at(x: MpNumber) -> MpNumber:
            a = 1 - ctx.sin(2 * x)
            root = ctx.sqrt(a)
            return (
                w / root * chi(w * ctx.cos(x) / root) * chi(w * ctx.sin(x) / a) if a > ctx.eps else ctx.mpf(0)
            )

        return ctx.quad(at, [0, ctx.pi / 8, ctx.pi / 4, 3 * ctx.pi / 8, ctx.pi / 2])

    def _latex(self, printer: Printer, *_: object) -> str:
        shown = ((argument.is_Atom, printer.doprint(argument)) for argument in self.args)
        d, w = (text if alone else rf"\left({text}\right)" for alone, text in shown)
        decay = rf"-\frac{{{w}^2\cos^2f}}{{2A}}-\frac{{{w}^2\sin^2f}}{{2A^2}}"
        front = rf"\frac{{4\,{w}^{{2{d}-1}}}}{{2^{{{d}}}\,\Gamma({d}/2)^2}}"
        power = rf"(\sin f\cos f)^{{{d}-1}}A^{{-(3{d}-2)/2}}"
        return rf"{front}\int_0^{{\pi/2}}{power}\,e^{{{decay}}}\,df\Big|_{{A=1-\sin2f}}"
