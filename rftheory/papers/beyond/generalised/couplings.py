"""Couplings of generalised exponential features: the pair moment is free of the weight, where and where not.

rho(d, c, v2) = E exp((w_1+w_2).v) for a pair of cosine c with independent chi_d lengths, v2 = |v|^2. Main results:
* rho is a series in c v2 with 1F1 coefficients, and a Beta mean of one 1F1.
* For every weight-independent isotropic coupling and radial weight E X_i X_j = e^(-2 n2) rho(d, c, |x+y|^2); for complex
  A and s = 1 the same, for s = -1 (rho(d, c, -z2) + rho(d, -c, -z2))/2, z2 = |x-y|^2: A never enters.
* SimRF+, whose coupling sees the weights, is different: at d = 3, v = 1, 1.640, 2.312, 3.355 at A = 0, -.3, -1.

Proved by scaling the lengths, r -> r/sqrt(1-4A), term by term; moments with the weight kept agree by quadrature over the
split of both lengths, and with draws.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import RealPart
from rftheory.exact.functions.conformity import Conformity
from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Derivation,
    Domain,
    Equal,
    Expectation,
    Given,
    Inner,
    Length,
    On,
    Printed,
    Proof,
    Representations,
    Restated,
    Row,
    Simulation,
    Statement,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers._shared.generalised_exponential import N2, pair_moment, s
from rftheory.papers._shared.invariants import COUNT, DIMENSION, V2, d
from rftheory.papers.beyond._lemmas.pair_means import (
    BY_SPLIT,
    MAJORANT,
    MAP_NAMES,
    MAPS,
    PAIRS,
    RHO,
    RHO_DOMAIN,
    RHO_POINTS,
    SERIES,
    A,
    c,
    complex_steps,
    listed,
    number,
    radial_steps,
    rho_steps,
    split,
    v2,
)
from rftheory.papers.beyond._lemmas.random_terms import COUPLED, conformity

_V = sp.Symbol("x") + sp.Symbol("y")  # of vectors


def _weighted(index: int) -> sp.Expr:
    """X_i: a positive feature of one row, its length drawn from the radial law q."""
    w = Row(f"{COUPLED}, lengths of law q", index)
    weight = sp.Function("phi")(Length(w)) / sp.Function("q")(Length(w))
    return weight * sp.exp(Inner(w, _V) - N2)


def _projection(index: int, coupling: str = COUPLED) -> sp.Expr:
    """Z_i: one generalised exponential projection, any complex A and sign s."""
    w = Row(coupling, index)
    slope = sp.sqrt(s * (1 - 4 * A)) * Inner(w, sp.Symbol("x") + s * sp.Symbol("y"))
    return (1 - 4 * A) ** (d / 2) * sp.exp(2 * A * Length(w) ** 2 + slope - (s + 1) * N2 / 2)


_BRIEF = Domain(
    (integer("d", 1, 9), RHO_DOMAIN["c"], real("v2", -4, 9)),
    extra=tuple(
        point for point in RHO_POINTS if int(str(point["d"])) <= 9 and abs(int(str(point["v2"]))) <= 4
    ),
)
_NEAR_PAIRS = Domain(
    (integer("d", 1, 9), PAIRS["c"], real("x2", 0, 4), real("y2", 0, 4), PAIRS["xy"]),
    PAIRS.rules,
    PAIRS.repair,
    tuple(point for point in PAIRS.extra if point["d"] != 64),
)

PAIR_RHO = Statement(
    id="beyond/pair/rho",
    kind="identity",
    where="GERF, couplings",
    title="The pair function rho",
    text="E exp((w_1+w_2).v) for a pair of cosine c with independent chi_d lengths: a series in c and a Beta mean.",
    latex=(
        r"\rho=\frac{e^{v^2/2}}{\Gamma(d/2)}\sum_p\frac{(cv^2)^p}{p!}\frac{\Gamma(\frac{d+p}2)^2}{\Gamma(\frac d2+p)}"
        r"{}_1F_1(-\tfrac d2;\tfrac d2+p;-\tfrac{v^2}2)=\mathbb E_b\,{}_1F_1(d;\tfrac d2;\tfrac{v^2}2(1+2c\sqrt{b(1-b)}))"
    ),
    domain_text="d >= 1, -1 <= c <= 1, v2 real",
    domain=RHO_DOMAIN,
    sides={"": formula(SERIES, RHO_DOMAIN, "d c v2", closed=RHO, majorants=MAJORANT)},
    claim=All(
        (
            Given(v2 >= 0, Equal(conformity(sp.sqrt(v2)), "")),
            Equal("", formula(RHO, RHO_DOMAIN, "d c v2")),
            On(_BRIEF, Equal("", split(v2)), "d <= 9, -4 <= v2 <= 9"),
        )
    ),
    checks=(
        Representations("", formula(split(v2), RHO_DOMAIN, "d c v2"), RHO_POINTS),
        Derivation(rho_steps, WHOLE),
    ),
    setting="pairs of fixed cosine with independent chi_d lengths",
)

_LENGTH = sp.Symbol("length", nonnegative=True)
_DRAWN = Domain((DIMENSION, COUNT, real("length", 0)))

DECOUPLING = Statement(
    id="beyond/decoupling",
    kind="identity",
    where="GERF, couplings",
    title="Radial weights decouple from the coupling",
    text="With any radial weight phi/q the pair moment of positive features is e^(-2 n2) rho: the weight cancels.",
    latex=r"\mathbb E[X_iX_j]=e^{-2(\|x\|^2+\|y\|^2)}\rho(d,c,\|x+y\|^2)",
    domain_text="d >= 1, v2 >= 0, any radial proposal, weight-independent jointly isotropic coupling",
    domain=PAIRS,
    sides={"": formula(sp.exp(-2 * N2) * Conformity(d, c, V2), PAIRS, "d c x2 y2 xy")},
    claim=All(
        (
            Equal(Expectation(_weighted(1) * _weighted(2)), ""),
            On(_NEAR_PAIRS, Equal("", sp.exp(-2 * N2) * split(V2)), "d <= 9, |x|, |y| <= 2"),
        )
    ),
    checks=(
        Representations("", formula(sp.exp(-2 * N2) * split(V2), PAIRS, "d c x2 y2 xy"), listed(PAIRS)),
        Derivation(radial_steps, WHOLE),
        Simulation(
            "orthogonal",
            "positive",
            "pair",
            formula(sp.hyper((d,), (d / 2,), _LENGTH**2 / 2), _DRAWN, "d m length"),
            ({"d": 4, "m": 4, "length": 1},),
        ),
    ),
    uses=("beyond/pair/rho",),
    setting="weight-independent couplings x radial importance weights",
)

_MILD: tuple[dict[str, object], ...] = tuple(
    {"d": size, "c": cosine, "A": value, "s": sign, "x2": 1, "y2": "1/2", "xy": "1/3"}
    for size, cosine, value, sign in (
        (2, "1/2", "-0.3+0.4j", 1),
        (3, "-1/2", "-0.1-0.2j", -1),
        (4, 0, "0.05+0.1j", -1),
    )
)


DECOUPLING_COMPLEX = Statement(
    id="beyond/decoupling/complex",
    kind="identity",
    where="GERF, couplings",
    title="Complex weights decouple too",
    text="For any complex A the mean of Re Z_i Re Z_j does not depend on A, for s = 1 and s = -1.",
    latex=(
        r"\mathbb E[\mathrm{Re}Z_i\mathrm{Re}Z_j]=e^{-2n_2}\rho(d,c,v_2)\ (s=1),\quad"
        r"\tfrac12\left(\rho(d,c,-z_2)+\rho(d,-c,-z_2)\right)\ (s=-1)"
    ),
    domain_text="Re(1-8A) > 0",
    domain=MAPS,
    sides={"": formula(pair_moment(c), MAPS, MAP_NAMES)},
    claim=Equal(Expectation(RealPart(_projection(1)) * RealPart(_projection(2))), ""),
    checks=(
        Restated(
            "by conditioning on one row, at a few mild A",
            {"lhs": formula(pair_moment(c), MAPS, MAP_NAMES), "rhs": formula(BY_SPLIT, MAPS, MAP_NAMES)},
            MAPS,
            Equal(),
            Agreement(points=_MILD),
        ),
        Derivation(complex_steps, WHOLE),
    ),
    uses=("beyond/decoupling",),
    mechanism=("gerf-complex",),
    setting="weight-independent couplings x GERF, complex A",
)

_x = sp.Symbol("x", positive=True)
_BELL = sp.exp(-(_x**2) / 4)
_SHAPE, _REST = sp.sqrt(sp.pi) * (_x**4 - 4 * _x**2 + 12), (2 * _x**3 - 12 * _x) * _BELL
_NEAR_END = _BELL / (8 * sp.pi) * (_SHAPE * sp.erfc(_x / 2) - _REST)  # density of |r_1-r_2|, chi_3 lengths
_FAR_END = _BELL / (8 * sp.pi) * (_SHAPE * sp.erf(_x / 2) + _REST)  # density of r_1+r_2


def _third_length(sigma: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """P[sigma r_3 <= x] and E [sinh(sigma r_3)/(sigma r_3); sigma r_3 <= x] for the chi_3 law."""
    scaled = _x / sigma
    law = sp.erf(scaled / sp.sqrt(2)) - sp.sqrt(2 / sp.pi) * scaled * sp.exp(-(scaled**2) / 2)
    ends = sp.erf((scaled - sigma) / sp.sqrt(2)) + sp.erf((scaled + sigma) / sp.sqrt(2))
    part = sp.exp(sigma**2 / 2) * ends / 2 - sp.sqrt(2 / sp.pi) / sigma * sp.sinh(_x) * sp.exp(
        -(scaled**2) / 2
    )
    return law, part


def _closed_triangle(a: sp.Expr, printed: str) -> Restated:
    """E sinh(l)/l, l = sigma r_3 clamped to [|r_1-r_2|, r_1+r_2], chi_3 lengths, sigma^2 = 1-4A, by the laws of both ends.

    Beyond x = 40 the integrands are below e^(40-400): far below the last digit.
    """
    law, part = _third_length(sp.sqrt(1 - 4 * a))
    bulge = sp.hyper((), (sp.Rational(3, 2),), _x**2 / 4)  # sinh(x)/x
    body = _NEAR_END * (bulge * law - part) + _FAR_END * (bulge * (1 - law) + part)
    return number(f"SimRF+ rows, A = {a},", sp.Integral(body, (_x, 0, 40)), printed, 3)


def _triangles(proof: Proof) -> None:
    sigma, q = sp.symbols("sigma q", positive=True)
    law, part = _third_length(sigma)
    density = sp.sqrt(2 / sp.pi) * (_x / sigma) ** 2 * sp.exp(-(_x**2) / (2 * sigma**2)) / sigma
    proof.equal(sp.diff(law, _x), density, "the law of sigma r_3")
    proof.equal(
        sp.diff(part, _x).rewrite(sp.exp),
        (density * sp.sinh(_x) / _x).rewrite(sp.exp),
        "and its partial mean of sinh(l)/l",
    )
    for end in (law, part):
        proof.equal(end.subs(_x, 0), 0, "both start at 0")
    joint = (_x**2 - q**2) ** 2 * sp.exp(-(_x**2 + q**2) / 4) / (8 * sp.pi)
    one, two = (_x + q) / 2, (_x - q) / 2
    proof.equal(
        2 * (2 / sp.pi) * (one * two) ** 2 * sp.exp(-(one**2 + two**2) / 2) / 2,
        joint,
        "the joint density of r_1+r_2 = x and |r_1-r_2| = q",
    )
    bell = sp.exp(-(q**2) / 4)
    primitive = _SHAPE * sp.erf(q / 2) + (4 * _x**2 * q - 12 * q - 2 * q**3) * bell
    outer = _BELL / (8 * sp.pi)
    proof.equal(sp.diff(primitive, q) * outer, joint, "integrated over the other end")
    proof.equal(primitive.subs(q, _x) * outer, _FAR_END, "from 0 to x: the law of r_1+r_2")
    proof.equal(
        (_SHAPE - primitive.subs(q, _x)) * outer, _NEAR_END.rewrite(sp.erf), "from x on: the law of |r_1-r_2|"
    )
    proof.cite(
        "a direction of w_1 + w_2 is uniform, so the mean is E sinh(|w_1+w_2| v)/(|w_1+w_2| v); r_1, r_2 -> r/sqrt(1-4A) "
        "absorbs the weights and leaves sigma = sqrt(1-4A) at r_3"
    )


_FREE, _SEEING = {"simplex": "1.733", "orthogonal": "2.513"}, {"0": "1.640", "-3/10": "2.312", "-1": "3.355"}


def _pair_moment(value: sp.Expr | int, coupling: str) -> sp.Expr:
    """e^(2 n2) E X_1 X_2 at A = value, d = 3 and |x+y| = 1."""
    moment = sp.exp(2 * N2) * Expectation(_projection(1, coupling) * _projection(2, coupling))
    return moment.subs({s: 1, A: value, d: 3, V2: 1})


DECOUPLING_LIMITS = Statement(
    id="beyond/decoupling/limits",
    kind="remark",
    where="GERF, couplings",
    title="Weight-dependent couplings do not decouple",
    text="At d = 3, v = 1 SimRF+ has e^(2 n2) E X_1 X_2 = 1.640, 2.312, 3.355 at A = 0, -.3, -1; simplex 1.733, orthogonal 2.513.",
    latex="-",
    domain_text="d = 3, v = 1",
    domain=Domain((integer("d", 3, 3), real("v", 1, 1, meaning="|x+y|"))),
    claim=All(
        (
            *(Printed(_pair_moment(0, coupling), printed) for coupling, printed in _FREE.items()),
            *(
                Printed(Conformity(3, cosine, 1), printed)
                for cosine, printed in zip((-sp.S.Half, 0), _FREE.values(), strict=True)
            ),
            *(
                Printed(_pair_moment(sp.Rational(a), "simplex-plus"), printed)
                for a, printed in _SEEING.items()
            ),
        )
    ),
    checks=(
        *(_closed_triangle(sp.Rational(a), printed) for a, printed in _SEEING.items()),
        Derivation(_triangles, part("the closed forms from which the SimRF+ numbers are computed")),
    ),
    uses=("beyond/decoupling",),
    mechanism=("simplex-plus", "oprf"),
    note=(
        "Three rows of SimRF+ close a triangle where their lengths allow it and lie on a line otherwise, so |w_1+w_2| is "
        "r_3 clamped to [|r_1-r_2|, r_1+r_2]; with r_1, r_2 scaled by sqrt(1-4A) the law of r_3 alone sees A."
    ),
)

STATEMENTS = (
    PAIR_RHO,
    DECOUPLING,
    DECOUPLING_COMPLEX,
    DECOUPLING_LIMITS,
)
