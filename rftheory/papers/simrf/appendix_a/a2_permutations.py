"""Appendix A.2 of simrf, (41) to (43): iid norms and all permutations of a draw.

* (41), (42): with iid norms the conformity is a mean over relabellings of the norms at fixed directions;
  permuting the directions instead gives the same sum.
* (43): Jensen over the d! permutations, for every pair.

Shown for generic summands at d = 3, 4 and by inverse permutations in general; evaluated on triples in R^3.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Expectation,
    Length,
    On,
    Proof,
    Row,
    Statement,
    real,
)
from rftheory.papers.simrf._lemmas.arrangements import bessel_form
from rftheory.papers.simrf._lemmas.permuted_terms import (
    DIRECTIONS_PERMUTED,
    DRAWS,
    NORMS_PERMUTED,
    ONE,
    TWO,
    as_series,
    bracket,
    conformity_of,
    over_pairs_of_rows,
    permuted,
)
from rftheory.papers.simrf._lemmas.relabelling import (
    PAIRS,
    PERMUTATIONS,
    RELABELLED,
    cosine,
    on_triples,
    relabelling,
    squared_sum,
    symmetrised,
)
from rftheory.papers.simrf._lemmas.simplex_bound import convex_in_cosine
from rftheory.papers.simrf._notation import DIMENSION, LENGTH, d, i, j, t, v

_DENSITY = sp.Function("p")

_RESULTANT = Length(Row("weight-independent", i) + Row("weight-independent", j))

EQ41 = Statement(
    id="simrf/eq41",
    kind="identity",
    where="eq. (41) and the text after it",
    title="Symmetrising over permutations",
    text="With iid norms the conformity is the mean over all relabellings of the norms at fixed directions.",
    latex=r"p(w_1,..,w_d)=\frac1{d!}\sum_{P\in S_n}p(w_{P_1},w_{P_2},...,w_{P_d})",
    domain_text="iid norms, directions independent of norms",
    domain=DRAWS,
    claim=All(
        (
            Equal(_DENSITY(sp.Symbol("w")), permuted(_DENSITY(sp.Symbol("w_P"))) / sp.factorial(d)),
            Equal(
                Expectation(over_pairs_of_rows(conformity_of(_RESULTANT**2))),
                Expectation(NORMS_PERMUTED) / sp.factorial(d),
            ),
        )
    ),
    checks=(Derivation(symmetrised, WHOLE),),
    uses=("simrf/eq12",),
    setting="weight-independent couplings",
    note="S_n is printed once for S_d.",
)


def _quantity(proof: Proof) -> None:
    symmetrised(proof)
    convex_in_cosine(proof)


_SUMMAND = Domain(
    (DIMENSION, LENGTH, real("t", 0, meaning="squared length of a resultant")),
    extra=({"d": 2, "v": 1, "t": 1}, {"d": 3, "v": 0, "t": 2}, {"d": 64, "v": 3, "t": 100}),
)

EQ42 = Statement(
    id="simrf/eq42",
    kind="identity",
    where="eq. (42)",
    title="The sum to be minimised",
    text="What remains to be minimised is a sum over permutations and pairs of a convex positive function.",
    latex=r"\sum_{P\in S_d}\sum_i\sum_{j\ne i}f\left(w_{P_i}^2+w_{P_j}^2+2w_{P_i}w_{P_j}\hat w_i^\top\hat w_j\right)",
    domain_text="any norms",
    domain=DRAWS,
    claim=All(
        (
            Equal(permuted(over_pairs_of_rows(as_series(bracket(ONE, TWO)))), NORMS_PERMUTED),
            On(_SUMMAND, Below(sp.S.Zero, conformity_of(t)), "t a squared resultant"),
            On(
                _SUMMAND,
                Below(sp.S.Zero, sp.diff(conformity_of(t), t, 2), strict=False),
                "t a squared resultant",
            ),
        )
    ),
    checks=(Derivation(_quantity, WHOLE, covered="at v = 0 the function is 1"),),
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
    domain=DRAWS,
    claim=Below(
        sp.factorial(d)
        * over_pairs_of_rows(conformity_of(permuted(bracket(i, j, at=(ONE, TWO))) / sp.factorial(d))),
        DIRECTIONS_PERMUTED,
        strict=False,
    ),
    checks=(
        Derivation(_jensen_over_permutations, WHOLE, covered="at v = 0 both sides are the same number"),
        on_triples(_AVERAGED, RELABELLED, "mean inside f against the sum, d = 3"),
    ),
    uses=("simrf/eq42",),
)


STATEMENTS = (
    EQ41,
    EQ42,
    EQ43,
)
