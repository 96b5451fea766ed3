"""Appendix F.4 of performer, (64) to (66): Lemma 6, the moments of the chi law, and the lower bound of the gaps.

Main results, even exponents of which at least two are positive
* (64): tau <= d/(d+2), with equality at (2, 2, 0, .., 0).
* (65): E|g|^j = 2^{j/2} Gamma((d+j)/2)/Gamma(d/2), and Gamma(n + 1/2) = sqrt(pi) (2n-1)!!/2^n.
* (66): the gap is at least 2/(d+2) of L, hence not negative. (The Lambda of that line is the L of (61).)

Proofs. Every step from d_i to d_i + 2 lowers tau; recurrences of both forms.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.chi_moments import ChiMoment
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Expectation,
    Length,
    On,
    Proof,
    Restated,
    Statement,
    formula,
    integer,
)
from rftheory.papers._shared.beautiful_functions import (
    EVEN_DOMAIN,
    EVEN_MOMENTS,
    IID_EXACT,
    ORTHOGONAL_EXACT,
    RATIO_DOMAIN,
    TAU,
    TAU_EXACT,
    chi_steps,
    mu,
    odd_steps,
    ratio_steps,
    sphere_steps,
)
from rftheory.papers._shared.invariants import DIMENSION, d
from rftheory.papers.performer._lemmas.beautiful_terms import GAP, LEVEL, NORMAL, SHARE

_EVEN_TAU = formula(TAU, EVEN_DOMAIN, "d k", closed=TAU_EXACT)

LEMMA6 = Statement(
    id="performer/lemma6",
    kind="inequality",
    where="Lemma 6, eq. (64)",
    title="Bound of tau",
    text="For even exponents, at least two of them positive, tau is at most d/(d+2).",
    latex=r"\tau(d_1,\dots,d_m)\le\frac d{d+2}",
    domain_text="at least two nonzero, all even",
    domain=EVEN_DOMAIN,
    sides={"lhs": _EVEN_TAU, "rhs": formula(d / (d + 2), EVEN_DOMAIN, "d")},
    claim=Below(strict=False),
    checks=(Derivation(ratio_steps, WHOLE),),
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
        (_DOUBLE_FACTORIAL.subs(_n, _n + 1) / _DOUBLE_FACTORIAL).rewrite(sp.gamma),
        (2 * _n + 1) / 2,
        "and so does (2n-1)!!/2^n",
    )
    proof.equal(
        _DOUBLE_FACTORIAL.subs(_n, 1),
        sp.gamma(sp.Rational(3, 2)),
        "both start at sqrt(pi)/2; by induction on n",
    )


_TAU = formula(TAU, RATIO_DOMAIN, "d k", closed=TAU_EXACT)

_MU = formula(mu(_order), _CHI, "d k", closed=ChiMoment(d, _order))
_PRINTED_GAMMA = formula(_DOUBLE_FACTORIAL, _HALF, "n")

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
        "performer/eq65/mu": {"": _MU},
        "performer/eq65/gamma": {"": _PRINTED_GAMMA},
    },
    claim=All(
        (
            Equal(Expectation(Length(NORMAL) ** _order), _MU),
            On(RATIO_DOMAIN, Equal(SHARE, _TAU), "exponents k"),
            On(RATIO_DOMAIN, Equal(_TAU, formula(TAU_EXACT, RATIO_DOMAIN, "d k")), "exponents k"),
            On(_HALF, Equal(sp.gamma(_n), sp.factorial(_n - 1)), "n a positive integer"),
            On(_HALF, Equal(_PRINTED_GAMMA, sp.gamma(_n + sp.Rational(1, 2))), "n a positive integer"),
        )
    ),
    checks=(
        Derivation(_chi, WHOLE),
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
    claim=All(
        (
            Below(_EVEN_TAU, d / (d + 2), strict=False),
            Equal(mu(sp.Integer(2)) ** 2 / mu(sp.Integer(4)), d / (d + 2)),
        )
    ),
    checks=(Derivation(ratio_steps, WHOLE),),
    uses=("performer/eq65",),
)

_MOMENTS = "d v k"


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


_SHARE = formula(2 / (d + 2) * IID_EXACT, EVEN_MOMENTS, _MOMENTS)

EQ66 = Statement(
    id="performer/eq66",
    kind="inequality",
    where="eq. (66)",
    title="Lower bound of the gaps",
    text="For even exponents with at least two positive ones the gap is at least 2/(d+2) of L, hence not negative.",
    latex=r"\hat\Delta(d_1,\dots,d_m)\ge\frac2{d+2}\Lambda(d_1,\dots,d_m)\ge0",
    domain_text="index set D'",
    domain=EVEN_MOMENTS,
    claim=All(
        (
            Below(2 / (d + 2) * LEVEL, GAP, strict=False),
            Below(_SHARE, formula(IID_EXACT - ORTHOGONAL_EXACT, EVEN_MOMENTS, _MOMENTS), strict=False),
            Below(sp.S.Zero, _SHARE, strict=False),
        )
    ),
    checks=(Derivation(_bounded, WHOLE),),
    uses=("performer/lemma6", "performer/eq62"),
    note="The Lambda of this line is the L of (61).",
)


STATEMENTS = (
    LEMMA6,
    EQ65,
    EQ65_MAXIMISER,
    EQ66,
)
