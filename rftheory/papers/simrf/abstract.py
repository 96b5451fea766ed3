"""Abstract of simrf: its two claims of optimality.

* No coupling whose directions ignore the norms is said to have a smaller MSE than SimRFs. False as printed,
  without a condition on m: for 2d rows, two independent simplex blocks lose to d orthogonal directions with
  their opposites. True: for 2 <= m <= d+1 rows with iid norms, jointly rotation-invariant and with
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
    All,
    Below,
    Derivation,
    Domain,
    Erratum,
    InPart,
    Order,
    Point,
    Proof,
    Quantity,
    Restated,
    Rule,
    Statement,
    formula,
    part,
    real,
    whole,
)
from rftheory.papers.simrf._lemmas.arrangements import CONFORMITY
from rftheory.papers.simrf._lemmas.positive_mse import mean_of_terms
from rftheory.papers.simrf._lemmas.random_terms import error
from rftheory.papers.simrf._lemmas.simplex_bound import simplex_bound, summand_is_convex
from rftheory.papers.simrf._notation import (
    CAUCHY_SCHWARZ,
    COUNT,
    DIMENSION,
    FEASIBLE_COSINE,
    LENGTH,
    MANY,
    NEAR,
    SIMPLEX,
    SQUARES,
    SUMMAND_TERM,
    c,
    conformity,
    d,
    k,
    m,
    positive_v,
    v,
)

_ANY = Domain((DIMENSION, COUNT, *SQUARES), (CAUCHY_SCHWARZ,))

_TWO_BLOCKS = Domain((DIMENSION, NEAR), extra=({"d": 2, "v": 1}, {"d": 3, "v": 1}, {"d": 64, "v": 2}))

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


# the mean of rho over the pairs of 2d rows: d - 1 partners in the own block and d in the other one
_STACKED = ((d - 1) * conformity(SIMPLEX) + d * sp.exp(v**2)) / (2 * d - 1)

# one opposite row and 2d - 2 orthogonal ones
_OPPOSITES = (conformity(sp.S.NegativeOne) + (2 * d - 2) * conformity(sp.S.Zero)) / (2 * d - 1)

_SIMPLEX_BLOCKS = Restated(
    "two simplex blocks against d orthogonal directions with their opposites, a coupling of the same class",
    {
        "simrf": formula(_STACKED, _TWO_BLOCKS, "d v"),
        "rival": formula(_OPPOSITES, _TWO_BLOCKS, "d v"),
    },
    _TWO_BLOCKS,
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
    domain=_ANY,
    claim=Below(error("simplex", "positive"), error("weight-independent", "positive"), strict=False),
    checks=(_SIMPLEX_BLOCKS,),
    uses=("simrf/thm3.4", "simrf/def1.1"),
    mechanism=("positive",),
    setting="all weight-independent couplings x positive",
    note=(
        "Shown for m = 2d, which the paper builds from two independent blocks: rows of different blocks have the "
        "conformity exp(v^2). Rows fixed to d orthogonal lines, one each way, have a smaller one for every v > 0. For "
        "m < d rows, which the paper does not build, the m-vertex simplex would be best."
    ),
    erratum=Erratum(
        "missing hypothesis",
        "Abstract; Section 1, contribution 1",
        "For 2d rows two independent simplex blocks have a larger MSE than d orthogonal lines taken both ways.",
        2,
        quote="SimRFs provide the smallest possible mean square error",
        points=({"d": "2", "v": "1"}, {"d": "3", "v": "1"}),
        objection=(
            "Theorem 3.4, which the sentence sums up, speaks of d rows only; for m > d, where the paper stacks "
            "independent blocks, the sentence fails."
        ),
    ),
).corrected(
    where="Abstract, corrected",
    title="The m-vertex simplex is optimal",
    text=(
        "For 2 <= m <= d+1 rows with iid norms, jointly rotation-invariant and with directions independent "
        "of the norms, the PRF MSE is least when all pair cosines equal -1/(m-1), as in the SimRF block at m = d."
    ),
    latex=r"\sum_{i\ne j}\rho_{c_{ij}}\ge m(m-1)\,\rho_{-1/(m-1)}",
    domain_text="2 <= m <= d+1; jointly rotation-invariant weight-independent couplings, iid norms",
    domain=_COUPLINGS,
    sides={
        "lhs": formula(conformity(-1 / (m - 1)), _COUPLINGS, "d m v"),
        "rhs": formula(conformity(c), _COUPLINGS, "d c v"),
    },
    claim=All(
        (
            Below(
                error("m-vertex simplex", "positive"),
                error("rotation-invariant weight-independent", "positive"),
                strict=False,
            ),
            Below("lhs", "rhs", strict=False),
        )
    ),
    checks=(
        Derivation(
            _equal_cosines,
            whole("2 <= m <= d+1, rotation-invariant weight-independent couplings"),
            covered="at v = 0 every conformity is 1",
        ),
    ),
    uses=("simrf/thm3.2/corrected",),
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
    domain=Domain((DIMENSION, LENGTH)),
    claim=Order(
        v**-2,
        "v",
        Quantity("conformity of SimRFs+ for given norms", d, v),
        Quantity("least conformity of d vectors of these norms", d, v),
        toward=sp.S.Zero,
        vanishing=True,
    ),
    checks=(
        Derivation(
            _leading_order,
            part(
                "arrangements that minimise the truncated objective (15), given norms; that the iteration "
                "reaches them is run, not derived"
            ),
        ),
        InPart("drawn norms: what the iteration reaches", ConformityLeadingOrder(CONFORMITY)),
    ),
    uses=("simrf/eq15", "simrf/eq16/corrected", "simrf/eq17"),
    mechanism=("simplex-plus", "positive"),
)


STATEMENTS = (
    ABSTRACT_OPTIMAL,
    ABSTRACT_SIMRFPLUS,
)
