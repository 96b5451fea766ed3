"""Appendix C of hrf, (31)-(33): the variance of the hybrid by its parts lam SM++ and (1-lam) SMtrig.

Main results
* (31): the variance is that of both parts plus twice their covariance.
* (32), independent projections: the covariance is -SM^2 Var(lam).
* (33), shared projections: it is E[SM++ SMtrig] E[lam(1-lam)] - SM^2 E[lam] E[1-lam].
* E[SM++ SMtrig] E[lam(1-lam)] is not SM^2: for lam in [0, 1] it is at most SM^2/4 in size. The factor E[lam(1-lam)]
  alone does this, on independent projections too.

Proofs. Means of products of independent factors; E[SM++ SMtrig] by (38).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Covariance,
    Derivation,
    Domain,
    Equal,
    Expectation,
    Proof,
    Representations,
    Statement,
    Variance,
    formula,
    part,
    real,
)
from rftheory.papers._shared.bipolar_hybrids import (
    COVARIANCE,
    CROSS,
    MEAN_NAMES,
    MEANS,
    MIX,
    REGROUPED,
    SCALARS,
    UNEQUAL,
    VARIANCE,
    cross_steps,
    el1l,
    elam,
    product_of_means,
    shared_covariance,
)
from rftheory.papers._shared.hybrid_errors import SM
from rftheory.papers._shared.invariants import COUNT, PAIRS, fit, pairs
from rftheory.papers.hrf._lemmas.base_terms import (
    LAM,
    MEAN_LAM,
    MIXED_LAM,
    POSITIVE,
    POSITIVE_ROWS,
    SQUARE_LAM,
    TRIGONOMETRIC,
    TRIGONOMETRIC_ROWS,
    apart,
    bipolar,
    together,
)

_U, _V = LAM * POSITIVE, (1 - LAM) * TRIGONOMETRIC
_U_ROWS, _V_ROWS = LAM * POSITIVE_ROWS, (1 - LAM) * TRIGONOMETRIC_ROWS


def _variance_of_sum(proof: Proof) -> None:
    a, b, c, d, e = sp.symbols("aa bb ab a b", real=True)
    total = (a + 2 * c + b) - (d + e) ** 2
    proof.equal(total, (a - d**2) + (b - e**2) + 2 * (c - d * e), "Var(U+V) = Var U + Var V + 2 Cov(U, V)")


EQ31 = Statement(
    id="hrf/eq31",
    kind="identity",
    where="eq. (31), Appendix C",
    title="Variance of the hybrid as a sum",
    text="The variance of the hybrid is that of its two parts plus twice their covariance.",
    latex=(
        r"\mathrm{Var}(\widehat{\mathrm{SM}}^{\rm hyb})=\mathrm{Var}(\hat\lambda\widehat{\mathrm{SM}}^{++})"
        r"+\mathrm{Var}((1-\hat\lambda)\widehat{\mathrm{SM}}^{\rm trig})"
        r"+2\mathrm{Cov}(\hat\lambda\widehat{\mathrm{SM}}^{++},(1-\hat\lambda)\widehat{\mathrm{SM}}^{\rm trig})"
    ),
    domain_text="all",
    domain=MEANS,
    claim=All(
        (
            Equal(
                Variance(bipolar(POSITIVE, TRIGONOMETRIC)),
                Variance(_U) + Variance(_V) + 2 * Covariance(_U, _V),
            ),
            Equal(
                Variance(bipolar(POSITIVE_ROWS, TRIGONOMETRIC_ROWS)),
                Variance(_U_ROWS) + Variance(_V_ROWS) + 2 * Covariance(_U_ROWS, _V_ROWS),
            ),
        )
    ),
    checks=(Derivation(_variance_of_sum, WHOLE),),
    uses=("hrf/eq12",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
)

EQ32 = Statement(
    id="hrf/eq32",
    kind="identity",
    where="eq. (32)",
    title="Covariance of the parts, independent projections",
    text="Independent projections give the covariance -SM^2 Var(lam).",
    latex=(
        r"(\mathbb E[\hat\lambda(1-\hat\lambda)]-\mathbb E[\hat\lambda]\mathbb E[1-\hat\lambda])"
        r"\mathbb E[\widehat{\mathrm{SM}}^{++}]\mathbb E[\widehat{\mathrm{SM}}^{\rm trig}]=-\mathrm{SM}^2\mathrm{Var}(\hat\lambda)"
    ),
    domain_text="independent projections",
    domain=SCALARS,
    sides={
        "lhs": formula((MIX - elam * (1 - elam)) * SM * SM, SCALARS, "xy elam el2"),
        "rhs": formula(-(SM**2) * VARIANCE, SCALARS, "xy elam el2"),
    },
    claim=All((apart(Equal(Covariance(_U, _V), "lhs"), MEAN_LAM, SQUARE_LAM), Equal())),
    checks=(Derivation(product_of_means, WHOLE),),
    uses=("hrf/eq31",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
)

EQ33 = Statement(
    id="hrf/eq33",
    kind="identity",
    where="eq. (33)",
    title="Covariance of the parts, shared projections",
    text="On shared projections only the mean of the product of the base estimates changes.",
    latex=(
        r"\mathbb E[\widehat{\mathrm{SM}}^{++}\widehat{\mathrm{SM}}^{\rm trig}]\mathbb E[\hat\lambda(1-\hat\lambda)]"
        r"-\mathrm{SM}^2\mathbb E[\hat\lambda]\mathbb E[1-\hat\lambda]"
    ),
    domain_text="shared projections",
    domain=MEANS,
    sides={"": formula(CROSS * MIX - SM**2 * elam * (1 - elam), MEANS, MEAN_NAMES, closed=REGROUPED)},
    claim=All(
        (
            together(
                Equal(
                    Covariance(_U_ROWS, _V_ROWS),
                    Expectation(POSITIVE_ROWS * TRIGONOMETRIC_ROWS) * Expectation(LAM * (1 - LAM))
                    - SM**2 * Expectation(LAM) * Expectation(1 - LAM),
                ),
                MEAN_LAM,
                SQUARE_LAM,
            ),
            together(Equal(Covariance(_U_ROWS, _V_ROWS), ""), MEAN_LAM, SQUARE_LAM),
            Equal("", formula(COVARIANCE * MIX - SM**2 * VARIANCE, MEANS, MEAN_NAMES)),
        )
    ),
    checks=(
        Representations("", formula(COVARIANCE * MIX - SM**2 * VARIANCE, MEANS, MEAN_NAMES), UNEQUAL),
        Derivation(shared_covariance, WHOLE),
    ),
    uses=("hrf/eq31", "hrf/eq38"),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
)


def _never_equal(proof: Proof) -> None:
    cross_steps(proof)
    u, cosine = sp.symbols("u c", real=True)
    count = sp.Symbol("n", positive=True, integer=True)
    proof.equal(
        sp.Rational(1, 4) - u * (1 - u),
        (u - sp.Rational(1, 2)) ** 2,
        "for lam = u in [0,1], 0 <= u(1-u) <= 1/4",
    )
    proof.nonnegative((u - sp.Rational(1, 2)) ** 2, "so E[lam(1-lam)] <= 1/4")
    ratio = (1 - 1 / count) + cosine / count
    proof.equal(1 - ratio, (1 - cosine) / count, "E[SM++ SMtrig]/SM^2 = 1 - (1 - cos)/m")
    half_angle = sp.sin(u / 2) ** 2
    proof.equal(1 - sp.cos(u), 2 * half_angle, "1 - cos u = 2 sin^2(u/2)")
    proof.nonnegative(half_angle, "is at least 0")
    proof.nonnegative(sp.cos(u / 2) ** 2, "and at most 2, so the quotient lies in [-1, 1] for every m")
    proof.below(sp.Rational(1, 4), 1, "so the product stays below SM^2/4 in size, never SM^2")


_SHARES = Domain(
    (*pairs(COUNT, m=(1,)).parameters, real("el1l", 0, "1/4", meaning="E[lam(1-lam)] of lam in [0,1]")),
    pairs().rules,
    fit,
    tuple({"m": 1, **pair, "el1l": mix} for pair in PAIRS[:7] for mix in (0, "1/4")),
)

APPC_NOT_EQUAL = Statement(
    id="hrf/appC/not-equal",
    kind="identity",
    where="Appendix C, before eq. (34)",
    title="The mean of the product is not SM^2",
    text=(
        "On shared projections E[SM++ SMtrig] E[lam(1-lam)] is not E[SM++] E[SMtrig] = SM^2: the product of the "
        "base estimates has to be averaged."
    ),
    latex=(
        r"\mathbb E[\widehat{\mathrm{SM}}^{++}\widehat{\mathrm{SM}}^{\rm trig}]\mathbb E[\hat\lambda(1-\hat\lambda)]"
        r"\ne\mathrm{SM}^2"
    ),
    domain_text="shared projections",
    domain=_SHARES,
    claim=All(
        (
            together(
                Equal(
                    Expectation(POSITIVE_ROWS * TRIGONOMETRIC_ROWS) * Expectation(LAM * (1 - LAM)),
                    CROSS * el1l,
                ),
                MIXED_LAM,
            ),
            Below(CROSS * el1l, SM**2),
        )
    ),
    checks=(Derivation(_never_equal, part("lam with values in [0,1]")),),
    uses=("hrf/eq38",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
    note=(
        "The factor E[lam(1-lam)] makes the two sides differ for independent projections too; without it they "
        "are equal exactly where cos(|x|^2 - |y|^2) = 1. Read for lam with values in [0,1]; an estimate that leaves "
        "it can reach SM^2 at m = 1."
    ),
)


STATEMENTS = (
    EQ31,
    EQ32,
    EQ33,
    APPC_NOT_EQUAL,
)
