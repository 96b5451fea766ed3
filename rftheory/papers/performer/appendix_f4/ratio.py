"""Appendix F.4 of performer, (61) to (63): the gap of a moment as a share of L.

Main results
* (61): L = prod E|omega_i|^{d_i} |z|^{sum d_i} prod E g_i^{d_i}/prod E|g|^{d_i}, the moment of independent rows.
* (62), (63): the gap is L (1 - tau), tau = prod E|g|^{d_i}/E|g|^{sum d_i}.
* It is 0 where an exponent is odd, or at most one is positive.

Proofs. Lemma 5 in (55); odd moments vanish with the sign. Second forms: moments on the sphere by Gamma functions.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.chi_moments import ChiMoments, NormalMoments
from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Rule,
    Statement,
    count_positive,
    formula,
    some,
)
from rftheory.papers._shared.beautiful_functions import (
    ANY_MOMENTS,
    ANY_RATIO,
    EVEN_MOMENTS,
    IID_EXACT,
    MOMENT_DOMAIN,
    ORTHOGONAL_EXACT,
    RATIO_DOMAIN,
    TAU,
    TAU_EXACT,
    TOTAL,
    K,
    mu,
    odd_steps,
    sphere_steps,
    v,
)
from rftheory.papers._shared.invariants import d
from rftheory.papers.performer._lemmas.beautiful_terms import GAP, LEVEL, SHARE, moment

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
    claim=All(
        (
            Equal(GAP, LEVEL * (1 - SHARE)),
            Equal(moment("iid") - moment("orthogonal"), ""),
            Equal(
                formula(IID_EXACT - ORTHOGONAL_EXACT, MOMENT_DOMAIN, _MOMENTS),
                formula(IID_EXACT * (1 - TAU_EXACT), MOMENT_DOMAIN, _MOMENTS),
            ),
        )
    ),
    checks=(
        Derivation(_ratio_form, WHOLE),
        Representations("", points=_SPREAD_EVEN),
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
        Rule(sp.Or(some(K, lambda entry: sp.Ne(sp.Mod(entry, 2), 0)), count_positive(K) <= 1), "some exponent odd, or at most one positive"),
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
        mu(power) * mu(sp.Integer(0)), mu(power), "with one nonzero exponent tau = 1, so L (1 - tau) = 0"
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
    claim=All(
        (
            Equal(GAP, sp.S.Zero),
            Equal(formula(IID_EXACT - ORTHOGONAL_EXACT, _ZERO_GAPS, _MOMENTS), sp.S.Zero),
        )
    ),
    checks=(Derivation(_zeros, WHOLE),),
    uses=("performer/eq62",),
)


STATEMENTS = (
    EQ61,
    EQ62,
    EQ63,
    EQ63_ZEROS,
)
