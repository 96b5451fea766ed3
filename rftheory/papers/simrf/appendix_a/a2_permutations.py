"""Appendix A.2 of simrf, (41) to (43): iid norms and all permutations of a draw.

* (41), (42): with iid norms the conformity is a mean over relabellings of the norms at fixed directions;
  permuting the directions instead gives the same sum.
* (43): Jensen over the d! permutations, for every pair.

Shown for generic summands at d = 3, 4 and by inverse permutations in general; evaluated on triples in R^3.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import WHOLE, Derivation, Proof, Statement
from rftheory.papers.simrf._lemmas.arrangements import bessel_form
from rftheory.papers.simrf._lemmas.relabelling import (
    PAIRS,
    PERMUTATIONS,
    PERMUTED,
    RELABELLED,
    cosine,
    on_triples,
    relabelling,
    squared_sum,
    symmetrised,
)
from rftheory.papers.simrf._lemmas.simplex_bound import convex_in_cosine
from rftheory.papers.simrf._notation import v

EQ41 = Statement(
    id="simrf/eq41",
    kind="identity",
    where="eq. (41) and the text after it",
    title="Symmetrising over permutations",
    text="With iid norms the conformity is the mean over all relabellings of the norms at fixed directions.",
    latex=r"p(w_1,..,w_d)=\frac1{d!}\sum_{P\in S_n}p(w_{P_1},w_{P_2},...,w_{P_d})",
    domain_text="iid norms, directions independent of norms",
    checks=(
        Derivation(symmetrised, WHOLE),
        on_triples(PERMUTED, RELABELLED, "norms permuted against directions permuted, d = 3", equal=True),
    ),
    uses=("simrf/eq12",),
    setting="weight-independent couplings",
    note="S_n is printed once for S_d.",
)


def _quantity(proof: Proof) -> None:
    symmetrised(proof)
    convex_in_cosine(proof)


EQ42 = Statement(
    id="simrf/eq42",
    kind="identity",
    where="eq. (42)",
    title="The sum to be minimised",
    text="What remains to be minimised is a sum over permutations and pairs of a convex positive function.",
    latex=r"\sum_{P\in S_d}\sum_i\sum_{j\ne i}f\left(w_{P_i}^2+w_{P_j}^2+2w_{P_i}w_{P_j}\hat w_i^\top\hat w_j\right)",
    domain_text="any norms",
    checks=(Derivation(_quantity, WHOLE),),
    uses=("simrf/eq41",),
    setting="weight-independent couplings",
)

_AVERAGED = 6 * sp.Add(
    *(
        bessel_form(v**2 * sp.Add(*(squared_sum(a, b, cosine(p[a], p[b])) for p in PERMUTATIONS)) / 6)
        for a, b in PAIRS
    )
)


def _jensen_over_permutations(proof: Proof) -> None:
    relabelling(proof)
    convex_in_cosine(proof)
    proof.cite("Jensen's inequality over the d! permutations, for each pair; equality when the cosines agree")


EQ43 = Statement(
    id="simrf/eq43",
    kind="inequality",
    where="eq. (43)",
    title="Jensen over the permutations",
    text="After relabelling, the sum over permutations is at least d! times f at the mean over permutations.",
    latex=(
        r"\sum_{P\in S_d}\sum_i\sum_{j\ne i}f(\cdot)\ge d!\sum_i\sum_{j\ne i}f\left(\frac{\sum_{P\in S_d}w_i^2+w_j^2"
        r"+2w_iw_j\hat w_{P_i}^\top\hat w_{P_j}}{d!}\right)"
    ),
    domain_text="any norms and unit vectors",
    checks=(
        Derivation(_jensen_over_permutations, WHOLE),
        on_triples(_AVERAGED, RELABELLED, "mean inside f against the sum, d = 3", equal=False),
    ),
    uses=("simrf/eq42",),
)


STATEMENTS = (
    EQ41,
    EQ42,
    EQ43,
)
