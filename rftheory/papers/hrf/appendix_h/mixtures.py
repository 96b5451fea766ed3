"""Appendix H.2 of hrf, Definitions H.1 and H.2: the hybrids of all pairs of clusters.

Main results
* H.1: Gaussian mixtures sum lam_ij SM^ij + lam_0 SM^0 with lam_0 = 1 - sum lam_ij are unbiased where every base
  estimator is; those of (90) are for real A.
* H.2: with indicators as coefficients the hybrid is the base estimator of the pair of clusters at hand.

The text interchanges the ranges n_q and n_k of the centres; the sums have them right.

Proofs. The error of H.1 is an average of the errors of its base estimators; in H.2 one coefficient is 1.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import WHOLE, Derivation, Proof, Statement
from rftheory.papers._shared.complex_pairs import complex_error
from rftheory.papers.hrf._lemmas.zero_one import one_cell


def _weights(proof: Proof) -> None:
    """lam_0 = 1 - sum lam_ij makes the error an average of errors."""
    mixture, mass, spare, kernel = sp.symbols("X L S0 S")
    proof.equal(
        mixture + (1 - mass) * spare - kernel,
        (mixture - mass * kernel) + (1 - mass) * (spare - kernel),
        "with X = sum lam_ij S_ij, L = sum lam_ij: the error is sum lam_ij (S_ij - S) + lam_0 (S0 - S)",
    )
    proof.equal(mass + (1 - mass), sp.S.One, "the constraint (98) fixes lam_0")
    proof.cite(
        "Lambda is independent of E, and every base estimate that has mean S contributes 0 to the mean of the error"
    )


DEFH_1 = Statement(
    id="hrf/defH.1",
    kind="algorithm",
    where="Definition H.1, eqs. (97)-(100)",
    title="Hybrid Gaussian mixtures",
    text=(
        "The hybrid of all pairs of clusters weighs the base estimators (90) with the coefficients (94) and gives "
        "the rest of the weight to one more base estimator, SMtrig or SM++."
    ),
    latex=(
        r"\widehat{SM}=\sum_{i,j}\hat\lambda_{i,j}\widehat{SM}^{i,j}+\hat\lambda_0\widehat{SM}^0,\quad"
        r"\sum_{i,j}\hat\lambda_{i,j}+\hat\lambda_0=1"
    ),
    domain_text="complex A as printed",
    checks=(Derivation(_weights, WHOLE),),
    uses=("hrf/eq8", "hrf/eq90", "hrf/eq94"),
    mechanism=("mixture-hybrid",),
    note=(
        "Derived for base estimators of mean SM: those of (90) have it for real A, and with bilinear squares for "
        "complex A. The ranges n_k and n_q of the centres are interchanged in the text; the sums have them right."
    ),
)


def _in_cell(proof: Proof) -> None:
    """In the pair of clusters (i0, j0) the hybrid is its base estimator, whose error is exact."""
    one_cell(proof)
    complex_error(proof)


DEFH_2 = Statement(
    id="hrf/defH.2",
    kind="algorithm",
    where="Definition H.2, eqs. (101)-(104)",
    title="Hybrid zero-one mixtures",
    text="The hybrid of all pairs of clusters with indicator coefficients, which add up to 1.",
    latex=(
        r"\widehat{SM}=\sum_{i=1}^{n_q}\sum_{j=1}^{n_k}\hat\lambda_{i,j}\widehat{SM}^{i,j},\quad"
        r"\hat\lambda_{i,j}=\Psi^i(x)\Psi^j(y)"
    ),
    domain_text="hard cluster membership",
    checks=(Derivation(_in_cell, WHOLE),),
    uses=("hrf/eq8", "hrf/eq90"),
    mechanism=("clustered-hybrid",),
    note="The ranges n_k and n_q of the centres are interchanged in the text; the sums have them right.",
)


STATEMENTS = (
    DEFH_1,
    DEFH_2,
)
