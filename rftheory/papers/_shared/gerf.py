"""Generalised exponential features with complex A (crt): parameters, the variance (6) and its proof.

f1 f2 = D^2 exp(2A |w|^2 + B w.(x+sy) + C (|x|^2+|y|^2)) with B = sqrt(s(1-4A)), C = -(s+1)/2, D =
(1-4A)^{d/4} has the mean K where Re(1-4A) > 0 and a finite variance where Re(1-8A) > 0. Each moment also by
quadrature, one integral a coordinate, and by series.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import RealPart
from rftheory.exact.functions.gaussian_exponential import GaussianExponential
from rftheory.kit import Domain, Parameter, Proof, Rule, complex_number, integer
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    DELTA2,
    DIMENSION,
    ON_A_LINE,
    PAIRS,
    SQUARES,
    d,
    fit,
    x2,
    xy,
    y2,
)

A = sp.Symbol("A")
s = sp.Symbol("s", real=True, nonzero=True, integer=True)
k = sp.Symbol("k", nonnegative=True, integer=True)

N2 = x2 + y2
S2 = x2 + y2 + 2 * s * xy  # |x+sy|^2
KERNEL = sp.exp(-DELTA2 / 2)
NAMES = "d A s x2 y2 xy"

W4, W8, RE8 = 1 - 4 * A, 1 - 8 * A, 1 - 8 * sp.re(A)
B = sp.sqrt(s * W4)
C = -(s + 1) / 2
D = sp.root(W4, 4) ** d
ALPHA1 = sp.sqrt(1 + 16 * A**2 / W8) ** d
ALPHA2 = s + s / W8
ALPHA3 = (1 + 16 * sp.Abs(A) ** 2 / RE8) ** (d / 2)
ALPHA4 = s / 2 + (s + 2 * sp.Abs(W4)) / (2 * RE8)
VARIANCE = sp.exp(-(s + 1) * N2) / 2 * (
    sp.re(ALPHA1 * sp.exp(ALPHA2 * S2)) + ALPHA3 * sp.exp(ALPHA4 * S2)
) - KERNEL**2  # fmt: skip
STABLE = KERNEL**2 * (
    (sp.re(ALPHA1 * sp.exp((ALPHA2 - s) * S2)) + ALPHA3 * sp.exp((ALPHA4 - s) * S2)) / 2 - 1
)  # exactly 0 where the estimate is constant: A = 0 and x + sy = 0

COMPLEX_A = complex_number("A", reach=("1e-3", 1000), meaning="the free parameter A")
SIGN = integer("s", -1, 1, meaning="the sign s, 1 or -1")
SIGNED = Rule(sp.Ne(sp.Symbol("s"), 0), "s is 1 or -1")
UNBIASED = Rule(4 * sp.re(A) < 1, "Re(1-4A) > 0")
FINITE = Rule(8 * sp.re(A) < 1, "Re(1-8A) > 0")
_VALUES = (0, "-1/2", "-1/10+1/5j", "1/9", "-100+30j", "1/9-1000j")

MODEST: tuple[dict[str, object], ...] = (
    {"d": 1, "A": 0, "s": 1, "x2": 1, "y2": 1, "xy": 1},
    {"d": 3, "A": "-1/2", "s": 1, "x2": 1, "y2": "1/2", "xy": "-1/3"},
    {"d": 3, "A": "-1/10+1/5j", "s": -1, "x2": 1, "y2": 2, "xy": "-1/2"},
    {"d": 64, "A": "1/10-1/20j", "s": 1, "x2": "1/2", "y2": 1, "xy": "1/3"},
    {"d": 2, "A": "-1+3j", "s": 1, "x2": "1/4", "y2": 1, "xy": "1/8"},
    {"d": 4, "A": "-1/4-1/4j", "s": -1, "x2": 1, "y2": 1, "xy": 0},
    {"d": 10**5, "A": "-1/1000+1/500j", "s": 1, "x2": 2, "y2": 3, "xy": -1},
)
"""Points where quadrature is cheap."""


def general(*parameters: Parameter, finite: bool = True) -> Domain:
    """(d, A, s, x2, y2, xy), or `parameters`, with (5) and, where second moments are meant, Re(1-8A) > 0."""
    extra = tuple(
        {"d": size, "A": value, "s": sign, **pair}
        for size, value in zip((3, 1, 2, 64, 5, 10**6), _VALUES, strict=True)
        for sign in (1, -1)
        for pair in PAIRS[1:6]
        if size > 1 or pair["xy"] in (1, -1)
    )
    rules = (CAUCHY_SCHWARZ, ON_A_LINE, SIGNED, FINITE if finite else UNBIASED)
    return Domain(parameters or (DIMENSION, COMPLEX_A, SIGN, *SQUARES), rules, fit, extra)


def by_coordinates(curve: sp.Expr, slope: sp.Expr) -> sp.Expr:
    """E exp(curve |w|^2 + slope w.u), |u| = 1, one integral a coordinate: the axis of u, then d-1 others."""
    return GaussianExponential(curve, slope) * GaussianExponential(curve, sp.S.Zero) ** (d - 1)


def mean_by_quadrature() -> sp.Expr:
    """E f1 f2 from the definition."""
    return D**2 * sp.exp(C * N2) * by_coordinates(2 * A, B * sp.sqrt(S2))


def square_by_quadrature() -> sp.Expr:
    """E (f1 f2)^2 from the definition."""
    return D**4 * sp.exp(2 * C * N2) * by_coordinates(4 * A, 2 * B * sp.sqrt(S2))


def modulus_by_quadrature() -> sp.Expr:
    """E |f1 f2|^2 from the definition."""
    size = sp.Abs(D) ** 4 * sp.exp(2 * C * N2)
    return size * by_coordinates(4 * sp.re(A), 2 * RealPart(B) * sp.sqrt(S2))


def variance_by_quadrature() -> sp.Expr:
    """Var Re(f1 f2) from the definition, with (Re Z)^2 = (Re Z^2 + |Z|^2)/2."""
    second = (sp.re(square_by_quadrature()) + modulus_by_quadrature()) / 2
    return second - sp.re(mean_by_quadrature()) ** 2


def series(argument: sp.Expr) -> sp.Expr:
    """sum argument^k/k!, the sum over moments of w.u."""
    return sp.Sum(argument**k / sp.factorial(k), (k, 0, sp.oo))


def variance_by_series() -> sp.Expr:
    """The variance over K^2, each Gaussian mean as a power of its variance times a series of moments."""
    first = W4**d * W8 ** (-d / 2) * series((2 * s * W4 / W8 - s) * S2)
    second = sp.Abs(W4) ** d * RE8 ** (-d / 2) * series((2 * RealPart(B) ** 2 / RE8 - s) * S2)
    return KERNEL**2 * ((sp.re(first) + second) / 2 - 1)


def gaussian_steps(proof: Proof) -> None:
    """E exp(a g^2 + b g) = (1-2a)^(-1/2) exp(b^2/(2(1-2a))) for Re(1-2a) > 0."""
    g, b = sp.symbols("g b", real=True)
    c = sp.Symbol("c", positive=True)  # 1 - 2a
    proof.equal(
        -c * g**2 / 2 + b * g,
        -c / 2 * (g - b / c) ** 2 + b**2 / (2 * c),
        "one coordinate, 1-2a = c > 0: completing the square",
    )
    proof.equal(
        sp.integrate(sp.exp(-c * g**2 / 2), (g, -sp.oo, sp.oo)) / sp.sqrt(2 * sp.pi),
        1 / sp.sqrt(c),
        "its Gaussian integral: E exp(a g^2 + b g) = c^(-1/2) exp(b^2/(2c))",
    )
    proof.cite(
        "the identity theorem: both sides are analytic in b and in c for Re c > 0, where the integral converges "
        "absolutely and locally uniformly, and they agree for real b and c > 0; the root is the principal one"
    )
    proof.cite("Fubini's theorem: d coordinates multiply, and w.u = w_1 |u| after a rotation of w")


def mean_steps(proof: Proof) -> None:
    """E f1 f2 = K under (5)."""
    gaussian_steps(proof)
    root = sp.Symbol("r", nonzero=True)  # the fourth root of 1-4A
    proof.equal((root**d) ** 2 * (root**2) ** (-d), 1, "D^2 = (sqrt(1-4A))^d cancels the d roots")
    for sign in (1, -1):
        exponent = (B**2 / (2 * W4) * S2 + C * N2).subs(s, sign)
        proof.equal(exponent, -DELTA2 / 2, f"s = {sign}: B^2 |x+sy|^2/(2(1-4A)) + C n2")


def square_steps(proof: Proof) -> None:
    """E (f1 f2)^2 = alpha1 exp(alpha2 |x+sy|^2 - (s+1) n2)."""
    gaussian_steps(proof)
    root = sp.Symbol("r", nonzero=True)
    proof.equal((root**d) ** 4, (root**4) ** d, "D^4 = (1-4A)^d whatever d is; the exponents are doubled")
    proof.equal(W4**2 / W8, 1 + 16 * A**2 / W8, "the square of (1-4A)/sqrt(1-8A)")
    p, q = sp.Symbol("p", positive=True), sp.Symbol("q", real=True)
    proof.equal(
        (1 + (p + sp.I * q) ** 2) / (2 * (p + sp.I * q)),
        (p + sp.I * q + 1 / (p + sp.I * q)) / 2,
        "with sqrt(1-8A) = p + iq it is (sqrt w + 1/sqrt w)/2, as 1-4A = (1+w)/2",
    )
    proof.equal(1 / (p + sp.I * q), (p - sp.I * q) / (p**2 + q**2), "1/(p+iq) by its real part")
    proof.positive(
        p + p / (p**2 + q**2), "so its real part is positive: it is the principal root of its square"
    )
    proof.equal(4 * B**2 / (2 * W8), ALPHA2, "4 B^2/(2(1-8A)) = alpha2")
    proof.equal(2 * C, -(s + 1), "2 C = -(s+1)")


def modulus_steps(proof: Proof) -> None:
    """E |f1 f2|^2 = alpha3 exp(alpha4 |x+sy|^2 - (s+1) n2)."""
    gaussian_steps(proof)
    p, q, a, e = sp.symbols("p q a e", real=True)  # B = p + iq, A = a + ie
    root = p + sp.I * q
    proof.equal(
        (root + sp.conjugate(root)) ** 2,
        2 * sp.re(sp.expand(root**2)) + 2 * (p**2 + q**2),
        "(B + conj B)^2 = 2 Re B^2 + 2|B|^2",
    )
    size = sp.Symbol("c", positive=True)  # |1-4A| = |B|^2
    proof.equal(
        (2 * s * (1 - 4 * a) + 2 * size) / (2 * (1 - 8 * a)),
        s / 2 + (s + 2 * size) / (2 * (1 - 8 * a)),
        "with B^2 = s(1-4A), |B|^2 = |1-4A| this over 2(1-8 Re A) is alpha4",
    )
    proof.equal(
        ((1 - 4 * a) ** 2 + 16 * e**2) / (1 - 8 * a),
        1 + 16 * (a**2 + e**2) / (1 - 8 * a),
        "|D|^4 = |1-4A|^d, and |1-4A|^2/(1-8 Re A) is the base of alpha3",
    )
    proof.equal(2 * C, -(s + 1), "2 C = -(s+1), a real number")


def real_part_steps(proof: Proof) -> None:
    """(Re Z)^2 = (Re Z^2 + |Z|^2)/2."""
    p, q = sp.symbols("p q", real=True)
    z = p + sp.I * q
    proof.equal(
        sp.expand((z + sp.conjugate(z)) ** 2) / 4,
        (sp.re(sp.expand(z**2)) + p**2 + q**2) / 2,
        "(Re Z)^2 = (Z + conj Z)^2/4 = (Re Z^2 + |Z|^2)/2",
    )
    proof.equal(
        sp.expand(z**2 + 2 * z * sp.conjugate(z) + sp.conjugate(z) ** 2) / 4,
        sp.expand((z + sp.conjugate(z)) ** 2) / 4,
        "its three terms: E Z^2/4, E |Z|^2/2 and the conjugate of the first",
    )


def variance_steps(proof: Proof) -> None:
    """The whole of (6)."""
    mean_steps(proof)
    real_part_steps(proof)
    square_steps(proof)
    modulus_steps(proof)
    first, second = sp.symbols("S T", real=True)
    proof.equal(
        sp.exp(-(s + 1) * N2) / 2 * (first + second) - KERNEL**2,
        (sp.exp(-(s + 1) * N2) * first + sp.exp(-(s + 1) * N2) * second) / 2 - KERNEL**2,
        "half their sum less K^2",
    )
