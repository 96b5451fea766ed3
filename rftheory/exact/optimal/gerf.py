"""Generalised exponential features: the best complex A and sign s for a pair, or for the averages of a data set.

The best real A of each sign is enclosed by Newton's method in balls; then `covering` shows that no complex A of either
sign does better, for this d, |x+y|^2 and |x-y|^2.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.tilts import NegativeTilt
from rftheory.exact.optimal import oprf
from rftheory.exact.optimal.covering import BITS, Covering, cover
from rftheory.exact.optimal.landscape import Surface
from rftheory.exact.optimal.optimum import Certificate, Certifier, Optimum, enclosed, exactly, rounded
from rftheory.exact.scalars import Ball, Rational, Real

MEANING = "log(E (Re Z)^2/K^2), the log of the second moment (6) of one projection over the squared kernel"
_CLAIM = "no complex A with Re(1-8A) > 0 and no sign s has a smaller second moment, or variance (6)"
_DEEPEST = 24  # halvings of the part of the real line that is left: narrower pieces mean a flat minimum


def objective(d: Rational, s: int, plus2: Rational, minus2: Rational, a: Real) -> Ball:
    """log(E (Re Z)^2/K^2) at any A with Re(1-8A) > 0 (real or complex, exact or a ball), as a ball."""
    re, im = balls.parts(a)
    zeta = balls.acb(1 - 8 * balls.ball(re), -8 * balls.ball(im)).log()
    surface = Surface(d, s, plus2 if s > 0 else minus2)
    return surface.value(zeta.real, zeta.imag)


def optimise(d: int, plus2: Fraction, minus2: Fraction, digits: int) -> Optimum:
    """The best (A, s) at |x+y|^2 = plus2 and |x-y|^2 = minus2 in dimension d."""
    size, t, z = balls.fmpq(d), balls.exact(plus2), balls.exact(minus2)
    if t == 0 or z == 0:
        return _without_variance(1 if t == 0 else -1, t, z, digits)
    best: dict[int, Callable[[], Real]] = {1: lambda: oprf.a_of(size, t), -1: lambda: _a_minus(size, z)}
    least = {
        1: enclosed(lambda: oprf.objective(size, t, best[1]()), digits),
        -1: enclosed(lambda: real_minus(size, z, NegativeTilt.ball(size, z)), digits),
    }
    s = _smaller(least[1].lower, least[1].upper, least[-1].lower, least[-1].upper)
    value = least[s]
    others = {
        "variance": enclosed(lambda: _variance(size, s, t, z, best[s]()), digits),
        "other_sign": least[-s],
        "other_sign_A": enclosed(best[-s], digits),
        "positive_features": exactly(plus2, digits),
        "trigonometric_features": enclosed(lambda: real_minus(size, z, balls.fmpq(0)), digits),
    }
    parameters = {"A": enclosed(best[s], digits), "s": exactly(s, digits)}
    return Optimum("gerf", parameters, value, MEANING, _certificate(size, s, t, z, digits), others)


def real_minus(d: Rational, z: Rational, h: Real) -> Ball:
    """The objective at s = -1 and the real A with 1/(1-8A) = 1 + h."""
    h = balls.ball(h)
    spread = ((2 + h) / (2 * (1 + h).sqrt())).log()
    return d * spread + z + ((1 + (-(2 + h) * z).exp()) / 2).log()


def _a_minus(d: Rational, z: Rational) -> Real:
    h = NegativeTilt.ball(d, z)
    return h / (8 * (1 + h))


def _variance(d: Rational, s: int, t: Rational, z: Rational, a: Real) -> Ball:
    """K^2 (e^f - 1)."""
    found = oprf.objective(d, t, a) if s > 0 else real_minus(d, z, 8 * a / (1 - 8 * a))
    return (-balls.ball(z)).exp() * found.expm1()


def _smaller(low: Fraction, high: Fraction, other_low: Fraction, other_high: Fraction) -> int:
    if high < other_low:
        return 1
    if other_high < low:
        return -1
    raise PrecisionError("the best A of both signs are equally good to these digits; ask for more digits")


def _certificate(d: Rational, s: int, t: Rational, z: Rational, digits: int) -> Certificate:
    proof = Certifier()
    with balls.working_precision(4 * digits + 128):
        sigma = {1: -oprf.root(d, t).log(), -1: -balls.ball(1 + NegativeTilt.ball(d, z)).log()}
        level = oprf.objective(d, t, oprf.a_of(d, t)) if s > 0 else real_minus(d, z, NegativeTilt.ball(d, z))
        top = level.upper()
    for sign in (1, -1):
        found = cover(Surface(d, sign, t if sign > 0 else z), top)
        _described(proof, sign, found)
        if found.low is None or found.high is None:
            proof.require(sign != s, f"s = {sign}: nothing is left, this sign is worse everywhere")
            continue
        if sign == s:
            _one_minimum(proof, Surface(d, s, t if s > 0 else z), found.low, found.high, sigma[s], digits)
        else:
            proof.cite(
                f"s = {sign}: at real A the minimum is the one compared (one sign change of the slope)"
            )
    return proof.certify(_CLAIM)


def _described(proof: Certifier, sign: int, found: Covering) -> None:
    """What the covering of one sign showed."""
    if found.edges is None:
        proof.cite(
            f"s = {sign}: f >= |x-y|^2 + log((1 - e^-|x-y|^2)/2) is above the optimum in the half plane"
        )
        return
    left, right, top = (exactly(Fraction(edge), 6) for edge in found.edges)
    proof.require(
        found.edges[2] > 0,
        f"s = {sign}, 1-8A = exp(sigma + i theta): explicit inequalities keep f above the optimum outside "
        "-left < sigma < right, |theta| < top",
        left=left,
        right=right,
        top=top,
    )
    proof.require(
        found.boxes > 0,
        f"s = {sign}: inside, every box has f above the optimum, a derivative of one sign, or f even and convex in theta "
        "on the real line; so a minimum has a real A",
        boxes=exactly(found.boxes, 8),
        kept=exactly(found.kept, 8),
    )


def _one_minimum(
    proof: Certifier, surface: Surface, low: float, high: float, sigma: Ball, digits: int
) -> None:
    proof.require(
        low < sigma < high,
        f"s = {surface.s}: the point found lies in the part of the real line that is left",
        low=exactly(Fraction(low), 12),
        point=rounded(sigma, digits),
        high=exactly(Fraction(high), 12),
    )
    with balls.working_precision(2 * BITS):
        proof.require(
            _convex(surface, low, high, _DEEPEST),
            f"s = {surface.s}: there f is strictly convex in sigma, so that this minimum is the only one",
        )


def _convex(surface: Surface, low: float, high: float, depth: int) -> bool:
    found = surface.curves(balls.arb(low).union(balls.arb(high)), balls.arb(0))
    if found is not None and found[1][0] > 0:
        return True
    middle = (low + high) / 2
    return (
        depth > 0 and _convex(surface, low, middle, depth - 1) and _convex(surface, middle, high, depth - 1)
    )


def _without_variance(s: int, t: Rational, z: Rational, digits: int) -> Optimum:
    proof = Certifier()
    value = objective(balls.fmpq(1), s, t, z, balls.fmpq(0))
    proof.require(
        balls.endpoints(value) == (Fraction(0), Fraction(0)),
        "A = 0: E (Re Z)^2 = K^2 exactly, as |x + s y| = 0",
    )
    proof.cite("E (Re Z)^2 >= (E Re Z)^2 = K^2 for every unbiased estimate (Jensen)")
    found = {"A": exactly(0, digits), "s": exactly(s, digits)}
    return Optimum("gerf", found, exactly(0, digits), MEANING, proof.certify("no estimate has less variance"))
