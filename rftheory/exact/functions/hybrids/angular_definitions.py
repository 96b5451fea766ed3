"""What the largest values over the angle are the largest values of, in the share p = theta/pi from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sympy as sp

from rftheory.exact.functions.hybrids.angular_maximum import (
    LargestA,
    LargestB,
    LargestError,
    LargestH,
    LargestPower,
)

SHARE = sp.Symbol("p", real=True)


def error(n: sp.Expr, r: sp.Expr) -> sp.Expr:
    """4 e^(-4r^2) (g(p) sinh^2(r^2 (1+cos)) + g(1-p) sinh^2(r^2 (1-cos))), g(p) = p (p + (1-p)/n), over theta = pi p."""
    turn = sp.cos(sp.pi * SHARE)
    parts = ((SHARE, 1 + turn), (1 - SHARE, 1 - turn))
    return 4 * sp.exp(-4 * r**2) * sum(_share(n, p) * sp.sinh(r**2 * t) ** 2 for p, t in parts)


def power(k: sp.Expr, r: sp.Expr) -> sp.Expr:
    """p^k e^(-4 r^2 sin^2(theta/2))."""
    return SHARE**k * _decay(r)


def b(n: sp.Expr, r: sp.Expr) -> sp.Expr:
    """e^(-2r^2) b_r = g(p) e^(-4 r^2 sin^2(theta/2))."""
    return _share(n, SHARE) * _decay(r)


def a(n: sp.Expr, r: sp.Expr) -> sp.Expr:
    """e^(-2r^2) a_r = g(p) e^(-4 r^2 sin^2(theta/2)) (1 - e^(-4 r^2 cos^2(theta/2)))^2."""
    return b(n, r) * (1 - sp.exp(-4 * r**2 * sp.cos(sp.pi * SHARE / 2) ** 2)) ** 2


def h(n: sp.Expr, r: sp.Expr) -> sp.Expr:
    """e^(-2r^2) h_r, h_r(theta) = a_r(theta) + a_r(pi - theta)."""
    turned = a(n, r).subs(SHARE, 1 - SHARE)
    return a(n, r) + turned


def _share(n: sp.Expr, p: sp.Expr) -> sp.Expr:
    return p * (p + (1 - p) / n)


def _decay(r: sp.Expr) -> sp.Expr:
    return sp.exp(-4 * r**2 * sp.sin(sp.pi * SHARE / 2) ** 2)


BODIES: Mapping[type, Callable[..., sp.Expr]] = {
    LargestError: error, LargestPower: power, LargestA: a, LargestB: b, LargestH: h,
}  # fmt: skip
"""By the class of a largest value: the function of p of which it is the largest value on [0, 1]."""
