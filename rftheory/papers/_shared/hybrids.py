"""Bipolar hybrids on a sphere of radius r: their errors relative to the base estimators, and the largest.

The squared relative errors of the two base estimators are P/m and Q/m, a hybrid has (E lambda^2 P + E
(1-lambda)^2 Q)/m; W^2 G(n, r)/(2m) is the largest square for the angular lambda, `LINEAR` the largest
error for lambda = (1 - cos theta)/2.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.angular_maximum import LargestError, LargestH
from rftheory.exact.functions.hybrids.linear_maximum import LargestLinear
from rftheory.kit import Domain, Parameter, Proof, Rule
from rftheory.papers._shared.angular_hybrid import RADIUS, TURN, UP_TO_PI, n, r, second_moment, theta
from rftheory.papers._shared.invariants import COUNT, m

P = 2 * sp.sinh(2 * r**2 * sp.cos(theta / 2) ** 2) ** 2
Q = 2 * sp.sinh(2 * r**2 * sp.sin(theta / 2) ** 2) ** 2
W = 2 * sp.sinh(2 * r**2)

LINEAR = sp.exp(2 * r**2) * sp.sqrt(LargestLinear(r) / (2 * m))
TURNED: tuple[tuple[str, str], ...] = (
    ("1", "0"), ("1", "1"), ("5", "3.1415926535"), ("1/3", "2"), ("1000", "1/1000"), ("1/1000", "3"), ("3", "1/10"),
)  # fmt: skip


def g(count: sp.Expr = n, radius: sp.Expr = r) -> sp.Expr:
    """G(n, r): the largest E[lam^2] P + E[(1-lam)^2] Q over 2 sinh^2(2r^2)."""
    return LargestError(count, radius) / (1 - sp.exp(-4 * radius**2)) ** 2


def g_by_h(count: sp.Expr = n, radius: sp.Expr = r) -> sp.Expr:
    """G(n, r) by the maximum of h_r of Appendix D of hrf, over all angles."""
    return LargestH(count, radius) / sp.tanh(2 * radius**2) ** 2 / (1 + sp.exp(-4 * radius**2)) ** 2


def at_angles(*others: Parameter, rules: tuple[Rule, ...] = (), **values: tuple[object, ...]) -> Domain:
    """(others.., r, theta), each other parameter's chosen values cycled over the chosen angles."""
    extra = tuple(
        {name: column[place % len(column)] for name, column in values.items()} | {"r": radius, "theta": angle}
        for place, (radius, angle) in enumerate(TURNED)
    )
    return Domain((*others, RADIUS, TURN), (UP_TO_PI, *rules), extra=extra)


def counted_radii(
    *others: Parameter, rules: tuple[Rule, ...] = (), extra: tuple[dict[str, object], ...]
) -> Domain:
    """(m, others.., r)."""
    return Domain((COUNT, *others, RADIUS), rules, extra=extra)


RADII = counted_radii(
    extra=(
        {"m": 1, "r": 1},
        {"m": 10, "r": 5},
        {"m": 1, "r": 1000},
        {"m": 3, "r": "1/1000"},
        {"m": 10**6, "r": "1/2"},
    )
)


def squares_on_sphere(proof: Proof) -> None:
    """e^t (1 - e^-t)^2/2 at t = |x+y|^2, |x-y|^2 is P, Q."""
    t = sp.Symbol("t", nonnegative=True)
    proof.equal(
        sp.exp(t) * (1 - sp.exp(-t)) ** 2 / 2,
        2 * (sp.sinh(t / 2) ** 2).rewrite(sp.exp),
        "e^t (1-e^-t)^2/2 = 2 sinh^2(t/2)",
    )
    turn = sp.Symbol("theta", real=True)
    proof.equal(2 * r**2 * (1 + sp.cos(turn)), 4 * r**2 * sp.cos(turn / 2) ** 2, "t = |x+y|^2 on the sphere")
    proof.equal(2 * r**2 * (1 - sp.cos(turn)), 4 * r**2 * sp.sin(turn / 2) ** 2, "t = |x-y|^2 on the sphere")


def share_steps(proof: Proof) -> None:
    """The largest error of the angular hybrid is W sqrt(G/(2m)), and E lam^2 = a + b/n with a, b >= 0."""
    squares_on_sphere(proof)
    top = sp.Symbol("F", positive=True)
    radius = sp.Symbol("r", positive=True)
    scaled = 2 * top * sp.exp(-4 * radius**2)
    gap = (1 - sp.exp(-4 * radius**2)) ** 2
    half = sp.sinh(2 * radius**2).rewrite(sp.exp)
    proof.equal(2 * half**2 * scaled, top * gap, "G = F/(2 sinh^2(2r^2)) = 2F e^(-4r^2)/(1-e^(-4r^2))^2")
    proof.equal(
        (2 * sp.sinh(2 * radius**2)) ** 2 * top / (2 * sp.sinh(2 * radius**2) ** 2) / (2 * m),
        top / m,
        "W^2 G/(2m) = F/m, the largest squared relative error",
    )
    p = sp.Symbol("p", nonnegative=True)
    proof.equal(second_moment(p), p**2 + p * (1 - p) / n, "E lam^2 = p^2 + p(1-p)/n, and so for 1 - lam")


def below_exponential(proof: Proof) -> None:
    """sinh(a - b) <= sinh(a) e^-b for b >= 0, the excess being e^-a sinh(b)."""
    a, b = sp.symbols("a b", nonnegative=True)
    left = sp.sinh(a).rewrite(sp.exp) * sp.exp(-b) - sp.sinh(a - b).rewrite(sp.exp)
    excess = sp.exp(-a) * sp.sinh(b)
    proof.equal(left, excess.rewrite(sp.exp), "sinh(a) e^-b - sinh(a-b) = e^-a sinh(b)")
    proof.nonnegative(excess, "for b >= 0")
