"""Abstract of simrf: its two claims of optimality.

* No coupling whose directions ignore the norms is said to have a smaller MSE than SimRFs. False as printed,
  without a condition on m: m < d rows of one block can have the cosine -1/(m-1), which beats the -1/(d-1) of
  the simplex block. True: for 2 <= m <= d+1 rows with iid norms, jointly rotation-invariant and with
  directions independent of the norms, sum_{i != j} rho_{c_ij} >= m(m-1) rho_{-1/(m-1)}; at m = d this is
  Theorem 3.4. The conformity is increasing and convex in the cosine, and sum_{i != j} c_ij >= -m.
* SimRFs+ are said to have the least conformity of all couplings as v -> 0. An arrangement that minimises the
  truncated objective (15) has it up to O(v^4), since rho = 1 + (15) + R with R >= 0; that the iteration (17)
  gets there is run.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.evidence.statistical.simplex_plus import ConformityLeadingOrder
from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Point,
    Proof,
    Restated,
    Rule,
    Statement,
    formula,
    part,
    real,
)
from rftheory.papers.simrf._lemmas.arrangements import CONFORMITY
from rftheory.papers.simrf._lemmas.positive_mse import mean_of_terms
from rftheory.papers.simrf._lemmas.simplex_bound import simplex_bound, summand_is_convex
from rftheory.papers.simrf._notation import (
    DIMENSION,
    FEASIBLE_COSINE,
    MANY,
    NEAR,
    SUMMAND_TERM,
    WITHIN_BLOCK,
    c,
    conformity,
    d,
    k,
    m,
    positive_v,
    v,
)

_BLOCK = Domain(
    (DIMENSION, MANY, NEAR), (WITHIN_BLOCK,), extra=({"d": 3, "m": 2, "v": 1}, {"d": 2, "m": 2, "v": 1})
)

_VERTICES = Rule(m <= d + 1, "m <= d+1 (vertices of a regular simplex in R^d)")


def _feasible(point: Point) -> Point:
    """At most d+1 rows, and a cosine that so many rows can have."""
    dimension, rows, cosine = (Fraction(str(point[name])) for name in ("d", "m", "c"))
    rows = min(rows, dimension + 1)
    return {**point, "m": rows, "c": max(cosine, -1 / (rows - 1))}


_COUPLINGS = Domain(
    (DIMENSION, MANY, real("c", -1, 1, meaning="equal cosine of all pairs"), NEAR),
    (_VERTICES, FEASIBLE_COSINE),
    _feasible,
    (
        {"d": 3, "m": 2, "c": -1, "v": 1},
        {"d": 3, "m": 4, "c": "-1/4", "v": 1},
        {"d": 3, "m": 3, "c": 0, "v": "1/100"},
        {"d": 2, "m": 3, "c": 1, "v": 3},
    ),
)


def _equal_cosines(proof: Proof) -> None:
    mean_of_terms(proof)
    simplex_bound(proof)
    proof.cite(
        "conditioning on the directions, which are independent of the norms: the bound holds for each of them"
    )


_SIMPLEX_BLOCKS = Restated(
    "m rows of a simplex block against m rows of cosine -1/(m-1), a coupling of the same class",
    {
        "simrf": formula(conformity(-1 / (d - 1)), _BLOCK, "d m v"),
        "rival": formula(conformity(-1 / (m - 1)), _BLOCK, "d m v"),
    },
    _BLOCK,
    Below("simrf", "rival", strict=False),
)

ABSTRACT_OPTIMAL = Statement(
    id="simrf/abstract/optimal",
    kind="optimality",
    where="Abstract; Section 1, contribution 1; Section 6",
    title="SimRFs are optimal among weight-independent couplings",
    text=(
        "No coupling of positive features whose directions ignore the norms estimates the softmax or Gaussian "
        "kernel without bias at a smaller MSE than SimRFs; no condition on d, m or the inputs is printed."
    ),
    latex=r"\mathrm{MSE}(\widehat K_{\rm SimRF})=\min_{\text{weight-independent geometrical couplings}}\mathrm{MSE}(\widehat K)",
    domain_text="no restriction on d, m or (x, y) stated",
    domain=_BLOCK,
    checks=(_SIMPLEX_BLOCKS,),
    uses=("simrf/thm3.4", "simrf/def1.1"),
    mechanism=("positive",),
    setting="all weight-independent couplings x positive",
    note=(
        "Within one block of m < d rows the cosine -1/(m-1) is feasible and beats the -1/(d-1) of the simplex "
        "block; at m = d the two coincide (Theorem 3.4)."
    ),
).corrected(
    where="Abstract, corrected",
    title="The m-vertex simplex is optimal",
    text=(
        "For 2 <= m <= d+1 rows with iid norms, jointly rotation-invariant and with directions independent "
        "of the norms, the PRF MSE is least when all pair cosines equal -1/(m-1)."
    ),
    latex=r"\sum_{i\ne j}\rho_{c_{ij}}\ge m(m-1)\,\rho_{-1/(m-1)}",
    domain_text="2 <= m <= d+1; jointly rotation-invariant weight-independent couplings, iid norms",
    domain=_COUPLINGS,
    sides={
        "lhs": formula(conformity(-1 / (m - 1)), _COUPLINGS, "d m v"),
        "rhs": formula(conformity(c), _COUPLINGS, "d c v"),
    },
    claim=Below(strict=False),
    checks=(
        Derivation(_equal_cosines, part("2 <= m <= d+1, rotation-invariant weight-independent couplings")),
    ),
    uses=(),
)


def _leading_order(proof: Proof) -> None:
    """rho = 1 + truncated objective + R with 0 <= R = O(v^4): a minimiser of (15) is optimal to that order."""
    w2 = sp.Symbol("w2", nonnegative=True)
    term = SUMMAND_TERM * w2**k
    proof.equal(term.subs(k, 0), sp.S.One, "the term k = 0 of (12) is 1")
    proof.equal(
        term.subs(k, 1),
        sp.gamma(d / 2) * v**2 * w2 / (4 * sp.gamma(1 + d / 2)),
        "the term k = 1 is that of (15)",
    )
    summand_is_convex(proof)
    rest = sp.simplify(term.subs(k, k + 2) / v**4)
    proof.nonnegative(
        rest.subs(v, positive_v),
        "the terms from k = 2 on are nonnegative multiples of v^4, so rho >= 1 + min (15)",
    )
    proof.cite("the series converges for all v: R <= v^4 R(1) for v <= 1, bounded for given norms")


ABSTRACT_SIMRFPLUS = Statement(
    id="simrf/abstract/simrfplus",
    kind="optimality",
    where="Abstract; Section 3.2, after (17)",
    title="SimRFs+ are asymptotically optimal",
    text=(
        "As v tends to 0 the conformity of SimRFs+ is, to leading order, the least that any coupling with "
        "directions chosen from the norms attains."
    ),
    latex=r"\rho_{\rm SimRF+}\to\min\rho\quad(v\ll1)",
    domain_text="v << 1",
    checks=(
        Derivation(
            _leading_order,
            part(
                "arrangements that minimise the truncated objective (15), given norms; that the iteration "
                "reaches them is run, not derived"
            ),
        ),
        ConformityLeadingOrder(CONFORMITY),
    ),
    uses=("simrf/eq15", "simrf/eq16", "simrf/eq17"),
    mechanism=("simplex-plus", "positive"),
)


STATEMENTS = (
    ABSTRACT_OPTIMAL,
    ABSTRACT_SIMRFPLUS,
)
