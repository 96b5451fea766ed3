"""Section 6 of orf up to Lemma 3: the bias of SORF, and why a Gaussian matrix behaves like a scaled rotation.

* Theorem 3: |E K_SORF - e^{-z^2/2}| <= 6 z/sqrt(d) in every direction, hence no bias as d -> oo. Given D2, D3
  the mean is prod_j cos(y_j), y = H D2 H D3 x; three cases by E sum y_j^4 <= 3 z^4/d. Also enumerated, and by
  hand at d = 2, 4.
* Lemma 3: W z is N(0, |z|^2 I_d) for a Gaussian matrix W; after it: so is R g for a rotation R scaled by |z|.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Distribution,
    Estimate,
    Expectation,
    Independent,
    Law,
    Limit,
    Proof,
    Statement,
    formula,
    whole,
)
from rftheory.papers.orf._lemmas.enumeration import bias_written_out
from rftheory.papers.orf._lemmas.structured_bias import bias_bound
from rftheory.papers.orf._notation import SORF_BIAS, STRUCTURED, d, z

_BOUND = 6 * z / sp.sqrt(d)


def _vanishing(proof: Proof) -> None:
    bias_bound(proof)
    proof.limit(_BOUND, d, sp.oo, sp.S.Zero, "the bound vanishes as d grows, in every direction")


SEC6_UNBIASED_LARGE_D = Statement(
    id="orf/sec6/unbiased-large-d",
    kind="limit",
    where="Section 6, opening, and after Theorem 3",
    title="SORF is unbiased in the limit",
    text="For large d the mean of SORF is the Gaussian kernel.",
    latex=r"\lim_{d\to\infty}\mathbb E K_{\rm SORF}=e^{-z^2/2}",
    domain_text="large d, fixed z",
    claim=Limit(Expectation(Estimate("hd3", "trigonometric", d)), "d", sp.oo, sp.exp(-(z**2) / 2)),
    checks=(Derivation(_vanishing, whole("the limit d to infinity at fixed z, every direction")),),
    uses=("orf/thm3",),
    mechanism=("hd3", "trigonometric"),
)

THM3 = Statement(
    id="orf/thm3",
    kind="inequality",
    where="Theorem 3",
    title="Bias of SORF",
    text="The mean of SORF lies within 6 z/sqrt(d) of the Gaussian kernel.",
    latex=r"\left|\mathbb E(K_{\rm SORF}(x,y))-e^{-z^2/2}\right|\le\frac{6z}{\sqrt d}",
    domain_text="all x, y",
    domain=STRUCTURED,
    sides={"lhs": formula(SORF_BIAS, STRUCTURED, "x"), "rhs": formula(_BOUND, STRUCTURED, "z d")},
    claim=Below(strict=False, absolute=True),
    checks=(
        *bias_written_out("lhs", STRUCTURED),
        Derivation(bias_bound, whole("every power of two d, every x and y")),
    ),
    uses=("orf/eq5",),
    mechanism=("hd3", "trigonometric"),
    note="Source unclear: the bars around the difference are lost; the claim with bars implies the one without.",
)


def _gaussian_image(proof: Proof) -> None:
    a, v = sp.symbols("a v", real=True)
    square = sp.Symbol("z2", nonnegative=True)
    proof.cite("independence: E exp(i a sum_j G_1j z_j) = prod_j exp(-a^2 z_j^2/2)")
    proof.equal(
        sp.exp(-(a**2) * v / 2) * sp.exp(-(a**2) * (square - v) / 2),
        sp.exp(-(a**2) * square / 2),
        "the exponents add up to |z|^2",
    )
    proof.cite(
        "different rows of G are independent, so the joint characteristic function is that of N(0, |z|^2 I_d)"
    )


_IMAGE = sp.Symbol("W z")  # a standard Gaussian matrix times a vector

LEMMA3 = Statement(
    id="orf/lemma3",
    kind="identity",
    where="Lemma 3",
    title="A Gaussian matrix times a vector",
    text="W z for a standard Gaussian matrix W is a Gaussian vector with covariance |z|^2 I_d.",
    latex=r"Wz\sim N(0,\|z\|_2^2I_d)",
    domain_text="any z in R^d",
    claim=Law(_IMAGE, Distribution("normal", 0, z**2 * sp.Symbol("I_d"))),
    checks=(Derivation(_gaussian_image, WHOLE),),
    uses=("orf/eq1",),
    mechanism=("iid",),
)


def _scaled_rotation(proof: Proof) -> None:
    _gaussian_image(proof)
    length, angle = sp.Symbol("z", positive=True), sp.Symbol("phi", real=True)
    turn = length * sp.Matrix([[sp.cos(angle), -sp.sin(angle)], [sp.sin(angle), sp.cos(angle)]])
    proof.equal(
        turn * turn.T,
        length**2 * sp.eye(2),
        "R R^T = |z|^2 I for R = |z| times an orthogonal matrix (shown for a rotation)",
    )
    proof.cite("R g is Gaussian with covariance R R^T; uncorrelated Gaussian coordinates are independent")


SEC6_RG = Statement(
    id="orf/sec6/rg",
    kind="identity",
    where="after Lemma 3",
    title="The same law from a scaled rotation",
    text="W z has the law of R g with R a rotation scaled by |z| and g standard Gaussian; its coordinates are independent.",
    latex=r"Wz=Rg,\quad Rg\sim N(0,\|z\|_2^2I_d)",
    domain_text="any z",
    claim=All(
        (
            Law(_IMAGE, Distribution("law of R g", sp.Symbol("R"), sp.Symbol("g"))),
            Independent((sp.Symbol("(W z)_1"), sp.Symbol("(W z)_d"))),
        )
    ),
    checks=(Derivation(_scaled_rotation, whole("equality in law, every z")),),
    uses=("orf/lemma3",),
    mechanism=("iid",),
)


STATEMENTS = (
    SEC6_UNBIASED_LARGE_D,
    THM3,
    LEMMA3,
    SEC6_RG,
)
