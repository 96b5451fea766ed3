"""The optimal real A at s = 1 for one pair (crt, (7)): rho* = 1/(1-8A*), the least second moment, proofs.

With t = |x+y|^2 the log gain d log((1+rho)/(2 sqrt rho)) + (1+rho) t is least at the only positive root rho*
of 2t rho^2 + (2t+d) rho - d; rho* falls from 1 as t grows, and d/dt log(E Z^2/K^2) = rho* there.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.tilts import PositiveTilt
from rftheory.kit import Domain, Proof, Rule, real
from rftheory.papers._shared.invariants import DIMENSION, V2, d, fit, pairs

v2 = sp.Symbol("v2", nonnegative=True)
rho, size = sp.symbols("rho t", positive=True)  # 1/(1-8A) and |x+y|^2

SQUARED = real("v2", above=0, reach=("1e-6", 10**6), meaning="|x+y|^2")
CURVE = Domain(
    (DIMENSION, SQUARED),
    extra=(
        {"d": 64, "v2": 100}, {"d": 1, "v2": 1}, {"d": 2, "v2": "1e-4"}, {"d": 10**6, "v2": 10},
        {"d": 1, "v2": 10**6}, {"d": 10**6, "v2": "1e-6"}, {"d": 3, "v2": 4 * 10**6},
    ),
)  # fmt: skip
APART = Rule(V2 > 0, "|x+y|^2 > 0")
_PAIRS = pairs(DIMENSION, d=(1, 2, 64, 10**6))
DISTINCT = Domain(_PAIRS.parameters, (*_PAIRS.rules, APART), fit, _PAIRS.extra)


def best_rho(squared: sp.Expr = v2) -> sp.Expr:
    """rho*, free of cancellation."""
    return 2 * d / (sp.sqrt((2 * squared + d) ** 2 + 8 * d * squared) + 2 * squared + d)


def log_gain(value: sp.Expr, squared: sp.Expr) -> sp.Expr:
    """log(e^(2 n2) E Z^2) at rho = value: d log((1+rho)/(2 sqrt rho)) + (1+rho) t."""
    return d * sp.log((1 + value) / (2 * sp.sqrt(value))) + (1 + value) * squared


def excess(squared: sp.Expr = v2) -> sp.Expr:
    """r = log(E Z^2/K^2) at rho*, the log gain less t."""
    best = best_rho(squared)
    return d * sp.log((1 + best) / (2 * sp.sqrt(best))) + best * squared


def least_log_gain(squared: sp.Expr = v2) -> sp.Expr:
    """The least log gain over real A, found by minimisation in u = log(1-8A)."""
    tilt = PositiveTilt(d, squared)
    return d * sp.log(sp.cosh(tilt / 2)) + (1 + sp.exp(-tilt)) * squared


def least_gain(squared: sp.Expr = V2) -> sp.Expr:
    """Its exponential."""
    tilt = PositiveTilt(d, squared)
    return sp.cosh(tilt / 2) ** d * sp.exp((1 + sp.exp(-tilt)) * squared)


def root_steps(proof: Proof) -> sp.Expr:
    """rho* is the only positive root of the slope in rho, negative before it and positive after."""
    slope = sp.diff(log_gain(rho, size), rho)
    quadratic = 2 * size * rho**2 + (2 * size + d) * rho - d
    proof.equal(slope, quadratic / (2 * rho * (rho + 1)), "the slope of the log second moment in rho")
    printed = (sp.sqrt((2 * size + d) ** 2 + 8 * d * size) - 2 * size - d) / (4 * size)
    proof.equal(quadratic.subs(rho, printed), 0, "rho* of (7) is a root of the numerator")
    proof.equal(printed, best_rho(size), "and without cancellation")
    proof.positive(best_rho(size), "rho* > 0")
    proof.positive(sp.diff(quadratic, rho), "the numerator rises in rho > 0: one sign change, at rho*")
    return quadratic


def below_one_steps(proof: Proof) -> None:
    """0 < rho* < 1 for t > 0, hence A < 0."""
    quadratic = root_steps(proof)
    proof.positive(quadratic.subs(rho, 1), "at rho = 1 the numerator is 4t > 0: rho* < 1")
    away = sp.Symbol("e", positive=True)
    proof.positive(-(1 - (1 + away)) / 8, "1/rho* = 1 + e, e > 0: A = (1 - 1/rho*)/8 = -e/8 < 0")


def envelope_steps(proof: Proof) -> None:
    """r' = rho* in t, and rho* falls."""
    below_one_steps(proof)
    proof.equal(sp.diff(log_gain(rho, size), size), 1 + rho, "the partial slope of the log gain in t")
    proof.cite(
        "the chain rule: at rho* the partial slope in rho is 0, so d(log gain)/dt = 1 + rho*, r' = rho*"
    )
    moving = sp.Function("f", positive=True)(size)
    implicit = sp.diff(2 * size * moving**2 + (2 * size + d) * moving - d, size)
    steep = sp.solve(implicit, sp.diff(moving, size))[0]
    proof.equal(
        steep, -2 * moving * (moving + 1) / (4 * size * moving + 2 * size + d), "the slope of rho* in t"
    )
    proof.positive(
        (2 * rho * (rho + 1)) / (4 * size * rho + 2 * size + d), "which is negative: rho* falls in t"
    )
    proof.limit(best_rho(size), size, 0, 1, "rho* -> 1 as t -> 0", side="+")
    proof.equal(log_gain(sp.S.One, sp.S.Zero), 0, "r = 0 at t = 0")


def gain_steps(proof: Proof) -> None:
    """mu = log((e^r - 1)/(e^t - 1)) falls in t."""
    envelope_steps(proof)
    r = sp.Function("r")(size)
    change = sp.diff(sp.log(sp.exp(r) - 1) - sp.log(sp.exp(size) - 1), size)
    proof.equal(
        change,
        sp.diff(r, size) / (1 - sp.exp(-r)) - 1 / (1 - sp.exp(-size)),
        "mu' = r'/(1-e^-r) - 1/(1-e^-t) with r' = rho*",
    )
    h = size / (1 - sp.exp(-size))
    term = sp.Symbol("n", positive=True, integer=True)
    proof.equal(
        sp.diff(h, size) * (1 - sp.exp(-size)) ** 2,
        sp.exp(-size) * (sp.exp(size) - 1 - size),
        "the slope of h(t) = t/(1-e^-t), up to a positive factor",
    )
    proof.positive(
        size ** (term + 1) / sp.factorial(term + 1),
        "e^t - 1 - t is a sum of positive terms: h rises strictly",
    )
    proof.cite(
        "r is concave (its slope rho* falls) with r(0) = 0, so rho* < r/t; rho* < 1, so r < t: "
        "mu' < (r/t)/(1-e^-r) - 1/(1-e^-t) = (h(r) - h(t))/t < 0"
    )
