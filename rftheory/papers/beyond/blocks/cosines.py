"""The conformity rho_c(v) as a function of the cosine c: its coefficients, and its mean over independent directions.

Main results, d >= 2:
* The coefficient f_p of c^p is not negative, positive for v > 0, and every derivative in c is >= 0 on [-1, 1].
* E c^p = (1/2)_(p/2)/(d/2)_(p/2) for even p and 0 for odd p, for the cosine of two independent directions.
* Averaged over that cosine rho_c(v) is e^(v^2): sum over even p of f_p (1/2)_(p/2)/(d/2)_(p/2).

Absolute monotonicity is proved by the mean over lengths of powers of 1 + c; moments by the Beta law of c.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Expectation,
    Given,
    On,
    Proof,
    Representations,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import d
from rftheory.papers.beyond._lemmas.blocks import (
    CONSTANT_AT_ZERO,
    COSINE,
    DIMENSION,
    LENGTH,
    POWER,
    T,
    absolutely_monotone,
    c,
    coefficient,
    cosine_moments,
    kummer,
    mixture,
    p,
    phi,
    rho,
    v,
)
from rftheory.papers.beyond._lemmas.conformity_forms import single_series_steps
from rftheory.papers.beyond._lemmas.random_terms import COSINE as ROWS_COSINE
from rftheory.papers.beyond._lemmas.random_terms import conformity


def _derivative(proof: Proof) -> None:
    single_series_steps(proof)
    absolutely_monotone(proof)
    positive = sp.Symbol("v", positive=True)
    index = sp.Symbol("j", nonnegative=True, integer=True)
    proof.positive(
        positive ** (2 * p)
        * sp.gamma((d + p) / 2) ** 2
        / (sp.factorial(p) * sp.gamma(d / 2) * sp.gamma(d / 2 + p)),
        "f_p is a positive factor for v > 0",
    )
    proof.positive(
        sp.gamma(d + p + index) * sp.gamma(d / 2 + p) / (sp.gamma(d + p) * sp.gamma(d / 2 + p + index)),
        "times 1F1(d+p; d/2+p; v^2/2), a series of positive terms",
    )


_TERM = Domain((DIMENSION, POWER, LENGTH), extra=tuple(
    {"d": dd, "p": pp, "v": vv}
    for dd, pp, vv in ((2, 0, 0), (2, 1, 0), (3, 2, 1), (64, 5, 10), (2, 40, 3), (5, 0, 2), (10**6, 3, 1))
))  # fmt: skip

_F = sp.exp(T / 2) / sp.gamma(d / 2) * coefficient()
_N = sp.Symbol("n", nonnegative=True, integer=True)

_SLOPES = Domain(
    (
        DIMENSION,
        integer("n", 0, reach=12, meaning="order of the derivative"),
        COSINE,
        real("v", 0, reach=("1e-3", 6)),
    ),
    extra=tuple(
        {"d": dd, "n": nn, "c": cc, "v": vv}
        for dd, nn, cc, vv in ((2, 1, -1, 1), (3, 2, -1, 3), (8, 3, "-1/7", 2), (2, 7, -1, 2), (64, 4, -1, 5))
    ),
)

_SLOPE = (
    sp.Sum(
        sp.factorial(p + _N) / sp.factorial(p) * c**p * coefficient(T, p + _N) * sp.exp(T / 2) / sp.gamma(d / 2),
        (p, 0, sp.oo),
    )
)  # fmt: skip

# f_{p+n} (p+n)!/p! <= t^{p+n}/p! e^t
_SLOPE_BOUND = {p: T ** (p + _N) / sp.factorial(p) * sp.exp(T)}

RHO_COEFFICIENT = Statement(
    id="beyond/rho-coefficient",
    kind="identity",
    where="complement to Definition 3.1 of simrf",
    title="Taylor coefficients of the conformity, and its absolute monotonicity",
    text=(
        "The coefficient of c^p in the conformity is not negative, positive for v > 0, and every derivative of the "
        "conformity in c is >= 0 on all of [-1, 1]."
    ),
    latex=(
        r"f_p=\frac{e^{v^2/2}v^{2p}}{p!\,\Gamma(\frac d2)}\frac{\Gamma(\frac{d+p}2)^2}{\Gamma(\frac d2+p)}\,"
        r"{}_1F_1(-\tfrac d2;\tfrac d2+p;-\tfrac{v^2}2)\ge0"
    ),
    domain_text="d >= 2, v >= 0, p >= 0",
    domain=_TERM,
    sides={"": formula(_F, _TERM, "d p v", closed=kummer())},
    claim=All(
        (
            Equal(conformity(v), sp.Sum(_F * c**p, (p, 0, sp.oo))),
            Equal("", formula(kummer(), _TERM, "d p v")),
            Below(sp.S.Zero, "", strict=False),
            Given(v > 0, Below(sp.S.Zero, "")),
            On(
                _SLOPES,
                Below(
                    sp.S.Zero,
                    formula(_SLOPE, _SLOPES, "d n c v", majorants=_SLOPE_BOUND),
                    strict=False,
                ),
                "every derivative in c, of order n",
            ),
        )
    ),
    checks=(Derivation(_derivative, WHOLE, covered=CONSTANT_AT_ZERO),),
    uses=("beyond/rho-single-series",),
)

_HALF = sp.Rational(1, 2)
_MIXED = Domain(
    (DIMENSION, LENGTH), extra=({"d": 2, "v": 1}, {"d": 3, "v": 0}, {"d": 64, "v": 10}, {"d": 2, "v": "1e-6"})
)

_MIXED_POINTS: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "v": vv} for dd, vv in ((2, 1), (3, 0), (64, 3), (5, 2), (2, "1/10"), (10**5, 1))
)

_MIXED_SERIES = (
    sp.exp(T / 2) / sp.gamma(d / 2) * sp.Sum(coefficient(T, 2 * p) * sp.gamma(p + sp.Rational(1, 2)) / sp.sqrt(sp.pi)
    * sp.gamma(d / 2) / sp.gamma(d / 2 + p), (p, 0, sp.oo))
)  # fmt: skip

_MIXED_BOUND = {p: T ** (2 * p) / sp.factorial(2 * p) * sp.gamma(d / 2) * sp.exp(T / 2)}

MIXTURE = Statement(
    id="beyond/mixture",
    kind="identity",
    where="complement to Lemma 4.1 of simrf",
    title="The mean conformity over independent directions",
    text="Averaged over the cosine of two independent directions the conformity is that of independent rows.",
    latex=r"\int\rho_c(v)\,\mu_d(dc)=\sum_{p\ {\rm even}}f_p\,\frac{(1/2)_{p/2}}{(d/2)_{p/2}}=e^{v^2}",
    domain_text="d >= 2, v >= 0",
    domain=_MIXED,
    sides={"": formula(_MIXED_SERIES, _MIXED, "d v", closed=sp.exp(T), majorants=_MIXED_BOUND)},
    claim=All((Equal(Expectation(rho(ROWS_COSINE)), ""), Equal("", sp.exp(v**2)))),
    checks=(Derivation(mixture, WHOLE), Representations("", points=_MIXED_POINTS)),
    uses=("beyond/rho-coefficient", "beyond/cosine-moment"),
    mechanism=("iid", "positive"),
)

_MOMENTS = Domain(
    (DIMENSION, POWER), extra=({"d": 2, "p": 0}, {"d": 3, "p": 1}, {"d": 64, "p": 8}, {"d": 2, "p": 301})
)

_MOMENT = (
    (1 + (-1) ** p)
    / 2
    * sp.gamma((p + 1) / 2)
    / sp.gamma(sp.Rational(1, 2))
    * sp.gamma(d / 2)
    / sp.gamma((d + p) / 2)
)

_MOMENT_INTEGRAL = (
    sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2))
    * sp.Integral(sp.cos(phi) ** p * sp.sin(phi) ** (d - 2), (phi, 0, sp.pi))
)  # fmt: skip

_MOMENT_POINTS: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "p": pp} for dd, pp in ((2, 0), (2, 2), (3, 4), (64, 8), (5, 30), (4, 2), (1000, 6))
)

COSINE_MOMENT = Statement(
    id="beyond/cosine-moment",
    kind="identity",
    where="complement to Lemma 4.1 of simrf",
    title="Moments of the cosine of two independent directions",
    text="Even moments of that cosine are ratios of rising factorials, odd ones vanish.",
    latex=r"\mathbb Ec^{p}=\frac{(1/2)_{p/2}}{(d/2)_{p/2}}\ (p\ {\rm even}),\quad0\ (p\ {\rm odd})",
    domain_text="d >= 2, p >= 0",
    domain=_MOMENTS,
    sides={"": formula(_MOMENT, _MOMENTS, "d p")},
    claim=All(
        (
            Equal(Expectation(ROWS_COSINE**p), ""),
            Given(
                sp.Eq(sp.Mod(p, 2), 0),
                Equal(
                    "",
                    sp.RisingFactorial(_HALF, p / 2) / sp.RisingFactorial(d / 2, p / 2),
                ),
            ),
            Given(sp.Eq(sp.Mod(p, 2), 0), Equal("", formula(_MOMENT_INTEGRAL, _MOMENTS, "d p"))),
            Given(sp.Eq(sp.Mod(p, 2), 1), Equal("", sp.S.Zero)),
        )
    ),
    checks=(
        Derivation(cosine_moments, WHOLE),
        Representations("", formula(_MOMENT_INTEGRAL, _MOMENTS, "d p"), _MOMENT_POINTS),
    ),
    mechanism=("iid",),
)

STATEMENTS = (
    RHO_COEFFICIENT,
    MIXTURE,
    COSINE_MOMENT,
)
