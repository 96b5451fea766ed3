"""Appendix C of hrf, (39)-(41): covariance and variances of the two parts in closed form.

Main results
* (39): Cov = -SM^2 Var(lam) on independent projections and
  -SM^2 (Var(lam) + (1/m)(1 - cos(|x|^2 - |y|^2)) E[lam(1-lam)]) on shared ones.
* (40): Var(lam SM++) = SM^2 Var(lam) + E[lam^2] MSE(SM++); (41): likewise (1-lam) SMtrig.

Source unclear: one parenthesis of (39) is lost. Closed before E[lam(1-lam)] the formula is right, and (23) uses it;
closed after it is false (side close-after).

Proofs. E lam^2 S^2 - (E lam S)^2 for independent lam and S; second forms from E cosh^2 and E cos^2 of a projection.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Covariance,
    Derivation,
    Equal,
    Proof,
    Representations,
    Statement,
    Variance,
    formula,
)
from rftheory.papers._shared.bipolar_hybrids import (
    CROSS,
    MEAN_NAMES,
    MEANS,
    MIX,
    PHASE,
    REGROUPED,
    SCALARS,
    UNEQUAL,
    VARIANCE,
    el2,
    elam,
    product_of_means,
    shared_covariance,
)
from rftheory.papers._shared.hybrid_errors import SM, positive_error, trigonometric_error
from rftheory.papers._shared.invariants import DELTA2, V2, m, x2, y2
from rftheory.papers.hrf._lemmas.base_terms import (
    LAM,
    MEAN_LAM,
    POSITIVE,
    POSITIVE_ROWS,
    SQUARE_LAM,
    TRIGONOMETRIC,
    TRIGONOMETRIC_ROWS,
    apart,
    together,
)

EQ39_INDEPENDENT = Statement(
    id="hrf/eq39/independent",
    kind="identity",
    where="eq. (39), variant I",
    title="Covariance of the parts, independent projections",
    text="The covariance of the two parts is -SM^2 Var(lam).",
    latex=(
        r"\mathrm{Cov}(\hat\lambda\widehat{\mathrm{SM}}^{++}_m,(1-\hat\lambda)\widehat{\mathrm{SM}}^{\rm trig}_m)"
        r"=-\mathrm{SM}^2\mathrm{Var}(\hat\lambda)"
    ),
    domain_text="independent projections",
    domain=SCALARS,
    sides={"": formula(-(SM**2) * VARIANCE, SCALARS, "xy elam el2")},
    claim=All(
        (
            apart(Equal(Covariance(LAM * POSITIVE, (1 - LAM) * TRIGONOMETRIC), ""), MEAN_LAM, SQUARE_LAM),
            Equal(formula((MIX - elam * (1 - elam)) * SM**2, SCALARS, "xy elam el2"), ""),
        )
    ),
    checks=(Derivation(product_of_means, WHOLE),),
    uses=("hrf/eq32",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
)

EQ39_SHARED = Statement(
    id="hrf/eq39/shared",
    kind="identity",
    where="eq. (39), variant II",
    title="Covariance of the parts, shared projections",
    text="The covariance of the two parts is -SM^2 (Var(lam) + (1/m)(1 - cos(|x|^2-|y|^2)) E[lam(1-lam)]).",
    latex=(
        r"\mathrm{Cov}(\hat\lambda\widehat{\mathrm{SM}}^{++}_m,(1-\hat\lambda)\widehat{\mathrm{SM}}^{\rm trig}_m)"
        r"=-\mathrm{SM}^2\left(\mathrm{Var}(\hat\lambda)+\tfrac1m(1-\cos(\|x\|^2-\|y\|^2))"
        r"\mathbb E[\hat\lambda(1-\hat\lambda)]\right)"
    ),
    domain_text="shared projections",
    domain=MEANS,
    sides={
        "lhs": formula(CROSS * MIX - SM**2 * elam * (1 - elam), MEANS, MEAN_NAMES, closed=REGROUPED),
        "close-before": formula(-(SM**2) * (VARIANCE + (1 - PHASE) / m * MIX), MEANS, MEAN_NAMES),
        "close-after": formula(-(SM**2) * (VARIANCE + (1 - PHASE * MIX) / m), MEANS, MEAN_NAMES),
    },
    claim=All(
        (
            together(
                Equal(Covariance(LAM * POSITIVE_ROWS, (1 - LAM) * TRIGONOMETRIC_ROWS), "close-before"),
                MEAN_LAM,
                SQUARE_LAM,
            ),
            Equal("lhs", "close-before"),
        )
    ),
    checks=(
        Derivation(shared_covariance, WHOLE),
        Representations(
            "close-after",
            formula(SM**2 * (elam**2 - el2 + PHASE * MIX / m - 1 / m), MEANS, MEAN_NAMES),
            UNEQUAL,
        ),
    ),
    uses=("hrf/eq33", "hrf/eq38"),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
    note=(
        "Source unclear: one closing parenthesis is not legible. Closed before E[lam(1-lam)] the formula is "
        "right, and is what (23) uses; closed after it, it would be false."
    ),
)


def _scaled_variances(proof: Proof) -> None:
    p, s = sp.symbols("p s", real=True)
    proof.cite("independence of lam and the base estimate")
    proof.equal(
        el2 * (p + s**2) - elam**2 * s**2,
        s**2 * VARIANCE + el2 * p,
        "Var(lam S) = E[lam^2] E[S^2] - (E lam)^2 s^2 with E S = s, E S^2 = P + s^2",
    )
    other = 1 - 2 * elam + el2
    proof.equal(
        other * (p + s**2) - (1 - elam) ** 2 * s**2,
        s**2 * VARIANCE + other * p,
        "and for 1 - lam, whose variance is that of lam",
    )


def _positive_square() -> sp.Expr:
    """E (SM++_m)^2 from E cosh and E cosh^2 of one projection."""
    return sp.exp(-(x2 + y2)) * ((sp.exp(2 * V2) + 1) / (2 * m) + (m - 1) / m * sp.exp(V2))


EQ40 = Statement(
    id="hrf/eq40",
    kind="identity",
    where="eq. (40)",
    title="Variance of the positive part",
    text="Var(lam SM++) is SM^2 Var(lam) + E[lam^2] MSE(SM++).",
    latex=(
        r"\mathrm{Var}(\hat\lambda\widehat{\mathrm{SM}}^{++}_m)=\mathrm{SM}^2\mathrm{Var}(\hat\lambda)"
        r"+\mathbb E[\hat\lambda^2]\mathrm{MSE}(\widehat{\mathrm{SM}}^{++}_m)"
    ),
    domain_text="lam independent of SM++",
    domain=MEANS,
    sides={"": formula(SM**2 * VARIANCE + el2 * positive_error(), MEANS, MEAN_NAMES)},
    claim=All(
        (
            apart(Equal(Variance(LAM * POSITIVE), ""), MEAN_LAM, SQUARE_LAM),
            Equal("", formula(el2 * _positive_square() - (elam * SM) ** 2, MEANS, MEAN_NAMES)),
        )
    ),
    checks=(
        Representations("", formula(el2 * _positive_square() - (elam * SM) ** 2, MEANS, MEAN_NAMES), UNEQUAL),
        Derivation(_scaled_variances, WHOLE),
    ),
    uses=("hrf/lemma2.2/positive",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
)


def _trigonometric_square() -> sp.Expr:
    """E (SMtrig_m)^2 from E cos and E cos^2 of one projection."""
    return sp.exp(x2 + y2) * ((sp.exp(-2 * DELTA2) + 1) / (2 * m) + (m - 1) / m * sp.exp(-DELTA2))


_BY_SQUARES = formula(
    (1 - 2 * elam + el2) * _trigonometric_square() - ((1 - elam) * SM) ** 2, MEANS, MEAN_NAMES
)

EQ41 = Statement(
    id="hrf/eq41",
    kind="identity",
    where="eq. (41)",
    title="Variance of the trigonometric part",
    text="Var((1-lam) SMtrig) is SM^2 Var(lam) + E[(1-lam)^2] MSE(SMtrig).",
    latex=(
        r"\mathrm{Var}((1-\hat\lambda)\widehat{\mathrm{SM}}^{\rm trig}_m)=\mathrm{SM}^2\mathrm{Var}(\hat\lambda)"
        r"+\mathbb E[(1-\hat\lambda)^2]\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm trig}_m)"
    ),
    domain_text="lam independent of SMtrig",
    domain=MEANS,
    sides={"": formula(SM**2 * VARIANCE + (1 - 2 * elam + el2) * trigonometric_error(), MEANS, MEAN_NAMES)},
    claim=All(
        (
            apart(Equal(Variance((1 - LAM) * TRIGONOMETRIC), ""), MEAN_LAM, SQUARE_LAM),
            Equal("", _BY_SQUARES),
        )
    ),
    checks=(
        Representations("", _BY_SQUARES, UNEQUAL),
        Derivation(_scaled_variances, WHOLE),
    ),
    uses=("hrf/lemma2.2/trig",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
)


STATEMENTS = (
    EQ39_INDEPENDENT,
    EQ39_SHARED,
    EQ40,
    EQ41,
)
