"""Section 2.1 of hrf: random feature representations, their encodings, and Lemma 2.2.

Main results
* Definition 2.1: K = E sum_i xi_i(x, w) xi_i(y, w) has the map of all xi_i at m draws, over sqrt m; its estimate
  is unbiased.
* Lemma 2.2: MSE(trig) = e^{|x+y|^2} SM^-2 (1 - e^{-|x-y|^2})^2/(2m), which falls in x.y at fixed norms, and
  MSE(++) = e^{|x+y|^2} SM^2 (1 - e^{-|x+y|^2})^2/(2m), which rises.

False as printed: the functions that are to encode (2) and (3) lack the weights exp(+-|u|^2/2). They encode
exp(-|x-y|^2/2) and exp(|x+y|^2/2); with the weights both encode SM.

Proofs. E cos(w.z) = e^{-|z|^2/2}, E cosh(w.z) = e^{|z|^2/2}, their variances from the same at 2z, and Var/m for a
mean of m rows. Second forms: the power series of both means. Drawn: squared errors of iid rows.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Equal,
    Erratum,
    Expectation,
    Inner,
    MeanSquareError,
    Monotone,
    On,
    Proof,
    Representations,
    Row,
    Statement,
    formula,
    part,
    whole,
)
from rftheory.papers._shared.base_estimators import (
    COUNTED,
    FALLING,
    MODERATE,
    MODEST,
    NAMES,
    POSITIVE_BY_MOMENTS,
    POSITIVE_CLOSED,
    RISING,
    TRIGONOMETRIC_BY_MOMENTS,
    TRIGONOMETRIC_CLOSED,
    TRIGONOMETRIC_PRINTED,
    drawn,
    falls,
    positive_mean,
    positive_steps,
    rises,
    trigonometric_mean,
    trigonometric_steps,
    wave_mean,
)
from rftheory.papers._shared.hybrid_errors import GAUSSIAN_KERNEL, SM, positive_error, trigonometric_error
from rftheory.papers._shared.invariants import DELTA2, V2, m, pairs, x2, xy, y2
from rftheory.papers.hrf._lemmas.base_terms import POSITIVE, TRIGONOMETRIC, X, Y

_PAIRS = pairs()
_KERNEL = formula(SM, _PAIRS, "xy")
_U, _V = Inner(Row("iid", 1), X), Inner(Row("iid", 1), Y)  # w.x, w.y
_WAVES = sp.sin(_U) * sp.sin(_V) + sp.cos(_U) * sp.cos(_V)
_EXPONENTIALS = (sp.exp(_U) * sp.exp(_V) + sp.exp(-_U) * sp.exp(-_V)) / 2


def _estimator(proof: Proof) -> None:
    j, kernel = sp.Symbol("j", positive=True, integer=True), sp.Symbol("K", real=True)
    proof.equal(
        (1 / sp.sqrt(m)) ** 2 * sp.summation(kernel, (j, 1, m)),
        kernel,
        "m rows, each of mean K, with the weight (1/sqrt m)^2",
    )
    proof.cite("linearity: the l means of xi_i(x, w_j) xi_i(y, w_j) in row j add up to K by (4)")


DEF2_1 = Statement(
    id="hrf/def2.1",
    kind="definition",
    where="Definition 2.1, eqs. (4)-(6)",
    title="Random feature maps",
    text=(
        "A kernel that is the mean of sum_i xi_i(x,w) xi_i(y,w) has the map of all xi_i at m draws of w, divided by "
        "sqrt m; the product of two such maps is an unbiased estimate."
    ),
    latex=(
        r"K(x,y)=\mathbb E_{\omega\sim\Omega}\Big[\sum_{i=1}^l\xi_i(x,\omega)\xi_i(y,\omega)\Big],\quad "
        r"\hat K(x,y)=\phi_m(x)^\top\phi_m(y)"
    ),
    domain_text="real xi_i",
    checks=(Derivation(_estimator, part("that the estimate is unbiased")),),
    setting="any",
)


def _weighted_waves(proof: Proof) -> None:
    trigonometric_mean(proof)
    a, b, one, two = sp.symbols("a b g h", real=True)
    proof.equal(
        one * sp.sin(a) * two * sp.sin(b) + one * sp.cos(a) * two * sp.cos(b),
        one * two * sp.cos(a - b).expand(trig=True),
        "the two products of xi_1 and xi_2 with weights g = exp(|x|^2/2), h = exp(|y|^2/2) add up to the row of (2)",
    )


SEC2_1_TRIG_ENCODING = Statement(
    id="hrf/sec2.1/trig-encoding",
    kind="identity",
    where="Section 2.1, after eq. (6)",
    title="Trigonometric features by Definition 2.1",
    text="With l = 2 and xi_1, xi_2 the sine and the cosine of w.u, (4) gives the map (2).",
    latex=r"l=2,\ \xi_1(u,\omega)=\sin(\omega^\top u),\ \xi_2(u,\omega)=\cos(\omega^\top u)",
    domain_text="u in R^d",
    domain=_PAIRS,
    sides={
        "lhs": formula(wave_mean(-DELTA2), _PAIRS, "x2 y2 xy", closed=GAUSSIAN_KERNEL),
        "rhs": _KERNEL,
    },
    claim=All((Equal(Expectation(_WAVES), "lhs"), Equal())),
    uses=("hrf/def2.1", "hrf/eq2"),
    mechanism=("trigonometric",),
    setting="Definition 2.1 x trigonometric",
    note="The factor exp(|u|^2/2) of (2) is missing: as printed the functions encode the Gaussian kernel.",
    erratum=Erratum(
        kind="misprint",
        at="Section 2.1, after eq. (6)",
        formula=r"\xi_1(u,\omega)=\sin(\omega^\top u),\ \xi_2(u,\omega)=\cos(\omega^\top u)",
        false=(
            "Both functions lack the factor exp(|u|^2/2) of (2): by (4) they encode the Gaussian kernel, not the "
            "softmax kernel."
        ),
        weight=1,
        points=({"x2": "1", "y2": "1", "xy": "0"}, {"x2": "1", "y2": "4", "xy": "1"}),
        objection="(2) has the factor, so the meaning is clear; (5) has no place for it but in these functions.",
    ),
).corrected(
    title="Trigonometric features by Definition 2.1, with their weight",
    text="With l = 2 and exp(|u|^2/2) times the sine and the cosine of w.u, (4) gives the map (2).",
    latex=(
        r"l=2,\ \xi_1(u,\omega)=e^{\|u\|^2/2}\sin(\omega^\top u),\ "
        r"\xi_2(u,\omega)=e^{\|u\|^2/2}\cos(\omega^\top u)"
    ),
    sides={
        "lhs": formula(sp.exp((x2 + y2) / 2) * wave_mean(-DELTA2), _PAIRS, "x2 y2 xy"),
        "rhs": _KERNEL,
    },
    claim=All((Equal(Expectation(sp.exp(x2 / 2) * sp.exp(y2 / 2) * _WAVES), "lhs"), Equal())),
    checks=(Derivation(_weighted_waves, WHOLE),),
)


def _weighted_exponentials(proof: Proof) -> None:
    positive_mean(proof)
    p, q, one, two = sp.symbols("p q g h", positive=True)
    pair = (one * p / sp.sqrt(2)) * (two * q / sp.sqrt(2)) + (one / p / sp.sqrt(2)) * (two / q / sp.sqrt(2))
    proof.equal(
        pair,
        one * two * (p * q + 1 / (p * q)) / 2,
        "the products with weights g = exp(-|x|^2/2), h = exp(-|y|^2/2) are the row of (3)",
    )


SEC2_1_POSITIVE_ENCODING = Statement(
    id="hrf/sec2.1/positive-encoding",
    kind="identity",
    where="Section 2.1, after eq. (6)",
    title="Positive features by Definition 2.1",
    text="With l = 2 and xi_1, xi_2 = exp(w.u)/sqrt 2, exp(-w.u)/sqrt 2, (4) gives positive features.",
    latex=r"l=2,\ \xi_1=\tfrac1{\sqrt2}e^{\omega^\top u},\ \xi_2=\tfrac1{\sqrt2}e^{-\omega^\top u}",
    domain_text="u in R^d",
    domain=_PAIRS,
    sides={
        "lhs": formula(wave_mean(V2), _PAIRS, "x2 y2 xy", closed=sp.exp(V2 / 2)),
        "rhs": _KERNEL,
    },
    claim=All((Equal(Expectation(_EXPONENTIALS), "lhs"), Equal())),
    uses=("hrf/def2.1", "hrf/eq3"),
    mechanism=("hyperbolic",),
    setting="Definition 2.1 x positive",
    note="The factor exp(-|u|^2/2) of (3) is missing: as printed the functions encode exp(|x+y|^2/2).",
    erratum=Erratum(
        kind="misprint",
        at="Section 2.1, after eq. (6)",
        formula=r"\xi_1=\tfrac1{\sqrt2}e^{\omega^\top u},\ \xi_2=\tfrac1{\sqrt2}e^{-\omega^\top u}",
        false="Both functions lack the factor exp(-|u|^2/2) of (3): by (4) they encode exp(|x+y|^2/2), not SM.",
        weight=1,
        follows_from="hrf/sec2.1/trig-encoding",
        points=({"x2": "1", "y2": "1", "xy": "0"}, {"x2": "1", "y2": "4", "xy": "1"}),
    ),
).corrected(
    title="Positive features by Definition 2.1, with their weight",
    text="With l = 2 and exp(-|u|^2/2) times exp(+-w.u)/sqrt 2, (4) gives the map (3).",
    latex=(
        r"l=2,\ \xi_1=\tfrac1{\sqrt2}e^{-\|u\|^2/2}e^{\omega^\top u},\ "
        r"\xi_2=\tfrac1{\sqrt2}e^{-\|u\|^2/2}e^{-\omega^\top u}"
    ),
    sides={
        "lhs": formula(sp.exp(-(x2 + y2) / 2) * wave_mean(V2), _PAIRS, "x2 y2 xy"),
        "rhs": _KERNEL,
    },
    claim=All((Equal(Expectation(sp.exp(-x2 / 2) * sp.exp(-y2 / 2) * _EXPONENTIALS), "lhs"), Equal())),
    checks=(Derivation(_weighted_exponentials, WHOLE),),
)


def _opposite(proof: Proof) -> None:
    falls(proof)
    rises(proof)
    size = sp.Symbol("N", positive=True)
    ends = {x2: size / 2, y2: size / 2}
    for error, end in ((trigonometric_error(), size / 2), (positive_error(), -size / 2)):
        proof.equal(error.subs({**ends, xy: end}), sp.S.Zero, "equal norms: exact at its better end")


SEC2_1_OPPOSITE = Statement(
    id="hrf/sec2.1/opposite",
    kind="inequality",
    where="Section 2.1, before Lemma 2.2",
    title="The two estimators behave in opposite ways",
    text="The trigonometric error is small at large and large at small kernel values, the positive one the reverse.",
    latex=(
        r"\partial_{x^\top y}\mathrm{MSE}(\widehat{SM}^{trig}_m)<0<\partial_{x^\top y}\mathrm{MSE}(\widehat{SM}^{++}_m)"
        r"\quad(\|x\|,\|y\|\ \text{fixed})"
    ),
    domain_text="qualitative; read at fixed norms",
    domain=COUNTED,
    claim=All(
        (
            Monotone(
                formula(TRIGONOMETRIC_PRINTED, COUNTED, NAMES, closed=TRIGONOMETRIC_CLOSED),
                "xy",
                increasing=False,
            ),
            Monotone(formula(positive_error(), COUNTED, NAMES, closed=POSITIVE_CLOSED), "xy"),
        )
    ),
    checks=(Derivation(_opposite, whole("fixed norms, the sense in which it is read")), FALLING, RISING),
    uses=("hrf/lemma2.2/trig", "hrf/lemma2.2/positive"),
    mechanism=("trigonometric", "hyperbolic"),
    note="Over pairs of any norms a large kernel value bounds neither error: both grow with |x|^2 + |y|^2.",
)

_BY_SERIES = "by the series of the moments, searched at squared norms up to 9"

LEMMA2_2_TRIG = Statement(
    id="hrf/lemma2.2/trig",
    kind="identity",
    where="Lemma 2.2, eq. (7), left",
    title="Error of the trigonometric estimator",
    text="With f_1(u) = e^{u^2} SM^-2/(2m) and f_3(u) = (1 - e^{-u^2})^2 the error is f_1(|x+y|) f_3(|x-y|).",
    latex=(
        r"\mathrm{MSE}(\widehat{SM}^{trig}_m)=f_1(\|z\|_2)f_3(\|\Delta\|_2)"
        r"=\tfrac1{2m}e^{\|x+y\|^2}SM^{-2}\left(1-e^{-\|x-y\|^2}\right)^2"
    ),
    domain_text="x, y in R^d; omega_i iid N(0, I_d)",
    domain=COUNTED,
    sides={"": formula(TRIGONOMETRIC_PRINTED, COUNTED, NAMES, closed=TRIGONOMETRIC_CLOSED)},
    claim=All(
        (
            Equal(MeanSquareError(TRIGONOMETRIC, SM), ""),
            On(MODERATE, Equal("", formula(TRIGONOMETRIC_BY_MOMENTS, MODERATE, NAMES)), _BY_SERIES),
        )
    ),
    checks=(
        Representations(""),
        Representations("", formula(TRIGONOMETRIC_BY_MOMENTS, COUNTED, NAMES), MODEST),
        Derivation(trigonometric_steps, WHOLE),
        drawn("trigonometric", (3, 1, 1, "1/2", "-1/4")),
    ),
    uses=("hrf/eq2",),
    mechanism=("iid", "trigonometric"),
    setting="iid x trigonometric x softmax; m projections, 2m features",
)

LEMMA2_2_POSITIVE = Statement(
    id="hrf/lemma2.2/positive",
    kind="identity",
    where="Lemma 2.2, eq. (7), right",
    title="Error of the positive estimator",
    text="With f_2(u) = e^{u^2} SM^2/(2m) the error is f_2(|x+y|) f_3(|x+y|).",
    latex=(
        r"\mathrm{MSE}(\widehat{SM}^{++}_m)=f_2(\|z\|_2)f_3(\|z\|_2)"
        r"=\tfrac1{2m}e^{\|x+y\|^2}SM^{2}\left(1-e^{-\|x+y\|^2}\right)^2"
    ),
    domain_text="x, y in R^d; omega_i iid N(0, I_d)",
    domain=COUNTED,
    sides={"": formula(positive_error(), COUNTED, NAMES, closed=POSITIVE_CLOSED)},
    claim=All(
        (
            Equal(MeanSquareError(POSITIVE, SM), ""),
            On(MODERATE, Equal("", formula(POSITIVE_BY_MOMENTS, MODERATE, NAMES)), _BY_SERIES),
        )
    ),
    checks=(
        Representations(""),
        Representations("", formula(POSITIVE_BY_MOMENTS, COUNTED, NAMES), MODEST),
        Derivation(positive_steps, WHOLE),
        drawn("hyperbolic", (3, 2, "9/4", "9/4", "9/4"), (4, 2, 25, 25, 25)),
    ),
    uses=("hrf/eq3",),
    mechanism=("iid", "hyperbolic"),
    setting="iid x positive x softmax; m projections, 2m features",
)


STATEMENTS = (
    DEF2_1,
    SEC2_1_TRIG_ENCODING,
    SEC2_1_POSITIVE_ENCODING,
    SEC2_1_OPPOSITE,
    LEMMA2_2_TRIG,
    LEMMA2_2_POSITIVE,
)
