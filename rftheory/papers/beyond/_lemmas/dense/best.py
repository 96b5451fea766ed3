"""The best eigenvalue r(t) at a second moment t, and ell(t), the least log second moment; the steps that prove it.

ell(t) = min over r > 0 of g(r) + r t, g(r) = log((1+r)/(2 sqrt r)); r(t) is the positive root of
2 t r^2 + (1+2t) r = 1. With u = -log r the objective is log cosh(u/2) + t e^-u, strictly convex.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.tilts import PositiveTilt
from rftheory.kit import Domain, Proof, real
from rftheory.papers.beyond._lemmas.dense.lists import above, lists

T = sp.Symbol("t", nonnegative=True)
v2 = sp.Symbol("v2", nonnegative=True)
SIZE = real("t", 0, reach=("1e-6", 10**6), meaning="second moment along one eigenvector")
LINE = Domain((SIZE,), extra=tuple({"t": t} for t in ("1", "0", "1/10", "10", "1e-9", "1e9", "3/20")))
SPECTRUM = lists(
    "t",
    above("t"),
    extra=({"t": "1"}, {"t": "1/10,3"}, {"t": "2,2,2"}, {"t": "100,1e-6,0,7"}, {"t": "1e9,1e-9"}, {"t": "1/3,1/7,1/5"}),
)  # fmt: skip
POSITIVE_SPECTRUM = lists(
    "t",
    above("t", strict=True),
    extra=({"t": "1"}, {"t": "1/10,3"}, {"t": "2,2,3"}, {"t": "100,1e-6,1,7"}, {"t": "1e9,1e-9"}, {"t": "1/3,1/7,1/5"}),
)  # fmt: skip


def gain(r: sp.Expr) -> sp.Expr:
    """g(r) = log((1+r)/(2 sqrt r)), by one logarithm of a rational function."""
    return sp.log((1 + r) ** 2 / (4 * r)) / 2


def best_r(t: sp.Expr) -> sp.Expr:
    """r(t), free of cancellation."""
    return 2 / (1 + 2 * t + sp.sqrt((1 + 2 * t) ** 2 + 8 * t))


def ell(t: sp.Expr) -> sp.Expr:
    """The objective at r(t)."""
    r = best_r(t)
    return sp.log((1 + r) / 2) - sp.log(r) / 2 + r * t


def least(t: sp.Expr) -> sp.Expr:
    """ell(t) by a certified minimisation in u = -log r."""
    tilt = PositiveTilt(sp.S.One, t)
    return sp.log(sp.cosh(tilt / 2)) + sp.exp(-tilt) * t


def root_steps(proof: Proof) -> None:
    """r(t) is the only stationary point, a minimum; 0 < r <= 1; the forms of Sigma and A."""
    r, t = sp.symbols("r t", positive=True)
    slope = sp.diff(sp.log((1 + r) / (2 * sp.sqrt(r))) + r * t, r)
    quadratic = 2 * t * r**2 + (1 + 2 * t) * r - 1
    proof.equal(slope, quadratic / (2 * r * (1 + r)), "the slope of g(r) + r t")
    proof.positive(sp.diff(quadratic, r), "its numerator rises in r > 0: one sign change, a minimum")
    proof.equal(quadratic.subs(r, best_r(t)), 0, "r(t) is its root")
    proof.positive(best_r(t), "r(t) > 0")
    proof.nonnegative(quadratic.subs(r, 1), "at r = 1 the numerator is 4t: r(t) <= 1, with equality at t = 0")
    root = sp.sqrt(4 * t**2 + 12 * t + 1)
    proof.equal((1 + 1 / best_r(t)) / 2, (3 + 2 * t + root) / 4, "Sigma = (1 + 1/r)/2")
    proof.equal((1 - 1 / best_r(t)) / 8, (1 - 2 * t - root) / 16, "A = (1 - 1/r)/8")


def envelope_steps(proof: Proof) -> None:
    """ell' = r(t), which falls: ell rises and is strictly concave, ell(0) = 0."""
    root_steps(proof)
    r, t = sp.symbols("r t", positive=True)
    proof.equal(sp.diff(gain(r) + r * t, t), r, "the partial slope in t; at r(t) that in r is 0: ell' = r(t)")
    away = sp.Symbol("e", nonnegative=True)
    proof.equal(
        -sp.diff((1 - r) / (2 * r * (1 + r)), r),
        (1 + 2 * r - r**2) / (2 * r**2 * (1 + r) ** 2),
        "the slope of t = (1-r)/(2r(1+r)), which is the equation of r(t)",
    )
    proof.positive(
        sp.factor((1 + 2 * r - r**2).subs(r, 1 / (1 + away))),
        "at r = 1/(1+e) <= 1: t falls in r, r(t) falls in t, and ell is strictly concave",
    )
    proof.equal(gain(sp.S.One), 0, "ell(0) = 0 at r = 1")
