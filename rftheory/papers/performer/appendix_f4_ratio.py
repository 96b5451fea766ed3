"""Appendix F.4 of performer, the ratio tau: Lemma 6 and what it says about gaps of moments, (61) to (66)."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.chi_moments import ChiMoment, ChiMoments, NormalMoments
from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formula,
    integer,
)
from rftheory.papers._shared.beautiful_functions import (
    ANY_MOMENTS,
    ANY_RATIO,
    EVEN_DOMAIN,
    EVEN_MOMENTS,
    IID_EXACT,
    MOMENT_DOMAIN,
    ORTHOGONAL_EXACT,
    RATIO_DOMAIN,
    TAU,
    TAU_EXACT,
    TOTAL,
    K,
    chi_steps,
    mu,
    odd_steps,
    ratio_steps,
    sphere_steps,
    v,
)  # fmt: skip
from rftheory.papers._shared.invariants import DIMENSION, d

_MOMENTS = "d v k"
_PRINTED_L = sp.Mul(ChiMoments(d, K), v**TOTAL, NormalMoments(K), 1 / ChiMoments(d, K), evaluate=False)

_SPREAD = tuple(dict(p) for p in MOMENT_DOMAIN.extra)

EQ61 = Statement(
    id="performer/eq61",
    kind="definition",
    where="eq. (61)",
    title="The independent moment as L",
    text="L collects length moments, |z| and normal moments over chi moments: the mean of (56).",
    latex=(
        r"L(d_1,\dots,d_m)=\prod\mathbb E\|\omega_i^{\rm iid}\|^{d_i}\,\|z\|^{\sum d_i}"
        r"\frac{\prod\mathbb E[g_i^{d_i}]}{\prod\mathbb E\|g\|^{d_i}}"
    ),
    domain_text="-",
    domain=MOMENT_DOMAIN,
    sides={"": formula(_PRINTED_L, ANY_MOMENTS, _MOMENTS, closed=IID_EXACT)},
    checks=(Representations("", points=_SPREAD),),
    uses=("performer/eq56",),
)

_SPREAD_EVEN = tuple(dict(p) for p in EVEN_MOMENTS.extra)


def _ratio_form(proof: Proof) -> None:
    sphere_steps(proof)
    level, tau = sp.symbols("L tau", real=True)
    proof.equal(
        level - level * tau, level * (1 - tau), "independent less orthogonal moment, the latter being tau L"
    )


EQ62 = Statement(
    id="performer/eq62",
    kind="identity",
    where="eq. (62)",
    title="The gap of a moment as a share of L",
    text="The gap of every mixed moment is L (1 - tau).",
    latex=r"\hat\Delta(d_1,\dots,d_m)=L(d_1,\dots,d_m)(1-\tau(d_1,\dots,d_m))",
    domain_text="-",
    domain=MOMENT_DOMAIN,
    sides={"": formula(_PRINTED_L * (1 - TAU), ANY_MOMENTS, _MOMENTS, closed=IID_EXACT * (1 - TAU_EXACT))},
    checks=(
        Derivation(_ratio_form),
        Representations("", points=_SPREAD_EVEN),
        Restated(
            "the gap by moments on the sphere is L (1 - tau)",
            {
                "gap": formula(IID_EXACT - ORTHOGONAL_EXACT, MOMENT_DOMAIN, _MOMENTS),
                "share": formula(IID_EXACT * (1 - TAU_EXACT), MOMENT_DOMAIN, _MOMENTS),
            },
            MOMENT_DOMAIN,
            Equal("gap", "share"),
        ),
    ),
    uses=("performer/eq51", "performer/eq61", "performer/eq63"),
)

EQ63 = Statement(
    id="performer/eq63",
    kind="definition",
    where="eq. (63)",
    title="The ratio tau",
    text="The product of the moments of |g| over its moment of the summed order.",
    latex=r"\tau(d_1,\dots,d_m)=\frac{\prod\mathbb E\|g\|^{d_i}}{\mathbb E\|g\|^{\sum d_i}}",
    domain_text="g ~ N(0, I_d)",
    domain=RATIO_DOMAIN,
    sides={"": formula(TAU, ANY_RATIO, "d k", closed=TAU_EXACT)},
    checks=(Representations("", points=tuple(dict(p) for p in RATIO_DOMAIN.extra)),),
)

_ZERO_GAPS = Domain(
    MOMENT_DOMAIN.parameters,
    (
        *MOMENT_DOMAIN.rules,
        Rule(
            ("k",),
            "some exponent odd, or at most one positive",
            lambda k: any(e % 2 for e in k) or sum(e > 0 for e in k) <= 1,
        ),
    ),
    extra=tuple(
        {"d": dd, "v": length, "k": kk}
        for dd, length, kk in (
            (3, 1, "1,1"), (3, 2, "3,2"), (5, "1/2", "1,2,4"), (4, 1, "6,0,0"), (2, 3, "0,8"), (1, 1, "4"),
            (7, 1, "0,0,0"), (64, 1000, "5,5,5"),
        )
    ),
)  # fmt: skip


def _zeros(proof: Proof) -> None:
    odd_steps(proof)
    sphere_steps(proof)
    power = sp.Symbol("k", nonnegative=True)
    proof.equal(
        mu(power) * mu(sp.Integer(0)) / mu(power), 1, "with one nonzero exponent tau = 1, so L (1 - tau) = 0"
    )


EQ63_ZEROS = Statement(
    id="performer/eq63/zeros",
    kind="identity",
    where="after (63)",
    title="Gaps that vanish",
    text="A gap is 0 if an exponent is odd, or if at most one of them is positive.",
    latex=r"\hat\Delta(d_1,\dots,d_m)=0",
    domain_text="as stated",
    domain=_ZERO_GAPS,
    checks=(
        Derivation(_zeros),
        Restated(
            "the gap by moments on the sphere is 0",
            {
                "gap": formula(IID_EXACT - ORTHOGONAL_EXACT, _ZERO_GAPS, _MOMENTS),
                "zero": formula(sp.S.Zero, _ZERO_GAPS, ""),
            },
            _ZERO_GAPS,
            Equal("gap", "zero"),
        ),
    ),
    uses=("performer/eq62",),
)

LEMMA6 = Statement(
    id="performer/lemma6",
    kind="inequality",
    where="Lemma 6, eq. (64)",
    title="Bound of tau",
    text="For even exponents, at least two of them positive, tau is at most d/(d+2).",
    latex=r"\tau(d_1,\dots,d_m)\le\frac d{d+2}",
    domain_text="at least two nonzero, all even",
    domain=EVEN_DOMAIN,
    sides={
        "lhs": formula(TAU, EVEN_DOMAIN, "d k", closed=TAU_EXACT),
        "rhs": formula(d / (d + 2), EVEN_DOMAIN, "d"),
    },
    claim=Below(strict=False),
    checks=(Derivation(ratio_steps),),
    uses=("performer/eq65",),
)

_ORDER = integer("k", 0, reach=1000, meaning="order of the moment")

_CHI = Domain(
    (DIMENSION, _ORDER),
    extra=tuple({"d": dd, "k": kk} for dd in (1, 2, 5, 10**6) for kk in (0, 1, 2, 7, 500)),
)

_HALF = Domain((integer("n", 1, reach=10**4),), extra=tuple({"n": n} for n in (1, 2, 3, 10, 1000)))

_n = sp.Symbol("n", positive=True, integer=True)

_order, _step = sp.symbols("k j", nonnegative=True, integer=True)

_DOUBLE_FACTORIAL = sp.factorial2(2 * _n - 1) / 2**_n * sp.sqrt(sp.pi)

_BY_PARTS = sp.Product(d + 2 * _step, (_step, 0, _order - 1))  # E |g|^(j+2) = (d+j) E |g|^j by parts


def _chi(proof: Proof) -> None:
    chi_steps(proof)
    proof.equal(
        sp.gamma(_n + sp.Rational(3, 2)) / sp.gamma(_n + sp.Rational(1, 2)),
        (2 * _n + 1) / 2,
        "Gamma gains n + 1/2",
    )
    proof.equal(
        sp.gammasimp((_DOUBLE_FACTORIAL.subs(_n, _n + 1) / _DOUBLE_FACTORIAL).rewrite(sp.gamma)),
        (2 * _n + 1) / 2,
        "and so does (2n-1)!!/2^n",
    )
    proof.equal(
        _DOUBLE_FACTORIAL.subs(_n, 1),
        sp.gamma(sp.Rational(3, 2)),
        "both start at sqrt(pi)/2; by induction on n",
    )


EQ65 = Statement(
    id="performer/eq65",
    kind="identity",
    where="eq. (65) and the text after",
    title="Moments of the chi law",
    text="tau in moments of the chi law, their Gamma functions, and Gamma at half integers by double factorials.",
    latex=r"\tau=\frac{\prod_i\mu_d(d_i)}{\mu_d(\sum_id_i)},\quad\mu_d(j)=2^{j/2}\frac{\Gamma(\frac{d+j}2)}{\Gamma(\frac d2)}",
    domain_text="n a positive integer",
    domain=_CHI,
    companions={
        "performer/eq65/mu": {"": formula(mu(_order), _CHI, "d k", closed=ChiMoment(d, _order))},
        "performer/eq65/gamma": {"": formula(_DOUBLE_FACTORIAL, _HALF, "n")},
    },
    checks=(
        Derivation(_chi),
        Restated(
            "Gamma(n + 1/2) by double factorials",
            {
                "gamma": formula(sp.gamma(_n + sp.Rational(1, 2)), _HALF, "n"),
                "printed": formula(_DOUBLE_FACTORIAL, _HALF, "n"),
            },
            _HALF,
            Equal("printed", "gamma"),
        ),
        Restated(
            "mu_d(2k) by Gamma functions is the product that integration by parts gives",
            {
                "printed": formula(mu(2 * _order), _CHI, "d k"),
                "moment": formula(_BY_PARTS, _CHI, "d k"),
            },
            _CHI,
            Equal("printed", "moment"),
        ),
    ),
    uses=("performer/eq63",),
)

EQ65_MAXIMISER = Statement(
    id="performer/eq65/maximiser",
    kind="optimality",
    where="proof of Lemma 6",
    title="The largest tau",
    text="Among even exponents with at least two positive ones tau is largest at (2, 2, 0, .., 0), with d/(d+2).",
    latex=r"\max\tau=\tau(2,2,0,\dots,0)=\frac d{d+2}",
    domain_text="at least two nonzero, all even",
    domain=EVEN_DOMAIN,
    checks=(Derivation(ratio_steps),),
    uses=("performer/eq65",),
)


def _bounded(proof: Proof) -> None:
    odd_steps(proof)
    sphere_steps(proof)
    ratio_steps(proof)
    level = sp.Symbol("L", nonnegative=True)
    spare = sp.Symbol("e", nonnegative=True)
    proof.nonnegative(
        sp.expand(level * (1 - (d / (d + 2) - spare)) - 2 / (d + 2) * level),
        "L (1 - tau) >= 2 L/(d+2) for tau = d/(d+2) - e",
    )
    proof.cite("L >= 0: all exponents are even, so every factor of (61) is a mean of a nonnegative variable")


EQ66 = Statement(
    id="performer/eq66",
    kind="inequality",
    where="eq. (66)",
    title="Lower bound of the gaps",
    text="For even exponents with at least two positive ones the gap is at least 2/(d+2) of L, hence not negative.",
    latex=r"\hat\Delta(d_1,\dots,d_m)\ge\frac2{d+2}\Lambda(d_1,\dots,d_m)\ge0",
    domain_text="index set D'",
    domain=EVEN_MOMENTS,
    checks=(
        Derivation(_bounded),
        Restated(
            "2/(d+2) L is at most the gap by moments on the sphere",
            {
                "share": formula(2 / (d + 2) * IID_EXACT, EVEN_MOMENTS, _MOMENTS),
                "gap": formula(IID_EXACT - ORTHOGONAL_EXACT, EVEN_MOMENTS, _MOMENTS),
            },
            EVEN_MOMENTS,
            Below("share", "gap", strict=False),
        ),
    ),
    uses=("performer/lemma6", "performer/eq62"),
    note="The Lambda of this line is the L of (61).",
)

STATEMENTS = (
    EQ61,
    EQ62,
    EQ63,
    EQ63_ZEROS,
    LEMMA6,
    EQ65,
    EQ65_MAXIMISER,
    EQ66,
)
