"""Gaussian moments of the base features of hrf: series, proof steps of Lemma 2.2, drawn checks."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Below, Domain, Drawing, Point, Proof, Restated, Rule, Sampled, formula, real
from rftheory.papers._shared.angular_hybrid import SIGNS
from rftheory.papers._shared.hybrid_errors import SM, positive_error, trigonometric_error
from rftheory.papers._shared.invariants import COUNT, DELTA2, DIMENSION, V2, fit, m, pairs, x2, xy, y2

_k = sp.Symbol("k", nonnegative=True, integer=True)
_s, _t = sp.symbols("s t", real=True)
NAMES = "m x2 y2 xy"
COUNTED = pairs(COUNT, m=(1, 10))
COUNTED_TWICE = pairs(COUNT, SIGNS, m=(1, 3, 7), n=(2, 1, 7))
DRAWN_PAIRS = pairs(DIMENSION, COUNT, d=(2,), m=(1,))
WEIGHT2 = x2 + y2
GAP = sp.Symbol("gap", positive=True)
ASCENT = real("gap", above=0, meaning="by how much x.y is larger at the second pair")


def wave_mean(squared: sp.Expr) -> sp.Expr:
    """E cosh(w.z) = E cos(iw.z), |z|^2 = squared, by the power series and the Gaussian moments E g^(2k)."""
    moment = 2**_k * sp.gamma(_k + sp.S.Half) / sp.sqrt(sp.pi)
    return sp.Sum(squared**_k / sp.factorial(2 * _k) * moment, (_k, 0, sp.oo))


TRIGONOMETRIC_BY_MOMENTS = sp.exp(WEIGHT2) / m * ((1 + wave_mean(-4 * DELTA2)) / 2 - wave_mean(-DELTA2) ** 2)
POSITIVE_BY_MOMENTS = sp.exp(-WEIGHT2) / m * ((1 + wave_mean(4 * V2)) / 2 - wave_mean(V2) ** 2)
TRIGONOMETRIC_PRINTED = sp.exp(V2) / (2 * m) * SM**-2 * (1 - sp.exp(-DELTA2)) ** 2  # f_1 f_3 of (7)
TRIGONOMETRIC_CLOSED = 2 * SM**2 * sp.sinh(DELTA2 / 2) ** 2 / m
POSITIVE_CLOSED = 2 * SM**2 * sp.sinh(V2 / 2) ** 2 / m

MODEST: tuple[dict[str, object], ...] = tuple(
    {"m": rows, "x2": a, "y2": b, "xy": s}
    for rows, a, b, s in (
        (1, 1, 1, "1/3"), (2, "1/4", 1, "1/2"), (64, 2, 3, -1), (3, 4, 0, 0), (10**6, 9, 4, -6), (5, 1, 1, 1),
    )
)  # fmt: skip


MODERATE = Domain(
    (
        COUNT,
        real("x2", 0, reach=("1e-6", 9), meaning="|x|^2"),
        real("y2", 0, reach=("1e-6", 9), meaning="|y|^2"),
        real("xy", reach=("1e-6", 9), meaning="inner product of x and y"),
    ),
    COUNTED.rules,
    COUNTED.repair,
    MODEST,
)
"""All pairs, searched at moderate norms, where the series of the moments are short."""


def _opposite(point: Point) -> Point:
    """An inner product that is not positive, and an ascent that stays within Cauchy-Schwarz."""
    moved = fit(point)
    low = -abs(moved["xy"])  # type: ignore[arg-type]
    if {"xy", "gap"} <= set(moved):
        moved["xy"], moved["gap"] = low, min(moved["gap"], -2 * low)  # type: ignore[type-var]
    return moved


ASCENDING = Domain(
    (*COUNTED.parameters, ASCENT),
    (
        *COUNTED.rules[:1],
        Rule((xy + GAP) ** 2 <= x2 * y2, "(xy + gap)^2 <= x2*y2 (a second pair of the same norms)"),
    ),
    _opposite,
    (
        {"m": 1, "x2": 1, "y2": 1, "xy": -1, "gap": 2},
        {"m": 3, "x2": 1, "y2": 1, "xy": 0, "gap": 1},
        {"m": 1, "x2": 1, "y2": 1, "xy": -1, "gap": "1/1000"},
        {"m": 2, "x2": 4, "y2": 1, "xy": "-3/2", "gap": "1/2"},
        {"m": 10, "x2": 100, "y2": 100, "xy": -30, "gap": 60},
    ),
)


def ascended(error: sp.Expr) -> sp.Expr:
    """The error at the second pair."""
    return error.subs(xy, xy + GAP)


FALLING = Restated(
    "at fixed norms the trigonometric error is smaller where x.y is larger",
    {
        "later": formula(ascended(trigonometric_error()), ASCENDING, f"{NAMES} gap"),
        "earlier": formula(trigonometric_error(), ASCENDING, NAMES),
    },
    ASCENDING,
    Below("later", "earlier"),
)
RISING = Restated(
    "at fixed norms the positive error is larger where x.y is larger",
    {
        "earlier": formula(positive_error(), ASCENDING, NAMES),
        "later": formula(ascended(positive_error()), ASCENDING, f"{NAMES} gap"),
    },
    ASCENDING,
    Below("earlier", "later"),
)


def mean_steps(proof: Proof) -> None:
    """E exp(s g) = exp(s^2/2) and E cos(s g) = exp(-s^2/2); w.z is |z| g."""
    bell = sp.exp(-(_t**2) / 2) / sp.sqrt(2 * sp.pi)
    proof.cite("w.z is N(0, |z|^2), as a linear image of N(0, I_d)")
    for wave, value in ((sp.exp(_s * _t), sp.exp(_s**2 / 2)), (sp.cos(_s * _t), sp.exp(-(_s**2) / 2))):
        proof.equal(sp.integrate(wave * bell, (_t, -sp.oo, sp.oo)), value, "its mean, for real s")
    proof.equal((sp.exp(_s**2 / 2) + sp.exp((-_s) ** 2 / 2)) / 2, sp.exp(_s**2 / 2), "so for cosh")


def mean_of_rows(proof: Proof) -> None:
    """A mean of m independent unbiased terms has the error Var/m."""
    second, first = sp.symbols("S mu", real=True)
    proof.equal(
        (m * second + m * (m - 1) * first**2) / m**2 - first**2,
        (second - first**2) / m,
        "m squares and m(m-1) products of independent terms: the error of the mean is Var/m",
    )


def trigonometric_mean(proof: Proof) -> None:
    """One row of (2) gives exp((|x|^2+|y|^2)/2) cos(w.(x-y)), of mean SM."""
    a, b = sp.symbols("a b", real=True)
    mean_steps(proof)
    wave = sp.sin(a) * sp.sin(b) + sp.cos(a) * sp.cos(b)
    proof.equal(sp.cos(a - b), wave, "the features of one row multiply to cos(w.(x-y))")
    proof.equal(sp.exp(WEIGHT2 / 2) * sp.exp(-DELTA2 / 2), SM, "weight times mean is SM")


def positive_mean(proof: Proof) -> None:
    """One row of (3) gives exp(-(|x|^2+|y|^2)/2) cosh(w.(x+y)), of mean SM."""
    p, q = sp.symbols("p q", positive=True)  # exp(w.x), exp(w.y)
    mean_steps(proof)
    pair = (p * q + 1 / (p * q)) / 2
    proof.equal(pair, sp.cosh(sp.log(p * q)).rewrite(sp.exp), "the features of one row, each with 1/sqrt 2")
    proof.equal(sp.exp(-WEIGHT2 / 2) * sp.exp(V2 / 2), SM, "weight times mean is SM")


def trigonometric_steps(proof: Proof) -> None:
    """(7), left: weight, variance of the cosine, division by m."""
    trigonometric_mean(proof)
    mean_of_rows(proof)
    angle, u = sp.symbols("a u", real=True)
    proof.equal(sp.cos(angle) ** 2, (1 + sp.cos(2 * angle)) / 2, "E cos^2 is a mean at 0 and at 2z")
    variance = (1 + sp.exp(-2 * u)) / 2 - sp.exp(-u)
    proof.equal(variance, (1 - sp.exp(-u)) ** 2 / 2, "Var cos(w.z), u = |z|^2")
    proof.equal(sp.exp(WEIGHT2), sp.exp(V2) / SM**2, "the squared weight is exp(|x+y|^2) SM^-2")
    proof.equal(
        sp.exp(WEIGHT2) * variance.subs(u, DELTA2) / m,
        trigonometric_error(),
        "together f_1(|z|) f_3(|Delta|)",
    )


def positive_steps(proof: Proof) -> None:
    """(7), right: weight, variance of the hyperbolic cosine, division by m."""
    positive_mean(proof)
    mean_of_rows(proof)
    u = sp.Symbol("u", real=True)
    double = (2 * sp.cosh(u) ** 2 - 1).rewrite(sp.exp)
    proof.equal(sp.cosh(2 * u).rewrite(sp.exp), double, "E cosh^2 is a mean at 0 and at 2z")
    variance = (1 + sp.exp(2 * u)) / 2 - sp.exp(u)
    proof.equal(variance, (sp.exp(u) - 1) ** 2 / 2, "Var cosh(w.z), u = |z|^2")
    proof.equal(
        sp.exp(-WEIGHT2) * sp.exp(2 * V2), sp.exp(V2) * SM**2, "squared weight times e^(2u), u = |x+y|^2"
    )
    proof.equal(sp.exp(-WEIGHT2) * variance.subs(u, V2) / m, positive_error(), "together f_2(|z|) f_3(|z|)")


def _above_one(proof: Proof, u: sp.Symbol) -> None:
    proof.equal(
        sp.integrate(sp.exp(_s), (_s, 0, u)), sp.exp(u) - 1, "it has the sign of e^u - 1, an integral"
    )
    proof.positive(sp.exp(_s), "of a positive function: positive for u > 0")


def falls(proof: Proof) -> None:
    """At fixed norms the error of the trigonometric estimator falls in x.y."""
    u, size = sp.symbols("u N", positive=True)  # u = |x-y|^2, N = |x|^2 + |y|^2
    proof.equal(
        trigonometric_error(), sp.exp(WEIGHT2) * (1 - sp.exp(-DELTA2)) ** 2 / (2 * m), "a form without SM"
    )
    rising = sp.exp(size) * (1 - sp.exp(-u)) ** 2 / (2 * m)
    proof.equal(
        sp.diff(rising, u), sp.exp(size - u) * (1 - sp.exp(-u)) / m, "its slope in u = |x-y|^2 at fixed norms"
    )
    _above_one(proof, u)
    proof.equal(sp.diff(DELTA2, xy), -sp.Integer(2), "and u falls in x.y")


def rises(proof: Proof) -> None:
    """At fixed norms the error of the positive estimator rises in x.y."""
    u, size = sp.symbols("u N", positive=True)  # u = |x+y|^2
    form = (sp.exp(u - size / 2) - sp.exp(-size / 2)) ** 2 / (2 * m)
    proof.equal(positive_error(), form.subs({u: V2, size: WEIGHT2}), "a square")
    _above_one(proof, u)
    proof.positive(sp.diff(sp.exp(u - size / 2), u), "and rises in u at fixed norms")
    proof.equal(sp.diff(V2, xy), sp.Integer(2), "and u rises in x.y")


def unbounded_below(proof: Proof) -> None:
    """For SM = e^-t the trigonometric error is at least (1 - e^-4t)^2 e^2t/(2m), whatever the norms."""
    t, rest, one, two = sp.symbols("t r a b", nonnegative=True)
    proof.nonnegative(
        sp.factor(one**2 + two**2 - 2 * one * two), "|x|^2 + |y|^2 >= 2|x||y| >= 2t (Cauchy-Schwarz)"
    )
    size = sp.exp(2 * t + rest) * (1 - sp.exp(-4 * t - rest)) ** 2 / (2 * m)
    proof.equal(
        trigonometric_error().subs({x2: 2 * t + rest - y2, xy: -t}),
        size,
        "with |x|^2 + |y|^2 = 2t + r, r >= 0",
    )
    stretch, damp = 1 + one, 1 / (1 + two)  # e^r >= 1, e^(-4t) <= 1
    ratio = (stretch - damp) ** 2 / stretch - (1 - damp) ** 2
    proof.nonnegative(sp.factor(ratio), "least at r = 0: (e^r - e^-4t)^2/e^r >= (1 - e^-4t)^2")
    least = size.subs({rest: 0, m: 1})
    proof.limit(least, t, sp.oo, sp.oo, "and this tends to infinity as SM tends to 0")


def unbounded_above(proof: Proof) -> None:
    """For SM = e^t the positive error is at least (e^3t - e^-t)^2/(2m), whatever the norms."""
    t, rest, one, two = sp.symbols("t r a b", nonnegative=True)
    proof.nonnegative(
        sp.factor(one**2 + two**2 - 2 * one * two), "|x|^2 + |y|^2 >= 2|x||y| >= 2t (Cauchy-Schwarz)"
    )
    root = sp.exp(3 * t + rest / 2) - sp.exp(-t - rest / 2)
    proof.equal(
        positive_error().subs({x2: 2 * t + rest - y2, xy: t}),
        root**2 / (2 * m),
        "with |x|^2 + |y|^2 = 2t + r, r >= 0",
    )
    proof.positive(sp.diff(root, rest), "the root rises in r, from a number >= 0 at r = 0")
    least = (root**2 / 2).subs(rest, 0)
    proof.limit(least, t, sp.oo, sp.oo, "and this tends to infinity as SM does")


def drawn(features: str, *points: tuple[int, int, object, object, object]) -> Sampled:
    """The squared error of m independent rows, drawn at points (d, m, x2, y2, xy)."""
    error = positive_error() if features == "hyperbolic" else trigonometric_error()
    chosen = tuple(dict(zip(("d", "m", "x2", "y2", "xy"), point, strict=True)) for point in points)
    drawing = Drawing("iid", features, "error", "softmax", level=formula(SM, DRAWN_PAIRS, "xy"))
    return Sampled(
        f"squared error of {features} features", drawing, formula(error, DRAWN_PAIRS, NAMES), chosen
    )
