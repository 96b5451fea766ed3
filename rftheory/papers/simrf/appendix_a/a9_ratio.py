"""Appendix A.9 of simrf, (77) and (78): the trigonometric MSE ratio through the pair mean of orthogonal rows.

* (77): MSE_ORF/MSE_IIDRF = 1 + 2(m-1)/(1-e^{-z^2})^2 (E_ort a_1 a_2 - e^{-z^2}). Misprinted with
  (1+e^{-z^2})^2 below; (74) and (27) have the minus sign.
* (78): E_ort a_1 a_2 - e^{-z^2} = sum_k (-z^2)^k/k! (g_k - 1), g_k = Gamma(k+d) Gamma(d/2)/(2^k Gamma(k+d/2)
  Gamma(d)).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    Derivation,
    Equal,
    Erratum,
    Proof,
    Representations,
    Search,
    Statement,
    formally,
    formula,
)
from rftheory.papers.simrf._lemmas import trigonometric as rff
from rftheory.papers.simrf._lemmas.gamma_ratio import GENTLE_PLANE, PLANE, PRINTED_SERIES, PRINTED_TERM
from rftheory.papers.simrf._lemmas.trigonometric import GENTLE, OPEN_BLOCK, ORT, ORT_COORDINATES, U
from rftheory.papers.simrf._notation import ANY_DIMENSION, DISTANCE, d, k


def _divided(proof: Proof) -> None:
    rff.mean_of_cosines(proof)
    pair = sp.Symbol("S", real=True)
    proof.equal(
        rff.mse(pair) / rff.IID_MSE, rff.ratio(pair), "dividing (74) by its value for independent rows"
    )
    a = sp.Symbol("a", real=True)
    proof.equal(
        sp.re(sp.exp(-sp.I * a)), sp.cos(a), "exponentials and cosines: equal means, as w and -w have one law"
    )


_EXACT_RATIO = rff.exact(rff.literal_mse(ORT_COORDINATES) / rff.IID_MSE, rff.ratio(ORT), OPEN_BLOCK)

EQ77 = Statement(
    id="simrf/eq77",
    kind="identity",
    where="eq. (77) and the text after it",
    title="MSE ratio through the orthogonal pair mean",
    text="The ratio of the MSEs of orthogonal and independent rows is 1 plus a multiple of E_ort(a_1 a_2) - e^{-z^2}.",
    latex=r"\frac{\mathrm{MSE}_{\rm ORF}}{\mathrm{MSE}_{\rm IIDRF}}=1+\frac{2(m-1)}{(1+e^{-z^2})^2}\left(\mathbb E_{\rm ort}(a_1a_2)-e^{-z^2}\right)",
    domain_text="m <= d",
    domain=OPEN_BLOCK,
    sides={
        "lhs": formally(
            _EXACT_RATIO,
            ANY_DIMENSION,
        ),
        "rhs": formally(
            formula(rff.ratio(ORT, (1 + sp.exp(-U)) ** 2), OPEN_BLOCK, "d m z"), ANY_DIMENSION, DISTANCE
        ),
    },
    claim=Equal(),
    checks=(Agreement(points=GENTLE), Search(), Representations("lhs", points=GENTLE)),
    uses=("simrf/eq74",),
    mechanism=("orthogonal", "iid", "trigonometric"),
    note="The sign in the denominator: (74) gives (1 - e^{-z^2})^2, and (27) has it so.",
    erratum=Erratum(
        kind="misprint",
        at="eq. (77)",
        formula=r"\frac{2(m-1)}{(1+e^{-z^2})^2}",
        false="The denominator is (1 - e^{-z^2})^2: dividing (74) by its value for independent rows gives it.",
        weight=1,
        points=({"d": "2", "m": "2", "z": "1"}, {"d": "3", "m": "2", "z": "1/2"}),
    ),
).corrected(
    where="eq. (77)",
    title="MSE ratio through the orthogonal pair mean, with 1 - e^{-z^2} below",
    text="The same with (1 - e^{-z^2})^2 in the denominator.",
    latex=r"\frac{\mathrm{MSE}_{\rm ORF}}{\mathrm{MSE}_{\rm IIDRF}}=1+\frac{2(m-1)}{(1-e^{-z^2})^2}\left(\mathbb E_{\rm ort}(a_1a_2)-e^{-z^2}\right)",
    domain_text="m <= d, z > 0",
    sides={
        "lhs": _EXACT_RATIO,
        "rhs": formula(rff.ratio(ORT), OPEN_BLOCK, "d m z"),
    },
    checks=(
        Agreement(points=GENTLE),
        Search(),
        Representations("lhs", points=GENTLE),
        Derivation(_divided, WHOLE),
    ),
    uses=("simrf/eq74",),
)


def _difference(proof: Proof) -> None:
    rff.pair_mean(proof)
    series = (
        (-U / 2) ** k
        / sp.factorial(k)
        * sp.gamma(d / 2)
        / sp.gamma(d)
        * sp.gamma(k + d)
        / sp.gamma(k + d / 2)
    )
    exponential = (-U) ** k / sp.factorial(k)
    proof.equal(series - exponential, PRINTED_TERM, "both series term by term")


EQ78 = Statement(
    id="simrf/eq78",
    kind="identity",
    where="eq. (78)",
    title="Orthogonal pair mean minus the independent one",
    text="The pair mean exceeds e^{-z^2} by one series whose coefficients measure how far the Gamma ratio is from 1.",
    latex=r"\sum_{k=0}^\infty\frac{(-z^2)^k}{k!}\left(\frac1{2^k}\frac{\Gamma(k+d)\Gamma(\frac d2)}{\Gamma(k+\frac d2)\Gamma(d)}-1\right)",
    domain_text="orthogonal pair",
    domain=PLANE,
    sides={
        "lhs": formally(
            rff.exact(ORT_COORDINATES - sp.exp(-U), ORT - sp.exp(-U), PLANE, "d z"), ANY_DIMENSION
        ),
        "rhs": PRINTED_SERIES,
    },
    claim=Equal(),
    checks=(
        Agreement(points=GENTLE_PLANE),
        Search(),
        Representations("lhs", points=GENTLE_PLANE),
        Representations("rhs", points=GENTLE_PLANE),
        Derivation(_difference, WHOLE),
    ),
    uses=("simrf/thm4.5",),
    mechanism=("orthogonal", "trigonometric"),
)


STATEMENTS = (
    EQ77,
    EQ78,
)
