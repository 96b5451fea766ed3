"""The mean product of two generalised exponential projections: rho, its integrals with the weight kept, proofs."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.conformity import Conformity
from rftheory.kit import Below, Domain, Proof, Restated, formula, real
from rftheory.papers._shared.generalised_exponential import (
    BOTH_SIGNS,
    COMPLEX_A,
    N2,
    SECOND_MOMENTS,
    SIGN,
    s,
    weight_steps,
)
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    DELTA2,
    DIMENSION,
    ON_A_LINE,
    SQUARES,
    V2,
    d,
    fit,
    m,
)

c = sp.Symbol("c", real=True)
v2 = sp.Symbol("v2", real=True)
A = sp.Symbol("A")
_p = sp.Symbol("p", nonnegative=True, integer=True)
f = sp.Symbol("f", real=True)
_COSINE = real("c", -1, 1, meaning="cosine of the angle between the two projections")
_SIGNED = real("v2", reach=("1e-4", 100), meaning="|x+y|^2, or -|x-y|^2")
RHO_DOMAIN = Domain(
    (DIMENSION, _COSINE, _SIGNED),
    extra=tuple(
        dict(zip(("d", "c", "v2"), corner, strict=True))
        for corner in (
            (2, "1/2", 1),
            (3, "-1/2", 4),
            (1, 1, 1),
            (64, "-1/63", -2),
            (5, -1, 10),
            (4, 0, 3),
            (7, "1/3", 0),
        )
    ),
)


def listed(domain: Domain) -> tuple[dict[str, object], ...]:
    """The chosen points of a domain."""
    return tuple(dict(point) for point in domain.extra)


RHO_POINTS: tuple[dict[str, object], ...] = (
    *listed(RHO_DOMAIN)[:6],
    {"d": 2, "c": 1, "v2": 30},
    {"d": 9, "c": "-1/8", "v2": -9},
)
SERIES = (
    sp.exp(v2 / 2)
    / sp.gamma(d / 2)
    * sp.Sum(
        (c * v2) ** _p
        / sp.factorial(_p)
        * sp.gamma((d + _p) / 2) ** 2
        / sp.gamma(d / 2 + _p)
        * sp.hyper((-d / 2,), (d / 2 + _p,), -v2 / 2),
        (_p, 0, sp.oo),
    )
)
MAJORANT = {_p: sp.Abs(c * v2) ** _p / sp.factorial(_p) * sp.gamma(d / 2) * sp.exp(sp.Abs(v2) / 2)}
_WEIGHT = sp.gamma((d + 1) / 2) / (sp.sqrt(sp.pi) * sp.gamma(d / 2)) * sp.sin(f) ** (d - 1)


def split(squared: sp.Expr, cosine: sp.Expr = c) -> sp.Expr:
    """The mean over b = sin^2(f/2) of the Beta law: E_b 1F1(d; d/2; (t/2)(1 + 2c sqrt(b(1-b))))."""
    inner = sp.hyper((d,), (d / 2,), squared / 2 * (1 + cosine * sp.sin(f)))
    return sp.Integral(_WEIGHT * inner, (f, 0, sp.pi))


RHO = Conformity(d, c, v2)
PAIRS = Domain(
    (DIMENSION, _COSINE, *SQUARES),
    (CAUCHY_SCHWARZ, ON_A_LINE),
    fit,
    (
        {"d": 2, "c": "1/2", "x2": 1, "y2": 1, "xy": 0},
        {"d": 3, "c": "-1/2", "x2": 1, "y2": 1, "xy": "1/2"},
        {"d": 64, "c": 0, "x2": 4, "y2": 1, "xy": -1},
        {"d": 5, "c": -1, "x2": 1, "y2": 1, "xy": -1},
        {"d": 1, "c": 1, "x2": 1, "y2": 4, "xy": 2},
    ),
)
A_VALUES = ("-0.3+0.4j", "-1", "0.1+0.2j", "-0.05-3j", "0", "0.12")
MAPS = Domain(
    (DIMENSION, _COSINE, COMPLEX_A, SIGN, *SQUARES),
    (*PAIRS.rules, SECOND_MOMENTS, BOTH_SIGNS),
    fit,
    tuple(
        {**pair, "A": value, "s": sign}
        for sign in (1, -1)
        for pair, value in zip(PAIRS.extra, A_VALUES[:5], strict=True)
    ),
)
MAP_NAMES = "d c A s x2 y2 xy"
_WIDTH = 1 - 4 * A
_TURNED = sp.re(_WIDTH) - sp.I * sp.im(_WIDTH) * sp.cos(f)  # c b + conj(c) (1-b) at b = sin^2(f/2)
_CROSS = sp.Abs(_WIDTH) * sp.sin(f) / _TURNED


def _conjugate_mean() -> sp.Expr:
    """E Z_i conj Z_j by the split of the two lengths, the weight kept: one integral for either sign."""

    def mean(argument: sp.Expr) -> sp.Expr:
        body = sp.Abs(_WIDTH) ** d * _TURNED ** (-d) * _WEIGHT * sp.hyper((d,), (d / 2,), argument)
        return sp.re(sp.Integral(body, (f, 0, sp.pi)))

    plus = sp.exp(-2 * N2) * mean(V2 / 2 * (1 + c * _CROSS))
    return sp.Piecewise((plus, sp.Eq(s, 1)), (mean(DELTA2 / 2 * (-1 + c * _CROSS)), True))


def _plain_mean() -> sp.Expr:
    """E Z_i Z_j by the split of the two lengths."""
    return sp.Piecewise((sp.exp(-2 * N2) * split(V2), sp.Eq(s, 1)), (split(-DELTA2), True))


BY_SPLIT = (_plain_mean() + _conjugate_mean()) / 2


def rho_steps(proof: Proof) -> None:
    g, b, t, x = sp.symbols("g b t x", positive=True)
    half = d / 2
    one, two = g * b, g * (1 - b)
    jacobian = sp.Matrix([one, two]).jacobian([g, b]).det()
    gammas = (one * two) ** (half - 1) * sp.exp(-one - two) * g
    proof.equal(
        sp.Abs(sp.simplify(jacobian)), g, "r_1^2 = 2gb, r_2^2 = 2g(1-b): the Jacobian of the halves is g"
    )
    proof.equal(
        sp.powsimp(
            sp.expand_power_base(sp.simplify(gammas / (g ** (d - 1) * sp.exp(-g))), force=True)
            / (b * (1 - b)) ** (half - 1),
            force=True,
        ),
        1,
        "two Gamma(d/2) laws are Gamma(d) for g times Beta(d/2, d/2) for b",
    )
    proof.cite(
        "w_1 + w_2 has a uniform direction and the squared length 2g (1 + 2c sqrt(b(1-b))): average 0F1(; d/2; v2 |w|^2/4)"
    )
    k = sp.Symbol("k", nonnegative=True, integer=True)
    moment = sp.gamma(d + k) / sp.gamma(d)
    term = (t / 4 * 2) ** k / sp.factorial(k) * sp.gamma(half) / sp.gamma(half + k) * moment
    ratio = sp.gammasimp(term.subs(k, k + 1) / term)
    proof.equal(
        ratio,
        (d + k) / (half + k) / (k + 1) * t / 2,
        "E g^k = (d)_k: the terms of 1F1(d; d/2; t/2), t = v2 (1 + 2c sqrt(b(1-b)))",
    )
    beta = sp.gamma((d + _p) / 2) ** 2 / sp.gamma(d + _p) * sp.gamma(d) / sp.gamma(half) ** 2
    slope = sp.gamma(d + _p) / sp.gamma(d) * sp.gamma(half) / sp.gamma(half + _p)
    proof.equal(
        x**_p / sp.factorial(_p) * slope * beta,
        x**_p / sp.factorial(_p) * sp.gamma((d + _p) / 2) ** 2 / sp.gamma(half + _p) / sp.gamma(half),
        "Taylor in c: the p-th derivative of 1F1(d; d/2; .) is (d)_p/(d/2)_p 1F1(d+p; d/2+p; .), E (b(1-b))^(p/2) a Beta integral",
    )
    proof.equal(
        (half + _p) - (d + _p),
        -half,
        "Kummer: 1F1(d+p; d/2+p; x) = e^x 1F1(-d/2; d/2+p; -x), a polynomial for even d",
    )
    proof.positive(beta.subs(_p, 2), "all factors of the coefficients of c^p are positive for v2 > 0")


def radial_steps(proof: Proof) -> None:
    ratio, proposal, target = sp.symbols("w q phi", positive=True)
    proof.cite("given the directions the two lengths are independent draws of the proposal's radial law")
    proof.equal(
        target / proposal * proposal,
        target,
        "a weight phi/q turns the proposal's density back into that of chi_d",
    )
    weight_steps(proof)
    proof.positive(
        ratio, "the weight of OPRF, (1-4A)^(d/2) exp(2A r^2) after r -> r/sqrt(1-4A), is such a quotient"
    )
    rho_steps(proof)
    single, pair, mean = sp.symbols("E2 P K", real=True)
    proof.equal(
        (m * single + m * (m - 1) * pair) / m**2 - mean**2,
        (single - mean**2) / m + (1 - 1 / m) * (pair - mean**2),
        "the variance of m projections: Var_1/m + (1-1/m)(pair moment - K^2)",
    )


def complex_steps(proof: Proof) -> None:
    weight_steps(proof)
    one, two, first, second = sp.symbols("x1 x2 y1 y2", real=True)
    z, w = one + sp.I * first, two + sp.I * second
    proof.equal(
        sp.re(sp.expand(z * w)) + sp.re(sp.expand(z * sp.conjugate(w))),
        2 * one * two,
        "Re z Re w = Re(z w + z conj w)/2",
    )
    q, other = sp.symbols("q qc", positive=True)  # 1-4A and its conjugate, by continuation
    a, b, n = sp.symbols("a b n", nonnegative=True, integer=True)
    kept = (
        q ** (d / 2)
        * other ** (d / 2)
        * sp.sqrt(q) ** a
        * sp.sqrt(other) ** b
        * q ** (-(d + a) / 2)
        * other ** (-(d + b) / 2)
    )
    proof.equal(
        sp.powsimp(kept, force=True),
        1,
        "Z_i conj Z_j, s = 1: the term r_1^a r_2^b again keeps its mean at A = 0",
    )
    proof.cite("all means converge absolutely for Re(1-4A) > 0 and are analytic in A and in its conjugate")
    side = sp.Symbol("e", real=True)  # B = e i sqrt(1-4A), e = 1 or -1
    for i, j in ((0, 2), (1, 1), (2, 2), (1, 3), (3, 3)):
        proof.equal(
            ((side * sp.I) ** i * (side * sp.I) ** j).subs(side, 1),
            sp.I ** (i + j),
            f"s = -1, Z_i Z_j: r_1^{i} r_2^{j} gains i^{i + j}",
        )
        proof.equal(
            ((side * sp.I) ** i * (-side * sp.I) ** j).subs(side, -1),
            sp.I ** (i + j) * (-1) ** j,
            f"Z_i conj Z_j: i^{i + j} (-1)^{j}",
        )
    proof.equal(
        (-1) ** (2 * n),
        1,
        "a + b is even; odd b go with odd powers of c, so (-1)^b turns c into -c, and i^(a+b) v2 into -z2",
    )
    rho_steps(proof)


_ONE_POINT = Domain()


def number(words: str, value: sp.Expr, printed: str, places: int = 4) -> Restated:
    """A printed number is right to its last digit."""
    unit = sp.Rational(1, 2 * 10**places)
    return Restated(
        f"{words} is {printed}",
        {"off": formula(value - sp.Rational(printed), _ONE_POINT, "")},
        _ONE_POINT,
        Below("off", unit, strict=False, absolute=True),
    )
