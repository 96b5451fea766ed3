"""Independent Gaussian rows in performer: moment series, shared steps of proof, simulations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp

from rftheory.kit import Domain, Proof, Simulation, formula, real
from rftheory.papers._shared.invariants import COUNT, DELTA2, V2, m, pairs, x2, y2
from rftheory.papers.performer._notation import DRAWN, LAMBDA, SM, length

if TYPE_CHECKING:
    from rftheory.measured.estimators.experiments import Features

Points = tuple[dict[str, object], ...]

k = sp.Symbol("k", nonnegative=True, integer=True)
v = sp.Symbol("v", nonnegative=True)
MOMENT = 2**k * sp.gamma(k + sp.S.Half) / sp.sqrt(sp.pi)  # E g^(2k), g ~ N(0, 1)

LINE = Domain(
    (real("v", 0, meaning="length of the vector"),), extra=({"v": 0}, {"v": 1}, {"v": "1e-6"}, {"v": 30})
)
MODEST: Points = tuple(
    {"m": rows, "x2": a, "y2": b, "xy": s}
    for rows, a, b, s in (
        (1, 1, 1, "1/3"), (2, "1/4", 1, "1/2"), (64, 2, 3, -1), (3, 4, 0, 0), (5, 1, 2, -1), (10**6, 9, 4, -6),
    )
)  # fmt: skip
LENGTHS: Points = ({"v": 0}, {"v": "1/3"}, {"v": 1}, {"v": 3}, {"v": 10})
GAUSS = sp.exp(v**2 / 2)

NAMES = "m x2 y2 xy"
COUNTED = pairs(COUNT, m=(1, 64))
# the three lines of (8) as printed
TRIGONOMETRIC_PRINTED = sp.exp(V2) * SM**-2 * (1 - sp.exp(-DELTA2)) ** 2 / (2 * m)
POSITIVE_PRINTED = sp.exp(V2) * SM**2 * (1 - sp.exp(-V2)) / m
HYPERBOLIC_PRINTED = (1 - sp.exp(-V2)) / 2 * POSITIVE_PRINTED


def exponential_mean(squared: sp.Expr, scale: int = 1) -> sp.Expr:
    """E exp(scale omega.z), |z|^2 = squared, by the exponential series and the Gaussian moments."""
    return sp.Sum((scale**2 * squared) ** k / sp.factorial(2 * k) * MOMENT, (k, 0, sp.oo))


def cosine_mean(squared: sp.Expr, scale: int = 1) -> sp.Expr:
    """E cos(scale omega.z), |z|^2 = squared, by the cosine series and the Gaussian moments."""
    return sp.Sum((-(scale**2) * squared) ** k / sp.factorial(2 * k) * MOMENT, (k, 0, sp.oo))


def cosine_variance(squared: sp.Expr) -> sp.Expr:
    """Var cos(omega.z) by those series."""
    return (1 + cosine_mean(squared, 2)) / 2 - cosine_mean(squared) ** 2


def exponential_variance(squared: sp.Expr) -> sp.Expr:
    """Var exp(omega.z) by those series."""
    return exponential_mean(squared, 2) - exponential_mean(squared) ** 2


# the same errors by those series
ERROR_BY_COSINES = formula(sp.exp(x2 + y2) / m * cosine_variance(DELTA2), COUNTED, NAMES)
ERROR_BY_EXPONENTIALS = formula(LAMBDA**2 / m * exponential_variance(V2), COUNTED, NAMES)
ERROR_BY_BOTH = formula(
    LAMBDA**2 / (2 * m) * (exponential_variance(V2) + 1 - exponential_mean(V2) ** 2), COUNTED, NAMES
)


def moment_step(proof: Proof) -> None:
    """E g^(2k) = (2k-1)!! and E g^(2k+1) = 0 by integration by parts."""
    g = sp.Symbol("g", real=True)
    n = sp.Symbol("n", positive=True, integer=True)
    density = sp.exp(-(g**2) / 2)
    slope = sp.diff(-(g ** (n + 1)) * density, g)
    proof.equal(
        slope / density / g**n,
        g**2 - (n + 1),
        "integration by parts, vanishing at both ends: E g^(n+2) = (n+1) E g^n",
    )
    proof.equal(MOMENT.subs(k, k + 1) / MOMENT, 2 * k + 1, "the moments 2^k Gamma(k+1/2)/sqrt(pi) obey it")
    proof.equal(MOMENT.subs(k, 0), sp.S.One, "and start at E g^0 = 1; odd moments vanish with E g = 0")


def exponential_row(proof: Proof) -> None:
    """E exp(+-omega.z) = exp(|z|^2/2), term by term."""
    moment_step(proof)
    proof.cite(
        "omega.z is N(0, |z|^2), as a linear image of N(0, I_d); Tonelli for the even part of the series"
    )
    proof.equal(
        v ** (2 * k) / sp.factorial(2 * k) * MOMENT,
        (v**2 / 2) ** k / sp.factorial(k),
        "the terms of the series of exp(v^2/2)",
    )


def cosine_row(proof: Proof) -> None:
    """E cos(omega.z) = exp(-|z|^2/2), term by term."""
    exponential_row(proof)
    proof.cite(
        "dominated convergence (cosh dominates): the cosine series has the same terms with alternating signs"
    )


def mean_of_rows(proof: Proof) -> None:
    """A mean of m independent unbiased terms has the error Var/m."""
    second, first = sp.symbols("S mu", real=True)
    proof.equal(
        (m * second + m * (m - 1) * first**2) / m**2 - first**2,
        (second - first**2) / m,
        "E (sum/m)^2 has m squares and m(m-1) products of independent terms: the error is Var/m",
    )


def trigonometric_steps(proof: Proof) -> None:
    """MSE of the trigonometric estimator: weight, variance of the cosine, division by m."""
    cosine_row(proof)
    mean_of_rows(proof)
    angle, u = sp.symbols("a u", real=True)
    proof.equal(sp.cos(angle) ** 2, (1 + sp.cos(2 * angle)) / 2, "E cos^2 is a mean at 0 and at 2z")
    proof.equal(
        (1 + sp.exp(-2 * u)) / 2 - sp.exp(-u),
        (1 - sp.exp(-u)) ** 2 / 2,
        "Var cos(omega.Delta), u = |Delta|^2",
    )
    proof.equal(
        sp.exp((x2 + y2) / 2) * sp.exp(-DELTA2 / 2), SM, "the weighted mean of the cosine is SM: unbiased"
    )
    proof.equal(sp.exp(x2 + y2), sp.exp(V2) / SM**2, "the squared weight is exp(|x+y|^2) SM^-2")


def positive_steps(proof: Proof) -> None:
    """MSE of the positive estimator: weight, variance of the exponential, division by m."""
    exponential_row(proof)
    mean_of_rows(proof)
    proof.equal(LAMBDA * sp.exp(V2 / 2), SM, "the weighted mean of exp(omega.z) is SM: unbiased")
    proof.equal(
        LAMBDA**2 * (sp.exp(2 * V2) - sp.exp(V2)),
        sp.exp(V2) * SM**2 * (1 - sp.exp(-V2)),
        "squared weight times the variance exp(2|z|^2) - exp(|z|^2)",
    )


def hyperbolic_steps(proof: Proof) -> None:
    """MSE of the hyperbolic estimator from the variances and the covariance of exp(+-omega.z)."""
    positive_steps(proof)
    u, s = sp.symbols("u s", real=True)
    proof.equal(
        sp.exp(s) * sp.exp(-s), sp.S.One, "exp(omega.z) exp(-omega.z) = 1, so the covariance is 1 - e^u"
    )
    variance = sp.exp(2 * u) - sp.exp(u)
    proof.equal(
        (2 * variance + 2 * (1 - sp.exp(u))) / 4,
        (variance + 1 - sp.exp(u)) / 2,
        "Var of the mean of exp(omega.z) and exp(-omega.z), which have one law",
    )
    proof.equal((variance + 1 - sp.exp(u)) / 2, (sp.exp(u) - 1) ** 2 / 2, "a perfect square, u = |z|^2")
    proof.equal(
        (sp.exp(u) - 1) ** 2 / 2,
        (1 - sp.exp(-u)) / 2 * variance,
        "that is (1 - e^-u)/2 times the variance of exp",
    )


def drawn(features: Features, *points: tuple[int, int, object]) -> Simulation:
    """The squared error of m independent rows drawn at points (d, m, length), without its weight."""
    u = length**2
    if features == "positive":
        mean, square = sp.exp(u / 2), sp.exp(2 * u)
    else:
        mean, square = sp.exp(-u / 2), (1 + sp.exp(-2 * u)) / 2
    expected = formula((square + (m - 1) * mean**2) / m, DRAWN, "m length")
    chosen = tuple({"d": dd, "m": rows, "length": size} for dd, rows, size in points)
    return Simulation("iid", features, "square", expected, chosen, mean=formula(mean, DRAWN, "length"))
