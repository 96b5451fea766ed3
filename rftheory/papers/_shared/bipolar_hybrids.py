"""Error algebra of the bipolar hybrid lam SM++ + (1-lam) SMtrig: moments of lam, covariances, proofs."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.kit import Domain, Parameter, Point, Proof, Rule, real
from rftheory.papers._shared.hybrid_errors import SM, positive_error, trigonometric_error
from rftheory.papers._shared.invariants import COUNT, PAIRS, fit, m, pairs, x2, xy, y2

el2, el1l, elam = sp.symbols("el2 el1l elam", real=True)
PHASE = sp.cos(x2 - y2)  # cos(|x|^2 - |y|^2), 1 for equal norms
COVARIANCE = -(SM**2) * (1 - PHASE) / m  # of SM++_m and SMtrig_m on the same projections

SECOND = real("el2", reach=("1e-4", 10), meaning="E[lam^2]")
MIXED = real("el1l", reach=("1e-4", 10), meaning="E[lam(1-lam)]")
MEAN = real("elam", reach=("1e-4", 10), meaning="E[lam]")

INDEPENDENT = el2 * positive_error() + (1 - el2 - 2 * el1l) * trigonometric_error()
SHARED = INDEPENDENT - 2 / m * SM**2 * (1 - PHASE) * el1l


def _sd2(second: Fraction, mixed: Fraction) -> Fraction:
    return second - (second + mixed) ** 2


MOMENTS = Rule(el2 >= (el2 + el1l) ** 2, "E[lam^2] >= (E lam)^2 with E lam = E[lam^2] + E[lam(1-lam)]")


def _fit_moments(point: Point) -> Point:
    """A free point moved onto moments that a law has: mean el2 and spread el1l of a two-point law."""
    point = fit(point)
    if {"el2", "el1l"} <= set(point):
        mean, spread = point["el2"], point["el1l"]
        assert isinstance(mean, Fraction)
        assert isinstance(spread, Fraction)
        second = mean * mean + spread * spread
        point["el2"], point["el1l"] = second, mean - second
    return point


def moment_domain(*extra_rules: Rule) -> Domain:
    """(m, x2, y2, xy, el2, el1l), the moments those of some lam: Jensen's inequality."""
    base = pairs(COUNT, m=(1, 8))
    moments: tuple[tuple[str, str], ...] = (
        ("1/4", "0"),
        ("1/2", "0"),
        ("1/3", "1/6"),
        ("3/2", "-1/2"),
        ("0", "0"),
    )
    extra = tuple(
        {"m": mm, **pair, "el2": second, "el1l": mixed}
        for mm in (1, 8)
        for pair in ({"x2": 1, "y2": "1/4", "xy": "1/3"}, {"x2": 2, "y2": "1/9", "xy": "-1/4"}, *PAIRS[1:5])
        for second, mixed in moments
    )
    rules = (*base.rules, MOMENTS, *extra_rules)
    return Domain((*base.parameters, SECOND, MIXED), rules, _fit_moments, extra)


def mean_domain(*parameters: Parameter) -> Domain:
    """(m, x2, y2, xy, elam, el2), free moments."""
    base = pairs(COUNT, m=(1, 8))
    extra = tuple({"m": mm, **pair, "elam": "1/3", "el2": "1/4"} for mm in (1, 5) for pair in PAIRS[:7])
    return Domain((*base.parameters, *parameters, MEAN, SECOND), base.rules, fit, extra)


def two_points(covariance: sp.Expr) -> sp.Expr:
    """E[lam^2 P + (1-lam)^2 T + 2 lam(1-lam) C] for lam = mean +- spread with probability 1/2 each."""
    mean = el2 + el1l
    spread = sp.sqrt(el2 - mean**2)
    values = (mean + spread, mean - spread)
    given = [
        lam**2 * positive_error() + (1 - lam) ** 2 * trigonometric_error() + 2 * lam * (1 - lam) * covariance
        for lam in values
    ]
    return sp.Add(*given) / 2


def error_steps(proof: Proof) -> None:
    """The error of the hybrid is lam e_1 + (1-lam) e_2 with centred e_1, e_2 independent of lam."""
    lam, s, p, t, c = sp.symbols("lam s p t c", real=True)
    one, two = sp.symbols("e1 e2", real=True)
    proof.equal(
        lam * (s + one) + (1 - lam) * (s + two) - s,
        lam * one + (1 - lam) * two,
        "the error of the hybrid, with s + e_1 and s + e_2 the two unbiased base estimates",
    )
    square = sp.Poly(sp.expand((lam * one + (1 - lam) * two) ** 2), one, two)
    proof.cite("independence of lam from both base estimates: the mean factorises")
    mean = sum(
        (coefficient * {(2, 0): p, (0, 2): t, (1, 1): c}[powers] for powers, coefficient in square.terms()),
        sp.S.Zero,
    )
    proof.equal(
        mean,
        lam**2 * p + (1 - lam) ** 2 * t + 2 * lam * (1 - lam) * c,
        "given lam, with E e_1^2 = P, E e_2^2 = T, E e_1 e_2 = C",
    )
    proof.equal(
        (1 - lam) ** 2, 1 - lam**2 - 2 * lam * (1 - lam), "E[(1-lam)^2] = 1 - E[lam^2] - 2 E[lam(1-lam)]"
    )


def independent_steps(proof: Proof) -> None:
    """(22): C = 0 for independent base projections."""
    error_steps(proof)
    a, b = sp.symbols("a b", real=True)
    given = el2 * a + (1 - el2 - 2 * el1l) * b
    proof.equal(
        INDEPENDENT,
        given.subs({a: positive_error(), b: trigonometric_error()}),
        "so with C = 0 the error is E[lam^2] P + E[(1-lam)^2] T",
    )


def cross_steps(proof: Proof) -> None:
    """(37), (38): E SM++ SMtrig on shared projections, from the moment generating function."""
    proof.cite("Lemma 2.4: E exp(w.z) = exp(z.z/2) for complex z")
    resultant, gap = x2 + y2 + 2 * xy, x2 + y2 - 2 * xy
    inner = x2 - y2  # (x+y).(x-y)
    for sign in (1, -1):
        square = resultant - gap + 2 * sp.I * sign * inner
        proof.equal(square, 4 * xy + 2 * sp.I * sign * (x2 - y2), "z.z of z = x+y +- i(x-y)")
    value = (sp.exp(2 * xy + sp.I * inner) + sp.exp(2 * xy - sp.I * inner)) / 2
    proof.equal(
        sp.expand(value, complex=True),
        SM**2 * PHASE,
        "so E cosh(w.(x+y)) cos(w.(x-y)) = SM^2 cos(|x|^2 - |y|^2); odd parts vanish by w -> -w",
    )
    proof.equal(
        (m * (m - 1) * SM**2 + m * SM**2 * PHASE) / m**2,
        (1 - 1 / m) * SM**2 + SM**2 * PHASE / m,
        "E SM++_m SMtrig_m: m(m-1) independent and m equal indices",
    )
    proof.equal(
        (1 - 1 / m) * SM**2 + SM**2 * PHASE / m - SM**2, COVARIANCE, "less SM^2: the covariance of the two"
    )


def shared_steps(proof: Proof) -> None:
    """(23): the covariance of (38) enters with 2 E[lam(1-lam)]."""
    error_steps(proof)
    cross_steps(proof)
    proof.equal(SHARED, INDEPENDENT + 2 * el1l * COVARIANCE, "so (23) is (22) plus 2 E[lam(1-lam)] C")


MEANS = mean_domain()
MEAN_NAMES = "m x2 y2 xy elam el2"
MIX = elam - el2  # E[lam(1-lam)]
VARIANCE = el2 - elam**2
REGROUPED = -(SM**2) * (VARIANCE + (1 - PHASE) / m * MIX)  # the covariance of the parts, free of cancellation
CROSS = (1 - 1 / m) * SM**2 + SM**2 * PHASE / m  # E SM++_m SMtrig_m, shared projections
SCALARS = Domain((*pairs().parameters[2:], MEAN, SECOND), (), None, ({"xy": 1, "elam": "1/3", "el2": "1/4"},))
UNEQUAL: tuple[dict[str, object], ...] = tuple(
    {"m": mm, "x2": a, "y2": b, "xy": s, "elam": mean, "el2": second}
    for mm, a, b, s in ((1, 1, "1/4", "1/3"), (5, 2, "1/9", "-1/4"), (3, 1, 1, "1/2"))
    for mean, second in (("1/2", "1/3"), ("1/3", "1/6"), ("3/2", "5/2"))
)


def product_of_means(proof: Proof) -> None:
    """(32): independent projections."""
    first, second = sp.symbols("f s", real=True)
    proof.cite("independence of lam and both base estimates: E of a product of functions of each factorises")
    proof.equal(
        (MIX * first * second - elam * first * (1 - elam) * second).subs({first: SM, second: SM}),
        -(SM**2) * VARIANCE,
        "(E[lam(1-lam)] - E[lam] E[1-lam]) SM^2 = -SM^2 Var(lam)",
    )


def shared_covariance(proof: Proof) -> None:
    """(33), (39): shared projections, by (38)."""
    cross_steps(proof)
    proof.equal(
        CROSS * MIX - SM**2 * elam * (1 - elam),
        -(SM**2) * (VARIANCE + (1 - PHASE) * MIX / m),
        "E[SM++ SMtrig] E[lam(1-lam)] - SM^2 E[lam] E[1-lam]",
    )
