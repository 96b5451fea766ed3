"""The normalised bipolar Gaussian hybrid: moments of its lambda by both feature maps, errors, proof steps."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.kit import Domain, Parameter, Point, Proof, Rule, real
from rftheory.papers._shared.angular_hybrid import SIGNS, n, r, second_moment
from rftheory.papers._shared.base_estimators import mean_of_rows, mean_steps, wave_mean
from rftheory.papers._shared.bipolar_hybrids import COVARIANCE, CROSS, PHASE, el1l, error_steps, shared_steps
from rftheory.papers._shared.hybrid_errors import SM, positive_error, trigonometric_error
from rftheory.papers._shared.invariants import COUNT, DELTA2, PAIRS, V2, fit, pairs, x2, xy, y2

sigma, rho = sp.symbols("sigma rho", positive=True)
SIGMA = real("sigma", above=0, reach=("1/100", 10), meaning="smoothness of the Gaussian lambda")
RHO = real("rho", above=0, reach=("1/100", 1), meaning="normaliser 1 - exp(-2 sigma^2 r^2)")
NORMALISER = 1 - sp.exp(-2 * sigma**2 * r**2)
NAMES = "m n sigma rho x2 y2 xy"

_NEAR, _FARTHER = sp.exp(-(sigma**2) * DELTA2 / 2), sp.exp(-(sigma**2) * DELTA2)
LAMBDA = (1 - _NEAR) / rho


def second(near: sp.Expr, farther: sp.Expr) -> sp.Expr:
    """(72) with its two exponentials."""
    return (1 - near) ** 2 / rho**2 + (1 - farther) ** 2 / (2 * rho**2 * n)


def complement(near: sp.Expr, farther: sp.Expr) -> sp.Expr:
    """(73) with its two exponentials."""
    return ((1 - rho) - near) ** 2 / rho**2 + (1 - farther) ** 2 / (2 * rho**2 * n)


SECOND, COMPLEMENT = second(_NEAR, _FARTHER), complement(_NEAR, _FARTHER)
ERROR = SECOND * positive_error() + COMPLEMENT * trigonometric_error()

# the same by the series of the cosine: c the mean of n cosines, lam = (1 - c)/rho
_MEAN = wave_mean(-(sigma**2) * DELTA2)
_SQUARE = (1 + wave_mean(-4 * sigma**2 * DELTA2)) / 2 / n + (1 - 1 / n) * _MEAN**2
LAMBDA_BY_MOMENTS = (1 - _MEAN) / rho
SECOND_BY_MOMENTS = (1 - 2 * _MEAN + _SQUARE) / rho**2
COMPLEMENT_BY_MOMENTS = ((rho - 1) ** 2 + 2 * (rho - 1) * _MEAN + _SQUARE) / rho**2
ERROR_BY_MOMENTS = SECOND_BY_MOMENTS * positive_error() + COMPLEMENT_BY_MOMENTS * trigonometric_error()

MIXED = LAMBDA - SECOND  # E lam(1-lam)
SHARED = ERROR + 2 * COVARIANCE * MIXED
SHARED_BY_SQUARES = (
    SECOND * (positive_error() + SM**2)
    + COMPLEMENT * (trigonometric_error() + SM**2)
    + 2 * MIXED * CROSS
    - SM**2
)

# positive features for the exponential of lambda, and the angular hybrid for it
_POSITIVE_SPREAD = sp.exp(-2 * sigma**2 * (x2 + y2)) * (sp.exp(sigma**2 * V2) - 1) ** 2 / (2 * rho**2 * n)
POSITIVE_ERROR = (LAMBDA**2 + _POSITIVE_SPREAD) * positive_error() + (
    (1 - LAMBDA) ** 2 + _POSITIVE_SPREAD
) * trigonometric_error()
_WAVES = (1 + wave_mean(4 * sigma**2 * V2)) / 2 - wave_mean(sigma**2 * V2) ** 2
POSITIVE_ERROR_BY_MOMENTS = (LAMBDA**2 + sp.exp(-2 * sigma**2 * (x2 + y2)) * _WAVES / (n * rho**2)) * positive_error() + (
    (1 - LAMBDA) ** 2 + sp.exp(-2 * sigma**2 * (x2 + y2)) * _WAVES / (n * rho**2)
) * trigonometric_error()  # fmt: skip


def on(place: dict[sp.Symbol, sp.Expr], error: sp.Expr) -> sp.Expr:
    """The error on the sphere of radius r at that place, with its normaliser."""
    return error.xreplace({rho: NORMALISER, **place})


def nested_error(share: sp.Expr) -> sp.Expr:
    """The error where the angular hybrid with n rows and n signs estimates the exponential of lambda."""
    inner = sp.exp(sigma**2 * 2 * xy) * 2 / n * (
        second_moment(share) * sp.sinh(sigma**2 * V2 / 2) ** 2
        + second_moment(1 - share) * sp.sinh(sigma**2 * DELTA2 / 2) ** 2
    )  # fmt: skip
    spread = sp.exp(-(sigma**2) * (x2 + y2)) * inner / rho**2
    return (LAMBDA**2 + spread) * positive_error() + ((1 - LAMBDA) ** 2 + spread) * trigonometric_error()


def gaussian_pairs(*others: Parameter, rules: tuple[Rule, ...] = (), level: bool = False) -> Domain:
    """(m, n, sigma, rho, x2, y2, xy); `level` for equal norms only."""
    base = pairs(COUNT, SIGNS, SIGMA, RHO, m=(1,), n=(1,), sigma=(1,), rho=(1,))
    settings = (
        (1, 1, 1, "1/2"), (10, 3, "1/2", "9/10"), (1, 10**6, "1/100", 1), (4, 7, 3, "1/3"),
    )  # fmt: skip
    places: tuple[dict[str, object], ...] = (
        *PAIRS,
        {"x2": 1, "y2": "1/4", "xy": "1/3"},
        {"x2": 2, "y2": "1/9", "xy": "-1/4"},
        {"x2": 3, "y2": 3, "xy": 1},
    )
    chosen = tuple(
        {**dict(zip(("m", "n", "sigma", "rho"), setting, strict=True)), **place}
        for place in places
        for setting in settings[:2] + settings[2:] * (place in places[-2:])
        if not level or place["x2"] == place["y2"]
    )
    equal = (Rule(sp.Eq(x2, y2), "|x| = |y|"),) if level else ()
    return Domain(
        (*base.parameters, *others), (*base.rules, *equal, *rules), _level if level else fit, chosen
    )


def _level(point: Point) -> Point:
    """A sampled point moved to two inputs of one norm."""
    moved = fit(point)
    if {"x2", "y2", "xy"} <= set(moved):
        square, inner = moved["x2"], moved["xy"]
        assert isinstance(square, Fraction)
        assert isinstance(inner, Fraction)
        moved["y2"], moved["xy"] = square, max(-square, min(square, inner))
    return moved


def on_spheres(*others: Parameter, rules: tuple[Rule, ...] = (), angles: bool = False) -> Domain:
    """(m, n, sigma, r) and theta where `angles`."""
    columns = (
        (1, 1, 1, 1, 1), (10, 1, "1/2", 5, 0), (3, 4, 2, "1/3", "3.14159265358979"), (1, 10**6, "1/100", 100, 2),
        (2, 1, 3, "1/1000", "1/10"), (1, 8, 1, 30, "1e-6"), (10**6, 2, "1/3", 1000, 3), (1, 3, 1, 2, "1/1000"),
    )  # fmt: skip
    names = ("m", "n", "sigma", "r", "theta")[: 5 if angles else 4]
    extra = tuple(dict(zip(names, column, strict=False)) for column in columns)
    return Domain((COUNT, SIGNS, SIGMA, *others), rules, None, extra)


def lambda_steps(proof: Proof) -> None:
    """E lam and both second moments for trigonometric features, from the mean of a cosine."""
    mean_steps(proof)
    mean_of_rows(proof)
    angle, u, mean, square = sp.symbols("a u c q", real=True)
    near = sp.Symbol("E", positive=True)
    proof.equal(sp.cos(angle) ** 2, (1 + sp.cos(2 * angle)) / 2, "E cos^2 is a mean at 0 and at 2z")
    proof.equal(_FARTHER, _NEAR**2, "e^-2u = E^2 for E = e^-u, u = sigma^2 |Delta|^2/2, the mean of a cosine")
    proof.equal(sp.exp(-4 * u), sp.exp(-u) ** 4, "and E^4 at twice the vector")
    spread = (1 - near**2) ** 2 / (2 * n)
    proof.equal(((1 + near**4) / 2 - near**2) / n, spread, "Var of the mean of n cosines")
    lam = (1 - angle) / rho
    proof.equal(lam.subs(angle, near), (1 - near) / rho, "E lam = (1 - e^-u)/rho, which is (67)")
    for moment, form, printed, name in (
        (lam**2, (1 - 2 * mean + square) / rho**2, second, "E lam^2"),
        (
            (1 - lam) ** 2,
            ((rho - 1) ** 2 + 2 * (rho - 1) * mean + square) / rho**2,
            complement,
            "E (1-lam)^2",
        ),
    ):
        expanded = sp.expand(moment).subs(angle**2, square).subs(angle, mean)
        proof.equal(expanded, form, f"{name} in E c and E c^2, c the mean of cosines")
        value = form.subs({mean: near, square: near**2 + spread})
        proof.equal(value, printed(near, near**2), f"{name} as printed")


def error_of_moments(proof: Proof) -> None:
    """(71): (22) with the moments (72), (73)."""
    error_steps(proof)
    lambda_steps(proof)
    first, other, low, high = sp.symbols("E_1 E_2 P T", real=True)
    proof.equal(
        (first * low + other * high).subs(
            {first: SECOND, other: COMPLEMENT, low: positive_error(), high: trigonometric_error()}
        ),
        ERROR,
        "with C = 0 the error is E lam^2 P + E(1-lam)^2 T, and the moments are (72), (73)",
    )


def equal_norms(proof: Proof) -> None:
    """(23) is (22) for |x| = |y|."""
    shared_steps(proof)
    proof.equal(PHASE.subs(y2, x2), sp.S.One, "|x| = |y|: cos(|x|^2 - |y|^2) = 1")
    proof.equal(
        ((1 - PHASE) * el1l).subs(y2, x2),
        sp.S.Zero,
        "so sharing the projections changes nothing, for every lam",
    )
