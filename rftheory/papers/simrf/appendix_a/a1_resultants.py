"""Appendix A.1 of simrf, (31) to (33): mean pair products through the length of the resultant.

* (31): for an isotropic resultant of length w, E e^{w_ij.(x+y)} = Gamma(d/2) 2^{d/2-1} (iwv)^{1-d/2}
  J_{d/2-1}(iwv), whose value is the real 0F1(; d/2; w^2 v^2/4): the sphere integral, term by term.
* (32): the series of J_alpha, by Bessel's equation.
* (33): E b_i b_j is the summand of (10) averaged over w_ij. The reference after it is wrong: put into (30),
  not into the trigonometric (74), it gives (34).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Expectation,
    Given,
    Inner,
    InPart,
    Length,
    Proof,
    Representations,
    Restated,
    Row,
    Statement,
    formally,
    formula,
    real,
)
from rftheory.papers.simrf._lemmas.pairs import by_split
from rftheory.papers.simrf._lemmas.positive_mse import mean_of_terms, sphere_average
from rftheory.papers.simrf._lemmas.random_terms import (
    ISOTROPIC,
    X_PLUS_Y,
    error,
    mean_summand,
    over_distinct_rows,
    pair_product,
    resultant,
)
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    COSINE,
    DIMENSION,
    LENGTH,
    MSE_NAMES,
    NEAR,
    STRICT_DOMAIN,
    SUMMAND_TERM,
    V2,
    c,
    conformity,
    d,
    i,
    j,
    k,
    m,
    orf_mse,
    prf_mse,
    summand,
    v,
    w,
    x2,
    xy,
    y2,
)

_ANGLE = sp.Symbol("f", real=True)

_T, _ALPHA = sp.Symbol("t", positive=True), sp.Symbol("alpha", nonnegative=True)


def _bessel_equation(proof: Proof) -> None:
    term = (-1) ** k / (sp.gamma(k + 1) * sp.gamma(k + _ALPHA + 1)) * (_T / 2) ** (2 * k + _ALPHA)
    power = 2 * k + _ALPHA
    proof.equal(
        _T**2 * sp.diff(term, _T, 2) + _T * sp.diff(term, _T) - _ALPHA**2 * term,
        (power**2 - _ALPHA**2) * term,
        "each term in Bessel's equation t^2 J'' + t J' - alpha^2 J = -t^2 J",
    )
    before = term.subs(k, k - 1)
    ratio = sp.gammasimp(sp.powsimp(term / before))
    proof.equal((power**2 - _ALPHA**2) * ratio, -(_T**2), "which the next lower term matches")
    proof.equal((power**2 - _ALPHA**2).subs(k, 0), sp.S.Zero, "and the lowest satisfies by itself")
    proof.cite("J_alpha is the solution with leading term (t/2)^alpha/Gamma(alpha+1) (Frobenius)")


_SPHERE = Domain(
    (DIMENSION, real("w", 0, meaning="length of the resultant"), LENGTH),
    extra=(
        {"d": 2, "w": 1, "v": 1},
        {"d": 3, "w": 2, "v": "1/2"},
        {"d": 7, "w": 1, "v": 5},
        {"d": 64, "w": 10, "v": 3},
    ),
)

_SPHERE_INTEGRAL = (
    sp.gamma(d / 2)
    / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2))
    * sp.Integral(sp.exp(w * v * sp.cos(_ANGLE)) * sp.sin(_ANGLE) ** (d - 2), (_ANGLE, 0, sp.pi))
)

_IMAGINARY = sp.I * w * v

_BESSEL_FORM = (
    sp.gamma(d / 2) * 2 ** (d / 2 - 1) * _IMAGINARY ** (1 - d / 2) * sp.besselj(d / 2 - 1, _IMAGINARY)
)


def _sphere_and_bessel(proof: Proof) -> None:
    sphere_average(proof)
    _bessel_equation(proof)
    x = sp.Symbol("x", positive=True)
    order = d / 2 - 1
    printed = sp.gamma(d / 2) * 2**order * (-1) ** k / (sp.factorial(k) * sp.gamma(k + order + 1))
    squared = sp.Symbol("s", real=True)  # the square of the argument of J
    series = printed * (squared / 4) ** k / 2**order
    proof.equal(
        series.subs(squared, -(x**2)).subs(x, v * w),
        SUMMAND_TERM * w ** (2 * k),
        "the k-th term at argument i w v",
    )


_FIXED_LENGTH = {
    "lhs": formally(formula(_SPHERE_INTEGRAL, _SPHERE, "d w v", closed=summand(w)), ANY_DIMENSION),
    "rhs": formally(formula(_BESSEL_FORM, _SPHERE, "d w v", closed=summand(w)), ANY_DIMENSION),
}

EQ31 = Statement(
    id="simrf/eq31",
    kind="identity",
    where="eq. (31) and footnote 5",
    title="Exponential moment of an isotropic vector",
    text="For an isotropic resultant the exponential moment is a mean over its length of a modified Bessel function.",
    latex=(
        r"\mathbb E[e^{w_{ij}^\top v}]=\Gamma(d/2)2^{\frac d2-1}\int_0^\infty dw_{ij}\,p(w_{ij})"
        r"(iw_{ij}v)^{1-\frac d2}J_{\frac d2-1}(iw_{ij}v)"
    ),
    domain_text="w_ij isotropic",
    domain=_SPHERE,
    sides=_FIXED_LENGTH,
    claim=Equal(
        Expectation(sp.exp(Inner(resultant(ISOTROPIC), X_PLUS_Y))),
        Expectation(_BESSEL_FORM.xreplace({w: Length(resultant(ISOTROPIC))})),
    ),
    checks=(
        Restated(
            "every fixed length",
            _FIXED_LENGTH,
            _SPHERE,
            Equal(),
            Agreement(
                points=(
                    {"d": 2, "w": 1, "v": 1},
                    {"d": 3, "w": 2, "v": "1/2"},
                    {"d": 7, "w": 1, "v": 5},
                    {"d": 10, "w": 10, "v": 2},
                )
            ),
        ),
        Derivation(_sphere_and_bessel, WHOLE),
    ),
    setting="resultant of a pair",
    note="The printed form has an imaginary argument; its value is the real 0F1(; d/2; w^2 v^2/4), 1 at w v = 0.",
)

_BESSEL = Domain(
    (real("alpha", 0), real("t", above=0)),
    extra=({"alpha": 0, "t": 1}, {"alpha": "1/2", "t": 10}, {"alpha": 31, "t": 100}),
)

_BESSEL_SERIES = sp.Sum(
    (-1) ** k / (sp.factorial(k) * sp.gamma(k + _ALPHA + 1)) * (_T / 2) ** (2 * k + _ALPHA), (k, 0, sp.oo)
)

EQ32 = Statement(
    id="simrf/eq32",
    kind="identity",
    where="eq. (32)",
    title="Series of the Bessel function",
    text="The Taylor series of the Bessel function of the first kind.",
    latex=r"J_\alpha(z)=\sum_{k=0}^\infty\frac{(-1)^k}{k!\,\Gamma(k+\alpha+1)}\left(\frac z2\right)^{2k+\alpha}",
    domain_text="general",
    domain=_BESSEL,
    claim=Equal(sp.besselj(_ALPHA, _T), _BESSEL_SERIES),
    checks=(Derivation(_bessel_equation, WHOLE),),
    note="Read for alpha >= 0 and a positive argument; elsewhere by continuation.",
)

_PAIR = Domain((DIMENSION, COSINE, NEAR), extra=({"d": 2, "c": -1, "v": 1}, {"d": 3, "c": "-1/2", "v": 1}))

_PAIR_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "c": -1, "v": 1},
    {"d": 3, "c": "-1/2", "v": 2},
    {"d": 8, "c": "1/3", "v": 1},
    {"d": 4, "c": 1, "v": 0},
)

_PAIR_MEAN = {
    "lhs": formula(conformity(c), _PAIR, "d c v"),
    "rhs": formula(by_split(c, v**2), _PAIR, "d c v", closed=conformity(c)),
}


def _inserted_into_74() -> sp.Expr:
    """(74) with the pair mean (33) of orthogonal rows put for E a_i a_j, at z^2 = |x-y|^2."""
    z2 = x2 + y2 - 2 * xy
    return ((1 - sp.exp(-z2)) ** 2 / 2 + (m - 1) * (conformity(sp.S.Zero, V2) - sp.exp(-z2))) / m


def _pair_mean(proof: Proof) -> None:
    sphere_average(proof)
    proof.cite("isotropy of w_i + w_j given its length, and Tonelli")


def _insert_into_30(proof: Proof) -> None:
    _pair_mean(proof)
    mean_of_terms(proof)


_SUMMAND_OF_PAIR = Expectation(
    sp.hyper((), (d / 2,), V2 * Length(Row(ISOTROPIC, i) + Row(ISOTROPIC, j)) ** 2 / 4)
)


EQ33 = Statement(
    id="simrf/eq33",
    kind="identity",
    where="eq. (33) and the sentence after it",
    title="Pair product through the resultant",
    text="The mean pair product is the summand of the conformity averaged over the resultant; put into (74), it is said to give (34).",
    latex=(
        r"\mathbb E[b_ib_j]=\Gamma(\tfrac d2)\,\mathbb E_{w_{ij}}\Big(\sum_k\frac{v^{2k}w_{ij}^{2k}}"
        r"{2^{2k}k!\,\Gamma(k+\frac d2)}\Big)"
    ),
    domain_text="isotropic resultant",
    domain=STRICT_DOMAIN,
    claim=All(
        (
            Equal(pair_product("orthogonal"), mean_summand("orthogonal", V2)),
            Equal(
                formula(_inserted_into_74(), STRICT_DOMAIN, MSE_NAMES),
                formula(orf_mse(), STRICT_DOMAIN, MSE_NAMES),
            ),
        )
    ),
    uses=("simrf/eq31", "simrf/eq32"),
    mechanism=("positive",),
    setting="any pair x positive",
    erratum=Erratum(
        kind="misprint",
        at="after (33)",
        quote="Inserting this into Eq. 74",
        false="(74) is the MSE of trigonometric features; the equation meant is (30).",
        weight=1,
        points=({"d": "2", "m": "2", "x2": "1", "y2": "1", "xy": "0"},),
    ),
    note="A wrong reference: (74) is the MSE of trigonometric features; the equation meant is (30). The identity itself holds.",
).corrected(
    where="eq. (33), corrected reference",
    text="The mean pair product is the summand of the conformity averaged over the resultant; put into (30), it gives (34).",
    latex=r"\mathbb E[b_ib_j]=\Gamma(\tfrac d2)\,\mathbb E_{w_{ij}}(\ldots),\quad(33)\to(30)\Rightarrow(34)",
    domain=_PAIR,
    sides=_PAIR_MEAN,
    claim=All(
        (
            Equal(pair_product(ISOTROPIC), mean_summand(ISOTROPIC)),
            Given(m >= 2, Equal(error(ISOTROPIC, "positive"), prf_mse(over_distinct_rows(_SUMMAND_OF_PAIR)))),
            Equal(),
        )
    ),
    checks=(
        InPart("pairs of one cosine", Agreement(points=_PAIR_POINTS)),
        Representations("rhs", points=_PAIR_POINTS[:2]),
        Derivation(_insert_into_30, WHOLE),
    ),
    uses=("simrf/eq30", "simrf/eq31", "simrf/eq32"),
)


STATEMENTS = (
    EQ31,
    EQ32,
    EQ33,
)
