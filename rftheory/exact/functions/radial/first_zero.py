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
_ORDER = 40  # of the polynomial, at least
_STEPS = 4000  # intervals, some ten seconds
_PARTS = 32  # of half an interval, in which a zero is looked for
_WIDEST = balls.fmpq(512)
_NEAREST = 1 << 14  # -log y where the leading power must outweigh the rest
_ROUGH = 96  # of bounds
_LAST = balls.fmpq(37, 4)  # log y beyond which a zero is not looked for
_LAST_OF_SMOOTH = 6  # log (y/nu) where powers below nu are enough


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

        top = nu * high * high / 2
        with balls.working_precision(wanted + _bits(nu, top)):
            powers = near.covariance(d / 2, nu, top)
            if powers is None:
                return balls.arb("nan")
            return crossing(lambda z: powers.at(nu * z * z / 2), low, high, wanted)

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
    place, step, grow, last = _start(d, nu), balls.fmpq(1, 4), 2, _last(nu)
    for _ in range(_STEPS):
        balls.spend()
        step = min(step, last - place, max(balls.fmpq(1), -place))
        piece = _piece(d, nu, place + step / 2, step / 2) if step > 0 else None
        if piece is None:
            break
        if piece.negative(-piece.radius, piece.radius):
            place, step, grow = place + step, min(grow * step, _WIDEST), 2
            continue
        found = piece.crossing()
        if found is not None:
            return _distance(nu, found[0]), _distance(nu, found[1])
        step, grow = step / 2, 1
        if step < balls.fmpq(1, 1 << 30):
            raise PrecisionError(f"no certified sign near log y = {balls.to_float(place)}")
    raise BudgetError(
        f"the covariance is negative for nu z^2/2 up to {balls.to_float(balls.ball(place).exp()):.3g} at least"
    )


def _last(nu: Rational) -> Rational:
    """log y beyond which a zero is not looked for."""
    if nu < near.SMOOTHEST:
        return _LAST
    return balls.exact(round(math.log(balls.to_float(nu)))) + _LAST_OF_SMOOTH


def _bits(nu: Rational, y: Rational) -> int:
    """Of terms that are as much larger than 1 as their sum is smaller."""
    return _BITS + near.lost(nu, y) + near.swing(nu, y)


def _leading(nu: Rational) -> Rational:
    """The exponent of the leading power."""
    return 2 * nu if nu < 1 else balls.fmpq(2)


@balls.kept(maxsize=8)
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
            raise BudgetError(
                f"the powers of the distance take too many terms at nu = {balls.to_float(nu):.3g}"
            )
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
    """Cov y^(-leading) on |log y - centre| <= radius: a polynomial in log y - centre, off by at most `rest`, its slope by `steep` times that where not by as much as in a disc."""

    centre: Rational
    radius: Rational
    coefficients: list[Ball]
    rest: Ball
    steep: int

    def around(self, low: Rational, high: Rational) -> tuple[Ball, Ball, Ball, Ball]:
        """Over an interval: the polynomial and its slope in the middle, and how far each is off elsewhere at most."""
        here = balls.shifted(self.coefficients, (low + high) / 2)
        with balls.working_precision(_ROUGH):
            power, off, turn, half = balls.arb(1), balls.arb(0), balls.arb(0), (high - low) / 2
            for k, value in enumerate(here[1:], 1):
                size = abs(value) * power
                turn = turn + (k * size if k > 1 else 0)
                power = power * half
                off = off + size * half
        return here[0], here[1], off, turn

    def negative(self, low: Rational, high: Rational, depth: int = 8) -> bool:
        """Whether Cov < 0 is certain over an interval."""
        middle, value, off = (low + high) / 2, *self.around(low, high)[::2]
        if value + self.rest + off < 0:
            return True
        if depth == 0 or not value + self.rest < 0:
            return False
        return self.negative(low, middle, depth - 1) and self.negative(middle, high, depth - 1)

    def crossing(self) -> tuple[Rational, Rational] | None:
        """log y of two points: Cov < 0 up to the first, > 0 at the second, rising between."""
        if not self.around(self.radius, self.radius)[0] - self.rest > 0:
            return None
        width = self.radius / _PARTS
        low = -self.radius
        while low < self.radius and self.negative(low, low + width):
            low = low + width
        high = low
        while high < self.radius:
            high = high + width
            if self.around(high, high)[0] - self.rest > 0:
                return (self.centre + low, self.centre + high) if self.rises(low, high) else None
        return None

    def rises(self, low: Rational, high: Rational) -> bool:
        """Whether Cov y^(-leading) rises there: what the polynomial is off by, is so in a disc larger by a part of the radius."""
        _, slope, _, turn = self.around(low, high)
        steep = max(_PARTS / self.radius, balls.fmpq(self.steep))
        return bool(self.radius <= 1 and slope - turn - self.rest * steep > 0)


def _piece(d: Rational, nu: Rational, centre: Rational, radius: Rational) -> _LogPiece | None:
    """Taylor's polynomial term by term: y^e is y_0^e e^(e sigma), (log y)^j is (log y_0 + sigma)^j."""
    reach = radius * (_PARTS + 1) / _PARTS
    powers = _powers(d, nu, _rounded(centre + reach))
    if powers is None:
        return None
    bits = _bits(nu, powers.top)
    order, leading = max(_ORDER, bits // 2), _leading(nu)
    with balls.working_precision(bits):
        place = balls.ball(centre).exp()
        total, rest = [balls.arb(0)] * (order + 2), balls.arb(0)
        for j in range(len(powers.families[0].parts)):
            sums, left = _expanded(powers, j, leading, place, reach, order)
            for _ in range(j):
                sums = [
                    balls.ball(centre) * a + b
                    for a, b in zip([*sums, balls.arb(0)], [balls.arb(0), *sums], strict=True)
                ]
            total = [a + (sums[k] if k < len(sums) else 0) for k, a in enumerate(total)]
            rest = rest + left * (abs(balls.ball(centre)) + reach) ** j
        rest = rest + powers.rest * balls.power(place * balls.ball(reach).exp(), -leading)
    return _LogPiece(centre, radius, total, rest.upper(), powers.order + 2)


def _expanded(
    powers: near.PowerSeries, j: int, leading: Rational, place: Ball, reach: Rational, order: int
) -> tuple[list[Ball], Ball]:
    """The coefficients in sigma of what stands beside (log y)^j, times y^(-leading), and what follows for |sigma| <= reach."""
    terms, lowest = [], []
    for family in powers.families:
        part = family.parts[j]
        first = next((n for n, value in enumerate(part) if value != 0), 0)
        size, scaled = balls.power(place, family.offset + first - leading), []
        for value in part[first:]:
            scaled.append(value * size)
            size = size * place
        lowest.append(family.offset + first - leading)
        terms.append(scaled + [balls.arb(0)] * first)
    total, left = [balls.arb(0)] * order, balls.arb(0)
    for over, scaled, sums in zip(lowest, terms, balls.moments(terms, order), strict=True):
        factor, series = balls.arb(1), []
        for k in range(order):
            series.append(factor)
            factor = factor * over / (k + 1)
        total = [a + b for a, b in zip(total, balls.multiplied(sums, series, order), strict=True)]
        with balls.working_precision(_ROUGH):
            for n, value in enumerate(scaled):
                away = balls.ball(abs(over + n) * reach)
                left = left + abs(value) * away**order * away.exp()
    with balls.working_precision(_ROUGH):
        return total, left * balls.reciprocal_gamma(balls.fmpq(order + 1))


def _rounded(log_top: Rational) -> Rational:
    """Up to a quarter, so that neighbours share their powers."""
    return balls.fmpq(math.ceil(balls.as_fraction(4 * log_top)), 4)


def _distance(nu: Rational, log_y: Rational) -> Rational:
    """A rational z a little below the distance at which log y is that."""
    with balls.working_precision(96):
        return balls.exact(balls.endpoints((balls.ball(log_y).exp() * 2 / nu).sqrt())[0])
