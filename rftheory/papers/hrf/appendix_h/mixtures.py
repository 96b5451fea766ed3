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

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Height,
    Proof,
    Restated,
    Rule,
    Statement,
    Width,
    formula,
    integer,
    real,
    same_length,
    vector,
    vectors,
)
from rftheory.papers._shared.complex_pairs import complex_error
from rftheory.papers._shared.invariants import d, m
from rftheory.papers.hrf._lemmas.zero_one import one_cell

_lam, _S = sp.IndexedBase("lam"), sp.IndexedBase("S")
_spare, _kernel = sp.symbols("S0 SM", real=True)
_i, _j = sp.symbols("i j", integer=True, nonnegative=True)

_MIXTURES = Domain(
    (
        vector("lam", "the coefficients lam_ij, in one list"),
        vector("S", "the base estimates SM^ij, in that order"),
        real("S0", meaning="the additional base estimate SM^0"),
        real("SM", meaning="the kernel SM(x, y)"),
    ),
    (Rule(same_length(_lam, _S), "as many coefficients as base estimates"),),
    extra=(
        {"lam": "1/2,1/3", "S": "1,-2", "S0": 3, "SM": "1/7"},
        {"lam": "1", "S": "5", "S0": 0, "SM": 2},
        {"lam": "-1,2,1/9", "S": "1/3,0,4", "S0": "-1/2", "SM": 1},
    ),
)
_RANGE = (_i, 0, d - 1)
_LAST = 1 - sp.Sum(_lam[_i], _RANGE)  # lam_0, by (98)
_HYBRID_LESS_KERNEL = sp.Sum(_lam[_i] * _S[_i], _RANGE) + _LAST * _spare - _kernel
_WEIGHTED_ERRORS = sp.Sum(_lam[_i] * (_S[_i] - _kernel), _RANGE) + _LAST * (_spare - _kernel)


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
    kind="definition",
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
    domain=_MIXTURES,
    checks=(
        Restated(
            "the error of the hybrid is the weighted sum of the errors of its base estimators",
            {
                "lhs": formula(_HYBRID_LESS_KERNEL, _MIXTURES, "lam S S0 SM"),
                "rhs": formula(_WEIGHTED_ERRORS, _MIXTURES, "lam S S0 SM"),
            },
            _MIXTURES,
            Equal(),
        ),
        Derivation(_weights, WHOLE),
    ),
    uses=("hrf/eq8",),
    mechanism=("mixture-hybrid",),
    note=(
        "Derived for base estimators of mean SM: those of (90) have it for real A, and with bilinear squares for "
        "complex A. The ranges n_k and n_q of the centres are interchanged in the text; the sums have them right."
    ),
)

_place, _other = sp.symbols("i0 j0", integer=True, nonnegative=True)
_CELLS = Domain(
    (
        vectors("S", "the base estimates SM^ij, one row for every cluster of x"),
        integer("i0", 0, meaning="cluster of x, from 0"),
        integer("j0", 0, meaning="cluster of y, from 0"),
    ),
    (
        Rule(_place < Height(_S), "i0 is a row of S"),
        Rule(_other < Width(_S), "j0 is a column of S"),
    ),
    extra=(
        {"S": "1,2;3,5", "i0": 1, "j0": 0},
        {"S": "1/2,-1,4", "i0": 0, "j0": 2},
        {"S": "7", "i0": 0, "j0": 0},
        {"S": "1;1/3;-2", "i0": 2, "j0": 0},
    ),
)
_APART = (_i - _place) ** 2 + (_j - _other) ** 2  # 0 in the cell of x and y only
_INDICATORS = sp.Piecewise((1, sp.Eq(_APART, 0)), (0, True))


def _over_cells(term: sp.Expr) -> sp.Expr:
    return sp.Sum(sp.Sum(term, (_j, 0, d - 1)), (_i, 0, m - 1))  # m rows of d


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
    domain=_CELLS,
    claim=All(
        (
            Equal(formula(_over_cells(_INDICATORS), _CELLS, "S i0 j0"), sp.S.One),
            Equal(
                formula(_over_cells(_INDICATORS * _S[_i, _j]), _CELLS, "S i0 j0"),
                formula(_S[_place, _other], _CELLS, "S i0 j0"),
            ),
            Equal(
                Estimate("iid", "clustered-hybrid", m, at="x in cluster i, y in cluster j"),
                Estimate("iid", "complex-exponential", m, at="A of i, j"),
            ),
        )
    ),
    checks=(Derivation(_in_cell, WHOLE),),
    uses=("hrf/eq8", "hrf/eq90/corrected"),
    mechanism=("clustered-hybrid",),
    note="The ranges n_k and n_q of the centres are interchanged in the text; the sums have them right.",
)


STATEMENTS = (
    DEFH_1,
    DEFH_2,
)
