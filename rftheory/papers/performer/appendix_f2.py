"""Appendix F.2 of performer, (13) to (20): the proof of Lemma 2.

Main results, Delta = x - y, z = x + y
* (13)-(15): MSE(trig) = e^{|x|^2+|y|^2} Var cos(omega.Delta)/m, with the variance (1 - e^{-|Delta|^2})^2/2.
* (16)-(19): E e^{omega.z} = e^{|z|^2/2}, so MSE(+) = e^{-(|x|^2+|y|^2)} (e^{2|z|^2} - e^{|z|^2})/m.
* (20): MSE(hyp+) = e^{-(|x|^2+|y|^2)} (e^{|z|^2} - 1)^2/(2m).

Proofs. Gaussian moments by parts, series term by term, Var/m for a mean of m rows. Second forms: the same series.
Drawn: the variance of one cosine.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Covariance,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Expectation,
    Formula,
    Inner,
    MeanSquareError,
    Proof,
    Representations,
    Restated,
    Row,
    Statement,
    Variance,
    formula,
    real,
)
from rftheory.papers._shared.invariants import CAUCHY_SCHWARZ, DELTA2, SQUARES, V2, fit, m, x2, y2
from rftheory.papers.performer._lemmas.gaussian_rows import (
    COUNTED,
    ERROR_BY_BOTH,
    ERROR_BY_COSINES,
    ERROR_BY_EXPONENTIALS,
    GAUSS,
    LENGTHS,
    LINE,
    MODEST,
    NAMES,
    Points,
    cosine_row,
    cosine_variance,
    drawn,
    exponential_mean,
    exponential_row,
    hyperbolic_steps,
    moment_step,
    positive_steps,
    trigonometric_steps,
    v,
)
from rftheory.papers.performer._notation import LAMBDA, SM, iid_error, trigonometric_error

_z = sp.Symbol("z", nonnegative=True)
_SUM, _DIFFERENCE = (Inner(Row("iid", 1), sp.Symbol(name)) for name in ("z", "Delta"))  # omega.z, omega.Delta
_RISING, _FALLING = sp.exp(_SUM), sp.exp(-_SUM)
_TRIGONOMETRIC, _POSITIVE, _HYPERBOLIC = (
    MeanSquareError(Estimate("iid", name, m)) for name in ("trigonometric", "positive", "hyperbolic")
)


def _by_series(side: Formula, series: Formula, domain: Domain, points: Points) -> Restated:
    """A side beside the series of its Gaussian moments."""
    return Restated(
        "against the Gaussian moments, term by term",
        {"lhs": side, "rhs": series},
        domain,
        Equal(),
        Agreement(points=points),
    )


_VARIANCE = (1 + sp.exp(-2 * DELTA2)) / 2 - sp.exp(-DELTA2)

_ERROR_BY_VARIANCE = formula(sp.exp(x2 + y2) / m * _VARIANCE, COUNTED, NAMES, closed=trigonometric_error())

EQ13 = Statement(
    id="performer/eq13",
    kind="identity",
    where="eq. (13)",
    title="Error of trigonometric features by the variance of a cosine",
    text="The error is the variance of cos(omega.Delta) times exp(|x|^2+|y|^2)/m.",
    latex=(
        r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm trig}_m)=\tfrac1m e^{\|x\|^2+\|y\|^2}"
        r"\mathrm{Var}(\cos(\omega^\top\Delta))"
    ),
    domain_text="independent omega_i",
    domain=COUNTED,
    sides={"": _ERROR_BY_VARIANCE},
    claim=All(
        (
            Equal(_TRIGONOMETRIC, sp.exp(x2 + y2) / m * Variance(sp.cos(_DIFFERENCE))),
            Equal(_TRIGONOMETRIC, ""),
        )
    ),
    checks=(
        _by_series(_ERROR_BY_VARIANCE, ERROR_BY_COSINES, COUNTED, MODEST),
        Representations("", None, MODEST),
        Derivation(trigonometric_steps, WHOLE),
    ),
    uses=("performer/sec2.3/estimator-trig",),
    mechanism=("iid", "trigonometric"),
)

_DISTANCE = Domain((real("z", 0, meaning="|x-y|"),), extra=({"z": 0}, {"z": 1}, {"z": "1e-6"}, {"z": 30}))
_DISTANCES: Points = ({"z": "1/3"}, {"z": 1}, {"z": 2}, {"z": 6})


def _variance_of_cosine(proof: Proof) -> None:
    cosine_row(proof)
    angle = sp.Symbol("a", real=True)
    proof.equal(sp.cos(angle) ** 2, (1 + sp.cos(2 * angle)) / 2, "E cos^2 is a mean at 0 and at 2z")
    single = sp.exp(-(_z**2) / 2)
    proof.equal(
        (1 + single.subs(_z, 2 * _z)) / 2 - single**2,
        (1 - sp.exp(-(_z**2))) ** 2 / 2,
        "second moment less square",
    )


_COSINE_VARIANCE = formula((1 - sp.exp(-(_z**2))) ** 2 / 2, _DISTANCE, "z")

EQ14 = Statement(
    id="performer/eq14",
    kind="identity",
    where="eq. (14)",
    title="Variance of one cosine",
    text="The variance of cos(omega.Delta) is half the square of 1 - exp(-|Delta|^2).",
    latex=r"\mathrm{Var}(\cos(\omega^\top\Delta))=\tfrac12\left(1-e^{-\|\Delta\|^2}\right)^2",
    domain_text="omega ~ N(0, I_d)",
    domain=_DISTANCE,
    sides={"": _COSINE_VARIANCE},
    claim=Equal(Variance(sp.cos(_DIFFERENCE)), ""),
    checks=(
        _by_series(_COSINE_VARIANCE, formula(cosine_variance(_z**2), _DISTANCE, "z"), _DISTANCE, _DISTANCES),
        Derivation(_variance_of_cosine, WHOLE),
        drawn("trigonometric", (4, 1, 1)),
    ),
    uses=("orf/lemma1/variance",),
    setting="one projection",
)

EQ15 = Statement(
    id="performer/eq15",
    kind="identity",
    where="eq. (15)",
    title="Error of trigonometric features, two forms",
    text="The weight exp(|x|^2+|y|^2) equals exp(|z|^2) SM^-2, which gives the form of Lemma 2.",
    latex=(
        r"\tfrac1{2m}e^{\|x\|^2+\|y\|^2}(1-e^{-\|\Delta\|^2})^2=\tfrac1{2m}e^{\|z\|^2}\mathrm{SM}^{-2}(x,y)"
        r"(1-e^{-\|\Delta\|^2})^2"
    ),
    domain_text="all x, y",
    domain=COUNTED,
    sides={"": formula(sp.exp(V2) * SM**-2 * (1 - sp.exp(-DELTA2)) ** 2 / (2 * m), COUNTED, NAMES)},
    claim=All((Equal(_TRIGONOMETRIC, trigonometric_error()), Equal(trigonometric_error(), ""))),
    checks=(
        Representations("", ERROR_BY_COSINES, MODEST),
        Derivation(trigonometric_steps, WHOLE),
    ),
    uses=("performer/eq13", "performer/eq14"),
    mechanism=("iid", "trigonometric"),
)


def _exponential(proof: Proof) -> None:
    exponential_row(proof)
    g = sp.Symbol("g", real=True)
    proof.equal(
        sp.integrate(sp.exp(g * v - g**2 / 2) / sp.sqrt(2 * sp.pi), (g, -sp.oo, sp.oo)),
        GAUSS,
        "and by integration",
    )


EQ16 = Statement(
    id="performer/eq16",
    kind="identity",
    where="eq. (16)",
    title="Gaussian moment generating function",
    text="The mean of exp(omega.z) is exp(|z|^2/2).",
    latex=r"\mathbb E_{\omega\sim N(0,I_d)}[e^{\omega^\top z}]=e^{\|z\|^2/2}",
    domain_text="all z",
    domain=LINE,
    sides={
        "lhs": formula(exponential_mean(v**2), LINE, "v", closed=GAUSS),
        "rhs": formula(GAUSS, LINE, "v"),
    },
    claim=All((Equal(Expectation(_RISING), "rhs"), Equal())),
    checks=(Representations("lhs", None, LENGTHS), Derivation(_exponential, WHOLE)),
    setting="one projection",
)

_TWO = Domain(
    SQUARES, (CAUCHY_SCHWARZ,), fit, tuple({n: p[n] for n in ("x2", "y2", "xy")} for p in COUNTED.extra[:9])
)
_TRIPLES: Points = tuple({n: p[n] for n in ("x2", "y2", "xy")} for p in MODEST)


def _kernel_by_mean(proof: Proof) -> None:
    moment_step(proof)
    exponential_row(proof)
    proof.equal(LAMBDA * sp.exp(V2 / 2), SM, "the weight turns the mean at z = x + y into SM")


_WEIGHTED = formula(LAMBDA * sp.exp(V2 / 2), _TWO, "x2 y2 xy", closed=SM)

EQ17 = Statement(
    id="performer/eq17",
    kind="identity",
    where="eq. (17)",
    title="The positive estimator is unbiased",
    text="SM is the weighted mean of exp(omega.z), z = x + y.",
    latex=r"\mathrm{SM}(x,y)=e^{-\frac{\|x\|^2+\|y\|^2}2}\mathbb E[e^{\omega^\top z}]",
    domain_text="z = x + y",
    domain=_TWO,
    sides={"": _WEIGHTED},
    claim=All((Equal(SM, LAMBDA * Expectation(_RISING)), Equal(SM, ""))),
    checks=(
        _by_series(_WEIGHTED, formula(LAMBDA * exponential_mean(V2), _TWO, "x2 y2 xy"), _TWO, _TRIPLES),
        Representations("", None, _TRIPLES),
        Derivation(_kernel_by_mean, WHOLE),
    ),
    uses=("performer/lemma1/exp",),
    mechanism=("positive",),
)


def _positive(proof: Proof) -> None:
    positive_steps(proof)
    u = sp.Symbol("u", nonnegative=True)
    proof.equal(
        (sp.exp(u / 2)).subs(u, 4 * u), sp.exp(2 * u), "E exp(2 omega.z) is the mean at 2z, |2z|^2 = 4u"
    )
    proof.equal(
        sp.exp(u) * (sp.exp(u) - 1),
        sp.exp(2 * u) * (1 - sp.exp(-u)),
        "exp(2u) - exp(u) in two forms, u = |z|^2",
    )


_ERROR = formula(iid_error(), COUNTED, NAMES)

EQ18 = Statement(
    id="performer/eq18",
    kind="identity",
    where="eq. (18)",
    title="Error of positive features by the variance of an exponential",
    text="The error is exp(-(|x|^2+|y|^2))/m times the variance exp(2|z|^2) - exp(|z|^2) of exp(omega.z).",
    latex=(
        r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_m)=\tfrac1m e^{-(\|x\|^2+\|y\|^2)}"
        r"\left(e^{2\|z\|^2}-e^{\|z\|^2}\right)"
    ),
    domain_text="all x, y",
    domain=COUNTED,
    sides={"": _ERROR},
    claim=All(
        (
            Equal(_POSITIVE, LAMBDA**2 / m * Variance(_RISING)),
            Equal(
                _POSITIVE,
                LAMBDA**2 / m * (Expectation(sp.exp(2 * _SUM)) - Expectation(_RISING) ** 2),
            ),
            Equal(_POSITIVE, ""),
        )
    ),
    checks=(_by_series(_ERROR, ERROR_BY_EXPONENTIALS, COUNTED, MODEST), Derivation(_positive, WHOLE)),
    uses=("performer/eq16",),
    mechanism=("iid", "positive"),
)

_FACTORED = LAMBDA**2 * sp.exp(V2) * (sp.exp(V2) - 1) / m

EQ19 = Statement(
    id="performer/eq19",
    kind="identity",
    where="eq. (19)",
    title="Error of positive features, two forms",
    text="Pulling out exp(|z|^2) twice gives the form of Lemma 2.",
    latex=r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_m)=\tfrac1m e^{\|z\|^2}\mathrm{SM}^2(x,y)(1-e^{-\|z\|^2})",
    domain_text="all x, y",
    domain=COUNTED,
    sides={"": formula(sp.exp(V2) * SM**2 * (1 - sp.exp(-V2)) / m, COUNTED, NAMES)},
    claim=All((Equal(_POSITIVE, _FACTORED), Equal(_FACTORED, ""))),
    checks=(
        Representations("", ERROR_BY_EXPONENTIALS, MODEST),
        Derivation(_positive, WHOLE),
    ),
    uses=("performer/eq18",),
    mechanism=("iid", "positive"),
)

_HALVED = formula(LAMBDA**2 * (sp.exp(V2) - 1) ** 2 / (2 * m), COUNTED, NAMES)

EQ20 = Statement(
    id="performer/eq20",
    kind="identity",
    where="eq. (20)",
    title="Error of hyperbolic features",
    text=(
        "The variances and the covariance of exp(+-omega.z) add up to half the square of exp(|z|^2) - 1, which is "
        "the error of positive features times (1 - exp(-|z|^2))/2."
    ),
    latex=(
        r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm hyp+}_m)=\tfrac1{2m}e^{-(\|x\|^2+\|y\|^2)}(e^{\|z\|^2}-1)^2"
        r"=\tfrac12(1-e^{-\|z\|^2})\mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_m)"
    ),
    domain_text="all x, y",
    domain=COUNTED,
    sides={"": _HALVED},
    claim=All(
        (
            Equal(
                _HYPERBOLIC,
                LAMBDA**2
                / (4 * m)
                * (Variance(_RISING) + Variance(_FALLING) + 2 * Covariance(_RISING, _FALLING)),
            ),
            Equal(
                _HYPERBOLIC,
                LAMBDA**2 / (2 * m) * (Variance(_RISING) + 1 - Expectation(_RISING) ** 2),
            ),
            Equal(_HYPERBOLIC, ""),
            Equal(_HYPERBOLIC, (1 - sp.exp(-V2)) / 2 * _POSITIVE),
            Equal("", (1 - sp.exp(-V2)) / 2 * iid_error()),
        )
    ),
    checks=(
        _by_series(_HALVED, ERROR_BY_BOTH, COUNTED, MODEST),
        Derivation(hyperbolic_steps, WHOLE),
    ),
    uses=("performer/eq18",),
    mechanism=("iid", "hyperbolic"),
)


STATEMENTS = (
    EQ13,
    EQ14,
    EQ15,
    EQ16,
    EQ17,
    EQ18,
    EQ19,
    EQ20,
)
