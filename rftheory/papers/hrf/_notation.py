"""Symbols, domains and quantities that several sections of hrf share; each is named once."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Rule
from rftheory.papers._shared import angular_hybrid
from rftheory.papers._shared.invariants import DELTA2, V2, m, x2, xy, y2

n, r, theta, second_moment = (
    angular_hybrid.n,
    angular_hybrid.r,
    angular_hybrid.theta,
    angular_hybrid.second_moment,
)
SIGNS, RADIUS, TURN, UP_TO_PI = (
    angular_hybrid.SIGNS,
    angular_hybrid.RADIUS,
    angular_hybrid.TURN,
    angular_hybrid.UP_TO_PI,
)

SM = sp.exp(xy)
ANGLE = sp.acos(xy / sp.sqrt(x2 * y2))


def positive_error(squared: sp.Expr = V2) -> sp.Expr:
    """MSE of SM++_m: SM^2 e^t (1 - e^-t)^2 / (2m) at t = |x+y|^2."""
    return SM**2 * sp.exp(squared) * (1 - sp.exp(-squared)) ** 2 / (2 * m)


def trigonometric_error(squared: sp.Expr = DELTA2) -> sp.Expr:
    """MSE of SMtrig_m: SM^2 e^t (1 - e^-t)^2 / (2m) at t = |x-y|^2."""
    return SM**2 * sp.exp(squared) * (1 - sp.exp(-squared)) ** 2 / (2 * m)


NONZERO = Rule(("x2", "y2"), "x and y nonzero", lambda a, b: a > 0 and b > 0)


def angular_error(share: sp.Expr = ANGLE / sp.pi) -> sp.Expr:
    """MSE (45) of the angular hybrid as Theorem D.1 prints it."""
    rest = (1 - share) * (1 - share + share / n)
    low = sp.exp(V2) * SM**2 * (1 - sp.exp(-V2)) ** 2 / (2 * m)
    high = sp.exp(V2) * SM**-2 * (1 - sp.exp(-DELTA2)) ** 2 / (2 * m)
    return second_moment(share) * low + rest * high


def angular_closed() -> sp.Expr:
    """(45) by hyperbolic sines and the angles to y and -y, so that the zeros at both ends are exact."""
    cosine = xy / sp.sqrt(x2 * y2)
    low = second_moment(sp.acos(cosine) / sp.pi) * sp.sinh(V2 / 2) ** 2
    return 2 * SM**2 / m * (low + second_moment(sp.acos(-cosine) / sp.pi) * sp.sinh(DELTA2 / 2) ** 2)


_SHARED = 2 / m * SM**2 * (1 - sp.cos(x2 - y2)) * (ANGLE / sp.pi)
SAVED = _SHARED * (1 - 1 / n - ANGLE / sp.pi + ANGLE / (n * sp.pi))  # what (46) subtracts from (45)
SAVED_CLOSED = _SHARED * (1 - 1 / n) * sp.acos(-xy / sp.sqrt(x2 * y2)) / sp.pi
