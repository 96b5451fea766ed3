"""Section 2.3 of performer: the softmax kernel (6) and its trigonometric estimator.

Main results
* (6): SM = exp(x.y) = e^{|x|^2/2} exp(-|x-y|^2/2) e^{|y|^2/2}.
* Sine and cosine features with the weight e^{|x|^2/2} estimate it without bias.

Proofs. |x-y|^2 = |x|^2 + |y|^2 - 2 x.y; the Gaussian characteristic function. Projections are parameters. Drawn: the
mean of m independent rows.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Equal,
    Estimate,
    Expectation,
    On,
    Proof,
    Simulation,
    Statement,
    formula,
)
from rftheory.papers._shared.invariants import COUNT, DELTA2, m, pairs, x2, xy, y2
from rftheory.papers.performer._lemmas.row_estimates import ROWS, TRIGONOMETRIC_ESTIMATE, WAVES_OF_DIFFERENCES
from rftheory.papers.performer._notation import DRAWN, SM, length

_PAIRS = pairs()
_UNBIASED = On(pairs(COUNT, m=(1,)), Equal(Expectation(Estimate("iid", "trigonometric", m)), SM))


def _softmax(proof: Proof) -> None:
    proof.equal(x2 / 2 - DELTA2 / 2 + y2 / 2, xy, "the exponents add up: |x-y|^2 = |x|^2 + |y|^2 - 2 x.y")


EQ6 = Statement(
    id="performer/eq6",
    kind="identity",
    where="eq. (6) and the sentence after",
    title="The softmax kernel is a weighted Gaussian kernel",
    text="The softmax kernel exp(x.y) is the Gaussian kernel times exp(|x|^2/2) and exp(|y|^2/2).",
    latex=r"\mathrm{SM}(x,y)=\exp(x^\top y)=e^{\|x\|^2/2}K_{\rm gauss}(x,y)e^{\|y\|^2/2}",
    domain_text="x, y in R^d; the factor 1/sqrt d is part of the inputs",
    domain=_PAIRS,
    sides={
        "lhs": formula(SM, _PAIRS, "x2 y2 xy"),
        "rhs": formula(
            sp.Mul(sp.exp(x2 / 2), sp.exp(-DELTA2 / 2), sp.exp(y2 / 2), evaluate=False),
            _PAIRS,
            "x2 y2 xy",
        ),
    },
    claim=Equal(),
    checks=(Derivation(_softmax, WHOLE),),
    setting="softmax kernel",
)


def _unbiased_waves(proof: Proof) -> None:
    a, b, t = sp.symbols("a b t", real=True)
    wave = sp.sin(a) * sp.sin(b) + sp.cos(a) * sp.cos(b)
    proof.equal(sp.cos(a - b), wave, "the features of one row multiply to cos(omega.(x-y))")
    normal = sp.exp(-(t**2) / 2) / sp.sqrt(2 * sp.pi)
    proof.equal(
        sp.integrate(sp.cos(length * t) * normal, (t, -sp.oo, sp.oo)),
        sp.exp(-(length**2) / 2),
        "its mean: omega.(x-y) is N(0, |x-y|^2)",
    )
    proof.equal(sp.exp((x2 + y2) / 2) * sp.exp(-DELTA2 / 2), SM, "times the weights h(x) h(y)")
    proof.equal(m * sp.sqrt(1 / m) ** 2, sp.S.One, "m equal means with weight 1/m")


SEC2_3_ESTIMATOR_TRIG = Statement(
    id="performer/sec2.3/estimator-trig",
    kind="identity",
    where="Section 2.3, after (6)",
    title="The trigonometric estimator of the softmax kernel",
    text="Sine and cosine features with the weight exp(|x|^2/2) estimate the softmax kernel without bias.",
    latex=r"\widehat{\mathrm{SM}}^{\rm trig}_m(x,y)=\frac{e^{(\|x\|^2+\|y\|^2)/2}}m\sum_i\cos(\omega_i^\top(x-y))",
    domain_text="omega_i ~ N(0, I_d)",
    domain=ROWS,
    sides={"": TRIGONOMETRIC_ESTIMATE},
    claim=All((Equal("", WAVES_OF_DIFFERENCES), _UNBIASED)),
    checks=(
        Derivation(_unbiased_waves, WHOLE),
        Simulation(
            "iid",
            "trigonometric",
            "mean",
            formula(sp.exp(-(length**2) / 2), DRAWN, "length"),
            ({"d": 4, "m": 4, "length": 1},),
        ),
    ),
    uses=("performer/eq5", "performer/eq6"),
    mechanism=("trigonometric",),
    setting="trigonometric; m projections, 2m features",
)


STATEMENTS = (
    EQ6,
    SEC2_3_ESTIMATOR_TRIG,
)
