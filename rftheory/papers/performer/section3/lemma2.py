"""Lemma 2 of performer: exact errors of trigonometric, positive and hyperbolic features, (8).

Main results, m independent projections
* MSE(trig) = e^{|x+y|^2} SM^-2 (1 - e^{-|x-y|^2})^2/(2m).
* MSE(+) = e^{|x+y|^2} SM^2 (1 - e^{-|x+y|^2})/m.
* MSE(hyp+) = (1 - e^{-|x+y|^2})/2 MSE(+).

Proofs. Appendix F.2: variances of one cosine and one exponential, the covariance 1 - e^{|z|^2} of e^{+-omega.z}, and
Var/m. Second forms: the series of Gaussian moments. Drawn: squared errors of iid rows.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Equal,
    Estimate,
    MeanSquareError,
    Representations,
    Statement,
    formula,
)
from rftheory.papers._shared.invariants import V2, m
from rftheory.papers.performer._lemmas.gaussian_rows import (
    COUNTED,
    ERROR_BY_BOTH,
    ERROR_BY_COSINES,
    ERROR_BY_EXPONENTIALS,
    HYPERBOLIC_PRINTED,
    MODEST,
    NAMES,
    POSITIVE_PRINTED,
    TRIGONOMETRIC_PRINTED,
    drawn,
    hyperbolic_steps,
    positive_steps,
    trigonometric_steps,
)
from rftheory.papers.performer._notation import LAMBDA, iid_error, trigonometric_error

_TRIGONOMETRIC, _POSITIVE, _HYPERBOLIC = (
    MeanSquareError(Estimate("iid", name, m)) for name in ("trigonometric", "positive", "hyperbolic")
)

LEMMA2_TRIG = Statement(
    id="performer/lemma2/trig",
    kind="identity",
    where="Lemma 2, eq. (8), first line",
    title="Error of trigonometric features",
    text="The mean squared error of m independent trigonometric projections in closed form.",
    latex=(
        r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm trig}_m)=\tfrac1{2m}e^{\|x+y\|^2}\mathrm{SM}^{-2}(x,y)"
        r"\left(1-e^{-\|x-y\|^2}\right)^2"
    ),
    domain_text="independent omega_i",
    domain=COUNTED,
    sides={"": formula(TRIGONOMETRIC_PRINTED, COUNTED, NAMES)},
    claim=All((Equal(_TRIGONOMETRIC, ""), Equal("", trigonometric_error()))),
    checks=(
        Representations("", ERROR_BY_COSINES, MODEST),
        Derivation(trigonometric_steps, WHOLE),
        drawn("trigonometric", (4, 4, 1), (2, 3, 3)),
    ),
    uses=("performer/eq15",),
    mechanism=("iid", "trigonometric"),
    note="m projections are 2m features.",
)

LEMMA2_POSITIVE = Statement(
    id="performer/lemma2/positive",
    kind="identity",
    where="Lemma 2, eq. (8), second line",
    title="Error of positive features",
    text="The mean squared error of m independent positive features in closed form.",
    latex=r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_m)=\tfrac1m e^{\|x+y\|^2}\mathrm{SM}^2(x,y)\left(1-e^{-\|x+y\|^2}\right)",
    domain_text="independent omega_i",
    domain=COUNTED,
    sides={"": formula(POSITIVE_PRINTED, COUNTED, NAMES)},
    claim=All((Equal(_POSITIVE, ""), Equal("", iid_error()))),
    checks=(
        Representations("", ERROR_BY_EXPONENTIALS, MODEST),
        Derivation(positive_steps, WHOLE),
        drawn("positive", (4, 4, 1), (4, 2, 3), (8, 2, 10)),
    ),
    uses=("performer/eq19",),
    mechanism=("iid", "positive"),
    note="m projections are m features.",
)

LEMMA2_HYPERBOLIC = Statement(
    id="performer/lemma2/hyperbolic",
    kind="identity",
    where="Lemma 2, eq. (8), third line",
    title="Error of hyperbolic features",
    text="The error of m hyperbolic projections is that of m positive ones times (1 - exp(-|x+y|^2))/2.",
    latex=(
        r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm hyp+}_m)=\tfrac12\left(1-e^{-\|x+y\|^2}\right)"
        r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_m)"
    ),
    domain_text="independent omega_i",
    domain=COUNTED,
    sides={"": formula(HYPERBOLIC_PRINTED, COUNTED, NAMES)},
    claim=All(
        (
            Equal(_HYPERBOLIC, (1 - sp.exp(-V2)) / 2 * _POSITIVE),
            Equal(_HYPERBOLIC, ""),
            Equal("", LAMBDA**2 * (sp.exp(V2) - 1) ** 2 / (2 * m)),
        )
    ),
    checks=(Representations("", ERROR_BY_BOTH, MODEST), Derivation(hyperbolic_steps, WHOLE)),
    uses=("performer/lemma2/positive", "performer/eq20"),
    mechanism=("iid", "hyperbolic"),
    note="m projections are 2m features.",
)


STATEMENTS = (
    LEMMA2_TRIG,
    LEMMA2_POSITIVE,
    LEMMA2_HYPERBOLIC,
)
