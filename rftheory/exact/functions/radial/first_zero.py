"""The first zero of the covariance of an orthogonal Matern pair, isolated and enclosed by proof: no scan can miss it.

Cov is a sum of powers of y (`near`). Near y = 0 its leading power outweighs the rest; from there intervals of log y follow
each other on which its Taylor polynomial in log y, with Lagrange's remainder bounded term by term, is negative throughout.
In the first interval where that fails it rises through its only zero.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rftheory.errors import BudgetError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.radial import near
from rftheory.exact.functions.radial.matern import MaternKernel
from rftheory.exact.functions.radial.orthogonal_pair import MaternOrthogonalPair
from rftheory.exact.numerics.root_bracketing import crossing
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational

_BITS = 128  # of an interval's polynomial, above what its terms cancel
_ORDER = 40  # of the polynomial
_STEPS = 4000  # intervals, some ten seconds
_PARTS = 32  # of half an interval, in which a zero is looked for
_WIDEST = balls.fmpq(32)
_NEAREST = 1 << 14  # -log y where the leading power must outweigh the rest
_LAST = balls.fmpq(9)  # log y beyond which a zero is not looked for


class MaternFirstZero(BallFunction):
    """The smallest z > 0 (l = 1) where Cov_d(z) = 0, after which it is positive; d >= 3, nu > 0."""

    nargs = 2

    @staticmethod
    def ball(d: Rational, nu: Rational) -> Ball:
        """Certified root at the working precision."""
        if not (d >= 2 and d.q == 1 and nu > 0):
            return balls.arb("nan")
        wanted = balls.precision()
        low, high = bracket(d, nu)

        def excess(z: Rational) -> Ball:
            y = nu * z * z / 2
            return balls.ball(MaternOrthogonalPair.ball(d, nu, y)) - balls.ball(MaternKernel.ball(nu, y)) ** 2

        with balls.working_precision(2 * wanted + near.lost(nu, nu * high * high / 2) + 64):
            return crossing(excess, low, high, wanted)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, nu: MpNumber) -> MpNumber:
        """A plain walk in z until the sign changes, by Talbot's inversion of a Laplace transform, then secants."""

        def gap(z: MpNumber) -> MpNumber:
            y = nu * z * z / 2
            return MaternOrthogonalPair.oracle(ctx, d, nu, y) - MaternKernel.oracle(ctx, nu, y) ** 2

        z = ctx.mpf(1)
        while gap(z + ctx.mpf(1) / 2) < 0:
            z += ctx.mpf(1) / 2
        return ctx.findroot(
            gap,
            (z, z + ctx.mpf(1) / 2),
            solver="anderson",
            tol=ctx.mpf(10) ** (-2 * ctx.dps // 3),
            verify=False,
        )

    def _latex(self, printer: Printer, *_: object) -> str:
        d, nu = (printer.doprint(argument) for argument in self.args)
        return rf"z_0\left({d},{nu}\right)"


@balls.kept(maxsize=256)
def bracket(d: Rational, nu: Rational) -> tuple[Rational, Rational]:
    """low < high with Cov < 0 on (0, low], Cov > 0 at high, and one zero between them, in z."""
    place, step = _start(d, nu), balls.fmpq(1, 4)
    for _ in range(_STEPS):
        balls.spend()
        step = min(step, _LAST - place)
        piece = _piece(d, nu, place + step / 2, step / 2) if step > 0 else None
        if piece is None:
            break
        if piece.negative(-piece.radius, piece.radius):
            place, step = place + step, min(2 * step, _WIDEST)
            continue
        found = piece.crossing()
        if found is not None:
            return _distance(nu, found[0]), _distance(nu, found[1])
        step = step / 2
        if step < balls.fmpq(1, 1 << 30):
            raise PrecisionError(f"no certified sign near log y = {balls.to_float(place)}")
    raise BudgetError(
        f"the covariance is negative for nu z^2/2 up to {balls.to_float(balls.ball(place).exp()):.3g} at least"
    )


def _bits(nu: Rational, y: Rational) -> int:
    """Of terms of size e^(4 sqrt y) that add up to e^(-4 sqrt y) at least."""
    return _BITS + near.lost(nu, y) + int(6 * math.sqrt(balls.to_float(y)))


def _leading(nu: Rational) -> Rational:
    """The exponent of the leading power."""
    return 2 * nu if nu < 1 else balls.fmpq(2)


def _powers(d: Rational, nu: Rational, log_top: Rational) -> near.PowerSeries | None:
    """Cov below a distance, at a precision that leaves _BITS."""
    with balls.working_precision(64):
        top = balls.exact(balls.endpoints(balls.ball(log_top).exp())[1])
    with balls.working_precision(_bits(nu, top)):
        return near.covariance(d / 2, nu, top)


def _start(d: Rational, nu: Rational) -> Rational:
    """log y below which the leading power, whose coefficient is negative, outweighs all others."""
    depth = 1
    while depth <= _NEAREST:
        found = _powers(d, nu, balls.fmpq(-depth))
        if found is None:
            raise BudgetError(f"the powers of the distance take too many terms at nu = {balls.to_float(nu):.3g}")
        with balls.working_precision(_BITS):
            if _outweighed(found, _leading(nu), balls.fmpq(depth)):
                return balls.fmpq(-depth)
        depth *= 2
    raise BudgetError("at so small |nu - 1| no power of the distance leads near zero")


def _outweighed(powers: near.PowerSeries, leading: Rational, depth: Rational) -> bool:
    """Whether, relative to the leading term, all others fall towards y = 0 and add up to less than it at log y = -depth."""
    first, others, top = balls.arb(0), balls.arb(0), balls.ball(-depth).exp()
    most = (
        2
        if len(powers.families[0].parts) == 3 and leading == 2 and powers.families[0].parts[2][2] != 0
        else 0
    )
    for family in powers.families:
        for j, part in enumerate(family.parts):
            for n, value in enumerate(part):
                over = family.offset + n - leading
                if value == 0:
                    continue
                if over == 0 and j == most:
                    first = value
                    continue
                if over < 0 or (over > 0 and over * depth < j):
                    return False
                others = others + abs(value) * balls.power(top, over) * balls.power(
                    balls.ball(depth), balls.fmpq(j - most)
                )
    rest = powers.rest * balls.power(top, -leading)
    return bool(first < 0 and others + rest < -first)


@dataclass(frozen=True)
class _LogPiece:
    """Cov y^(-leading) on |log y - centre| <= radius: a polynomial in log y - centre, off by at most `rest`."""

    centre: Rational
    radius: Rational
    coefficients: list[Ball]
    rest: Ball

    def value(self, at: Rational | Ball, order: int = 0) -> Ball:
        """The polynomial, or its slope, there; the remainder is not in it."""
        total = balls.arb(0)
        for k in range(len(self.coefficients) - 1, order - 1, -1):
            total = total * at + self.coefficients[k] * (k if order else 1)
        return total

    def slope(self, low: Rational, high: Rational) -> Ball:
        """All slopes of the polynomial over an interval."""
        return self.value(balls.ball(low).union(balls.ball(high)), 1)

    def negative(self, low: Rational, high: Rational, depth: int = 7) -> bool:
        """Whether Cov < 0 is certain over an interval."""
        middle = (low + high) / 2
        size = abs(self.slope(low, high)) * ((high - low) / 2)
        if self.value(middle) + self.rest + size < 0:
            return True
        if depth == 0 or not self.value(middle) + self.rest < 0:
            return False
        return self.negative(low, middle, depth - 1) and self.negative(middle, high, depth - 1)

    def crossing(self) -> tuple[Rational, Rational] | None:
        """log y of two points: Cov < 0 up to the first, > 0 at the second, rising between."""
        width = self.radius / _PARTS
        low = -self.radius
        while low < self.radius and self.negative(low, low + width):
            low = low + width
        high = low
        while high < self.radius:
            high = high + width
            if self.value(high) - self.rest > 0:
                return (self.centre + low, self.centre + high) if self.rises(low, high) else None
        return None

    def rises(self, low: Rational, high: Rational) -> bool:
        """Whether the polynomial rises over an interval by more than its remainder could hide."""
        return bool(self.slope(low, high) > 0)


def _piece(d: Rational, nu: Rational, centre: Rational, radius: Rational) -> _LogPiece | None:
    """Taylor's polynomial term by term: y^e is y_0^e e^(e sigma), (log y)^j is (log y_0 + sigma)^j."""
    powers = _powers(d, nu, centre + radius)
    if powers is None:
        return None
    leading = _leading(nu)
    with balls.working_precision(_bits(nu, powers.top)):
        place, reach = balls.ball(centre).exp(), abs(balls.ball(centre)) + radius
        total, rest = (
            [balls.arb(0)] * (_ORDER + 2),
            powers.rest * balls.power(balls.ball(powers.top), -leading),
        )
        for j in range(len(powers.families[0].parts)):
            sums, left = [balls.arb(0)] * _ORDER, balls.arb(0)
            for family in powers.families:
                size = balls.power(place, family.offset - leading)
                for n, value in enumerate(family.parts[j]):
                    if value != 0:
                        over = family.offset + n - leading
                        term = value * size
                        for k in range(_ORDER):
                            sums[k] = sums[k] + term
                            term = term * over / (k + 1) * radius
                        left = left + abs(term) * (balls.ball(over * radius)).exp()
                    size = size * place
            shift, none = [balls.ball(centre), balls.ball(radius)], balls.arb(0)
            for _ in range(j):
                sums = [
                    (sums[k] * shift[0] if k < len(sums) else none) + (sums[k - 1] * shift[1] if k else none)
                    for k in range(len(sums) + 1)
                ]
            total = [a + (sums[k] if k < len(sums) else none) for k, a in enumerate(total)]
            rest = rest + left * reach**j
        scaled = [value / balls.power(balls.ball(radius), balls.fmpq(k)) for k, value in enumerate(total)]
    return _LogPiece(centre, radius, scaled, rest.upper())


def _distance(nu: Rational, log_y: Rational) -> Rational:
    """A rational z a little below the distance at which log y is that."""
    with balls.working_precision(96):
        return balls.exact(balls.endpoints((balls.ball(log_y).exp() * 2 / nu).sqrt())[0])
