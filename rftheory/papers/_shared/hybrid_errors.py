"""Hybrid estimators of the softmax kernel: symbols, domains, and the errors of the base estimators and of the angular hybrid."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Rule
from rftheory.papers._shared.angular_hybrid import FROM_ONE, SIGNS, n, on_sphere, r, second_moment, theta
from rftheory.papers._shared.invariants import COUNT, DELTA2, V2, m, pairs, x2, xy, y2

SM = sp.exp(xy)
GAUSSIAN_KERNEL = sp.exp(-DELTA2 / 2)
ANGLE = sp.acos(xy / sp.sqrt(x2 * y2))

SPHERE, OUTSIDE = on_sphere(), on_sphere(FROM_ONE)  # r > 0, and r >= 1 as Theorem 3.5 asks
ON_SPHERE = {x2: r**2, y2: r**2, xy: r**2 * sp.cos(theta)}
AT_ZERO = {x2: r**2, y2: r**2, xy: r**2}  # theta = 0: y = x
AT_PI = {x2: r**2, y2: r**2, xy: -(r**2)}  # theta = pi: y = -x
NONZERO = Rule(sp.And(x2 > 0, y2 > 0), "x and y nonzero")
BOTH_ENDS = Rule(sp.And(sp.Eq(x2, y2), sp.Eq(xy**2, x2 * y2)), "|x| = |y|, at the angle 0 or pi")
NONZERO_PAIRS = pairs(COUNT, SIGNS, rules=(NONZERO,), m=(1, 3), n=(1, 7))


def positive_error(squared: sp.Expr = V2) -> sp.Expr:
    """MSE of SM++_m: SM^2 e^t (1 - e^-t)^2 / (2m) at t = |x+y|^2."""
    return SM**2 * sp.exp(squared) * (1 - sp.exp(-squared)) ** 2 / (2 * m)


def trigonometric_error(squared: sp.Expr = DELTA2) -> sp.Expr:
    """MSE of SMtrig_m: SM^2 e^t (1 - e^-t)^2 / (2m) at t = |x-y|^2."""
    return SM**2 * sp.exp(squared) * (1 - sp.exp(-squared)) ** 2 / (2 * m)


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
