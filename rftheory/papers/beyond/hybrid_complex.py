"""Exact errors, covariances and floors of complex exponential estimators, beyond Section 2.3 of hrf."""

from __future__ import annotations

import sympy as sp

from rftheory.domain import Domain, Rule, real, vectors
from rftheory.evidence.agreement import Agreement, Representations
from rftheory.evidence.derivation import Derivation, Proof
from rftheory.evidence.restated import Restated
from rftheory.exact.complex_pairs import (
    Conjugated,
    Dot,
    GaussianMoment,
    Image,
    Imaginary,
    InverseImage,
    Minus,
    Plus,
    Real,
    invertible,
)
from rftheory.papers._complex_pairs import (
    CROSS,
    IMAGINARY2,
    INPUTS,
    LOSS,
    PAIR,
    POINTS,
    REAL2,
    SAME_LENGTH,
    SM,
    SQUARE,
    XY,
    Z,
    complex_error,
    estimator_steps,
    gaussian_mgf,
    matrix_pairs,
    second_moments,
    with_values,
    x,
    y,
)
from rftheory.papers._invariants import COUNT, m
from rftheory.statements import Below, Equal, Statement, formula

B_re, B_im = sp.IndexedBase("B_re"), sp.IndexedBase("B_im")
_ZB = Plus(Image(B_re, B_im, x), InverseImage(B_re, B_im, y))
_el2, _el1l = sp.symbols("el2 el1l", real=True)

_PAIRS = matrix_pairs()
_ONE = matrix_pairs(COUNT, extra=with_values(POINTS, m=(1, 3, 10)))
_SECOND: tuple[str, ...] = (
    "1/2,0;1,1|1,0;0,-1",
    "1|3",
    "0,0;0,1|1,0;0,0",
    "1,0,0;0,1,0;0,0,1|0,0,0;0,0,1/2;0,0,0",
    "0,0;0,0|1,0;0,1",
    "-2|1/2",
    "1,0;0,1|0,0;0,0",
    "3,-1;1/5,1|1,1;0,-2",
    "0,1;1,0|1,0;0,1",
    "1,0;0,1|0,1;1,0",
    "1,0;1/2,2|0,1;-1,1/3",
    "1,0;0,1|0,0;0,0",
)
_TWO_POINTS: tuple[dict[str, object], ...] = tuple(
    {**point, "B_re": second.split("|")[0], "B_im": second.split("|")[1]}
    for point, second in zip(POINTS, _SECOND, strict=True)
)
_SECOND_MATRIX = (
    vectors("B_re", meaning="real part of B, by rows"),
    vectors("B_im", meaning="imaginary part of B, by rows"),
)
_SECOND_RULES = (
    Rule(
        ("A_re", "B_re", "B_im"),
        "A and B have the same size",
        lambda a, b, c: len(a) == len(b) == len(c) == len(b[0]) == len(c[0]),
    ),
    Rule(("B_re", "B_im"), "B = B_re + i B_im is invertible", invertible),
)
_NOT_REAL = tuple(dict(point) for place, point in enumerate(_ONE.extra[:6]) if place not in (2, 4))
_TWO = matrix_pairs(COUNT, *_SECOND_MATRIX, extra=with_values(_TWO_POINTS, m=(1, 3, 10)), rules=_SECOND_RULES)
_HYBRID = matrix_pairs(
    COUNT,
    *_SECOND_MATRIX,
    real("el2", meaning="E lam^2"),
    real("el1l", meaning="E lam(1 - lam)"),
    extra=with_values(_TWO_POINTS, m=(1, 3), el2=("1/2", "1/3", 1, 0), el1l=("1/10", 0, "-1/4")),
    rules=_SECOND_RULES,
)
_BOTH = "m A_re A_im B_re B_im x y"

_SIZE, _RADIUS, _TURN = REAL2 - IMAGINARY2, REAL2 + IMAGINARY2, 2 * CROSS  # z.z = size + i turn, |z|^2


def variance(sign: int) -> sp.Expr:
    """Var of the real (1) or imaginary (-1) part over SM^2/m, plus 1 for the real part."""
    return (sp.exp(_RADIUS) + sign * sp.exp(_SIZE) * sp.cos(_TURN)) / 2


_SHARED = (Real(_ZB), Imaginary(_ZB))
_A, _B = Real(Z), Imaginary(Z)
# z.z' and z.conj(z') in their parts
_PLAIN_RE = Dot(_A, _SHARED[0]) - Dot(_B, _SHARED[1])
_PLAIN_IM = Dot(_A, _SHARED[1]) + Dot(_B, _SHARED[0])
_CONJ_RE = Dot(_A, _SHARED[0]) + Dot(_B, _SHARED[1])
_CONJ_IM = Dot(_B, _SHARED[0]) - Dot(_A, _SHARED[1])


def _mixed(plain: sp.Expr, conjugated: sp.Expr) -> sp.Expr:
    return SM**2 / m * ((plain + conjugated) / 2 - 1)


_COVARIANCE = _mixed(sp.exp(_PLAIN_RE) * sp.cos(_PLAIN_IM), sp.exp(_CONJ_RE) * sp.cos(_CONJ_IM))
_EVEN_COVARIANCE = _mixed(sp.cosh(_PLAIN_RE) * sp.cos(_PLAIN_IM), sp.cosh(_CONJ_RE) * sp.cos(_CONJ_IM))
_VARIANCE_A = SM**2 / m * (variance(1) - 1)
_BB = (Dot(_SHARED[0], _SHARED[0]), Dot(_SHARED[1], _SHARED[1]), Dot(*_SHARED))
_VARIANCE_B = SM**2 / m * ((sp.exp(_BB[0] + _BB[1]) + sp.exp(_BB[0] - _BB[1]) * sp.cos(2 * _BB[2])) / 2 - 1)
_MIXTURE = _el2 * _VARIANCE_A + (1 - _el2 - 2 * _el1l) * _VARIANCE_B + 2 * _el1l * _COVARIANCE


def _integral(u: sp.Expr, v: sp.Expr) -> sp.Expr:
    """E exp(w.u + w.v), every coordinate integrated numerically."""
    return GaussianMoment(Plus(u, v))


def _integrated(z: sp.Expr, other: sp.Expr, signs: tuple[int, ...] = (1,)) -> sp.Expr:
    """E Re T Re T' / SM^2 from integrals over each coordinate, averaged over the signs of w in T'."""
    total = sp.S.Zero
    for second in (other, Conjugated(other)):
        weight = sp.exp(-(Dot(z, z) + Dot(second, second)) / 2)
        for sign in signs:
            total += sp.re(weight * GaussianMoment((Plus if sign > 0 else Minus)(z, second)))
    return total / (2 * len(signs))


_QUADRATURE_A, _QUADRATURE_AB, _QUADRATURE_B = (_integrated(*pair) for pair in ((Z, Z), (Z, _ZB), (_ZB, _ZB)))
_SECOND_ABSOLUTE = sp.exp(-_SIZE) * _integral(Real(Z), Real(Z))


def _by_quadrature(expression: sp.Expr, domain: Domain, names: str) -> Representations:
    """The side against the same moment integrated coordinate by coordinate, where z is not 0."""
    chosen = [point for place, point in enumerate(domain.extra[:6]) if place != 2]
    points = tuple({name: point[name] for name in names.split()} for point in chosen)
    return Representations(
        "", formula(expression, domain, names, complex_valued=names == PAIR), points=points
    )


def _real_parts(proof: Proof) -> None:
    """Squares of the real and the imaginary part from E T^2 and E|T|^2."""
    second_moments(proof)
    u, v = sp.symbols("u v", real=True)
    t = u + sp.I * v
    proof.equal((sp.Abs(t) ** 2 + sp.re(sp.expand(t**2))) / 2, u**2, "(Re T)^2 = (|T|^2 + Re T^2)/2")
    proof.equal((sp.Abs(t) ** 2 - sp.re(sp.expand(t**2))) / 2, v**2, "(Im T)^2 = (|T|^2 - Re T^2)/2")
    a2, b2 = sp.symbols("a2 b2", nonnegative=True)
    ab = sp.Symbol("ab", real=True)
    proof.equal(
        sp.exp(a2 - b2) * sp.re(sp.exp(2 * sp.I * ab)),
        sp.exp(a2 - b2) * sp.cos(2 * ab),
        "Re e^(z.z) with z.z = |a|^2 - |b|^2 + 2i a.b",
    )
    proof.cite("E Re T = SM, E Im T = 0; a mean of m independent copies has 1/m of the variance")


def _pairs_of_signs(proof: Proof) -> None:
    """Second moments of one antithetic pair."""
    estimator_steps(proof)
    gaussian_mgf(proof)
    s, t = sp.symbols("s t", real=True)
    z = sp.Symbol("z")
    wave = sp.Symbol("u")
    proof.equal(
        sp.expand((sp.cosh(wave) ** 2 - (sp.cosh(2 * wave) + 1) / 2).rewrite(sp.exp)),
        sp.S.Zero,
        "cosh(u)^2 = (cosh(2u) + 1)/2, u = w.z: its mean is (e^(2 z.z) + 1)/2",
    )
    proof.equal(
        sp.exp(-z) * (sp.exp(2 * z) + 1) / 2,
        sp.cosh(z).rewrite(sp.exp),
        "times exp(-z.z): E of the squared pair is SM^2 cosh(z.z)",
    )
    modulus = sp.cosh(s + sp.I * t) * sp.cosh(s - sp.I * t)
    proof.equal(
        sp.expand((modulus - (sp.cosh(2 * s) + sp.cos(2 * t)) / 2).rewrite(sp.exp)),
        sp.S.Zero,
        "|cosh(s + it)|^2 = (cosh 2s + cos 2t)/2, s = w.a, t = w.b: mean (e^(2|a|^2) + e^(-2|b|^2))/2",
    )
    a2, b2 = sp.symbols("a2 b2", nonnegative=True)
    proof.equal(
        sp.exp(b2 - a2) * (sp.exp(2 * a2) + sp.exp(-2 * b2)) / 2,
        sp.cosh(a2 + b2).rewrite(sp.exp),
        "times exp(-Re z.z): E of the squared modulus is SM^2 cosh(|a|^2 + |b|^2)",
    )
    u, v = sp.symbols("u v", real=True)
    square = u + sp.I * v
    proof.equal(
        (sp.Abs(square) ** 2 + sp.re(sp.expand(square**2))) / 2, u**2, "(Re T)^2 = (|T|^2 + Re T^2)/2"
    )
    proof.cite("the m pairs are independent, and one pair has mean SM")


def shared_projection(proof: Proof) -> None:
    """E T T' = SM^2 e^{z.z'} for two estimators at the same w."""
    estimator_steps(proof)
    gaussian_mgf(proof)
    p, q, s = sp.symbols("p q s")  # z.z, z'.z', z.z'
    proof.equal(
        -(p + q) / 2 + (p + q + 2 * s) / 2,
        s,
        "T T' = SM^2 exp(-(z.z + z'.z')/2) exp(w.(z + z')): exponent z.z'",
    )
    u, v, r, t = sp.symbols("u v r t", real=True)
    first, second = u + sp.I * v, r + sp.I * t
    proof.equal(
        sp.re(sp.expand(first * second + first * sp.conjugate(second))) / 2,
        u * r,
        "Re T Re T' = Re(T T' + T conj(T'))/2; conj(T') is the estimator with conj(z')",
    )


def _covariance(proof: Proof) -> None:
    shared_projection(proof)
    proof.cite("both real parts have mean SM; the m projections are independent")


def _even_covariance(proof: Proof) -> None:
    shared_projection(proof)
    z = sp.Symbol("z")
    proof.equal(
        (sp.exp(z) + sp.exp(-z)) / 2 * 2 / 2,
        sp.cosh(z).rewrite(sp.exp),
        "four sign choices (+-z).(+-z'), each a quarter: two give e^(z.z'), two e^(-z.z')",
    )


def _average_of_errors(proof: Proof) -> None:
    """The error of a hybrid with weights that add up to 1."""
    weight, first, second, kernel = sp.symbols("l S1 S2 S", real=True)
    error = weight * first + (1 - weight) * second - kernel
    proof.equal(
        error,
        weight * (first - kernel) + (1 - weight) * (second - kernel),
        "the error averages the errors of the base estimates; likewise for p + 1 of them, by induction",
    )
    a, b = sp.symbols("A B", real=True)
    proof.equal(
        sp.expand((weight * a + (1 - weight) * b) ** 2),
        sp.expand(weight**2 * a**2 + (1 - weight) ** 2 * b**2 + 2 * weight * (1 - weight) * a * b),
        "its square, averaged over the base estimates given lambda: sum lam_k lam_l Cov(S^k, S^l)",
    )
    proof.equal(
        (1 - 2 * weight + weight**2),
        1 - weight**2 - 2 * weight * (1 - weight),
        "E(1-lam)^2 = 1 - el2 - 2 el1l",
    )
    shared_projection(proof)


def _plane() -> tuple[sp.Symbol, sp.Symbol, sp.Symbol, sp.Symbol]:
    """x = (p, 0), y = (y1, y2) in a plane: what orthogonal coordinates make of any pair with x nonzero."""
    p, t = sp.symbols("p t", positive=True)
    return p, t, sp.Symbol("y2", real=True), sp.Symbol("y1", positive=True)


def _real_floor(proof: Proof) -> None:
    """|u + v|^2 with u.v fixed, and matrices that reach the floor or approach it."""
    a, b, s = sp.symbols("a b s", real=True)  # |Ax|, |A^-T y|, x.y
    estimator_steps(proof)
    proof.equal(
        a**2 + b**2 + 2 * s - (2 * a * b + 2 * s),
        (a - b) ** 2,
        "l(A) = |Ax|^2 + |A^(-T)y|^2 + 2 x.y >= 2 |Ax||A^(-T)y| + 2 x.y",
    )
    proof.cite("Cauchy-Schwarz: |Ax||A^(-T)y| >= |(Ax).(A^(-T)y)| = |x.y|")
    proof.cite(
        "A -> AQ with an orthogonal Q turns both inputs: x = (p, 0), y = (y1, y2), d = 1 or a plane of R^d"
    )
    p, t, y2, y1 = _plane()
    entry, shear = sp.sqrt(y1 / p), y2 / sp.sqrt(y1 * p)
    for sign in (1, -1):
        upper = sp.Matrix([[entry, shear], [0, t]])
        first = upper * sp.Matrix([p, 0])
        second = upper.T.inv() * sp.Matrix([sign * y1, sign * y2])
        difference = first - sign * second
        proof.true(
            sp.simplify(difference) == sp.zeros(2, 1) and sp.simplify(upper.det()) != 0,
            f"x.y of sign {sign}: an invertible A with A^(-T)y = {sign} Ax reaches the floor (d = 1: its first entry)",
        )
        total = sp.simplify((first + second).dot(first + second))
        proof.equal(total, 2 * (p * y1 + sign * p * y1), "its loss is 2(|x.y| + x.y)")
    flat = sp.diag(t, 1 / t)
    image, inverse = flat * sp.Matrix([p, 0]), flat.T.inv() * sp.Matrix([0, y2])
    loss = (image + inverse).dot(image + inverse)
    proof.true(
        sp.limit(sp.expand(loss), t, 0) == 0, "x.y = 0 (d >= 2): diag(t, 1/t) has a loss that tends to 0"
    )
    proof.positive((t * p) ** 2, "and no A reaches 0: A^(-T)y = -Ax would make x.y = -|Ax|^2 < 0")
    complex_error(proof)


def _complex_zero(proof: Proof) -> None:
    """A complex A with A^T A x = -y: then A^{-T} y = -A x."""
    p, t, y2, y1 = _plane()
    proof.cite(
        "A -> AQ with a real orthogonal Q turns both inputs: x = (p, 0, ..), y = (y1, y2, 0, ..), p > 0"
    )
    for sign in (1, -1):
        corner = sp.sqrt(-sign * y1 / p)  # imaginary for x.y > 0
        upper = sp.Matrix([[corner, -sign * y2 / (p * corner)], [0, t]])
        at, other = upper * sp.Matrix([p, 0]), upper.T.inv() * sp.Matrix([sign * y1, sign * y2])
        proof.true(
            sp.simplify(at + other) == sp.zeros(2, 1) and sp.simplify(upper.det()) != 0,
            f"x.y of sign {sign}: an invertible upper triangular A with Ax + A^(-T)y = 0",
        )
    s = sp.Symbol("s", nonzero=True, real=True)
    root = sp.sqrt(-s / (2 * p))
    square = root * sp.Matrix([[1, 1], [sp.I, -sp.I]])
    total = square * sp.Matrix([p, 0]) + square.T.inv() * sp.Matrix([0, s])
    proof.true(
        sp.simplify(total) == sp.zeros(2, 1) and sp.simplify(square.det()) != 0,
        "x.y = 0, y = (0, s): the matrix sqrt(-s/(2p)) [[1, 1], [i, -i]]; ones fill the other dimensions",
    )
    complex_error(proof)


def _coordinates(proof: Proof) -> None:
    a, p, q = sp.symbols("a p q", positive=True)  # |a_k|, |x_k|, |y_k|
    for sign in (1, -1):
        term = (a * p + sign * q / a) ** 2
        proof.equal(
            term - 2 * (p * q + sign * p * q),
            (a * p - q / a) ** 2,
            f"x_k y_k of sign {sign}: the term exceeds 4 max(0, x_k y_k) by a square",
        )
    best = sp.sqrt(q / p)
    proof.equal(
        best * p - q / best, sp.S.Zero, "which vanishes at |a_k| = sqrt|y_k/x_k|: the minimum is attained"
    )


_REAL_POINTS: tuple[dict[str, object], ...] = (
    {"A_re": "1,0;1/2,2", "A_im": "0,0;0,0", "x": "1/2,-1", "y": "1,1/3"},
    {"A_re": "2", "A_im": "0", "x": "1", "y": "4"},
    {"A_re": "3", "A_im": "0", "x": "1", "y": "-9"},
    {"A_re": "1/10,0;0,10", "A_im": "0,0;0,0", "x": "1,0", "y": "0,1"},
    {"A_re": "1,2,0;0,1,-1;1/2,0,3", "A_im": "0,0,0;0,0,0;0,0,0", "x": "1,-1/2,1", "y": "1,1/2,-1/4"},
)
_REAL = matrix_pairs(
    extra=_REAL_POINTS,
    rules=(Rule(("A_im",), "A is real", lambda rows: not any(entry for row in rows for entry in row)),),
)
_INNER = Domain(
    (COUNT, real("xy", meaning="inner product of x and y")),
    extra=(
        {"m": 1, "xy": 0},
        {"m": 1, "xy": 1},
        {"m": 5, "xy": -2},
        {"m": 10, "xy": "1e-9"},
        {"m": 2, "xy": 1000},
    ),
)
_xy = sp.Symbol("xy", real=True)
_FLOOR, _FLOOR_EXACT = 4 * sp.Max(0, _xy), 2 * (sp.Abs(_xy) + _xy)
_VECTORS = Domain(
    INPUTS,
    (
        SAME_LENGTH,
        Rule(("x",), "all entries of x are nonzero", all),
        Rule(("y",), "all entries of y are nonzero", all),
    ),
    extra=(
        {"x": "1,2", "y": "3,-1/2"},
        {"x": "1", "y": "1"},
        {"x": "1,-1/3", "y": "-1,4"},
        {"x": "1/1000,-2,7", "y": "1/7,1000,3"},
        {"x": "-30,20", "y": "-40,10"},
    ),
)
_k = sp.Symbol("k", integer=True, nonnegative=True)
_d = sp.Symbol("d", positive=True, integer=True)
_PRODUCTS = x[_k] * y[_k]
_DIAGONAL_FLOOR = formula(
    4 * sp.Sum(sp.Max(0, _PRODUCTS), (_k, 0, _d - 1)),
    _VECTORS,
    "x y",
    closed=2 * sp.Sum(sp.Abs(_PRODUCTS) + _PRODUCTS, (_k, 0, _d - 1)),
)

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="beyond/ce/second-moment",
        kind="identity",
        where="completes hrf, eq. (15)",
        title="Second moment of the CE estimator",
        text="The square of the one-projection CE estimate has mean SM^2 exp(z.z), without conjugation.",
        latex=r"\mathbb E\,T^2=SM^2e^{z\cdot z}",
        domain_text="A invertible complex, x, y real, m = 1",
        domain=_PAIRS,
        sides={"": formula(sp.exp(2 * XY + SQUARE), _PAIRS, PAIR, complex_valued=True)},
        checks=(
            Derivation(second_moments),
            _by_quadrature(sp.exp(2 * XY) * sp.exp(-SQUARE) * _integral(Z, Z), _PAIRS, PAIR),
        ),
        uses=("hrf/lemma2.4", "hrf/eq14"),
        mechanism="CE",
    ),
    Statement(
        id="beyond/ce/complex-error",
        kind="identity",
        where="completes hrf, eq. (21)",
        title="Exact error of the complex estimate",
        text="The loss l(A) gives the mean squared modulus of the error at its own point: SM^2 (exp(l(A)) - 1)/m.",
        latex=r"\mathbb E|\widehat{SM}^{cexp}_m-SM|^2=\tfrac{SM^2}m(e^{l(A)}-1)",
        domain_text="A invertible complex",
        domain=_ONE,
        sides={"": formula(SM**2 * (sp.exp(LOSS) - 1) / m, _ONE, f"m {PAIR}")},
        checks=(
            Derivation(complex_error),
            _by_quadrature(SM**2 * (_SECOND_ABSOLUTE - 1) / m, _ONE, f"m {PAIR}"),
        ),
        uses=("hrf/lemma2.4", "hrf/eq21"),
        mechanism="CE, m projections",
    ),
    Statement(
        id="beyond/ce/real-variance",
        kind="identity",
        where="completes hrf, eq. (16)",
        title="Variance of the real part",
        text="The variance of Re SM^cexp, whose mean is SM, in |a|^2, |b|^2 and a.b for z = a + ib.",
        latex=(
            r"\mathrm{Var}\,\mathrm{Re}\,\widehat{SM}^{cexp}_m=\tfrac{SM^2}m\Big["
            r"\tfrac{e^{|a|^2+|b|^2}+e^{|a|^2-|b|^2}\cos(2a\cdot b)}2-1\Big]"
        ),
        domain_text="A invertible complex",
        domain=_ONE,
        sides={"": formula(SM**2 * (variance(1) - 1) / m, _ONE, f"m {PAIR}")},
        checks=(
            Derivation(_real_parts),
            _by_quadrature(SM**2 * (_QUADRATURE_A - 1) / m, _ONE, f"m {PAIR}"),
        ),
        uses=("beyond/ce/second-moment", "beyond/ce/complex-error"),
        mechanism="CE, real part, m projections",
    ),
    Statement(
        id="beyond/ce/imag-variance",
        kind="identity",
        where="completes hrf, eq. (16)",
        title="Variance of the imaginary part",
        text="The variance of Im SM^cexp, which is noise around 0 and vanishes for real A.",
        latex=(
            r"\mathrm{Var}\,\mathrm{Im}\,\widehat{SM}^{cexp}_m=\tfrac{SM^2}{2m}\left["
            r"e^{|a|^2+|b|^2}-e^{|a|^2-|b|^2}\cos(2a\cdot b)\right]"
        ),
        domain_text="A invertible complex",
        domain=_ONE,
        sides={
            "": formula(
                SM**2 * variance(-1) / m,
                _ONE,
                f"m {PAIR}",
                closed=SM**2 / (2 * m) * sp.exp(_SIZE) * (sp.exp(2 * IMAGINARY2) - sp.cos(_TURN)),
            )
        },
        checks=(
            Derivation(_real_parts),
            Representations("", points=_NOT_REAL),
            Restated(
                "half of E|T|^2 - Re E T^2, integrated coordinate by coordinate",
                {
                    "variance": formula(SM**2 * variance(-1) / m, _ONE, f"m {PAIR}"),
                    "integrals": formula(
                        SM**2 / (2 * m) * (_SECOND_ABSOLUTE - sp.re(sp.exp(-SQUARE) * _integral(Z, Z))),
                        _ONE,
                        f"m {PAIR}",
                    ),
                },
                _ONE,
                Equal("variance", "integrals"),
                Agreement("variance", "integrals", _NOT_REAL),
            ),
        ),
        uses=("beyond/ce/second-moment", "beyond/ce/complex-error"),
        mechanism="CE, imaginary part",
    ),
    Statement(
        id="beyond/ce/antithetic",
        kind="identity",
        where="a new estimator",
        title="Antithetic CE pairs",
        text="With m pairs (w, -w) the exponentials in the variance of the real part become hyperbolic cosines.",
        latex=r"\mathrm{Var}=\tfrac{SM^2}m\Big[\tfrac{\cosh L+\mathrm{Re}\cosh(z\cdot z)}2-1\Big]",
        domain_text="A invertible complex",
        domain=_ONE,
        sides={
            "": formula(
                SM**2 * ((sp.cosh(_RADIUS) + sp.cosh(_SIZE) * sp.cos(_TURN)) / 2 - 1) / m,
                _ONE,
                f"m {PAIR}",
            )
        },
        checks=(
            Derivation(_pairs_of_signs),
            _by_quadrature(SM**2 * (_integrated(Z, Z, (1, -1)) - 1) / m, _ONE, f"m {PAIR}"),
        ),
        uses=("hrf/lemma2.4",),
        mechanism="CE, antithetic pairs; m pairs",
    ),
    Statement(
        id="beyond/ce/covariance",
        kind="identity",
        where="generalises hrf, eqs. (37), (38)",
        title="Covariance of two CE estimators at shared projections",
        text="The covariance of two real parts at the same projections, from z.z' and z.conj(z').",
        latex=r"\mathrm{Cov}=\tfrac{SM^2}m\Big[\tfrac{\mathrm{Re}(e^{z\cdot z'}+e^{z\cdot\bar z'})}2-1\Big]",
        domain_text="A, B invertible complex",
        domain=_TWO,
        sides={"": formula(_COVARIANCE, _TWO, _BOTH)},
        checks=(
            Derivation(_covariance),
            _by_quadrature(SM**2 * (_QUADRATURE_AB - 1) / m, _TWO, _BOTH),
        ),
        uses=("hrf/lemma2.4",),
        mechanism="CE, shared projections, m projections",
    ),
    Statement(
        id="beyond/ce/covariance-antithetic",
        kind="identity",
        where="generalises hrf, eqs. (37), (38)",
        title="Covariance at shared antithetic pairs",
        text="With shared antithetic pairs the exponentials of the covariance become hyperbolic cosines.",
        latex=(
            r"\mathrm{Cov}=\tfrac{SM^2}m\Big[\tfrac{\mathrm{Re}(\cosh(z\cdot z')+\cosh(z\cdot\bar z'))}2-1\Big]"
        ),
        domain_text="A, B invertible complex",
        domain=_TWO,
        sides={"": formula(_EVEN_COVARIANCE, _TWO, _BOTH)},
        checks=(
            Derivation(_even_covariance),
            _by_quadrature(SM**2 * (_integrated(Z, _ZB, (1, -1)) - 1) / m, _TWO, _BOTH),
        ),
        uses=("beyond/ce/covariance",),
        mechanism="CE, shared antithetic pairs",
    ),
    Statement(
        id="beyond/ce/hybrid",
        kind="identity",
        where="generalises hrf, Theorem 3.1",
        title="Error of any hybrid of unbiased estimators",
        text=(
            "With weights that add up to 1 and are independent of unbiased base estimators the MSE is the average of "
            "their covariances; here for two CE real parts at shared projections."
        ),
        latex=(
            r"\mathrm{MSE}=\sum_{k,l=1}^{p+1}\mathbb E[\hat\lambda_k\hat\lambda_l]\,"
            r"\mathrm{Cov}(\widehat{SM}^k,\widehat{SM}^l)"
        ),
        domain_text="lambda estimators may be biased",
        domain=_HYBRID,
        sides={"": formula(_MIXTURE, _HYBRID, f"{_BOTH} el2 el1l")},
        checks=(
            Derivation(_average_of_errors),
            _by_quadrature(
                SM**2
                / m
                * (
                    _el2 * _QUADRATURE_A
                    + (1 - _el2 - 2 * _el1l) * _QUADRATURE_B
                    + 2 * _el1l * _QUADRATURE_AB
                    - 1
                ),
                _HYBRID,
                f"{_BOTH} el2 el1l",
            ),
        ),
        uses=("beyond/ce/covariance", "hrf/eq8"),
        mechanism="general hybrid",
    ),
    Statement(
        id="beyond/ce/real-floor",
        kind="optimality",
        where="completes hrf, eq. (21)",
        title="What a real matrix can reach",
        text=(
            "Over real invertible A the infimum of l(A) is 4 max(0, x.y), attained exactly when x.y is not 0; so a "
            "real CE estimator has at least the corresponding variance."
        ),
        latex=r"\inf_{A\in GL_d(\mathbb R)}l(A)=4\max(0,x\cdot y)",
        domain_text="x, y nonzero real",
        domain=_INNER,
        sides={
            "loss": formula(_FLOOR, _INNER, "xy", closed=_FLOOR_EXACT),
            "variance": formula(
                sp.exp(_xy) ** 2 * (sp.exp(_FLOOR) - 1) / m,
                _INNER,
                "m xy",
                closed=sp.exp(2 * _xy) * (sp.exp(_FLOOR_EXACT) - 1) / m,
            ),
        },
        checks=(
            Derivation(_real_floor),
            Restated(
                "the floor does not exceed the loss of any real A tried",
                {
                    "floor": formula(2 * (sp.Abs(XY) + XY), _REAL, "x y"),
                    "loss": formula(LOSS, _REAL, PAIR),
                },
                _REAL,
                Below("floor", "loss", strict=False),
            ),
        ),
        uses=("beyond/ce/complex-error",),
        mechanism="CE, real A",
    ),
    Statement(
        id="beyond/ce/real-diagonal-floor",
        kind="optimality",
        where="completes hrf, eq. (88)",
        title="What a real diagonal matrix can reach",
        text="Over real diagonal A the least loss is 4 times the sum of the positive products x_k y_k.",
        latex=r"\min_{A\ \mathrm{diag}}l(A)=4\sum_k\max(0,x_ky_k)",
        domain_text="nonzero entries",
        domain=_VECTORS,
        sides={"": _DIAGONAL_FLOOR},
        checks=(Derivation(_coordinates),),
        uses=("hrf/eq88",),
        mechanism="CE, real diagonal A",
    ),
    Statement(
        id="beyond/ce/complex-zero",
        kind="identity",
        where="completes hrf, eq. (17)",
        title="A complex matrix makes any pair exact",
        text="For any nonzero real x and y some invertible complex A has loss 0, so the estimate at (x, y) is exact.",
        latex=r"\forall x,y\ne0\ \exists A\in GL_d(\mathbb C):\ Ax+A^{-\top}y=0",
        domain_text="x, y nonzero",
        checks=(Derivation(_complex_zero),),
        uses=("hrf/eq17",),
        mechanism="CE, full complex A",
    ),
)
