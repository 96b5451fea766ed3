"""The regularised softmax kernel over the softmax kernel (performer): forms, coefficients and common proofs.

With w = |x+y|^2/2 the ratio is e^{-w} 0F1(; d/2; d w/2), the mean of f(N, d) = d^N/(d (d+2) .. (d+2N-2)) over
a Poisson variable N of mean w; it is at most 1 and at least 1 - w^2/d.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Proof, real
from rftheory.papers._shared.invariants import DIMENSION, d

Points = tuple[dict[str, object], ...]

k = sp.Symbol("k", nonnegative=True, integer=True)
j = sp.Symbol("j", nonnegative=True, integer=True)
w = sp.Symbol("w", nonnegative=True)
_angle = sp.Symbol("phi", real=True)

HALF_SQUARE = real("w", 0, meaning="|x+y|^2/2")
_SPOTS = (
    {"d": 2, "w": 0}, {"d": 1, "w": 0}, {"d": 1, "w": 1}, {"d": 2, "w": 1}, {"d": 64, "w": 4}, {"d": 3, "w": "1e-6"},
    {"d": 10, "w": 30}, {"d": 1000, "w": 1000}, {"d": 10**6, "w": 1000}, {"d": 10**6, "w": 30_000}, {"d": 1, "w": 10**6},
)  # fmt: skip
PLANE = Domain((DIMENSION, HALF_SQUARE), extra=_SPOTS)

POISSON = w**k / sp.factorial(k)
FACTOR = d**k / sp.Product(d + 2 * j, (j, 0, k - 1))
FACTOR_GAMMA = (d / 2) ** k * sp.gamma(d / 2) / sp.gamma(k + d / 2)
FACTOR_FAST = sp.Piecewise((1, k <= 1), (FACTOR_GAMMA, True))
# E u_1^(2k) for a uniform direction u in R^d
SPHERE_MOMENT = sp.gamma(d / 2) * sp.gamma(k + sp.S.Half) / (sp.sqrt(sp.pi) * sp.gamma(k + d / 2))


def ratio(half: sp.Expr = w) -> sp.Expr:
    """SMREG/SM = exp(-w) 0F1(; d/2; d w/2)."""
    return sp.exp(-half) * sp.hyper((), (d / 2,), d * half / 2)


def ratio_series() -> sp.Expr:
    """The same as the mean of f(N, d) over a Poisson variable N of mean w."""
    return sp.exp(-w) * sp.Sum(POISSON * FACTOR_GAMMA, (k, 0, sp.oo))


def ratio_bessel() -> sp.Expr:
    """The same through the modified Bessel function of order d/2 - 1, w > 0."""
    argument = sp.sqrt(2 * d * w)
    return sp.exp(-w) * sp.gamma(d / 2) * (2 / argument) ** (d / 2 - 1) * sp.besseli(d / 2 - 1, argument)


def ratio_angle() -> sp.Expr:
    """The same as a mean over the angle between omega and x + y, d >= 2."""
    weight = sp.sin(_angle) ** (d - 2)
    raised = sp.exp(sp.sqrt(2 * d * w) * sp.cos(_angle) - w)
    whole = sp.Integral(weight, (_angle, 0, sp.pi))
    return sp.Integral(raised * weight, (_angle, 0, sp.pi)) / whole


def direction_moments(proof: Proof) -> None:
    """E u_1^(2k) = (2k-1)!!/(d (d+2) .. (d+2k-2)) in every dimension: g = |g| u, length and direction independent."""
    r = sp.Symbol("r", positive=True)
    proof.cite("g ~ N(0, I_d) has independent length and direction: E g_1^(2k) = E |g|^(2k) E u_1^(2k)")
    density = sp.exp(-(r**2) / 2)
    for power, name in (
        (2 * k, "E g_1^(2k+2) = (2k+1) E g_1^(2k)"),
        (2 * k + d - 1, "E |g|^(2k+2) = (d+2k) E |g|^(2k)"),
    ):
        slope = sp.diff(-(r ** (power + 1)) * density, r) / density / r**power
        proof.equal(slope, r**2 - power - 1, f"integration by parts: {name}")
    proof.equal(
        SPHERE_MOMENT.subs(k, k + 1) / SPHERE_MOMENT,
        (2 * k + 1) / (d + 2 * k),
        "so E u_1^(2k+2) = (2k+1)/(d+2k) E u_1^(2k)",
    )
    proof.equal(SPHERE_MOMENT.subs(k, 0), sp.S.One, "starting at 1; odd moments vanish under u -> -u")


def mean_over_poisson(proof: Proof) -> None:
    """SMREG/SM = sum_k e^-w w^k/k! f(k, d), f(k, d) = d^k/(d (d+2) .. (d+2k-2))."""
    direction_moments(proof)
    proof.cite("Tonelli for the even part of the exponential series of sqrt(d) u.(x+y), |x+y|^2 = 2 w")
    term = (2 * w) ** k * d**k / sp.factorial(2 * k) * SPHERE_MOMENT
    quotient = term / (POISSON * FACTOR_GAMMA)
    proof.equal(quotient.subs(k, k + 1), quotient, "the terms are w^k f(k,d)/k!: equal ratios")
    proof.equal(quotient.subs(k, 0), sp.S.One, "and equal first terms")
    factor_steps(proof)


def factor_steps(proof: Proof) -> None:
    """f(0, d) = 1 and f(k+1, d) = f(k, d) d/(d+2k) <= f(k, d)."""
    proof.equal(FACTOR_GAMMA.subs(k, 0), sp.S.One, "f(0, d) = 1")
    proof.equal(FACTOR_GAMMA.subs(k, k + 1) / FACTOR_GAMMA, d / (d + 2 * k), "f(k+1, d) = f(k, d) d/(d+2k)")
    proof.nonnegative(1 - d / (d + 2 * k), "so f decreases in k and is at most 1")


def at_most_one(proof: Proof) -> None:
    """SMREG <= SM for every d >= 1 and all x, y."""
    mean_over_poisson(proof)
    proof.cite("sum_k e^-w w^k/k! = 1 with nonnegative weights: a mean of numbers in (0, 1] is at most 1")


def quadratic_bound(proof: Proof) -> None:
    """SMREG/SM >= 1 - w^2/d for every d >= 1 and w >= 0."""
    mean_over_poisson(proof)
    least = 1 - k * (k - 1) / d
    proof.equal(least - least.subs(k, k + 1), 2 * k / d, "the bound 1 - k(k-1)/d falls by 2k/d from k to k+1")
    proof.nonnegative(
        sp.factor(2 * k / d - 2 * k / (d + 2 * k)),
        "f falls by f 2k/(d+2k) <= 2k/d: induction f(k,d) >= 1 - k(k-1)/d",
    )
    n = sp.Symbol("n", nonnegative=True, integer=True)
    proof.equal(
        (n + 2) * (n + 1) * w ** (n + 2) / sp.gamma(n + 3),
        w**2 * w**n / sp.gamma(n + 1),
        "sum_k e^-w w^k/k! k(k-1) = w^2: the terms of w^2 e^w",
    )
