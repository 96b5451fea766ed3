"""The complex estimator of hrf: z = A x + A^{-T} y for a complex matrix A, its squares, domain and moments.

One projection gives T = SM e^{-z.z/2} e^{w.z} with E T = SM, E T^2 = SM^2 e^{z.z} and E |T|^2 = SM^2
e^{|z|^2}, since E e^{w.z} = e^{z.z/2} for complex z.
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from rftheory.domain import Vector, parse_vector, parse_vectors
from rftheory.exact.functions.complex_vectors import Dot, Imaginary, Modulus2, Plus, Real
from rftheory.exact.functions.linear_images import Image, InverseImage
from rftheory.kit import (
    Domain,
    Height,
    Parameter,
    Proof,
    Rule,
    Width,
    invertible,
    same_length,
    same_size,
    vector,
    vectors,
)
from rftheory.measured.estimators.complex_exponential import ComplexExponential

A_re, A_im, W, T = (sp.IndexedBase(name) for name in ("A_re", "A_im", "W", "T"))
x, y = sp.IndexedBase("x"), sp.IndexedBase("y")
PAIR = "A_re A_im x y"

AX, AY = Image(A_re, A_im, x), InverseImage(A_re, A_im, y)
Z = Plus(AX, AY)
SQUARE = Dot(Z, Z)
LOSS = Modulus2(Z)
XY = Dot(x, y)
SM = sp.exp(XY)

# z = a + ib
REAL2, IMAGINARY2, CROSS = (
    Dot(left, right)
    for left, right in ((Real(Z), Real(Z)), (Imaginary(Z), Imaginary(Z)), (Real(Z), Imaginary(Z)))
)

MATRIX = (
    vectors("A_re", meaning="real part of A, by rows"),
    vectors("A_im", meaning="imaginary part of A, by rows"),
)
INPUTS = (vector("x", meaning="input x"), vector("y", meaning="input y"))
PROJECTIONS = vectors("W", meaning="projections, one a row")

SAME_LENGTH = Rule(same_length(x, y), "x and y have the same length")
_MATRIX_RULES = (
    Rule(sp.Eq(Height(A_re), Width(A_re)), "A is square (as many rows as columns)"),
    Rule(same_size(A_re, A_im), "A_re and A_im have the same size"),
    Rule(invertible(A_re, A_im), "A = A_re + i A_im is invertible"),
    Rule(same_length(A_re, x), "x has as many entries as A has rows"),
    SAME_LENGTH,
    Rule(sp.Eq(Width(W), Height(x)), "the projections W have the length of x"),
)

POINTS: tuple[dict[str, object], ...] = (
    {"A_re": "1,0;1/2,2", "A_im": "0,1;-1,1/3", "x": "1/2,-1", "y": "1,1/3"},
    {"A_re": "2", "A_im": "-1", "x": "1", "y": "1/2"},
    {"A_re": "0,0;0,1", "A_im": "1,0;0,0", "x": "1,1", "y": "1,-1"},
    {"A_re": "1,2,0;0,1,-1;1/2,0,1", "A_im": "0,0,1;1,0,0;0,-1/4,0", "x": "1/3,-1/2,1", "y": "1,1/2,-1/4"},
    {"A_re": "1,0;0,1", "A_im": "0,0;0,0", "x": "1,-1", "y": "1/2,1"},
    {"A_re": "0", "A_im": "1", "x": "1", "y": "-1/2"},
    {"A_re": "3,-1;1/5,1", "A_im": "1,1;0,-2", "x": "0,0", "y": "0,0"},
    {"A_re": "3,-1;1/5,1", "A_im": "1,1;0,-2", "x": "0,0", "y": "1/2,1"},
    {"A_re": "1,0;1/2,2", "A_im": "0,1;-1,1/3", "x": "1e-9,-1e-8", "y": "1e-8,0"},
    {"A_re": "1/100,0;0,100", "A_im": "0,0;1,0", "x": "1,2", "y": "-2,1/2"},
    {"A_re": "1,0;1/2,2", "A_im": "0,1;-1,1/3", "x": "30,-20", "y": "10,40"},
    {"A_re": "1/2,0;0,1", "A_im": "1/2,0;0,-1", "x": "600,-800", "y": "1000,1/7"},
)

_SAMPLES = ("1,-1;1/2,2;-1/3,1/5", "1/2;-1;3/2;0", "1/2,1;-1/2,-1", "1,0,-1/2;1/3,2,1")
SAMPLED: tuple[dict[str, object], ...] = tuple(
    {"W": rows, **point} for rows, point in zip((*_SAMPLES, "2,1;0,1", "1/3;-1/3"), POINTS, strict=False)
)
"""Points with projections; at the third and the last two parts of the estimate vanish."""

DRAWN = (POINTS[0], POINTS[3], POINTS[1])
"""Points of simulations: the second of dimension 3."""

GENTLE = POINTS[:6]
"""Points where quadrature of the moments is cheap."""


def matrix_pairs(
    *others: Parameter, extra: tuple[dict[str, object], ...] = POINTS, rules: tuple[Rule, ...] = ()
) -> Domain:
    """(others.., A_re, A_im, x, y) with a square invertible A of the size of x and y."""
    return Domain((*others, *MATRIX, *INPUTS), (*_MATRIX_RULES, *rules), extra=extra)


def with_values(
    points: tuple[dict[str, object], ...], **values: tuple[object, ...]
) -> tuple[dict[str, object], ...]:
    """The points with further parameters, whose values are taken in turn."""
    return tuple(
        {**{name: options[i % len(options)] for name, options in values.items()}, **point}
        for i, point in enumerate(points)
    )


def by_planes(square_re: sp.Expr, square_im: sp.Expr, cross: sp.Expr) -> sp.Expr:
    """E exp(w.a + i w.b) from the Gram matrix of the real vectors a and b: a Gaussian in the plane."""
    return sp.exp((square_re - square_im) / 2) * (sp.cos(cross) + sp.I * sp.sin(cross))


def mean_of(point: Mapping[str, object]) -> ComplexExponential:
    """The experiment that draws Re T of one projection."""
    return drawn(point, 1)


def square_of(point: Mapping[str, object]) -> ComplexExponential:
    """The experiment that draws (Re T)^2 of one projection."""
    return drawn(point, 2)


def drawn(point: Mapping[str, object], power: int) -> ComplexExponential:
    """The experiment that draws (Re T)^power of one projection."""
    rows = [_floats(parse_vectors(point[name], name)) for name in ("A_re", "A_im")]
    inputs = _floats(parse_vectors([parse_vector(point[name], name) for name in ("x", "y")], "x"))
    return ComplexExponential(rows[0], rows[1], inputs[0], inputs[1], power)


def _floats(rows: tuple[Vector, ...]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(entry) for entry in row) for row in rows)


def gaussian_mgf(proof: Proof) -> None:
    """E exp(w.z) = exp(z.z/2) for complex z, from the moments of a normal variable."""
    g, z = sp.Symbol("g", real=True), sp.Symbol("z")
    k = sp.Symbol("k", positive=True, integer=True)
    bell = sp.exp(-(g**2) / 2)
    proof.equal(
        sp.diff(-(g ** (2 * k - 1)) * bell, g),
        (g ** (2 * k) - (2 * k - 1) * g ** (2 * k - 2)) * bell,
        "by parts: E g^(2k) = (2k-1) E g^(2k-2); odd moments vanish by symmetry",
    )
    even = sp.factorial(2 * k) / (2**k * sp.factorial(k))
    proof.equal(even, (2 * k - 1) * even.subs(k, k - 1), "solved by E g^(2k) = (2k)!/(2^k k!)")
    proof.equal(even.subs(k, 1), sp.S.One, "E g^2 = 1")
    proof.cite("Fubini's theorem: E exp(|g||z|) is finite, so the series of exp(gz) is integrated termwise")
    term = (z**2 / 2) ** k / sp.factorial(k)
    proof.equal(z ** (2 * k) * even / sp.factorial(2 * k), term, "its k-th term")
    proof.equal(1 + sp.summation(term, (k, 1, sp.oo)), sp.exp(z**2 / 2), "the sum: E exp(gz) = exp(z^2/2)")
    proof.cite("independence of the coordinates: means multiply, so the exponents z_k^2/2 add to z.z/2")


def symbolic() -> tuple[sp.MatrixSymbol, sp.MatrixSymbol, sp.MatrixSymbol]:
    """A, x, y of any dimension, for matrix algebra."""
    size = sp.Symbol("d", positive=True, integer=True)
    return sp.MatrixSymbol("A", size, size), sp.MatrixSymbol("x", size, 1), sp.MatrixSymbol("y", size, 1)


def estimator_steps(proof: Proof) -> None:
    """The one-projection estimator is T = SM exp(-z.z/2) exp(w.z): bilinear squares and (Ax).(A^{-T}y) = x.y."""
    matrix, u, v = symbolic()
    proof.equal(
        ((matrix * u).T * (matrix.T).I * v).doit(),
        u.T * v,
        "(Ax).(A^(-T)y) = x^T A^T A^(-T) y = x.y for every invertible A",
    )
    p, q, s, w = sp.symbols("p q s w")  # (Ax)^2, (A^-T y)^2, x.y, w.z
    proof.equal(
        sp.exp(-p / 2) * sp.exp(-q / 2) * sp.exp(w),
        sp.exp(s) * sp.exp(-(p + q + 2 * s) / 2) * sp.exp(w),
        "z.z = (Ax)^2 + (A^(-T)y)^2 + 2 x.y, so T = SM exp(-z.z/2) exp(w.z)",
    )


def second_moments(proof: Proof) -> None:
    """E T^2 = SM^2 e^{z.z} and E|T|^2 = SM^2 e^{|a|^2+|b|^2} for z = a + ib."""
    estimator_steps(proof)
    gaussian_mgf(proof)
    s = sp.Symbol("s")
    proof.equal(-s + 2 * 2 * s / 2, s, "T^2 = SM^2 exp(-z.z) exp(w.(2z)): exponent -z.z + (2z).(2z)/2 = z.z")
    a2, b2 = sp.symbols("a2 b2", nonnegative=True)
    ab = sp.Symbol("ab", real=True)
    square = a2 - b2 + 2 * sp.I * ab
    proof.equal(
        -sp.re(square) + 4 * a2 / 2,
        a2 + b2,
        "|T|^2 = SM^2 exp(-Re z.z) exp(w.(2a)): exponent -(|a|^2-|b|^2) + |2a|^2/2 = |z|^2",
    )


def complex_error(proof: Proof) -> None:
    """E|T - SM|^2 = SM^2 (e^{l(A)} - 1), 0 exactly where z = 0."""
    second_moments(proof)
    kernel, loss = sp.Symbol("SM", positive=True), sp.Symbol("L", nonnegative=True)
    proof.equal(
        kernel**2 * sp.exp(loss) - kernel**2,
        kernel**2 * (sp.exp(loss) - 1),
        "E|T - SM|^2 = E|T|^2 - |E T|^2, E T = SM real; divided by m for m independent projections",
    )
    excess = sp.exp(loss) - 1
    proof.equal(excess.subs(loss, 0), sp.S.Zero, "it is 0 at z = 0")
    proof.positive(sp.diff(excess, loss), "and rises with |z|^2, so it is 0 only there")
