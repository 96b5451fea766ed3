"""Steps of proof for the bounds of the regularised softmax kernel."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers._shared import regularised_softmax as reg
from rftheory.papers._shared.invariants import V2, d, x2, xy, y2
from rftheory.papers._shared.regularised_softmax import FACTOR_GAMMA, SPHERE_MOMENT, k, w

_j = sp.Symbol("j", nonnegative=True, integer=True)
c = sp.Symbol("c", nonnegative=True)
BOUND = sp.Symbol("K", nonnegative=True)
CUBIC = 8 * w**3 / (3 * (d + 2) * (d + 4))
LOWER = sp.exp(-(w**2) / (d + 2))
UPPER = sp.exp(-(w**2) / (d + 2) + CUBIC)


def _coefficients(proof: Proof) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """g_(j+1), g_(j+2), g_(j+3) over g_j, where SMREG/SM = e^-w G and G = sum g_k w^k."""
    reg.mean_over_poisson(proof)
    coefficient = FACTOR_GAMMA / sp.factorial(k)
    quotient = d / ((k + 1) * (d + 2 * k))
    proof.equal(
        coefficient.subs(k, k + 1) / coefficient, quotient, "G = sum g_k w^k: g_(k+1)/g_k = d/((k+1)(d+2k))"
    )
    proof.equal(coefficient.subs(k, 0), sp.S.One, "g_0 = 1, so g_1 = 1 as well")
    first = quotient.subs(k, _j)
    second = first * quotient.subs(k, _j + 1)
    return first, second, second * quotient.subs(k, _j + 2)


def _slope(proof: Proof, rate: sp.Expr, exponent: sp.Expr) -> None:
    """The slope of e^-w G over exp(exponent) has the sign of G' - rate G, and the quotient is 1 at w = 0."""
    series = sp.Function("G")(w)
    quotient = sp.exp(-w - exponent) * series
    proof.equal(
        sp.diff(quotient, w),
        sp.exp(-w - exponent) * (sp.diff(series, w) - rate * series),
        "the slope of the quotient of SMREG/SM and the bound",
    )
    proof.equal(exponent.subs(w, 0), sp.S.Zero, "at w = 0 the quotient is 1")


def lower_steps(proof: Proof) -> None:
    """SMREG/SM >= exp(-w^2/(d+2))."""
    first, second, _ = _coefficients(proof)
    _slope(proof, 1 - 2 * w / (d + 2), -(w**2) / (d + 2))
    gain = (_j + 2) * second - first + 2 / (d + 2)
    shown = 8 * _j * (d + _j + 1) / ((d + 2) * (d + 2 * _j) * (d + 2 * _j + 2))
    proof.equal(gain, shown, "the coefficient of w^(j+1) in G' - (1 - 2w/(d+2)) G, over g_j")
    proof.nonnegative(
        shown, "no coefficient is negative (that of w^0 is g_1 - g_0 = 0): the quotient never falls below 1"
    )


def upper_steps(proof: Proof) -> None:
    """SMREG/SM <= exp(-w^2/(d+2) + 8 w^3/(3(d+2)(d+4)))."""
    first, second, third = _coefficients(proof)
    exponent = -(w**2) / (d + 2) + CUBIC
    _slope(proof, 1 - 2 * w / (d + 2) + 8 * w**2 / ((d + 2) * (d + 4)), exponent)
    loss = 8 / ((d + 2) * (d + 4)) - ((_j + 3) * third - second + 2 / (d + 2) * first)
    rest = (d + 2 * _j) * (d + 2 * _j + 2) * (d + 2 * _j + 4) - d * (d + _j + 2) * (d + 4)
    shown = 8 * rest / ((d + 2) * (d + 4) * (d + 2 * _j) * (d + 2 * _j + 2) * (d + 2 * _j + 4))
    proof.equal(
        loss, shown, "minus the coefficient of w^(j+2) in G' - (1 - 2w/(d+2) + 8w^2/((d+2)(d+4))) G, over g_j"
    )
    proof.nonnegative(sp.expand(rest), "its numerator is a polynomial with nonnegative coefficients")
    proof.equal(
        (2 * second - first + 2 / (d + 2)).subs(_j, 0),
        sp.S.Zero,
        "the coefficient of w^1 is 0, like that of w^0",
    )


def rational_steps(proof: Proof) -> None:
    """SMREG/SM <= 1 - w^2/d + w^2 (w^2+4w+2)/d^2."""
    reg.mean_over_poisson(proof)
    total = k * (k - 1) / d
    proof.equal(
        (1 + total) * (1 + 2 * k / d) - (1 + total.subs(k, k + 1)),
        2 * k**2 * (k - 1) / d**2,
        "1/f(k,d) = prod (1+2j/d) is at least 1 + S, S = k(k-1)/d: the step from k to k+1 gains 2 k^2 (k-1)/d^2 >= 0",
    )
    size = sp.Symbol("S", nonnegative=True)
    proof.equal(1 - size + size**2 - 1 / (1 + size), size**3 / (1 + size), "1/(1+S) <= 1 - S + S^2")
    proof.nonnegative(size**3 / (1 + size), "as the difference is not negative")
    n = sp.Symbol("n", real=True)
    falling = [sp.expand_func(sp.ff(n, r)) for r in (2, 3, 4)]
    proof.equal(
        (n * (n - 1)) ** 2 - falling[2] - 4 * falling[1], 2 * falling[0], "(n(n-1))^2 by falling factorials"
    )
    more = sp.Symbol("q", nonnegative=True, integer=True)
    for r in (2, 3, 4):
        proof.equal(
            sp.gamma(more + r + 1) / sp.gamma(more + 1) * w ** (more + r) / sp.gamma(more + r + 1),
            w**r * w**more / sp.gamma(more + 1),
            f"the factorial moment of order {r} of a Poisson variable is w^{r}",
        )


def decreases_steps(proof: Proof) -> None:
    """SMREG/SM falls in w."""
    first, _, _ = _coefficients(proof)
    proof.equal(
        (_j + 1) * first - 1,
        -2 * _j / (d + 2 * _j),
        "the coefficients of G' - G over g_j, e^-w G having the slope e^-w (G'-G)",
    )
    proof.nonnegative(2 * _j / (d + 2 * _j), "none is positive")


def increases_steps(proof: Proof) -> None:
    """SMREG/SM rises in d."""
    reg.mean_over_poisson(proof)
    gain = (d + 1) / (d + 1 + 2 * _j) - d / (d + 2 * _j)
    proof.equal(
        gain, 2 * _j / ((d + 2 * _j) * (d + 1 + 2 * _j)), "each factor d/(d+2j) of f(k,d) grows with d"
    )
    proof.nonnegative(
        2 * _j / ((d + 2 * _j) * (d + 1 + 2 * _j)), "so f(k,d) grows for every k, and with it the mean"
    )


def rate_steps(proof: Proof) -> None:
    """SMREG/SM = 1 - w^2/d + O(1/d^2) at fixed w."""
    rational_steps(proof)
    reg.quadratic_bound(proof)
    size = sp.Symbol("d", positive=True)
    proof.equal(
        size**2 * (w**4 + 4 * w**3 + 2 * w**2) / size**2,
        w**2 * (w**2 + 4 * w + 2),
        "between 1 - w^2/d and that plus w^2 (w^2+4w+2)/d^2: d^2 times the remainder is bounded at fixed w",
    )


def threshold_steps(proof: Proof) -> None:
    """SMREG/SM tends to exp(-c^2) at w = c sqrt(d)."""
    lower_steps(proof)
    upper_steps(proof)
    size = sp.Symbol("d", positive=True)
    inserted = (-(w**2) / (d + 2)).subs(w, c * sp.sqrt(d))
    proof.equal(
        inserted + c**2, 2 * c**2 / (d + 2), "the lower bound at w = c sqrt(d) is exp(-c^2 + 2c^2/(d+2))"
    )
    cubic = CUBIC.subs(w, c * sp.sqrt(d))
    proof.nonnegative(
        sp.expand((d + 2) * (d + 4) - d**2), "8 c^3 d^(3/2)/(3(d+2)(d+4)) is at most 8 c^3/(3 sqrt(d))"
    )
    proof.equal(cubic * (d + 2) * (d + 4) / d**2, 8 * c**3 / (3 * sp.sqrt(d)), "as (d+2)(d+4) >= d^2")
    exponent = 2 * c**2 / (size + 2) + 8 * c**3 / (3 * sp.sqrt(size))
    proof.limit(exponent, size, sp.oo, sp.S.Zero, "both bounds tend to exp(-c^2)")
    decreases_steps(proof)


def long_steps(proof: Proof) -> None:
    """SMREG/SM <= exp(-w) cosh(sqrt(2dw)), which vanishes for long inputs."""
    reg.mean_over_poisson(proof)
    proof.nonnegative(
        1 - ((2 * k + 1) / (d + 2 * k)).subs(d, sp.Symbol("e", nonnegative=True, integer=True) + 1),
        "E u_1^(2k) is a product of factors (2j+1)/(d+2j) <= 1",
    )
    proof.equal(SPHERE_MOMENT.subs(k, 0), sp.S.One, "starting at 1, hence at most 1")
    proof.equal(
        sp.sqrt(2 * d * w) ** (2 * k),
        (2 * w) ** k * d**k,
        "with 1 in its place the series is cosh(sqrt(2 d w))",
    )
    s = sp.Symbol("s", positive=True)
    proof.equal(
        (sp.sqrt(2 * d * w) - w).subs(w, 2 * d * s**2),
        2 * d * s * (1 - s),
        "cosh <= exp; the exponent at w = 2 d s^2",
    )
    proof.limit(s * (1 - s), s, sp.oo, -sp.oo, "at any given d the bound tends to 0 as w grows")


def short_steps(proof: Proof) -> None:
    """SMREG/SM >= exp(-4 K^2/(d+2)) for |x|^2, |y|^2 <= K."""
    lower_steps(proof)
    a, b, r, s = sp.symbols("a b r s", nonnegative=True)
    proof.nonnegative(sp.factor(a**2 + b**2 - 2 * a * b), "x.y <= |x||y| <= (|x|^2+|y|^2)/2")
    twice = (V2 / 2).subs(xy, (x2 + y2) / 2)
    proof.nonnegative(2 * BOUND - twice.subs({x2: BOUND - r, y2: BOUND - s}), "so w <= |x|^2 + |y|^2 <= 2 K")
    proof.equal(LOWER.subs(w, 2 * BOUND), sp.exp(-4 * BOUND**2 / (d + 2)), "and exp(-w^2/(d+2)) falls in w")


def smallest_steps(proof: Proof) -> None:
    """SMREG/SM = 1 - w^2/(d+2) + O(w^3) at fixed d."""
    lower_steps(proof)
    upper_steps(proof)
    expanded = sp.series(UPPER, w, 0, 3).removeO()
    proof.equal(expanded, 1 - w**2 / (d + 2), "both bounds are 1 - w^2/(d+2) + O(w^3) as w tends to 0")
